/*
 * Board descriptions: which chip and channel reads or lights which square.
 *
 * A description is an INI file (hw/boards/NAME.ini). It is read and validated
 * as a whole, against chip limits from the caller, before any byte goes to a
 * chip. This room depends on neither drivers nor rules. Squares are numbered
 * sq = rank * files + file from a1 as the board's owner sees it (`turned` is
 * already applied).
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	BOARD_FILES_MAX = 11,
	BOARD_RANKS_MAX = 9,
	BOARD_SQUARES_MAX = BOARD_FILES_MAX * BOARD_RANKS_MAX,
	BOARD_BUSES_MAX = 4,
	BOARD_SENSORS_MAX = 16,
	BOARD_LEDS_MAX = 4,
	BOARD_BUTTONS_MAX = 8,
	BOARD_CHANNELS_MAX = 128,	/* of one sensor chip */
	BOARD_MEASURES_MAX = 8,		/* channels of a sensor chip that measures */
	BOARD_LEVELS_MAX = 6,
	BOARD_NO_MUX = 0,
	BOARD_NO_SQ = 0xff,
	BOARD_NO_LINE = -1,
	/* Smaller values are offsets of the GPIO chip; values from here on index line_name[]. */
	BOARD_LINE_NAMED = 232,
	/* and the reset line */
	BOARD_LINE_NAMES_MAX = BOARD_SENSORS_MAX + BOARD_BUTTONS_MAX + 1,
	BOARD_LINE_NAME_SIZE = 32,	/* as the kernel's */
	BOARD_NO_CHANNEL = 0xffff,
	BOARD_NAME_MAX = 64,
	BOARD_PATH_MAX = 108,		/* as sun_path */
};

/*
 * The limits of a part, passed in by the caller (from the drivers' chip tables,
 * or from the virtual board's own).
 */
struct board_chip_limits {
	const char *part;		/* "MCP23017", case-insensitive */
	bool sensor;			/* otherwise a lamp chip */
	uint16_t channels;		/* sensor inputs, or lamp channels (one colour each) */
	uint8_t addr_min, addr_max;	/* 7-bit addresses that the part supports */
	uint32_t bus_hz_max;		/* the fastest bus that the part supports at 3.3 V */
	uint64_t unusable[2];		/* sensor channels that cannot be inputs */
	bool interrupts;		/* a sensor chip with an interrupt line */
	bool measures;			/* reports field strength as a code 0-255 */
	uint16_t max_ma;		/* lamp chips: limit of max_ma; 0: no such key */
};

enum board_senses { BOARD_OCCUPANCY, BOARD_POLARITY, BOARD_LEVEL };

/*
 * Range of field strengths of a level, in thousandths of the field of a plain
 * piece on the wood. Neighbours overlap. The first level begins where a square
 * counts as occupied; strengths above the last one's end belong to it.
 */
struct board_level {
	uint16_t lo, hi;
};

struct board_bus {
	char device[BOARD_PATH_MAX];	/* "/dev/i2c-1", or "unix:PATH" */
	uint32_t speed_hz;		/* 100000, 400000, 1000000 */
};

struct board_sensor {
	char part[16];
	uint8_t bus;			/* index */
	uint8_t addr;			/* 7 bits */
	int16_t interrupt;		/* line, or BOARD_NO_LINE: polled */
	uint8_t mux, port;		/* on that port of a TCA9548A at `mux`; or BOARD_NO_MUX */
	uint8_t sq[BOARD_CHANNELS_MAX];	/* channel -> square or BOARD_NO_SQ */
	/*
	 * Calibration of a measuring chip: the code without a magnet, and the
	 * change by a plain white piece (negative if the sensor is mounted
	 * upside down).
	 */
	uint8_t zero[BOARD_MEASURES_MAX];
	int8_t span[BOARD_MEASURES_MAX];
};

struct board_led {
	char part[16];
	uint8_t bus;
	uint8_t addr;
	uint16_t max_ma;		/* all lamps of this chip together */
	bool rgb;			/* otherwise single-colour: only channel[][0] is used */
	/* square -> channels of red, green, blue, or BOARD_NO_CHANNEL: not on this chip */
	uint16_t channel[BOARD_SQUARES_MAX][3];
};

struct board_button {
	char name[12];			/* clock ok back hint */
	int16_t line;
	bool active_low;
};

/* A line wired to the RESET pins of a bus's chips, active low. */
struct board_reset {
	bool wired;			/* such a line exists */
	uint8_t bus;
	int16_t line;
};

struct board {
	char name[BOARD_NAME_MAX];	/* the file's name without .ini */
	char title[BOARD_NAME_MAX];
	uint8_t files, ranks;
	uint8_t home_file, home_rank;	/* position of a1 of a smaller game, from 0 */
	bool turned;			/* 180 degrees: already applied to the maps */
	uint8_t senses;			/* enum board_senses */
	uint8_t n_levels;		/* 0: no chip measures */
	struct board_level level[BOARD_LEVELS_MAX];	/* level 1 is level[0] */
	bool blind[BOARD_SQUARES_MAX];	/* the sensor is known to be faulty */
	char gpio[BOARD_PATH_MAX];	/* "/dev/gpiochip0", or "": lines arrive over the bus */
	uint8_t n_line_names;
	char line_name[BOARD_LINE_NAMES_MAX][BOARD_LINE_NAME_SIZE];
	uint8_t n_buses, n_sensors, n_leds, n_buttons;
	struct board_bus bus[BOARD_BUSES_MAX];
	struct board_sensor sensor[BOARD_SENSORS_MAX];
	struct board_led led[BOARD_LEDS_MAX];
	struct board_button button[BOARD_BUTTONS_MAX];
	struct board_reset reset;
};

/* An error in a description: its place and a message. */
struct board_error {
	unsigned line;			/* 0: the file as a whole */
	char section[32], key[32];	/* "" if not applicable */
	char why[160];
};

/*
 * Reads `path` (or parses `text`, which messages call `path`). Returns 0, or -1
 * with *err set and *b unchanged. limits: n rows.
 */
MUST_USE int board_load(const char *path, const struct board_chip_limits *limits, size_t n,
			struct board *b, struct board_error *err);
MUST_USE int board_parse(const char *path, const char *text, size_t len,
			 const struct board_chip_limits *limits, size_t n, struct board *b,
			 struct board_error *err);
/*
 * Finds the file of a board NAME. A name with a slash or ending in ".ini" is a
 * path. Otherwise searches NAME.ini in $HALO_BOARDS, the builder's own folder
 * in /etc, the source tree's hw/boards as built, and the installed data folder.
 * Returns 0, or -1 with *err set.
 */
MUST_USE int board_find(const char *name, char path[4096], struct board_error *err);
/* Prints a square's name, "e4". */
void board_square_name(const struct board *b, unsigned sq, char out[4]);
/* Returns the kernel's name of the line, "GPIO17"; NULL: the description gives an offset. */
const char *board_line_name(const struct board *b, int line);
/*
 * Lists the channels of lamp chip `led` that have a lamp, by square, then
 * colour; returns their number.
 */
size_t board_led_channels(const struct board *b, unsigned led, uint16_t out[BOARD_SQUARES_MAX * 3]);
/* Prints "FILE:LINE: [section] key: why", the form used by all programs. */
void board_error_print(const char *path, const struct board_error *err, char *out, size_t size);
