/*
 * Boards with measuring sensors: levels, calibration, and chips behind a mux. A
 * correct toy board, and one row for each error.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw/board/board_measured.h"

static const struct board_chip_limits toys[] = {
	{ .part = "TM4",
	  .sensor = true,
	  .channels = 4,
	  .addr_min = 0x48,
	  .addr_max = 0x70,
	  .bus_hz_max = 1000000,
	  .measures = true },
	{ .part = "TS4",
	  .sensor = true,
	  .channels = 4,
	  .addr_min = 0x20,
	  .addr_max = 0x70,
	  .bus_hz_max = 1000000,
	  .interrupts = true },
	{ .part = "TL20",
	  .channels = 20,
	  .addr_min = 0x30,
	  .addr_max = 0x71,
	  .bus_hz_max = 1000000,
	  .max_ma = 100 },
};

static const char toy[] = "[board]\n" /* 1 */
			  "title = Toy\n"
			  "files = 3\n"
			  "ranks = 2\n"
			  "senses = level\n" /* 5 */
			  "levels = 250-700 600-1300 1200-1600\n"
			  "gpio = /dev/gpiochip0\n"
			  "[bus.0]\n"
			  "device = /dev/i2c-1\n"
			  "speed_hz = 400000\n" /* 10 */
			  "[sensor.0]\n"
			  "chip = TM4\n"
			  "bus = 0\n"
			  "mux = 0x70/0\n"
			  "address = 0x48\n" /* 15 */
			  "map = a1 - b1 c1\n"
			  "zero = 128 - 120 131\n"
			  "span = 60 - -44 16\n"
			  "[sensor.1]\n"
			  "chip = TM4\n" /* 20 */
			  "bus = 0\n"
			  "mux = 0x70/7\n"
			  "address = 0x48\n"
			  "map = a2 b2 c2\n"
			  "zero = 128 128 128\n" /* 25 */
			  "span = 50 50 50\n"
			  "[led.0]\n"
			  "chip = TL20\n"
			  "bus = 0\n"
			  "address = 0x31\n" /* 30 */
			  "max_ma = 50\n"
			  "colours = single\n"
			  "map = a1:0 b1:1 c1:2 a2:3 b2:4 c2:5\n";

