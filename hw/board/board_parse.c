/*
 * Board descriptions, second pass: entries into a board.
 *
 * Sections are parsed in a fixed order (board, buses, chips with their maps,
 * buttons, then checks of the whole), whatever their order in the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "hw/board/board_read.h"

static int
missing(struct board_reader *r, unsigned section, unsigned index, const char *key)
{
	return board_fail(r, r->section_line[section][index], section, index, key, "missing");
}

/* Reports an error of an existing entry. */
#define fail_at(r, e, ...)                                 \
	board_fail(r, (e)->line, (e)->section, (e)->index, \
		   board_sections[(e)->section].keys[(e)->key], __VA_ARGS__)

/* Parses a required number. */
static int
number(struct board_reader *r, unsigned section, unsigned index, const char *key, unsigned long min,
       unsigned long max, unsigned long *out)
{
	const struct board_entry *e = board_entry_find(r, section, index, key);
	bool hex = strcmp(key, "address") == 0;

	if (!e)
		return missing(r, section, index, key);
	if (board_number(e->value, strlen(e->value), hex, max, out) == 0 && *out >= min)
		return 0;
	if (hex)
		return fail_at(r, e, "%.24s is not a number from 0x%02lx to 0x%02lx", e->value, min,
			       max);
	return fail_at(r, e, "%.24s is not a number from %lu to %lu", e->value, min, max);
}

static int
text(struct board_reader *r, unsigned section, unsigned index, const char *key, char *out,
     size_t size)
{
	const struct board_entry *e = board_entry_find(r, section, index, key);

	if (!e)
		return missing(r, section, index, key);
	if (strlen(e->value) >= size)
		return fail_at(r, e, "longer than %zu bytes", size - 1);
	strcpy(out, e->value);
	return 0;
}

/* Returns the index of a key's value among the words (separated by |), or -1 with the error set. */
static int
choice(struct board_reader *r, unsigned section, unsigned index, const char *key, const char *words,
       int otherwise)
{
	const struct board_entry *e = board_entry_find(r, section, index, key);
	const char *w = words;

	if (!e)
		return otherwise >= 0 ? otherwise : missing(r, section, index, key);
	for (int i = 0;; i++) {
		size_t len = strcspn(w, "|");

		if (strlen(e->value) == len && memcmp(e->value, w, len) == 0)
			return i;
		if (w[len] == '\0')
			break;
		w += len + 1;
	}
	return fail_at(r, e, "%.24s is not one of %s", e->value, words);
}

static int
parse_board(struct board_reader *r)
{
	struct board *b = &r->board;
	unsigned long n;
	int c;

	if (!r->section_line[SECTION_BOARD][0])
		return board_fail(r, 0, SECTION_BOARD, 0, NULL, "missing");
	if (text(r, SECTION_BOARD, 0, "title", b->title, sizeof(b->title)) < 0)
		return -1;
	if (number(r, SECTION_BOARD, 0, "files", 1, BOARD_FILES_MAX, &n) < 0)
		return -1;
	b->files = (uint8_t)n;
	if (number(r, SECTION_BOARD, 0, "ranks", 1, BOARD_RANKS_MAX, &n) < 0)
		return -1;
	b->ranks = (uint8_t)n;
	if (board_entry_find(r, SECTION_BOARD, 0, "home") && board_map_home(r) < 0)
		return -1;
	if ((c = choice(r, SECTION_BOARD, 0, "turned", "0|180", 0)) < 0)
		return -1;
	b->turned = c == 1;
	if ((c = choice(r, SECTION_BOARD, 0, "senses", "occupancy|polarity|level", -1)) < 0)
		return -1;
	b->senses = (uint8_t)c;
	if (board_entry_find(r, SECTION_BOARD, 0, "levels") && board_map_levels(r) < 0)
		return -1;
	if (board_entry_find(r, SECTION_BOARD, 0, "blind") && board_map_blind(r) < 0)
		return -1;
	if (!board_entry_find(r, SECTION_BOARD, 0, "gpio"))
		return 0;
	if (text(r, SECTION_BOARD, 0, "gpio", b->gpio, sizeof(b->gpio)) < 0)
		return -1;
	if (b->gpio[0] != '/')
		return fail_at(r, board_entry_find(r, SECTION_BOARD, 0, "gpio"),
			       "%.24s is not a device path such as /dev/gpiochip0", b->gpio);
	return 0;
}

