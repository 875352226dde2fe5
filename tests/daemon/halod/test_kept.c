/* Games that leave the board and return: codes, texts and traces; and long jobs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kept.h"

/* The refusal to set such a game aside without a question. */
#define HIDES "a game is running that hides something"

/* ---- games that leave ---- */

/* Only a finished game has a code; its text is the rules' notation. */
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

/* A game from another board's file continues here; an invalid text changes nothing. */
static void
test_open_text(void **state)
{
	static const char line[] =
		"{\"kind\":\"open\",\"record\":\"{\\\"haloboard\\\":\\\"record\\\",\\\"version\\\":"
		"1,"
		"\\\"game\\\":\\\"half-alice\\\",\\\"players\\\":{\\\"w\\\":\\\"Anna\\\"},"
		"\\\"event\\\":\\\"Cup\\\",\\\"site\\\":\\\"Bonn\\\","
		"\\\"start\\\":\\\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
		"checkers=12,12\\\",\\\"actions\\\":[[\\\"e2e4\\\",5]],"
		"\\\"result\\\":{\\\"end\\\":\\\"unfinished\\\"}}\"}";

	(void)state;
	begin();
	wait_written();
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
	want(OTHER, "{\"kind\":\"pgn\"}", "[Event \\\"Cup\\\"]\\n[Site \\\"Bonn\\\"]");
	new_game("\"game\":\"chess\"");
	wait_written();
	want_not(OTHER, "{\"kind\":\"pgn\"}", "Cup");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":2}",
	     "[Event \\\"Cup\\\"]\\n[Site \\\"Bonn\\\"]");
	end();
}

/* A list may be limited to games with a text. */
static void
test_find(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	wait_written();
	new_game("\"game\":\"abstract\"");
	act(OTHER, "a2a3");
	wait_written();
	want(OTHER, "{\"kind\":\"list\",\"find\":\"\"}", "\"game\":\"abstract\"");
	want(OTHER, "{\"kind\":\"list\",\"find\":\"anna\"}", "\"game\":\"chess\"");
	want_not(OTHER, "{\"kind\":\"list\",\"find\":\"anna\"}", "abstract");
	want(OTHER, "{\"kind\":\"list\",\"find\":\"0-1\"}", "\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"list\",\"find\":\"checkmate\"}", "\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"list\",\"find\":\"abstr\"}", "\"game\":\"abstract\"");
	want(OTHER, "{\"kind\":\"list\",\"find\":\"Nobody\"}", "\"games\":[]");
	end();
}

/* Without a name a save has the name of the last save or opening, "default" at first. */
static void
test_save_again(void **state)
{
	static const char save[] = "{\"kind\":\"save\"}";

	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
	want(OTHER, save, "/saved/default.json");
	want(OTHER, "{\"kind\":\"save\",\"name\":\"friday\"}", "/saved/friday.json");
	want(OTHER, save, "/saved/friday.json");
	want(OTHER, "{\"kind\":\"save\",\"name\":\"../x\"}", "name: ");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"default\"}", "\"ok\"");
	want(OTHER, save, "/saved/friday.json");
	end();
}

/* The fields of an open message for a finished game of Anna's. */
#define FINISHED(actions, end, reason)                                                          \
	"{\"kind\":\"open\",\"record\":\"{\\\"haloboard\\\":\\\"record\\\",\\\"version\\\":1,"  \
	"\\\"game\\\":\\\"chess\\\",\\\"date\\\":\\\"2026.02.01\\\",\\\"number\\\":7,"          \
	"\\\"players\\\":{\\\"w\\\":\\\"Anna\\\"},\\\"start\\\":\\\"rnbqkbnr/pppppppp/8/8/8/8/" \
	"PPPPPPPP/RNBQKBNR w KQkq - 0 1\\\",\\\"actions\\\":[" actions                          \
	"],\\\"result\\\":{\\\"end\\\":\\\"" end "\\\",\\\"reason\\\":\\\"" reason "\\\"}}\"}"

static const struct {
	const char *line, *told;
} finished[] = {
	{ FINISHED("[\\\"f2f3\\\",5],[\\\"e7e5\\\",6],[\\\"g2g4\\\",7],[\\\"d8h4\\\",8]", "black",
		   "checkmate"),
	  "\"result\":\"0-1\",\"reason\":\"checkmate\"" },
	{ FINISHED("[\\\"e2e4\\\",5]", "white", "resignation"),
	  "\"result\":\"1-0\",\"reason\":\"resignation\"" },
};

/* A finished game keeps its own end; opened again it does not become one more game. */
static void
test_open_finished(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(finished) / sizeof(finished[0]); i++) {
		begin();
		want(OTHER, finished[i].line, "\"ok\"");
		wait_written();
		want(OTHER, "{\"kind\":\"list\",\"limit\":1}", finished[i].told);
		want(OTHER, finished[i].line, "record: this game is over, and kept already");
		new_game("\"game\":\"chess\"");
		want(OTHER, finished[i].line, "record: this game is over, and kept already");
		end();
	}
}

