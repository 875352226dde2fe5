/*
 * Clocks as small programs, one case a row: the time control, the events and
 * their seconds, and the resulting state.
 *
 *   w10    the seat w presses at 10 s, the next seat has the move
 *   <w20   a press of w is taken back at 20 s
 *   !      the last press is cancelled
 *   z30    pause, r40 resume, s50 the game is over, f60 the time is 60 s
 *   k70    printed at 70 s and parsed again
 *
 * Seats are w b, with four wk bk wq bq as 0 1 2 3. Expected: seconds left by
 * seat at the time after @, a * if the flag has fallen, > before the running
 * seat.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/clock.h"

#define S 1000000ull

static const struct {
	const char *name, *spec;
	unsigned seats;
	const char *script, *want;
} rows[] = {
	{ "none", "none", 2, "w10 b20", "0 0 @30" },
	{ "nobody has moved", "sudden:300", 2, "f50", "300 300 @50" },
	{ "the first move is free and starts", "sudden:300", 2, "w10", "300 >290 @20" },
	{ "each uses its own", "sudden:300", 2, "w10 b25 w40", "285 >275 @50" },
	{ "unequal", "sudden:300,60", 2, "w10 b25 w40", "285 >35 @50" },
	{ "a press before the last one counts from there", "sudden:300", 2, "w10 b25 w20",
	  "300 >280 @30" },

	{ "fischer gives after each move", "fischer:300+3", 2, "w10 b25 w40", "291 >278 @50" },
	{ "fischer, unequal", "fischer:300+3,60+10", 2, "w10 b25 w40", "291 >45 @50" },
	{ "bronstein gives back what was used", "bronstein:300+5", 2, "w10 b13 w16",
	  "300 >300 @16" },
	{ "bronstein gives back no more than that", "bronstein:300+5", 2, "w10 b30 w31",
	  "300 >285 @31" },
	{ "bronstein, a pause within the move", "bronstein:300+5", 2, "w10 z12 r100 b104",
	  ">300 299 @104" },

	{ "hourglass: one loses what the other gains", "hourglass:60", 2, "w10 b30", ">70 50 @40" },
	{ "hourglass runs out, the sand is over there", "hourglass:60", 2, "w10 f100",
	  "120 >0* @200" },
	{ "hourglass for four: the next one gains", "hourglass:60", 4, "w10 b15",
	  "60 55 >60 65 @20" },

	{ "moves: nothing before the last of the period", "moves:2/100:50", 2, "w0 b10",
	  ">90 90 @20" },
	{ "moves: the next period's time on top", "moves:2/100:50", 2, "w0 b10 w20 b30 w40",
	  "130 >130 @40" },
	{ "moves with a bonus", "moves:1/100+5:50+2", 2, "w0 b10 w20 b30", ">147 137 @30" },
	{ "moves: the last period comes again", "moves:1/100", 2, "w0 b10 w20", "290 >190 @20" },

	{ "the flag falls when nothing is left", "sudden:20", 2, "w10 f29.999",
	  "20 >0.001 @29.999" },
	{ "… and at that moment", "sudden:20", 2, "w10 f30", "20 >0* @30" },
	{ "a fallen flag stays, and is given nothing", "fischer:20+5", 2, "w10 f30 b40 w45 b50",
	  ">25 0* @50" },
	{ "a press that comes too late", "fischer:20+5", 2, "w10 b31", ">25 0* @31" },
	{ "both flags", "sudden:20", 2, "w10 f40 b40 f70", ">0* 0* @70" },

	{ "pause", "sudden:300", 2, "w10 z20 r120", "300 >280 @130" },
	{ "paused", "sudden:300", 2, "w10 z20", "300 290 @500" },
	{ "a move ends a pause", "sudden:300", 2, "w10 z20 b500", ">290 290 @510" },
	{ "a pause before anybody moved is none", "sudden:300", 2, "z5 w10", "300 >290 @20" },

	{ "back: used is used", "fischer:300+3", 2, "w10 b25 <b40", "288 >285 @40" },
	{ "back and forth gives nothing", "fischer:300+3", 2, "w0 b10 <b10 b10 <b10 b10",
	  ">303 293 @10" },
	{ "back over the period", "moves:1/100:50", 2, "w0 b10 <b10", "150 >90 @10" },
	{ "back to the start: as new", "sudden:300", 2, "w10 b25 <b40 <w40", "300 300 @60" },
	{ "back again over a flag", "sudden:20", 2, "w10 f40 <w40", "20 20 @40" },
	{ "amended: the press was none", "fischer:300+3", 2, "w0 b10 w12 ! w15", "301 >293 @15" },
	{ "amended at once, the opponent pays nothing", "sudden:300", 2, "w0 b10 w20 ! w25 b30",
	  ">285 285 @30" },

	{ "over", "sudden:300", 2, "w10 b25 s30", "295 285 @100" },
	{ "over while paused", "sudden:300", 2, "w10 z20 s30", "300 290 @100" },

	{ "four seats", "fischer:60+1", 4, "w0 b5 w10 b15 w20 b25", "57 52 >56 56 @25" },
	{ "four seats, a control a colour", "sudden:60,30", 4, "w0 b5 w10 b15",
	  ">60 25 55 25 @15" },

	{ "kept and read again: paused", "fischer:300+3", 2, "w10 b25 k30", "298 288 @60" },
	{ "… and goes on", "fischer:300+3", 2, "w10 b25 k30 r60", ">288 288 @70" },
	{ "a flag is kept", "sudden:20", 2, "w10 f40 k50 r60", "20 >0* @70" },
	{ "before the first move", "sudden:20", 2, "k5", "20 20 @70" },
	{ "an end is kept", "sudden:300", 2, "w10 b25 s30 k40 r50", "295 285 @60" },
};

static uint64_t
seconds(const char *text)
{
	return (uint64_t)(strtod(text, NULL) * 1e6 + 0.5);
}

static unsigned
next_seat(const struct clock *c)
{
	return c->now.running == SEAT_NONE ? 1 : (c->now.running + 1u) % c->n_seats;
}

/* Returns the seat of that colour that presses. */
static unsigned
presser(const struct clock *c, char letter)
{
	if (c->now.running != SEAT_NONE)
		return c->now.running;
	return letter == 'b';
}