static const struct {
	const char *find, *put;
	unsigned line;
	const char *section, *key, *why; /* why: a part of the message */
} mistakes[] = {
	/* Levels */
	{ "levels = 250-700 600-1300 1200-1600\n", "", 1, "board", "levels", "missing" },
	{ "250-700", "700", 6, "board", "levels", "700 is not of the form LOW-HIGH" },
	{ "250-700", "700-250", 6, "board", "levels", "not of the form" },
	{ "250-700", "0-700", 6, "board", "levels", "not of the form" },
	{ "250-700", "-700", 6, "board", "levels", "not of the form" },
	{ "250-700", "250-", 6, "board", "levels", "not of the form" },
	{ "600-1300", "200-1300", 6, "board", "levels", "200-1300 must begin and end above" },
	{ "600-1300", "600-700", 6, "board", "levels", "600-700 must begin and end above" },
	{ "600-1300", "701-1300", 6, "board", "levels", "leave no gap" },
	{ "1200-1600", "1200-1600 1500-1700 1600-1800 1700-1900 1800-2000", 6, "board", "levels",
	  "more than 6" },

	/* Calibration */
	{ "zero = 128 - 120 131\n", "", 11, "sensor.0", "zero", "missing: a TM4 needs it" },
	{ "span = 60 - -44 16\n", "", 11, "sensor.0", "span", "missing: a TM4 needs it" },
	{ "zero = 128 - 120 131", "zero = 128 120 131", 17, "sensor.0", "zero",
	  "120 for channel 1, where the map has no square" },
	{ "zero = 128 - 120 131", "zero = 128 - - 131", 17, "sensor.0", "zero",
	  "- for channel 2, where the map has a square" },
	{ "zero = 128 - 120 131", "zero = 128 - 120", 17, "sensor.0", "zero",
	  "no value for channel 3" },
	{ "zero = 128 - 120 131", "zero = 128 - 120 131 128", 17, "sensor.0", "zero",
	  "128 for channel 4, where the map has no square" },
	{ "zero = 128 - 120 131", "zero = 128 - 120 255", 17, "sensor.0", "zero",
	  "255 is not a number from 1 to 254" },
	{ "zero = 128 - 120 131", "zero = 128 - x 131", 17, "sensor.0", "zero",
	  "x is not a number" },
	{ "span = 60 - -44 16", "span = 60 - -44 15", 18, "sensor.0", "span",
	  "15 of channel 3: a piece must make a difference of at least 16" },
	{ "span = 60 - -44 16", "span = 60 - -15 16", 18, "sensor.0", "span", "-15 of channel 2" },
	{ "span = 60 - -44 16", "span = 60 - -128 16", 18, "sensor.0", "span",
	  "-128 is not a number from -127 to 127" },
	{ "zero = 128 - 120 131", "zero = 59 - 120 131", 18, "sensor.0", "span",
	  "60 of channel 0: with zero = 59 a piece of one colour or the other leaves 0 to 255" },
	{ "zero = 128 - 120 131", "zero = 196 - 120 131", 18, "sensor.0", "span", "leaves 0 to" },

	/* Keys that switches cannot have */
	{ "chip = TM4\nbus = 0\nmux = 0x70/0", "chip = TS4\nbus = 0\nmux = 0x70/0", 17, "sensor.0",
	  "zero", "a TS4 does not measure" },
	{ "chip = TM4\nbus = 0\nmux = 0x70/7\naddress = 0x48\nmap = a2 b2 c2\nzero = 128 128 "
	  "128\nspan = 50 50 50\n",
	  "chip = TS4\nbus = 0\naddress = 0x20\nmap = a2 b2 c2\n", 5, "board", "senses",
	  "sensor.1 is a TS4, which detects only" },
	{ "mux = 0x70/0\n", "mux = 0x70/0\ninterrupt = 4\n", 15, "sensor.0", "interrupt",
	  "a TM4 has no interrupt" },

	/* The mux */
	{ "speed_hz = 400000", "speed_hz = 1000000", 14, "sensor.0", "mux",
	  "bus 0 runs at 1000000 Hz; a TCA9548A allows at most 400000 Hz" },
	{ "0x70/0", "0x70", 14, "sensor.0", "mux", "0x70 is not of the form ADDRESS/PORT" },
	{ "0x70/0", "0x6f/0", 14, "sensor.0", "mux", "not of the form" },
	{ "0x70/0", "0x78/0", 14, "sensor.0", "mux", "not of the form" },
	{ "0x70/0", "0x70/8", 14, "sensor.0", "mux", "not of the form" },
	{ "0x70/0", "0x70/", 14, "sensor.0", "mux", "not of the form" },
	{ "0x70/7", "0x71/7", 22, "sensor.1", "mux",
	  "sensor.0 has its mux at 0x70; only one mux per bus is allowed" },
	{ "0x70/7", "0x70/0", 23, "sensor.1", "address", "sensor.0 is already at 0x48 of bus 0" },
	{ "mux = 0x70/7\n", "", 22, "sensor.1", "address", "sensor.0 is already at 0x48 of bus 0" },
	{ "address = 0x48", "address = 0x70", 15, "sensor.0", "address",
	  "the mux itself is at 0x70 of bus 0" },
	{ "address = 0x31", "address = 0x70", 30, "led.0", "address",
	  "the mux of sensor.0 is already at 0x70 of bus 0" },
	{ "address = 0x31", "address = 0x48", 30, "led.0", "address",
	  "sensor.0 is already at 0x48 of bus 0" },
	{ "mux = 0x70/0\naddress = 0x48", "address = 0x70", 21, "sensor.1", "mux",
	  "sensor.0 is already at 0x70 of bus 0" },
};

