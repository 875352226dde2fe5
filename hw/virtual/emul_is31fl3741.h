/*
 * IS31FL3741: 39 x 9 matrix of lamps, ISSI (Lumissil) data sheet revision 0B.
 *
 * Channels follow the PWM registers: 0-179 are page 0 (CS1-CS30 of SW1-SW6),
 * 180-350 page 1 (CS1-CS30 of SW7-SW9, then CS31-CS39 of SW1-SW9).
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_IS31FL3741_CHANNELS = 351,
	EMUL_IS31FL3741_OPEN_SHORT = 45, /* registers 03h-2Fh of page 4 */
};

struct emul_is31fl3741 {
	struct emul emul; /* first */
	bool unlocked;    /* FEh holds C5h: FDh accepts one write */
	bool page_known;  /* FDh is undefined after power-on */
	uint8_t page;     /* 0-4 */
	uint8_t pointer;
	uint8_t config, gcc, pulls; /* page 4: 00h, 01h, 02h */
	uint8_t int_mask;           /* F0h */
	bool ignores_reset;         /* the reset register does nothing: stricter than any data
				     * sheet */
	uint8_t pwm[EMUL_IS31FL3741_CHANNELS];
	uint8_t scaling[EMUL_IS31FL3741_CHANNELS];
};

extern const struct emul_ops emul_is31fl3741_ops;
