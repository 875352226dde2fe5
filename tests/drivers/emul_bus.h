/*
 * Models on one bus, some behind a TCA9548A, as a struct bus that a driver can run against.
 * Counts what passes over the wire.
 */
#pragma once
#include <assert.h>
#include <errno.h>

#include "drivers/bus.h"
#include "hw/virtual/emul.h"
#include "hw/virtual/emul_tca9548a.h"
#include "tests/drivers/rng.h"

enum {
	EMUL_BUS_PLACES = 32,
};

struct emul_place {
	struct emul *emul;
	const struct emul_tca9548a *mux; /* NULL: on the bus itself */
	uint8_t port;                    /* of mux */
};

struct emul_bus {
	struct bus bus; /* first: &b->bus is the bus */
	unsigned n;
	struct emul_place place[EMUL_BUS_PLACES];
	/* Totals, counted by xfer. */
	uint64_t transactions;
	uint64_t bytes;      /* on the wire, address bytes included */
	uint64_t bits;       /* with acknowledges, starts and stop */
	uint64_t violations; /* of the bus: two chips that answer at once */
	size_t longest;      /* longest write, without the address byte */
};

/* Returns the place that currently answers at addr, or -1. Two answering chips are a violation. */
static inline int
emul_bus_find(struct emul_bus *b, uint8_t addr)
{
	int found = -1;

	for (unsigned i = 0; i < b->n; i++) {
		const struct emul_place *p = &b->place[i];

		if (p->emul->addr != addr || (p->mux && !(p->mux->selected >> p->port & 1)))
			continue;
		if (found >= 0)
			b->violations++;
		else
			found = (int)i;
	}
	return found;
}

static inline int
emul_bus_xfer(struct bus *bus, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct emul_bus *b = (struct emul_bus *)bus;
	int place = emul_bus_find(b, addr);

	assert(wlen + rlen > 0 && wlen <= BUS_XFER_MAX && rlen <= BUS_XFER_MAX);
	b->transactions++;
	if (place < 0) {
		b->bytes++;
		b->bits += emul_bits(0, 0);
		return -ENXIO;
	}
	b->bytes += (wlen ? 1 + wlen : 0) + (rlen ? 1 + rlen : 0);
	b->bits += emul_bits(wlen, rlen);
	if (wlen > b->longest)
		b->longest = wlen;
	emul_exchange(b->place[place].emul, w, wlen, r, rlen);
	return 0;
}

/* Sets up an empty bus. */
static inline void
emul_bus_init(struct emul_bus *b)
{
	static const struct bus_ops ops = { .xfer = emul_bus_xfer };

	*b = (struct emul_bus){ .bus.ops = &ops };
}

/* Adds a chip; mux NULL: on the bus itself. */
static inline void
emul_bus_add(struct emul_bus *b, struct emul *e, const struct emul_tca9548a *mux, uint8_t port)
{
	assert(b->n < EMUL_BUS_PLACES && port < EMUL_TCA9548A_PORTS);
	b->place[b->n++] = (struct emul_place){ e, mux, port };
}

/* Returns the violations of all chips and of the bus. */
static inline uint64_t
emul_bus_violations(const struct emul_bus *b)
{
	uint64_t n = b->violations;

	for (unsigned i = 0; i < b->n; i++)
		n += b->place[i].emul->violations;
	return n;
}

static inline void
emul_bus_reset_counts(struct emul_bus *b)
{
	b->transactions = b->bytes = b->bits = 0;
	b->longest = 0;
}

/*
 * Leaves the chip in a state, chosen by seed, as another program, or one that crashed, may have
 * left it: after random writes to any page, and often with its outputs on.
 */
static inline void
emul_warm(struct emul *e, uint64_t seed)
{
	static const uint8_t unlock[] = { 0xfe, 0xc5 }; /* IS31FL3741 */
	static const struct {
		uint8_t n, w[3];
	} on[] = {
		{ 1, { 0x21 } },       { 1, { 0x81 } },                          /* HT16K33 */
		{ 2, { 0xfe, 0xc5 } }, { 2, { 0xfd, 4 } }, { 3, { 0, 1, 255 } }, /* IS31FL3741 */
		{ 2, { 0xfd, 0x0b } }, { 2, { 0x0a, 1 } },                       /* IS31FL3731 */
	};
	struct rng rng = { seed };
	uint8_t w[33];

	for (unsigned i = 0; i < 100; i++) {
		const uint8_t page[] = { 0xfd, (uint8_t)rng_below(&rng, 12) }; /* IS31FL37x1 */

		for (unsigned k = 0; k < sizeof(w); k++)
			w[k] = (uint8_t)rng_next(&rng);
		e->ops->write(e, unlock, sizeof(unlock));
		e->ops->write(e, page, sizeof(page));
		e->ops->write(e, w, 1 + rng_below(&rng, sizeof(w)));
	}
	for (unsigned i = 0; seed % 2 && i < sizeof(on) / sizeof(on[0]); i++)
		e->ops->write(e, on[i].w, on[i].n);
	e->violations = 0;
}
