/* Computes what a lamp chip must show, independently of the driver. */
#pragma once
#include "drivers/lamp.h"
#include "hw/virtual/emul.h"

/*
 * Returns the brightness on a chip with one brightness for all. A channel is
 * lit if it is at least half as bright as the brightest. All lit channels share
 * their total current equally, in whole sixteenths, and at least one.
 */
static inline unsigned
lampshow_on_off(const struct lamp_dev *d, unsigned channel)
{
	double brightest = 0, together = 0;
	unsigned n = 0, sixteenths;

	for (unsigned i = 0; i < d->chip->channels; i++)
		if (d->want[i] > brightest)
			brightest = d->want[i];
	if (d->want[channel] == 0 || d->want[channel] < brightest / 2)
		return 0;
	for (unsigned i = 0; i < d->chip->channels; i++)
		if (d->want[i] >= brightest / 2) {
			together += d->want[i] / 255.0;
			n++;
		}
	sixteenths = (unsigned)(together / n * 16 + 1e-9);
	return (sixteenths ? sixteenths : 1) * 255 / 16;
}

static inline unsigned
lampshow(const struct lamp_dev *d, unsigned channel)
{
	return d->chip->on_off ? lampshow_on_off(d, channel) : d->want[channel];
}

/* Returns the first channel that shows the wrong value, or -1. */
static inline int
lampshow_wrong(const struct emul *e, const struct lamp_dev *d)
{
	for (unsigned i = 0; i < d->chip->channels; i++)
		if (e->ops->light(e, i) != lampshow(d, i))
			return (int)i;
	return -1;
}

static inline bool
lampshow_dark(const struct emul *e)
{
	for (unsigned i = 0; i < e->ops->channels; i++)
		if (e->ops->light(e, i) != 0)
			return false;
	return true;
}
