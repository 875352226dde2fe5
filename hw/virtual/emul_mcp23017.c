/*
 * Model of the MCP23017 by its data sheet. Sections are those of DS20001952C.
 *
 * Interrupts, 3.6.4 and 3.6.5, by cases:
 *  1. An input pin that is enabled in GPINTEN changes (INTCON 0): INTF marks
 *     the pin, INTCAP captures the port, INT becomes active.
 *  2. Further changes while the port's interrupt is active change neither INTF
 *     nor INTCAP and are not stored.
 *  3. Reading GPIO or INTCAP of the port clears INTF and INT after the byte;
 *     the next change is relative to the levels of that moment.
 *  4. A pin compared with DEFVAL (INTCON 1) that still differs after such a
 *     read interrupts again at once, with a new INTCAP.
 *  5. A change while GPINTEN is off is lost: later changes are relative to the
 *     levels at the time of enabling.
 *  6. Pulses shorter than the chip's own delay (600 ns, parameter 5) are not
 *     modelled: every change counts.
 */
#include "hw/virtual/emul_mcp23017.h"

#include <assert.h>
#include <string.h>

/* Table 3-1: addresses of port A with IOCON.BANK = 1; port B is 0x10 above. */
enum {
	IODIR = 0x00,
	IPOL = 0x01,
	GPINTEN = 0x02,
	DEFVAL = 0x03,
	INTCON = 0x04,
	IOCON = 0x05,
	GPPU = 0x06,
	INTF = 0x07,
	INTCAP = 0x08,
	GPIO = 0x09,
	OLAT = 0x0a,
	PORT_B_BANK1 = 0x10,
	LAST_BANK0 = 0x15,
	LAST_BANK1 = 0x1a,
};

/* Register 3-6. */
enum {
	IOCON_INTPOL = 0x02,
	IOCON_ODR = 0x04,
	IOCON_SEQOP = 0x20, /* 1: the pointer does not advance */
	IOCON_MIRROR = 0x40,
	IOCON_BANK = 0x80,
	IOCON_UNIMPLEMENTED = 0x01,
};

#define OUTPUT_ONLY 0x80 /* GPA7, GPB7: revision D */

static struct emul_mcp23017 *
mcp(struct emul *e)
{
	return (struct emul_mcp23017 *)e;
}

/* Returns IOCON, shared by both ports and stored in row 0. */
static uint8_t
iocon(const struct emul_mcp23017 *m)
{
	return m->reg[IOCON][0];
}

bool
emul_mcp23017_level(const struct emul_mcp23017 *m, unsigned pin)
{
	unsigned port = pin / 8;
	uint8_t bit = (uint8_t)(1u << pin % 8);

	assert(pin < EMUL_MCP23017_PINS);
	if (!(m->reg[IODIR][port] & bit))
		return m->reg[OLAT][port] & bit;
	if (bit == OUTPUT_ONLY)
		return false;
	if (m->drive[pin] == EMUL_OPEN)
		return m->reg[GPPU][port] & bit;
	return m->drive[pin] == EMUL_HIGH;
}

static uint8_t
port_levels(const struct emul_mcp23017 *m, unsigned port)
{
	uint8_t levels = 0;

	for (unsigned i = 0; i < 8; i++)
		if (emul_mcp23017_level(m, port * 8 + i))
			levels |= (uint8_t)(1u << i);
	return levels;
}

/* Returns the port value, 3.5.10 with 3.5.2: the pins, with inputs inverted by IPOL. */
static uint8_t
port_value(const struct emul_mcp23017 *m, unsigned port)
{
	return port_levels(m, port) ^ (m->reg[IPOL][port] & m->reg[IODIR][port]);
}

