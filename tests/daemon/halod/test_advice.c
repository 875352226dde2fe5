/* The partner's advice: when it is asked for, which advice is refused, and what it lights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "kept.h"

enum { PARTNER = 3 };

static const char ok[] = "\"ok\"";

static void
new_with(const char *words)
{
	char line[256];

	wait_written();
	snprintf(line, sizeof(line), "{\"kind\":\"new\",\"force\":true,%s}", words);
	want(OTHER, line, ok);
}

static void
advise(uint32_t task, const char *scores, const char *part)
{
	char line[256];

	snprintf(line, sizeof(line), "{\"kind\":\"advice\",\"task\":%u,\"scores\":\"%s\"}", task,
		 scores);
	want(PARTNER, line, part);
}

/* Reports whether the message to the partner has this part. */
static void
want_advise(const char *part)
{
	json_t *o = view_advise(&table);
	char *text = json_dumps(o, JSON_COMPACT);
	bool found = strstr(text, part) != NULL;

	if (!found)
		fail_msg("%s\n  want %s", text, part);
	free(text);
	json_decref(o);
}

static void
test_wanted(void **state)
{
	uint32_t first;

	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:1\"}");
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\"}", ok);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"moves\"}", ok);
	/* Without a partner nothing is wanted; nor if the level of the seat to act needs none. */
	assert_int_equal(table_advice_wanted(&table), 0);
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	table_advance(&table, table.now_us + 1000);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"moves\"}", ok);
	table_advance(&table, table.now_us + 1000);
	assert_int_equal(table_advice_wanted(&table), 0);
	want_advise("\"task\":null");
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\"}", ok);
	table_advance(&table, table.now_us + 1000);
	first = table_advice_wanted(&table);
	assert_int_not_equal(first, 0);
	want_advise("\"game\":\"chess\",\"view\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
	advise(first, "e2e4 30 e2e3 x", "scores: not those of legal actions");
	advise(first, "e2e4 30 e2e3 -100", ok);
	want(OTHER, "{\"kind\":\"advice\",\"task\":1,\"scores\":\"e2e4 1\"}", "only the partner");
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"best\":[\"e4\"],\"mistake\":[\"e3\"]");
	/* A computer's turn needs none, and advice for the past is refused. */
	edge("e4", true);
	press(CLOCK, 50000);
	assert_int_equal(table_advice_wanted(&table), 0);
	advise(first, "e2e4 30", "needs no advice");
	want_not(OTHER, "{\"kind\":\"state\"}", "\"best\"");
	want(OTHER, "{\"kind\":\"undo\"}", ok);
	assert_int_not_equal(table_advice_wanted(&table), first);
	advise(first, "e2e4 30", "needs no advice");
	table_client_disconnected(&table, PARTNER);
	table_advance(&table, table.now_us + 1000);
	assert_int_equal(table_advice_wanted(&table), 0);
	end();
}

/* The hint button: which piece, where to, why; without advice the pieces that can move. */
static void
test_ladder(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\"");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"moves\"}", ok);
	press(HINT, 50000);
	assert_int_not_equal(table_advice_wanted(&table), 0);
	want(OTHER, "{\"kind\":\"state\"}", "\"hint\":[\"b1\",\"g1\"");
	want(OTHER, "{\"kind\":\"state\"}", "Hint: the computer compares the moves");
	advise(table_advice_wanted(&table), "e2e4 30 g1f3 35 a2a3 0", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"hint\":[\"g1\"]");
	want(OTHER, "{\"kind\":\"state\"}", "Hint: white knight on g1. Press Hint again: where to");
	/* Better advice does not change the hint that is open. */
	advise(table_advice_wanted(&table), "e2e4 50 g1f3 35 a2a3 0", ok);
	press(HINT, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "\"best\":[\"f3\"],\"hint\":[\"g1\"]");
	want(OTHER, "{\"kind\":\"state\"}", "Hint: white knight from g1 to f3. Press Hint again: why");
	press(HINT, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "Nf3 lets the white knight on f3 go to more squares");
	press(HINT, 50000);
	want_not(OTHER, "{\"kind\":\"state\"}", "\"hint\":[");
	want(OTHER, "{\"kind\":\"state\"}", "White to move");
	assert_int_equal(table_advice_wanted(&table), 0);
	/* A touched piece ends the hint, and the advice of this position is still there. */
	press(HINT, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "Hint: white knight on g1");
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	want_not(OTHER, "{\"kind\":\"state\"}", "Hint: ");
	want(OTHER, "{\"kind\":\"state\"}", "\"legal\":[\"e3\",\"e4\"]");
	edge("e4", true);
	press(CLOCK, 50000);
	press(HINT, 50000);
	want(OTHER, "{\"kind\":\"state\"}", "Hint: the computer compares the moves");
	/* At the level `off` the button lights nothing, and asks no engine. */
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"off\"}", ok);
	assert_int_equal(table_advice_wanted(&table), 0);
	end();
}