/* Counts [NAME.0] [NAME.1] …; a gap is an error. */
static int
count(struct board_reader *r, unsigned section, unsigned *n)
{
	*n = 0;
	for (unsigned i = 0; i < board_sections[section].max; i++) {
		if (!r->section_line[section][i])
			continue;
		if (*n != i)
			return board_fail(r, r->section_line[section][i], section, i, NULL,
					  "there is no [%s.%u] before it",
					  board_sections[section].name, *n);
		++*n;
	}
	return 0;
}

static int
parse_buses(struct board_reader *r)
{
	struct board *b = &r->board;
	unsigned n;
	int c;

	if (count(r, SECTION_BUS, &n) < 0)
		return -1;
	if (n == 0)
		return board_fail(r, 0, SECTION_BUS, 0, NULL,
				  "missing: a board has at least one bus");
	b->n_buses = (uint8_t)n;
	for (unsigned i = 0; i < n; i++) {
		struct board_bus *bus = &b->bus[i];

		if (text(r, SECTION_BUS, i, "device", bus->device, sizeof(bus->device)) < 0)
			return -1;
		if (bus->device[0] != '/' &&
		    (strncmp(bus->device, "unix:", 5) != 0 || bus->device[5] == '\0'))
			return fail_at(r, board_entry_find(r, SECTION_BUS, i, "device"),
				       "%.24s is neither a device path nor unix:PATH", bus->device);
		for (unsigned j = 0; j < i; j++)
			if (strcmp(bus->device, b->bus[j].device) == 0)
				return fail_at(r, board_entry_find(r, SECTION_BUS, i, "device"),
					       "bus.%u already uses this device", j);
		if ((c = choice(r, SECTION_BUS, i, "speed_hz", "100000|400000|1000000", -1)) < 0)
			return -1;
		bus->speed_hz = c == 0 ? 100000 : c == 1 ? 400000 : 1000000;
	}
	return 0;
}

static int
parse_chip_part(struct board_reader *r, unsigned section, unsigned index, char part[16],
		const struct board_chip_limits **limit)
{
	bool sensor = section == SECTION_SENSOR;
	const struct board_entry *e;

	if (text(r, section, index, "chip", part, 16) < 0)
		return -1;
	e = board_entry_find(r, section, index, "chip");
	for (size_t i = 0; i < r->n_limits; i++) {
		if (strcasecmp(r->limits[i].part, part) != 0)
			continue;
		if (r->limits[i].sensor != sensor)
			return fail_at(r, e, "%s is a %s chip", r->limits[i].part,
				       sensor ? "lamp" : "sensor");
		*limit = &r->limits[i];
		return 0;
	}
	return fail_at(r, e, "%s is not a known chip", part);
}

/*
 * Checks that no two chips of one bus have the same address. Chips behind two
 * ports of a mux may share one, since only one port at a time is open; a chip
 * on the bus itself always answers. Earlier chips are already parsed.
 */
