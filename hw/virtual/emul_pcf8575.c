/*
 * Model of the PCF8575 by its data sheet: section 8.3.2 for the two bytes of a
 * read or a write, 8.2 and 8.3 for the interrupt.
 *
 * Interrupt, by cases:
 *  1. The level of an input pin differs from the last read or write of its
 *     port: INT is low.
 *  2. The level changes back: INT is released, nothing is stored.
 *  3. Reading or writing a port releases INT; later changes are relative to it.
 */
#include "hw/virtual/emul_pcf8575.h"

static struct emul_pcf8575 *
pcf(struct emul *e)
{
	return (struct emul_pcf8575 *)e;
}

static uint16_t
levels(const struct emul_pcf8575 *m)
{
	return m->latch & (uint16_t)~m->low;
}

static void
seen(struct emul_pcf8575 *m, unsigned port)
{
	uint16_t mask = (uint16_t)(0xff << port * 8);

	m->last = (uint16_t)((m->last & ~mask) | (levels(m) & mask));
}

static void
pcf8575_reset(struct emul *e)
{
	struct emul_pcf8575 *m = pcf(e);

	m->latch = 0xffff;
	m->last = levels(m);
}

/* Writes bytes to P0 and P1 alternately. */
static void
pcf8575_write(struct emul *e, const uint8_t *w, size_t n)
{
	struct emul_pcf8575 *m = pcf(e);

	for (size_t i = 0; i < n; i++) {
		unsigned shift = i % 2 * 8;

		m->latch = (uint16_t)((m->latch & ~(0xff << shift)) | w[i] << shift);
		seen(m, i % 2);
	}
}

static void
pcf8575_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	struct emul_pcf8575 *m = pcf(e);

	(void)addressed; /* there are no registers */
	if (m->wired & ~m->latch)
		emul_violation(e, "read while wired pins 0x%04x are driven low",
			       m->wired & ~m->latch);
	for (size_t i = 0; i < n; i++) {
		r[i] = (uint8_t)(levels(m) >> i % 2 * 8);
		seen(m, i % 2);
	}
}

static void
pcf8575_contact(struct emul *e, unsigned channel, bool closed)
{
	struct emul_pcf8575 *m = pcf(e);
	uint16_t bit = (uint16_t)(1u << channel);

	m->wired |= bit;
	m->low = (uint16_t)(closed ? m->low | bit : m->low & ~bit);
}

static enum emul_int
pcf8575_interrupt(const struct emul *e)
{
	const struct emul_pcf8575 *m = (const struct emul_pcf8575 *)e;

	return (levels(m) ^ m->last) & m->latch ? EMUL_INT_LOW : EMUL_INT_RELEASED;
}

const struct emul_ops emul_pcf8575_ops = {
	.size = sizeof(struct emul_pcf8575),
	.part = "PCF8575",
	.addr_min = 0x20,
	.addr_max = 0x27,
	.bus_hz_max = 400000,
	.channels = EMUL_PCF8575_PINS,
	.reset = pcf8575_reset,
	.write = pcf8575_write,
	.read = pcf8575_read,
	.contact = pcf8575_contact,
	.interrupt = pcf8575_interrupt,
};
