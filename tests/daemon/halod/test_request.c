/* Requests of clients: one row a line, in order, on one table without a journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

static void
begin(void)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
}

/* want: a part of the reply as text. */
struct row {
	const char *line, *want;
};

static void
run_rows(const struct row *row, size_t n)
{
	begin();
	for (size_t i = 0; i < n; i++) {
		json_t *answer = request_serve(&table, REQUEST_LOCAL(7), row[i].line, strlen(row[i].line));
		char *text = json_dumps(answer, JSON_COMPACT);

		if (!text || !strstr(text, row[i].want))
			fail_msg("%s\n  gave %s\n  want %s", row[i].line, text ? text : "nothing",
				 row[i].want);
		free(text);
		json_decref(answer);
	}
}

/* A square that the board and the game name differently is reported with both names. */
static const struct row names[] = {
	{ "{\"kind\":\"blind\",\"square\":\"f2\",\"on\":false}",
	  "\"text\":\"f2 of the board, e2 of the game\"" },
	{ "{\"kind\":\"blind\",\"square\":\"a2\",\"on\":false}",
	  "\"text\":\"a2 of the board, beside the game\"" },
	{ "{\"kind\":\"new\",\"game\":\"american\",\"force\":true}", "\"ok\"" },
	{ "{\"kind\":\"blind\",\"square\":\"f2\",\"on\":false}", "{\"kind\":\"ok\"}" },
};

static void
test_names(void **state)
{
	(void)state;
	board = (struct board){ .name = "test", .files = 11, .ranks = 9, .home_file = 1 };
	run_rows(names, sizeof(names) / sizeof(names[0]));
	board = (struct board){ .name = "test", .files = 8, .ranks = 8 };
}

static const struct row malformed[] = {
	{ "", "not JSON" },
	{ "hello", "not JSON" },
	{ "[]", "not a JSON object" },
	{ "{", "not JSON" },
	{ "{}", "kind: missing" },
	{ "{\"kind\":7}", "kind: missing, or not a string" },
	{ "{\"kind\":\"frob\"}", "kind: \\\"frob\\\" is unknown" },
	{ "{\"kind\":\"state\",\"kind\":\"state\"}", "not JSON: duplicate object key" },
	{ "{\"kind\":\"state\"} x", "not JSON: end of file expected" },
	{ "{\"kind\":\"state\",\"id\":-1}", "id: a number from 0" },
	{ "{\"kind\":\"state\",\"id\":2147483648}", "id: a number from 0" },
	{ "{\"kind\":\"state\",\"id\":1.5}", "id: a number from 0" },
	{ "{\"kind\":\"state\",\"id\":\"1\"}", "id: a number from 0" },
	{ "{\"kind\":\"frob\",\"id\":9}", "\"id\":9" },
	{ "{\"kind\":\"state\",\"extra\":1}", "unknown key: extra" },
	{ "{\"kind\":\"act\"}", "\"action: missing\"" },
	{ "{\"kind\":\"act\",\"action\":5}", "\"action: a text is expected\"" },
	{ "{\"kind\":\"act\",\"action\":\"e2e4\",\"seat\":null}", "\"seat: a text is expected\"" },
	{ "{\"kind\":\"undo\",\"n\":\"2\"}", "\"n: a whole number is expected\"" },
	{ "{\"kind\":\"partner\",\"memory\":\"2\"}", "\"memory: a whole number is expected\"" },
	{ "{\"kind\":\"review\",\"game_id\":\"2\"}", "\"game_id: a whole number is expected\"" },
	{ "{\"kind\":\"undo\",\"n\":1.5}", "\"n: a whole number is expected\"" },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"black\":[]}", "\"black: a text is expected\"" },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"force\":1}",
	  "\"force: true or false is expected\"" },
	{ "{\"kind\":\"act\",\"action\":\"e2e5\"}",
	  "e2e5: This piece does not move like that. (no-such-move)" },
	{ "{\"kind\":\"act\",\"action\":\"a1a3\"}",
	  "a1a3: Another piece stands in the way. (blocked: a2)" },
	{ "{\"kind\":\"act\",\"action\":\"e2e4\",\"seat\":\"b\"}",
	  "e2e4: it is not the turn of Black, but of White" },
	{ "{\"kind\":\"act\",\"action\":\"castle\"}", "castle: no legal action has this name" },
	{ "{\"kind\":\"act\",\"action\":\"e2e4e2e4e2e4e2e4e2e4e2e4e2e4\"}", "is no action" },
	{ "{\"kind\":\"act\",\"action\":\"e2e4\",\"seat\":\"wk\"}",
	  "seat: there is no seat \\\"wk\\\"; Chess has w, b" },
	{ "{\"kind\":\"press\",\"button\":\"boom\"}", "clock, ok, back, hint" },
	{ "{\"kind\":\"answer\",\"prompt\":1,\"yes\":true}", "no question is open" },
	{ "{\"kind\":\"answer\",\"prompt\":1,\"yes\":1}", "\"yes: true or false is expected\"" },
	{ "{\"kind\":\"choose\",\"prompt\":1,\"action\":\"e2e4\"}", "no question is open" },
	{ "{\"kind\":\"new\",\"game\":\"go\"}", "there is no game" },
	{ "{\"kind\":\"state\",\"seat\":\"x\"}", "seat" },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"options\":\"colour=red\"}", "options: " },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"position\":\"8/8 w\"}", "position: " },
	{ "{\"kind\":\"undo\",\"n\":1}", "nothing can be taken back: no action is final yet" },
	{ "{\"kind\":\"undo\",\"n\":0}", "n: 1 or more is expected" },
	{ "{\"kind\":\"resign\"}", "seat" },
	{ "{\"kind\":\"claim\"}", "no draw can be claimed" },
	{ "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"all\"}", "none of off, moves, safe" },
	{ "{\"kind\":\"list\",\"limit\":0}", "limit: from 1 to 100" },
	{ "{\"kind\":\"list\"}", "no games are kept" },
	{ "{\"kind\":\"save\",\"name\":\"../x\"}", "name: " },
	{ "[[[[[[[[[[[[[[[[[[[[", "not JSON" },
	{ "{\"kind\":\"\xff\"}", "not JSON" },
	/* None of the rows before has changed anything. */
	{ "{\"kind\":\"state\"}", "\"n_actions\":0," },
};

