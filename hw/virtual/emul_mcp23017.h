/*
 * MCP23017: 16-bit I/O expander, Microchip DS20001952 (revision C, but GPA7 and
 * GPB7 are outputs only, as in revision D).
 *
 * Pins are numbered from 0: 0-7 are GPA0-GPA7, 8-15 are GPB0-GPB7.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_MCP23017_PINS = 16,
	EMUL_MCP23017_PAIRS = 11, /* registers per port */
};

struct emul_mcp23017 {
	struct emul emul;                    /* first */
	uint8_t reg[EMUL_MCP23017_PAIRS][2]; /* as in the data sheet's table, by port */
	uint8_t pointer;                     /* register address in the layout set by IOCON.BANK */
	uint16_t wired;                      /* connected pins */
	uint8_t drive[EMUL_MCP23017_PINS];   /* enum emul_drive */
	uint8_t last[2];                     /* pin levels that the next change is relative to */
	bool configured;                     /* written to since power-on */
	bool active[2];                      /* this port has an unread interrupt */
	/* Called when the chip itself may have changed a pin's level; NULL: none. */
	void (*outputs)(struct emul_mcp23017 *m);
};

extern const struct emul_ops emul_mcp23017_ops;

/* Connects a pin (wired); reading it while it floats is a violation. */
void emul_mcp23017_set(struct emul_mcp23017 *m, unsigned pin, enum emul_drive drive);
/* Returns the state of an interrupt output; 0 is INTA, 1 INTB. */
enum emul_int emul_mcp23017_int(const struct emul_mcp23017 *m, unsigned output);
/* Returns the level of a pin: external, by pull-up, or driven by the chip. */
bool emul_mcp23017_level(const struct emul_mcp23017 *m, unsigned pin);
