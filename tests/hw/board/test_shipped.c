/*
 * The shipped descriptions, against the limits of the drivers' chips and
 * against the wiring in docs/boards.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/bus/chipset.h"

static const struct {
	const char *name;
	unsigned files, ranks, home_file;
	const char *sensor;
	unsigned sensors;
	const char *lamp;
	bool interrupts;
} shipped[] = {
	{ "matrix-8x8", 8, 8, 0, "MCP23017-MATRIX", 1, "HT16K33", false },
	{ "reed-8x8", 8, 8, 0, "MCP23017", 5, "IS31FL3741", true },
	{ "hall-11x9", 11, 9, 1, "MCP23017", 8, "IS31FL3741", true },
	{ "linear-8x8", 8, 8, 0, "ADS7830", 8, "IS31FL3741", false },
};
enum { SHIPPED = sizeof(shipped) / sizeof(shipped[0]) };

static void
load(const char *name, struct board *b)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char path[4096], got[512];

	if (board_find(name, path, &err) < 0 || board_load(path, limits, n, b, &err) < 0) {
		board_error_print(name, &err, got, sizeof(got));
		fail_msg("%s", got);
	}
}

/*
 * Every square has one sensor, in order of squares and channels. An MCP23017
 * reads 14, never on its output pins; each mux port has four converters.
 */
static void
test_sensors(void **state)
{
	struct board b;

	(void)state;
	for (size_t i = 0; i < SHIPPED; i++) {
		unsigned next = 0;

		load(shipped[i].name, &b);
		assert_string_equal(b.name, shipped[i].name);
		assert_int_equal(b.files, shipped[i].files);
		assert_int_equal(b.ranks, shipped[i].ranks);
		assert_int_equal(b.home_file, shipped[i].home_file);
		assert_int_equal(b.n_sensors, shipped[i].sensors);
		for (unsigned s = 0; s < b.n_sensors; s++) {
			bool muxed = b.sensor[s].mux != BOARD_NO_MUX;

			assert_string_equal(b.sensor[s].part, shipped[i].sensor);
			assert_int_equal(b.sensor[s].addr, muxed ? 0x48 + s % 4 : 0x20 + s);
			assert_int_equal(b.sensor[s].port, muxed ? s / 4 : 0);
			for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
				if (b.sensor[s].sq[c] != BOARD_NO_SQ)
					assert_int_equal(b.sensor[s].sq[c], next++);
		}
		assert_int_equal(next, b.files * b.ranks);
	}
}

/* Rank r is switch r; red, green and blue of file f are sinks 3f - 2, 3f - 1 and 3f. */
static unsigned
is31fl3741_channel(const struct board *b, unsigned sq, unsigned colour)
{
	unsigned row = sq / b->files, sink = sq % b->files * 3 + colour;

	return sink < 30 ? row * 30 + sink : 270 + row * 9 + (sink - 30);
}

/* Rank r is common r - 1, file f row f - 1. */
static unsigned
ht16k33_channel(const struct board *b, unsigned sq)
{
	return sq / b->files * 16 + sq % b->files;
}

static void
test_lamps(void **state)
{
	struct board b;

	(void)state;
	for (size_t i = 0; i < SHIPPED; i++) {
		bool rgb = strcmp(shipped[i].lamp, "IS31FL3741") == 0;

		load(shipped[i].name, &b);
		assert_int_equal(b.n_leds, 1);
		assert_string_equal(b.led[0].part, shipped[i].lamp);
		assert_int_equal(b.led[0].rgb, rgb);
		for (unsigned sq = 0; sq < (unsigned)b.files * b.ranks; sq++)
			for (unsigned c = 0; c < (rgb ? 3u : 1u); c++)
				assert_int_equal(b.led[0].channel[sq][c],
						 rgb ? is31fl3741_channel(&b, sq, c)
						     : ht16k33_channel(&b, sq));
	}
}

static void
test_lines(void **state)
{
	static const char *const names[] = { "clock", "ok", "back", "hint" };
	struct board b;

	(void)state;
	for (size_t i = 0; i < SHIPPED; i++) {
		load(shipped[i].name, &b);
		assert_int_equal(b.bus[0].speed_hz, 400000);
		assert_int_equal(b.n_buttons, 4);
		for (unsigned k = 0; k < 4; k++) {
			assert_string_equal(b.button[k].name, names[k]);
			assert_true(b.button[k].active_low);
		}
		for (unsigned s = 0; s < b.n_sensors; s++)
			assert_int_equal(b.sensor[s].interrupt,
					 shipped[i].interrupts ? 17 : BOARD_NO_LINE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sensors),
		cmocka_unit_test(test_lamps),
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
