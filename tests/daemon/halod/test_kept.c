/*
 * What goes beyond the game on the board: kept games move by move, on the lamps
 * too, the sheet of an evening, the points of a match. With a journal behind.
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/server/request.h"
#include "daemon/store/store_impl.h"
#include "daemon/view/view.h"
#include "../record/help.h"
#include "alone.h"

enum { SCREEN = 1, OTHER = 2, LONG_GAME = 400 };
enum { CLOCK, OK }; /* the board's buttons */

static struct board board;
static struct config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static struct store *store;
static char folder[64];
static const char *machine_day = RECORD_DATE_UNSET;
static uint8_t draws;
static char lit[512]; /* the lit squares of the last frame */

static void
note_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3], uint64_t t_us)
{
	size_t len = 0;

	(void)arg;
	(void)t_us;
	lit[0] = '\0';
	for (unsigned sq = 0; sq < 64; sq++)
		if (rgb[sq][0] || rgb[sq][1] || rgb[sq][2])
			len += (size_t)snprintf(lit + len, sizeof(lit) - len, "%s%c%u",
						len ? " " : "", 'a' + (int)(sq % 8), sq / 8 + 1);
}

static void
today(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	memcpy(out, machine_day, RECORD_DATE_SIZE);
}

static void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	(void)arg;
	memset(out, 0x33, CHANCE_BYTES);
	out[0] = ++draws;
}

static const struct table_ops ops = { .frame = note_frame, .today = today, .random = count_up };

static void
edge(const char *sq, bool on)
{
	const struct busio_msg m = { .kind = BUSIO_EDGE,
				     .sq = (uint8_t)((sq[1] - '1') * 8 + sq[0] - 'a'),
				     .reading.occupied = on,
				     .t_us = table.now_us };

	table_message(&table, &m);
}

static void
begin(void)
{
	const struct store_config c = { .action = table_store_action,
					.clock_us = table_store_clock,
					.user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record resume = { 0 };
	char why[STORE_WHY_MAX];

	board = (struct board){ .name = "test", .files = 8, .ranks = 8, .n_buttons = 2 };
	strcpy(board.button[CLOCK].name, "clock");
	strcpy(board.button[OK].name, "ok");
	if (store_open(folder, &c, &store, why) < 0)
		fail_msg("%s", why);
	assert_true(store_resume(store, &resume, why) >= 0);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++) {
		char name[3] = { (char)('a' + sq % 8), (char)('1' + sq / 8), '\0' };

		edge(name, sq < 16 || sq >= 48);
	}
	table_begin(&table, &resume, 1000000);
	record_finish(&resume);
}

static void
end(void)
{
	assert_int_equal(store_close(store, 120000), 0);
}

/* Waits for whatever the journal has to say; there is no limit but ctest's. */
static void
wait_store(void)
{
	struct pollfd p = { .fd = store_fd(store), .events = POLLIN };

	(void)poll(&p, 1, -1);
	table_poll_store(&table);
}

static void
wait_written(void)
{
	while (!store_status(store)->caught_up)
		wait_store();
}

/* The answer to a line, now or later; the caller's. */
static json_t *
ask(uint32_t client, const char *line)
{
	json_t *o = request_serve(&table, client, line, strlen(line));

	while (!o) {
		struct store_answer *a;
		uint32_t whose;

		wait_store();
		a = store_answer_take(store);
		if (!a)
			continue;
		o = request_later(&table, a, &whose);
		assert_int_equal(whose, client);
		store_answer_free(a);
	}
	return o;
}

static void
want(uint32_t client, const char *line, const char *part)
{
	json_t *o = ask(client, line);
	char *text = json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY);

	if (!strstr(text, part))
		fail_msg("%s\n  gave %s\n  want %s", line, text, part);
	free(text);
	json_decref(o);
}

static void
want_not(uint32_t client, const char *line, const char *part)
{
	json_t *o = ask(client, line);
	char *text = json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY);

	if (strstr(text, part))
		fail_msg("%s\n  gave %s\n  and not %s", line, text, part);
	free(text);
	json_decref(o);
}

static void
act(uint32_t client, const char *actions)
{
	char line[96];

	while (*actions) {
		size_t len = strcspn(actions, " ");

		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%.*s\"}", (int)len,
			 actions);
		want(client, line, "\"ok\"");
		actions += len + (actions[len] == ' ');
	}
}

