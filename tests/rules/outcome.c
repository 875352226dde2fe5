/* Ends, draws, repetition, claims. */
#include "tests/rules/rules_test.h"

/* Actions are played from the position, then the outcome is compared. */
static const struct {
	const char *game, *text, *actions, *want;
	unsigned claims;
} rows[] = {
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", "ongoing", 0 },
	{ "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "f2f3 e7e5 g2g4 d8h4", "win b checkmate", 0 },
	{ "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "win w checkmate", 0 },
	{ "chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", "draw stalemate", 0 },
	{ "chess", "k7/P7/K7/8/8/8/8/8 b - - 0 1", "", "draw stalemate", 0 },
	/* mate and stalemate precede the clock */
	{ "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 149 90", "a1a8", "win w checkmate", 0 },
	{ "chess", "7k/Q7/8/8/8/8/8/K7 w - - 149 90", "a7f7", "draw stalemate", 0 },
	{ "chess", "7k/8/5R2/8/8/8/8/K7 w - - 149 90", "f6f5", "draw seventyfive", 0 },
	{ "chess", "7k/8/5R2/8/8/8/8/K7 w - - 148 90", "f6f5", "ongoing", CLAIM_FIFTY },
	{ "chess", "7k/8/5R2/8/8/8/8/K7 w - - 98 90", "f6f5", "ongoing", 0 },
	{ "chess", "7k/8/5R2/8/8/8/8/K7 w - - 99 90", "f6f5", "ongoing", CLAIM_FIFTY },
	{ "chess", "7k/8/5R2/8/8/8/8/K7 w - - 200 90", "", "draw seventyfive", 0 },
	/* material */
	{ "chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", "", "draw material", 0 },
	{ "chess", "7k/8/8/8/8/8/8/KB6 w - - 0 1", "", "draw material", 0 },
	{ "chess", "6bk/8/8/8/8/8/8/K7 w - - 0 1", "", "draw material", 0 },
	{ "chess", "7k/8/8/8/8/8/8/KN6 b - - 0 1", "", "draw material", 0 },
	{ "chess", "7k/8/8/8/8/8/8/KNN5 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "6nk/8/8/8/8/8/8/KN6 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "6nk/8/8/8/8/8/8/KB6 b - - 0 1", "", "ongoing", 0 },
	/* one bishop each: b1 light, g8 light; f8 dark */
	{ "chess", "6bk/8/8/8/8/8/8/KB6 b - - 0 1", "", "draw material", 0 },
	{ "chess", "5b1k/8/8/8/8/8/8/KB6 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "7k/8/8/8/8/8/3B4/KB6 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "7k/8/8/8/8/3B4/8/KB6 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "7k/8/8/8/8/8/P7/K7 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "7k/8/8/8/8/8/8/KQ6 b - - 0 1", "", "ongoing", 0 },
	{ "chess", "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2", "draw material", 0 },
	{ "chess960", "7k/8/8/8/8/8/8/KB6 w - - 0 1", "", "draw material", 0 },
	/*
	 * repetition: the first position counts, the third may be claimed, the
	 * fifth ends the game
	 */
	{ "chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2", "ongoing",
	  0 },
	{ "chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1", "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8",
	  "ongoing", CLAIM_THREEFOLD },
	{ "chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1",
	  "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2", "ongoing",
	  CLAIM_THREEFOLD },
	{ "chess", "7k/8/8/8/8/8/R7/K7 w - - 0 1",
	  "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8",
	  "draw repetition", 0 },
	/* castling rights count: after the king has moved and returned, the position differs */
	{ "chess", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 a8b8 h2h1 b8a8 h1h2 a8b8 h2h1 b8a8",
	  "ongoing", 0 },
	/* so does a possible en passant capture */
	{ "chess", "6k1/8/8/8/3p4/8/4P3/K6R w - - 0 1",
	  "e2e4 g8f8 h1h2 f8g8 h2h1 g8f8 h1h2 f8g8 h2h1", "ongoing", 0 },
	{ "chess", "6k1/8/8/8/8/3p4/4P3/K6R w - - 0 1", "h1h2 g8f8 h2h1 f8g8 h1h2 g8f8 h2h1 f8g8",
	  "ongoing", CLAIM_THREEFOLD },
	/* repetition precedes the clock */
	{ "chess", "7k/8/8/8/8/8/R7/K7 w - - 134 1",
	  "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8",
	  "draw repetition", 0 },
	{ "chess", "7k/8/8/8/8/8/R7/K7 w - - 135 1",
	  "a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2",
	  "draw seventyfive", 0 },
	{ "null", "5k5/11/11/11/11/11/11/4K6/11 w - - 0 1", "", "ongoing", 0 },
	{ "null", "5k5/4K6/11/11/11/11/11/11/11 w - - 0 1", "e8e9", "win w generals", 0 },
	{ "null", "5k5/4K6/11/11/11/11/11/11/11 b - - 149 1", "f9g9", "draw seventyfive", 0 },
	{ "null", "KK9/11/11/11/11/11/11/11/k10 b - - 0 1", "", "win b generals", 0 },
	{ "null", "k10/11/11/11/11/11/11/11/11 w - - 0 1", "", "draw stalemate", 0 },
};

static void
test_rows(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct game *g = test_game(rows[i].game);
		struct position p = test_position(g, rows[i].text);
		struct action list[RULES_ACTIONS_MAX];
		static struct history h;
		char got[64];

		rules_history_start(g, &h, &p);
		test_play(g, &p, &h, rows[i].actions);
		rules_outcome_print(g, rules_outcome(g, &p, &h), got);
		if (strcmp(got, rows[i].want) != 0 || rules_claims(g, &p, &h) != rows[i].claims) {
			wrong++;
			print_error("%s, %s: '%s' claims %u, not '%s' %u\n", rows[i].text,
				    rows[i].actions, got, rules_claims(g, &p, &h), rows[i].want,
				    rows[i].claims);
		}
		/* A finished game has no actions; only repetition is not part of the position. */
		if (strcmp(got, "ongoing") != 0 && strcmp(got, "draw repetition") != 0)
			assert_int_equal(rules_actions(g, &p, list), 0);
		if (strcmp(got, "ongoing") == 0)
			assert_true(rules_perft(g, &p, &h, 1) > 0);
		else
			assert_int_equal(rules_perft(g, &p, &h, 1), 0);
		assert_int_equal(rules_perft(g, &p, &h, 0), 1);
	}
	assert_int_equal(wrong, 0);
}

/* perft with a history continues counting repetitions: compared with checking at every step. */
static uint64_t
walk(const struct game *g, const struct position *p, const struct history *h, unsigned depth)
{
	struct action list[RULES_ACTIONS_MAX];
	uint64_t sum = 0;
	size_t n;

	if (depth == 0)
		return 1;
	if (rules_outcome(g, p, h).result != RESULT_ONGOING)
		return 0;
	n = rules_actions(g, p, list);
	for (size_t i = 0; i < n; i++) {
		struct position child = *p;
		static struct history copy[18];

		copy[depth] = *h;
		rules_apply(g, &child, list[i]);
		rules_history_push(g, &copy[depth], &child);
		sum += walk(g, &child, &copy[depth], depth - 1);
	}
	return sum;
}

static void
test_perft_counts_on(void **state)
{
	static const char *const shuffle[4] = { "a2b2", "h8g8", "b2a2", "g8h8" };
	const struct game *g = test_game("chess");
	struct position p = test_position(g, "7k/8/8/8/8/8/R6p/K7 w - - 0 1");
	static struct history h;
	bool differs = false;

	(void)state;
	rules_history_start(g, &h, &p);
	for (unsigned plies = 0; plies < 16; plies++) {
		for (unsigned depth = 0; depth <= 3; depth++) {
			uint64_t with = rules_perft(g, &p, &h, depth);

			assert_true(with == walk(g, &p, &h, depth));
			differs |= with != rules_perft(g, &p, NULL, depth);
		}
		test_play(g, &p, &h, shuffle[plies % 4]);
	}
	assert_int_equal(rules_history_count(&h), 5);
	assert_int_equal(rules_perft(g, &p, &h, 3), 0);
	assert_true(differs);
	/* the query has not changed the history */
	assert_int_equal(rules_history_count(&h), 5);
}

/*
 * Deep enough for the fifth occurrence inside the tree: the kings can only walk
 * along their own end, behind blocked pawns.
 */
static void
test_perft_from_nothing(void **state)
{
	const struct game *g = test_game("chess");
	struct position p =
		test_position(g, "k7/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/K7 w - - 0 1");
	static struct history h;

	(void)state;
	rules_history_start(g, &h, &p);
	assert_true(rules_perft(g, &p, &h, 16) == rules_perft(g, &p, NULL, 16));
	assert_true(rules_perft(g, &p, &h, 17) == walk(g, &p, &h, 17));
	assert_true(rules_perft(g, &p, &h, 17) < rules_perft(g, &p, NULL, 17));
}

/* The ring holds any possible run, and overflow does no harm. */
static void
test_ring(void **state)
{
	const struct game *g = test_game("chess");
	struct position p = test_position(g, "7k/8/8/8/8/8/R7/K7 w - - 1 1");
	static struct history h;

	(void)state;
	rules_history_start(g, &h, &p);
	for (unsigned i = 1; i < 3 * HISTORY_MAX; i++) {
		rules_history_push(g, &h, &p);
		assert_int_equal(rules_history_count(&h), i < HISTORY_MAX ? i + 1 : HISTORY_MAX);
	}
	p.b.halfmoves = 0;
	rules_history_push(g, &h, &p);
	assert_int_equal(rules_history_count(&h), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_perft_counts_on),
		cmocka_unit_test(test_perft_from_nothing),
		cmocka_unit_test(test_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
