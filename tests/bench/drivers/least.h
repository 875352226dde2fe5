/*
 * The minimum bus load for the same information. It is computed from the data
 * sheets and from the models before and after, independently of the drivers.
 */
#pragma once
#include <stdint.h>

#include "hw/virtual/emul_any.h"

enum { LEAST_REGISTERS_MAX = 351 };

struct cost {
	unsigned transactions;
	unsigned bytes; /* on the wire, address bytes included */
	unsigned bits;  /* including acknowledges, starts and stops: clock periods */
};

void cost_add(struct cost *sum, struct cost c);
/* Converts clock periods to microseconds, rounded up. */
uint64_t cost_us(uint64_t bits, uint32_t hz);

/* Returns the cost of each channel's level once, without pulses or resets. */
struct cost least_scan(const char *part);
/* Returns the cost of switching a mux to another port. */
struct cost least_port(void);

/* The contents of a lamp chip. */
struct picture {
	uint8_t reg[LEAST_REGISTERS_MAX];
	uint8_t dimming; /* brightness of the whole chip, if there is such a command */
	int page;        /* the open page; -1: none with picture registers */
};

void picture_take(struct picture *p, const union emul_any *chip);
/*
 * Returns the cost from one picture to the next: the fewest clock periods over
 * all ways to divide the changed registers into writes. A write may have any
 * length that the chip accepts.
 */
struct cost least_change(const char *part, const struct picture *from, const struct picture *to);
