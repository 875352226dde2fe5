/*
 * What the chips of this room can do, as rows for whoever validates board
 * descriptions. Plain numbers: this room does not know what a board is.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	DRIVERS_LIMITS_MAX = 16,
};

struct drivers_limit {
	const char *part;
	bool sensor; /* else a lamp chip */
	uint16_t channels;
	uint8_t addr_min, addr_max;
	uint64_t unusable[2]; /* sensor channels that cannot be inputs */
	bool interrupts;      /* sensor chips */
	bool measures;
	uint16_t max_ma; /* lamp chips */
};

/* One row a chip; the number of rows, at most DRIVERS_LIMITS_MAX. */
size_t drivers_limits(struct drivers_limit out[DRIVERS_LIMITS_MAX]);
