/* Pages and tokens: who is shown a seat's secrets, who may play them, and who may not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "../record/help.h"
#include "alone.h"

enum { SCREEN = 1, OTHER = 2, PHONE = 3 };

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static uint8_t draws;

static void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	(void)arg;
	memset(out, 0x5a, CHANCE_BYTES);
	out[0] = ++draws;
}

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day, .random = count_up };

static void
begin(void)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	draws = 0;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
}

/* The answer to a line of a client, as text; valid until the next. */
static const char *
ask(uint32_t client, const char *line)
{
	static char text[65536];
	json_t *o = request_serve(&table, client, line, strlen(line));
	char *dump = json_dumps(o, JSON_COMPACT);

	assert_non_null(dump);
	snprintf(text, sizeof(text), "%s", dump);
	free(dump);
	json_decref(o);
	return text;
}

static void
want(uint32_t client, const char *line, const char *part)
{
	const char *answer = ask(client, line);

	if (!strstr(answer, part))
		fail_msg("%s\n  gave %.700s … %.300s\n  want %s", line, answer,
			 strlen(answer) > 700 ? answer + strlen(answer) - 300 : "", part);
}

static void
act(uint32_t client, const char *action, const char *more, const char *part)
{
	char line[160];

	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"%s}", action, more);
	want(client, line, part);
}

static const char ok[] = "{\"kind\":\"ok\"}", refused[] = "this is a seat's secret";

/* Zombie Chess, White has taken a pawn and is to bury it. */
static void
begin_burial(void)
{
	begin();
	want(OTHER, "{\"kind\":\"new\",\"game\":\"zombie\"}", ok);
	act(OTHER, "e2e4", "", ok);
	act(OTHER, "d7d5", "", ok);
	act(OTHER, "e4d5", "", ok);
}

/* ---- pages ---- */

static void
test_screen(void **state)
{
	(void)state;
	begin_burial();
	want(OTHER, "{\"kind\":\"state\"}", "\"screen\":false");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "on the screen alone");
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(OTHER, "{\"kind\":\"screen\"}", "another screen is connected");
	want(OTHER, "{\"kind\":\"handover\",\"seat\":\"w\"}", "on the screen alone");
	want(OTHER, "{\"kind\":\"state\"}", "\"screen\":true");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"x\"}", "there is no seat");
	table_client_gone(&table, OTHER);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\":\"");
	table_client_gone(&table, SCREEN);
	want(OTHER, "{\"kind\":\"state\"}", "\"screen\":false");
	want(OTHER, "{\"kind\":\"screen\"}", ok);
}

/* On the page the secret is played and seen; closed, given up or by others it is not. */
static void
test_page(void **state)
{
	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	act(SCREEN, "bury:g1", "", refused);
	act(SCREEN, "bury:g1", ",\"seat\":\"w\"", refused);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\"");
	act(SCREEN, "bury:g1", "", "it is not the turn of Black");
	act(SCREEN, "bury:g1", ",\"seat\":\"w\"", refused);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	act(OTHER, "bury:g1", "", refused);
	act(SCREEN, "bury:g1", "", ok);
	assert_int_equal(table_viewer(&table, SCREEN), SEAT_W);
	assert_int_equal(table_viewer(&table, OTHER), SEAT_TABLE);
	want(SCREEN, "{\"kind\":\"state\"}",
	     "\"buried\":{\"w\":[{\"piece\":\"p\",\"square\":\"g1\"}],\"b\":[]}");
	want(SCREEN, "{\"kind\":\"state\"}", "\"viewer\":\"w\"");
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"buried\":{\"w\":[{\"piece\":\"p\",\"square\":null}],\"b\":[]}");
	want(OTHER, "{\"kind\":\"state\",\"seat\":\"w\"}", "its token is needed");
	/* The list of moves is everybody's. */
	want(SCREEN, "{\"kind\":\"state\"}", "{\"action\":\"bury:?\",\"san\":null}");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	want(SCREEN, "{\"kind\":\"state\"}", "\"square\":null");
	want(SCREEN, "{\"kind\":\"state\"}", "\"viewer\":\"table\"");
}

/* A new game shuts every page. */
static void
test_new_game(void **state)
{
	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"reset\"}", ok);
	assert_int_equal(table_viewer(&table, SCREEN), SEAT_TABLE);
	assert_int_equal(table.screen, SCREEN);
}

/* ---- tokens ---- */

