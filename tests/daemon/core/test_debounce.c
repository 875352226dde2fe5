/* Every numbered case of daemon/core/debounce.h, on both sides of each limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/debounce.h"

enum { SQUARES = 64, EMPTY_US = 5000, OCCUPIED_US = 15000 };

/*
 * A script has items "TIME:SQ=READING" (raw, microseconds), with READING `.`
 * empty, `x` occupied, `w` `b` with a pole, a digit for a level. Squares 0 and
 * 1 begin occupied, 2 begins white, the others empty. "TIME" alone advances the
 * clock. Believed edges are printed "T(RAW):SQ=READING" as soon as they are
 * due; after the script no more are taken.
 */
static const struct {
	const char *name;
	unsigned empty_us, occupied_us;
	const char *script, *want;
} rows[] = {
	{ "1 empty, a microsecond early", EMPTY_US, OCCUPIED_US, "100:0=. 5099", "" },
	{ "1 empty, in time", EMPTY_US, OCCUPIED_US, "100:0=. 5100", "5100(100):0=." },
	{ "1 empty, seen late", EMPTY_US, OCCUPIED_US, "100:0=. 99999", "5100(100):0=." },
	{ "2 occupied, a microsecond early", EMPTY_US, OCCUPIED_US, "100:5=x 15099", "" },
	{ "2 occupied, in time", EMPTY_US, OCCUPIED_US, "100:5=x 15100", "15100(100):5=x" },
	{ "3 a lift that bounced back", EMPTY_US, OCCUPIED_US, "100:0=. 5099:0=x 99999", "" },
	{ "3 a drop that bounced back", EMPTY_US, OCCUPIED_US, "100:5=x 15099:5=. 99999", "" },
	{ "4 chatter restarts the window, early", EMPTY_US, OCCUPIED_US,
	  "0:0=. 4000:0=x 5000:0=. 9999", "" },
	{ "4 chatter restarts the window, in time", EMPTY_US, OCCUPIED_US,
	  "0:0=. 4000:0=x 5000:0=. 10000", "10000(5000):0=." },
	{ "4 chatter longer than the window", EMPTY_US, OCCUPIED_US,
	  "0:5=x 9000:5=. 10000:5=x 19000:5=. 20000:5=x 34999", "" },
	{ "4 chatter longer than the window, over", EMPTY_US, OCCUPIED_US,
	  "0:5=x 9000:5=. 10000:5=x 19000:5=. 20000:5=x 35000", "35000(20000):5=x" },
	{ "4 a level still rising, early", EMPTY_US, OCCUPIED_US, "0:5=1 10000:5=2 24999", "" },
	{ "4 a level still rising, in time", EMPTY_US, OCCUPIED_US, "0:5=1 10000:5=2 25000",
	  "25000(10000):5=2" },
	{ "5 repeated readings do not restart", EMPTY_US, OCCUPIED_US,
	  "0:0=. 1000:0=. 4999:0=. 5000", "5000(0):0=." },
	{ "6 what is believed, read again", EMPTY_US, OCCUPIED_US, "0:0=x 1:5=. 99999", "" },
	{ "7 a pole turns, early", EMPTY_US, OCCUPIED_US, "0:2=b 14999", "" },
	{ "7 a pole turns, in time", EMPTY_US, OCCUPIED_US, "0:2=b 15000", "15000(0):2=b" },
	{ "7 a level is told", EMPTY_US, OCCUPIED_US, "0:0=2 15000", "15000(0):0=2" },
	{ "8 a swap, its gap never believed", EMPTY_US, OCCUPIED_US, "0:2=. 4999:2=b 20000",
	  "19999(4999):2=b" },
	{ "8 a swap, its gap just believed", EMPTY_US, OCCUPIED_US, "0:2=. 5000:2=b 20000",
	  "5000(0):2=. 20000(5000):2=b" },
	{ "9 the same swap without poles", EMPTY_US, OCCUPIED_US, "0:0=. 4999:0=x 20000", "" },
	{ "9 … its gap just believed", EMPTY_US, OCCUPIED_US, "0:0=. 5000:0=x 20000",
	  "5000(0):0=. 20000(5000):0=x" },
	{ "10 no window for empty", 0, OCCUPIED_US, "100:0=. 100:0=x 15100",
	  "100(100):0=. 15100(100):0=x" },
	{ "10 no windows", 0, 0, "7:0=. 7:1=. 7:0=x 8:5=x",
	  "7(7):0=. 7(7):1=. 7(7):0=x 8(8):5=x" },
	{ "11 a change at the very end", EMPTY_US, OCCUPIED_US, "0:5=x 15000:5=. 20000",
	  "15000(0):5=x 20000(15000):5=." },
	{ "11 a microsecond before", EMPTY_US, OCCUPIED_US, "0:5=x 14999:5=. 20000", "" },
	{ "12 a lift overtakes an earlier drop", EMPTY_US, OCCUPIED_US, "0:5=x 2000:0=. 99999",
	  "7000(2000):0=. 15000(0):5=x" },
	{ "12 one time: by raw time", EMPTY_US, OCCUPIED_US, "0:9=x 10000:0=. 99999",
	  "15000(0):9=x 15000(10000):0=." },
	{ "12 one time, one raw time: by square", EMPTY_US, EMPTY_US, "3:9=x 3:0=. 3:5=x 99999",
	  "5003(3):0=. 5003(3):5=x 5003(3):9=x" },
	{ "13 never at rest", EMPTY_US, OCCUPIED_US,
	  "0:5=1 9000:5=2 18000:5=1 27000:5=2 36000:5=1 45000:5=2", "" },
};

