/* Sensor chips: the table, and what all of them share. */
#include "drivers/sensor.h"

#include <assert.h>
#include <errno.h>
#include <strings.h>

#include "drivers/chips.h"

static const struct sensor_chip *const chips[] = {
	&sensor_mcp23017,
	&sensor_mcp23017_matrix,
	&sensor_pcf8575,
	&sensor_ads7830,
};

const struct sensor_chip *const *
sensor_chips(size_t *n)
{
	*n = sizeof(chips) / sizeof(chips[0]);
	return chips;
}

const struct sensor_chip *
sensor_chip_find(const char *part)
{
	for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		if (strcasecmp(chips[i]->part, part) == 0)
			return chips[i];
	return NULL;
}

void
sensor_setup(struct sensor_dev *d, const struct sensor_chip *chip, struct bus *bus, uint8_t addr,
	     struct sensor_bits used)
{
	*d = (struct sensor_dev){ .chip = chip, .bus = bus, .addr = addr, .used = used };
	for (unsigned i = 0; i < 2; i++)
		d->used.w[i] &= ~chip->unusable.w[i];
}

void
sensor_tune(struct sensor_dev *d, const struct sensor_tuning *t)
{
	assert(d->chip->measures && t->levels.n > 0);
	d->tells_pole = t->pole;
	d->tells_level = t->level;
	d->levels = t->levels;
	for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++)
		if (sensor_bits_has(d->used, c))
			hall_init(&d->hall[c], t->zero[c], t->span[c]);
}

int
sensor_init(struct sensor_dev *d)
{
	int ret;

	d->ready = false;
	d->last_valid = false;
	ret = d->chip->init(d);
	d->ready = ret == 0;
	return ret;
}

/* Codes into closed, broken and fields. */
static void
measure(struct sensor_dev *d, struct sensor_scan *scan)
{
	for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++) {
		struct hall_field f;

		if (!sensor_bits_has(d->used, c))
			continue;
		f = hall_read(&d->hall[c], &d->levels, scan->code[c]);
		if (f.closed)
			sensor_bits_add(&scan->closed, c);
		if (f.broken)
			sensor_bits_add(&scan->broken, c);
		if (d->tells_pole)
			scan->field[c].pole = f.pole;
		if (d->tells_level) {
			scan->field[c].level_min = f.level_min;
			scan->field[c].level_max = f.level_max;
		}
	}
}

int
sensor_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	struct sensor_scan now;
	int ret;

	if (!d->ready)
		return -ENOTCONN;
	ret = d->chip->read(d, &now);
	if (ret == -ESTALE)
		d->ready = false;
	if (ret < 0)
		return ret; /* *scan and d->last still tell the last good one */
	if (d->chip->measures)
		measure(d, &now);
	for (unsigned i = 0; i < 2; i++) {
		now.closed.w[i] &= d->used.w[i];
		now.pulsed.w[i] &= d->used.w[i] & ~(now.closed.w[i] ^ d->last.w[i]);
		if (!d->last_valid)
			now.pulsed.w[i] = 0;
	}
	d->last = now.closed;
	d->last_valid = true;
	*scan = now;
	return 0;
}

int
sensor_check(struct sensor_dev *d)
{
	int ret;

	if (!d->ready)
		return -ENOTCONN;
	ret = d->chip->check(d);
	if (ret == -ESTALE)
		d->ready = false;
	return ret;
}