/* Raises an interrupt if a change on the port requires one: cases 1, 2 and 4. */
static void
port_watch(struct emul_mcp23017 *m, unsigned port)
{
	uint8_t levels = port_levels(m, port);
	uint8_t from_last = (levels ^ m->last[port]) & (uint8_t)~m->reg[INTCON][port];
	uint8_t from_defval = (levels ^ m->reg[DEFVAL][port]) & m->reg[INTCON][port];
	uint8_t causes = (from_last | from_defval) & m->reg[GPINTEN][port] & m->reg[IODIR][port];

	m->last[port] = levels;
	if (m->active[port] || causes == 0)
		return;
	m->active[port] = true;
	m->reg[INTF][port] = causes;
	m->reg[INTCAP][port] = port_value(m, port);
}

static void
port_clear(struct emul_mcp23017 *m, unsigned port)
{
	m->active[port] = false;
	m->reg[INTF][port] = 0;
	m->last[port] = port_levels(m, port);
	port_watch(m, port);
}

void
emul_mcp23017_set(struct emul_mcp23017 *m, unsigned pin, enum emul_drive drive)
{
	assert(pin < EMUL_MCP23017_PINS);
	m->wired |= (uint16_t)(1u << pin);
	m->drive[pin] = (uint8_t)drive;
	port_watch(m, pin / 8);
}

enum emul_int
emul_mcp23017_int(const struct emul_mcp23017 *m, unsigned output)
{
	bool on = m->active[output];

	if (iocon(m) & IOCON_MIRROR)
		on = m->active[0] || m->active[1];
	if (iocon(m) & IOCON_ODR) /* overrides INTPOL */
		return on ? EMUL_INT_LOW : EMUL_INT_RELEASED;
	return on == ((iocon(m) & IOCON_INTPOL) != 0) ? EMUL_INT_HIGH : EMUL_INT_LOW;
}

/* Decodes an address of the current layout into row and port; false: unimplemented. */
static bool
decode(const struct emul_mcp23017 *m, uint8_t addr, unsigned *row, unsigned *port)
{
	if (iocon(m) & IOCON_BANK) {
		*port = addr >= PORT_B_BANK1;
		*row = addr % PORT_B_BANK1;
		return addr <= LAST_BANK1 && *row < EMUL_MCP23017_PAIRS;
	}
	*port = addr & 1;
	*row = addr / 2;
	return addr <= LAST_BANK0;
}

/* Advances the pointer, 3.2.1 and 3.2.2.3. */
static void
pointer_advance(struct emul_mcp23017 *m)
{
	bool bank = iocon(m) & IOCON_BANK;

	if (iocon(m) & IOCON_SEQOP) {
		if (!bank)
			m->pointer ^= 1; /* to the other register of the pair */
		return;
	}
	m->pointer = m->pointer == (bank ? LAST_BANK1 : LAST_BANK0) ? 0 : m->pointer + 1;
}

static void
write_iodir(struct emul_mcp23017 *m, unsigned port, uint8_t value)
{
	if (value & OUTPUT_ONLY)
		emul_violation(&m->emul, "GP%c7 made an input, it is an output only", "AB"[port]);
	m->reg[IODIR][port] = value;
}

static void
write_gpinten(struct emul_mcp23017 *m, unsigned port, uint8_t value)
{
	if (value & OUTPUT_ONLY)
		emul_violation(&m->emul, "interrupt enabled on GP%c7, an output only", "AB"[port]);
	m->reg[GPINTEN][port] = value;
	m->last[port] = port_levels(m, port); /* case 5 */
}

static void
write_iocon(struct emul_mcp23017 *m, uint8_t value)
{
	if (value & IOCON_UNIMPLEMENTED)
		emul_violation(&m->emul, "IOCON bit 0 is not implemented");
	m->reg[IOCON][0] = value & (uint8_t)~IOCON_UNIMPLEMENTED;
}

static void
register_write(struct emul_mcp23017 *m, unsigned row, unsigned port, uint8_t value)
{
	m->configured = true;
	switch (row) {
	case IODIR:
		write_iodir(m, port, value);
		break;
	case GPINTEN:
		write_gpinten(m, port, value);
		break;
	case IOCON:
		write_iocon(m, value);
		break;
	case INTF:
	case INTCAP:
		return; /* read-only: ignored, 3.5.8 and 3.5.9 */
	case GPIO:
		m->reg[OLAT][port] = value;
		break;
	default:
		m->reg[row][port] = value;
		break;
	}
	port_watch(m, port);
	if (m->outputs)
		m->outputs(m);
}

