/*
 * MCP23017: 16-bit I/O expander, Microchip DS20001952 (revision C; GPA7 and
 * GPB7 as revision D has them: outputs only).
 *
 * Pins count from 0: 0-7 are GPA0-GPA7, 8-15 are GPB0-GPB7.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_MCP23017_PINS = 16,
	EMUL_MCP23017_PAIRS = 11, /* registers of one port */
};

struct emul_mcp23017 {
	struct emul emul;                    /* first */
	uint8_t reg[EMUL_MCP23017_PAIRS][2]; /* as the data sheet's table, by port */
	uint8_t pointer;                     /* register address, in the layout of IOCON.BANK */
	uint16_t wired;                      /* pins that lead to something */
	uint8_t drive[EMUL_MCP23017_PINS];   /* enum emul_drive */
	uint8_t last[2];                     /* pin levels that the next change is compared with */
	bool configured;                     /* written to since power-on */
	bool active[2];                      /* an interrupt of this port waits to be read */
	/* Told when a pin's level may have changed by the chip's own doing; NULL: nobody. */
	void (*outputs)(struct emul_mcp23017 *m);
};

extern const struct emul_ops emul_mcp23017_ops;

/* A pin that leads somewhere (wired); one that floats while it is read is a violation. */
void emul_mcp23017_set(struct emul_mcp23017 *m, unsigned pin, enum emul_drive drive);
/* Output 0 is INTA, 1 INTB. */
enum emul_int emul_mcp23017_int(const struct emul_mcp23017 *m, unsigned output);
/* The level on a pin: the world's, the pull-up's or the chip's own. */
bool emul_mcp23017_level(const struct emul_mcp23017 *m, unsigned pin);