static int
check_address(struct board_reader *r, unsigned section, unsigned index, unsigned bus, unsigned addr)
{
	const struct board_entry *e = board_entry_find(r, section, index, "address");
	const struct board *b = &r->board;
	const struct board_sensor none = { .mux = BOARD_NO_MUX };
	const struct board_sensor *self = section == SECTION_SENSOR ? &b->sensor[index] : &none;
	unsigned sensors = section == SECTION_SENSOR ? index : b->n_sensors;
	unsigned leds = section == SECTION_LED ? index : 0;

	if (self->mux && addr == self->mux)
		return fail_at(r, e, "the mux itself is at 0x%02x of bus %u", addr, bus);
	for (unsigned i = 0; i < sensors; i++) {
		const struct board_sensor *s = &b->sensor[i];
		bool apart = s->mux && self->mux && s->port != self->port;

		if (s->bus != bus)
			continue;
		if (s->addr == addr && !apart)
			return fail_at(r, e, "sensor.%u is already at 0x%02x of bus %u", i, addr,
				       bus);
		if (s->mux && s->mux == addr)
			return fail_at(r, e, "the mux of sensor.%u is already at 0x%02x of bus %u",
				       i, addr, bus);
	}
	for (unsigned i = 0; i < leds; i++)
		if (b->led[i].bus == bus && b->led[i].addr == addr)
			return fail_at(r, e, "led.%u is already at 0x%02x of bus %u", i, addr, bus);
	return 0;
}

/* Checks that the bus is no faster than the chip allows. */
static int
check_speed(struct board_reader *r, const struct board_entry *e, const char *part, unsigned bus,
	    uint32_t hz_max)
{
	uint32_t hz = r->board.bus[bus].speed_hz;

	return hz <= hz_max ? 0
			    : fail_at(r, e, "bus %u runs at %u Hz; a %s allows at most %u Hz", bus,
				      hz, part, hz_max);
}

/* Parses the keys that sensor and lamp chips share. */
static int
parse_chip(struct board_reader *r, unsigned section, unsigned index, char part[16], uint8_t *bus,
	   uint8_t *addr, const struct board_chip_limits **limit)
{
	const struct board_entry *e;
	unsigned long n;

	if (parse_chip_part(r, section, index, part, limit) < 0)
		return -1;
	if (number(r, section, index, "bus", 0, BOARD_BUSES_MAX - 1, &n) < 0)
		return -1;
	if (n >= r->board.n_buses)
		return fail_at(r, board_entry_find(r, section, index, "bus"),
			       "there is no [bus.%lu]", n);
	*bus = (uint8_t)n;
	if (check_speed(r, board_entry_find(r, section, index, "bus"), (*limit)->part, *bus,
			(*limit)->bus_hz_max) < 0)
		return -1;
	if (number(r, section, index, "address", 0, 0x7f, &n) < 0)
		return -1;
	e = board_entry_find(r, section, index, "address");
	if (n < (*limit)->addr_min || n > (*limit)->addr_max)
		return fail_at(r, e, "a %s can be at 0x%02x to 0x%02x, not at 0x%02lx",
			       (*limit)->part, (*limit)->addr_min, (*limit)->addr_max, n);
	*addr = (uint8_t)n;
	if (check_address(r, section, index, *bus, *addr) < 0)
		return -1;
	return board_entry_find(r, section, index, "map") ? 0 : missing(r, section, index, "map");
}

/* Parses "0x70/3": the address of a TCA9548A and one of its ports. */
static int
parse_mux(struct board_reader *r, unsigned index)
{
	enum { MUX_MIN = 0x70, MUX_MAX = 0x77, PORT_MAX = 7 };
	const struct board_entry *e = board_entry_find(r, SECTION_SENSOR, index, "mux");
	struct board_sensor *s = &r->board.sensor[index];
	const char *slash;
	unsigned long mux, port;

	if (!e)
		return 0;
	slash = strchr(e->value, '/');
	if (!slash || board_number(e->value, (size_t)(slash - e->value), true, MUX_MAX, &mux) < 0 ||
	    mux < MUX_MIN || board_number(slash + 1, strlen(slash + 1), false, PORT_MAX, &port) < 0)
		return fail_at(r, e, "%.24s is not of the form ADDRESS/PORT, 0x%02x/0 to 0x%02x/%d",
			       e->value, MUX_MIN, MUX_MAX, PORT_MAX);
	s->mux = (uint8_t)mux;
	s->port = (uint8_t)port;
	return 0;
}

