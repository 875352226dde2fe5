/* The points of a match and the sheet of an evening, over restarts and days. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kept.h"

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
	/* A running game is on the sheet and gives no points. */
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, "e2e4");
	wait_written();
	want(OTHER, line, "\"result\":\"*\",\"reason\":\"\"}]");
	want(OTHER, "{\"kind\":\"evening\",\"reset\":true}", "\"score\":[]");
	want(OTHER, line, "{\"games\":[{\"id\":5,");
	act(OTHER, "e7e5");
	end();
	begin(); /* unplugged during a game: the same evening */
	want(OTHER, line, "{\"games\":[{\"id\":5,");
	want(OTHER, "{\"kind\":\"draw\"}", "\"ok\"");
	wait_written();
	want(OTHER, line, "\"points\":0.5");
	end();
	begin(); /* unplugged after the last game: another evening */
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
	machine_day = "2026.02.01"; /* midnight: games begun before still belong to the evening */
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_match),
		KEPT_TEST(test_evening),
		KEPT_TEST(test_evening_days),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
