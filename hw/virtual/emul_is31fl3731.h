/*
 * IS31FL3731: 144 LEDs in two charlieplexed blocks, ISSI data sheet revision D
 * (April 2013).
 *
 * Channels follow the PWM registers: channel (n - 1) * 16 + m - 1 is the LED
 * Cn-m, so m 1-8 is block A, 9-16 is block B.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_IS31FL3731_CHANNELS = 144,
	EMUL_IS31FL3731_FRAMES = 8,
	EMUL_IS31FL3731_FRAME = 0xb4, /* registers of a frame */
	EMUL_IS31FL3731_FUNCTION = 0x0d,
};

struct emul_is31fl3731 {
	struct emul emul; /* first */
	bool page_known;  /* FDh is undefined after power-on */
	uint8_t page;     /* 0-7, or 0Bh */
	uint8_t pointer;
	uint8_t function[EMUL_IS31FL3731_FUNCTION];
	uint8_t frame[EMUL_IS31FL3731_FRAMES][EMUL_IS31FL3731_FRAME];
};

extern const struct emul_ops emul_is31fl3731_ops;
