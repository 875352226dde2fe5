/*
 * IS31FL3741 as its data sheet describes it. Typed from the sheet a second
 * time: no driver header is seen here.
 *
 * Register 0xFD selects a page and takes a value only just after 0xC5 went to
 * 0xFE. Pages 0 and 1 are brightness, 2 and 3 scaling, 4 functions. Addresses
 * count up within a transaction; what lies beyond a page's last register is
 * undefined and counts as a violation.
 */
#pragma once
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "drivers/bus.h"
#include "rng.h"

enum {
	EI_LEDS = 351,
	EI_FIRST_PAGE = 0xb4,  /* registers 0x00 to 0xB3 on pages 0 and 2 */
	EI_SECOND_PAGE = 0xab, /* registers 0x00 to 0xAA on pages 1 and 3 */
	EI_FN = 5,             /* the function page */
};

struct emul_is31fl3741 {
	struct bus bus; /* first: &e->bus is the bus */
	uint8_t addr;
	uint8_t pwm[EI_LEDS], scale[EI_LEDS];
	uint8_t config, current, resistors, frequency;
	uint8_t page;
	bool unlocked;
	bool deaf_reset; /* the reset register does nothing: stricter than any sheet */
	unsigned violations, transactions, longest;
	unsigned bytes;      /* on the wire, address bytes included */
	unsigned data_bytes; /* of those, in writes to pages 0 to 3 */
	unsigned page_changes;
};

static inline void
ei_reset(void *chip)
{
	struct emul_is31fl3741 *e = chip;

	memset(e->pwm, 0, sizeof(e->pwm));
	memset(e->scale, 0, sizeof(e->scale));
	e->config = e->current = e->resistors = e->frequency = 0;
	e->page = 0;
	e->unlocked = false;
}

static inline void
ei_write_function(struct emul_is31fl3741 *e, uint8_t reg, uint8_t v)
{
	switch (reg) {
	case 0x00:
		if (v >> 4 > 8)
			e->violations++; /* no such number of switches */
		e->config = v;
		break;
	case 0x01:
		e->current = v;
		break;
	case 0x02:
		e->resistors = v;
		break;
	case 0x36:
		e->frequency = v;
		break;
	case 0x3f:
		if (v != 0xae)
			e->violations++;
		else if (!e->deaf_reset)
			ei_reset(e);
		break;
	default:
		e->violations++; /* read only, or not there */
		break;
	}
}

static inline void
ei_write(struct emul_is31fl3741 *e, uint8_t reg, uint8_t v)
{
	unsigned second = e->page & 1;
	uint8_t *leds = e->page >= 2 ? e->scale : e->pwm;

	if (e->page == 4)
		ei_write_function(e, reg, v);
	else if (reg < (second ? EI_SECOND_PAGE : EI_FIRST_PAGE))
		leds[second * EI_FIRST_PAGE + reg] = v;
	else
		e->violations++;
}

static inline void
ei_select(struct emul_is31fl3741 *e, uint8_t page)
{
	if (!e->unlocked || page > 4) {
		e->violations++;
		return;
	}
	e->unlocked = false; /* each selection needs its own key */
	e->page = page;
	e->page_changes++;
}

static inline void
ei_write_bytes(struct emul_is31fl3741 *e, const uint8_t *w, size_t wlen)
{
	if (w[0] == 0xfe) {
		e->violations += wlen != 2;
		e->unlocked = wlen >= 2 && w[1] == 0xc5;
		return;
	}
	if (w[0] == 0xfd) {
		e->violations += wlen != 2;
		if (wlen >= 2)
			ei_select(e, w[1]);
		return;
	}
	if (e->page != 4)
		e->data_bytes += (unsigned)wlen + 1;
	for (size_t i = 1; i < wlen; i++)
		ei_write(e, (uint8_t)(w[0] + i - 1), w[i]);
}

static inline uint8_t
ei_read(struct emul_is31fl3741 *e, uint8_t reg)
{
	if (reg == 0xfc)
		return (uint8_t)(e->addr << 1);
	if (e->page == 4 && reg <= 0x02)
		return reg == 0 ? e->config : reg == 1 ? e->current : e->resistors;
	e->violations++;
	return 0xff;
}

static inline int
ei_xfer(struct bus *b, uint8_t addr, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	struct emul_is31fl3741 *e = (struct emul_is31fl3741 *)b;

	if (addr != e->addr)
		return -ENXIO;
	e->transactions++;
	e->bytes += (unsigned)((wlen ? 1 + wlen : 0) + (rlen ? 1 + rlen : 0));
	if (wlen > e->longest)
		e->longest = (unsigned)wlen;
	if (wlen == 0 || rlen > 1)
		e->violations++; /* the sheet shows reads of one register */
	if (wlen > 1)
		ei_write_bytes(e, w, wlen);
	for (size_t i = 0; i < rlen && wlen > 0; i++)
		r[i] = ei_read(e, w[0]);
	return 0;
}

static const struct bus_ops ei_ops = { .xfer = ei_xfer };

/* A chip that has had power for a while and whatever programs before. */
static inline void
ei_init(struct emul_is31fl3741 *e, uint8_t addr, uint64_t seed, bool warm)
{
	struct rng r = { seed };

	*e = (struct emul_is31fl3741){ .bus.ops = &ei_ops, .addr = addr };
	if (!warm)
		return;
	for (unsigned i = 0; i < EI_LEDS; i++) {
		e->pwm[i] = (uint8_t)rng_next(&r);
		e->scale[i] = (uint8_t)rng_next(&r);
	}
	e->config = (uint8_t)(rng_below(&r, 9) << 4 | rng_below(&r, 16));
	e->current = (uint8_t)rng_next(&r);
	e->resistors = (uint8_t)rng_next(&r);
	e->frequency = (uint8_t)rng_next(&r);
	e->page = (uint8_t)rng_below(&r, 5);
	e->unlocked = rng_percent(&r, 50);
}

/* What a person sees at an LED: 0 is dark. LEDs are numbered as page 0's registers, then page 1's. */
static inline unsigned
ei_light(const struct emul_is31fl3741 *e, unsigned led)
{
	unsigned row = led < 270 ? led / 30 : (led - 270) / 9;

	if (!(e->config & 1) || row > 8u - (e->config >> 4 & 15u))
		return 0;
	return e->current ? (unsigned)e->pwm[led] * e->scale[led] / 255 : 0;
}

/*
 * Average current of the whole chip now, in microamperes: R_ISET = 10 kOhm
 * gives 38.3 mA a sink, each switch has a ninth of the time.
 */
static inline double
ei_supply_ua(const struct emul_is31fl3741 *e)
{
	double ua = 0;

	if (!(e->config & 1))
		return 0;
	for (unsigned i = 0; i < EI_LEDS; i++)
		ua += 38300.0 * e->current / 256 * e->scale[i] / 256 * e->pwm[i] / 256 / 9;
	return ua;
}
