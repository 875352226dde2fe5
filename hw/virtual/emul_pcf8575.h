/*
 * PCF8575: 16 quasi-bidirectional pins, Texas Instruments SCPS121 revision I.
 *
 * Pins are numbered from 0: 0-7 are P00-P07, 8-15 are P10-P17.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_PCF8575_PINS = 16,
};

struct emul_pcf8575 {
	struct emul emul; /* first */
	uint16_t latch;   /* 1: an input with a weak pull-up; 0: driven low */
	uint16_t wired;   /* pins connected to a sensor */
	uint16_t low;     /* pins that a sensor pulls low */
	uint16_t last;    /* levels when the port was last read or written */
};

extern const struct emul_ops emul_pcf8575_ops;
