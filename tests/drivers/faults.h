/*
 * A bus with seeded faults in front of emulated chips. How much of a failed
 * transaction reaches the chip is random: nothing, a part, or all.
 *
 *   fail    an error is returned: no acknowledge, a short transfer, a time-out
 *   reset   a chip loses its power briefly before the transaction
 *   lie     one bit written or read is inverted; everything is acknowledged
 *   stuck   for some transactions a chip acknowledges but ignores everything
 *           and reads as ones
 */
#pragma once
#include <errno.h>
#include <string.h>

#include "drivers/bus.h"
#include "tests/drivers/emul_bus.h"
#include "rng.h"

enum fault {
	FAULT_FAIL,
	FAULT_RESET,
	FAULT_LIE,
	FAULT_STUCK,
	FAULTS,
};

struct faults {
	struct bus bus; /* first: &f->bus is the bus */
	struct emul_bus *rig;
	struct rng rng;
	uint8_t percent[FAULTS]; /* of transactions */
	unsigned count[FAULTS];
	unsigned most;  /* > 0: limit of the number of failures */
	unsigned stuck; /* transactions that the chip still ignores */
	uint64_t xfers;
};

static inline void
faults_reset_some_chip(struct faults *f)
{
	struct emul *e = f->rig->place[rng_below(&f->rng, f->rig->n)].emul;

	e->ops->reset(e);
}

static inline int
faults_fail(struct faults *f, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	static const int words[] = { -ENXIO, -EIO, -ETIMEDOUT };
	struct bus *inner = &f->rig->bus;
	int error = words[rng_below(&f->rng, 3)];
	size_t part = wlen ? rng_below(&f->rng, (unsigned)wlen + 1) : 0;

	switch (rng_below(&f->rng, 5)) {
	case 0: /* no chip received it */
		return -ENXIO;
	case 1: /* a part arrived */
		if (part > 0)
			(void)inner->ops->xfer(inner, addr, w, part, NULL, 0);
		break;
	case 2: /* everything arrived, the reply was lost */
		(void)inner->ops->xfer(inner, addr, w, wlen, r, rlen);
		break;
	case 3: /* the chip lost power during the transfer */
		if (part > 0)
			(void)inner->ops->xfer(inner, addr, w, part, NULL, 0);
		faults_reset_some_chip(f);
		break;
	default: /* a partial reply */
		break;
	}
	for (size_t i = 0; i < rlen; i++)
		r[i] = (uint8_t)rng_next(&f->rng);
	return error;
}

static inline int
faults_lie(struct faults *f, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct bus *inner = &f->rig->bus;
	unsigned bit = rng_below(&f->rng, (unsigned)(wlen + rlen) * 8);
	uint8_t heard[BUS_XFER_MAX] = { 0 };
	int ret;

	if (wlen > 0)
		memcpy(heard, w, wlen);
	if (bit / 8 < wlen)
		heard[bit / 8] ^= (uint8_t)(1u << bit % 8);
	ret = inner->ops->xfer(inner, addr, heard, wlen, r, rlen);
	if (bit / 8 >= wlen)
		r[bit / 8 - wlen] ^= (uint8_t)(1u << bit % 8);
	return ret;
}

static inline bool
faults_come(struct faults *f, enum fault kind)
{
	bool comes = rng_percent(&f->rng, f->percent[kind]) &&
		     (f->most == 0 || f->count[kind] < f->most);

	f->count[kind] += comes;
	return comes;
}

static inline int
faults_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct faults *f = (struct faults *)b;

	f->xfers++;
	if (faults_come(f, FAULT_RESET))
		faults_reset_some_chip(f);
	if (f->stuck == 0 && faults_come(f, FAULT_STUCK))
		f->stuck = 1 + rng_below(&f->rng, 20);
	if (f->stuck > 0) {
		f->stuck--;
		memset(r ? r : (uint8_t[1]){ 0 }, 0xff, r ? rlen : 0);
		return 0;
	}
	if (faults_come(f, FAULT_FAIL))
		return faults_fail(f, addr, w, wlen, r, rlen);
	if (faults_come(f, FAULT_LIE))
		return faults_lie(f, addr, w, wlen, r, rlen);
	return f->rig->bus.ops->xfer(&f->rig->bus, addr, w, wlen, r, rlen);
}

/* Restores a faultless bus. */
static inline void
faults_end(struct faults *f)
{
	memset(f->percent, 0, sizeof(f->percent));
	f->stuck = 0;
}

static const struct bus_ops faults_ops = { .xfer = faults_xfer };
