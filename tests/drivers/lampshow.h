/* What a lamp chip must show for what it is wanted to, said once more and by other means. */
#pragma once
#include "drivers/lamp.h"
#include "hw/virtual/emul.h"

/*
 * A chip with one brightness for all: who shines is at least half as bright as
 * the brightest; all that shine share what they would draw together, in whole
 * sixteenths of it, and never less than one.
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

/* The first channel that shows otherwise than wanted, or -1. */
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