/* Allows one mux per bus: two muxes could both open a chip of the same address. */
static int
check_mux(struct board_reader *r, unsigned index)
{
	enum { MUX_HZ_MAX = 400000 }; /* Texas Instruments SCPS207 */
	const struct board *b = &r->board;
	const struct board_sensor *s = &b->sensor[index];
	const struct board_entry *e = board_entry_find(r, SECTION_SENSOR, index, "mux");

	if (s->mux && check_speed(r, e, "TCA9548A", s->bus, MUX_HZ_MAX) < 0)
		return -1;
	for (unsigned i = 0; i < index && s->mux; i++) {
		if (b->sensor[i].bus != s->bus)
			continue;
		if (b->sensor[i].mux && b->sensor[i].mux != s->mux)
			return fail_at(
				r, e,
				"sensor.%u has its mux at 0x%02x; only one mux per bus is allowed",
				i, b->sensor[i].mux);
		if (!b->sensor[i].mux && b->sensor[i].addr == s->mux)
			return fail_at(r, e, "sensor.%u is already at 0x%02x of bus %u", i, s->mux,
				       s->bus);
	}
	return 0;
}

static int
parse_calibration(struct board_reader *r, unsigned index, const struct board_chip_limits *limit)
{
	static const char *const keys[] = { "zero", "span" };
	const struct board_entry *e;

	if (limit->measures)
		return board_map_calibration(r, index, limit);
	for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if ((e = board_entry_find(r, SECTION_SENSOR, index, keys[i])))
			return fail_at(r, e, "a %s does not measure", limit->part);
	if (r->board.senses == BOARD_OCCUPANCY)
		return 0;
	return fail_at(r, board_entry_find(r, SECTION_BOARD, 0, "senses"),
		       "sensor.%u is a %s, which detects only occupancy", index, limit->part);
}

static bool
is_socket(const struct board_reader *r, unsigned bus)
{
	return strncmp(r->board.bus[bus].device, "unix:", 5) == 0;
}

/*
 * Checks that no other bus uses the line: the kernel grants a line to one user,
 * and each bus has its own thread. Lines over a socket belong to that bus.
 */
static int
check_interrupt(struct board_reader *r, unsigned index, const struct board_entry *e)
{
	const struct board *b = &r->board;
	const struct board_sensor *s = &b->sensor[index];
	char text[BOARD_LINE_NAME_SIZE];

	for (unsigned i = 0; i < index; i++)
		if (b->sensor[i].interrupt == s->interrupt && b->sensor[i].bus != s->bus &&
		    !is_socket(r, s->bus) && !is_socket(r, b->sensor[i].bus))
			return fail_at(
				r, e,
				"%s is the interrupt of sensor.%u on bus %u: chips of one "
				"bus may share a line, those of bus %u need one of their own",
				board_wire_text(b, s->interrupt, text), i, b->sensor[i].bus,
				s->bus);
	return 0;
}

static int
parse_sensor(struct board_reader *r, unsigned index)
{
	struct board_sensor *s = &r->board.sensor[index];
	const struct board_chip_limits *limit = NULL;
	const struct board_entry *e = board_entry_find(r, SECTION_SENSOR, index, "interrupt");

	s->interrupt = BOARD_NO_LINE;
	memset(s->sq, BOARD_NO_SQ, sizeof(s->sq));
	if (parse_mux(r, index) < 0)
		return -1;
	if (parse_chip(r, SECTION_SENSOR, index, s->part, &s->bus, &s->addr, &limit) < 0)
		return -1;
	if (check_mux(r, index) < 0)
		return -1;
	if (e && !limit->interrupts)
		return fail_at(r, e, "a %s has no interrupt; it is polled", limit->part);
	if (e && (board_wire_parse(r, e, &s->interrupt) < 0 || check_interrupt(r, index, e) < 0))
		return -1;
	if (board_map_sensor(r, index, limit) < 0)
		return -1;
	return parse_calibration(r, index, limit);
}

