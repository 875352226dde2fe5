/* The board as soldered: squares to chips, chips and buttons to lines. */
#include "hw/virtual/vboard.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "hw/virtual/vboard_impl.h"

/*
 * The part numbers this room emulates. IS31FL3741: 39 current sinks of at most
 * 38 mA each (R_EXT 10 kOhm, full global current and scaling) is the most one
 * chip can draw for its lamps.
 */
const struct board_chip_limits *
vboard_limits(size_t *n)
{
	static const struct board_chip_limits limits[] = {
		{
			.part = "MCP23017",
			.sensor = true,
			.channels = EMUL_MCP23017_PINS,
			.addr_min = 0x20,
			.addr_max = 0x27,
			.unusable = { 1u << 7 | 1u << 15, 0 },
		},
		{
			.part = "IS31FL3741",
			.channels = EMUL_IS31FL3741_CHANNELS,
			.addr_min = 0x30,
			.addr_max = 0x33,
			.max_ma = 39 * 38,
		},
	};

	*n = sizeof(limits) / sizeof(limits[0]);
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
chip_told(void *ctx, const struct emul *e, const char *why)
{
	char text[VBOARD_WHY_MAX];

	snprintf(text, sizeof(text), "%s at 0x%02x: %s", e->ops->part, e->addr, why);
	vboard_violation(ctx, text);
}

static void
chip_add(struct vboard *v, struct emul *e)
{
	e->tell = chip_told;
	e->tell_ctx = v;
	v->chip[v->n_chips++] = (struct vboard_chip){ .emul = e };
}

static int
sensor_add(struct vboard *v, unsigned i, char why[VBOARD_WHY_MAX])
{
	const struct board_sensor *s = &v->board->sensor[i];
	unsigned squares = (unsigned)v->board->files * v->board->ranks;
	uint16_t wired = 0;

	if (strcasecmp(s->part, "MCP23017") != 0) {
		snprintf(why, VBOARD_WHY_MAX, "sensor chip %s has no model here", s->part);
		return -1;
	}
	for (unsigned channel = 0; channel < EMUL_MCP23017_PINS; channel++) {
		if (s->sq[channel] >= squares)
			continue;
		wired |= (uint16_t)(1u << channel);
		v->square[s->sq[channel]].sensor = (uint8_t)i;
		v->square[s->sq[channel]].channel = (uint8_t)channel;
	}
	emul_mcp23017_init(&v->sensor[i], s->addr, wired);
	chip_add(v, &v->sensor[i].emul);
	return 0;
}

static int
led_add(struct vboard *v, unsigned i, char why[VBOARD_WHY_MAX])
{
	const struct board_led *l = &v->board->led[i];

	if (strcasecmp(l->part, "IS31FL3741") != 0) {
		snprintf(why, VBOARD_WHY_MAX, "lamp chip %s has no model here", l->part);
		return -1;
	}
	emul_is31fl3741_init(&v->led[i], l->addr);
	chip_add(v, &v->led[i].emul);
	return 0;
}

static int
line_add(struct vboard *v, int line, int button, char why[VBOARD_WHY_MAX])
{
	if (line == BOARD_NO_LINE)
		return 0;
	if (line < 0 || line > UINT8_MAX) {
		snprintf(why, VBOARD_WHY_MAX, "line %d cannot be told over the bus (0 to 255)",
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
		if (sensor_add(v, i, why) < 0 || line_add(v, b->sensor[i].interrupt, -1, why) < 0)
			return -1;
	for (unsigned i = 0; i < b->n_leds; i++)
		if (led_add(v, i, why) < 0)
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
		snprintf(why, VBOARD_WHY_MAX, "the board has %u buses, one can be emulated",
			 b->n_buses);
		return -1;
	}
	v->speed_hz = b->bus[0].speed_hz;
	assert(v->speed_hz > 0);
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++) {
		v->square[sq].stuck = -1;
		v->square[sq].noise_next_us = VBOARD_NEVER;
	}
	if (parts_add(v, why) < 0)
		return -1;
	if (hooks)
		v->hooks = *hooks;
	return 0;
}

bool
vboard_reads(const struct vboard *v, unsigned sq)
{
	const struct vboard_square *s = &v->square[sq];

	return s->stuck >= 0 ? s->stuck : s->field != s->flipped;
}

/* A reed or Hall switch closes to ground under a magnet, and is open otherwise. */
void
vboard_sense(struct vboard *v, unsigned sq, uint64_t t_us)
{
	const struct vboard_square *s = &v->square[sq];

	emul_mcp23017_set(&v->sensor[s->sensor], s->channel,
			  vboard_reads(v, sq) ? EMUL_LOW : EMUL_OPEN);
	vboard_lines_update(v, t_us);
}

/*
 * Interrupt outputs on one wire with a pull-up: low if any pulls. One that
 * drives high while another pulls low is a short circuit.
 */
static bool
interrupt_level(struct vboard *v, struct vboard_line *l)
{
	const struct emul *high = NULL, *low = NULL;

	for (unsigned i = 0; i < v->board->n_sensors; i++) {
		enum emul_int out = emul_mcp23017_int(&v->sensor[i], 0);

		if (v->board->sensor[i].interrupt != l->line || v->chip[i].dead)
			continue;
		if (out == EMUL_INT_HIGH)
			high = &v->sensor[i].emul;
		else if (out == EMUL_INT_LOW)
			low = &v->sensor[i].emul;
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

		if (v->chip[v->board->n_sensors + i].dead)
			continue;
		for (unsigned c = 0; c < 3; c++) {
			uint16_t channel = l->channel[sq][l->rgb ? c : 0];

			if (channel < EMUL_IS31FL3741_CHANNELS)
				rgb[c] = emul_is31fl3741_light(&v->led[i], channel);
		}
	}
}

struct vboard_chip *
vboard_chip_at(struct vboard *v, uint8_t addr)
{
	for (unsigned i = 0; i < v->n_chips; i++)
		if (v->chip[i].emul->addr == addr)
			return &v->chip[i];
	return NULL;
}

int
vboard_press(struct vboard *v, const char *name, bool down, uint64_t t_us, char why[VBOARD_WHY_MAX])
{
	for (unsigned i = 0; i < v->board->n_buttons; i++) {
		if (strcmp(v->board->button[i].name, name) != 0)
			continue;
		if (v->pressed[i] == down) {
			snprintf(why, VBOARD_WHY_MAX, "%s is %s already", name,
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
