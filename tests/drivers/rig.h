/*
 * Emulated chips on a bus, for driver tests. The models are those of
 * hw/virtual, entered from the data sheets; drivers and models share bus.h.
 */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hw/virtual/emul_any.h"
#include "tests/drivers/emul_bus.h"

enum {
	RIG_CHIPS = 8,
	RIG_HZ = 400000,
};

struct rig {
	struct emul_bus bus;
	unsigned n;
	union emul_any chip[RIG_CHIPS];
};

static inline void
rig_init(struct rig *r)
{
	emul_bus_init(&r->bus);
	r->n = 0;
}

/* Adds a chip in its power-on state; mux NULL: on the bus itself. */
static inline struct emul *
rig_add(struct rig *r, const char *part, uint8_t addr, const struct emul_tca9548a *mux,
	uint8_t port)
{
	const struct emul_ops *kind = emul_kind(part);
	struct emul *e = &r->chip[r->n++].emul;

	assert_non_null(kind);
	emul_init(e, kind, addr);
	emul_bus_add(&r->bus, e, mux, port);
	return e;
}

/* Sets up a single chip in any possible state at a program's start; seed 0: just powered on. */
static inline struct emul *
rig_single(struct rig *r, const char *part, uint8_t addr, uint64_t seed)
{
	struct emul *e;

	rig_init(r);
	e = rig_add(r, part, addr, NULL, 0);
	if (seed != 0)
		emul_warm(e, seed);
	return e;
}

static inline void
rig_check_data_sheets(const struct rig *r, uint64_t seed)
{
	if (emul_bus_violations(&r->bus) > 0)
		fail_msg("seed %u: %u violations of the data sheet", (unsigned)seed,
			 (unsigned)emul_bus_violations(&r->bus));
}
