/*
 * Models on one bus, some behind a TCA9548A. Determines which chip answers at
 * an address and how long a transaction takes on the wire. The whole is also a
 * struct bus, so that a driver can run against it.
 */
#pragma once
#include "drivers/bus.h"
#include "hw/virtual/emul.h"
#include "hw/virtual/emul_tca9548a.h"

enum {
	EMUL_BUS_PLACES = 32,
};

struct emul_place {
	struct emul *emul;
	const struct emul_tca9548a *mux; /* NULL: on the bus itself */
	uint8_t port;                    /* of mux */
};

struct emul_bus {
	struct bus bus; /* first: &b->bus is the bus; for users that need one */
	unsigned n;
	struct emul_place place[EMUL_BUS_PLACES];
	/* Totals, counted by xfer. */
	uint64_t transactions;
	uint64_t bytes;      /* on the wire, address bytes included */
	uint64_t bits;       /* with acknowledges, starts and stop */
	uint64_t violations; /* of the bus: two chips that answer at once */
	size_t longest;      /* longest write, without the address byte */
};

/* Sets up an empty bus. */
void emul_bus_init(struct emul_bus *b);
/* Adds a chip; mux NULL: on the bus itself. Returns its place. */
unsigned emul_bus_add(struct emul_bus *b, struct emul *e, const struct emul_tca9548a *mux,
		      uint8_t port);
/* Returns the place that currently answers at addr, or -1. Two answering chips are a violation. */
int emul_bus_find(struct emul_bus *b, uint8_t addr);
/* Performs one transaction with the chip found by emul_bus_find. */
void emul_bus_exchange(struct emul *e, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen);
/* Returns the clock periods of an acknowledged transaction; both lengths 0: of an address alone. */
uint64_t emul_bus_bits(size_t wlen, size_t rlen);
/* Returns the violations of all chips and of the bus. */
uint64_t emul_bus_violations(const struct emul_bus *b);
/* Resets the counters. */
void emul_bus_reset_counts(struct emul_bus *b);
