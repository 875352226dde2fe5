/* Kept games move by move, on the lamps too, and what each move may show of secrets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kept.h"

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
	assert_int_equal(table.book.n, 0);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_show),        KEPT_TEST(test_show_secrets),
		KEPT_TEST(test_show_graves), KEPT_TEST(test_show_hands),
		KEPT_TEST(test_show_lamps),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
