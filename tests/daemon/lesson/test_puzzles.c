/* Every shipped puzzle is played by the rule core; what the reader refuses; the choice of the next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/lesson/lesson_puzzle.h"

enum { LEAST = 100 };

static struct lesson_puzzles puzzles;

/* Reports whether there is something to solve: each side has a piece. */
static bool
are_opposed(const struct game *g, const struct position *p)
{
	return !sqset_empty(rules_occupied_by(g, p, 0)) && !sqset_empty(rules_occupied_by(g, p, 1));
}

static void
test_shipped(void **state)
{
	const struct game *const *games;
	struct lesson_error err;
	char path[LESSON_PATH];
	size_t n;

	(void)state;
	games = rules_games(&n);
	for (size_t i = 0; i < n; i++) {
		if (!lesson_puzzles_path(rules_name(games[i]), path))
			fail_msg("%s: no file", rules_name(games[i]));
		if (lesson_puzzles_load(&puzzles, games[i], path, &err) < 0 ||
		    lesson_puzzles_check(&puzzles, &err) < 0)
			fail_msg("%s:%u: %s", path, err.line, err.why);
		if (puzzles.n < LEAST)
			fail_msg("%s: only %u puzzles", path, puzzles.n);
		for (unsigned row = 0; row < puzzles.n; row++)
			if (!are_opposed(games[i], &puzzles.row[row].position))
				fail_msg("%s:%u: a side has no piece", path, row + 1);
	}
}

/* ---- mistakes ---- */

#define MATE(theme, line, position) "chess " theme " nodes=1 seed=1 line=" line " | " position "\n"
#define BACK_RANK                   "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"

static const struct {
	const char *text;
	unsigned line;
	const char *why; /* NULL: none */
} rows[] = {
	{ MATE("checkmate-in-1", "a1a8", BACK_RANK), 0, NULL },
	{ MATE("checkmate-in-1", "a1a8", BACK_RANK) "chess\n", 2, "expected GAME THEME" },
	{ MATE("checkmate-in-1", "a1b2", BACK_RANK), 1, "a1b2: not legal" },
	{ MATE("checkmate-in-1", "a1a8,g8h8", BACK_RANK), 1, "g8h8: not legal" },
	{ MATE("checkmate-in-1", "a1a7", BACK_RANK), 1,
	  "checkmate-in-1: the line does not win so" },
	{ MATE("stalemate-in-1", "a1a8", BACK_RANK), 1,
	  "stalemate-in-1: the line does not win so" },
	{ MATE("checkmate-in-1", "a1a7,g8f8,a7a8", BACK_RANK), 1,
	  "checkmate-in-1: the line does not win so" },
	{ MATE("checkmate-in-1", "a1a8", "8/8/8/8/8/8/8/8 w - - 0 1"), 1, "position: " },
	{ "zombie fork line=a1a8 | " BACK_RANK "\n", 1, "a puzzle of another game" },
};

static void
test_mistakes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char path[] = "/tmp/puzzles-XXXXXX";
		struct lesson_error err;
		int fd = mkstemp(path), bad;
		FILE *f = fdopen(fd, "w");

		fputs(rows[i].text, f);
		fclose(f);
		bad = lesson_puzzles_load(&puzzles, rules_game("chess"), path, &err) < 0 ||
		      lesson_puzzles_check(&puzzles, &err) < 0;
		unlink(path);
		if (bad != (rows[i].why != NULL) ||
		    (bad && (err.line != rows[i].line ||
			     strncmp(err.why, rows[i].why, strlen(rows[i].why)) != 0)))
			fail_msg("row %zu: %u: %s", i, err.line, err.why);
	}
}

/* ---- the next one ---- */

static void
place(struct position *p, const char *text)
{
	struct rules_error err;

	assert_int_equal(rules_parse(rules_game("chess"), text, p, &err), 0);
}

/* Writes the pieces on the board. */
static void
stand(uint8_t board[RULES_SQUARES_MAX], const char *text)
{
	struct position p;

	place(&p, text);
	for (unsigned sq = 0; sq < 64; sq++)
		board[sq] = rules_at(rules_game("chess"), &p, sq);
}

static void
test_touched(void **state)
{
	static const struct {
		const char *to;
		unsigned n;
	} to[] = {
		{ BACK_RANK, 0 },
		{ "6k1/5ppp/8/8/8/8/8/1R5K w - - 0 1", 1 }, /* moved */
		{ "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1", 1 }, /* put there */
		{ "6k1/5ppp/8/8/8/8/8/B6K w - - 0 1", 2 },  /* exchanged */
		{ "6k1/8/8/8/8/8/8/R6K w - - 0 1", 3 },     /* removed */
		{ "6k1/5ppp/8/8/8/8/7K/8 w - - 0 1", 2 },
	};
	uint8_t board[RULES_SQUARES_MAX];
	struct position b;

	(void)state;
	stand(board, BACK_RANK);
	for (size_t i = 0; i < sizeof(to) / sizeof(to[0]); i++) {
		place(&b, to[i].to);
		assert_int_equal(lesson_touched(rules_game("chess"), board, &b), to[i].n);
	}
}

static void
test_next(void **state)
{
	static bool solved[LESSON_PUZZLES_MAX];
	uint8_t board[RULES_SQUARES_MAX];

	(void)state;
	puzzles = (struct lesson_puzzles){ .game = rules_game("chess"), .n = 200 };
	for (unsigned i = 0; i < puzzles.n; i++)
		place(&puzzles.row[i].position, "6k1/8/8/8/8/8/8/K7 w - - 0 1");
	stand(board, BACK_RANK);
	place(&puzzles.row[5].position, BACK_RANK);
	place(&puzzles.row[190].position, BACK_RANK);
	/* Few pieces among those near the level; of equal ones the nearest. */
	assert_int_equal(lesson_puzzle_next(&puzzles, board, solved, 0), 5);
	assert_int_equal(lesson_puzzle_next(&puzzles, board, solved, 100), 100);
	assert_int_equal(lesson_puzzle_next(&puzzles, board, solved, 199), 190);
	solved[5] = true;
	assert_int_equal(lesson_puzzle_next(&puzzles, board, solved, 0), 0);
	/* A piece to add, and one to remove: fewer pieces stay for the one after it. */
	place(&puzzles.row[20].position, "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1");
	place(&puzzles.row[22].position, "6k1/5pp1/8/8/8/8/8/R6K w - - 0 1");
	assert_int_equal(lesson_puzzle_next(&puzzles, board, solved, 20), 22);
	memset(solved, true, sizeof(solved));
	assert_int_equal(lesson_puzzle_next(&puzzles, board, solved, 0), puzzles.n);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shipped),
		cmocka_unit_test(test_mistakes),
		cmocka_unit_test(test_touched),
		cmocka_unit_test(test_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
