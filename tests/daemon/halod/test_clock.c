/*
 * The clock at the table: edges and presses at given seconds, and the time that each seat
 * has left. daemon/record/clock.h has its own tests; here hands, buttons, questions and
 * restarts use it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/pgn.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "../record/help.h"
#include "alone.h"

static struct board board;
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

/* ---- the table ---- */

static void
report_message(enum busio_kind kind, unsigned sq, bool on, uint64_t t_us)
{
	struct busio_msg m = { .kind = (uint8_t)kind,
			       .sq = (uint8_t)sq,
			       .index = (uint8_t)sq,
			       .level = on,
			       .err = kind == BUSIO_BUS && !on ? -5 : 0,
			       .reading.occupied = on,
			       .t_us = t_us };

	if (kind == BUSIO_BUS)
		m.index = 0;
	table_message(&table, &m);
}

static void
read_board(void)
{
	for (unsigned sq = 0; sq < 64; sq++)
		report_message(BUSIO_EDGE, sq, sq < 16 || sq >= 48, 0);
}

static void
begin_with(struct store *store, const struct record *resume)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	board = (struct board){
		.name = "test", .files = 8, .ranks = 8, .n_buses = 1, .n_buttons = 2
	};
	strcpy(board.button[0].name, "clock");
	strcpy(board.button[1].name, "ok");
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	read_board();
	begin_from(&table, resume, 0);
}

/* Waits for the reply of the journal's clerk. */
static char *
send_request(const char *line)
{
	json_t *o = request_serve(&table, REQUEST_LOCAL(1), line, strlen(line));
	char *text;

	while (!o) {
		struct pollfd p = { .fd = store_fd(table.store), .events = POLLIN };
		struct store_answer *a;
		uint32_t client;

		(void)poll(&p, 1, -1);
		table_poll_store(&table);
		if ((a = store_answer_take(table.store)) != NULL)
			o = request_later(&table, a, &client);
		store_answer_free(a);
	}
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	assert_non_null(text);
	return text;
}

static void
expect(const char *line, const char *want)
{
	char *answer = send_request(line);

	if (!strstr(answer, want))
		fail_msg("%s\n  gave %s\n  want %s", line, answer, want);
	free(answer);
}

static void
begin(const char *game, const char *clock)
{
	char line[256];

	begin_with(NULL, NULL);
	snprintf(line, sizeof(line),
		 "{\"kind\":\"new\",\"game\":\"%s\",\"clock\":\"%s\",\"force\":true}", game, clock);
	expect(line, "\"ok\"");
}

/*
 * Plays hands and clients, by seconds: "5 -e2", "5.4 +e4", "6 clock" (a button
 * of the board), "7 undo:1", "7 plan:e7e5" (a computer's choice), "8 roll:2,5". Any other text is an action chosen
 * on the screen. "9 .": time reaches 9 s.
 */
static void
one_deed(double s, const char *what)
{
	uint64_t t_us = (uint64_t)(s * 1e6 + 0.5);
	char line[128];

	table_advance(&table, t_us);
	if (*what == '-' || *what == '+') {
		report_message(BUSIO_EDGE, (unsigned)((what[2] - '1') * 8 + what[1] - 'a'),
			       *what == '+', t_us);
	} else if (strcmp(what, "clock") == 0 || strcmp(what, "ok") == 0) {
		report_message(BUSIO_BUTTON, strcmp(what, "ok") == 0, true, t_us);
		report_message(BUSIO_BUTTON, strcmp(what, "ok") == 0, false, t_us + 50000);
	} else if (strncmp(what, "plan:", 5) == 0) {
		struct event e = { .kind = EVENT_PLAN, .seat = SEAT_NONE, .t_us = t_us };

		snprintf(e.text, sizeof(e.text), "%s", what + 5);
		assert_int_equal(table_event(&table, e), 0);
	} else if (strncmp(what, "undo:", 5) == 0) {
		snprintf(line, sizeof(line), "{\"kind\":\"undo\",\"n\":%s}", what + 5);
		expect(line, "\"ok\"");
	} else if (*what == '{') {
		expect(what, "\"ok\"");
	} else if (*what != '.') {
		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", what);
		expect(line, "\"ok\"");
	}
}