static const struct row play[] = {
	{ "{\"kind\":\"state\",\"id\":3}", "\"phase\":\"playing\"" },
	{ "{\"kind\":\"act\",\"action\":\"f2f3\",\"id\":4}", "{\"kind\":\"ok\",\"id\":4}" },
	{ "{\"kind\":\"press\",\"button\":\"clock\"}", "ok" },
	{ "{\"kind\":\"act\",\"action\":\"e7e5\",\"seat\":\"b\"}", "ok" },
	{ "{\"kind\":\"press\",\"button\":\"clock\"}", "ok" },
	{ "{\"kind\":\"state\"}", "\"san\":\"e5\"" },
	{ "{\"kind\":\"new\",\"game\":\"chess\"}", "a game is running; halo new … --force puts it aside" },
	{ "{\"kind\":\"undo\",\"n\":3}", "only 2 final actions can be taken back" },
	{ "{\"kind\":\"undo\"}", "ok" },
	{ "{\"kind\":\"state\"}", "\"n_actions\":1" },
	{ "{\"kind\":\"act\",\"action\":\"e7e6\"}", "ok" },
	{ "{\"kind\":\"press\",\"button\":\"clock\"}", "ok" },
	{ "{\"kind\":\"act\",\"action\":\"g2g4\"}", "ok" },
	{ "{\"kind\":\"press\",\"button\":\"clock\"}", "ok" },
	{ "{\"kind\":\"act\",\"action\":\"d8h4\"}", "ok" },
	{ "{\"kind\":\"press\",\"button\":\"clock\"}", "ok" },
	{ "{\"kind\":\"state\"}", "\"result\":{\"result\":\"0-1\",\"reason\":\"checkmate\"" },
	{ "{\"kind\":\"state\"}", "\"message\":\"Black wins: checkmate\"" },
	{ "{\"kind\":\"act\",\"action\":\"e1f2\"}", "the game is over" },
	{ "{\"kind\":\"pgn\"}", "1. f3 e6 2. g4 Qh4# 0-1" },
	{ "{\"kind\":\"record\"}", "d8h4" },
	{ "{\"kind\":\"trace\"}", "# haloboard trace 1" },
	{ "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=518\",\"white\":\"Ann\"}",
	  "ok" },
	{ "{\"kind\":\"state\"}", "\"game\":\"chess960\"" },
	{ "{\"kind\":\"state\"}", "\"white\":\"Ann\"" },
	{ "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"off\"}", "ok" },
	{ "{\"kind\":\"state\"}", "\"hints\":{\"w\":\"moves\",\"b\":\"off\"}" },
	{ "{\"kind\":\"resign\",\"seat\":\"w\"}", "ok" },
	{ "{\"kind\":\"state\"}", "White resigned" },
	{ "{\"kind\":\"reset\"}", "ok" },
	{ "{\"kind\":\"state\"}", "\"phase\":\"playing\",\"game\":\"chess960\"" },
	{ "{\"kind\":\"draw\"}", "ok" },
	{ "{\"kind\":\"state\"}", "\"1/2-1/2\",\"reason\":\"agreed\"" },
	{ "{\"kind\":\"new\",\"game\":\"chess\",\"position\":\"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"}",
	  "ok" },
	{ "{\"kind\":\"state\"}", "\"a7a8q\"" },
	{ "{\"kind\":\"lamps\"}", "\"lamps\":{" },
};