/* A move on the screen or a takeback ends the hint: the next player has not asked. */
static void
test_ended(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\"");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	press(HINT, 50000);
	assert_int_not_equal(table_advice_wanted(&table), 0);
	act(OTHER, "e2e4");
	assert_int_equal(table_advice_wanted(&table), 0);
	press(HINT, 50000);
	assert_int_not_equal(table_advice_wanted(&table), 0);
	want(OTHER, "{\"kind\":\"undo\"}", ok);
	assert_int_equal(table_advice_wanted(&table), 0);
	end();
}

/* Before a blunder is final, a seat that wants it is asked; what it costs swells. */
static void
test_blunder(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\",\"players\":{\"b\":\"computer:1\"}");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\"}", ok);
	assert_int_equal(table_advice_wanted(&table), 0);
	want(OTHER, "{\"kind\":\"state\"}", "\"ask_blunders\":[]");
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"ask_blunders\":true}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"ask_blunders\":[\"w\"]");
	/* A mistake is none, and a move without a score is not asked about. */
	advise(table_advice_wanted(&table), "e2e4 30 f2f3 -300 a2a3 -100", ok);
	edge("a2", false);
	table_advance(&table, table.now_us + 500000);
	edge("a3", true);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"provisional\":\"a2a3\"");
	edge("a3", false);
	table_advance(&table, table.now_us + 200000);
	edge("a2", true);
	table_advance(&table, table.now_us + 1500000);
	edge("f2", false);
	table_advance(&table, table.now_us + 500000);
	edge("f3", true);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"prompt\":null");
	table_advance(&table, table.now_us + 1000000);
	want(OTHER, "{\"kind\":\"state\"}", "\"kind\":\"blunder\"");
	want(OTHER, "{\"kind\":\"state\"}", "f3 is a blunder: another move is much better. OK or the clock");
	assert_int_equal(table.state.n_actions, 0);
	/* No person is there to play it by a touch. */
	edge("e7", false);
	table_advance(&table, table.now_us + 500000);
	edge("e7", true);
	table_advance(&table, table.now_us + 1500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"kind\":\"blunder\"");
	assert_int_equal(table.state.n_actions, 0);
	press(CLOCK, 50000);
	assert_int_equal(table.state.n_actions, 1);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"ask_blunders\":false}", ok);
	end();
}

/* After so many pieces in a turn the light is the plain one. */
static void
test_limit(void **state)
{
	(void)state;
	begin();
	new_with("\"game\":\"chess\"");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\",\"graded_pieces\":\"4\"}",
	     "graded_pieces: \\\"4\\\" is none of all, 1, 2, 3");
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\",\"graded_pieces\":\"1\"}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"graded_pieces\":{\"w\":\"1\",\"b\":\"all\"}");
	advise(table_advice_wanted(&table), "e2e4 30 f2f3 -300 g1f3 30", ok);
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"best\":[\"e4\"]");
	edge("e2", true);
	table_advance(&table, table.now_us + 1500000);
	edge("g1", false);
	table_advance(&table, table.now_us + 500000);
	want_not(OTHER, "{\"kind\":\"state\"}", "\"best\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"legal\":[\"f3\",\"h3\"]");
	edge("g1", true);
	table_advance(&table, table.now_us + 1500000);
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"best\":[\"e4\"]");
	edge("e4", true);
	table_advance(&table, table.now_us + 1500000);
	edge("e7", false);
	table_advance(&table, table.now_us + 500000);
	edge("e5", true);
	table_advance(&table, table.now_us + 1500000);
	/* The next turn counts anew. */
	advise(table_advice_wanted(&table), "g1f3 30", ok);
	edge("g1", false);
	table_advance(&table, table.now_us + 500000);
	want(OTHER, "{\"kind\":\"state\"}", "\"best\":[\"f3\"]");
	end();
}

/* Buries on the seat's page. */
static void
bury(const char *seat, const char *where)
{
	char line[96];

	snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}", seat);
	want(SCREEN, line, "\"token\"");
	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"bury:%s\"}", where);
	want(SCREEN, line, ok);
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
}

/* Returns the message to the partner in White's third turn, after White buried there. */
static char *
advise_after(const char *grave)
{
	json_t *o;
	char *text;

	begin();
	new_with("\"game\":\"zombie\"");
	want(PARTNER, "{\"kind\":\"partner\"}", ok);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(OTHER, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\"}", ok);
	act(OTHER, "e2e4");
	act(OTHER, "d7d5");
	act(OTHER, "e4d5");
	bury("w", grave);
	act(OTHER, "g8f6");
	o = view_advise(&table);
	text = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	assert_non_null(strstr(text, " hiding="));
	assert_non_null(strstr(text, "buried=p?/-"));
	end();
	return text;
}

/* Two games that differ only in what a seat has buried ask for advice in the same words. */
static void
test_secret(void **state)
{
	char *first = advise_after("g1"), *twin;

	(void)state;
	(void)teardown(state);
	(void)setup(state);
	twin = advise_after("b1");
	assert_string_equal(strstr(first, "\"game\""), strstr(twin, "\"game\""));
	free(first);
	free(twin);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_wanted, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ladder, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ended, setup, teardown),
		cmocka_unit_test_setup_teardown(test_blunder, setup, teardown),
		cmocka_unit_test_setup_teardown(test_limit, setup, teardown),
		cmocka_unit_test_setup_teardown(test_secret, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