static void
deeds(const char *script)
{
	char copy[512], *save = NULL;

	snprintf(copy, sizeof(copy), "%s", script);
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		const char *what = strtok_r(NULL, " ", &save);

		assert_non_null(what);
		one_deed(strtod(w, NULL), what);
	}
}

/* Formats the clock as clients see it: "w 300 >b 290.5", with a * where the flag is down. */
static void
stand(char out[256])
{
	json_t *o = view_state(&table, SEAT_TABLE), *c = json_object_get(o, "clock"), *v;
	const char *seat, *runs = json_string_value(json_object_get(c, "running"));
	size_t len = 0;

	out[0] = '\0';
	json_object_foreach(json_object_get(c, "seats"), seat, v) len +=
		(size_t)snprintf(out + len, 256 - len, "%s%s%s %g%s", len ? " " : "",
				 runs && strcmp(runs, seat) == 0 ? ">" : "", seat,
				 (double)json_integer_value(json_object_get(v, "left_ms")) / 1e3,
				 json_is_true(json_object_get(v, "flag")) ? "*" : "");
	if (json_is_string(json_object_get(c, "paused")))
		snprintf(out + len, 256 - len, " %s",
			 json_string_value(json_object_get(c, "paused")));
	if (json_is_true(json_object_get(c, "provisional")))
		strcat(out, " shown");
	json_decref(o);
}

static void
assert_stand(const char *what, const char *want)
{
	char got[256];

	stand(got);
	if (strcmp(got, want) != 0)
		fail_msg("%s: \"%s\" instead of \"%s\"", what, got, want);
}

