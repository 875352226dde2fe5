/* Board descriptions: sections and their keys, errors, numbers and squares, for both passes. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw/board/board_read.h"

const struct board_section_kind board_sections[SECTIONS] = {
	[SECTION_BOARD] = {
		.name = "board",
		.keys = { "title", "files", "ranks", "home", "turned", "senses", "gpio",
			  "levels", "blind" },
	},
	[SECTION_BUS] = {
		.name = "bus",
		.keys = { "device", "speed_hz" },
		.max = BOARD_BUSES_MAX,
	},
	[SECTION_SENSOR] = {
		.name = "sensor",
		.keys = { "chip", "bus", "address", "mux", "interrupt", "map", "zero", "span" },
		.max = BOARD_SENSORS_MAX,
	},
	[SECTION_LED] = {
		.name = "led",
		.keys = { "chip", "bus", "address", "max_ma", "colours", "map" },
		.max = BOARD_LEDS_MAX,
	},
	[SECTION_BUTTON] = {
		.name = "button",
		.keys = { "name", "line", "active" },
		.max = BOARD_BUTTONS_MAX,
	},
	[SECTION_RESET] = {
		.name = "reset",
		.keys = { "bus", "line" },
	},
};

void
board_set_error(struct board_reader *r, unsigned line, unsigned section, unsigned index,
		const char *key, const char *fmt, ...)
{
	struct board_error *e = r->err;
	va_list ap;

	*e = (struct board_error){ .line = line };
	if (section < SECTIONS && board_sections[section].max == 0)
		snprintf(e->section, sizeof(e->section), "%s", board_sections[section].name);
	else if (section < SECTIONS)
		snprintf(e->section, sizeof(e->section), "%s.%u", board_sections[section].name,
			 index);
	if (key)
		snprintf(e->key, sizeof(e->key), "%s", key);
	va_start(ap, fmt);
	vsnprintf(e->why, sizeof(e->why), fmt, ap);
	va_end(ap);
}

const struct board_entry *
board_entry_find(const struct board_reader *r, unsigned section, unsigned index, const char *key)
{
	for (unsigned i = 0; i < r->n_entries; i++) {
		const struct board_entry *e = &r->entry[i];

		if (e->section == section && e->index == index &&
		    strcmp(board_sections[section].keys[e->key], key) == 0)
			return e;
	}
	return NULL;
}

int
board_number(const char *text, size_t len, bool hex, unsigned long max, unsigned long *out)
{
	unsigned base = 10;
	unsigned long n = 0;

	if (hex && len > 2 && text[0] == '0' && text[1] == 'x') {
		base = 16;
		text += 2;
		len -= 2;
	} else if (len > 1 && text[0] == '0') {
		return -1; /* octal, or a typing error */
	}
	if (len == 0)
		return -1;
	for (size_t i = 0; i < len; i++) {
		static const char digits[] = "0123456789abcdef";
		char c = text[i] >= 'A' && text[i] <= 'F' ? (char)(text[i] - 'A' + 'a') : text[i];
		const char *d = c ? strchr(digits, c) : NULL;

		if (!d || (unsigned)(d - digits) >= base)
			return -1;
		n = n * base + (unsigned long)(d - digits);
		if (n > max)
			return -1;
	}
	*out = n;
	return 0;
}

void
board_square_name(const struct board *b, unsigned sq, char out[4])
{
	out[0] = (char)('a' + sq % b->files);
	out[1] = (char)('1' + sq / b->files);
	out[2] = '\0';
}

unsigned
board_square_find(const struct board *b, const char *name, size_t len)
{
	if (len != 2 || name[0] < 'a' || name[0] >= 'a' + b->files || name[1] < '1' ||
	    name[1] >= '1' + b->ranks)
		return BOARD_NO_SQ;
	return (unsigned)(name[1] - '1') * b->files + (unsigned)(name[0] - 'a');
}

unsigned
board_square_turned(const struct board *b, unsigned sq)
{
	return b->turned ? (unsigned)b->files * b->ranks - 1 - sq : sq;
}
