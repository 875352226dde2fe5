/*
 * The reader of board descriptions, inside. Two passes: board_lines.c takes
 * the file apart into entries (who says what on which line) and finds what is
 * wrong with lines; board_parse.c gives the entries meaning in a fixed order,
 * so that sections and keys may stand in any; board_map.c reads the maps.
 */
#pragma once
#include "hw/board/board.h"

enum {
	BOARD_FILE_MAX = 64 * 1024, /* an 11 x 9 board with RGB lamps takes 4 KiB */
	BOARD_ENTRIES_MAX = 1024,
	BOARD_KEYS_MAX = 9, /* of one section */
	/*
	 * libinih as built for distributions takes lines apart in a buffer of
	 * 200 bytes and cuts longer ones silently; the newline and the NUL need
	 * two of them.
	 */
	BOARD_LINE_MAX = 198,
};

enum board_section {
	SECTION_BOARD,
	SECTION_BUS,
	SECTION_SENSOR,
	SECTION_LED,
	SECTION_BUTTON,
	SECTIONS,
};

struct board_section_kind {
	const char *name;
	const char *keys[BOARD_KEYS_MAX + 1]; /* NULL at the end */
	uint8_t max;                          /* how many [name.N]; 0: one, without a number */
};

extern const struct board_section_kind board_sections[SECTIONS];

/* One line of a key: a map that goes on over several lines has several. */
struct board_entry {
	uint8_t section, index, key; /* key: place in board_section_kind.keys */
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

	struct board board;                   /* scratch: handed out when all is right */
	uint8_t sensor_of[BOARD_SQUARES_MAX]; /* which [sensor.N] reads the square */
	uint8_t led_of[BOARD_SQUARES_MAX];
	uint16_t sensor_map_line[BOARD_SQUARES_MAX];
	uint16_t led_map_line[BOARD_SQUARES_MAX];
};

#define BOARD_NOBODY 0xff

/*
 * Fills in *err for a place in the file. section: enum board_section or
 * SECTIONS for none; key: name or NULL.
 */
__attribute__((format(printf, 6, 7))) void board_tell(struct board_reader *r, unsigned line,
						      unsigned section, unsigned index,
						      const char *key, const char *fmt, ...);
/* The same, and -1, which every caller returns. */
#define board_fail(...) (board_tell(__VA_ARGS__), -1)

/* First pass. 0 or -1 with r->err told. */
MUST_USE int board_lines(struct board_reader *r, const char *text, size_t len);

/* The map lines of one chip. 0 or -1 with r->err told. */
MUST_USE int board_map_sensor(struct board_reader *r, unsigned index,
			      const struct board_chip_limits *limit);
MUST_USE int board_map_led(struct board_reader *r, unsigned index,
			   const struct board_chip_limits *limit);

/* A chip that measures: zero and span, channel by channel. 0 or -1 with r->err told. */
MUST_USE int board_map_calibration(struct board_reader *r, unsigned index,
				   const struct board_chip_limits *limit);
/* The [board] home, levels and blind squares, where the key is there. 0 or -1 with r->err told. */
MUST_USE int board_map_home(struct board_reader *r);
MUST_USE int board_map_levels(struct board_reader *r);
MUST_USE int board_map_blind(struct board_reader *r);

/* The first line of a key, or NULL: it is not in the file. */
const struct board_entry *board_entry_find(const struct board_reader *r, unsigned section,
					   unsigned index, const char *key);

/* The line that an entry gives, by offset or by name. 0 or -1 with r->err told. */
MUST_USE int board_wire_parse(struct board_reader *r, const struct board_entry *e, int16_t *line);
/* "line 17" or "GPIO17", for messages; returns text. */
const char *board_wire_text(const struct board *b, int line, char text[BOARD_LINE_NAME_SIZE]);

/* "e4", for messages; squares are numbered as the file has them, not turned. */
void board_square_name(const struct board *b, unsigned sq, char out[4]);
/* The square of that name on the board, or BOARD_NO_SQ. */
unsigned board_square_find(const struct board *b, const char *name, size_t len);
/* As the board's owner sees it: `turned` taken into account. */
unsigned board_square_turned(const struct board *b, unsigned sq);
/* Digits only (hex after 0x where allowed), no sign, at most max. 0 or -1. */
MUST_USE int board_number(const char *text, size_t len, bool hex, unsigned long max,
			  unsigned long *out);