static void
new_game(const char *words)
{
	char line[256];

	wait_written();
	snprintf(line, sizeof(line), "{\"kind\":\"new\",\"force\":true,%s}", words);
	want(OTHER, line, "\"ok\"");
	wait_written();
}

#define PEOPLE     "\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"}"
#define FOOLS_MATE "f2f3 e7e5 g2g4 d8h4"

/* ---- move by move ---- */

static void
test_show(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"list\"}",
	     "\"title\":\"Chess\",\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":0}",
	     "\"over\":true,\"n\":4,\"move\":0,\"position\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/"
	     "RNBQKBNR w KQkq - 0 1\"");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":0}", "\"last\":null");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":1}",
	     "\"last\":{\"action\":\"f2f3\",\"squares\":[\"f2\",\"f3\"]}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2}", "\"move\":4");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2}",
	     "\"result\":{\"result\":\"0-1\",\"reason\":\"checkmate\",\"text\":\"0-1: checkmate\","
	     "\"score\":null}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2}",
	     "\"moves\":[{\"action\":\"f2f3\",\"san\":\"f3\"}");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":5}", "move: the game has no more");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"move\":-2}", "move: a number");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":99}", "there is no game 99");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":-1}", "game_id: there is no game -1");
	want(OTHER, "{\"kind\":\"show\"}", "\"game_id\":3,\"game\":\"chess\"");
	end();
}

/* Open when it is over; before, and of one that was left, what everybody knows. */
static void
test_show_secrets(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"masquerade\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "assign:NKQRB");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"ok\"");
	act(SCREEN, "assign:BNKQR");
	act(SCREEN, "e2e4 e7e5");
	wait_written();
	want_not(SCREEN, "{\"kind\":\"show\"}", "NKQRB");
	want_not(SCREEN, "{\"kind\":\"show\",\"move\":1}", "BNKQR");
	want(SCREEN, "{\"kind\":\"show\",\"move\":1}", "\"last\":{\"action\":\"assign:?\"");
	new_game("\"game\":\"masquerade\"");
	want_not(OTHER, "{\"kind\":\"show\",\"game_id\":2}", "NKQRB");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "assign:NKQRB");
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"show\",\"move\":1}", "\"action\":\"assign:NKQRB\"");
	want(OTHER, "{\"kind\":\"show\"}", "masks=????\?/NKQRB");
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":3}", "\"action\":\"assign:NKQRB\"");
	end();
}

/* The shown position's text at that move. */
static void
shown_position(unsigned move, char out[RULES_POSITION_TEXT])
{
	char line[64];
	const char *text;
	json_t *o;

	snprintf(line, sizeof(line), "{\"kind\":\"show\",\"move\":%u}", move);
	o = ask(OTHER, line);
	text = json_string_value(json_object_get(json_object_get(o, "shown"), "position"));
	assert_non_null(text);
	snprintf(out, RULES_POSITION_TEXT, "%s", text);
	json_decref(o);
}

/* Nothing is known of the grave while the game goes on; then at each move what lay where. */
static void
test_show_graves(void **state)
{
	char at[RULES_POSITION_TEXT];

	(void)state;
	begin();
	new_game("\"game\":\"zombie\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	act(SCREEN, "e2e4 d7d5 e4d5");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "bury:g1");
	want_not(OTHER, "{\"kind\":\"show\"}", "bury:g1");
	want(OTHER, "{\"kind\":\"show\"}", "bury:?");
	shown_position(4, at);
	assert_non_null(strstr(at, "buried=p?/-"));
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"show\"}", "bury:g1");
	shown_position(3, at);
	assert_non_null(strstr(at, "buried=-/-"));
	shown_position(4, at);
	assert_non_null(strstr(at, "buried=pg1/-"));
	end();
}

/* Cards are nobody's but their holder's; then everybody sees each hand at each move. */
static void
test_show_hands(void **state)
{
	char before[RULES_POSITION_TEXT], at[RULES_POSITION_TEXT];

	(void)state;
	begin();
	new_game("\"game\":\"cooperative\"");
	shown_position(0, before);
	assert_non_null(strstr(before, "hands=#3/#3"));
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	shown_position(0, at);
	assert_null(strstr(at, "#"));
	/* As they were dealt: the record's own words. */
	assert_string_equal(at, table.game.start);
	end();
}