static const struct reading occupied = { .occupied = 1 };
static const struct reading white = { .occupied = 1, .pole = POLE_WHITE };
static const struct reading black = { .occupied = 1, .pole = POLE_BLACK };

static struct reading
reading_of(char c)
{
	struct reading level = { .occupied = 1 };

	switch (c) {
	case '.':
		return (struct reading){ 0 };
	case 'x':
		return occupied;
	case 'w':
		return white;
	case 'b':
		return black;
	default:
		level.level_min = level.level_max = (uint8_t)(c - '0');
		return level;
	}
}

static char
reading_letter(struct reading r)
{
	if (!r.occupied)
		return '.';
	if (r.pole != POLE_UNKNOWN)
		return r.pole == POLE_WHITE ? 'w' : 'b';
	return r.level_max ? (char)('0' + r.level_max) : 'x';
}

/* Serves every deadline up to t_us as the session does, and prints the believed edges. */
static void
take_all(struct debounce *d, uint64_t t_us, char *out, size_t size)
{
	struct debounced e;
	uint64_t promised;

	for (;;) {
		size_t len = strlen(out);

		promised = debounce_next(d);
		if (!debounce_take(d, t_us, &e))
			break;
		assert_int_equal(e.t_us, promised);
		assert_true(reading_equal(debounce_believed(d, e.sq), e.reading));
		assert_false(reading_equal(e.before, e.reading));
		(void)snprintf(out + len, size - len, "%s%u(%u):%u=%c", len ? " " : "",
			       (unsigned)e.t_us, (unsigned)e.raw_us, e.sq,
			       reading_letter(e.reading));
	}
	assert_true(promised > t_us);
}

static void
start(struct debounce *d, unsigned empty_us, unsigned occupied_us)
{
	struct reading board[SQUARES] = { [0] = occupied, [1] = occupied, [2] = white };

	debounce_init(d, empty_us, occupied_us, board, SQUARES);
}

static void
run(struct debounce *d, const char *script, char *out, size_t size)
{
	while (*script) {
		char *end;
		unsigned long t_us = strtoul(script, &end, 10);

		take_all(d, t_us, out, size);
		if (*end == ':') {
			unsigned long sq = strtoul(end + 1, &end, 10);

			assert_int_equal(*end, '=');
			debounce_edge(d, (unsigned)sq, reading_of(end[1]), t_us);
			take_all(d, t_us, out, size);
			end += 2;
		}
		script = end + strspn(end, " ");
	}
}

static void
test_cases(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct debounce d;
		char got[256] = "";

		start(&d, rows[i].empty_us, rows[i].occupied_us);
		run(&d, rows[i].script, got, sizeof(got));
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("%s: got \"%s\", want \"%s\"", rows[i].name, got, rows[i].want);
	}
}

static void
test_bounces_are_counted(void **state)
{
	struct debounce d;
	char got[256] = "";

	(void)state;
	start(&d, EMPTY_US, OCCUPIED_US);
	run(&d, "0:0=. 1:0=x 2:0=. 3:0=x 4:5=x 5:5=. 6:1=. 99999", got, sizeof(got));
	assert_string_equal(got, "5006(6):1=.");
}

/* Reads the whole board: believed at once; pending changes are discarded. */
static void
test_board_anew(void **state)
{
	struct reading board[SQUARES] = { [5] = black };
	struct debounce d;
	char got[256] = "";

	(void)state;
	start(&d, EMPTY_US, OCCUPIED_US);
	run(&d, "0:0=. 1:0=x 2:0=.", got, sizeof(got));
	debounce_board(&d, board);
	run(&d, "3:0=x 99999", got, sizeof(got));
	assert_string_equal(got, "15003(3):0=x");
	assert_true(reading_equal(debounce_believed(&d, 5), black));
}

/* The debouncer against its definition, on random edges. */
static uint32_t seed = 1;

static uint32_t
chance(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static void
test_against_the_definition(void **state)
{
	enum { STEPS = 20000, FEW = 4 };
	struct reading raw[FEW] = { 0 }, believed[FEW] = { 0 };
	uint64_t since[FEW] = { 0 };
	struct debounce d;

	(void)state;
	debounce_init(&d, 5, 15, NULL, FEW);
	for (uint64_t t = 1; t <= STEPS; t++) {
		unsigned sq = chance(FEW);
		struct debounced e;

		while (debounce_take(&d, t, &e))
			;
		for (unsigned i = 0; i < FEW; i++)
			if (t - since[i] >= (raw[i].occupied ? 15u : 5u))
				believed[i] = raw[i];
		for (unsigned i = 0; i < FEW; i++)
			assert_true(reading_equal(debounce_believed(&d, i), believed[i]));
		if (chance(4) == 0) {
			struct reading r = reading_of(".xwb"[chance(4)]);

			since[sq] = reading_equal(r, raw[sq]) ? since[sq] : t;
			raw[sq] = r;
			debounce_edge(&d, sq, r, t);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_bounces_are_counted),
		cmocka_unit_test(test_board_anew),
		cmocka_unit_test(test_against_the_definition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
