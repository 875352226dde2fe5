/*
 * Power fails when the disk has a new game and no later row of it. Everything needed came
 * with the new game, and nothing remains of the game before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "restart.h"

#define NEW_GAME  "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}"
#define NEW_ARRAY "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=0\",\"force\":true}"
#define SAVE      "{\"kind\":\"save\",\"name\":\"friday\"}"
#define OPEN      "{\"kind\":\"open\",\"name\":\"friday\"}"

static void
told(const char *part)
{
	want(OTHER, "{\"kind\":\"state\"}", part);
}

static void
send_accepted(const char *line)
{
	want(OTHER, line, "\"ok\"");
}

static void
cut_behind(const char *begins)
{
	table.offers.held = true;
	send_accepted(begins);
	end();
	begin();
}

static void
test_array(void **state)
{
	(void)state;
	begin();
	cut_behind(NEW_ARRAY);
	told("\"kind\":\"array\"");
	restart();
	told("\"kind\":\"array\"");
	send_accepted(SAVE);
	cut_behind(OPEN);
	told("\"kind\":\"array\"");
	press(OK, 100000);
	cut_behind(NEW_GAME);
	told("\"prompt\":null");
	end();
}

static void
test_led(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	edge("e2", false);
	table_advance(&table, table.now_us + 500000);
	edge("e4", true);
	table_advance(&table, table.now_us + 3000000);
	assert_int_equal(table.state.n_actions, 1);
	cut_behind(NEW_GAME);
	told("pawn from e4 on e2");
	end();
}

/* A draw is offered before the disk's number for the game is known: another program has the disk. */
static void
ask_nameless(void)
{
	sqlite3 *other = hold_disk();

	send_accepted(NEW_GAME);
	act(OTHER, "e2e4");
	press(OK, 3000000);
	press(CLOCK, 100000);
	assert_string_equal(store_setting(store, "asked.menu"), "0 1 draw 0 0");
	release_disk(other);
}

/* The offer belongs to that game, not to the next. */
static void
test_nameless(void **state)
{
	(void)state;
	begin();
	ask_nameless();
	end();
	begin();
	told("\"kind\":\"draw\"");
	press(BACK, 100000);
	send_accepted(SAVE);
	ask_nameless();
	cut_behind(OPEN);
	told("\"n_actions\":1");
	told("\"prompt\":null");
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_array),
		KEPT_TEST(test_led),
		KEPT_TEST(test_nameless),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