/* The lamps follow on the screen's word, while nobody plays; hands follow and do not play. */
static void
test_show_lamps(void **state)
{
	static const char line[] = "{\"kind\":\"show\",\"game_id\":2,\"move\":1,\"lamps\":true}";

	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
	want(OTHER, line, "the lamps follow the local screen alone");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, line, "\"shown\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":{\"game_id\":2,\"move\":1}");
	assert_string_equal(lit, "f2 f3");
	edge("f2", false);
	edge("f3", true);
	table_advance(&table, 5000000);
	assert_int_equal(table.n_moves, 0);
	assert_string_equal(lit, "f2 f3"); /* the move that was followed */
	want(SCREEN, "{\"kind\":\"show\",\"game_id\":2,\"move\":2,\"lamps\":true}", "\"shown\"");
	assert_string_equal(lit, "e5 e7");
	want(SCREEN, "{\"kind\":\"show\",\"leave\":true}", "\"ok\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	assert_true(table.state.guidance.on); /* the board is as it was left */
	edge("f3", false);
	edge("f2", true);
	table_advance(&table, 7000000);
	want(SCREEN, line, "\"shown\"");
	table_client_gone(&table, SCREEN);
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, line, "\"shown\"");
	act(OTHER, "e2e4"); /* somebody plays after all */
	want(OTHER, "{\"kind\":\"state\"}", "\"showing\":null");
	want(SCREEN, line, "a game is running");
	end();
}

/* ---- what was asked when the power went ---- */

static void
press(unsigned button, uint64_t us)
{
	struct busio_msg m = { .kind = BUSIO_BUTTON,
			       .index = (uint8_t)button,
			       .level = true,
			       .t_us = table.now_us + 500000 };

	table_message(&table, &m);
	table_advance(&table, m.t_us + us);
	m.level = false;
	m.t_us = table.now_us;
	table_message(&table, &m);
	table_advance(&table, table.now_us + 500000);
}

/* A question is no action: it is gone, may be asked again, and nothing else has changed. */
static void
test_offers_end(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
	wait_written();
	press(OK, 3000000);
	press(CLOCK, 100000);
	want(OTHER, "{\"kind\":\"state\"}", "\"prompt\":{\"id\":");
	want(OTHER, "{\"kind\":\"state\"}", "\"kind\":\"draw\"");
	end();
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"prompt\":null");
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":1");
	want(OTHER, "{\"kind\":\"state\"}", "\"result\":null");
	press(OK, 3000000);
	press(CLOCK, 100000);
	want(OTHER, "{\"kind\":\"state\"}", "\"kind\":\"draw\"");
	press(OK, 100000);
	want(OTHER, "{\"kind\":\"state\"}", "\"reason\":\"agreed\"");
	end();
}

/* ---- games that leave ---- */

/* Of a game that is over, as the rules' own text; of no other. */
static void
test_qr(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, "f2f3 e7e5 g2g4");
	want(OTHER, "{\"kind\":\"qr\"}", "this game is not over");
	act(OTHER, "d8h4");
	wait_written();
	want(OTHER, "{\"kind\":\"qr\"}", "1. f3 e5 2. g4 Qh4# 0-1\\n\",\"size\":");
	want(OTHER, "{\"kind\":\"qr\",\"game_id\":2}", "\"rows\":[\"1111111");
	want(OTHER, "{\"kind\":\"qr\",\"part\":0,\"bytes\":100}", "\"part\":0,\"parts\":1}");
	want(OTHER, "{\"kind\":\"qr\",\"part\":1}", "part: there is no such part");
	want(OTHER, "{\"kind\":\"qr\",\"part\":-1}", "part: a number from 0 on is expected");
	want(OTHER, "{\"kind\":\"qr\",\"part\":0,\"bytes\":99}", "bytes: 100 to 2953 are possible");
	want(OTHER, "{\"kind\":\"qr\",\"bytes\":858}", "bytes: goes with part");
	want(OTHER, "{\"kind\":\"qr\",\"game_id\":9}", "there is no game 9");
	want(OTHER, "{\"kind\":\"qr\",\"game_id\":-1}", "game_id: there is no game -1");
	end();
}