static void
keep(struct clock *c, uint64_t t)
{
	char text[CLOCK_TEXT], again[CLOCK_TEXT];

	clock_print(c, t, text);
	memset(c, 0xff, sizeof(*c));
	assert_int_equal(clock_parse(c, text, 2), 0);
	clock_print(c, t + S, again);
	assert_string_equal(again, text);
}

static void
run_word(struct clock *c, const char *w)
{
	switch (*w) {
	case 'w':
	case 'b':
		(void)clock_press(c, presser(c, *w), next_seat(c), seconds(w + 1));
		break;
	case '<':
		clock_back(c, w[1] == 'b', seconds(w + 2));
		break;
	case '!':
		assert_true(clock_amend(c));
		break;
	case 'z':
		clock_pause(c, CLOCK_ASKED, seconds(w + 1));
		break;
	case 'r':
		clock_resume(c, seconds(w + 1));
		break;
	case 's':
		clock_stop(c, seconds(w + 1));
		break;
	case 'f':
		(void)clock_fall(c, seconds(w + 1));
		break;
	case 'k':
		keep(c, seconds(w + 1));
		break;
	default:
		fail_msg("%s", w);
	}
}

static void
stand(const struct clock *c, uint64_t t, char *out, size_t size)
{
	size_t len = 0;

	for (unsigned s = 0; s < c->n_seats; s++)
		len += (size_t)snprintf(out + len, size - len, "%s%g%s ",
					clock_runs(c) && c->now.running == s ? ">" : "",
					(double)clock_left_us(c, s, t) / 1e6,
					c->now.seat[s].flag ? "*" : "");
}

static void
test_rows(void **state)
{
	unsigned failed = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char script[128], got[256], why[CLOCK_WHY], *save = NULL;
		const char *at = strchr(rows[i].want, '@');
		struct clock_spec spec;
		struct clock c;

		assert_int_equal(clock_spec_parse(rows[i].spec, &spec, why), 0);
		clock_init(&c, &spec, rows[i].seats);
		snprintf(script, sizeof(script), "%s", rows[i].script);
		for (char *w = strtok_r(script, " ", &save); w; w = strtok_r(NULL, " ", &save))
			run_word(&c, w);
		stand(&c, seconds(at + 1), got, sizeof(got));
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s", at);
		if (strcmp(got, rows[i].want) == 0)
			continue;
		print_error("%s: \"%s\" instead of \"%s\"\n", rows[i].name, got, rows[i].want);
		failed++;
	}
	assert_int_equal(failed, 0);
}

/* The deadline is the moment of the flag; there is none while no time runs. */
static void
test_deadline(void **state)
{
	struct clock_spec spec;
	char why[CLOCK_WHY];
	struct clock c;

	(void)state;
	assert_int_equal(clock_spec_parse("fischer:20+5", &spec, why), 0);
	clock_init(&c, &spec, 2);
	assert_true(clock_deadline(&c) == UINT64_MAX);
	assert_true(clock_press(&c, 0, 1, 10 * S) == 25 * S);
	assert_true(clock_deadline(&c) == 30 * S);
	assert_int_equal(clock_fall(&c, 30 * S - 1), SEAT_NONE);
	clock_pause(&c, CLOCK_ASKED, 15 * S);
	assert_true(clock_deadline(&c) == UINT64_MAX);
	clock_resume(&c, 100 * S);
	assert_true(clock_deadline(&c) == 115 * S);
	assert_int_equal(clock_fall(&c, 115 * S), 1);
	assert_int_equal(c.now.first_flag, 1);
	/* Reported once. */
	assert_true(clock_deadline(&c) == UINT64_MAX);
	assert_int_equal(clock_fall(&c, 200 * S), SEAT_NONE);
}

