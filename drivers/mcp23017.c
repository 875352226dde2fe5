/*
 * Microchip MCP23017: 16 pins on I2C, used as 14 inputs.
 *
 * Source: data sheet DS20001952 revision D (2022): register addresses from
 * table 3-1 (BANK = 0), section 3.5 for each register, 3.6 for interrupts.
 * Revision D makes GPA7 and GPB7 outputs only; a change there while they are
 * inputs can spoil what the bus transfers. They are driven low here, which
 * also suits a sensor that somebody soldered there in spite of it.
 *
 * Channels: 0 to 7 are GPA0 to GPA7, 8 to 15 are GPB0 to GPB7.
 */
#include "drivers/mcp23017.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "drivers/chips.h"

enum {
	/* IOCON's address with BANK = 1; with BANK = 0 it is GPINTENB's. */
	IOCON_BANK1 = 0x05,
	IOCON_INPUTS = MCP23017_IOCON_MIRROR | MCP23017_IOCON_ODR,
	INPUTS = 0x7f, /* of each port: bit 7 is an output */
};

int
mcp23017_write(struct sensor_dev *d, uint8_t reg, const uint8_t *values, size_t n)
{
	uint8_t w[1 + MCP23017_SETTINGS];

	w[0] = reg;
	memcpy(w + 1, values, n);
	return bus_write(d->bus, d->addr, w, 1 + n);
}

int
mcp23017_read(struct sensor_dev *d, uint8_t reg, uint8_t *values, size_t n)
{
	return bus_xfer(d->bus, d->addr, &reg, 1, values, n);
}

int
mcp23017_compare(struct sensor_dev *d, const uint8_t settings[MCP23017_SETTINGS])
{
	uint8_t got[MCP23017_SETTINGS];
	int ret = mcp23017_read(d, MCP23017_IODIR, got, MCP23017_SETTINGS);

	if (ret < 0)
		return ret;
	return memcmp(settings, got, MCP23017_SETTINGS) == 0 ? 0 : -ESTALE;
}

int
mcp23017_settle(struct sensor_dev *d, const uint8_t olat[2],
		const uint8_t settings[MCP23017_SETTINGS])
{
	static const uint8_t zero[1];
	int ret;

	/*
	 * A chip that kept its power may have BANK set. This lands on IOCON
	 * then and clears it; else it lands on GPINTENB and does no harm. The
	 * second write finds BANK clear either way and SEQOP, which would keep
	 * the address from counting up, possibly still set.
	 */
	if ((ret = mcp23017_write(d, IOCON_BANK1, zero, 1)) < 0)
		return ret;
	if ((ret = mcp23017_write(d, MCP23017_IOCON, &settings[MCP23017_IOCON], 1)) < 0)
		return ret;
	if ((ret = mcp23017_write(d, MCP23017_OLAT, olat, 2)) < 0)
		return ret; /* before the pins become outputs */
	if ((ret = mcp23017_write(d, MCP23017_IODIR, settings, MCP23017_SETTINGS)) < 0)
		return ret;
	ret = mcp23017_compare(d, settings);
	return ret == -ESTALE ? -EIO : ret;
}

/* What the registers from IODIR on must hold, with these interrupts enabled. */
static void
settings(uint8_t reg[MCP23017_SETTINGS], uint64_t interrupts)
{
	const uint8_t want[MCP23017_SETTINGS] = {
		INPUTS,
		INPUTS, /* IODIR */
		0,
		0, /* IPOL: not inverted */
		(uint8_t)interrupts,
		(uint8_t)(interrupts >> 8), /* GPINTEN */
		0,
		0, /* DEFVAL: not used */
		0,
		0, /* INTCON: against the last value */
		IOCON_INPUTS,
		IOCON_INPUTS, /* IOCON, twice the same */
		INPUTS,
		INPUTS, /* GPPU: 100 kOhm each */
	};

	memcpy(reg, want, MCP23017_SETTINGS);
}

static int
inputs_init(struct sensor_dev *d)
{
	const uint8_t enable[2] = { (uint8_t)d->used.w[0], (uint8_t)(d->used.w[0] >> 8) };
	static const uint8_t low[2];
	uint8_t want[MCP23017_SETTINGS], gpio[2];
	int ret;

	settings(want, 0);
	if ((ret = mcp23017_settle(d, low, want)) < 0)
		return ret;
	/*
	 * Interrupts last: the inputs have risen on their pull-ups by now (a
	 * few microseconds), and what they did meanwhile is not news. Reading
	 * the port releases the line.
	 */
	if ((ret = mcp23017_write(d, MCP23017_GPINTEN, enable, sizeof(enable))) < 0)
		return ret;
	return mcp23017_read(d, MCP23017_GPIO, gpio, sizeof(gpio));
}

static uint64_t
ports(const uint8_t *pair)
{
	return (uint64_t)pair[0] | (uint64_t)pair[1] << 8;
}

/*
 * GPPU, INTF, INTCAP and GPIO lie in a row: one transaction tells whether the
 * chip was reset (the pull-ups would be off), which pins interrupted, and how
 * all stand. Reading INTCAP and GPIO releases the interrupt; what changes
 * between the two shows in GPIO, what changes later interrupts anew. A port
 * holds only its first interrupt: further pins that pulse before it is read
 * stay untold.
 */
static int
inputs_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	enum { GPPU = 0, INTF = 2, INTCAP = 4, GPIO = 6, BYTES = 8 };
	uint8_t v[BYTES];
	int ret = mcp23017_read(d, MCP23017_GPPU, v, BYTES);

	_Static_assert(INTCAP + 2 == GPIO, "the row as the chip has it");
	if (ret < 0)
		return ret;
	if (v[GPPU] != INPUTS || v[GPPU + 1] != INPUTS)
		return -ESTALE;
	*scan = (struct sensor_scan){
		.closed.w[0] = ~ports(v + GPIO) & 0xffff, /* a closed switch pulls low */
		.pulsed.w[0] = ports(v + INTF),
	};
	return 0;
}

static int
inputs_check(struct sensor_dev *d)
{
	uint8_t want[MCP23017_SETTINGS];

	settings(want, d->used.w[0]);
	return mcp23017_compare(d, want);
}

static void
inputs_pin(unsigned channel, char out[SENSOR_PIN_TEXT])
{
	(void)snprintf(out, SENSOR_PIN_TEXT, "GP%c%u", channel < 8 ? 'A' : 'B', channel % 8);
}

const struct sensor_chip sensor_mcp23017 = {
	.part = "MCP23017",
	.channels = 16,
	.addr_min = 0x20,
	.addr_max = 0x27,
	.unusable.w[0] = 0x8080,
	.interrupts = true,
	.bus_hz_max = 1700000,
	.scan_us = 10000,
	.read_bytes = 11,
	.read_transactions = 1,
	.init_bytes = 52,
	.supply_ua = 1000,
	.pin = inputs_pin,
	.init = inputs_init,
	.read = inputs_read,
	.check = inputs_check,
	.source = "Microchip DS20001952 revision D",
	.seen_working = "",
};
