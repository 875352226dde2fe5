/*
 * Emulated chips: the part that all models share.
 *
 * A model has two sides. The bus side (write, read) is what an I2C master can
 * do. The pin side is what the outside does to the chip or sees of it. Models
 * include no driver header. Every constant was entered again from the data
 * sheet, so that a driver's wrong number cannot match itself. Each chip has one
 * model, shared by the virtual board and the drivers' tests.
 *
 * Models are stricter than silicon. Behaviour that the data sheet forbids or
 * leaves undefined is counted and reported as a violation, then handled in the
 * most harmless way.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	EMUL_WHY_MAX = 128,
};

/* The external level of a pin. */
enum emul_drive {
	EMUL_OPEN, /* not driven: an open switch */
	EMUL_LOW,
	EMUL_HIGH,
};

/* The state of an interrupt output. */
enum emul_int {
	EMUL_INT_RELEASED, /* open drain, inactive */
	EMUL_INT_LOW,      /* open drain or push-pull, drives low */
	EMUL_INT_HIGH,     /* push-pull, drives high */
};

struct emul;

struct emul_ops {
	const char *part;
	size_t size;                /* of the whole model */
	uint8_t addr_min, addr_max; /* 7 bits */
	uint32_t bus_hz_max;        /* at 3.3 V (HT16K33: 5 V) */
	uint16_t channels;
	uint64_t unusable; /* sensor channels that cannot be inputs */
	uint16_t max_ma;   /* lamp chips: maximum current of all outputs together */
	bool measures;     /* a sensor chip for voltages instead of contacts */
	/*
	 * Resets to the state after power-on; keeps address, report hook and
	 * external pin levels.
	 */
	void (*reset)(struct emul *e);
	/* Writes the bytes after the address byte; n >= 1. */
	void (*write)(struct emul *e, const uint8_t *w, size_t n);
	/*
	 * Reads n >= 1 bytes after a (repeated) start with the read bit.
	 * `addressed`: a write of the same transaction has set the register
	 * pointer.
	 */
	void (*read)(struct emul *e, uint8_t *r, size_t n, bool addressed);
	/*
	 * The pin side; NULL if the chip has no such pins. The first contact or
	 * voltage of a channel also marks it as wired to a sensor.
	 */
	void (*contact)(struct emul *e, unsigned channel, bool closed);
	/* as a fraction of the supply */
	void (*voltage)(struct emul *e, unsigned channel, uint16_t of_65536);
	enum emul_int (*interrupt)(const struct emul *e);
	/*
	 * Returns the visible brightness of a lamp, 0-255; 0 if it is dark for
	 * any reason. The current of the whole chip dims all lamps alike and is
	 * not included.
	 */
	uint8_t (*light)(const struct emul *e, unsigned channel);
};

/* Receives each violation; e identifies the chip. */
typedef void emul_report_fn(void *ctx, const struct emul *e, const char *why);

/* First member of every model, so that &model->emul is the chip. */
struct emul {
	const struct emul_ops *ops;
	uint8_t addr;
	uint64_t violations;    /* since init */
	emul_report_fn *report; /* NULL: only counted */
	void *report_ctx;
};

/* Initialises a chip in its power-on state. e: the first member of ops->size bytes. */
void emul_init(struct emul *e, const struct emul_ops *ops, uint8_t addr);
/* Performs a transaction with the chip. */
void emul_exchange(struct emul *e, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen);
/* Returns the clock periods of an acknowledged transaction; both lengths 0: of an address alone. */
uint64_t emul_bits(size_t wlen, size_t rlen);
void emul_violation(struct emul *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Clears the bytes of a read, and reports one without a register or of more than one byte. */
void emul_read_one(struct emul *e, uint8_t *r, size_t n, bool addressed);
