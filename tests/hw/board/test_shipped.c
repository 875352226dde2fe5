/*
 * The descriptions that ship, against the limits of the drivers' chips, and
 * against what docs/boards.md says of their wiring.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "drivers/drivers.h"
#include "hw/board/board.h"

static const struct {
	const char *name;
	unsigned files, ranks, home_file, sensors;
} shipped[] = {
	{ "reed-8x8", 8, 8, 0, 5 },
	{ "hall-11x9", 11, 9, 1, 8 },
};
enum { SHIPPED = sizeof(shipped) / sizeof(shipped[0]) };

static void
load(const char *name, struct board *b)
{
	struct drivers_limit rows[DRIVERS_LIMITS_MAX];
	struct board_chip_limits limits[DRIVERS_LIMITS_MAX];
	size_t n = drivers_limits(rows);
	struct board_error err;
	char path[4096], told[512];

	for (size_t i = 0; i < n; i++)
		limits[i] = (struct board_chip_limits){
			.part = rows[i].part,
			.sensor = rows[i].sensor,
			.channels = rows[i].channels,
			.addr_min = rows[i].addr_min,
			.addr_max = rows[i].addr_max,
			.unusable = { rows[i].unusable[0], rows[i].unusable[1] },
			.interrupts = rows[i].interrupts,
			.measures = rows[i].measures,
			.max_ma = rows[i].max_ma,
		};
	if (board_find(name, path, &err) < 0 || board_load(path, limits, n, b, &err) < 0) {
		board_error_print(name, &err, told, sizeof(told));
		fail_msg("%s", told);
	}
}

/* Every square has one sensor; 14 a chip, in order, never on the pins that are outputs. */
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
			assert_string_equal(b.sensor[s].part, "MCP23017");
			assert_int_equal(b.sensor[s].addr, 0x20 + s);
			for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
				if (b.sensor[s].sq[c] != BOARD_NO_SQ) {
					assert_int_equal(b.sensor[s].sq[c], next++);
					assert_true(c < 16 && c != 7 && c != 15);
				}
		}
		assert_int_equal(next, b.files * b.ranks);
	}
}

/* Rank r is switch r; red, green and blue of file f are sinks 3f - 2, 3f - 1 and 3f. */
static void
test_lamps(void **state)
{
	struct board b;

	(void)state;
	for (size_t i = 0; i < SHIPPED; i++) {
		load(shipped[i].name, &b);
		assert_int_equal(b.n_leds, 1);
		assert_true(b.led[0].rgb);
		for (unsigned sq = 0; sq < (unsigned)b.files * b.ranks; sq++)
			for (unsigned c = 0; c < 3; c++) {
				unsigned row = sq / b.files, sink = sq % b.files * 3 + c;
				unsigned want =
					sink < 30 ? row * 30 + sink : 270 + row * 9 + (sink - 30);

				assert_int_equal(b.led[0].channel[sq][c], want);
			}
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
			assert_int_equal(b.sensor[s].interrupt, b.sensor[0].interrupt);
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