/*
 * Returns the wired inputs without a defined level. A chip in its power-on
 * state is exempt: its reader detects the reset.
 */
static uint16_t
floating(const struct emul_mcp23017 *m, unsigned port)
{
	uint8_t open = 0;

	if (!m->configured)
		return 0;
	for (unsigned i = 0; i < 8; i++)
		if (m->drive[port * 8 + i] == EMUL_OPEN)
			open |= (uint8_t)(1u << i);
	return open & m->reg[IODIR][port] & (uint8_t)~m->reg[GPPU][port] &
	       (m->wired >> (port * 8) & 0xff);
}

static uint8_t
register_read(struct emul_mcp23017 *m, unsigned row, unsigned port)
{
	uint8_t value = m->reg[row][port];

	if (row == IOCON)
		return iocon(m);
	if (row != GPIO && row != INTCAP)
		return value;
	if (row == GPIO && floating(m, port))
		emul_violation(&m->emul, "GPIO%c read while inputs 0x%02x float (no pull-up)",
			       "AB"[port], floating(m, port));
	if (row == GPIO)
		value = port_value(m, port);
	port_clear(m, port);
	return value;
}

static void
mcp23017_write(struct emul *e, const uint8_t *w, size_t n)
{
	struct emul_mcp23017 *m = mcp(e);
	unsigned row, port;

	m->pointer = w[0];
	for (size_t i = 1; i < n; i++) {
		bool bank = iocon(m) & IOCON_BANK;

		if (decode(m, m->pointer, &row, &port))
			register_write(m, row, port, w[i]);
		else
			emul_violation(e, "write to 0x%02x, no register there", m->pointer);
		if (bank != ((iocon(m) & IOCON_BANK) != 0) && i + 1 < n)
			emul_violation(e, "IOCON.BANK changed in the middle of a write");
		pointer_advance(m);
	}
}

static void
mcp23017_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	struct emul_mcp23017 *m = mcp(e);
	unsigned row, port;

	(void)addressed; /* figure 3-3: a read may continue from the pointer */
	for (size_t i = 0; i < n; i++) {
		r[i] = 0;
		if (decode(m, m->pointer, &row, &port))
			r[i] = register_read(m, row, port);
		else
			emul_violation(e, "read of 0x%02x, no register there", m->pointer);
		pointer_advance(m);
	}
}

/* Resets the chip, table 3-1, column POR: all zero but IODIR. External pin levels stay. */
static void
mcp23017_reset(struct emul *e)
{
	struct emul_mcp23017 *m = mcp(e);

	memset(m->reg, 0, sizeof(m->reg));
	m->pointer = 0;
	m->configured = false;
	for (unsigned port = 0; port < 2; port++) {
		m->reg[IODIR][port] = 0xff;
		m->active[port] = false;
		m->last[port] = port_levels(m, port);
	}
	if (m->outputs)
		m->outputs(m);
}

static void
mcp23017_contact(struct emul *e, unsigned channel, bool closed)
{
	emul_mcp23017_set(mcp(e), channel, closed ? EMUL_LOW : EMUL_OPEN);
}

static enum emul_int
mcp23017_interrupt(const struct emul *e)
{
	return emul_mcp23017_int((const struct emul_mcp23017 *)e, 0);
}

const struct emul_ops emul_mcp23017_ops = {
	.size = sizeof(struct emul_mcp23017),
	.part = "MCP23017",
	.addr_min = 0x20,
	.addr_max = 0x27,
	.bus_hz_max = 400000,
	.channels = EMUL_MCP23017_PINS,
	.unusable = OUTPUT_ONLY | OUTPUT_ONLY << 8,
	.reset = mcp23017_reset,
	.write = mcp23017_write,
	.read = mcp23017_read,
	.contact = mcp23017_contact,
	.interrupt = mcp23017_interrupt,
};
