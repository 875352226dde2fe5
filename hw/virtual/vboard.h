/*
 * The virtual board: emulated chips, the sensors and lamps soldered to them,
 * the pieces that stand on it and what may go wrong. Pure: it reads no clock,
 * owns no socket and allocates nothing; times come in as microseconds and must
 * not go back. The caller owns the memory and serialises calls.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/board/board.h"
#include "hw/virtual/emul_any.h"
#include "hw/virtual/emul_bus.h"
#include "hw/virtual/field.h"

#define VBOARD_NEVER UINT64_MAX

enum {
	VBOARD_CHIPS_MAX = BOARD_SENSORS_MAX + BOARD_LEDS_MAX + 1, /* and a mux */
	VBOARD_LINES_MAX = BOARD_SENSORS_MAX + BOARD_BUTTONS_MAX,
	/* Edges one square can have before it: a gap with two bouncing ends. */
	VBOARD_TRAIN_MAX = 16,
	/* A hand that swaps pieces leaves the square empty this long. */
	VBOARD_SWAP_GAP_US = 30000,
	/* A transaction on a stuck bus is given up after this. */
	VBOARD_TIMEOUT_US = 30000,
	VBOARD_NOISE_TICK_US = 1000,
	VBOARD_WHY_MAX = 160,
	VBOARD_NO_PORT = 0xff,
};

/* Told while a call runs; t_us is the moment it happens. */
struct vboard_hooks {
	void (*line)(void *ctx, uint8_t line, bool level, uint64_t t_us);
	void (*violation)(void *ctx, const char *why);
	void *ctx;
};

/* Edges to come at one square's sensor, in time. */
struct vboard_train {
	unsigned next, n;
	struct {
		uint64_t t_us;
		bool level;
	} edge[VBOARD_TRAIN_MAX];
};

struct vboard_square {
	struct man man; /* what stands there */
	bool field;     /* a magnet is near the sensor right now */
	bool hovering;  /* a piece is slid over the empty square */
	int8_t stuck;   /* -1 no, else what the sensor reads for ever */
	bool cut;       /* its wire is off: a contact stays open, a voltage at the rail */
	uint8_t noise;  /* per cent of milliseconds read wrongly */
	bool flipped;   /* by noise, right now */
	uint64_t noise_start_us, noise_next_us;
	struct vboard_train train;
	uint8_t sensor, channel;
};

struct vboard_chip {
	struct emul *emul;
	uint8_t port; /* of the mux in front of it, or VBOARD_NO_PORT */
	bool dead;
	uint32_t nak; /* transactions that still get no answer */
};

struct vboard_line {
	uint8_t line;
	bool level;
	bool contended;
	int8_t button; /* index, or -1: an interrupt line */
};

struct vboard_stats {
	uint64_t transactions;
	uint64_t bytes; /* written and read, address bytes not counted */
	uint64_t bits;  /* on the wire, address bytes and conditions included */
	uint64_t violations;
};

struct vboard {
	const struct board *board;
	struct vboard_hooks hooks;
	uint64_t seed;
	uint64_t changes; /* sensor changes so far: each bounces its own way */
	uint64_t bounce_us;
	uint64_t hang_until_us;
	uint32_t speed_hz;
	struct vboard_square square[BOARD_SQUARES_MAX];
	bool stacks; /* letters stand for so many stones, not for pieces */
	unsigned n_chips, n_lines;
	struct vboard_chip chip[VBOARD_CHIPS_MAX]; /* sensors, then lamp chips, then the mux */
	union emul_any model[VBOARD_CHIPS_MAX];    /* of chip[] */
	struct emul_bus bus;                       /* its places are chip[]'s */
	struct vboard_line line[VBOARD_LINES_MAX];
	bool pressed[BOARD_BUTTONS_MAX];
	struct vboard_stats stats;
};

/* One transaction, decided when its start condition is seen. */
struct vboard_xfer {
	int err;          /* 0, -ENXIO, -ETIMEDOUT */
	uint64_t wire_us; /* how long it keeps the bus */
	struct vboard_chip *chip;
};