static int
parse(const char *find, const char *put, struct board *b, struct board_error *err)
{
	const char *at = strstr(toy, find);
	char *text;
	size_t len;
	int ret;

	if (!at)
		fail_msg("the toy has no \"%s\"", find);
	len = strlen(toy) - strlen(find) + strlen(put);
	text = malloc(len + 1);
	sprintf(text, "%.*s%s%s", (int)(at - toy), toy, put, at + strlen(find));
	ret = board_parse("dir/toy.ini", text, len, toys, sizeof(toys) / sizeof(toys[0]), b, err);
	free(text);
	return ret;
}

static void
test_toy(void **state)
{
	struct board_error err;
	struct board b;

	(void)state;
	assert_int_equal(parse("Toy", "Toy", &b, &err), 0);
	assert_int_equal(b.senses, BOARD_LEVEL);
	assert_int_equal(b.n_levels, 3);
	assert_int_equal(b.level[0].lo, 250);
	assert_int_equal(b.level[2].hi, 1600);
	assert_int_equal(b.sensor[0].mux, 0x70);
	assert_int_equal(b.sensor[0].port, 0);
	assert_int_equal(b.sensor[1].port, 7);
	assert_int_equal(b.sensor[0].interrupt, BOARD_NO_LINE);
	assert_int_equal(b.sensor[0].sq[2], 1);
	assert_int_equal(b.sensor[0].zero[2], 120);
	assert_int_equal(b.sensor[0].span[2], -44);
	assert_int_equal(b.sensor[0].zero[3], 131);
	assert_int_equal(b.sensor[0].span[3], 16);
}

static void
test_mistakes(void **state)
{
	struct board b, before;
	struct board_error err;
	char got[512];

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		b = before;
		if (parse(mistakes[i].find, mistakes[i].put, &b, &err) == 0)
			fail_msg("row \"%s\" was taken", mistakes[i].put);
		board_error_print("toy.ini", &err, got, sizeof(got));
		if (err.line != mistakes[i].line || strcmp(err.section, mistakes[i].section) != 0 ||
		    strcmp(err.key, mistakes[i].key) != 0 || !strstr(err.why, mistakes[i].why))
			fail_msg("row \"%s\":\n  got %s\n  want line %u [%s] %s: … %s …",
				 mistakes[i].put, got, mistakes[i].line, mistakes[i].section,
				 mistakes[i].key, mistakes[i].why);
		assert_memory_equal(&b, &before, sizeof(b));
	}
}

/*
 * Levels are required if a chip measures, whatever the board reports of it;
 * otherwise they are an error.
 */
static void
test_variants(void **state)
{
	struct board_error err;
	struct board b;

	(void)state;
	assert_int_equal(parse("senses = level", "senses = polarity", &b, &err), 0);
	assert_int_equal(parse("senses = level", "senses = occupancy", &b, &err), 0);
	assert_int_equal(parse("250-700 600-1300 1200-1600", "500-2000", &b, &err), 0);
	assert_int_equal(b.n_levels, 1);
	/* A lower start of level 1 requires stronger pieces; a higher one allows weaker ones. */
	assert_int_equal(parse("levels = 250-700", "levels = 300-700", &b, &err), 0);
	assert_int_equal(parse("levels = 250-700", "levels = 249-700", &b, &err), -1);
	assert_string_equal(err.key, "span");
}

/* A pipe instead of a description or copy is refused; the alarm ends an open that waits. */
static void
test_pipe(void **state)
{
	char path[] = "/tmp/halo-measures-XXXXXX";
	const char *culprit;
	struct board_error err;
	struct board b;

	(void)state;
	assert_int_equal(parse("Toy", "Toy", &b, &err), 0);
	close(mkstemp(path));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	(void)alarm(30);
	assert_int_equal(board_measured_load(path, toys, sizeof(toys) / sizeof(toys[0]), &b, &err),
			 -1);
	assert_string_equal(err.why, "cannot be opened: not a regular file");
	assert_int_equal(board_measured_write(path, &b, NULL, "/tmp/never.ini", &culprit), -EINVAL);
	(void)alarm(0);
	assert_ptr_equal(culprit, path);
	assert_int_equal(unlink(path), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_toy),
		cmocka_unit_test(test_mistakes),
		cmocka_unit_test(test_variants),
		cmocka_unit_test(test_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
