/*
 * Emulated chips: what every model has in common.
 *
 * A model has two faces. The bus face (write, read) is what a master on the
 * I2C bus can do; the pin face is what the world does to it, or sees of it.
 * Models include no driver header: every constant was typed from the data
 * sheet a second time, so that a wrong number in a driver cannot agree with
 * itself. There is one model a chip: the virtual board and the drivers' tests
 * use the same.
 *
 * Models are stricter than silicon: what the data sheet leaves undefined, or
 * what it forbids, is counted as a violation and told, and is then done in the
 * most harmless way.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	EMUL_WHY_MAX = 128,
};

/* What the world ties a pin to. */
enum emul_drive {
	EMUL_OPEN, /* nothing pulls: an open switch */
	EMUL_LOW,
	EMUL_HIGH,
};

/* What an interrupt output does to its wire. */
enum emul_int {
	EMUL_INT_RELEASED, /* open drain, inactive */
	EMUL_INT_LOW,      /* open drain or push-pull, pulls down */
	EMUL_INT_HIGH,     /* push-pull, drives up */
};

struct emul;

struct emul_ops {
	const char *part;
	size_t size;                /* of the whole model */
	uint8_t addr_min, addr_max; /* 7 bits */
	uint16_t channels;
	uint64_t unusable; /* sensor channels that cannot be inputs */
	uint16_t max_ma;   /* lamp chips: the most all outputs together draw */
	bool measures;     /* a sensor chip that takes voltages, not contacts */
	/* As after power-on; keeps address, sink and what the pins are tied to. */
	void (*reset)(struct emul *e);
	/* As a chip may be that kept its power while its master crashed, by seed. */
	void (*warm)(struct emul *e, uint64_t seed);
	/* The bytes after the address byte; n >= 1. */
	void (*write)(struct emul *e, const uint8_t *w, size_t n);
	/*
	 * n >= 1 bytes after a (repeated) start with the read bit; `addressed`
	 * tells that a write of this same transaction set the register pointer.
	 */
	void (*read)(struct emul *e, uint8_t *r, size_t n, bool addressed);
	/*
	 * The pin face; NULL where the chip has no such pins. The first contact
	 * or voltage of a channel also says that a sensor is soldered there.
	 */
	void (*contact)(struct emul *e, unsigned channel, bool closed);
	void (*voltage)(struct emul *e, unsigned channel, uint16_t of_65536); /* of the supply */
	enum emul_int (*interrupt)(const struct emul *e);
	/*
	 * What a person sees of a lamp, 0-255: dark for whatever reason is 0. The
	 * current of the whole chip dims all alike and is not multiplied in.
	 */
	uint8_t (*light)(const struct emul *e, unsigned channel);
	uint32_t (*supply_ua)(const struct emul *e); /* all lamps together, on average */
};

/* Told of each violation; e names the chip. */
typedef void emul_tell_fn(void *ctx, const struct emul *e, const char *why);

/* First member of every model, so that &model->emul is the chip. */
struct emul {
	const struct emul_ops *ops;
	uint8_t addr;
	uint64_t violations; /* since init */
	emul_tell_fn *tell;  /* NULL: only counted */
	void *tell_ctx;
};

/* e: the first member of ops->size bytes, which become the chip as after power-on. */
void emul_init(struct emul *e, const struct emul_ops *ops, uint8_t addr);
void emul_violation(struct emul *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
