/*
 * ADS7830: 8-bit converter with eight inputs, Texas Instruments SBAS302
 * (December 2003). REFIN is tied to the supply and COM to ground, as on the
 * boards, so a code is a voltage relative to the supply.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_ADS7830_INPUTS = 8,
};

struct emul_ads7830 {
	struct emul emul; /* first */
	bool commanded;   /* a command arrived since power-on */
	uint8_t command;
	uint8_t wired; /* inputs connected to a sensor */
	uint16_t of_65536[EMUL_ADS7830_INPUTS];
};

extern const struct emul_ops emul_ads7830_ops;
