/* Registers and modes that both uses of the MCP23017 share; see mcp23017.c for the sources. */
#pragma once
#include "drivers/sensor.h"

enum {
	/* Addresses with IOCON.BANK = 0: each pair is port A, then port B. */
	MCP23017_IODIR = 0x00,
	MCP23017_GPINTEN = 0x04,
	MCP23017_IOCON = 0x0a,
	MCP23017_GPPU = 0x0c,
	MCP23017_GPIO = 0x12,
	MCP23017_OLAT = 0x14,

	MCP23017_IOCON_MIRROR = 0x40, /* either port pulls both interrupt pins */
	MCP23017_IOCON_BYTE = 0x20,   /* SEQOP: the address alternates within its pair */
	MCP23017_IOCON_ODR = 0x04,    /* open drain, so that chips can share a line */

	MCP23017_SETTINGS = 14, /* number of registers from IODIR to the end of GPPU */
};

MUST_USE int mcp23017_write(struct sensor_dev *d, uint8_t reg, const uint8_t *values, size_t n);
MUST_USE int mcp23017_read(struct sensor_dev *d, uint8_t reg, uint8_t *values, size_t n);
/*
 * Writes output levels, then all settings, and reads them back. Works from any
 * state and either bank layout. -EIO: the chip does not accept them.
 * settings[IOCON] must leave SEQOP clear; set it afterwards if needed.
 */
MUST_USE int mcp23017_settle(struct sensor_dev *d, const uint8_t olat[2],
			     const uint8_t settings[MCP23017_SETTINGS]);
/* Compares the settings with those in the chip: 0, -ESTALE or -errno. SEQOP must be clear. */
MUST_USE int mcp23017_compare(struct sensor_dev *d, const uint8_t settings[MCP23017_SETTINGS]);
