#include "daemon/bus/chipset.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)BOARD_LEVELS_MAX <= (int)HALL_LEVELS_MAX &&
		       (int)BOARD_MEASURES_MAX == (int)SENSOR_FIELDS_MAX,
	       "a driver takes what a description may say");

size_t
chipset_limits(struct board_chip_limits out[CHIPSET_LIMITS_MAX])
{
	size_t sensors, lamps, n = 0;
	const struct sensor_chip *const *s = sensor_chips(&sensors);
	const struct lamp_chip *const *l = lamp_chips(&lamps);

	assert(sensors + lamps <= CHIPSET_LIMITS_MAX);
	for (size_t i = 0; i < sensors; i++)
		out[n++] = (struct board_chip_limits){
			.part = s[i]->part,
			.sensor = true,
			.channels = s[i]->channels,
			.addr_min = s[i]->addr_min,
			.addr_max = s[i]->addr_max,
			.bus_hz_max = s[i]->bus_hz_max,
			.unusable = { s[i]->unusable.w[0], s[i]->unusable.w[1] },
			.interrupts = s[i]->interrupts,
			.measures = s[i]->measures,
		};
	for (size_t i = 0; i < lamps; i++)
		out[n++] = (struct board_chip_limits){
			.part = l[i]->part,
			.channels = l[i]->channels,
			.addr_min = l[i]->addr_min,
			.addr_max = l[i]->addr_max,
			.bus_hz_max = l[i]->bus_hz_max,
			.max_ma = l[i]->max_ma,
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
