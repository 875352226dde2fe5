/*
 * The virtual board: emulated chips, their sensors and lamps, the pieces on it
 * and possible faults. Pure: reads no clock, owns no socket and allocates
 * nothing. Times are passed in as microseconds and must not decrease. The
 * caller owns the memory and serialises calls.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/board/board.h"
#include "hw/virtual/emul_any.h"
#include "hw/virtual/field.h"

#define VBOARD_NEVER UINT64_MAX

enum {
	VBOARD_CHIPS_MAX = BOARD_SENSORS_MAX + BOARD_LEDS_MAX + 1, /* and a mux */
	VBOARD_LINES_MAX = BOARD_SENSORS_MAX + BOARD_BUTTONS_MAX,
	/* Most pending edges of one square: a gap with two bouncing ends. */
	VBOARD_TRAIN_MAX = 16,
	/* How long a swap of pieces leaves the square empty. */
	VBOARD_SWAP_GAP_US = 30000,
	/* Time-out of a transaction on a stuck bus. */
	VBOARD_TIMEOUT_US = 30000,
	VBOARD_NOISE_TICK_US = 1000,
	VBOARD_WHY_MAX = 160,
	VBOARD_NO_PORT = 0xff,
};

/* Called during a call of the board; t_us is the time of the event. */
struct vboard_hooks {
	void (*line)(void *ctx, uint8_t line, bool level, uint64_t t_us);
	void (*violation)(void *ctx, const char *why);
	void *ctx;
};

/* Pending edges of one square's sensor, in order of time. */
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
	bool hovering;  /* a piece slides over the empty square */
	int8_t stuck;   /* -1: no; otherwise the constant reading of the sensor */
	bool cut;       /* its wire is broken: a contact stays open, a voltage stays at the rail */
	uint8_t noise;  /* per cent of milliseconds with a wrong reading */
	bool flipped;   /* inverted by noise right now */
	uint64_t noise_start_us, noise_next_us;
	struct vboard_train train;
	uint8_t sensor, channel;
};

struct vboard_chip {
	struct emul *emul;
	uint8_t port; /* port of the mux before it, or VBOARD_NO_PORT */
	bool dead;
	uint32_t nak; /* number of transactions still to be refused */
};

struct vboard_line {
	uint8_t line;
	bool level;
	bool contended;
	int8_t button; /* index, or -1: an interrupt line */
};

struct vboard_stats {
	uint64_t transactions;
	uint64_t bytes; /* written and read, without address bytes */
	uint64_t bits;  /* on the wire, with address bytes and conditions */
	uint64_t violations;
};

struct vboard {
	const struct board *board;
	struct vboard_hooks hooks;
	uint64_t seed;
	uint64_t changes; /* sensor changes so far: each has its own bounces */
	uint64_t bounce_us;
	uint64_t hang_until_us;
	const struct vboard_chip *holder; /* holds SDA low until it is reset; NULL: none */
	uint32_t speed_hz;
	struct vboard_square square[BOARD_SQUARES_MAX];
	bool stacks; /* letters are stacks of stones, not pieces */
	unsigned n_chips, n_lines;
	struct vboard_chip chip[VBOARD_CHIPS_MAX]; /* sensors, then lamp chips, then the mux */
	union emul_any model[VBOARD_CHIPS_MAX];    /* of chip[] */
	struct vboard_line line[VBOARD_LINES_MAX];
	bool pressed[BOARD_BUTTONS_MAX];
	struct vboard_stats stats;
};

/* One transaction, decided at its start condition. */
struct vboard_xfer {
	int err;          /* 0, -ENXIO, -ETIMEDOUT */
	uint64_t wire_us; /* how long it occupies the bus */
	struct vboard_chip *chip;
};

/* Returns the limits of this room's chip models, for board_load. */
const struct board_chip_limits *vboard_limits(size_t *n);

/*
 * Initialises the board; b must outlive v. Returns 0, or -1 with why if the
 * models cannot emulate it.
 */
