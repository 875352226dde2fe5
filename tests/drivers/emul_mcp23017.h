/*
 * MCP23017 as its data sheet describes it (Microchip DS20001952, registers in
 * section 3.5, addresses of both bank layouts in tables 3-1 and 3-2). Typed
 * from the sheet a second time: no driver header is seen here.
 *
 * Stricter than silicon: what the sheet leaves undefined, or forbids, counts
 * as a violation. Pins are what the world does to them: sensors close to
 * ground or leave the pin alone.
 */
#pragma once
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "drivers/bus.h"
#include "rng.h"

enum { /* in the order of table 3-1; both ports have one of each */
       EM_IODIR,
       EM_IPOL,
       EM_GPINTEN,
       EM_DEFVAL,
       EM_INTCON,
       EM_IOCON,
       EM_GPPU,
       EM_INTF,
       EM_INTCAP,
       EM_GPIO,
       EM_OLAT,
       EM_REGS,
};

struct emul_mcp23017 {
	struct bus bus; /* first: &e->bus is the bus */
	uint8_t addr;
	uint8_t reg[EM_REGS][2]; /* [EM_IOCON] is one register seen twice */
	uint8_t closed[2];       /* the world: pins that a sensor pulls to ground */
	uint8_t seen[2];         /* pin levels when the port last interrupted or changed */
	bool pending[2];
	uint8_t pointer;
	struct rng noise; /* what a pin without pull-up and sensor reads */
	unsigned violations, transactions;
	unsigned bytes; /* on the wire, address bytes included */
};

static inline void
em_reset(void *chip)
{
	struct emul_mcp23017 *e = chip;

	memset(e->reg, 0, sizeof(e->reg));
	e->reg[EM_IODIR][0] = e->reg[EM_IODIR][1] = 0xff;
	e->pending[0] = e->pending[1] = false;
	e->pointer = 0;
}

/* The levels at the pins of a port, before polarity. */
static inline uint8_t
em_levels(struct emul_mcp23017 *e, unsigned port)
{
	uint8_t in = e->reg[EM_IODIR][port], up = e->reg[EM_GPPU][port];
	uint8_t floating = (uint8_t)rng_next(&e->noise);
	uint8_t levels = (uint8_t)(up | (~up & floating));

	levels &= (uint8_t)~e->closed[port];
	return (uint8_t)((levels & in) | (e->reg[EM_OLAT][port] & ~in));
}

/* Something may have changed at the pins: interrupt on change. */
static inline void
em_look(struct emul_mcp23017 *e, unsigned port)
{
	uint8_t levels = em_levels(e, port);
	uint8_t enabled = e->reg[EM_GPINTEN][port] & e->reg[EM_IODIR][port];
	uint8_t changed = (levels ^ e->seen[port]) & enabled;

	e->seen[port] = levels;
	if (!changed || e->pending[port])
		return;
	e->pending[port] = true;
	e->reg[EM_INTF][port] = changed;
	e->reg[EM_INTCAP][port] = levels ^ e->reg[EM_IPOL][port];
}

/* The world closes or opens the sensor at a pin (0 to 7: port A, 8 to 15: port B). */
static inline void
em_world(struct emul_mcp23017 *e, unsigned pin, bool closed)
{
	uint8_t bit = (uint8_t)(1u << (pin & 7));

	if (closed)
		e->closed[pin >> 3] |= bit;
	else
		e->closed[pin >> 3] &= (uint8_t)~bit;
	em_look(e, pin >> 3);
}

/* The level of the interrupt line that both pins are wired to, pulled up outside. */
static inline bool
em_line_high(struct emul_mcp23017 *e)
{
	uint8_t iocon = e->reg[EM_IOCON][0];
	bool any = e->pending[0] || e->pending[1];

	if (!(iocon & 0x04)) /* push-pull outputs on a shared line fight */
		return true;
	return !((iocon & 0x40) ? any : e->pending[0]);
}

static inline void
em_clear(struct emul_mcp23017 *e, unsigned port)
{
	e->pending[port] = false;
	e->reg[EM_INTF][port] = 0;
}

