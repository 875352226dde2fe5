/*
 * Models on one bus, some of them behind a TCA9548A: who answers at an address,
 * what a transaction costs on the wire, and the whole as a struct bus, so that
 * a driver can be run against it.
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
	/* So far, by xfer. */
	uint64_t transactions;
	uint64_t bytes;      /* on the wire, address bytes included */
	uint64_t bits;       /* with acknowledges, starts and stop */
	uint64_t violations; /* of the bus: two chips that answer at once */
	size_t longest;      /* write, address byte not counted */
};

/* Empty, and ready to be used as a bus. */
void emul_bus_init(struct emul_bus *b);
/* mux NULL: on the bus itself. Gives the place's number. */
unsigned emul_bus_add(struct emul_bus *b, struct emul *e, const struct emul_tca9548a *mux,
		      uint8_t port);
/* The place that answers at addr now, or -1. Two that do count as a violation. */
int emul_bus_find(struct emul_bus *b, uint8_t addr);
/* One transaction with the chip that emul_bus_find told. */
void emul_bus_exchange(struct emul *e, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen);
/* Clock periods of a transaction that is acknowledged; both lengths 0: of an address alone. */
uint64_t emul_bus_bits(size_t wlen, size_t rlen);
/* Of all chips and of the bus. */
uint64_t emul_bus_violations(const struct emul_bus *b);
/* Forgets what was counted. */
void emul_bus_count_anew(struct emul_bus *b);