/* The screen's players have not typed an action's name: a refusal does not repeat it. */
static const struct row on_screen[] = {
	{ "{\"kind\":\"screen\"}", "ok" },
	{ "{\"kind\":\"act\",\"action\":\"e2e5\"}", ":\"This piece does not move like that.\"" },
	{ "{\"kind\":\"act\",\"action\":\"a1a3\"}", ":\"Another piece stands in the way.\"" },
	{ "{\"kind\":\"act\",\"action\":\"e2e4\",\"seat\":\"b\"}",
	  ":\"it is not the turn of Black, but of White\"" },
};

static void
test_on_screen(void **state)
{
	(void)state;
	run_rows(on_screen, sizeof(on_screen) / sizeof(on_screen[0]));
}

static void
test_malformed(void **state)
{
	(void)state;
	run_rows(malformed, sizeof(malformed) / sizeof(malformed[0]));
}

static void
test_play(void **state)
{
	(void)state;
	run_rows(play, sizeof(play) / sizeof(play[0]));
}

/* Every field that docs/protocol.md promises is present, whatever the state. */
static void
test_fields(void **state)
{
	static const char *const fields[] = {
		"kind",         "phase",     "viewer",   "game",        "title",    "game_id",
		"white",        "black",     "names",    "round",       "files",    "ranks",
		"to_act",       "turn_seat", "turn",     "n_actions",   "recorded", "hints",
		"graded_pieces", "ask_blunders",
		"position",     "keys",      "settled",  "provisional", "last",     "moves",
		"moves_from",   "said",      "actions",  "can_buy",  "present",
		"lights",
		"lifted",       "attempt",   "transfer", "buy",         "check",    "result",
		"prompt",       "guidance",  "standing",  "refusal",  "claims",      "chance",   "screen",
		"clock_button", "troubles",  "message",  "spoken", "choosing",
		"clock",        "settings",  "date",     "date_known",
		"pins",       "secret",    "match",    "hides",  "closed",      "reveal",
		"showing",     "lamp_test",   "legend",   "work",  "calibration", "sticks",   "suspects",
		"blind",       "takers",      "tricks",    "seats",  "thinking",    "partner", "lesson",
		"reviewing",
	};
	json_t *o;

	(void)state;
	begin();
	o = view_state(&table, SEAT_TABLE);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (!json_object_get(o, fields[i]))
			fail_msg("the state has no \"%s\"", fields[i]);
	assert_int_equal(json_object_size(o), sizeof(fields) / sizeof(fields[0]));
	json_decref(o);
}

/* A line of many values is refused before parsing, which would block the loop. */
static void
test_many_values(void **state)
{
	static char line[REQUEST_LINE_MAX] = "{\"kind\":\"state\",\"seat\":[0";
	char *at = line + strlen(line), *text;
	json_t *answer;

	(void)state;
	for (unsigned i = 0; i < 5000; i++)
		at = stpcpy(at, ",{}");
	strcpy(at, "]}");
	answer = request_serve(&table, REQUEST_LOCAL(7), line, strlen(line));
	text = json_dumps(answer, JSON_COMPACT);
	assert_non_null(strstr(text, "more than 512 values"));
	free(text);
	json_decref(answer);
	/* Commas inside a string do not count. */
	at = stpcpy(line, "{\"kind\":\"hints\",\"seat\":\"");
	memset(at, ',', 5000);
	strcpy(at + 5000, "\"}");
	answer = request_serve(&table, REQUEST_LOCAL(7), line, strlen(line));
	text = json_dumps(answer, JSON_COMPACT);
	assert_null(strstr(text, "values"));
	free(text);
	json_decref(answer);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_on_screen),
		cmocka_unit_test(test_malformed),
		cmocka_unit_test(test_play),
		cmocka_unit_test(test_many_values),
		cmocka_unit_test(test_fields),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
