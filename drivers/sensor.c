/* Sensor chips: the table and the shared code. */
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
	d->reports_pole = t->pole;
	d->reports_level = t->level;
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

/* Converts codes to closed, broken and fields. */
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
		if (d->reports_pole)
			scan->field[c].pole = f.pole;
		if (d->reports_level) {
			scan->field[c].level_min = f.level_min;
			scan->field[c].level_max = f.level_max;
		}
	}
}

/* Completes a scan from the chip's reply. */
static void
finish_scan(struct sensor_dev *d, struct sensor_scan *now)
{
	if (d->chip->measures)
		measure(d, now);
	for (unsigned i = 0; i < 2; i++) {
		now->closed.w[i] &= d->used.w[i];
		now->pulsed.w[i] &= d->used.w[i] & ~(now->closed.w[i] ^ d->last.w[i]);
		if (!d->last_valid)
			now->pulsed.w[i] = 0;
	}
	d->last = now->closed;
	d->last_valid = true;
}

int
sensor_read_together(struct sensor_dev *const *d, unsigned n, struct sensor_scan *scan)
{
	struct sensor_scan now[BUS_BATCH_MAX];
	struct bus_transfer t[BUS_BATCH_MAX + SENSOR_FIELDS_MAX];
	unsigned n_transfers = 0;
	int ret;

	assert(n > 0 && n <= BUS_BATCH_MAX);
	for (unsigned i = 0; i < n; i++) {
		now[i] = (struct sensor_scan){ 0 };
		n_transfers += d[i]->chip->transfers(d[i], &now[i], &t[n_transfers]);
		assert(d[i]->ready && d[i]->bus == d[0]->bus && n_transfers <= BUS_BATCH_MAX);
	}
	ret = n_transfers ? bus_batch(d[0]->bus, t, n_transfers) : 0;
	if (ret < 0)
		return ret;
	for (unsigned i = 0; i < n; i++) {
		finish_scan(d[i], &now[i]);
		scan[i] = now[i];
	}
	return 0;
}

int
sensor_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	struct sensor_scan now;
	int ret;

	if (!d->ready)
		return -ENOTCONN;
	if (d->chip->transfers)
		return sensor_read_together(&d, 1, scan);
	ret = d->chip->read(d, &now);
	if (ret == -ESTALE)
		d->ready = false;
	if (ret < 0)
		return ret; /* *scan and d->last keep the last good reading */
	finish_scan(d, &now);
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
