/* Pages and tokens: which clients are shown a seat's secrets, and which may play them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"

static const char refused[] = "this is a seat's secret";

/* ---- pages ---- */

static void
test_screen(void **state)
{
	(void)state;
	begin_burial();
	want(OTHER, "{\"kind\":\"state\"}", "\"screen\":false");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "private pages open only on the board's screen");
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(OTHER, "{\"kind\":\"screen\"}", "another screen is connected");
	want(OTHER, "{\"kind\":\"handover\",\"seat\":\"w\"}", "private pages open only on the board's screen");
	want(OTHER, "{\"kind\":\"state\"}", "\"screen\":true");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"x\"}", "there is no seat");
	table_client_disconnected(&table, OTHER);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\":\"");
	table_client_disconnected(&table, SCREEN);
	want(OTHER, "{\"kind\":\"state\"}", "\"screen\":false");
	want(OTHER, "{\"kind\":\"screen\"}", ok);
}

/*
 * On the open page the secret is played and seen; after closing, on handover or
 * for others it is not.
 */
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
	/* The list of moves is the same for everybody. */
	want(SCREEN, "{\"kind\":\"state\"}", "{\"action\":\"bury:?\",\"san\":null,\"note\":null,");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	want(SCREEN, "{\"kind\":\"state\"}", "\"square\":null");
	want(SCREEN, "{\"kind\":\"state\"}", "\"viewer\":\"table\"");
}

/* A new game closes every page. */
static void
test_new_game(void **state)
{
	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	want(SCREEN, "{\"kind\":\"reset\"}", ok);
	assert_int_equal(table_viewer(&table, SCREEN), SEAT_TABLE);
	assert_int_equal(table.pages.screen, SCREEN);
}

/* ---- tokens ---- */

/* Returns the token that comes with a seat's page. */
static void
take_token(const char *seat, char token[TABLE_TOKEN])
{
	char line[64];
	const char *at;

	snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}", seat);
	at = strstr(send_request(SCREEN, line), "\"token\":\"");
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
	act(PHONE, "bury:g1", more, "missing seat");
	snprintf(more, sizeof(more), ",\"seat\":\"w\",\"token\":\"%s\"", w);
	act(PHONE, "bury:e8", more, "(no-cover: e8)");
	act(PHONE, "bury:g1", more, ok);
	snprintf(line, sizeof(line), "{\"kind\":\"state\"%s}", more);
	want(PHONE, line, "\"square\":\"g1\"");
	want(PHONE, "{\"kind\":\"state\"}", "\"square\":null");
	/* The next game has other tokens. */
	want(OTHER, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
	want(PHONE, line, "not the token of w");
	take_token("w", again);
	assert_string_not_equal(w, again);
}

/* ---- other leaks ---- */

/* Trying actions reveals neither the cards of a hand nor buried pieces. */
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
	want(OTHER, "{\"kind\":\"trace\"}", "when the players have revealed it");
	want(OTHER, "{\"kind\":\"record\"}", "hands=#3/#3");
	want(OTHER, "{\"kind\":\"pgn\"}", "hands=#3/#3");
	want(OTHER, "{\"kind\":\"draw\"}", "this game has no opponent");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"b\"}", "on its private page");
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"result\":\"lost\",\"reason\":\"resignation\"");
	want(OTHER, "{\"kind\":\"trace\"}", "when the players have revealed it");
	want(OTHER, "{\"kind\":\"record\"}", "hands=#3/#3");
	want(SCREEN, "{\"kind\":\"reveal\"}", ok);
	assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), 0);
	want(OTHER, "{\"kind\":\"trace\"}", "# haloboard trace 1");
	want(OTHER, "{\"kind\":\"record\"}", table.game.seeds);
	/* With real cards there is nothing to hide. */
	want(OTHER, "{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"cards=real\"}", ok);
	act(OTHER, "play:2H", "", ok);
}

/* Masks: White enters Black's. Only Black, from whom they are hidden, sees none. */
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
	want(OTHER, "{\"kind\":\"trace\"}", "when the players have revealed it");
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

/* A move that only the mover's own burial forbids: only the mover sees the reason. */
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
	act(OTHER, "e2c4", "", "e2c4: no legal action has this name");
	act(SCREEN, "e2c4", ",\"seat\":\"w\"", "A zombie would rise there");
}

/* A shown move reveals no burial; the graveyard stays visible. */
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

/* ---- offers and random choices ---- */

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

/* Covers, in the order of squares, for the seat alone; any of them may be drawn. */
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

/*
 * A risen piece is put on the board before the next burial, so that all players
 * can watch the hands.
 */
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
		mask = table.book.move[0].action + strlen("assign:");
		assert_non_null(strchr("QRB", mask[0]));
		assert_non_null(strchr("KBN", mask[1]));
	}
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\":\"");
	act(SCREEN, "assign:random", "", ok);
	assert_int_equal(table.book.n, 2);
}

/* Squares that may hide a piece: any own square at the burial, fewer after each action. */
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
	assert_string_equal(told(OTHER, "keys", "hiding"), all); /* a7 was not one of them */
	act(OTHER, "b1c3", "", ok);
	assert_null(strstr(told(OTHER, "keys", "hiding"), "b1"));
	assert_non_null(strstr(told(OTHER, "keys", "hiding"), "g1"));
	act(OTHER, "a6a5", "", ok);
	act(OTHER, "g1f3", "", ok);
	/* The piece rose: nothing is buried any more. */
	assert_string_equal(told(OTHER, "keys", "hiding"), "{\"w\":[],\"b\":[]}");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_burial_waits), cmocka_unit_test(test_offer_bury),
		cmocka_unit_test(test_offer_assign), cmocka_unit_test(test_hiding),
		cmocka_unit_test(test_screen),       cmocka_unit_test(test_page),
		cmocka_unit_test(test_new_game),     cmocka_unit_test(test_tokens),
		cmocka_unit_test(test_trying),       cmocka_unit_test(test_masks),
		cmocka_unit_test(test_select),       cmocka_unit_test(test_secret_reason),
		cmocka_unit_test(test_shown),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
