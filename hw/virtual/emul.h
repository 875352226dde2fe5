/*
 * Emulated chips: what every model has in common.
 *
 * A model has two faces. The bus face (write, read) is what a master on the
 * I2C bus can do; the pin face is each model's own and is what the world does
 * to it, or sees of it. Models include no driver header: every constant was
 * typed from the data sheet a second time, so that a wrong number in a driver
 * cannot agree with itself.
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

struct emul;

struct emul_ops {
	const char *part;
	uint8_t addr_min, addr_max;    /* 7 bits */
	void (*reset)(struct emul *e); /* as after power-on; keeps addr and sink */
	/* The bytes after the address byte; n >= 1. */
	void (*write)(struct emul *e, const uint8_t *w, size_t n);
	/*
	 * n >= 1 bytes after a (repeated) start with the read bit; `addressed`
	 * tells that a write of this same transaction set the register pointer.
	 */
	void (*read)(struct emul *e, uint8_t *r, size_t n, bool addressed);
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

void emul_violation(struct emul *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
