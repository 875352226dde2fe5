/* Options: which are accepted, and the error messages for the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config.h"
#include "daemon/session/session.h"

static const struct {
	const char *words; /* separated by blanks */
	const char *why;   /* part of the message; NULL: accepted */
} rows[] = {
	{ "", NULL },
	{ "--board hall-11x9", NULL },
	{ "--board", "missing argument after '--board'" },
	{ "--board=", "--board is empty" },
	{ "--bus 0=unix:/tmp/b", NULL },
	{ "--bus 3=/dev/i2c-1", NULL },
	{ "--bus 4=/dev/i2c-1", "expected N=DEVICE with N from 0 to 3" },
	{ "--bus -1=/dev/i2c-1", "expected N=DEVICE" },
	{ "--bus /dev/i2c-1", "expected N=DEVICE" },
	{ "--bus 0=", "--bus is empty" },
	{ "--clock bus", NULL },
	{ "--clock sun", "--clock sun: expected one of real bus" },
	{ "--hints safe", NULL },
	{ "--props objects", NULL },
	{ "--grant screen=root", NULL },
	{ "--grant screen=@root --grant screen=1003", NULL },
	{ "--grant screen=no-such-user", "there is no user \"no-such-user\"" },
	{ "--grant screen=@no-such-group", "there is no group \"no-such-group\"" },
	{ "--grant screen=", "there is no user" },
	{ "--grant web=root", "--grant web=root: expected ROLE=USER or ROLE=@GROUP; ROLE is screen or partner" },
	{ "--grant partner=@root --grant partner=1003", NULL },
	{ "--grant partner=no-such-user", "there is no user \"no-such-user\"" },
	{ "--grant screen=-1", "there is no user" },
	{ "--grant screen=4294967295", "there is no user" },
	{ "--supply /sys/x", NULL },
	{ "--supply", "missing argument after '--supply'" },
	{ "--props coins", "--props coins: expected one of lamps objects" },
	{ "--hints all", "--hints all: expected one of off moves safe" },
	{ "--settle 0.5", NULL },
	{ "--settle 0.1", NULL },
	{ "--settle 0.09", "expected seconds from 0.1 to 60" },
	{ "--settle 60", NULL },
	{ "--settle 61", "expected seconds" },
	{ "--settle nan", "expected seconds" },
	{ "--settle 1s", "expected seconds" },
	{ "--game chess960", NULL },
	{ "--game go", "unknown game 'go' for '--game'" },
	{ "--frob", "unrecognized option '--frob'" },
	{ "extra", "unexpected argument 'extra'" },
	{ "--help", NULL },
	{ "--version", NULL },
};

static int
parse(struct config *c, const char *words, char why[256])
{
	char copy[256], *argv[16] = { (char *)(uintptr_t) "halod" }, *save = NULL;
	int argc = 1;

	snprintf(copy, sizeof(copy), "%s", words);
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	*why = '\0';
	return config_parse(c, argc, argv, why, 256);
}

static void
test_options(void **state)
{
	struct config c;
	char why[256];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int r = parse(&c, rows[i].words, why);

		if ((r == 0) != !rows[i].why || (r < 0 && !strstr(why, rows[i].why)))
			fail_msg("\"%s\": %d \"%s\"", rows[i].words, r, why);
	}
}

static void
test_values(void **state)
{
	struct config c;
	char why[256];

	(void)state;
	assert_int_equal(parse(&c, "", why), 0);
	assert_string_equal(c.board, "reed-8x8");
	assert_int_equal(c.table.hints, HINTS_MOVES);
	assert_false(c.table.objects);
	assert_int_equal(c.table.settle_us, 1000000);
	assert_int_equal(c.clock, LOOP_CLOCK_REAL);
	assert_int_equal(
		parse(&c, "--settle 0.25 --clock bus --bus 1=unix:/x --hints off --props objects",
		      why),
		0);
	assert_int_equal(c.table.settle_us, 250000);
	assert_int_equal(c.clock, LOOP_CLOCK_BUS);
	assert_string_equal(c.bus[1], "unix:/x");
	assert_string_equal(c.bus[0], "");
	assert_int_equal(c.table.hints, HINTS_OFF);
	assert_true(c.table.objects);
}

static void
test_paths(void **state)
{
	struct config c = { 0 };
	char why[256];

	(void)state;
	unsetenv("RUNTIME_DIRECTORY");
	unsetenv("STATE_DIRECTORY");
	unsetenv("XDG_DATA_HOME");
	setenv("XDG_RUNTIME_DIR", "/run/user/7", 1);
	setenv("HOME", "/home/x", 1);
	assert_int_equal(config_paths(&c, why, sizeof(why)), 0);
	assert_string_equal(c.socket, "/run/user/7/haloboard/halod.sock");
	assert_string_equal(c.store, "/home/x/.local/share/haloboard");
	assert_true(c.store_parents);
	c = (struct config){ 0 };
	setenv("RUNTIME_DIRECTORY", "/run/haloboard:/run/other", 1);
	setenv("STATE_DIRECTORY", "/var/lib/haloboard", 1);
	assert_int_equal(config_paths(&c, why, sizeof(why)), 0);
	assert_string_equal(c.socket, "/run/haloboard/halod.sock");
	assert_string_equal(c.store, "/var/lib/haloboard");
	assert_false(c.store_parents);
	c = (struct config){ 0 };
	unsetenv("RUNTIME_DIRECTORY");
	unsetenv("XDG_RUNTIME_DIR");
	assert_int_equal(config_paths(&c, why, sizeof(why)), -1);
	assert_non_null(strstr(why, "--socket"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
