/*
 * A bus that goes wrong by seed, in front of an emulated chip. What a chip has
 * seen of a transaction that fails is random too: nothing, a part, or all.
 */
#pragma once
#include <errno.h>
#include <string.h>

#include "drivers/bus.h"
#include "rng.h"

struct faults {
	struct bus bus; /* first: &f->bus is the bus */
	struct bus *inner;
	void (*reset)(void *chip); /* power lost for a moment */
	void *chip;
	struct rng rng;
	unsigned percent;       /* of transactions that fail */
	unsigned reset_percent; /* of transactions before which the chip resets silently */
	unsigned failed, resets;
	unsigned most; /* > 0: no more failures than so many */
};

static inline int
faults_fail(struct faults *f, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	static const int words[] = { -ENXIO, -EIO, -ETIMEDOUT };
	int error = words[rng_below(&f->rng, 3)];
	size_t part = wlen ? rng_below(&f->rng, (unsigned)wlen + 1) : 0;

	f->failed++;
	switch (rng_below(&f->rng, 5)) {
	case 0: /* nobody listened */
		return -ENXIO;
	case 1: /* a part arrived */
		if (part > 0)
			(void)f->inner->ops->xfer(f->inner, addr, w, part, NULL, 0);
		break;
	case 2: /* all arrived, the answer did not */
		(void)f->inner->ops->xfer(f->inner, addr, w, wlen, r, rlen);
		break;
	case 3: /* the chip lost power on the way */
		if (part > 0)
			(void)f->inner->ops->xfer(f->inner, addr, w, part, NULL, 0);
		f->reset(f->chip);
		break;
	default: /* a shred of an answer */
		break;
	}
	for (size_t i = 0; i < rlen; i++)
		r[i] = (uint8_t)rng_next(&f->rng);
	return error;
}

static inline int
faults_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct faults *f = (struct faults *)b;

	if (rng_percent(&f->rng, f->reset_percent)) {
		f->resets++;
		f->reset(f->chip);
	}
	if (rng_percent(&f->rng, f->percent) && (f->most == 0 || f->failed < f->most))
		return faults_fail(f, addr, w, wlen, r, rlen);
	return f->inner->ops->xfer(f->inner, addr, w, wlen, r, rlen);
}

static const struct bus_ops faults_ops = { .xfer = faults_xfer };
