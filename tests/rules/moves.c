/* Legal moves in error-prone cases: castling, en passant, pins, checks, promotion. */
#include <stdlib.h>

#include "tests/rules/rules_test.h"

/*
 * All legal actions of the piece on `from`, sorted by name; "castle" as `from`
 * requests every castling.
 */
static const struct {
	const char *game, *text, *from, *want;
} rows[] = {
	/* castling, orthodox */
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castle", "e1c1 e1g1" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "castle", "e8c8 e8g8" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "castle", "e1c1" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "castle", "" },
	{ "chess", "r3k2r/8/8/8/8/8/8/RN2K1NR w KQkq - 0 1", "castle", "" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R2QKB1R w KQkq - 0 1", "castle", "" },
	{ "chess", "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "castle", "e1c1 e1g1" },
	{ "chess", "r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 0 1", "castle", "e1c1" },
	{ "chess", "r2rk3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "castle", "e1g1" },
	{ "chess", "r3k2r/8/8/8/8/4r3/8/R3K2R w KQkq - 0 1", "castle", "" },
	{ "chess", "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1", "castle", "e1c1" },
	{ "chess", "r3k2r/8/8/8/8/8/1p6/R3K2R w KQkq - 0 1", "castle", "e1g1" },
	{ "chess", "r3k2r/8/8/8/8/3n4/8/R3K2R w KQkq - 0 1", "castle", "" },
	{ "chess", "r6r/8/8/8/8/8/1k6/R3K2R w KQ - 0 1", "castle", "e1g1" },
	/* castling from any array: king and rook may swap, jump or stay */
	{ "chess960", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "castle", "e1a1 e1h1" },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "castle", "f1g1" },
	{ "chess960", "4k3/8/8/8/8/8/8/6KR w H - 0 1", "castle", "g1h1" },
	{ "chess960", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "castle", "c1b1" },
	{ "chess960", "4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "castle", "d1c1" },
	{ "chess960", "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "castle", "b1a1" },
	{ "chess960", "4k3/8/8/8/8/8/8/RKN5 w A - 0 1", "castle", "" },
	{ "chess960", "4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "castle", "" },
	{ "chess960", "4k3/8/8/8/8/8/8/RK2N3 w A - 0 1", "castle", "b1a1" },
	{ "chess960", "4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", "castle", "" },
	{ "chess960", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "castle", "b1h1" },
	{ "chess960", "4k3/8/8/8/8/8/8/1K1N3R w H - 0 1", "castle", "" },
	{ "chess960", "4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "castle", "b1c1" },
	{ "chess960", "3rk3/8/8/8/8/8/8/1KR5 w C - 0 1", "castle", "" },
	{ "chess960", "k6r/8/8/8/8/8/8/1KR5 w C - 0 1", "castle", "b1c1" },
	/* a1 attacks c1 once the rook has left b1, even if the king is already there */
	{ "chess960", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "castle", "" },
	{ "chess960", "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "castle", "" },
	{ "chess960", "4k3/8/8/8/8/8/8/bR1K4 w B - 0 1", "castle", "d1b1" },
	{ "chess960", "4k3/8/8/8/8/8/8/5KRq w G - 0 1", "castle", "" },
	/* both sides at once */
	{ "chess960", "1r1k2r1/6p1/8/8/8/8/8/1R1K2R1 b GBgb - 0 1", "castle", "d8b8 d8g8" },
	/* en passant that exposes the king, along the rank and the diagonal */
	{ "chess", "4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", "b5", "b5b6" },
	{ "chess", "4k3/8/8/KPpP3r/8/8/8/8 w - c6 0 1", "b5", "b5b6 b5c6" },
	{ "chess", "4k3/8/b7/1Pp5/8/3K4/8/8 w - c6 0 1", "b5", "b5a6" },
	{ "chess", "4k3/1b6/8/2pP4/8/8/6K1/8 w - c6 0 1", "d5", "d5c6" },
	{ "chess", "4k3/8/8/1Pp5/8/b7/1K6/8 w - c6 0 1", "b5", "" },
	/* en passant that captures the checking pawn, and one that blocks a check */
	{ "chess", "4k3/8/8/1Pp5/3K4/8/8/8 w - c6 0 1", "b5", "b5c6" },
	{ "chess", "8/8/8/8/1Pp5/k6R/8/4K3 b - b3 0 1", "c4", "c4b3 c4c3" },
	/* pinned men move along the pin */
	{ "chess", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1", "e4", "e4e2 e4e3 e4e5 e4e6 e4e7 e4e8" },
	{ "chess", "4r1k1/8/8/8/4Q3/8/8/4K3 w - - 0 1", "e4", "e4e2 e4e3 e4e5 e4e6 e4e7 e4e8" },
	{ "chess", "4r1k1/8/8/8/4B3/8/8/4K3 w - - 0 1", "e4", "" },
	{ "chess", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4", "" },
	{ "chess", "4r1k1/8/8/5p2/4P3/8/8/4K3 w - - 0 1", "e4", "e4e5" },
	{ "chess", "6k1/8/8/8/7b/6P1/8/4K3 w - - 0 1", "g3", "g3h4" },
	{ "chess", "6k1/8/8/7b/8/5P2/4K3/8 w - - 0 1", "f3", "" },
	{ "chess", "6k1/8/8/8/8/8/r2PK3/8 w - - 0 1", "d2", "" },
	/* answering checks */
	{ "chess", "4k3/8/8/8/4r3/8/3P4/R3K3 w - - 0 1", "a1", "" },
	{ "chess", "4k3/8/8/8/4r3/8/R7/4K3 w - - 0 1", "a2", "a2e2" },
	{ "chess", "4k3/8/8/8/4r3/3P4/8/4K3 w - - 0 1", "d3", "d3e4" },
	{ "chess", "4k3/8/8/8/4r2b/8/R7/4K3 w - - 0 1", "a2", "" },
	{ "chess", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1", "e1d1 e1d2 e1f1 e1f2" },
	/* promotion */
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7",
	  "e7d8b e7d8n e7d8q e7d8r e7e8b e7e8n e7e8q e7e8r" },
	{ "chess", "4k3/8/8/8/8/8/7p/4K1R1 b - - 0 1", "h2",
	  "h2g1b h2g1n h2g1q h2g1r h2h1b h2h1n h2h1q h2h1r" },
	/* pawns on the edge do not wrap around the board */
	{ "chess", "4k3/8/8/8/p7/7P/P7/4K3 w - - 0 1", "a2", "a2a3" },
	{ "chess", "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4", "a4a5" },
	{ "chess", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", "a2", "" },
};

static bool
is_asked(const struct game *g, struct action a, const char *from)
{
	if (strcmp(from, "castle") == 0)
		return a.kind == ACT_CASTLE;
	return a.from == rules_square_parse(g, from, 2);
}

static int
compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void
test_rows(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct game *g = test_game(rows[i].game);
		struct position p = test_position(g, rows[i].text);
		static struct action list[RULES_ACTIONS_MAX];
		size_t n = rules_actions(g, &p, list), found = 0;
		char names[64][RULES_ACTION_TEXT], got[sizeof(names) + 1] = "";

		for (size_t j = 0; j < n; j++)
			if (is_asked(g, list[j], rows[i].from))
				rules_action_print(g, &p, list[j], names[found++]);
		qsort(names, found, sizeof(names[0]), compare);
		for (size_t j = 0; j < found; j++)
			snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s", j ? " " : "",
				 names[j]);
		if (strcmp(got, rows[i].want) == 0)
			continue;
		wrong++;
		print_error("%s, %s: '%s', not '%s'\n", rows[i].text, rows[i].from, got,
			    rows[i].want);
	}
	assert_int_equal(wrong, 0);
}

/* The complete position after an action. */
static const struct {
	const char *game, *before, *actions, *after;
} plays[] = {
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1g1",
	  "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8c8",
	  "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "a1a8",
	  "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "h1h2",
	  "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 6 9" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1e2 e8d8 e2e1",
	  "r2k3r/8/8/8/8/8/8/R3K2R b - - 8 10" },
	{ "chess", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 7 3", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 4" },
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 9 1", "e7d8n",
	  "3N2k1/8/8/8/8/8/8/4K3 b - - 0 1" },
	{ "chess", "3n2k1/4P3/8/8/8/8/8/4K3 w - - 9 1", "e7e8q",
	  "3nQ1k1/8/8/8/8/8/8/4K3 b - - 0 1" },
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1000000000", "e1f1 e8e7",
	  "8/4k3/8/8/8/8/8/5K1R w - - 2 1000000001" },
	{ "chess960", "4k3/8/8/8/8/8/8/5KR1 w G - 3 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 4 1" },
	{ "chess960", "4k3/8/8/8/8/8/8/1RK5 w B - 3 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 4 1" },
	{ "chess960", "4k3/8/8/8/8/8/8/3RK3 w D - 3 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 4 1" },
	{ "chess960", "4k3/8/8/8/8/8/8/R4KR1 w GA - 3 1", "f1a1",
	  "4k3/8/8/8/8/8/8/2KR2R1 b - - 4 1" },
	{ "chess960", "rk5r/8/8/8/8/8/8/RK5R b HAha - 3 1", "b8h8 b1a1",
	  "r4rk1/8/8/8/8/8/8/2KR3R b - - 5 2" },
	{ "null", "5k5/11/11/11/11/11/11/11/5K5 w - - 0 1", "f1g2 f9e8",
	  "11/4k6/11/11/11/11/11/6K4/11 w - - 2 2" },
};

static void
test_plays(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(plays); i++) {
		const struct game *g = test_game(plays[i].game);
		struct position p = test_position(g, plays[i].before);
		char text[RULES_POSITION_TEXT];

		test_play(g, &p, NULL, plays[i].actions);
		rules_print(g, &p, text);
		assert_string_equal(text, plays[i].after);
	}
}

/* Text that is not an action's name is refused, however similar. */
static void
test_bad_names(void **state)
{
	static const char *const names[] = {
		"",      "e2",   "e2e5", "e2e4q",    "E2E4", "e2e4 ", " e2e4", "e2-e4", "Ke2",
		"e1e2",  "e1g1", "e1h1", "O-O",      "e4",   "pass",  "end",   "--",    "e2e",
		"e2e4e", "i2i4", "e0e2", "roll:1,1", "0000", "e2e2",  "e7e5",
	};
	const struct game *g = test_game("chess");
	struct position p = test_position(g, g->start_text);
	struct action a;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (rules_action_parse(g, &p, names[i], &a) == 0)
			fail_msg("'%s' was taken for an action", names[i]);
	p = test_position(g, "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
	assert_int_equal(rules_action_parse(g, &p, "e7e8", &a), -1);
	assert_int_equal(rules_action_parse(g, &p, "e7e8Q", &a), -1);
	assert_int_equal(rules_action_parse(g, &p, "e7e8k", &a), -1);
	assert_int_equal(rules_action_parse(g, &p, "e7e8p", &a), -1);
	p = test_position(test_game("chess960"), "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1");
	assert_int_equal(rules_action_parse(test_game("chess960"), &p, "e1g1", &a), -1);
	assert_int_equal(rules_action_parse(g, &p, "e1h1", &a), -1);
}

static void
test_squares(void **state)
{
	const struct game *wide = test_game("null"), *g = test_game("chess");
	char name[4];

	(void)state;
	for (unsigned sq = 0; sq < rules_squares(wide); sq++) {
		rules_square_print(wide, sq, name);
		assert_int_equal(rules_square_parse(wide, name, strlen(name)), sq);
	}
	assert_int_equal(rules_square_parse(wide, "k9", 2), 98);
	assert_int_equal(rules_square_parse(wide, "l1", 2), RULES_NO_SQ);
	assert_int_equal(rules_square_parse(g, "h8", 2), 63);
	assert_int_equal(rules_square_parse(g, "i1", 2), RULES_NO_SQ);
	assert_int_equal(rules_square_parse(g, "h9", 2), RULES_NO_SQ);
	assert_int_equal(rules_square_parse(g, "h0", 2), RULES_NO_SQ);
	assert_int_equal(rules_square_parse(g, "h", 1), RULES_NO_SQ);
	assert_int_equal(rules_square_parse(g, "", 0), RULES_NO_SQ);
	assert_int_equal(rules_square_parse(g, "h88", 3), RULES_NO_SQ);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_plays),
		cmocka_unit_test(test_bad_names),
		cmocka_unit_test(test_squares),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