/* What this room's chip models can do, for board_load. */
const struct board_chip_limits *vboard_limits(size_t *n);

/* b must outlive v. 0, or -1 with why: a board that these models cannot play. */
MUST_USE int vboard_init(struct vboard *v, const struct board *b, uint64_t seed,
			 const struct vboard_hooks *hooks, char why[VBOARD_WHY_MAX]);

/* What hands do. 0, or -1 with why; sq is on the board. */
MUST_USE int vboard_put(struct vboard *v, unsigned sq, struct man man, uint64_t t_us,
			char why[VBOARD_WHY_MAX]);
MUST_USE int vboard_lift(struct vboard *v, unsigned sq, uint64_t t_us, char why[VBOARD_WHY_MAX]);
/* gap_us 0: the sensor sees no gap at all. */
MUST_USE int vboard_swap(struct vboard *v, unsigned sq, struct man man, uint64_t gap_us,
			 uint64_t t_us, char why[VBOARD_WHY_MAX]);
void vboard_setup(struct vboard *v, const struct man *men, uint64_t t_us);
/* A piece held low over an empty square: the sensor feels it, nothing stands there. */
void vboard_hover(struct vboard *v, unsigned sq, bool on, uint64_t t_us);
/* The same as a pulse. */
MUST_USE int vboard_brush(struct vboard *v, unsigned sq, uint64_t us, uint64_t t_us,
			  char why[VBOARD_WHY_MAX]);
MUST_USE int vboard_press(struct vboard *v, const char *name, bool down, uint64_t t_us,
			  char why[VBOARD_WHY_MAX]);

/*
 * Abstract: a letter is a stack of one to six stones (P N B R S Q), the royal
 * stone as strong as a plain piece.
 */
void vboard_stacks(struct vboard *v, bool on, uint64_t t_us);

/*
 * Faults. The chip at an address, or NULL; port: behind that port of the mux,
 * VBOARD_NO_PORT: on the bus itself, or else the first that has this address.
 */
struct vboard_chip *vboard_chip_at(struct vboard *v, uint8_t addr, uint8_t port);
void vboard_fault_nak(struct vboard_chip *c, uint32_t count);
void vboard_fault_dead(struct vboard *v, struct vboard_chip *c, uint64_t t_us);
void vboard_fault_stuck(struct vboard *v, unsigned sq, int level, uint64_t t_us);
void vboard_fault_cut(struct vboard *v, unsigned sq, uint64_t t_us);
void vboard_fault_bounce(struct vboard *v, uint64_t us);
void vboard_fault_noise(struct vboard *v, unsigned sq, unsigned percent, uint64_t t_us);
void vboard_fault_hang(struct vboard *v, uint64_t us, uint64_t t_us);
/* All faults end; a dead chip comes back as after power-on. */
void vboard_clear(struct vboard *v, uint64_t t_us);
/* Power-cycles a chip, or all of them (NULL). */
void vboard_reset(struct vboard *v, struct vboard_chip *c, uint64_t t_us);

/* The next moment at which a sensor changes by itself, or VBOARD_NEVER. */
uint64_t vboard_next_us(const struct vboard *v);
/* Lets everything up to and including t_us happen, in order. */
void vboard_run(struct vboard *v, uint64_t t_us);

/* The bus: decided at its start, done at its end. Lengths as bus.h has them. */
struct vboard_xfer vboard_xfer_begin(struct vboard *v, uint8_t addr, size_t wlen, size_t rlen,
				     uint64_t t_us);
void vboard_xfer_end(struct vboard *v, const struct vboard_xfer *x, const uint8_t *w, size_t wlen,
		     uint8_t *r, size_t rlen, uint64_t t_us);

/* Red, green, blue of a square's lamp as it shines now. */
void vboard_lamp(const struct vboard *v, unsigned sq, uint8_t rgb[3]);
/* Does the sensor of a square read a piece? */
bool vboard_reads(const struct vboard *v, unsigned sq);
/* Since the last call. */
struct vboard_stats vboard_stats_take(struct vboard *v);
uint64_t vboard_busy_us(const struct vboard *v, uint64_t bits);
