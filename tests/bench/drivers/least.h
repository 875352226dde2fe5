/*
 * The least that a chip's bus can be asked for the same news: computed from the
 * numbers of the data sheets and from what the models hold before and after,
 * without a look at the drivers.
 */
#pragma once
#include <stdint.h>

#include "hw/virtual/emul_any.h"

enum { LEAST_REGISTERS_MAX = 351 };

struct cost {
	unsigned transactions;
	unsigned bytes; /* on the wire, address bytes included */
	unsigned bits;  /* with acknowledges, starts and stops: periods of the clock */
};

void cost_add(struct cost *sum, struct cost c);
/* Clock periods as microseconds, rounded up. */
uint64_t cost_us(uint64_t bits, uint32_t hz);

/* Every channel's level once; nothing of pulses or resets. */
struct cost least_scan(const char *part);
/* A mux turned to another port. */
struct cost least_port(void);

/* What a lamp chip holds and shows. */
struct picture {
	uint8_t reg[LEAST_REGISTERS_MAX];
	uint8_t dimming; /* of the whole chip, where that is a command */
	int page;        /* open now; -1: none of those that hold the picture */
};

void picture_take(struct picture *p, const union emul_any *chip);
/*
 * From one picture to the next: of all ways to cut the changed registers into
 * writes the one of the fewest clock periods; a write may be as long as the
 * chip takes it.
 */
struct cost least_change(const char *part, const struct picture *from, const struct picture *to);
