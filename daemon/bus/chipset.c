#include "daemon/bus/chipset.h"

#include <string.h>

_Static_assert((int)BOARD_LEVELS_MAX <= (int)HALL_LEVELS_MAX &&
		       (int)BOARD_MEASURES_MAX == (int)SENSOR_FIELDS_MAX,
	       "a driver takes what a description may say");

size_t
chipset_limits(struct board_chip_limits out[DRIVERS_LIMITS_MAX])
{
	struct drivers_limit row[DRIVERS_LIMITS_MAX];
	size_t n = drivers_limits(row);

	for (size_t i = 0; i < n; i++)
		out[i] = (struct board_chip_limits){
			.part = row[i].part,
			.sensor = row[i].sensor,
			.channels = row[i].channels,
			.addr_min = row[i].addr_min,
			.addr_max = row[i].addr_max,
			.bus_hz_max = row[i].bus_hz_max,
			.unusable = { row[i].unusable[0], row[i].unusable[1] },
			.interrupts = row[i].interrupts,
			.measures = row[i].measures,
			.max_ma = row[i].max_ma,
		};
	return n;
}

void
chipset_tune(struct sensor_dev *d, const struct board *b, const uint8_t zero[BOARD_MEASURES_MAX],
	     const int8_t span[BOARD_MEASURES_MAX])
{
	struct sensor_tuning t = {
		.pole = b->senses >= BOARD_POLARITY,
		.level = b->senses == BOARD_LEVEL,
		.levels.n = b->n_levels,
	};

	for (unsigned i = 0; i < b->n_levels; i++)
		t.levels.level[i] = (struct hall_level){ b->level[i].lo, b->level[i].hi };
	memcpy(t.zero, zero, sizeof(t.zero));
	memcpy(t.span, span, sizeof(t.span));
	sensor_tune(d, &t);
}

void
chipset_sensor(struct sensor_dev *d, const struct board *b, unsigned i, struct bus *bus)
{
	const struct board_sensor *s = &b->sensor[i];
	struct sensor_bits used = { { 0, 0 } };

	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
		if (s->sq[c] != BOARD_NO_SQ)
			sensor_bits_add(&used, c);
	sensor_setup(d, sensor_chip_find(s->part), bus, s->addr, used);
	if (d->chip->measures)
		chipset_tune(d, b, s->zero, s->span);
}

void
chipset_lamp(struct lamp_dev *d, const struct board *b, unsigned i, struct bus *bus)
{
	const struct board_led *l = &b->led[i];
	uint16_t channel[BOARD_SQUARES_MAX * 3];
	size_t n = board_led_channels(b, i, channel);

	lamp_setup(d, lamp_chip_find(l->part), bus, b->bus[l->bus].speed_hz, l->addr, channel, n);
}

int
chipset_line(const struct board *b, int line)
{
	const char *name = board_line_name(b, line);

	return name ? line_find(b->gpio, name) : line;
}

bool
chipset_has_reset(const struct board *b)
{
	return b->reset.wired && strncmp(b->bus[b->reset.bus].device, "unix:", 5) != 0;
}

int
chipset_reset(struct line *l, const struct board *b, const char *user)
{
	int offset = chipset_line(b, b->reset.line);

	return offset < 0 ? offset : line_open_drain(l, b->gpio, (unsigned)offset, user);
}
