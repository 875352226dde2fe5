/*
 * Internals of the reader of board descriptions. It has two passes.
 * board_lines.c splits the file into entries and checks the lines; board_entry.c has what both share.
 * board_parse.c interprets the entries in a fixed order, so that sections and
 * keys may come in any order; board_map.c reads the maps.
 */
#pragma once
#include "hw/board/board.h"

enum {
	BOARD_FILE_MAX = 64 * 1024, /* an 11 x 9 board with RGB lamps takes 4 KiB */
	BOARD_ENTRIES_MAX = 1024,
	BOARD_KEYS_MAX = 9, /* in one section */
	/*
	 * libinih as built by distributions has a line buffer of 200 bytes and
	 * silently truncates longer lines. The newline and the NUL need two of
	 * them.
	 */
	BOARD_LINE_MAX = 198,
};

enum board_section {
	SECTION_BOARD,
	SECTION_BUS,
	SECTION_SENSOR,
	SECTION_LED,
	SECTION_BUTTON,
	SECTION_RESET,
	SECTIONS,
};

struct board_section_kind {
	const char *name;
	const char *keys[BOARD_KEYS_MAX + 1]; /* NULL at the end */
	uint8_t max;                          /* number of [name.N]; 0: one, without a number */
};

extern const struct board_section_kind board_sections[SECTIONS];

/* One line of a key; a map that continues over several lines has several. */
struct board_entry {
	uint8_t section, index, key; /* key: index in board_section_kind.keys */
	uint16_t line;
	const char *value; /* not empty, trimmed */
};

struct board_reader {
	const struct board_chip_limits *limits;
	size_t n_limits;
	struct board_error *err;

	unsigned n_entries;
	struct board_entry entry[BOARD_ENTRIES_MAX];
	uint16_t section_line[SECTIONS][BOARD_SENSORS_MAX]; /* 0: not in the file */
	size_t text_used;
	char text[BOARD_FILE_MAX + BOARD_ENTRIES_MAX]; /* the entries' values */

	struct board board;                   /* scratch: copied to the caller on success */
	uint8_t sensor_of[BOARD_SQUARES_MAX]; /* the [sensor.N] that reads the square */
	uint8_t led_of[BOARD_SQUARES_MAX];
	uint16_t sensor_map_line[BOARD_SQUARES_MAX];
	uint16_t led_map_line[BOARD_SQUARES_MAX];
};

#define BOARD_NO_CHIP 0xff

/*
 * Sets *err for a place in the file. section: enum board_section or SECTIONS
 * for none; key: name or NULL.
 */
__attribute__((format(printf, 6, 7))) void board_set_error(struct board_reader *r, unsigned line,
							   unsigned section, unsigned index,
							   const char *key, const char *fmt, ...);
/* Sets the error and evaluates to -1, which every caller returns. */
#define board_fail(...) (board_set_error(__VA_ARGS__), -1)

/* Performs the first pass. Returns 0, or -1 with r->err set. */
MUST_USE int board_lines(struct board_reader *r, const char *text, size_t len);

/* Parse the map lines of one chip. Return 0, or -1 with r->err set. */
MUST_USE int board_map_sensor(struct board_reader *r, unsigned index,
			      const struct board_chip_limits *limit);
MUST_USE int board_map_led(struct board_reader *r, unsigned index,
			   const struct board_chip_limits *limit);

/*
 * Parses zero and span of a measuring chip, channel by channel. Returns 0, or
 * -1 with r->err set.
 */
MUST_USE int board_map_calibration(struct board_reader *r, unsigned index,
				   const struct board_chip_limits *limit);
/*
 * Parse home, levels and blind squares of [board], if the key is present.
 * Return 0, or -1 with r->err set.
 */
MUST_USE int board_map_home(struct board_reader *r);
MUST_USE int board_map_levels(struct board_reader *r);
MUST_USE int board_map_blind(struct board_reader *r);

/* Returns the first line of a key, or NULL if the file lacks it. */
const struct board_entry *board_entry_find(const struct board_reader *r, unsigned section,
					   unsigned index, const char *key);

/* Parses an entry's line, given by offset or by name. Returns 0, or -1 with r->err set. */
MUST_USE int board_wire_parse(struct board_reader *r, const struct board_entry *e, int16_t *line);
/* Prints "line 17" or "GPIO17" for messages; returns text. */
const char *board_wire_text(const struct board *b, int line, char text[BOARD_LINE_NAME_SIZE]);

/* Returns the square of that name, or BOARD_NO_SQ. */
unsigned board_square_find(const struct board *b, const char *name, size_t len);
/* Returns the square as the board's owner sees it, with `turned` applied. */
unsigned board_square_turned(const struct board *b, unsigned sq);
/* Parses digits (hex after 0x if allowed) without a sign, at most max. Returns 0 or -1. */
MUST_USE int board_number(const char *text, size_t len, bool hex, unsigned long max,
			  unsigned long *out);