static const struct {
	const char *name, *game, *clock, *script, *want;
} rows[] = {
	{ "nobody has moved", "chess", "fischer:300+3", "50 .", "w 300 b 300" },
	{ "quiet: the second of silence is nobody's", "chess", "sudden:300", "5 -e2 5.4 +e4 8.4 .",
	  "w 300 >b 297" },
	{ "and so at each move", "chess", "sudden:300", "5 -e2 5.4 +e4 8 -e7 8.4 +e5 12.4 .",
	  ">w 296 b 297" },
	{ "the clock button: up to the press", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 5.9 clock 8.9 .", "w 300 >b 297" },
	{ "the opponent's hand: up to the mover's own", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 5.9 -e7 6.1 +e5 6.6 -d2 8.4 .", ">w 297.7 b 299.3" },
	{ "a second thought within the second counts", "chess", "sudden:300",
	  "5 -e2 5.4 +e3 6 -e3 6.4 +e4 9.4 .", "w 300 >b 297" },
	{ "chosen on the screen", "chess", "sudden:300", "5 e2e4 8 e7e5 10 .", ">w 298 b 297" },
	{ "shown, not final: told as if", "chess", "sudden:300", "5 -e2 5.4 +e4 8 -e7 8.4 +e5 9 .",
	  ">w 299.4 b 297 shown" },
	{ "shown and taken up again: as before", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 8 -e7 8.4 +e5 9 -e5 9.4 .", "w 300 >b 296" },
	{ "amended: the opponent does not pay for it", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 8 -e7 8.4 +e5 10 -d2 10.4 +d3 12 -d3 12.4 +d4 15.4 .", "w 296 >b 294" },
	{ "taken back: used is used, given is taken", "chess", "fischer:300+3",
	  "5 e2e4 10 e7e5 20 undo:1 22 .", "w 293 >b 293" },
	{ "to the start: as new", "chess", "fischer:300+3", "5 e2e4 10 e7e5 20 undo:2 22 .",
	  "w 300 b 300" },
	{ "over: nobody's time runs", "chess", "sudden:300", "5 f2f3 6 e7e5 7 g2g4 8 d8h4 20 .",
	  "w 299 b 298" },
	{ "over by quiet: the second is nobody's", "chess", "sudden:300",
	  "5 -f2 5.4 +f3 7 -e7 7.4 +e5 9 -g2 9.4 +g4 11 -d8 11.4 +h4 30 .", "w 298 b 296" },
	{ "… and not after all", "chess", "sudden:300",
	  "5 f2f3 6 e7e5 7 g2g4 8 d8h4 20 undo:1 23 .", "w 299 >b 295" },
	{ "resigned", "chess", "sudden:300", "5 e2e4 8 {\"kind\":\"resign\",\"seat\":\"b\"} 20 .",
	  "w 300 b 297" },
	{ "on the way home time runs", "chess", "sudden:300", "5 e2e4 6 -a7 6.4 +a2 16 .",
	  "w 300 >b 289" },
	{ "paused by word", "chess", "sudden:300",
	  "5 e2e4 8 {\"kind\":\"clock\",\"pause\":true} 100 .", "w 300 b 297 asked" },
	{ "and on by word", "chess", "sudden:300",
	  "5 e2e4 8 {\"kind\":\"clock\",\"pause\":true} 100 {\"kind\":\"clock\",\"pause\":false} "
	  "101 .",
	  "w 300 >b 296" },
	{ "and on by a touch", "chess", "sudden:300",
	  "5 e2e4 8 {\"kind\":\"clock\",\"pause\":true} 100 -e7 101 .", "w 300 >b 296" },
	{ "and on by OK, which does nothing else", "chess", "sudden:300",
	  "5 e2e4 8 {\"kind\":\"clock\",\"pause\":true} 100 ok 101.05 .", "w 300 >b 296" },
	{ "a computer's time ends with its choice", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 8.4 plan:e7e5 20 .", "w 300 b 297 executing" },
	{ "the person's begins when the hands have made it", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 8.4 plan:e7e5 20 -e7 20.4 +e5 23.4 .", ">w 297 b 297" },
	{ "touches and OK do not start it", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 8.4 plan:e7e5 10 -e7 10.4 +e7 13 ok 20 .", "w 300 b 297 executing" },
	{ "choosing again: the computer's time runs", "chess", "sudden:300",
	  "5 -e2 5.4 +e4 8.4 plan:e7e5 20 plan: 22 .", "w 300 >b 295" },
	{ "dice are thrown in the time of whose turn it is", "dice-money", "sudden:300",
	  "2 roll:1,6 5 e2e4 10 roll:1,6 12 .", "w 300 >b 293" },
	{ "masks are not on the clock", "masquerade", "sudden:300",
	  "2 {\"kind\":\"screen\"} 3 {\"kind\":\"handover\",\"seat\":\"w\"} 4 assign:KQRBN "
	  "5 {\"kind\":\"handover\",\"seat\":\"b\"} 6 assign:KQRBN 20 e2e4 25 .",
	  "w 300 >b 295" },
	{ "four seats", "crowded-house", "fischer:60+1", "5 e2e4 8 e7e5 10 d2d4 11 .",
	  "wk 61 bk 58 wq 59 >bq 59" },
	{ "a flag falls", "chess", "sudden:20", "5 e2e4 25 .", "w 20 >b 0*" },
	{ "a flag that the shown move forestalls", "chess", "sudden:20",
	  "5 -e2 5.4 +e4 24 -e7 24.5 +e5 25.45 .", ">w 19.05 b 0.9 shown" },
	{ "… for good", "chess", "sudden:20", "5 -e2 5.4 +e4 24 -e7 24.5 +e5 27.5 .",
	  ">w 17 b 0.9" },
	{ "… and not, when it is taken back", "chess", "sudden:20",
	  "5 -e2 5.4 +e4 24 -e7 24.5 +e5 25.2 -e5 26 .", "w 20 >b 0*" },
};

static void
test_rows(void **state)
{
	unsigned failed = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char got[256];

		begin(rows[i].game, rows[i].clock);
		deeds(rows[i].script);
		stand(got);
		if (strcmp(got, rows[i].want) == 0)
			continue;
		print_error("%s: \"%s\" instead of \"%s\"\n", rows[i].name, got, rows[i].want);
		failed++;
	}
	assert_int_equal(failed, 0);
}

/* ---- the flag ---- */

static const char *
told(const char *key)
{
	static char text[1024];
	json_t *o = view_state(&table, SEAT_TABLE);
	char *dump = json_dumps(json_object_get(o, key), JSON_COMPACT | JSON_ENCODE_ANY);

	snprintf(text, sizeof(text), "%s", dump ? dump : "nothing");
	free(dump);
	json_decref(o);
	return text;
}

static unsigned
open_prompt(void)
{
	return table.menu.id;
}

static void
answer(bool yes, const char *want)
{
	char line[96];

	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":%s}",
		 open_prompt(), yes ? "true" : "false");
	expect(line, want);
}

/* A fallen flag is shown at once, claimed only by a player with the right, and asked twice. */
static void
test_claim(void **state)
{
	uint32_t version;

	(void)state;
	begin("chess", "sudden:20");
	deeds("5 e2e4");
	expect("{\"kind\":\"claim\",\"what\":\"time\"}", "no player has run out of time");
	version = table.version;
	deeds("25.1 .");
	assert_true(table.version > version);
	assert_string_equal(told("claims"), "[\"time\"]");
	assert_string_equal(told("result"), "null");
	table.state.guidance.kind = GUIDANCE_NONE; /* no hands made the moves */
	assert_string_equal(told("message"), "\"Black's time is up: White may claim the win\"");
	/* The game goes on as if nothing had happened. */
	deeds("26 e7e5 27 d2d4");
	assert_string_equal(told("claims"), "[\"time\"]");
	expect("{\"kind\":\"claim\"}", "no draw can be claimed now");
	expect("{\"kind\":\"claim\",\"what\":\"time\"}", "\"ok\"");
	assert_non_null(strstr(told("prompt"), "\"kind\":\"time\",\"seat\":\"w\""));
	answer(false, "\"ok\"");
	assert_string_equal(told("prompt"), "null");
	assert_string_equal(told("result"), "null");
	expect("{\"kind\":\"claim\",\"what\":\"time\"}", "\"ok\"");
	answer(true, "\"ok\"");
	assert_non_null(strstr(told("result"), "{\"result\":\"1-0\",\"reason\":\"time\""));
	assert_string_equal(told("claims"), "[]");
}

static void
contact(unsigned i, bool down, uint64_t t_us)
{
	const struct busio_msg m = {
		.kind = BUSIO_BUTTON, .index = (uint8_t)i, .level = down, .t_us = t_us
	};

	table_message(&table, &m);
}

static void
push(const char *button, uint64_t t_us, uint64_t hold_us)
{
	unsigned i = strcmp(button, board.button[0].name) == 0 ? 0 : 1;

	contact(i, true, t_us);
	contact(i, false, t_us + hold_us);
	table_advance(&table, t_us + hold_us + 50000);
}

/* With buttons alone: the menu shows what OK asks, once there is something to claim. */
static void
test_claim_menu(void **state)
{
	(void)state;
	begin("chess", "sudden:20");
	deeds("5 e2e4");
	push("ok", 10000000, 1100000);
	assert_string_equal(told("message"), "\"Clock: draw. Hint: resign. Back: go on\"");
	push("ok", 12000000, 50000);
	assert_int_equal(table.menu.kind, PROMPT_MENU);
	/* Black's flag falls while the menu is open. */
	deeds("25.1 .");
	assert_string_equal(told("message"),
			    "\"OK: claim on time. Clock: draw. Hint: resign. Back: go on\"");
	assert_non_null(strstr(told("prompt"), "OK: claim on time."));
	push("ok", 26000000, 50000);
	assert_string_equal(told("message"),
			    "\"Black has run out of time. Does White claim the game?\"");
	assert_string_equal(told("result"), "null");
	push("ok", 27000000, 50000);
	assert_non_null(strstr(told("result"), "{\"result\":\"1-0\",\"reason\":\"time\""));
}

/* A lone king cannot mate: a draw then. */
static void
test_claim_bare(void **state)
{
	(void)state;
	begin_with(NULL, NULL);
	expect("{\"kind\":\"new\",\"game\":\"chess\",\"position\":\"4k3/8/8/8/8/8/8/R3K3 w - - 0 "
	       "1\","
	       "\"clock\":\"sudden:20\"}",
	       "\"ok\"");
	deeds("1 a1a2 2 e8d8 30 .");
	table.state.guidance.kind = GUIDANCE_NONE; /* no hands made the moves */
	assert_string_equal(told("message"), "\"White's time is up: Black may claim a draw\"");
	expect("{\"kind\":\"claim\",\"what\":\"time\"}", "\"ok\"");
	answer(true, "\"ok\"");
	assert_non_null(strstr(told("result"), "1/2-1/2"));
}

/* Partners have no opponent to claim against. */
static void
test_claim_partners(void **state)
{
	(void)state;
	begin_with(NULL, NULL);
	expect("{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"cards=real\","
	       "\"clock\":\"sudden:1\"}",
	       "\"ok\"");
	deeds("5 play:2H 20 .");
	assert_non_null(strstr(told("clock"), "\"flag\":true"));
	assert_string_equal(told("claims"), "[]");
	expect("{\"kind\":\"claim\",\"what\":\"time\"}", "no player has run out of time");
}

/* ---- the record ---- */

static void
test_record(void **state)
{
	(void)state;
	begin("chess", "fischer:300+3");
	deeds("5 e2e4 9 e7e5 13.5 g1f3");
	expect("{\"kind\":\"pgn\"}", "[TimeControl \\\"300+3\\\"]\\n[Clock \\\"fischer:300+3\\\"]");
	expect("{\"kind\":\"pgn\"}",
	       "1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:04:59]} 2. Nf3 {[%clk 0:05:01]} *");
	expect("{\"kind\":\"record\"}", "[\\\"e7e5\\\",9000000,299000000]");
	expect("{\"kind\":\"record\"}", "\\\"clock\\\": \\\"fischer:300+3 1 5 301500000/2/0 "
					"299000000/1/0\\\"");
}

static const struct {
	const char *clock, *control;
} controls[] = {
	{ "sudden:300", "300" },
	{ "hourglass:60", "*60" },
	{ "moves:40/7200+30:20/3600:1800", "40/7200+30:20/3600:1800" },
	{ "bronstein:300+5", "?" },
	{ "fischer:300+3,180+2", "?" },
};

static void
test_time_control(void **state)
{
	char want[128];

	(void)state;
	for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
		begin("chess", controls[i].clock);
		snprintf(want, sizeof(want), "[TimeControl \\\"%s\\\"]\\n[Clock \\\"%s\\\"]",
			 controls[i].control, controls[i].clock);
		expect("{\"kind\":\"pgn\"}", want);
	}
}

/* A replay could differ if the clock changes the game. */
static void
test_changes_nothing(void **state)
{
	static const char *const clocks[] = { "none", "sudden:1", "moves:1/1:1", "hourglass:2" };
	static char text[4][8192];

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		char *trace;

		begin("chess", clocks[i]);
		deeds("5 -e2 5.4 +e4 8 -e7 8.4 +e5 8.6 clock 9 -g1 9.3 +f3 9.5 -b8 9.7 +c6 20 -f1 "
		      "20.2 +f3 21 -f3 21.2 +b5 30 .");
		trace = table_trace_text(&table);
		assert_non_null(trace);
		snprintf(text[i], sizeof(text[i]), "%u\n%s", table.book.n, trace);
		free(trace);
		assert_string_equal(text[i], text[0]);
	}
}

/* ---- restarts ---- */

static struct store *
open_kept(const char *folder, struct record *resume)
{
	const struct store_config c = { .action = table_store_action,
					.clock_us = table_store_clock,
					.user = &table };
	struct store *store;
	char why[STORE_WHY_MAX];

	if (store_open(folder, &c, &store, why) < 0)
		fail_msg("%s", why);
	memset(resume, 0, sizeof(*resume));
	assert_true(store_resume(store, resume, why) >= 0);
	begin_with(store, resume);
	record_finish(resume);
	return store;
}

/*
 * After a kill, each seat has the time left after the last action. An orderly
 * end also counts the time used since. Either way no clock runs before a touch.
 */
static void
test_restart(void **state)
{
	char folder[64];
	struct record resume;
	struct store *store;

	(void)state;
	help_folder(folder);
	store = open_kept(folder, &resume);
	expect("{\"kind\":\"new\",\"game\":\"chess\",\"clock\":\"fischer:300+3\"}", "\"ok\"");
	deeds("5 e2e4 9 e7e5 12 undo:1 15 .");
	assert_stand("before", "w 300 >b 293");
	assert_int_equal(store_close(store, 120000), 0);

	store = open_kept(folder, &resume);
	assert_stand("killed", "w 300 b 296 restart");
	read_board();
	deeds("100 .");
	assert_stand("nothing runs", "w 300 b 296 restart");
	deeds("101 -e7");
	/* Actions played since are only in the record. */
	deeds("103 .");
	assert_stand("touched", "w 300 >b 294");
	table_clock_keep(&table);
	store_pump(store, table.now_us);
	assert_int_equal(store_close(store, 120000), 0);

	store = open_kept(folder, &resume);
	assert_stand("ended in order", "w 300 b 294 restart");
	deeds("50 ok 52.05 .");
	assert_stand("OK", "w 300 >b 292");
	deeds("60 c7c5");
	expect("{\"kind\":\"record\"}", "[\\\"e2e4\\\",5000000,303000000]");
	assert_int_equal(store_close(store, 120000), 0);
	help_folder_remove(folder);
}

/* The bus is away: this costs neither player time. */
static void
test_bus_away(void **state)
{
	(void)state;
	begin("chess", "sudden:300");
	deeds("5 e2e4 10 .");
	report_message(BUSIO_BUS, 0, false, 10000000);
	deeds("50 .");
	assert_stand("away", "w 300 b 295 board");
	report_message(BUSIO_BUS, 0, true, 60000000);
	deeds("70 ok 71.05 .");
	assert_stand("back", "w 300 >b 294");
}

static const struct {
	const char *line, *want;
} asked[] = {
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"clock\":\"fischer:300\",\"force\":true}",
	  "clock: fischer needs +SECONDS" },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"clock\":5,\"force\":true}", "clock: a text" },
	{ "{\"kind\":\"clock\"}", "either spec or pause" },
	{ "{\"kind\":\"clock\",\"spec\":\"none\",\"pause\":true}", "either" },
	{ "{\"kind\":\"clock\",\"pause\":1}", "pause: true or false" },
	{ "{\"kind\":\"clock\",\"pause\":true}", "there is no clock" },
	{ "{\"kind\":\"clock\",\"spec\":\"sudden:0\"}", "clock: seconds from 1" },
	{ "{\"kind\":\"clock\",\"spec\":\"sudden:60\"}", "\"ok\"" },
	{ "{\"kind\":\"claim\",\"what\":\"the moon\"}", "what: " },
	{ "{\"kind\":\"act\",\"action\":\"e2e4\"}", "\"ok\"" },
	{ "{\"kind\":\"clock\",\"spec\":\"sudden:90\"}", "the clock is already running" },
	{ "{\"kind\":\"reset\"}", "\"ok\"" },
	{ "{\"kind\":\"state\"}", "\"spec\":\"sudden:60\"" },
	{ "{\"kind\":\"next\",\"force\":true}", "\"ok\"" },
	{ "{\"kind\":\"state\"}", "\"spec\":\"sudden:60\"" },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}", "\"ok\"" },
	{ "{\"kind\":\"state\"}", "\"clock\":null" },
};

static void
test_asked(void **state)
{
	(void)state;
	begin("chess", "none");
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		expect(asked[i].line, asked[i].want);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),           cmocka_unit_test(test_claim),
		cmocka_unit_test(test_claim_menu),     cmocka_unit_test(test_claim_bare),
		cmocka_unit_test(test_claim_partners), cmocka_unit_test(test_record),
		cmocka_unit_test(test_time_control),   cmocka_unit_test(test_changes_nothing),
		cmocka_unit_test(test_restart),        cmocka_unit_test(test_bus_away),
		cmocka_unit_test(test_asked),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