/* The token that comes with a seat's page. */
static void
take_token(const char *seat, char token[TABLE_TOKEN])
{
	char line[64];
	const char *at;

	snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}", seat);
	at = strstr(ask(SCREEN, line), "\"token\":\"");
	assert_non_null(at);
	snprintf(token, TABLE_TOKEN, "%s", at + strlen("\"token\":\""));
	assert_int_equal(strspn(token, "0123456789abcdef"), TABLE_TOKEN - 1);
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
}

static void
test_tokens(void **state)
{
	char w[TABLE_TOKEN], b[TABLE_TOKEN], again[TABLE_TOKEN], more[96], line[160];

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	take_token("w", w);
	take_token("b", b);
	take_token("w", again);
	assert_string_equal(w, again);
	assert_string_not_equal(w, b);
	snprintf(more, sizeof(more), ",\"seat\":\"w\",\"token\":\"%s\"", b);
	act(PHONE, "bury:g1", more, "not the token of w");
	snprintf(more, sizeof(more), ",\"seat\":\"w\",\"token\":\"%.31s\"", w);
	act(PHONE, "bury:g1", more, "not the token of w");
	act(PHONE, "bury:g1", ",\"seat\":\"w\",\"token\":\"\"", "not the token of w");
	snprintf(more, sizeof(more), ",\"token\":\"%s\"", w);
	act(PHONE, "bury:g1", more, "whose?");
	snprintf(more, sizeof(more), ",\"seat\":\"w\",\"token\":\"%s\"", w);
	act(PHONE, "bury:e8", more, "(no-cover: e8)");
	act(PHONE, "bury:g1", more, ok);
	snprintf(line, sizeof(line), "{\"kind\":\"state\"%s}", more);
	want(PHONE, line, "\"square\":\"g1\"");
	want(PHONE, "{\"kind\":\"state\"}", "\"square\":null");
	/* The next game has others. */
	want(OTHER, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
	want(PHONE, line, "not the token of w");
	take_token("w", again);
	assert_string_not_equal(w, again);
}

/* ---- what else could tell ---- */

/* Nobody finds out by trying which cards a hand holds, or where something lies. */
static void
test_trying(void **state)
{
	static const char *const cards[] = { "2H", "5C", "8H", "9S", "10D", "QH", "KS" };
	char action[16];

	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"new\",\"game\":\"cooperative\"}", ok);
	for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); i++) {
		snprintf(action, sizeof(action), "play:%s", cards[i]);
		act(OTHER, action, "", refused);
		act(OTHER, action, ",\"seat\":\"w\"", refused);
	}
	want(OTHER, "{\"kind\":\"trace\"}", "when the game is over");
	want(OTHER, "{\"kind\":\"record\"}", "hands=#3/#3");
	want(OTHER, "{\"kind\":\"pgn\"}", "hands=#3/#3");
	want(OTHER, "{\"kind\":\"draw\"}", "nobody plays against anybody");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"b\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"result\":\"lost\",\"reason\":\"resignation\"");
	want(OTHER, "{\"kind\":\"trace\"}", "# haloboard trace 1");
	want(OTHER, "{\"kind\":\"record\"}", table.game.seeds);
	/* With real cards there is nothing to hide. */
	want(OTHER, "{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"cards=real\"}", ok);
	act(OTHER, "play:2H", "", ok);
}

/* Masks: White enters Black's, and only Black's eyes, which they are hidden from, see none. */
static void
test_masks(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"new\",\"game\":\"masquerade\"}", ok);
	act(OTHER, "assign:RKNBQ", "", refused);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	act(SCREEN, "assign:RKNBQ", "", ok);
	want(SCREEN, "{\"kind\":\"state\"}", "\"masks\":{\"w\":null,\"b\":\"RKNBQ\"}");
	want(SCREEN, "{\"kind\":\"state\"}", "\"last\":{\"action\":\"assign:?\",\"squares\":[]}");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"state\"}", "\"masks\":{\"w\":null,\"b\":null}");
	want(OTHER, "{\"kind\":\"record\"}", "assign:?");
	want(OTHER, "{\"kind\":\"trace\"}", "when the game is over");
}

static void
edge(const char *sq, bool on, uint64_t t_us)
{
	struct busio_msg m = { .kind = BUSIO_EDGE,
			       .sq = (uint8_t)((sq[1] - '1') * 8 + sq[0] - 'a'),
			       .reading.occupied = on,
			       .t_us = t_us };

	table_message(&table, &m);
}

