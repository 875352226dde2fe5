/*
 * HT16K33: 16 rows by 8 commons of LEDs, on or off, one brightness for all;
 * Holtek revision 1.20 (July 2017).
 *
 * Channel = common * 16 + row: the bits of the display RAM in order.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_HT16K33_CHANNELS = 128,
	EMUL_HT16K33_RAM = 16,
};

struct emul_ht16k33 {
	struct emul emul; /* first */
	uint64_t resets;  /* counts resets: each gives other random RAM content */
	bool oscillator;
	bool row15_is_int; /* ROW15 is the interrupt output of the keys */
	uint8_t display;   /* bit 0: on; bits 1 and 2: blinking */
	uint8_t dimming;   /* 0-15: sixteenths minus one */
	uint8_t pointer;
	uint8_t ram[EMUL_HT16K33_RAM];
};

extern const struct emul_ops emul_ht16k33_ops;
