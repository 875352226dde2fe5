/* Lamp chips: the table and the shared code. */
#include "drivers/lamp.h"

#include <assert.h>
#include <errno.h>
#include <strings.h>

#include "drivers/chips.h"

enum { OFF_TRIES = 3 }; /* one disturbed transaction must not leave lamps on at exit */

static const struct lamp_chip *const chips[] = {
	&lamp_is31fl3741,
	&lamp_is31fl3731,
	&lamp_ht16k33,
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

/* Marks the chip's memory as unknown. */
static void
invalidate(struct lamp_dev *d)
{
	d->ready = false;
	d->lit = false;
	d->repeat = false;
	d->page = LAMP_NO_PAGE;
	d->dimming = LAMP_UNKNOWN;
	for (unsigned i = 0; i < LAMP_CHANNELS_MAX; i++)
		d->shadow[i] = d->scaled[i] = LAMP_UNKNOWN;
}

/* Returns the longest write, counting address, acknowledges, start and stop. */
static uint8_t
write_max(uint32_t bus_hz)
{
	uint64_t bits = (uint64_t)bus_hz * LAMP_STEP_US / 1000000;
	uint64_t bytes = (bits - 2) / 9 - 1;

	return bytes > LAMP_WRITE_MAX ? LAMP_WRITE_MAX : (uint8_t)bytes;
}

void
lamp_setup(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus, uint32_t bus_hz,
	   uint8_t addr, const uint16_t *channels, size_t n)
{
	*d = (struct lamp_dev){
		.chip = chip, .bus = bus, .addr = addr, .write_max = write_max(bus_hz)
	};
	for (size_t i = 0; i < n; i++) {
		assert(channels[i] < chip->channels);
		d->used[channels[i] >> 6] |= UINT64_C(1) << (channels[i] & 63);
	}
	invalidate(d);
}

int
lamp_init(struct lamp_dev *d)
{
	int ret;

	invalidate(d);
	ret = d->chip->init(d);
	if (ret < 0)
		invalidate(d);
	d->ready = ret == 0;
	return ret;
}

void
lamp_set(struct lamp_dev *d, unsigned channel, uint8_t value)
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
		invalidate(d);
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
		invalidate(d);
	return ret;
}

int
lamp_off(struct lamp_dev *d)
{
	int ret = -EIO;

	invalidate(d);
	for (unsigned i = 0; i < OFF_TRIES && ret < 0; i++) {
		ret = d->chip->off(d);
		invalidate(d);
	}
	return ret;
}
