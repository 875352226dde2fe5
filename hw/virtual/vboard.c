/* The board as wired: squares to chips, chips and buttons to lines. */
#include "hw/virtual/vboard.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "hw/virtual/vboard_impl.h"

/* Returns the limits of the models as rows; they were entered from the data sheets as well. */
const struct board_chip_limits *
vboard_limits(size_t *n)
{
	static struct board_chip_limits limits[VBOARD_CHIPS_MAX];
	size_t kinds;
	const struct emul_ops *const *kind = emul_kinds(&kinds);

	assert(kinds <= VBOARD_CHIPS_MAX);
	*n = 0;
	for (size_t i = 0; i < kinds; i++)
		if (kind[i]->channels > 0)
			limits[(*n)++] = (struct board_chip_limits){
				.part = kind[i]->part,
				.sensor = kind[i]->contact || kind[i]->voltage,
				.channels = kind[i]->channels,
				.addr_min = kind[i]->addr_min,
				.addr_max = kind[i]->addr_max,
				.bus_hz_max = kind[i]->bus_hz_max,
				.unusable = { kind[i]->unusable, 0 },
				.interrupts = kind[i]->interrupt,
				.measures = kind[i]->measures,
				.max_ma = kind[i]->max_ma,
			};
	return limits;
}

void
vboard_violation(struct vboard *v, const char *why)
{
	v->stats.violations++;
	if (v->hooks.violation)
		v->hooks.violation(v->hooks.ctx, why);
}

static void
chip_violation(void *ctx, const struct emul *e, const char *why)
{
	char text[VBOARD_WHY_MAX];

	snprintf(text, sizeof(text), "%s at 0x%02x: %s", e->ops->part, e->addr, why);
	vboard_violation(ctx, text);
}

static int
chip_add(struct vboard *v, unsigned i, const char *part, uint8_t addr, uint8_t port,
	 char why[VBOARD_WHY_MAX])
{
	const struct emul_ops *kind = emul_kind(part);
	struct emul *e = &v->model[i].emul;

	if (!kind) {
		snprintf(why, VBOARD_WHY_MAX, "the chip %s has no model here", part);
		return -1;
	}
	emul_init(e, kind, addr);
	e->report = chip_violation;
	e->report_ctx = v;
	v->chip[i] = (struct vboard_chip){ .emul = e, .port = port };
	v->n_chips = i + 1;
	return 0;
}

static int
sensor_add(struct vboard *v, unsigned i, char why[VBOARD_WHY_MAX])
{
	const struct board_sensor *s = &v->board->sensor[i];
	unsigned squares = (unsigned)v->board->files * v->board->ranks;

	if (chip_add(v, i, s->part, s->addr, s->mux ? s->port : (uint8_t)VBOARD_NO_PORT, why) < 0)
		return -1;
	for (unsigned channel = 0; channel < v->chip[i].emul->ops->channels; channel++) {
		if (s->sq[channel] >= squares)
			continue;
		v->square[s->sq[channel]].sensor = (uint8_t)i;
		v->square[s->sq[channel]].channel = (uint8_t)channel;
		vboard_sense(v, s->sq[channel], 0);
	}
	return 0;
}

static int
line_add(struct vboard *v, int line, int button, char why[VBOARD_WHY_MAX])
{
	if (line == BOARD_NO_LINE)
		return 0;
	if (line < 0 || line > UINT8_MAX) {
		snprintf(why, VBOARD_WHY_MAX, "line %d cannot be sent over the bus (0 to 255)",
			 line);
		return -1;
	}
	for (unsigned i = 0; i < v->n_lines; i++)
		if (v->line[i].line == line)
			return 0; /* chips share an interrupt line */
	v->line[v->n_lines++] = (struct vboard_line){
		.line = (uint8_t)line,
		.level = button < 0 || v->board->button[button].active_low,
		.button = (int8_t)button,
	};
	return 0;
}

