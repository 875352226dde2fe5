/*
 * Model of the HT16K33 by its data sheet: the command summary, "Power-on Reset"
 * and "Standby Mode". The chip powers up in standby (oscillator off). It then
 * accepts only the system setup command, which starts the oscillator.
 */
#include "hw/virtual/emul_ht16k33.h"

#include <assert.h>
#include <string.h>

#include "hw/virtual/chance.h"

enum {
	/* Commands, by high nibble. */
	RAM_POINTER = 0x0,
	SYSTEM = 0x2,
	KEYS = 0x4,
	INT_FLAG = 0x6,
	DISPLAY = 0x8,
	ROW_INT = 0xa,
	DIMMING = 0xe,

	DIM_STEPS = 16,
	/* A row sources 25 mA (typical), for 1024 of a frame's 9504 microseconds. */
	ROW_UA = 25000,
	ON_US = 1024,
	FRAME_US = 9504,
};

static struct emul_ht16k33 *
ht(struct emul *e)
{
	return (struct emul_ht16k33 *)e;
}

static void
ht16k33_reset(struct emul *e)
{
	struct emul_ht16k33 *m = ht(e);

	m->oscillator = false;
	m->display = 0;
	m->row15_is_int = false;
	m->dimming = DIM_STEPS - 1;
	m->pointer = 0;
	m->resets++;
	for (unsigned i = 0; i < EMUL_HT16K33_RAM; i++)
		m->ram[i] = (uint8_t)chance(m->resets, RAM_POINTER, i);
}

static void
write_ram(struct emul_ht16k33 *m, const uint8_t *w, size_t n)
{
	if (w[0] + n - 1 > EMUL_HT16K33_RAM)
		emul_violation(&m->emul, "%zu bytes from RAM address %u run over its end", n - 1,
			       w[0]);
	m->pointer = w[0];
	for (size_t i = 1; i < n; i++) {
		m->ram[m->pointer] = w[i];
		m->pointer = (uint8_t)((m->pointer + 1) % EMUL_HT16K33_RAM);
	}
}

static void
run_command(struct emul_ht16k33 *m, uint8_t c)
{
	unsigned low = c & 15;

	switch (c >> 4) {
	case SYSTEM:
		if (low > 1)
			emul_violation(&m->emul, "command 0x%02x: reserved bits", c);
		m->oscillator = low & 1;
		break;
	case DISPLAY:
		if (low > 7)
			emul_violation(&m->emul, "command 0x%02x: reserved bits", c);
		m->display = low & 7;
		break;
	case ROW_INT:
		if (low > 3)
			emul_violation(&m->emul, "command 0x%02x: reserved bits", c);
		m->row15_is_int = low & 1;
		break;
	case DIMMING:
		m->dimming = (uint8_t)low;
		break;
	case KEYS:
	case INT_FLAG:
		break; /* no keys are connected */
	default:
		emul_violation(&m->emul, "there is no command 0x%02x", c);
		break;
	}
}

static void
ht16k33_write(struct emul *e, const uint8_t *w, size_t n)
{
	struct emul_ht16k33 *m = ht(e);

	if (!m->oscillator && w[0] >> 4 != SYSTEM) {
		emul_violation(e, "0x%02x in standby, where the chip ignores it", w[0]);
		return;
	}
	if (w[0] >> 4 == RAM_POINTER) {
		write_ram(m, w, n);
		return;
	}
	if (n > 1)
		emul_violation(e, "%zu bytes after command 0x%02x, which takes none", n - 1, w[0]);
	run_command(m, w[0]);
}

static void
ht16k33_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	struct emul_ht16k33 *m = ht(e);

	if (!m->oscillator) {
		emul_violation(e, "read in standby");
		memset(r, 0xff, n);
		return;
	}
	if (!addressed)
		emul_violation(e, "read without an address");
	for (size_t i = 0; i < n; i++) {
		r[i] = m->ram[m->pointer];
		m->pointer = (uint8_t)((m->pointer + 1) % EMUL_HT16K33_RAM);
	}
}

static uint8_t
ht16k33_light(const struct emul *e, unsigned channel)
{
	const struct emul_ht16k33 *m = (const struct emul_ht16k33 *)e;
	bool on = m->oscillator && (m->display & 1) && (m->ram[channel / 8] >> channel % 8 & 1);

	assert(channel < EMUL_HT16K33_CHANNELS);
	if (!on || (m->row15_is_int && channel % 16 == 15))
		return 0;
	return (uint8_t)((m->dimming + 1) * 255 / DIM_STEPS);
}

const struct emul_ops emul_ht16k33_ops = {
	.size = sizeof(struct emul_ht16k33),
	.part = "HT16K33",
	.addr_min = 0x70,
	.addr_max = 0x77,
	.bus_hz_max = 400000,
	.channels = EMUL_HT16K33_CHANNELS,
	.max_ma = EMUL_HT16K33_CHANNELS * (ROW_UA / 1000) * ON_US / FRAME_US,
	.reset = ht16k33_reset,
	.write = ht16k33_write,
	.read = ht16k33_read,
	.light = ht16k33_light,
};
