/* Model of the ADS7830 by its data sheet: the command byte and table II, page 11. */
#include "hw/virtual/emul_ads7830.h"

#include <assert.h>

enum {
	SINGLE_ENDED = 0x80,
	SELECT_SHIFT = 4,
	REFERENCE_ON = 0x08, /* PD1 */
	UNUSED = 0x03,
};

static struct emul_ads7830 *
ads(struct emul *e)
{
	return (struct emul_ads7830 *)e;
}

static void
ads7830_reset(struct emul *e)
{
	ads(e)->commanded = false;
	ads(e)->command = 0;
}

static void
ads7830_write(struct emul *e, const uint8_t *w, size_t n)
{
	if (n > 1)
		emul_violation(e, "%zu command bytes at once", n);
	if (w[n - 1] & UNUSED)
		emul_violation(e, "command 0x%02x: the two low bits are unused", w[n - 1]);
	if (w[n - 1] & REFERENCE_ON)
		emul_violation(
			e,
			"command 0x%02x: the internal reference conflicts with the supply at REFIN",
			w[n - 1]);
	ads(e)->command = w[n - 1];
	ads(e)->commanded = true;
}

static unsigned
input(struct emul_ads7830 *m, unsigned channel)
{
	if (!(m->wired >> channel & 1))
		emul_violation(&m->emul, "input CH%u is read and open", channel);
	return m->of_65536[channel];
}

/*
 * Converts the selected input. C2 selects the odd input of the pair C1 C0, or
 * the positive one of the two.
 */
static uint8_t
convert(struct emul_ads7830 *m)
{
	unsigned select = m->command >> SELECT_SHIFT & 7;
	unsigned channel = (select & 3) * 2 + (select >> 2);
	unsigned plus, minus;

	if (m->command & SINGLE_ENDED)
		return (uint8_t)(input(m, channel) >> 8);
	plus = input(m, channel);
	minus = input(m, channel ^ 1);
	return plus > minus ? (uint8_t)((plus - minus) >> 8) : 0;
}

static void
ads7830_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	struct emul_ads7830 *m = ads(e);

	(void)addressed; /* the last command stays in effect */
	if (!m->commanded)
		emul_violation(e, "read before any command");
	for (size_t i = 0; i < n; i++)
		r[i] = m->commanded ? convert(m) : 0;
}

static void
ads7830_voltage(struct emul *e, unsigned channel, uint16_t of_65536)
{
	assert(channel < EMUL_ADS7830_INPUTS);
	ads(e)->wired |= (uint8_t)(1u << channel);
	ads(e)->of_65536[channel] = of_65536;
}

const struct emul_ops emul_ads7830_ops = {
	.size = sizeof(struct emul_ads7830),
	.part = "ADS7830",
	.addr_min = 0x48,
	.addr_max = 0x4b,
	.bus_hz_max = 400000,
	.channels = EMUL_ADS7830_INPUTS,
	.measures = true,
	.reset = ads7830_reset,
	.write = ads7830_write,
	.read = ads7830_read,
	.voltage = ads7830_voltage,
};