static int
parse_led(struct board_reader *r, unsigned index)
{
	struct board_led *l = &r->board.led[index];
	const struct board_chip_limits *limit = NULL;
	unsigned long n;
	int c;

	memset(l->channel, 0xff, sizeof(l->channel));
	if (parse_chip(r, SECTION_LED, index, l->part, &l->bus, &l->addr, &limit) < 0)
		return -1;
	if (limit->max_ma == 0 && board_entry_find(r, SECTION_LED, index, "max_ma"))
		return fail_at(r, board_entry_find(r, SECTION_LED, index, "max_ma"),
			       "a %s cannot limit its current", limit->part);
	if (limit->max_ma > 0) {
		if (number(r, SECTION_LED, index, "max_ma", 1, limit->max_ma, &n) < 0)
			return -1;
		l->max_ma = (uint16_t)n;
	}
	if ((c = choice(r, SECTION_LED, index, "colours", "single|rgb", -1)) < 0)
		return -1;
	l->rgb = c == 1;
	return board_map_led(r, index, limit);
}

/*
 * Checks `levels`, which a measuring chip needs, if only for the strength at
 * which a square is occupied.
 */
static int
check_levels(struct board_reader *r)
{
	const struct board_entry *e = board_entry_find(r, SECTION_BOARD, 0, "levels");
	const struct board *b = &r->board;

	for (unsigned i = 0; i < b->n_sensors; i++)
		if (board_entry_find(r, SECTION_SENSOR, i, "zero"))
			return e ? 0 : missing(r, SECTION_BOARD, 0, "levels");
	return e ? fail_at(r, e, "no sensor chip of this board measures") : 0;
}

static int
parse_chips(struct board_reader *r)
{
	struct board *b = &r->board;
	unsigned n;

	if (count(r, SECTION_SENSOR, &n) < 0)
		return -1;
	if (n == 0)
		return board_fail(r, 0, SECTION_SENSOR, 0, NULL,
				  "missing: a board has at least one sensor chip");
	for (unsigned i = 0; i < n; i++)
		if (parse_sensor(r, i) < 0)
			return -1;
	b->n_sensors = (uint8_t)n;
	if (check_levels(r) < 0)
		return -1;
	if (count(r, SECTION_LED, &n) < 0)
		return -1;
	for (unsigned i = 0; i < n; i++)
		if (parse_led(r, i) < 0)
			return -1;
	b->n_leds = (uint8_t)n;
	return 0;
}

/* Checks that no interrupt and none of the first buttons has this line. */
static int
check_line_free(struct board_reader *r, const struct board_entry *e, int line, unsigned buttons)
{
	const struct board *b = &r->board;
	char text[BOARD_LINE_NAME_SIZE];

	for (unsigned i = 0; i < buttons; i++)
		if (b->button[i].line == line)
			return fail_at(r, e, "%s is already used by button.%u",
				       board_wire_text(b, line, text), i);
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].interrupt == line)
			return fail_at(r, e, "%s is the interrupt of sensor.%u",
				       board_wire_text(b, line, text), i);
	return 0;
}

static int
check_button_name(struct board_reader *r, unsigned index)
{
	const struct board_button *all = r->board.button;

	for (unsigned i = 0; i < index; i++)
		if (strcmp(all[i].name, all[index].name) == 0)
			return fail_at(r, board_entry_find(r, SECTION_BUTTON, index, "name"),
				       "button.%u is already %s", i, all[i].name);
	return 0;
}