static void
forget_end(void)
{
	char path[96];
	sqlite3 *sql;

	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
	assert_int_equal(sqlite3_exec(sql,
				      "UPDATE game SET end = 0, reason = '';"
				      "UPDATE running SET game = 1",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(sql);
}

/* If the journal has no end for the game on the board, the rules determine it again. */
static void
test_end_resumed(void **state)
{
	(void)state;
	begin();
	act(OTHER, FOOLS_MATE);
	wait_written();
	end();
	forget_end();
	begin();
	wait_written();
	want(OTHER, "{\"kind\":\"list\"}", finished[0].told);
	end();
}

/* A game opened by its number becomes a new game, and the game on the board is kept. */
static void
test_open_number(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, "d2d4");
	new_game("\"game\":\"chess\"");
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"half-alice\"");
	act(OTHER, "e2e4");
	wait_written();
	want(OTHER, "{\"kind\":\"new\",\"game\":\"chess\"}", "puts it aside, unfinished\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"hides\":false");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":0}", "game_id: there is no game 0");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":9}", "there is no game 9");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":2,\"name\":\"x\"}", "one of them");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":3}", "game_id: game 3 is over");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":4}", "game_id: game 4 is on the board");
	want(OTHER, "{\"kind\":\"state\"}", "\"game\":\"half-alice\"");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":2}", "\"ok\"");
	act(OTHER, "d7d5");
	wait_written();
	want(OTHER, "{\"kind\":\"pgn\"}", "1. d4 d5 *");
	want(OTHER, "{\"kind\":\"state\"}", "\"w\":\"Anna\"");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":4}", "1. e2e4 *");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":2}", "1. d4 *");
	end();
}

/* A game that hides something is not saved, and not opened by its number. */
static void
test_open_hidden(void **state)
{
	(void)state;
	begin();
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	new_game("\"game\":\"masquerade\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"token\"");
	act(SCREEN, "assign:KQRBN");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\"");
	act(SCREEN, "assign:KQRBN");
	act(OTHER, "e2e4");
	want(OTHER, "{\"kind\":\"save\",\"name\":\"hidden\"}", "only the journal keeps it");
	want(OTHER, "{\"kind\":\"state\"}", "\"hides\":true");
	want(OTHER, "{\"kind\":\"new\",\"game\":\"chess\"}",
	     "puts it aside, unfinished; it hides something, so it cannot be played on then\"");
	want(OTHER, "{\"kind\":\"open\",\"name\":\"hidden\"}", HIDES);
	want(OTHER, "{\"kind\":\"open\",\"game_id\":1}", HIDES);
	want(OTHER, "{\"kind\":\"open\",\"record\":\"{}\"}", HIDES);
	want(OTHER, "{\"kind\":\"reset\"}", HIDES);
	new_game("\"game\":\"chess\"");
	wait_written();
	want(OTHER, "{\"kind\":\"open\",\"name\":\"hidden\"}", "\"error\"");
	want(OTHER, "{\"kind\":\"open\",\"game_id\":2}",
	     "game 2 cannot be continued: it has secrets");
	want(OTHER, "{\"kind\":\"state\"}", "\"game\":\"chess\"");
	end();
}

/* A trace replays any input: only when the game is over. */
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
	o = send_request(OTHER, line);
	trace = json_string_value(json_object_get(o, "trace"));
	has = trace && strstr(trace, "-e2");
	json_decref(o);
	return has;
}

/*
 * The setting limits the traces, also after a restart: older ones are deleted
 * and cannot be requested.
 */
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
	/* A trace counts for its game once written: with an action at the latest. */
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
	wait_written();
	assert_true(has_edges(first + GAMES));
	assert_false(has_edges(first + GAMES + 1 - KEPT));
	assert_true(has_edges(first + GAMES + 2 - KEPT));
	for (uint32_t number = first + 1; number <= first + GAMES + 1 - KEPT; number++)
		assert_false(has_edges(number));
	end();
}

/* Progress is reported during a repair; the test moves the threads' marks, so no race decides. */
static void
test_repair_reported(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"state\"}", "\"work\":[]");
	atomic_store(&store->repairing, true);
	table_poll_store(&table);
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"work\":[{\"id\":0,\"kind\":\"repair\",\"done\":0,\"of\":null}]");
	atomic_store(&store->repairing, false);
	table_poll_store(&table);
	want(OTHER, "{\"kind\":\"state\"}", "\"work\":[]");
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_qr),
		KEPT_TEST(test_open_text),
		KEPT_TEST(test_save_again),
		KEPT_TEST(test_find),
		KEPT_TEST(test_open_finished),
		KEPT_TEST(test_end_resumed),
		KEPT_TEST(test_open_number),
		KEPT_TEST(test_open_hidden),
		KEPT_TEST(test_kept_trace),
		KEPT_TEST(test_traces_kept),
		KEPT_TEST(test_repair_reported),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