/* A move that only one's own burial forbids: the reason is told to one's own eyes. */
static void
test_secret_reason(void **state)
{
	(void)state;
	begin();
	want(OTHER,
	     "{\"kind\":\"new\",\"game\":\"zombie\",\"position\":\"4k3/8/8/8/8/8/4B3/4K3 w - - 0 1 "
	     "stage=move buried=qe2/- left=- moved=- hold=- dust=-\"}",
	     ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"e2d3\"");
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	edge("e2", false, 2000000);
	edge("d3", true, 2500000);
	table_advance(&table, 5000000);
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"refusal\":{\"from\":\"e2\",\"to\":\"d3\",\"rule\":\"secret\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"state\"}", "\"rule\":\"secret\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"state\"}", "\"rule\":\"raises-zombie\"");
	act(OTHER, "e2c4", "", "e2c4: no legal action is named so");
	act(SCREEN, "e2c4", ",\"seat\":\"w\"", "raises-zombie");
}

/* A shown move digs nothing up, and the graveyard is seen all the while. */
static void
test_shown(void **state)
{
	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	act(SCREEN, "bury:g1", "", ok);
	act(OTHER, "g8f6", "", ok);
	table_advance(&table, 3000000);
	edge("e2", false, 4000000);
	edge("d7", false, 4100000);
	edge("d5", true, 4200000);
	edge("g8", false, 4300000);
	edge("f6", true, 4400000);
	table_advance(&table, 7000000);
	edge("g1", false, 8000000);
	edge("h3", true, 8500000);
	table_advance(&table, 12000000);
	want(OTHER, "{\"kind\":\"state\"}", "\"provisional\":\"g1h3\"");
	want(OTHER, "{\"kind\":\"state\"}", "PPPP1PPP/RNBQKB1R");
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"buried\":{\"w\":[{\"piece\":\"p\",\"square\":null}],\"b\":[]}");
	want(SCREEN, "{\"kind\":\"state\"}", "\"square\":\"g1\"");
	want(OTHER, "{\"kind\":\"press\",\"button\":\"clock\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "PPPP1PPP/RNBQKBp^R");
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"kind\":\"risen\",\"square\":\"g1\",\"piece\":\"p\",\"number\":null,\"text\":"
	     "\"zombie pawn "
	     "g1\"}");
}

/* ---- prices ---- */

static void
test_select(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"select\",\"what\":\"buy:P\"}", "nothing called");
	want(OTHER,
	     "{\"kind\":\"new\",\"game\":\"dice-money\",\"position\":\"rnbqkbnr/pppppppp/8/8/8/8/"
	     "PPPPPPPP/RNBQKB1R w KQkq - 0 1 stage=buy dice=2,5 money=20,2 "
	     "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=N/- extra=0 flight=0\"}",
	     ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"can_buy\":[\"extra1\",\"extra2\",\"flight\",\"N\"]");
	want(OTHER, "{\"kind\":\"state\"}", "\"buy\":[]");
	want(OTHER, "{\"kind\":\"select\",\"what\":\"buy:Q\"}", "nothing called");
	want(OTHER, "{\"kind\":\"select\",\"what\":\"buy:extra1\"}", "nothing called");
	want(OTHER, "{\"kind\":\"select\",\"what\":\"e2\"}", "nothing called");
	want(OTHER, "{\"kind\":\"select\",\"what\":\"buy:N\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"buy\":[\"g1\",\"a3\"");
	want(OTHER, "{\"kind\":\"select\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"buy\":[]");
}

/* ---- what is offered, and what is left to chance ---- */

static const char *
told(uint32_t client, const char *key, const char *inner)
{
	static char text[8192];
	json_t *o = view_state(&table, table_viewer(&table, client)), *v = json_object_get(o, key);
	char *dump;

	v = inner ? json_object_get(v, inner) : v;
	dump = json_dumps(v, JSON_COMPACT | JSON_ENCODE_ANY);
	snprintf(text, sizeof(text), "%s", dump ? dump : "nothing");
	free(dump);
	json_decref(o);
	return text;
}

/* Covers in the order of squares, to the seat alone; any of them may be drawn. */
static void
test_offer_bury(void **state)
{
	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	assert_string_equal(told(SCREEN, "secret", NULL), "null");
	act(SCREEN, "bury:random", "", refused);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\":\"");
	assert_string_equal(told(SCREEN, "secret", NULL), "null");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\":\"");
	assert_string_equal(
		told(SCREEN, "secret", NULL),
		"{\"kind\":\"bury\",\"piece\":\"p\",\"options\":[\"bury:a1\",\"bury:b1\",\"bury:"
		"c1\","
		"\"bury:d1\",\"bury:e1\",\"bury:f1\",\"bury:g1\",\"bury:h1\",\"bury:a2\",\"bury:"
		"b2\","
		"\"bury:c2\",\"bury:d2\",\"bury:f2\",\"bury:g2\",\"bury:h2\",\"bury:d5\"]}");
	assert_string_equal(told(OTHER, "secret", NULL), "null");
	act(SCREEN, "assign:random", "", "there is nothing to choose now");
	act(SCREEN, "bury:random", "", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"bury:?\"");
	act(SCREEN, "bury:random", "", "\"error\"");
}