static inline uint8_t
em_read_reg(struct emul_mcp23017 *e, unsigned reg, unsigned port)
{
	uint8_t v = e->reg[reg][port];

	if (reg == EM_GPIO) {
		v = em_levels(e, port) ^ e->reg[EM_IPOL][port];
		e->seen[port] = v ^ e->reg[EM_IPOL][port];
	}
	if (reg == EM_INTCAP || reg == EM_GPIO)
		em_clear(e, port);
	return v;
}

static inline void
em_write_reg(struct emul_mcp23017 *e, unsigned reg, unsigned port, uint8_t v)
{
	switch (reg) {
	case EM_INTF:
	case EM_INTCAP:
		e->violations++; /* read only */
		return;
	case EM_IOCON:
		if (v & 0x01)
			e->violations++; /* not implemented, read as 0 */
		e->reg[EM_IOCON][0] = e->reg[EM_IOCON][1] = v & 0xfe;
		return;
	case EM_GPIO: /* writes the latch */
		e->reg[EM_OLAT][port] = v;
		return;
	case EM_IODIR:
		if (v & 0x80)
			e->violations++; /* revision D: pin 7 of both ports is an output only */
		break;
	case EM_GPINTEN:
		if (v & 0x80)
			e->violations++;
		break;
	default:
		break;
	}
	e->reg[reg][port] = v;
	em_look(e, port);
}

/* The register at the pointer, or false: there is none. */
static inline bool
em_decode(const struct emul_mcp23017 *e, unsigned *reg, unsigned *port)
{
	if (e->reg[EM_IOCON][0] & 0x80) { /* BANK: A from 0x00, B from 0x10 */
		*port = e->pointer >> 4;
		*reg = e->pointer & 15;
		return *port <= 1 && *reg < EM_REGS;
	}
	*port = e->pointer & 1;
	*reg = e->pointer >> 1;
	return *reg < EM_REGS;
}

static inline void
em_advance(struct emul_mcp23017 *e)
{
	uint8_t iocon = e->reg[EM_IOCON][0];

	if (!(iocon & 0x20))
		e->pointer++;
	else if (!(iocon & 0x80))
		e->pointer ^= 1; /* byte mode: to and fro between the ports */
}

static inline int
em_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct emul_mcp23017 *e = (struct emul_mcp23017 *)b;
	unsigned reg, port;

	if (addr != e->addr)
		return -ENXIO;
	e->transactions++;
	e->bytes += (unsigned)((wlen ? 1 + wlen : 0) + (rlen ? 1 + rlen : 0));
	if (wlen > 0)
		e->pointer = w[0];
	for (size_t i = 1; i < wlen; i++) {
		if (em_decode(e, &reg, &port))
			em_write_reg(e, reg, port, w[i]);
		else
			e->violations++;
		em_advance(e);
	}
	for (size_t i = 0; i < rlen; i++) {
		if (em_decode(e, &reg, &port)) {
			r[i] = em_read_reg(e, reg, port);
		} else {
			e->violations++;
			r[i] = 0;
		}
		em_advance(e);
	}
	return 0;
}

static const struct bus_ops em_ops = { .xfer = em_xfer };

/* A chip that has had power for a while and whatever programs before. */
static inline void
em_init(struct emul_mcp23017 *e, uint8_t addr, uint64_t seed, bool warm)
{
	struct rng r = { seed };

	*e = (struct emul_mcp23017){ .bus.ops = &em_ops, .addr = addr, .noise = { ~seed } };
	em_reset(e);
	if (!warm)
		return;
	for (unsigned reg = 0; reg < EM_REGS; reg++)
		for (unsigned port = 0; port < 2; port++)
			e->reg[reg][port] = (uint8_t)rng_next(&r);
	e->reg[EM_IOCON][1] = e->reg[EM_IOCON][0] &= 0xfe;
	e->pending[0] = rng_percent(&r, 50);
	e->pending[1] = rng_percent(&r, 50);
	e->pointer = (uint8_t)rng_next(&r);
}