/* A game from another board's file goes on here; a text that is none changes nothing. */
static void
test_open_text(void **state)
{
	static const char line[] =
		"{\"kind\":\"open\",\"record\":\"{\\\"haloboard\\\":\\\"record\\\",\\\"version\\\":"
		"1,"
		"\\\"game\\\":\\\"half-alice\\\",\\\"players\\\":{\\\"w\\\":\\\"Anna\\\"},"
		"\\\"start\\\":\\\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
		"checkers=12,12\\\",\\\"actions\\\":[[\\\"e2e4\\\",5]],"
		"\\\"result\\\":{\\\"end\\\":\\\"unfinished\\\"}}\"}";

	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"open\"}", "one of them is expected");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"x\",\"record\":\"{}\"}", "one of them");
	want(OTHER, "{\"kind\":\"open\",\"record\":\"{}\"}", "record: this is no record");
	want(OTHER, "{\"kind\":\"state\"}", "\"game\":\"chess\"");
	want(OTHER, line, "\"ok\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"game\":\"half-alice\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"w\":\"Anna\"");
	act(OTHER, "e7e5");
	wait_written();
	want(OTHER, "{\"kind\":\"pgn\"}", "1. e2e4 1... e7e5 *");
	end();
}

/* One part of a text from `at` on, as long as a message may be; how much of it there was. */
static size_t
send_part(uint32_t client, const char *text, unsigned part, const char *expect)
{
	enum { PART = 3000 };
	size_t n = strlen(text) < PART ? strlen(text) : PART;
	json_t *m = json_pack("{s:s, s:s%, s:i, s:b}", "kind", "open", "record", text, n, "part",
			      (int)part, "more", text[n] != '\0');
	char *line = json_dumps(m, JSON_COMPACT);

	want(client, line, expect);
	free(line);
	json_decref(m);
	return n;
}

/* A game's native record; how many actions it has in *n. */
static char *
long_game(uint32_t *n)
{
	struct record r;
	char *text;

	help_play(&r, "chess", "", NULL, LONG_GAME, 4);
	*n = r.n;
	text = native_print(&r);
	record_finish(&r);
	assert_non_null(text);
	return text;
}

/* A long game comes in parts; what is out of order, or another's, opens nothing. */
static void
test_open_parts(void **state)
{
	uint32_t n;
	char *text = long_game(&n);
	size_t at = 0;
	unsigned part = 0;

	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"open\",\"record\":\"{\",\"more\":true}", "more with part");
	want(OTHER, "{\"kind\":\"open\",\"record\":\"{\",\"part\":1}", "begin with part 0 again");
	(void)send_part(OTHER, text, 0, "\"ok\"");
	(void)send_part(SCREEN, text, 0, "another client is sending one");
	(void)send_part(OTHER, text, 2, "begin with part 0 again");
	(void)send_part(OTHER, text, 0, "\"ok\"");
	table_client_gone(&table, OTHER);
	(void)send_part(OTHER, text, 1, "begin with part 0 again");
	assert_int_equal(table.state.n_actions, 0);
	while (text[at])
		at += send_part(OTHER, text + at, part++, "\"ok\"");
	assert_true(part > 2);
	assert_int_equal(table.state.n_actions, n);
	free(text);
	wait_written();
	end();
}

/* A trace replays whatever was entered: only when the game is over. */
static void
test_kept_trace(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"trace\",\"game_id\":2}", "\"trace\":\"");
	want(OTHER, "{\"kind\":\"trace\",\"game_id\":3}", "can be had when it is over");
	want(OTHER, "{\"kind\":\"trace\",\"game_id\":99}", "there is no game 99");
	end();
}

static bool
has_edges(uint32_t number)
{
	char line[64];
	const char *trace;
	json_t *o;
	bool has;

	snprintf(line, sizeof(line), "{\"kind\":\"trace\",\"game_id\":%u}", number);
	o = ask(OTHER, line);
	trace = json_string_value(json_object_get(o, "trace"));
	has = trace && strstr(trace, "-e2");
	json_decref(o);
	return has;
}

