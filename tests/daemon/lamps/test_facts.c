/* Facts about actions, and the sentences of the hint button. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/words/words.h"

static const struct {
	const char *game, *position, *action, *why;
} rows[] = {
	{ "chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", "Ra8# wins the game" },
	{ "chess", "r5k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1", "a8a1",
	  "Rxa1+ captures on a1 (white rook), and nothing can capture back" },
	{ "chess", "6k1/5ppp/2p5/3r4/8/8/6B1/6K1 w - - 0 1", "g2d5",
	  "Bxd5 captures on d5 (black rook)" },
	{ "chess", "8/P5k1/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", "a8=Q promotes on a8 (white queen)" },
	{ "chess", "6k1/8/8/1p6/N7/8/5PPP/6K1 w - - 0 1", "a4c5",
	  "Nc5 saves a piece (white knight), which could be captured on a4" },
	{ "chess", "6k1/8/8/8/8/8/4R1PP/6K1 w - - 0 1", "e2e8", "Re8+ gives check" },
	{ "chess", "r5k1/1p3ppp/8/8/8/5N2/5PPP/R5K1 w - - 0 1", "h2h3",
	  "h3: the computer compared all moves and found none better" },
	{ "chess", "6k1/n4ppp/8/8/8/8/5PPP/3B2K1 w - - 0 1", "d1f3",
	  "Bf3 lets the white bishop on f3 go to more squares" },
	{ "chess", "6k1/5ppp/8/8/8/5n2/5PPP/6K1 w - - 0 1", "g1f1", "Kf1 ends the check" },
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4",
	  "e4 lets the white bishop on f1 go to more squares" },
	{ "chess", "n5k1/5ppp/8/8/8/8/5PPP/3B2K1 w - - 0 1", "d1f3",
	  "Bf3 attacks a piece that nothing defends (black knight on a8)" },
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct game *g = rules_game(rows[i].game);
		char text[WORDS_LINE];
		struct rules_error err;
		struct position p;
		struct action a;

		assert_int_equal(rules_parse(g, rows[i].position, &p, &err), 0);
		assert_int_equal(rules_action_parse(g, &p, rows[i].action, &a), 0);
		words_hint(g, &p, a, WORDS_HINT_WHY, text);
		if (strcmp(text, rows[i].why) != 0)
			fail_msg("row %zu: %s", i, text);
	}
}

/* What bad actions cost. */
static const struct {
	const char *game, *position, *action;
	struct fact loss; /* its square is one of chess */
} losses[] = {
	{ "chess", "3r2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1", "d1d5", { FACT_LOSES, PIECE_QUEEN, 35 } },
	/* Defended: only what is worth more than the captor is lost. */
	{ "chess", "3r2k1/5ppp/8/8/8/2N5/5PPP/3Q2K1 w - - 0 1", "d1d5", { FACT_LOSES, PIECE_QUEEN, 35 } },
	{ "chess", "3q2k1/5ppp/8/8/8/2N5/5PPP/3R2K1 w - - 0 1", "d1d5", { FACT_NONE, 0, 0 } },
	/* An exchange costs nothing. */
	{ "chess", "r2r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", { FACT_NONE, 0, 0 } },
	{ "chess", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", "g2g4",
	  { FACT_GIVES_GAME, 0, 0 } },
	{ "chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "e1b1", { FACT_NONE, 0, 0 } },
	{ "abstract", NULL, "transfer:a1b1", { FACT_NONE, 0, 0 } },
};

static void
test_losses(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(losses) / sizeof(losses[0]); i++) {
		const struct game *g = rules_game(losses[i].game);
		struct rules_error err;
		struct position p;
		struct action a;
		struct fact f;

		assert_int_equal(losses[i].position ? rules_parse(g, losses[i].position, &p, &err)
						    : rules_start(g, "", &p, &err),
				 0);
		assert_int_equal(rules_action_parse(g, &p, losses[i].action, &a), 0);
		f = fact_loss(g, &p, a);
		if (f.kind != losses[i].loss.kind || f.piece != losses[i].loss.piece ||
		    f.sq != losses[i].loss.sq)
			fail_msg("row %zu: %u %u %u", i, f.kind, f.piece, f.sq);
	}
}

static void
test_steps(void **state)
{
	const struct game *g = rules_game("chess");
	char text[WORDS_LINE];
	struct rules_error err;
	struct position p;
	struct action a;

	(void)state;
	assert_int_equal(rules_start(g, "", &p, &err), 0);
	assert_int_equal(rules_action_parse(g, &p, "g1f3", &a), 0);
	words_hint(g, &p, a, WORDS_HINT_PIECE, text);
	assert_string_equal(text, "Hint: white knight on g1. Press Hint again: where to");
	words_hint(g, &p, a, WORDS_HINT_WHERE, text);
	assert_string_equal(text, "Hint: white knight from g1 to f3. Press Hint again: why");
	assert_int_equal(rules_parse(g, "4k3/P7/4p3/3N4/8/8/8/4K3 b - - 0 1", &p, &err), 0);
	assert_int_equal(rules_action_parse(g, &p, "e6d5", &a), 0);
	words_hint(g, &p, a, WORDS_HINT_WHERE, text);
	assert_string_equal(text, "Hint: black pawn from e6 captures on d5. Press Hint again: why");
	assert_int_equal(rules_parse(g, "4k3/P7/4p3/3N4/8/8/8/4K3 w - - 0 1", &p, &err), 0);
	assert_int_equal(rules_action_parse(g, &p, "a7a8q", &a), 0);
	words_hint(g, &p, a, WORDS_HINT_WHERE, text);
	assert_string_equal(text, "Hint: a8=Q+. Press Hint again: why");
}

/* Every action of random games of all kinds has a fact that fits the board. */
static void
test_all_games(void **state)
{
	enum { GAMES = 2, PLIES = 40 };
	static struct action list[RULES_ACTIONS_MAX];
	size_t n_games;
	const struct game *const *games = rules_games(&n_games);
	unsigned kinds = 0;

	(void)state;
	srand(3);
	for (size_t i = 0; i < n_games * GAMES; i++) {
		const struct game *g = games[i / GAMES];
		struct rules_error err;
		struct position p;

		assert_int_equal(rules_start(g, "", &p, &err), 0);
		for (unsigned ply = 0; ply < PLIES; ply++) {
			struct position known;
			struct fact f;
			size_t n = rules_actions(g, &p, list);
			struct action a;

			if (n == 0 || rules_outcome(g, &p, NULL).result != RESULT_ONGOING)
				break;
			a = list[(size_t)rand() % n];
			rules_public(g, &p, &known);
			if (ply % 4 == 0 && rules_legal(g, &known, a)) {
				f = fact_of(g, &known, a);
				kinds |= 1u << f.kind;
				kinds |= 1u << fact_loss(g, &known, a).kind;
				if (f.kind == FACT_FREES)
					rules_apply(g, &known, a);
				if (f.piece && f.kind != FACT_BECOMES)
					assert_int_equal(rules_at(g, &known, f.sq), f.piece);
			}
			rules_apply(g, &p, a);
		}
	}
	assert_true(kinds & 1u << FACT_NONE);
	assert_true(kinds & 1u << FACT_TAKES);
	assert_true(kinds & 1u << FACT_LOSES);
	assert_true(kinds & 1u << FACT_FREES);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_losses),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_all_games),
	};

	return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