MUST_USE int vboard_init(struct vboard *v, const struct board *b, uint64_t seed,
			 const struct vboard_hooks *hooks, char why[VBOARD_WHY_MAX]);

/* Actions of hands. Return 0, or -1 with why; sq is on the board. */
MUST_USE int vboard_put(struct vboard *v, unsigned sq, struct man man, uint64_t t_us,
			char why[VBOARD_WHY_MAX]);
MUST_USE int vboard_lift(struct vboard *v, unsigned sq, uint64_t t_us, char why[VBOARD_WHY_MAX]);
/* gap_us 0: the sensor sees no gap. */
MUST_USE int vboard_swap(struct vboard *v, unsigned sq, struct man man, uint64_t gap_us,
			 uint64_t t_us, char why[VBOARD_WHY_MAX]);
void vboard_setup(struct vboard *v, const struct man *men, uint64_t t_us);
/* Holds a piece low over an empty square: only the sensor is affected. */
void vboard_hover(struct vboard *v, unsigned sq, bool on, uint64_t t_us);
MUST_USE int vboard_press(struct vboard *v, const char *name, bool down, uint64_t t_us,
			  char why[VBOARD_WHY_MAX]);

/*
 * A letter is a stack of one to six stones (P N B R S Q); the royal
 * stone is as strong as a plain piece.
 */
void vboard_stacks(struct vboard *v, bool on, uint64_t t_us);

/*
 * Faults. vboard_chip_at returns the chip at an address, or NULL. port: behind
 * that port of the mux; VBOARD_NO_PORT: on the bus itself, otherwise the first
 * with this address.
 */
struct vboard_chip *vboard_chip_at(struct vboard *v, uint8_t addr, uint8_t port);
void vboard_fault_nak(struct vboard_chip *c, uint32_t count);
void vboard_fault_dead(struct vboard *v, struct vboard_chip *c, uint64_t t_us);
void vboard_fault_stuck(struct vboard *v, unsigned sq, int level, uint64_t t_us);
void vboard_fault_cut(struct vboard *v, unsigned sq, uint64_t t_us);
void vboard_fault_bounce(struct vboard *v, uint64_t us);
void vboard_fault_noise(struct vboard *v, unsigned sq, unsigned percent, uint64_t t_us);
void vboard_fault_hang(struct vboard *v, uint64_t us, uint64_t t_us);
/* Makes the chip hold SDA low, like a chip interrupted within a byte, until it is reset. */
void vboard_fault_hold(struct vboard *v, const struct vboard_chip *c);
/* Ends all faults; a dead chip returns in its power-on state. */
void vboard_clear(struct vboard *v, uint64_t t_us);
/* Power-cycles a chip, or all of them (NULL). */
void vboard_reset(struct vboard *v, struct vboard_chip *c, uint64_t t_us);

/* Returns the next time a sensor changes by itself, or VBOARD_NEVER. */
uint64_t vboard_next_us(const struct vboard *v);
/* Runs all events up to and including t_us, in order. */
void vboard_run(struct vboard *v, uint64_t t_us);

/* The bus: a transaction is decided at its start and performed at its end. Lengths as in bus.h. */
struct vboard_xfer vboard_xfer_begin(struct vboard *v, uint8_t addr, size_t wlen, size_t rlen,
				     uint64_t t_us);
void vboard_xfer_end(struct vboard *v, const struct vboard_xfer *x, const uint8_t *w, size_t wlen,
		     uint8_t *r, size_t rlen, uint64_t t_us);

/* Returns red, green and blue of a square's lamp as currently lit. */
void vboard_lamp(const struct vboard *v, unsigned sq, uint8_t rgb[3]);
/* Reports whether the sensor of a square detects a piece. */
bool vboard_reads(const struct vboard *v, unsigned sq);
/* Returns the counters since the last call and resets them. */
struct vboard_stats vboard_stats_take(struct vboard *v);
uint64_t vboard_busy_us(const struct vboard *v, uint64_t bits);
