/*
 * Any bytes as a board description. An accepted board must be consistent; an
 * error must name a line of the input.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hw/board/board.h"

static const struct board_chip_limits limits[] = {
	{ .part = "MCP23017",
	  .sensor = true,
	  .channels = 16,
	  .addr_min = 0x20,
	  .addr_max = 0x27,
	  .bus_hz_max = 400000,
	  .unusable = { 0x8080, 0 },
	  .interrupts = true },
	{ .part = "ADS7830",
	  .sensor = true,
	  .channels = 8,
	  .addr_min = 0x48,
	  .addr_max = 0x4b,
	  .bus_hz_max = 400000,
	  .measures = true },
	{ .part = "IS31FL3741",
	  .channels = 351,
	  .addr_min = 0x30,
	  .addr_max = 0x33,
	  .bus_hz_max = 1000000,
	  .max_ma = 1493 },
	{ .part = "S128",
	  .sensor = true,
	  .channels = 128,
	  .addr_max = 0x7f,
	  .bus_hz_max = 1000000 },
	{ .part = "L", .channels = 1024, .addr_max = 0x7f, .bus_hz_max = 1000000 },
};

static void
check_board(const struct board *b)
{
	unsigned squares = (unsigned)b->files * b->ranks, read[BOARD_SQUARES_MAX] = { 0 };

	assert(b->files >= 1 && b->files <= BOARD_FILES_MAX);
	assert(b->ranks >= 1 && b->ranks <= BOARD_RANKS_MAX);
	assert(b->home_file < b->files && b->home_rank < b->ranks);
	assert(b->n_buses >= 1 && b->n_buses <= BOARD_BUSES_MAX && b->n_leds <= BOARD_LEDS_MAX);
	assert(b->n_sensors >= 1 && b->n_sensors <= BOARD_SENSORS_MAX);
	assert(b->n_buttons <= BOARD_BUTTONS_MAX);
	for (unsigned s = 0; s < b->n_sensors; s++) {
		assert(b->sensor[s].bus < b->n_buses && b->sensor[s].addr <= 0x7f);
		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
			if (b->sensor[s].sq[c] != BOARD_NO_SQ) {
				assert(b->sensor[s].sq[c] < squares);
				read[b->sensor[s].sq[c]]++;
			}
	}
	for (unsigned sq = 0; sq < squares; sq++) {
		unsigned lit = 0;

		assert(read[sq] == 1);
		for (unsigned l = 0; l < b->n_leds; l++)
			lit += b->led[l].channel[sq][0] != 0xffff;
		assert(lit == (b->n_leds > 0));
	}
}

static void
check_error(const struct board_error *err, const uint8_t *data, size_t size)
{
	char told[1024];
	unsigned lines = 1;

	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	assert(err->line <= lines && err->why[0]);
	board_error_print("fuzz.ini", err, told, sizeof(told));
	assert(!strchr(told, '\n'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct board b;
	struct board_error err;
	char *text = malloc(size + (size == 0)); /* exact size, to detect reads past the end */

	if (!text)
		abort();
	if (size > 0)
		memcpy(text, data, size);
	if (board_parse("fuzz.ini", text, size, limits, sizeof(limits) / sizeof(limits[0]), &b,
			&err) == 0)
		check_board(&b);
	else
		check_error(&err, data, size);
	free(text);
	return 0;
}
