/* Traces as text: what is accepted, what is refused on which line, and what is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/core/reading.h"
#include "daemon/trace/trace.h"

#define FIRST "# haloboard trace 1\n"

/* The size is needed for texts with a NUL inside. */
#define TEXT(s) s, sizeof(s) - 1

/* Reads a whole trace with its events; returns the first error as "LINE: WHY", or "". */
static void
read_all(const char *text, size_t len, char out[256])
{
	struct trace_error err = { 0 };
	static struct trace_reader r;
	struct event e;
	int got = trace_open(&r, text, len, &err);

	while (got >= 0) {
		while ((got = trace_next(&r, &e, &err)) > 0)
			assert_int_equal(e.t_us, r.last_us);
		if (got == 0 && (got = trace_part_next(&r, &err)) == 0)
			break;
	}
	out[0] = '\0';
	if (got < 0)
		(void)snprintf(out, 256, "%u: %s", err.line, err.why);
}

static const struct {
	const char *text;
	size_t len;
	const char *want;
} wrong[] = {
	{ TEXT(""), "1: the first line is not '# haloboard trace 1'" },
	{ TEXT("game chess\n"), "1: the first line is not '# haloboard trace 1'" },
	{ TEXT("# haloboard trace 2\n"), "1: the first line is not '# haloboard trace 1'" },
	{ TEXT("# haloboard trace 1 \n"), "1: the first line is not '# haloboard trace 1'" },
	{ TEXT("# haloboard trace 1\r\n"), "1: the line ends in CR LF, not in LF alone" },
	{ TEXT(FIRST "0 -e2\r\n"), "2: the line ends in CR LF, not in LF alone" },
	{ TEXT(FIRST "0 -e2\0\n"), "2: byte 6 is NUL; a trace is text" },
	{ TEXT(FIRST "# \0\n"), "2: byte 3 is NUL; a trace is text" },
	{ TEXT(FIRST "0 \x1b-e2\n"), "2: byte 3 is the control character 0x1b; a trace is text" },
	{ TEXT(FIRST "0 -\xc3\xa4\n"), "2: byte 4 is 0xc3; outside comments a trace is ASCII" },

	{ TEXT(FIRST "games chess\n"), "2: 'games': neither a word of the header nor a time" },
	{ TEXT(FIRST "-e2\n"), "2: '-e2': neither a word of the header nor a time" },
	{ TEXT(FIRST "game\n"), "2: 'game' lacks its value" },
	{ TEXT(FIRST "game chess chess\n"), "2: 'game' takes one word" },
	{ TEXT(FIRST "game checkers\n"), "2: 'checkers': no such game" },
	{ TEXT(FIRST "game chess\n\n# x\ngame chess\n"), "5: 'game' was given in line 2 already" },
	{ TEXT(FIRST "settle 1\nsettle 1\n"), "3: 'settle' was given in line 2 already" },
	{ TEXT(FIRST "settle fast\n"), "2: 'fast': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "settle 1.0000001\n"),
	  "2: '1.0000001': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "debounce 0.005\n"), "2: 'debounce' takes two times, EMPTY_S OCCUPIED_S" },
	{ TEXT(FIRST "debounce 0.005 1 2\n"), "2: 'debounce' takes two times, EMPTY_S OCCUPIED_S" },
	{ TEXT(FIRST "debounce 0.005 -1\n"), "2: '-1': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "sensors reed\n"), "2: 'reed': sensors are occupancy, polarity or level" },
	{ TEXT(FIRST "0 -e2\nsensors polarity\n"),
	  "3: 'sensors': a line of the header stands after the first event" },
	{ TEXT(FIRST "played e2e4e2e4e2e4e2e4e2e4e2e4\n"),
	  "2: 'e2e4e2e4e2e4e2e4e2e4e2e4': too long for an action" },

	{ TEXT(FIRST "0 -e9\n"), "2: '-e9': no square of this board" },
	{ TEXT(FIRST "0 -i1\n"), "2: '-i1': no square of this board" },
	{ TEXT(FIRST "0 -E2\n"), "2: '-E2': no square of this board" },
	{ TEXT(FIRST "0 -e\n"), "2: '-e': no square of this board" },
	{ TEXT(FIRST "0 +\n"), "2: '+': no square of this board" },
	{ TEXT(FIRST "0 -e2w\n"), "2: '-e2w': an empty square reads nothing more" },
	{ TEXT(FIRST "0 +e2x\n"),
	  "2: '+e2x': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w0\n"),
	  "3: '+e2w0': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w256\n"),
	  "3: '+e2w256': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e4w9\n"),
	  "3: '+e4w9': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w1-7\n"),
	  "3: '+e2w1-7': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w2x\n"),
	  "3: '+e2w2x': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w02\n"),
	  "3: '+e2w02': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w3-2\n"),
	  "3: '+e2w3-2': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "sensors level\n0 +e2w1-\n"),
	  "3: '+e2w1-': after the square stand w, b or ? and a level from 1 to 6, or nothing" },
	{ TEXT(FIRST "0 +e2w\n"), "2: '+e2w': these sensors report no pole (see 'sensors')" },
	{ TEXT(FIRST "sensors polarity\n0 +e2w2\n"),
	  "3: '+e2w2': these sensors report no level (see 'sensors')" },
	{ TEXT(FIRST "0 -e2 +e4\n"), "2: '+e4': one event a line" },
	{ TEXT(FIRST "0. -e2\n"), "2: '0.': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "1e3 -e2\n"), "2: '1e3': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "1234567890123 -e2\n"),
	  "2: '1234567890123': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "2 -e2\n1.999999 +e4\n"), "3: '1.999999': earlier than the event before it" },
	{ TEXT(FIRST "0 -e2\n-e2\n"), "3: '-e2': no time; an event is 'SECONDS WHAT'" },
	{ TEXT(FIRST "0 lift e2\n"),
	  "2: 'lift': no event; there are -SQ +SQ press act plan blunder answer resign draw "
	  "undo close select blind ask board stop" },
	{ TEXT(FIRST "0 press\n"), "2: too few words; the form is 'TIME press NAME [SEAT]'" },
	{ TEXT(FIRST "0 press bell\n"),
	  "2: 'bell': no button; there are clock, ok, back and hint" },
	{ TEXT(FIRST "0 press ok w w\n"),
	  "2: too many words; the form is 'TIME press NAME [SEAT]'" },
	{ TEXT(FIRST "0 press ok wk\n"), "2: 'wk': no seat of this game" },
	{ TEXT(FIRST "0 press ok table\n"), "2: 'table': no seat of this game" },
	{ TEXT(FIRST "0 act\n"), "2: too few words; the form is 'TIME act [SEAT] ACTION'" },
	{ TEXT(FIRST "0 act x e2e4\n"), "2: 'x': no seat of this game" },
	{ TEXT(FIRST "0 act e2e4e2e4e2e4e2e4e2e4e2e4\n"),
	  "2: 'e2e4e2e4e2e4e2e4e2e4e2e4': too long for an action" },
	{ TEXT(FIRST "0 answer\n"), "2: too few words; the form is 'TIME answer [SEAT] yes|no'" },
	{ TEXT(FIRST "0 answer maybe\n"), "2: 'maybe': an answer is yes or no" },
	{ TEXT(FIRST "0 answer yes w\n"), "2: 'w': an answer is yes or no" },
	{ TEXT(FIRST "0 resign\n"), "2: too few words; the form is 'TIME resign SEAT [time]'" },
	{ TEXT(FIRST "0 resign white\n"), "2: 'white': no seat of this game" },
	{ TEXT(FIRST "0 resign w now\n"), "2: 'now': a seat resigns, or 'resign SEAT time'" },
	{ TEXT(FIRST "0 draw w\n"), "2: 'w': a draw is agreed, or 'draw claim'" },
	{ TEXT(FIRST "0 draw claim w\n"), "2: too many words; the form is 'TIME draw [claim]'" },

	{ TEXT(FIRST "computer x\n"), "2: 'x': no seat of this game" },
	{ TEXT(FIRST "computer b,\n"), "2: '': no seat of this game" },
	{ TEXT(FIRST "0 blind e4,\n"), "2: 'e4,': squares are expected, with commas between" },
	{ TEXT(FIRST "0 blind e4 d5\n"), "2: too many words; the form is 'TIME blind [SQ,…]'" },
	{ TEXT(FIRST "0 undo\n"), "2: too few words; the form is 'TIME undo N'" },
	{ TEXT(FIRST "0 undo 0\n"), "2: '0': no number of actions" },
	{ TEXT(FIRST "0 undo 1x\n"), "2: '1x': no number of actions" },
	{ TEXT(FIRST "0 undo 65536\n"), "2: '65536': no number of actions" },
	{ TEXT(FIRST "0 close now\n"), "2: too many words; the form is 'TIME close'" },

	{ TEXT(FIRST "0 board e2,\n"), "2: '': no square of this board" },
	{ TEXT(FIRST "0 board e2,e9\n"), "2: 'e9': no square of this board" },
	{ TEXT(FIRST "0 board e2,d2,e2\n"), "2: 'e2': this square was given already" },
	{ TEXT(FIRST "0 board e2w\n"), "2: 'e2w': these sensors report no pole (see 'sensors')" },
	{ TEXT(FIRST "0 board e2 d2\n"), "2: 'd2': a square and its piece are expected" },
	{ TEXT(FIRST "0 stop now\n"), "2: too many words; the form is 'TIME stop'" },
	{ TEXT(FIRST "time soon\n"), "2: 'soon': a time is seconds with up to six decimals" },
	{ TEXT(FIRST "time 2\n1 -e2\n"), "3: '1': earlier than the time in the header" },
	{ TEXT(FIRST "0 -e2\n" FIRST "game checkers\n"), "4: 'checkers': no such game" },
	{ TEXT(FIRST "5 -e2\n" FIRST "0 -e2\n0 +e9\n"), "5: '+e9': no square of this board" },

	{ TEXT(FIRST "board 8/8/8/8/8/8/8\n"), "2: '8/8/8/8/8/8/8': no board of this game" },
	{ TEXT(FIRST "board 8/8/8/8/8/8/8/8/8\n"),
	  "2: '8/8/8/8/8/8/8/8/8': no board of this game" },
	{ TEXT(FIRST "board 8/8/8/7/8/8/8/8\n"), "2: '8/8/8/7/8/8/8/8': no board of this game" },
	{ TEXT(FIRST "board 8/8/8/7PP/8/8/8/8\n"),
	  "2: '8/8/8/7PP/8/8/8/8': no board of this game" },
	{ TEXT(FIRST "board 8/8/8/8/44/17/9/8\n"),
	  "2: '8/8/8/8/44/17/9/8': no board of this game" },
	{ TEXT(FIRST "board 8/8/8/7M/8/8/8/8\n"), "2: '8/8/8/7M/8/8/8/8': no board of this game" },
};

