/*
 * Microchip MCP23017: 16 pins on I2C, used as 14 inputs.
 *
 * Source: data sheet DS20001952 revision D (2022): register addresses from
 * table 3-1 (BANK = 0), section 3.5 for each register, 3.6 for interrupts.
 * Revision D makes GPA7 and GPB7 outputs only: a change there while they are
 * inputs can corrupt bus transfers. They are driven low here, which is also
 * safe for a sensor soldered there by mistake.
 *
 * Channels: 0 to 7 are GPA0 to GPA7, 8 to 15 are GPB0 to GPB7.
 */
#include "drivers/mcp23017.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "drivers/chips.h"

enum {
	/* IOCON's address with BANK = 1; with BANK = 0 this is GPINTENB. */
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
	 * A chip that kept its power may have BANK set. This write then reaches
	 * IOCON and clears BANK; otherwise it harmlessly reaches GPINTENB. The
	 * second write finds BANK clear in both cases. SEQOP, which would stop
	 * the address from counting up, may still be set.
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

/* Fills in the registers from IODIR on, with these interrupts enabled. */
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
		0, /* INTCON: compare with the last value */
		IOCON_INPUTS,
		IOCON_INPUTS, /* IOCON, at both addresses */
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
	 * Interrupts come last: by now the pull-ups have raised the inputs (a
	 * few microseconds), and changes in the meantime are not reported.
	 * Reading the port releases the line.
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
 * Reads the chip. GPPU, INTF, INTCAP and GPIO are adjacent. One transaction
 * shows whether the chip was reset (pull-ups off), which pins interrupted, and
 * all levels. Reading INTCAP and GPIO releases the interrupt. A change between
 * the two shows in GPIO; a later change interrupts again. A port holds only its
 * first interrupt: pulses of further pins before the read are lost.
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
	.bus_hz_max = 400000, /* table 2-4: at 3.3 V; 1.7 MHz needs 4.5 V */
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