/* By the setting, which a restart does not change: what is older goes, and is asked for in vain. */
static void
test_traces_kept(void **state)
{
	enum { GAMES = 14, KEPT = 10 };
	uint32_t first;

	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"traces_kept\":10}}", "\"ok\"");
	end();
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"traces_kept\":10");
	first = store_status(store)->number;
	for (unsigned i = 0; i < GAMES; i++) {
		new_game("\"game\":\"chess\"");
		edge("e2", false);
		table_advance(&table, table.now_us + 3000000);
		edge("e2", true);
		table_advance(&table, table.now_us + 3000000);
		act(OTHER, "e2e4");
		want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	}
	new_game("\"game\":\"chess\"");
	assert_true(has_edges(first + GAMES));
	/* One at a time, between two questions. */
	while (has_edges(first + GAMES + 1 - KEPT))
		;
	assert_true(has_edges(first + GAMES + 2 - KEPT));
	for (uint32_t number = first + 1; number <= first + GAMES + 1 - KEPT; number++)
		assert_false(has_edges(number));
	end();
}

/* ---- a match ---- */

static void
next_game(const char *words)
{
	char line[128];

	wait_written();
	snprintf(line, sizeof(line), "{\"kind\":\"next\",\"force\":true%s}", words);
	want(OTHER, line, "\"ok\"");
	wait_written();
}

static void
want_match(const char *part)
{
	want(OTHER, "{\"kind\":\"state\"}", part);
}

static void
test_match(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	want_match("\"match\":null");
	act(OTHER, FOOLS_MATE);
	next_game(""); /* Ben is White now, and has won one */
	want_match("\"match\":{\"round\":2,\"points\":{\"w\":1.0,\"b\":0.0}}");
	act(OTHER, FOOLS_MATE);
	want_match("\"points\":{\"w\":1.0,\"b\":1.0}");
	want(OTHER, "{\"kind\":\"undo\"}", "\"ok\"");
	want_match("\"points\":{\"w\":1.0,\"b\":0.0}");
	act(OTHER, "d8h4");
	next_game(",\"seats\":\"named\"");
	want_match("\"match\":{\"round\":3,\"points\":{\"w\":1.0,\"b\":1.0}}");
	want(OTHER, "{\"kind\":\"draw\"}", "\"ok\"");
	next_game("");
	want_match("\"match\":{\"round\":4,\"points\":{\"w\":1.5,\"b\":1.5}}");
	act(OTHER, FOOLS_MATE);
	next_game("");
	want_match("\"match\":{\"round\":5,\"points\":{\"w\":2.5,\"b\":1.5}}");
	want(OTHER, "{\"kind\":\"reset\"}", "\"ok\"");
	want_match("\"match\":{\"round\":5,\"points\":{\"w\":2.5,\"b\":1.5}}");
	act(OTHER, "e2e4");
	end();
	begin(); /* over a restart */
	want_match("\"match\":{\"round\":5,\"points\":{\"w\":2.5,\"b\":1.5}}");
	new_game("\"game\":\"chess\"");
	want_match("\"match\":null");
	end();
}

/* ---- an evening ---- */

static void
test_evening(void **state)
{
	static const char line[] = "{\"kind\":\"evening\"}";

	(void)state;
	begin();
	want(OTHER, line, "{\"games\":[],\"score\":[],\"since\":null}");
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	next_game("");
	want(OTHER, "{\"kind\":\"draw\"}", "\"ok\"");
	new_game("\"game\":\"crowded-house\",\"names\":{\"wk\":\"Anna\",\"bk\":\"Ben\",\"wq\":"
		 "\"Carla\",\"bq\":\"Dora\"}");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"bk\"}", "\"ok\"");
	wait_written();
	want(OTHER, line,
	     "\"score\":[{\"name\":\"Anna\",\"played\":3,\"won\":1,\"drawn\":1,\"lost\":1,"
	     "\"points\":1.5},{\"name\":\"Ben\"");
	want(OTHER, line,
	     "{\"name\":\"Ben\",\"played\":3,\"won\":1,\"drawn\":1,\"lost\":1,\"points\":1.5}");
	want(OTHER, line,
	     "{\"name\":\"Dora\",\"played\":1,\"won\":0,\"drawn\":0,\"lost\":1,\"points\":0.0}");
	/* One that runs is on the sheet, and counts for nobody. */
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, "e2e4");
	wait_written();
	want(OTHER, line, "\"result\":\"*\",\"reason\":\"\"}]");
	want(OTHER, "{\"kind\":\"evening\",\"reset\":true}", "\"score\":[]");
	want(OTHER, line, "{\"games\":[{\"id\":5,");
	act(OTHER, "e7e5");
	end();
	begin(); /* unplugged in the middle of a game: the same evening */
	want(OTHER, line, "{\"games\":[{\"id\":5,");
	want(OTHER, "{\"kind\":\"draw\"}", "\"ok\"");
	wait_written();
	want(OTHER, line, "\"points\":0.5");
	end();
	begin(); /* unplugged when all was over: another one */
	want(OTHER, line, "{\"games\":[],");
	end();
}