static void
test_wrong(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		char got[256];

		read_all(wrong[i].text, wrong[i].len, got);
		if (strcmp(got, wrong[i].want) != 0)
			fail_msg("%s: got \"%s\", want \"%s\"", wrong[i].text, got, wrong[i].want);
	}
}

/* The rule core words its own errors: only the line number is checked. */
static void
test_wrong_for_the_rules(void **state)
{
	static const struct {
		const char *text;
		unsigned line;
	} rows[] = {
		{ FIRST "position 8/8/8/8/8/8/8/8 w - - 0 1\n", 2 },
		{ FIRST "\nposition what\n", 3 },
		{ FIRST "game chess960\noption index=960\n", 3 },
		{ FIRST "option seed=1\n# between\noption index=5\ngame chess\n", 4 },
		{ FIRST "option index=5\noption seed=1\ngame chess960\n", 3 },
		{ FIRST "option index=5\noption index=6\ngame chess960\n", 3 },
		{ FIRST "game chess960\noption seed\n", 3 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char got[256];

		read_all(rows[i].text, strlen(rows[i].text), got);
		if (strtoul(got, NULL, 10) != rows[i].line)
			fail_msg("%s: got \"%s\", want line %u", rows[i].text, got, rows[i].line);
	}
}

static void
test_lines_too_long(void **state)
{
	static char text[4 * TRACE_LINE_MAX];
	char got[256], want[256];
	size_t n = strlen(FIRST);

	(void)state;
	memset(text, '#', sizeof(text));
	memcpy(text, FIRST, n);
	text[n + TRACE_LINE_MAX] = '\n';
	read_all(text, n + TRACE_LINE_MAX + 1, got);
	assert_string_equal(got, "");
	text[n + TRACE_LINE_MAX] = '#';
	read_all(text, n + TRACE_LINE_MAX + 1, got);
	(void)snprintf(want, sizeof(want), "2: the line has %d bytes; %d are the most",
		       TRACE_LINE_MAX + 1, TRACE_LINE_MAX);
	assert_string_equal(got, want);
}

/* ---- what is read ---- */

static void
open_right(struct trace_reader *r, const char *text)
{
	struct trace_error err;

	if (trace_open(r, text, strlen(text), &err) < 0)
		fail_msg("%u: %s", err.line, err.why);
}

static void
test_header_silent(void **state)
{
	struct session_config house = session_config_default();
	struct trace_reader r;

	(void)state;
	open_right(&r, "# haloboard trace 1");
	assert_ptr_equal(r.header.game, rules_game("chess"));
	assert_string_equal(r.header.options, "");
	assert_string_equal(r.header.position, "");
	assert_int_equal(r.header.config.senses, house.senses);
	assert_int_equal(r.header.config.settle_us, house.settle_us);
	assert_int_equal(r.header.config.debounce_empty_us, house.debounce_empty_us);
	assert_int_equal(r.header.config.debounce_occupied_us, house.debounce_occupied_us);
	assert_false(r.header.has_board);
}

static void
test_header_in_any_order(void **state)
{
	struct trace_reader r;

	(void)state;
	open_right(&r, FIRST "board 8/8/8/8/8/8/8/K6r\n"
			     "played a2a3\n"
			     "sensors level\n"
			     "debounce 0.001 0.25\n"
			     "\t option  index=518 \n"
			     "settle 2\n"
			     "# a word on it, in any alphabet: \xc3\xa4\n"
			     "position 4k3/8/8/8/8/8/8/4K2R w H - 0 1\n"
			     "game chess960\n"
			     "played a7a6");
	assert_ptr_equal(r.header.game, rules_game("chess960"));
	assert_string_equal(r.header.options, "index=518");
	assert_string_equal(r.header.position, "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
	assert_int_equal(r.header.config.senses, SENSES_LEVEL);
	assert_int_equal(r.header.config.settle_us, 2000000);
	assert_int_equal(r.header.config.debounce_empty_us, 1000);
	assert_int_equal(r.header.config.debounce_occupied_us, 250000);
	assert_true(r.header.has_board);
	assert_true(reading_equal(r.header.board[0], (struct reading){ 1, POLE_WHITE, 2, 2 }));
	assert_true(reading_equal(r.header.board[7], (struct reading){ 1, POLE_BLACK, 2, 2 }));
	assert_true(reading_equal(r.header.board[1], (struct reading){ 0 }));
}

static void
test_played(void **state)
{
	struct trace_played it = { 0 };
	struct trace_reader r;

	(void)state;
	open_right(&r, FIRST "played e2e4\n\n# then\ngame chess\nplayed e7e5\n0 -e2\n");
	assert_true(trace_played_next(&r, &it));
	assert_string_equal(it.action, "e2e4");
	assert_int_equal(it.line, 2);
	assert_true(trace_played_next(&r, &it));
	assert_string_equal(it.action, "e7e5");
	assert_int_equal(it.line, 6);
	assert_false(trace_played_next(&r, &it));
}

static const struct {
	const char *line;
	struct event want;
} events[] = {
	{ "0 -e2", { .kind = EVENT_EDGE, .sq = 12, .seat = SEAT_NONE } },
	{ "1.5 +e4",
	  { .t_us = 1500000,
	    .kind = EVENT_EDGE,
	    .sq = 28,
	    .seat = SEAT_NONE,
	    .reading = { .occupied = 1 } } },
	{ " 1.000001\t+a1?",
	  { .t_us = 1000001,
	    .kind = EVENT_EDGE,
	    .seat = SEAT_NONE,
	    .reading = { .occupied = 1 } } },
	{ "2 +h8w",
	  { .t_us = 2000000,
	    .kind = EVENT_EDGE,
	    .sq = 63,
	    .seat = SEAT_NONE,
	    .reading = { 1, POLE_WHITE, 0, 0 } } },
	{ "2 +h8b?",
	  { .t_us = 2000000,
	    .kind = EVENT_EDGE,
	    .sq = 63,
	    .seat = SEAT_NONE,
	    .reading = { 1, POLE_BLACK, 0, 0 } } },
	{ "2 +h8b6",
	  { .t_us = 2000000,
	    .kind = EVENT_EDGE,
	    .sq = 63,
	    .seat = SEAT_NONE,
	    .reading = { 1, POLE_BLACK, 6, 6 } } },
	{ "2 +h8?0-6",
	  { .t_us = 2000000,
	    .kind = EVENT_EDGE,
	    .sq = 63,
	    .seat = SEAT_NONE,
	    .reading = { 1, POLE_UNKNOWN, 0, 6 } } },
	{ "3 press clock", { .t_us = 3000000, .kind = EVENT_PRESS, .seat = SEAT_NONE } },
	{ "3 press hint b",
	  { .t_us = 3000000, .kind = EVENT_PRESS, .button = BUTTON_HINT, .seat = SEAT_B } },
	{ "4 act e7e8q",
	  { .t_us = 4000000, .kind = EVENT_ACT, .seat = SEAT_NONE, .text = "e7e8q" } },
	{ "4 act w roll:2,5",
	  { .t_us = 4000000, .kind = EVENT_ACT, .seat = SEAT_W, .text = "roll:2,5" } },
	{ "4 plan e7e8q",
	  { .t_us = 4000000, .kind = EVENT_PLAN, .seat = SEAT_NONE, .text = "e7e8q" } },
	{ "4 plan b g8f6",
	  { .t_us = 4000000, .kind = EVENT_PLAN, .seat = SEAT_B, .text = "g8f6" } },
	{ "4 plan -", { .t_us = 4000000, .kind = EVENT_PLAN, .seat = SEAT_NONE } },
	{ "4 blunder e7e8q",
	  { .t_us = 4000000, .kind = EVENT_BLUNDER, .seat = SEAT_NONE, .text = "e7e8q" } },
	{ "5 answer yes",
	  { .t_us = 5000000, .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = true } },
	{ "5 answer b no", { .t_us = 5000000, .kind = EVENT_ANSWER, .seat = SEAT_B } },
	{ "6 resign b", { .t_us = 6000000, .kind = EVENT_RESIGN, .seat = SEAT_B } },
	{ "6 resign b time",
	  { .t_us = 6000000, .kind = EVENT_RESIGN, .seat = SEAT_B, .yes = true } },
	{ "6 undo 65535", { .t_us = 6000000, .kind = EVENT_UNDO, .seat = SEAT_NONE, .n = 65535 } },
	{ "6 draw claim", { .t_us = 6000000, .kind = EVENT_DRAW, .seat = SEAT_NONE, .yes = true } },
	{ "6 close", { .t_us = 6000000, .kind = EVENT_CLOSE, .seat = SEAT_NONE } },
	{ "7 blind", { .t_us = 7000000, .kind = EVENT_BLIND, .seat = SEAT_NONE } },
	{ "7 blind a1,c1,a2",
	  { .t_us = 7000000,
	    .kind = EVENT_BLIND,
	    .seat = SEAT_NONE,
	    .blind = { { 1u | 4u | 256u, 0 } } } },
	{ "8 ask undo 2", { .t_us = 8000000, .kind = EVENT_ASK, .seat = SEAT_NONE, .n = 2 } },
	{ "8 ask takeback 65535",
	  { .t_us = 8000000, .kind = EVENT_ASK, .seat = SEAT_NONE, .n = 65535, .yes = true } },
	{ "8 ask move", { .t_us = 8000000, .kind = EVENT_ASK, .seat = SEAT_NONE, .yes = true } },
	{ "8 ask new-game", { .t_us = 8000000, .kind = EVENT_ASK, .seat = SEAT_NONE } },
	{ "999999999999.999999 draw",
	  { .t_us = 999999999999999999u, .kind = EVENT_DRAW, .seat = SEAT_NONE } },
};

static void
assert_event_equal(const char *line, const struct event *a, const struct event *b)
{
	bool same = a->t_us == b->t_us && a->kind == b->kind && a->seat == b->seat &&
		    a->sq == b->sq && a->button == b->button && a->yes == b->yes && a->n == b->n &&
		    reading_equal(a->reading, b->reading) && strcmp(a->text, b->text) == 0 &&
		    sqset_equal(a->blind, b->blind);

	if (!same)
		fail_msg("%s is read wrongly", line);
}

/* Each line is read correctly, printed, and read again with the same result. */
static void
test_events(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		char text[512] = FIRST "sensors level\n", line[TRACE_EVENT_TEXT];
		size_t n = strlen(text);
		struct trace_error err;
		struct trace_reader r;
		struct event e;

		(void)snprintf(text + n, sizeof(text) - n, "%s\n", events[i].line);
		open_right(&r, text);
		assert_int_equal(trace_next(&r, &e, &err), 1);
		assert_int_equal(r.line, 3);
		assert_event_equal(events[i].line, &e, &events[i].want);
		trace_event_print(r.header.game, &e, line);
		(void)snprintf(text + n, sizeof(text) - n, "%s", line);
		open_right(&r, text);
		assert_int_equal(trace_next(&r, &e, &err), 1);
		assert_event_equal(line, &e, &events[i].want);
		assert_int_equal(trace_next(&r, &e, &err), 0);
	}
}

/* Each part has its own header, times and actions. */
static void
test_parts(void **state)
{
	struct trace_played it = { 0 };
	char line[TRACE_BOARD_TEXT];
	struct trace_error err;
	struct trace_reader r;
	struct event e;

	(void)state;
	open_right(&r, FIRST
		   "settle 2\nplayed e2e4\n9 -e7\n9.25\n9.5 stop\n# and then\n" FIRST
		   "sensors level\ntime 3.25\nplayed d2d4\n3.25 board d4w2,e5?,f6w1-2 d4Q,e5?\n");
	assert_int_equal(trace_next(&r, &e, &err), TRACE_EVENT);
	assert_int_equal(trace_next(&r, &e, &err), TRACE_TIME);
	assert_int_equal(e.kind, EVENT_TIME);
	assert_int_equal(e.t_us, 9250000);
	assert_int_equal(trace_next(&r, &e, &err), TRACE_STOP);
	assert_int_equal(e.kind, EVENT_TIME);
	trace_stop_print(e.t_us, line);
	assert_string_equal(line, "9.500 stop");
	assert_int_equal(trace_next(&r, &e, &err), TRACE_END);
	assert_int_equal(trace_part_next(&r, &err), 1);
	assert_int_equal(r.header.config.settle_us, session_config_default().settle_us);
	assert_int_equal(r.header.time_us, 3250000);
	assert_true(trace_played_next(&r, &it));
	assert_string_equal(it.action, "d2d4");
	assert_false(trace_played_next(&r, &it));
	assert_int_equal(trace_next(&r, &e, &err), TRACE_BOARD);
	assert_int_equal(e.t_us, 3250000);
	trace_board_event_print(r.header.game, e.t_us, r.board, &r.known, line);
	assert_string_equal(line, "3.250 board d4w2,e5,f6w1-2 d4Q,e5?");
	assert_int_equal(trace_next(&r, &e, &err), TRACE_END);
	assert_int_equal(trace_part_next(&r, &err), 0);
}

static void
test_times_printed(void **state)
{
	static const struct {
		uint64_t t_us;
		const char *want;
	} rows[] = {
		{ 0, "0.000" },          { 1, "0.000001" },
		{ 10, "0.00001" },       { 999, "0.000999" },
		{ 1000, "0.001" },       { 1900000, "1.900" },
		{ 60000100, "60.0001" }, { 1234567890, "1234.56789" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char got[24];

		trace_time_print(rows[i].t_us, got);
		assert_string_equal(got, rows[i].want);
	}
}

/* A printed header has the same values, in the fixed order, without defaults. */
static void
test_header_printed(void **state)
{
	char *got = NULL;
	size_t len;
	FILE *out = open_memstream(&got, &len);
	struct trace_reader r;

	(void)state;
	open_right(&r, FIRST "settle 0.5\noption index=518\nsensors polarity\ngame chess960\n");
	trace_header_print(out, &r.header);
	(void)fclose(out);
	assert_string_equal(got, "# haloboard trace 1\ngame chess960\noption index=518\n"
				 "sensors polarity\nsettle 0.500\ndebounce 0.005 0.015\n");
	free(got);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_wrong_for_the_rules),
		cmocka_unit_test(test_lines_too_long),
		cmocka_unit_test(test_header_silent),
		cmocka_unit_test(test_header_in_any_order),
		cmocka_unit_test(test_played),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_times_printed),
		cmocka_unit_test(test_header_printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