static void
test_moves_left(void **state)
{
	struct clock_spec spec;
	char why[CLOCK_WHY];
	struct clock c;

	(void)state;
	assert_int_equal(clock_spec_parse("moves:2/100:1/50:10", &spec, why), 0);
	clock_init(&c, &spec, 2);
	for (unsigned i = 0; i < 5; i++) {
		static const unsigned left[] = { 2, 1, 1, 0, 0 }, period[] = { 0, 0, 1, 2, 2 };

		assert_int_equal(clock_moves_left(&c, 0), left[i]);
		assert_int_equal(clock_period(&c, 0), period[i]);
		(void)clock_press(&c, 0, 1, i * S);
		(void)clock_press(&c, 1, 0, i * S);
	}
}

/* ---- text ---- */

static const struct {
	const char *text, *why; /* why NULL: valid, and printed unchanged */
} specs[] = {
	{ "none", NULL },
	{ "sudden:300", NULL },
	{ "sudden:300,180", NULL },
	{ "fischer:300+3", NULL },
	{ "fischer:300+0", NULL },
	{ "fischer:86400+3600,1+1,2+2,3+3", NULL },
	{ "bronstein:300+5", NULL },
	{ "hourglass:60", NULL },
	{ "moves:40/7200:20/3600:1800", NULL },
	{ "moves:40/7200+30:1800+30", NULL },
	{ "moves:40/7200:1800,20/60", NULL },
	{ "", "is none of" },
	{ "blitz", "\"blitz\" is none of" },
	{ "fischer", "needs a time" },
	{ "fischer:", "seconds from 1" },
	{ "fischer:300", "needs +SECONDS" },
	{ "fischer:0+3", "seconds from 1" },
	{ "fischer:86401+3", "seconds from 1" },
	{ "fischer:300+3601", "behind +" },
	{ "fischer:300+3:20+1", "nothing can follow" },
	{ "fischer:-3+3", "seconds" },
	{ "sudden:300+3", "gives nothing" },
	{ "sudden:300 ", "is not understood" },
	{ "sudden:1,2,3", "one control, two or four" },
	{ "sudden:1,2,3,4,5", "at most 4 seats" },
	{ "moves:0/60", "moves from 1" },
	{ "moves:40/", "seconds from" },
	{ "moves:60:40/20", "nothing can follow" },
	{ "moves:1/1:1/1:1/1:1/1:1/1", "at most 4 periods" },
	{ "none:3", "is not understood" },
	{ "sudden:99999999999999999999", "seconds from" },
};

static void
test_specs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
		char why[CLOCK_WHY] = "", text[CLOCK_SPEC_TEXT];
		struct clock_spec spec;
		int r = clock_spec_parse(specs[i].text, &spec, why);

		if (specs[i].why) {
			if (r == 0 || !strstr(why, specs[i].why))
				fail_msg("\"%s\": %d \"%s\"", specs[i].text, r, why);
			continue;
		}
		if (r < 0)
			fail_msg("\"%s\": %s", specs[i].text, why);
		clock_spec_print(&spec, text);
		assert_string_equal(text, specs[i].text);
	}
}

/* There is room for the longest text. */
static void
test_room(void **state)
{
	static const char period[] = "999/86400+3600";
	char text[512] = "moves", why[CLOCK_WHY], out[CLOCK_SPEC_TEXT], kept[CLOCK_TEXT];
	struct clock_spec spec;
	struct clock c;

	(void)state;
	for (unsigned i = 0; i < 16; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%c%s",
			 i && i % 4 == 0 ? ',' : ':', period);
	assert_int_equal(clock_spec_parse(text, &spec, why), 0);
	clock_spec_print(&spec, out);
	assert_string_equal(out, text);
	clock_init(&c, &spec, 4);
	for (unsigned i = 0; i < 4; i++)
		(void)clock_press(&c, i, (i + 1) % 4, i);
	for (unsigned i = 0; i < 4; i++)
		c.now.seat[i] = (struct clock_seat){ UINT64_C(31536000000000), UINT32_MAX, true };
	clock_print(&c, 5, kept);
	assert_int_equal(clock_parse(&c, kept, 4), 0);
	assert_int_equal(c.now.seat[3].moves, UINT32_MAX);
}

static void
test_kept_refused(void **state)
{
	static const char *const bad[] = {
		"fischer",
		"fischer:300+3 ",
		"fischer:300+3 1",
		"fischer:300+3 2 5 1/1/0 1/1/0",
		"fischer:300+3 1 5 1/1/0",
		"fischer:300+3 1 5 1/1/0 1/1/2",
		"fischer:300+3 1 5 1/1/0 1/1/0 1/1/0",
		"fischer:300+3 1 5 1/1/0 18446744073709551615/1/0",
	};
	struct clock c;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (clock_parse(&c, bad[i], 2) == 0)
			fail_msg("\"%s\" was taken", bad[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),       cmocka_unit_test(test_deadline),
		cmocka_unit_test(test_moves_left), cmocka_unit_test(test_specs),
		cmocka_unit_test(test_room),       cmocka_unit_test(test_kept_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
