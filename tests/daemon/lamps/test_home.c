/* The squares of games on boards, and pieces outside the game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/table/home.h"
#include "daemon/words/words.h"

static const struct board small = { .files = 8, .ranks = 8 };
/* As in hw/boards/hall-11x9.ini: smaller games have their a1 on b1. */
static const struct board large = { .files = 11, .ranks = 9, .home_file = 1 };

/* Every square of every game has its own on the board, and maps back. */
static void
test_round(void **state)
{
	const struct board *boards[] = { &small, &large };
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (size_t i = 0; i < 2 * n; i++) {
		const struct board *b = boards[i % 2];
		const struct game *g = games[i / 2];
		struct sqset used = { { 0, 0 } };
		unsigned outside = 0;

		if (!home_fits(b, g)) {
			assert_ptr_equal(b, &small);
			assert_string_equal(rules_name(g), "american");
			continue;
		}
		for (unsigned sq = 0; sq < rules_squares(g); sq++) {
			unsigned at = home_to_board(b, g, sq);

			assert_true(at < (unsigned)b->files * b->ranks && !sqset_has(used, at));
			assert_int_equal(home_to_game(b, g, at), sq);
			sqset_add(&used, at);
		}
		for (unsigned at = 0; at < (unsigned)b->files * b->ranks; at++)
			outside += home_to_game(b, g, at) == RULES_NO_SQ;
		assert_int_equal(outside, (unsigned)b->files * b->ranks - rules_squares(g));
	}
}

static void
test_corners(void **state)
{
	const struct game *chess = rules_game("chess"), *american = rules_game("american");

	(void)state;
	assert_int_equal(home_to_board(&large, chess, 0), 1);           /* a1 on b1 */
	assert_int_equal(home_to_board(&large, chess, 63), 7 * 11 + 8); /* h8 on i8 */
	assert_int_equal(home_to_board(&large, american, 0), 0);
	assert_int_equal(home_to_game(&large, chess, 0), RULES_NO_SQ);
	assert_int_equal(home_to_game(&large, chess, 9), RULES_NO_SQ);          /* j1 */
	assert_int_equal(home_to_game(&large, chess, 8 * 11 + 4), RULES_NO_SQ); /* e9 */
}

/* A piece outside the game is reported where readings are known, and only there. */
static void
test_beside(void **state)
{
	struct reading reading[BOARD_SQUARES_MAX] = { { 0 } };
	const struct game *chess = rules_game("chess");
	bool known[BOARD_SQUARES_MAX];
	uint8_t sq[BOARD_SQUARES_MAX];
	char text[WORDS_LINE];

	(void)state;
	memset(known, true, sizeof(known));
	reading[0].occupied = reading[1].occupied = 1;  /* a1 outside, b1 in the game */
	reading[9].occupied = reading[10].occupied = 1; /* j1, k1 */
	assert_int_equal(home_beside(&large, chess, reading, known, sq), 3);
	words_beside(&large, chess, sq, 3, text);
	assert_string_equal(text, "something stands beside the squares of Chess, on a1, j1-k1 of the "
				  "board: take it off, it does not belong to this game");
	known[0] = false;
	assert_int_equal(home_beside(&large, chess, reading, known, sq), 2);
	assert_int_equal(home_beside(&large, rules_game("american"), reading, known, sq), 0);
	assert_int_equal(home_beside(&small, chess, reading, known, sq), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round),
		cmocka_unit_test(test_corners),
		cmocka_unit_test(test_beside),
	};

	return cmocka_run_group_tests_name("home", tests, NULL, NULL);
}