static void
test_evening_days(void **state)
{
	static const char line[] = "{\"kind\":\"evening\"}";

	(void)state;
	machine_day = "2026.01.31";
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	wait_written();
	want(OTHER, line, "\"since\":\"2026.01.31\"");
	end();
	begin();
	want(OTHER, line, "{\"games\":[{\"id\":2,");
	new_game("\"game\":\"chess\"");
	want(OTHER, line, "{\"games\":[{\"id\":2,");
	machine_day = "2026.02.01"; /* midnight: what began is the evening's still */
	act(OTHER, FOOLS_MATE);
	wait_written();
	want(OTHER, line, "{\"games\":[{\"id\":2,");
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
	wait_written();
	want(OTHER, line, "\"games\":[{\"id\":4,");
	want(OTHER, line, "\"since\":\"2026.02.01\"");
	machine_day = RECORD_DATE_UNSET;
	end();
}

/* ---- what takes long ---- */

/* Told while it lasts; the threads' own marks are moved by hand, so that no race decides. */
static void
test_work_told(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"work\":[]");
	atomic_store(&store->progress.id, 3);
	atomic_store(&store->progress.of, 40);
	atomic_store(&store->progress.done, 7);
	atomic_store(&store->progress.kind, STORE_WORK_EXPORT);
	atomic_store(&store->repairing, true);
	table_poll_store(&table);
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"work\":[{\"id\":3,\"kind\":\"export\",\"done\":7,\"of\":40},{\"id\":0,\"kind\":"
	     "\"repair\",\"done\":0,\"of\":null}]");
	want(OTHER, "{\"kind\":\"cancel\",\"work\":4}", "work: there is none 4");
	want(OTHER, "{\"kind\":\"cancel\",\"work\":0}", "work: there is none 0");
	assert_int_equal(atomic_load(&store->progress.cancel), 0);
	want(OTHER, "{\"kind\":\"cancel\",\"work\":3}", "\"ok\"");
	assert_int_equal(atomic_load(&store->progress.cancel), 3);
	atomic_store(&store->progress.kind, STORE_WORK_NONE);
	atomic_store(&store->repairing, false);
	table_poll_store(&table);
	want(OTHER, "{\"kind\":\"state\"}", "\"work\":[]");
	end();
}

/* Cancelled before its first step: nothing is written, nothing is kept, and it can be done again. */
static void
test_cancelled(void **state)
{
	static const char import[] =
		"{\"kind\":\"import\",\"text\":\"1. e4 e5 1-0\\n\\n1. d4 d5 1-0\"}";
	char line[128];

	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, FOOLS_MATE);
	wait_written();
	store_cancel(store, 1);
	want(OTHER, import, "\"why\":\"cancelled\"");
	want_not(OTHER, "{\"kind\":\"list\"}", "\"id\":3");
	want(OTHER, import, "\"games\":[3,4]");
	store_cancel(store, 3);
	snprintf(line, sizeof(line), "{\"kind\":\"export\",\"dir\":\"%s\"}", folder);
	want(OTHER, line, "\"why\":\"cancelled\"");
	want(OTHER, line, "002-chess.pgn");
	table_poll_store(&table);
	want(OTHER, "{\"kind\":\"state\"}", "\"work\":[]");
	end();
}

static int
setup(void **state)
{
	(void)state;
	draws = 0;
	help_folder(folder);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	help_folder_remove(folder);
	return 0;
}

#define KEPT_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_work_told),   KEPT_TEST(test_cancelled),
		KEPT_TEST(test_show),        KEPT_TEST(test_show_secrets),
		KEPT_TEST(test_show_lamps),  KEPT_TEST(test_match),
		KEPT_TEST(test_evening),     KEPT_TEST(test_evening_days),
		KEPT_TEST(test_show_graves), KEPT_TEST(test_show_hands),
		KEPT_TEST(test_offers_end),  KEPT_TEST(test_qr),
		KEPT_TEST(test_open_text),   KEPT_TEST(test_open_parts),
		KEPT_TEST(test_kept_trace),  KEPT_TEST(test_traces_kept),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
