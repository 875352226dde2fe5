/* Lamp chips: the table, and what all of them share. */
#include "drivers/lamp.h"

#include <assert.h>
#include <errno.h>
#include <strings.h>

#include "drivers/chips.h"

enum { OFF_TRIES = 3 }; /* one loud transaction on the way out must not leave lamps on */

static const struct lamp_chip *const chips[] = {
	&lamp_is31fl3741,
};

const struct lamp_chip *const *
lamp_chips(size_t *n)
{
	*n = sizeof(chips) / sizeof(chips[0]);
	return chips;
}

const struct lamp_chip *
lamp_chip_find(const char *part)
{
	for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); i++)
		if (strcasecmp(chips[i]->part, part) == 0)
			return chips[i];
	return NULL;
}

/* The chip's memory is unknown from here on. */
static void
forget(struct lamp_dev *d)
{
	d->ready = false;
	d->lit = false;
	d->page = LAMP_NO_PAGE;
	for (unsigned i = 0; i < LAMP_CHANNELS_MAX; i++)
		d->shadow[i] = d->scaled[i] = LAMP_UNKNOWN;
}

void
lamp_setup(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus, uint8_t addr,
	   uint16_t max_ma, const uint16_t *channels, size_t n)
{
	unsigned used = 0;

	*d = (struct lamp_dev){ .chip = chip, .bus = bus, .addr = addr };
	for (size_t i = 0; i < n; i++) {
		uint64_t bit = UINT64_C(1) << (channels[i] & 63);

		assert(channels[i] < chip->channels);
		used += (d->used[channels[i] >> 6] & bit) == 0;
		d->used[channels[i] >> 6] |= bit;
	}
	d->current = chip->current(max_ma ? max_ma : chip->max_ma, used);
	forget(d);
}

uint32_t
lamp_channel_ua(const struct lamp_dev *d)
{
	return d->chip->channel_ua(d->current);
}

int
lamp_init(struct lamp_dev *d)
{
	int ret;

	forget(d);
	ret = d->chip->init(d);
	if (ret < 0)
		forget(d);
	d->ready = ret == 0;
	return ret;
}

void
lamp_want(struct lamp_dev *d, unsigned channel, uint8_t value)
{
	assert(channel < d->chip->channels);
	assert(value == 0 || (d->used[channel >> 6] >> (channel & 63) & 1));
	d->want[channel] = value;
}

int
lamp_step(struct lamp_dev *d)
{
	int ret;

	if (!d->ready)
		return -ENOTCONN;
	ret = d->chip->step(d);
	if (ret < 0)
		forget(d);
	return ret;
}

int
lamp_push(struct lamp_dev *d)
{
	int ret;

	do
		ret = lamp_step(d);
	while (ret > 0);
	return ret;
}

int
lamp_check(struct lamp_dev *d)
{
	int ret;

	if (!d->ready)
		return -ENOTCONN;
	ret = d->chip->check(d);
	if (ret < 0)
		forget(d);
	return ret;
}

int
lamp_off(struct lamp_dev *d)
{
	int ret = -EIO;

	forget(d);
	for (unsigned i = 0; i < OFF_TRIES && ret < 0; i++) {
		ret = d->chip->off(d);
		forget(d);
	}
	return ret;
}
