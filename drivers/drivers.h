/*
 * The limits of the chips in this room, as rows for validating board
 * descriptions. Plain numbers: this room has no notion of a board.
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
	bool sensor; /* otherwise a lamp chip */
	uint16_t channels;
	uint8_t addr_min, addr_max;
	uint32_t bus_hz_max;
	uint64_t unusable[2]; /* sensor channels that cannot be inputs */
	bool interrupts;      /* sensor chips */
	bool measures;
	uint16_t max_ma; /* lamp chips */
};

/* Writes one row per chip and returns their number, at most DRIVERS_LIMITS_MAX. */
size_t drivers_limits(struct drivers_limit out[DRIVERS_LIMITS_MAX]);
