/*
 * Results of calibration: one square varies, its neighbours are constant. A row
 * gives that square's readings on the empty board and then, one argument for
 * some rounds each, under pieces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "daemon/bus/calibrate.h"
#include "daemon/bus/chipset.h"

enum { SQ = 27, ROUNDS = CALIBRATE_STILL };

static struct board board;
static struct calibrate c;

static bool
take(int code)
{
	struct calibrate_reading r[BOARD_SQUARES_MAX] = { 0 };

	for (unsigned sq = 0; sq < 64; sq++)
		r[sq] = (struct calibrate_reading){ .known = true, .code = 128 };
	r[SQ].known = code >= 0;
	r[SQ].code = (uint8_t)code;
	return calibrate_round(&c, r);
}

/* Parses "168x15 130": codes, each repeated as often as the number after its x. */
static void
feed(const char *codes)
{
	int code, n, at;

	while (sscanf(codes, "%d%n", &code, &at) == 1) {
		codes += at;
		n = 1;
		if (*codes == 'x' && sscanf(codes, "x%d%n", &n, &at) == 1)
			codes += at;
		for (int i = 0; i < n; i++)
			(void)take(code);
	}
}

static void
test_pieces(void **state)
{
	static const struct {
		const char *empty, *codes;
		int found, zero, span;
	} rows[] = {
		{ "128x32", "168x15", CALIBRATE_SPAN, 128, 40 },
		{ "128x32", "168x14", CALIBRATE_NOTHING, 128, 0 },
		{ "128x32", "88x15", CALIBRATE_SPAN, 128, -40 },
		/* a hand above the board, a jump in the middle */
		{ "128x32", "140x3 150x3 168x15", CALIBRATE_SPAN, 128, 40 },
		{ "128x32", "168x14 128 168x14", CALIBRATE_NOTHING, 128, 0 },
		{ "128x32", "168x14 171 171x14", CALIBRATE_SPAN, 128, 43 },
		/* converter noise: the mean, rounded */
		{ "127x16 129x16", "167x7 168x8", CALIBRATE_SPAN, 128, 40 },
		/* a sensor that jumps on the empty board does not move zero */
		{ "128x14 250x2 128x14 6x2", "168x15", CALIBRATE_SPAN, 128, 40 },
		/* level 1 begins at a quarter: 16 codes are the least */
		{ "128x32", "143x15", CALIBRATE_WEAK, 128, 0 },
		{ "128x32", "144x15", CALIBRATE_SPAN, 128, 16 },
		{ "128x32", "133x99", CALIBRATE_NOTHING, 128, 0 },
		/* as much room below zero as above it */
		{ "150x32", "255x15", CALIBRATE_SPAN, 150, 105 },
		{ "150x32", "30x15", CALIBRATE_STRONG, 150, 0 },
		{ "128x32", "0x15", CALIBRATE_STRONG, 128, 0 },
		/* another piece is measured once the first has left for good */
		{ "128x32", "168x15 88x15", CALIBRATE_SPAN, 128, 40 },
		{ "128x32", "168x15 128x4 88x15", CALIBRATE_SPAN, 128, 40 },
		{ "128x32", "168x15 128x5 88x15", CALIBRATE_SPAN, 128, -40 },
		{ "128x32", "133x15 143x15 128x5 160x15", CALIBRATE_SPAN, 128, 32 },
		/* a square that was never read */
		{ "128x32", "168x7 -1x9 168x7", CALIBRATE_NOTHING, 128, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct calibrate_square *s = &c.at[SQ];

		calibrate_begin(&c, &board);
		calibrate_zero(&c);
		feed(rows[i].empty);
		assert_int_equal(c.phase, CALIBRATE_PIECES);
		feed(rows[i].codes);
		if (s->found != rows[i].found || s->zero != rows[i].zero || s->span != rows[i].span)
			fail_msg("%s: found %d zero %d span %d", rows[i].codes, s->found, s->zero,
				 s->span);
		assert_int_equal(calibrate_left(&c), s->found == CALIBRATE_SPAN ? 63 : 64);
	}
}

/* The first odd result restarts the rounds; a second one is accepted. */
static void
test_odd(void **state)
{
	static const char *const rows[] = { "168x32", "128x9 135x23", "2x32", "253x32", "60x32" };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		calibrate_begin(&c, &board);
		calibrate_zero(&c);
		feed(rows[i]);
		if (c.phase != CALIBRATE_EMPTY || !c.at[SQ].odd || c.at[SQ + 1].odd)
			fail_msg("%s is not odd", rows[i]);
		calibrate_zero(&c);
		feed(rows[i]);
		assert_int_equal(c.phase, CALIBRATE_PIECES);
		calibrate_begin(&c, &board);
		calibrate_zero(&c);
		feed(rows[i]);
		calibrate_zero(&c);
		feed("130x32");
		assert_int_equal(c.phase, CALIBRATE_PIECES);
		assert_false(c.at[SQ].odd);
	}
}

/*
 * Calibrates an empty board, then one with a piece on every square but the
 * first `n`, which always give `code`.
 */
static void
all_but(unsigned n, uint8_t code, bool known)
{
	calibrate_begin(&c, &board);
	for (unsigned i = 0; i < 3 * CALIBRATE_ROUNDS; i++) {
		struct calibrate_reading r[BOARD_SQUARES_MAX] = { 0 };

		if (c.phase == CALIBRATE_EMPTY)
			calibrate_zero(&c);
		for (unsigned sq = 0; sq < 64; sq++) {
			bool piece = c.phase == CALIBRATE_PIECES;

			r[sq].known = sq >= n || known;
			r[sq].code = sq < n ? code : piece ? 168 : 128;
		}
		(void)calibrate_round(&c, r);
	}
	assert_int_equal(c.phase, CALIBRATE_PIECES);
}

/* A square that never reacts while nearly all others do becomes blind. */
static void
test_blind(void **state)
{
	static const struct {
		unsigned silent;
		uint8_t code;
		bool known;  /* its chip is read */
		bool before; /* the last square was blind already */
		unsigned blind;
	} rows[] = {
		{ 0, 128, true, false, 0 },
		{ 1, 128, true, false, 1 },
		{ 8, 128, true, false, 8 },
		{ 9, 128, true, false, 0 }, /* no pieces were set up */
		{ 64, 128, true, false, 0 },
		{ 64, 128, true, true, 1 }, /* a known square stays known */
		{ 8, 128, true, true, 8 },  /* until the square reacts */
		{ 1, 80, true, false, 1 },  /* odd on the empty board, and always after */
		{ 1, 0, true, false, 0 },   /* a loose wire is detected without calibration */
		{ 1, 255, true, false, 0 },
		{ 1, 128, false, false, 0 }, /* so is a silent chip */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct board found;
		unsigned n = 0;

		board.blind[63] = rows[i].before;
		all_but(rows[i].silent, rows[i].code, rows[i].known);
		found = board;
		calibrate_apply(&c, &found);
		for (unsigned sq = 0; sq < 64; sq++)
			n += found.blind[sq];
		if (n != rows[i].blind)
			fail_msg("row %zu: %u squares blind, want %u", i, n, rows[i].blind);
		board.blind[63] = false;
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_odd),
		cmocka_unit_test(test_blind),
	};
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	struct board_error err;

	if (argc < 2 || board_load(argv[1], limits, chipset_limits(limits), &board, &err) < 0)
		return 2;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