static int
parts_add(struct vboard *v, char why[VBOARD_WHY_MAX])
{
	const struct board *b = v->board;

	for (unsigned i = 0; i < b->n_sensors; i++)
		if (sensor_add(v, i, why) < 0)
			return -1;
	for (unsigned i = 0; i < b->n_leds; i++)
		if (chip_add(v, b->n_sensors + i, b->led[i].part, b->led[i].addr, VBOARD_NO_PORT,
			     why) < 0)
			return -1;
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].mux)
			return chip_add(v, (unsigned)b->n_sensors + b->n_leds, "TCA9548A",
					b->sensor[i].mux, VBOARD_NO_PORT, why);
	return 0;
}

static int
lines_add(struct vboard *v, char why[VBOARD_WHY_MAX])
{
	const struct board *b = v->board;

	for (unsigned i = 0; i < b->n_sensors; i++)
		if (line_add(v, b->sensor[i].interrupt, -1, why) < 0)
			return -1;
	for (unsigned i = 0; i < b->n_buttons; i++)
		if (line_add(v, b->button[i].line, (int)i, why) < 0)
			return -1;
	return 0;
}

int
vboard_init(struct vboard *v, const struct board *b, uint64_t seed,
	    const struct vboard_hooks *hooks, char why[VBOARD_WHY_MAX])
{
	memset(v, 0, sizeof(*v));
	v->board = b;
	v->seed = seed;
	if (b->n_buses != 1) {
		snprintf(why, VBOARD_WHY_MAX,
			 "the board has %u buses, but only one can be emulated", b->n_buses);
		return -1;
	}
	v->speed_hz = b->bus[0].speed_hz;
	assert(v->speed_hz > 0);
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++) {
		v->square[sq].stuck = -1;
		v->square[sq].noise_next_us = VBOARD_NEVER;
	}
	if (parts_add(v, why) < 0 || lines_add(v, why) < 0)
		return -1;
	if (hooks)
		v->hooks = *hooks;
	return 0;
}

bool
vboard_reads(const struct vboard *v, unsigned sq)
{
	const struct vboard_square *s = &v->square[sq];

	if (s->cut)
		return false;
	return s->stuck >= 0 ? s->stuck : s->field != s->flipped;
}

/*
 * Returns the field of a stack, in thousandths of a plain piece's. Each further
 * stone is further away, so six are hardly stronger than four.
 */
static int
stack_field(char letter)
{
	static const struct {
		char letter;
		int field;
	} stacks[] = { { 'p', 620 },  { 'n', 1000 }, { 'b', 1200 }, { 'r', 1310 },
		       { 's', 1370 }, { 'q', 1410 }, { 'k', 1000 } };

	for (size_t i = 0; i < sizeof(stacks) / sizeof(stacks[0]); i++)
		if (stacks[i].letter == (letter | 0x20))
			return stacks[i].field;
	return 1000;
}

/*
 * Returns the field of a man. Black's magnets are reversed; a checker or coin
 * below increases the distance.
 */
static int
man_field(const struct vboard *v, struct man man)
{
	int field = v->stacks ? stack_field(man.letter) : man.mark ? 550 : 1000;

	return man_is_white(man) ? field : -field;
}

/*
 * Returns the field at a square. A presence that only the sensor reports counts
 * as a plain white piece.
 */
static int
square_field(const struct vboard *v, unsigned sq)
{
	if (!vboard_reads(v, sq))
		return 0;
	return v->square[sq].man.letter ? man_field(v, v->square[sq].man) : 1000;
}

/* Returns the middle of the code's step, so that the converter's rounding does not matter. */
static uint16_t
square_voltage(const struct vboard *v, unsigned sq)
{
	const struct vboard_square *s = &v->square[sq];
	const struct board_sensor *b = &v->board->sensor[s->sensor];
	int code_256 = b->zero[s->channel] * 256 + 128;

	if (s->cut)
		return UINT16_MAX;
	code_256 += square_field(v, sq) * b->span[s->channel] * 256 / 1000;
	return code_256 < 0 ? 0 : code_256 > UINT16_MAX ? UINT16_MAX : (uint16_t)code_256;
}