/* What rises is put on the board first, burying comes after: nobody looks away while hands work. */
static void
test_burial_waits(void **state)
{
	static const char waits[] = "bury:b2: the board comes first: ";

	(void)state;
	begin();
	want(OTHER,
	     "{\"kind\":\"new\",\"game\":\"zombie\",\"position\":\"4k3/8/8/3p4/8/2N5/1P6/4K3 w - - "
	     "0 1 "
	     "stage=move buried=pc3/- left=- moved=- hold=- dust=-\"}",
	     ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	edge("c3", false, 2000000);
	edge("d5", false, 2200000);
	edge("d5", true, 2600000);
	table_advance(&table, 5000000);
	want(OTHER, "{\"kind\":\"press\",\"button\":\"clock\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"guidance\":{\"due\":true,\"missing\":[\"c3\"]");
	assert_string_equal(told(SCREEN, "secret", NULL), "null");
	act(SCREEN, "bury:b2", "", waits);
	act(SCREEN, "bury:random", "", "the board comes first: ");
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":1,");
	edge("c3", true, 7000000);
	table_advance(&table, 9000000);
	want(OTHER, "{\"kind\":\"state\"}", "\"guidance\":null");
	assert_non_null(strstr(told(SCREEN, "secret", NULL), "\"bury:b2\""));
	act(SCREEN, "bury:b2", "", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"n_actions\":2,");
}

static void
test_offer_assign(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 40; i++) {
		const char *mask;

		begin();
		want(OTHER, "{\"kind\":\"new\",\"game\":\"masquerade\"}", ok);
		draws = (uint8_t)(draws + 7 * i);
		want(SCREEN, "{\"kind\":\"screen\"}", ok);
		want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\":\"");
		assert_non_null(strstr(told(SCREEN, "secret", NULL),
				       "{\"kind\":\"assign\",\"options\":["
				       "\"assign:KQRBN\""));
		act(SCREEN, "assign:suggested", "", ok);
		mask = table.move[0].action + strlen("assign:");
		for (unsigned k = 0; k < 5; k++)
			assert_true(mask[k] != "KQRBN"[k]);
	}
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\":\"");
	act(SCREEN, "assign:random", "", ok);
	assert_int_equal(table.n_moves, 2);
}

/* Squares that may hide: any own square at the burial, fewer with each word of the rules. */
static void
test_hiding(void **state)
{
	static const char all[] =
		"{\"w\":[\"a1\",\"b1\",\"c1\",\"d1\",\"e1\",\"f1\",\"g1\",\"h1\","
		"\"a2\",\"b2\",\"c2\",\"d2\",\"f2\",\"g2\",\"h2\",\"d5\"],\"b\":[]}";

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\":\"");
	assert_string_equal(told(OTHER, "keys", "hiding"), "{\"w\":[],\"b\":[]}");
	act(SCREEN, "bury:g1", "", ok);
	assert_string_equal(told(OTHER, "keys", "hiding"), all);
	act(OTHER, "a7a6", "", ok);
	assert_string_equal(told(OTHER, "keys", "hiding"), all); /* a7 was none of them */
	act(OTHER, "b1c3", "", ok);
	assert_null(strstr(told(OTHER, "keys", "hiding"), "b1"));
	assert_non_null(strstr(told(OTHER, "keys", "hiding"), "g1"));
	act(OTHER, "a6a5", "", ok);
	act(OTHER, "g1f3", "", ok);
	/* It rose: nothing is buried any more. */
	assert_string_equal(told(OTHER, "keys", "hiding"), "{\"w\":[],\"b\":[]}");
}

/* ---- PINs ---- */

static void
open_page(const char *pin, const char *part)
{
	char line[96];

	if (pin)
		snprintf(line, sizeof(line),
			 "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"%s\"}", pin);
	want(SCREEN, pin ? line : "{\"kind\":\"handover\",\"seat\":\"w\"}", part);
}

static const struct {
	const char *pin, *part;
} pins[] = {
	{ "123", "4 to 8 digits" },
	{ "123456789", "4 to 8 digits" },
	{ "12a4", "4 to 8 digits" },
	{ " 1234", "4 to 8" },
	{ "0000", ok },
	{ "12345678", ok },
	{ "", ok },
	{ "4711", ok },
};

