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
#include <errno.h>
#include <string.h>

#include "drivers/chips.h"

enum {
	/* Addresses with IOCON.BANK = 0: each pair is port A, then port B. */
	REG_IODIR = 0x00,
	REG_GPINTEN = 0x04,
	REG_IOCON = 0x0a,
	REG_GPPU = 0x0c,
	REG_GPIO = 0x12,
	REG_OLAT = 0x14,
	/* IOCON's address with BANK = 1; with BANK = 0 it is GPINTENB's. */
	REG_IOCON_BANK1 = 0x05,

	IOCON_MIRROR = 0x40, /* either port pulls both interrupt pins */
	IOCON_ODR = 0x04,    /* open drain, so that chips can share a line */

	INPUTS = 0x7f, /* of each port: bit 7 is an output */
	SETTINGS = 14, /* registers from REG_IODIR to the end of REG_GPPU */
};

/* What the registers from REG_IODIR on must hold, with these interrupts enabled. */
static void
settings(uint8_t reg[SETTINGS], unsigned interrupts)
{
	const uint8_t want[SETTINGS] = {
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
		IOCON_MIRROR | IOCON_ODR,
		IOCON_MIRROR | IOCON_ODR, /* IOCON, twice the same */
		INPUTS,
		INPUTS, /* GPPU: 100 kOhm each */
	};

	memcpy(reg, want, SETTINGS);
}

static int
write_regs(struct sensor_dev *d, uint8_t reg, const uint8_t *values, size_t n)
{
	uint8_t w[1 + SETTINGS];

	w[0] = reg;
	memcpy(w + 1, values, n);
	return bus_write(d->bus, d->addr, w, 1 + n);
}

static int
read_regs(struct sensor_dev *d, uint8_t reg, uint8_t *values, size_t n)
{
	return bus_xfer(d->bus, d->addr, &reg, 1, values, n);
}

/* The settings from any state but with interrupts off, read back. */
static int
settle(struct sensor_dev *d)
{
	static const uint8_t zero[2];
	uint8_t iocon = IOCON_MIRROR | IOCON_ODR;
	uint8_t want[SETTINGS], got[SETTINGS];
	int ret;

	/*
	 * A chip that kept its power may have BANK set. This lands on IOCON
	 * then and clears it; else it lands on GPINTENB and does no harm. The
	 * second write finds BANK clear either way and SEQOP, which would keep
	 * the address from counting up, possibly still set.
	 */
	if ((ret = write_regs(d, REG_IOCON_BANK1, zero, 1)) < 0)
		return ret;
	if ((ret = write_regs(d, REG_IOCON, &iocon, 1)) < 0)
		return ret;
	if ((ret = write_regs(d, REG_OLAT, zero, 2)) < 0)
		return ret; /* before the pins become outputs */
	settings(want, 0);
	if ((ret = write_regs(d, REG_IODIR, want, SETTINGS)) < 0)
		return ret;
	if ((ret = read_regs(d, REG_IODIR, got, SETTINGS)) < 0)
		return ret;
	return memcmp(want, got, SETTINGS) == 0 ? 0 : -EIO;
}

static int
mcp23017_init(struct sensor_dev *d)
{
	const uint8_t enable[2] = { (uint8_t)d->used.w[0], (uint8_t)(d->used.w[0] >> 8) };
	uint8_t gpio[2];
	int ret;

	if ((ret = settle(d)) < 0)
		return ret;
	/*
	 * Interrupts last: the inputs have risen on their pull-ups by now (a
	 * few microseconds), and what they did meanwhile is not news. Reading
	 * the port releases the line.
	 */
	if ((ret = write_regs(d, REG_GPINTEN, enable, sizeof(enable))) < 0)
		return ret;
	return read_regs(d, REG_GPIO, gpio, sizeof(gpio));
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
mcp23017_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	enum { GPPU = 0, INTF = 2, INTCAP = 4, GPIO = 6, BYTES = 8 };
	uint8_t v[BYTES];
	int ret = read_regs(d, REG_GPPU, v, BYTES);

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
mcp23017_check(struct sensor_dev *d)
{
	uint8_t want[SETTINGS], got[SETTINGS];
	int ret = read_regs(d, REG_IODIR, got, SETTINGS);

	if (ret < 0)
		return ret;
	settings(want, (unsigned)d->used.w[0]);
	return memcmp(want, got, SETTINGS) == 0 ? 0 : -ESTALE;
}

const struct sensor_chip sensor_mcp23017 = {
	.part = "MCP23017",
	.channels = 16,
	.addr_min = 0x20,
	.addr_max = 0x27,
	.unusable.w[0] = 0x8080,
	.interrupts = true,
	.bus_hz_max = 1700000,
	.read_bytes = 11,
	.init_bytes = 52,
	.init = mcp23017_init,
	.read = mcp23017_read,
	.check = mcp23017_check,
	.source = "Microchip DS20001952 revision D",
	.seen_working = "",
};