/* Updates a sensor: a reed or Hall switch closes to ground near a magnet and is open otherwise. */
void
vboard_sense(struct vboard *v, unsigned sq, uint64_t t_us)
{
	const struct vboard_square *s = &v->square[sq];
	struct emul *e = v->chip[s->sensor].emul;

	if (e->ops->measures)
		e->ops->voltage(e, s->channel, square_voltage(v, sq));
	else
		e->ops->contact(e, s->channel, vboard_reads(v, sq));
	vboard_lines_update(v, t_us);
}

void
vboard_stacks(struct vboard *v, bool on, uint64_t t_us)
{
	v->stacks = on;
	for (unsigned sq = 0; sq < (unsigned)v->board->files * v->board->ranks; sq++)
		vboard_sense(v, sq, t_us);
}

/*
 * Returns the level of interrupt outputs on one wire with a pull-up: low if any
 * output pulls low. One output driving high while another pulls low is a short
 * circuit.
 */
static bool
interrupt_level(struct vboard *v, struct vboard_line *l)
{
	const struct emul *high = NULL, *low = NULL;

	for (unsigned i = 0; i < v->board->n_sensors; i++) {
		const struct emul *e = v->chip[i].emul;
		enum emul_int out;

		if (v->board->sensor[i].interrupt != l->line || v->chip[i].dead)
			continue;
		out = e->ops->interrupt(e);
		if (out == EMUL_INT_HIGH)
			high = e;
		else if (out == EMUL_INT_LOW)
			low = e;
	}
	if (high && low && !l->contended) {
		char why[VBOARD_WHY_MAX];

		snprintf(why, sizeof(why), "line %u: %s at 0x%02x drives it high against 0x%02x",
			 l->line, high->ops->part, high->addr, low->addr);
		vboard_violation(v, why);
	}
	l->contended = high && low;
	return !low;
}

void
vboard_lines_update(struct vboard *v, uint64_t t_us)
{
	for (unsigned i = 0; i < v->n_lines; i++) {
		struct vboard_line *l = &v->line[i];
		bool level;

		if (l->button < 0)
			level = interrupt_level(v, l);
		else
			level = v->pressed[l->button] != v->board->button[l->button].active_low;
		if (level == l->level)
			continue;
		l->level = level;
		if (v->hooks.line)
			v->hooks.line(v->hooks.ctx, l->line, level, t_us);
	}
}

void
vboard_lamp(const struct vboard *v, unsigned sq, uint8_t rgb[3])
{
	memset(rgb, 0, 3);
	for (unsigned i = 0; i < v->board->n_leds; i++) {
		const struct board_led *l = &v->board->led[i];
		const struct vboard_chip *chip = &v->chip[v->board->n_sensors + i];

		if (chip->dead)
			continue;
		for (unsigned c = 0; c < 3; c++) {
			uint16_t channel = l->channel[sq][l->rgb ? c : 0];

			if (channel < chip->emul->ops->channels)
				rgb[c] = chip->emul->ops->light(chip->emul, channel);
		}
	}
}

struct vboard_chip *
vboard_chip_at(struct vboard *v, uint8_t addr, uint8_t port)
{
	struct vboard_chip *other = NULL;

	for (unsigned i = 0; i < v->n_chips; i++) {
		struct vboard_chip *c = &v->chip[i];

		if (c->emul->addr != addr)
			continue;
		if (c->port == port)
			return c;
		if (port == VBOARD_NO_PORT && !other)
			other = c;
	}
	return other;
}

int
vboard_press(struct vboard *v, const char *name, bool down, uint64_t t_us, char why[VBOARD_WHY_MAX])
{
	for (unsigned i = 0; i < v->board->n_buttons; i++) {
		if (strcmp(v->board->button[i].name, name) != 0)
			continue;
		if (v->pressed[i] == down) {
			snprintf(why, VBOARD_WHY_MAX, "%s is already %s", name,
				 down ? "pressed" : "released");
			return -1;
		}
		v->pressed[i] = down;
		vboard_lines_update(v, t_us);
		return 0;
	}
	snprintf(why, VBOARD_WHY_MAX, "the board has no button %.20s", name);
	return -1;
}
