/* Positions as text: parsing, printing, and refusals with their place. */
#include "tests/rules/rules_test.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* want == NULL: printed as read. */
static const struct {
	const char *game, *text, *want;
} good[] = {
	{ "chess", START, NULL },
	{ "chess", "8/8/8/3k4/8/3K4/8/8 b - - 149 65535", NULL },
	{ "chess", "8/8/8/3k4/8/3K4/8/8 b - - 1000000000 1000000000", NULL },
	/* the en passant field, usable by shape */
	{ "chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2", NULL },
	{ "chess", "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3", NULL },
	/* … by shape, even if the capture would expose the king */
	{ "chess", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", NULL },
	{ "chess", "4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", NULL },
	/* … corrected if no enemy pawn can capture */
	{ "chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" },
	{ "chess", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", "4k3/8/8/8/P6p/8/8/4K3 b - - 0 1" },
	{ "chess", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "4k3/8/8/p6P/8/8/8/4K3 w - - 0 1" },
	/* more men than a set has */
	{ "chess", "qqqqkqqq/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/QQQQKQQQ w - - 0 1", NULL },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", NULL },
	/* Shredder-FEN in any order, X-FEN, both at once */
	{ "chess960", START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1" },
	{ "chess960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w fhFH - 0 1",
	  "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1" },
	{ "chess960", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b qkQK - 3 9",
	  "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 3 9" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2KRR1 w GA - 0 1" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w FB - 0 1", NULL },
	{ "chess960", "r3k3/8/8/8/8/8/8/RR2KRR1 w qKB - 0 1",
	  "r3k3/8/8/8/8/8/8/RR2KRR1 w GBa - 0 1" },
	{ "chess960", "1k6/8/8/8/8/8/8/RK5R w HA - 0 1", NULL },
	{ "null", "5k5/11/11/11/11/11/11/k10/5K4K b - - 7 3", NULL },
};

static const struct {
	const char *game, *text;
	size_t at;
	const char *why; /* a part of the error */
} bad[] = {
	{ "chess", "", 0, "too few squares" },
	{ "chess", "8", 1, "too few ranks" },
	{ "chess", "8/8/8/8/8/8/8/8/8 w - - 0 1", 15, "too many ranks" },
	{ "chess", "4k3/8/8/8/8/8/8/4K2 w - - 0 1", 19, "too few squares" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3P w - - 0 1", 19, "too many squares" },
	{ "chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", 18, "run of empty squares" },
	{ "chess", "4k3/8/8/8/8/8/8/4K21 w - - 0 1", 18, "run of empty squares" },
	{ "chess", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", 4, "run of empty squares" },
	{ "chess", "4k3/08/8/8/8/8/8/4K3 w - - 0 1", 4, "run of empty squares" },
	{ "chess", "4k03/8/8/8/8/8/8/4K3 w - - 0 1", 2, "run of empty squares" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1", 19, "too many ranks" },
	{ "chess", "/4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "too few squares" },
	{ "chess", "4k3/8/8/3M4/8/8/8/4K3 w - - 0 1", 9, "board: not a piece: 'M'" },
	{ "chess", "4k3/8/8/3P*4/8/8/8/4K3 w - - 0 1", 10, "board: not a piece: '*'" },
	{ "chess", "4k3/8/8/3-4/8/8/8/4K3 w - - 0 1", 9, "'-'" },
	{ "chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", 0, "Black's king is missing" },
	{ "chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", 0, "White's king is missing" },
	{ "chess", "4k2k/8/8/8/8/8/8/4K3 w - - 0 1", 0, "more than one king" },
	{ "chess", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "end rank" },
	{ "chess", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", 0, "end rank" },
	{ "chess", "4k3/8/8/8/8/8/8/4K2p w - - 0 1", 0, "end rank" },
	{ "chess", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", 0, "Black is in check" },
	{ "chess", "4k3/8/8/8/7b/8/8/4K3 b - - 0 1", 0, "White is in check" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3", 19, "colour to act is missing" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", 20, "'x'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w", 21, "castling field is missing" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", 22, "no king and rook" },
	{ "chess", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", 23, "no king and rook" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", 27, "in this order" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", 27, "in this order" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", 26, "in this order" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", 27, "in this order" },
	{ "chess", "r3k2r/8/8/8/8/8/8/R3K2R w  - 0 1", 26, "castling field" },
	{ "chess", "q3k2r/8/8/8/8/8/8/R3K2R w q - 0 1", 26, "no king and rook" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w -", 23, "en passant field is missing" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", 24, "'e9'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", 24, "no double-stepped pawn" },
	{ "chess", "4k3/8/4p3/3Pp3/8/8/8/4K3 w - e6 0 1", 29, "not empty" },
	{ "chess", "4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", 29, "first square" },
	{ "chess", "4k3/8/8/3Pp3/8/8/8/4K3 w - e5 0 1", 27, "'e5'" },
	{ "chess", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", 27, "'e3'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - -", 25, "half-move clock is missing" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0", 27, "full-turn number is missing" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", 26, "'-1'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 00 1", 26, "'00'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 1000000001 1", 26, "'1000000001'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", 28, "'0'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 01", 28, "'01'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967297", 28, "'4294967297'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", 30, "unexpected text after" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 stage=roll", 30, "'stage=roll'" },
	{ "chess", "4k3/8/8/8/8/8/8/4K3  w - - 0 1", 20, "colour to act" },
	{ "chess", " 4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "too few squares" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w GF - 0 1", 27, "twice" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w GG - 0 1", 27, "twice" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w H - 0 1", 26, "no king and rook" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w k - 0 1", 26, "no king and rook" },
	{ "chess960", "4k3/8/8/8/8/8/4K3/R6R w HA - 0 1", 24, "no king and rook" },
	{ "chess960", "4k3/8/8/8/8/8/8/K6R w H - 0 1", 22, "no king and rook" },
	{ "chess960", "4k3/8/8/8/8/8/8/RR2KRR1 w I - 0 1", 26, "'I'" },
	{ "null", "5k5/11/11/11/11/11/11/11/5K5 w K - 0 1", 31, "castling" },
	{ "null", "5k5/12/11/11/11/11/11/11/5K5 w - - 0 1", 4, "run" },
};

static void
test_good(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(good); i++) {
		const struct game *g = test_game(good[i].game);
		struct position p = test_position(g, good[i].text), again;
		char text[RULES_POSITION_TEXT];

		rules_print(g, &p, text);
		assert_string_equal(text, good[i].want ? good[i].want : good[i].text);
		again = test_position(g, text);
		assert_memory_equal(&again, &p, sizeof(p));
		rules_view_print(g, &p, SEAT_TABLE, text); /* nothing is hidden */
		assert_string_equal(text, good[i].want ? good[i].want : good[i].text);
	}
}

static void
test_bad(void **state)
{
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		const struct game *g = test_game(bad[i].game);
		struct rules_error err = { 0 };
		struct position p, before;

		memset(&p, 0x5a, sizeof(p));
		before = p;
		if (rules_parse(g, bad[i].text, &p, &err) == 0)
			fail_msg("'%s' was read", bad[i].text);
		assert_memory_equal(&p, &before, sizeof(p));
		if (strstr(err.why, bad[i].why) && err.at == bad[i].at)
			continue;
		wrong++;
		print_error("'%s': '%s' at %zu, not '%s' at %zu\n", bad[i].text, err.why, err.at,
			    bad[i].why, bad[i].at);
	}
	assert_int_equal(wrong, 0);
}

/* The field after an action: set only if an enemy pawn can capture. */
static const struct {
	const char *text, *action, *field;
} steps[] = {
	{ START, "e2e4", " - " },
	{ "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", " e3 " },
	{ "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e3", " - " },
	{ "4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "e2e4", " - " },
	{ "4k3/8/8/8/3P4/8/4P3/4K3 w - - 0 1", "e2e4", " - " },
	{ "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1", "a7a5", " a6 " },
	{ "4k3/7p/8/P5P1/8/8/8/4K3 b - - 0 1", "h7h5", " h6 " },
	{ "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", " - " },
	{ "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", " e3 " },
	{ "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e8e7", " - " },
	{ "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", " - " },
};

static void
test_steps(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		const struct game *g = test_game("chess");
		struct position p = test_position(g, steps[i].text);
		char text[RULES_POSITION_TEXT];

		test_play(g, &p, NULL, steps[i].action);
		rules_print(g, &p, text);
		/* board, seat, then castling "-" or rights, then the field */
		if (!strstr(strchr(strchr(text, ' ') + 1, ' ') + 1, steps[i].field))
			fail_msg("%s %s: %s", steps[i].text, steps[i].action, text);
	}
}

static const struct {
	const char *options, *want; /* want: the white array, or NULL with why */
	const char *why;
} starts[] = {
	{ "", "BBQNNRKR", NULL },
	{ "index=0", "BBQNNRKR", NULL },
	{ "index=518", "RNBQKBNR", NULL },
	{ "index=959", "RKRNNQBB", NULL },
	{ "index=0518", "RNBQKBNR", NULL },
	{ "seed=0", "BBQNNRKR", NULL },
	{ "seed=960", "BBQNNRKR", NULL },
	{ "seed=1478", "RNBQKBNR", NULL },
	/* 2^64 - 1 = 960 q + 255 */
	{ "seed=18446744073709551615", "=255", NULL },
	{ "cards=A,6,8,10,Q,10,8,10", "BNRQKBNR", NULL },
	{ "cards=6,A,8,10,Q,10,8,10", "BNRQKBNR", NULL },
	{ "cards=3,6,10,8,Q,10,8,10", "RNBQKBNR", NULL },
	{ "cards=3,6,10,8,Q,10,8", NULL, "some are missing" },
	{ "cards=3,6,10,8,Q,10,8,10,10", NULL, "there are more" },
	{ "cards=3,6,10,8,Q,10,8,8", NULL, "'8'" },
	{ "cards=3,6,10,8,Q,Q,8,10", NULL, "'Q'" },
	{ "cards=3,6,10,10,10,10,8,8", NULL, "'10'" },
	{ "cards=3,5,10,8,Q,10,8,10", NULL, "one colour" },
	{ "cards=2,8,10,8,Q,10,8,10", NULL, "one colour" },
	{ "cards=3,3,10,8,Q,10,8,10", NULL, "one colour" },
	{ "cards=1,6,10,8,Q,10,8,10", NULL, "'1'" },
	{ "cards=9,6,10,8,Q,10,8,10", NULL, "'9'" },
	{ "cards=a,6,10,8,Q,10,8,10", NULL, "'a'" },
	{ "cards=", NULL, "A or 2 to 8" },
	{ "cards=A", NULL, "missing" },
	{ "index=960", NULL, "'960'" },
	{ "index=-1", NULL, "'-1'" },
	{ "index=", NULL, "''" },
	{ "index", NULL, "KEY=VALUE" },
	{ "index=1 index=1", NULL, "twice" },
	{ "index=1 seed=1", NULL, "at most one" },
	{ "index=1 cards=A,6,8,10,Q,10,8,10", NULL, "at most one" },
	{ "seed=18446744073709551616", NULL, "'18446744073709551616'" },
	{ "seed=0x1", NULL, "'0x1'" },
	{ "seed=1 seed=1", NULL, "twice" },
	{ "color=1", NULL, "'color'" },
	{ "=1", NULL, "''" },
	{ " index=1", NULL, "KEY=VALUE" },
	{ "index=1 ", NULL, "KEY=VALUE" },
};

static void
check_start(const struct game *g, size_t i, const struct position *p)
{
	char text[RULES_POSITION_TEXT], *array;
	char other[RULES_POSITION_TEXT];
	struct rules_error err;
	struct position q;

	rules_print(g, p, text);
	array = strstr(text, "PPPPPPPP/") + 9;
	if (starts[i].want[0] == '=') {
		snprintf(other, sizeof(other), "index=%s", starts[i].want + 1);
		assert_int_equal(rules_start(g, other, &q, &err), 0);
		assert_memory_equal(&q, p, sizeof(q));
		return;
	}
	assert_int_equal(strncmp(array, starts[i].want, 8), 0);
	for (int f = 0; f < 8; f++)
		assert_int_equal(text[f], array[f] - 'A' + 'a');
}

static void
test_starts(void **state)
{
	const struct game *g = test_game("chess960");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
		struct rules_error err = { 0 };
		struct position p;
		int r = rules_start(g, starts[i].options, &p, &err);

		if ((r == 0) != (starts[i].want != NULL))
			fail_msg("'%s': %d %s", starts[i].options, r, err.why);
		if (r == 0)
			check_start(g, i, &p);
		else if (!strstr(err.why, starts[i].why))
			fail_msg("'%s': %s", starts[i].options, err.why);
	}
}

/* All 960 arrays are distinct, mirrored, and satisfy Fischer's three rules. */
static void
test_arrays(void **state)
{
	static char seen[960][9];
	const struct game *g = test_game("chess960");

	(void)state;
	for (unsigned i = 0; i < 960; i++) {
		char options[16], text[RULES_POSITION_TEXT];
		struct rules_error err;
		struct position p;
		const char *a, *k, *b, *r;

		snprintf(options, sizeof(options), "index=%u", i);
		assert_int_equal(rules_start(g, options, &p, &err), 0);
		rules_print(g, &p, text);
		snprintf(seen[i], sizeof(seen[i]), "%.8s", text);
		a = seen[i];
		k = strchr(a, 'k');
		b = strchr(a, 'b');
		r = strchr(a, 'r');
		assert_true(r < k && strchr(r + 1, 'r') > k);
		assert_int_equal((strchr(b + 1, 'b') - b) % 2, 1);
		assert_true(strchr(strchr(a, 'n') + 1, 'n') && strchr(a, 'q'));
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(seen[i], seen[j]);
	}
}

static void
test_chess_start(void **state)
{
	const struct game *g = test_game("chess");
	struct rules_error err;
	struct position p, q = test_position(g, START);

	(void)state;
	assert_int_equal(rules_start(g, "", &p, &err), 0);
	assert_memory_equal(&p, &q, sizeof(p));
	assert_int_equal(rules_start(g, "seed=7", &p, &err), 0);
	assert_memory_equal(&p, &q, sizeof(p));
	assert_int_equal(rules_start(g, "index=518", &p, &err), -1);
	assert_non_null(strstr(err.why, "'index'"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),   cmocka_unit_test(test_bad),
		cmocka_unit_test(test_steps),  cmocka_unit_test(test_starts),
		cmocka_unit_test(test_arrays), cmocka_unit_test(test_chess_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