/* Set on the seat's page alone, asked for by the page and by nothing else, gone with the game. */
static void
test_pin(void **state)
{
	char line[96];

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}",
	     "on that seat's page alone");
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"b\",\"pin\":\"4711\"}",
	     "on that seat's page alone");
	want(OTHER, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}",
	     "on that seat's page alone");
	for (size_t i = 0; i < sizeof(pins) / sizeof(pins[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"%s\"}",
			 pins[i].pin);
		want(SCREEN, line, pins[i].part);
	}
	want(OTHER, "{\"kind\":\"state\"}", "\"pins\":[\"w\"]");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	open_page(NULL, "pin: needed");
	open_page("4712", "pin: wrong");
	open_page("0000", "pin: wrong");
	open_page("47110", "pin: wrong");
	want(SCREEN, "{\"kind\":\"state\"}", "\"viewer\":\"table\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\":\"");
	want(SCREEN, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"pins\":[]");
	open_page(NULL, "\"token\":\"");
}

/* Three are free; then who guesses waits, and the right one does not help before the time. */
static void
test_pin_guessed(void **state)
{
	static const unsigned waits_s[] = { 0, 0, 2, 4, 8, 16, 32, 64, 64 };

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	for (size_t i = 0; i < sizeof(waits_s) / sizeof(waits_s[0]); i++) {
		uint64_t free_us = table.now_us + waits_s[i] * UINT64_C(1000000);
		char wait[32];

		open_page("1234", "pin: wrong");
		snprintf(wait, sizeof(wait), "pin: wait %u s", waits_s[i]);
		if (waits_s[i])
			open_page("4711", wait);
		table_advance(&table, waits_s[i] ? free_us - 1 : free_us);
		if (waits_s[i])
			open_page("4711", "pin: wait 1 s");
		table_advance(&table, free_us);
	}
	open_page("4711", "\"token\":\"");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	open_page("1234", "pin: wrong");
	open_page("4711", "\"token\":\"");
}

/* Nothing that is kept or told has the digits in it, and the same PIN is kept differently twice. */
static void
test_pin_hidden(void **state)
{
	char first[TABLE_PIN];

	(void)state;
	begin_burial();
	assert_int_equal(table_pin_set(&table, 0, "47114711"), 0);
	memcpy(first, table.pin[0].kept, sizeof(first));
	assert_null(strstr(first, "4711"));
	assert_int_equal(table_pin_set(&table, 0, "47114711"), 0);
	assert_string_not_equal(first, table.pin[0].kept);
	assert_null(strstr(ask(OTHER, "{\"kind\":\"state\"}"), "4711"));
}

/* Over a restart it stays: otherwise pulling the plug would open the page. */
static void
test_pin_kept(void **state)
{
	const struct store_config c = { .action = table_store_action, .user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record resume;
	char folder[64], why[STORE_WHY_MAX];

	(void)state;
	help_folder(folder);
	for (unsigned round = 0; round < 3; round++) {
		struct store *store;

		assert_int_equal(store_open(folder, &c, &store, why), 0);
		memset(&resume, 0, sizeof(resume));
		assert_true(store_resume(store, &resume, why) >= 0);
		table_init(&table, &board, &config, store, &ops, NULL, ua);
		table_begin(&table, &resume, 1000000);
		record_finish(&resume);
		want(SCREEN, "{\"kind\":\"screen\"}", ok);
		if (round == 0)
			assert_int_equal(table_pin_set(&table, 0, "4711"), 0);
		if (round == 0)
			act(OTHER, "e2e4", "", ok);
		open_page(NULL, round == 2 ? "\"token\":\"" : "pin: needed");
		if (round == 1)
			want(SCREEN, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
		assert_int_equal(store_close(store, 120000), 0);
	}
	help_folder_remove(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_burial_waits), cmocka_unit_test(test_offer_bury),
		cmocka_unit_test(test_offer_assign), cmocka_unit_test(test_hiding),
		cmocka_unit_test(test_pin),          cmocka_unit_test(test_pin_guessed),
		cmocka_unit_test(test_pin_hidden),   cmocka_unit_test(test_pin_kept),
		cmocka_unit_test(test_screen),       cmocka_unit_test(test_page),
		cmocka_unit_test(test_new_game),     cmocka_unit_test(test_tokens),
		cmocka_unit_test(test_trying),       cmocka_unit_test(test_masks),
		cmocka_unit_test(test_select),       cmocka_unit_test(test_secret_reason),
		cmocka_unit_test(test_shown),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