static int
parse_buttons(struct board_reader *r)
{
	struct board *b = &r->board;
	const struct board_entry *line;
	unsigned n;
	int c;

	if (count(r, SECTION_BUTTON, &n) < 0)
		return -1;
	for (unsigned i = 0; i < n; i++) {
		struct board_button *button = &b->button[i];

		if (choice(r, SECTION_BUTTON, i, "name", "clock|ok|back|hint", -1) < 0)
			return -1;
		strcpy(button->name, board_entry_find(r, SECTION_BUTTON, i, "name")->value);
		line = board_entry_find(r, SECTION_BUTTON, i, "line");
		if (!line)
			return missing(r, SECTION_BUTTON, i, "line");
		if (board_wire_parse(r, line, &button->line) < 0)
			return -1;
		if ((c = choice(r, SECTION_BUTTON, i, "active", "high|low", 1)) < 0)
			return -1;
		button->active_low = c == 1;
		if (check_button_name(r, i) < 0 || check_line_free(r, line, button->line, i) < 0)
			return -1;
	}
	b->n_buttons = (uint8_t)n;
	return 0;
}

static int
parse_reset(struct board_reader *r)
{
	const struct board_entry *line = board_entry_find(r, SECTION_RESET, 0, "line");
	struct board_reset *reset = &r->board.reset;
	unsigned long n = 0;

	if (!r->section_line[SECTION_RESET][0])
		return 0;
	if (!line)
		return missing(r, SECTION_RESET, 0, "line");
	if (board_entry_find(r, SECTION_RESET, 0, "bus") &&
	    number(r, SECTION_RESET, 0, "bus", 0, BOARD_BUSES_MAX - 1, &n) < 0)
		return -1;
	if (n >= r->board.n_buses)
		return fail_at(r, board_entry_find(r, SECTION_RESET, 0, "bus"),
			       "there is no [bus.%lu]", n);
	if (board_wire_parse(r, line, &reset->line) < 0)
		return -1;
	reset->wired = true;
	reset->bus = (uint8_t)n;
	return check_line_free(r, line, reset->line, r->board.n_buttons);
}

static int
check_squares(struct board_reader *r)
{
	const struct board *b = &r->board;
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++) {
		board_square_name(b, sq, name);
		if (r->sensor_of[sq] == BOARD_NO_CHIP)
			return board_fail(r, 0, SECTIONS, 0, NULL, "square %s has no sensor", name);
		if (b->n_leds > 0 && r->led_of[sq] == BOARD_NO_CHIP)
			return board_fail(r, 0, SECTIONS, 0, NULL,
					  "square %s has no lamp, but other squares do", name);
	}
	return 0;
}

/* Extracts "reed-8x8" from "…/reed-8x8.ini". */
static void
name_of(const char *path, char out[BOARD_NAME_MAX])
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t len = strlen(name);

	if (len > 4 && strcmp(name + len - 4, ".ini") == 0)
		len -= 4;
	snprintf(out, BOARD_NAME_MAX, "%.*s", len < BOARD_NAME_MAX ? (int)len : BOARD_NAME_MAX - 1,
		 name);
}

static int
parse(struct board_reader *r, const char *path, const char *file, size_t len)
{
	memset(r->sensor_of, BOARD_NO_CHIP, sizeof(r->sensor_of));
	memset(r->led_of, BOARD_NO_CHIP, sizeof(r->led_of));
	name_of(path, r->board.name);
	if (board_lines(r, file, len) < 0 || parse_board(r) < 0 || parse_buses(r) < 0)
		return -1;
	if (parse_chips(r) < 0 || parse_buttons(r) < 0 || parse_reset(r) < 0)
		return -1;
	return check_squares(r);
}

int
board_parse(const char *path, const char *file, size_t len, const struct board_chip_limits *limits,
	    size_t n, struct board *b, struct board_error *err)
{
	struct board_reader *r = calloc(1, sizeof(*r)); /* 80 KiB: too large for the stack */
	int ret;

	*err = (struct board_error){ 0 };
	if (!r) {
		snprintf(err->why, sizeof(err->why), "no memory");
		return -1;
	}
	r->limits = limits;
	r->n_limits = n;
	r->err = err;
	ret = parse(r, path, file, len);
	if (ret == 0)
		*b = r->board;
	free(r);
	return ret;
}
