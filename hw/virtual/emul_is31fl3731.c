/*
 * Model of the IS31FL3731 by its data sheet: tables 2 to 4 (pages and frame
 * registers) and 5 (function registers).
 *
 * These count as violations although silicon ignores them: use of registers
 * before a page is chosen, missing pages and registers, reserved bits, a write
 * beyond a page's end, reads of more than one byte.
 */
#include "hw/virtual/emul_is31fl3731.h"

#include <assert.h>
#include <string.h>

enum {
	COMMAND = 0xfd,
	PAGE_FUNCTION = 0x0b,

	/* A frame: 18 bytes of on or off, 18 of blinking, 144 of brightness. */
	ON = 0x00,
	BLINK = 0x12,
	PWM = 0x24,

	/* Function registers. */
	CONFIGURATION = 0x00,
	PICTURE = 0x01,
	RESERVED = 0x04,
	FRAME_STATE = 0x07, /* read only */
	SHUTDOWN = 0x0a,
	MODE_SHIFT = 3, /* of the configuration: 0 is picture mode */
	SHUTDOWN_OFF = 0x01,

	/* Note 2 of figure 1: R_EXT 20 kOhm, an LED on average. */
	LED_UA = 3200,
};

/* The defined bits of each function register. */
static const uint8_t function_bits[EMUL_IS31FL3731_FUNCTION] = {
	0x1f, 0x07, 0x77, 0x3f, 0x00, 0x3f, 0x01, 0x00, 0x77, 0x17, 0x01, 0x1f, 0xff,
};

static struct emul_is31fl3731 *
is31(struct emul *e)
{
	return (struct emul_is31fl3731 *)e;
}

static void
is31fl3731_reset(struct emul *e)
{
	struct emul_is31fl3731 *m = is31(e);

	memset(m->function, 0, sizeof(m->function));
	memset(m->frame, 0, sizeof(m->frame));
	m->page = 0;
	m->pointer = 0;
	m->page_known = false;
}

static void
write_command(struct emul_is31fl3731 *m, uint8_t page)
{
	if (page >= EMUL_IS31FL3731_FRAMES && page != PAGE_FUNCTION) {
		emul_violation(&m->emul, "there is no page 0x%02x", page);
		return;
	}
	m->page = page;
	m->page_known = true;
}

static void
write_function(struct emul_is31fl3731 *m, uint8_t reg, uint8_t value)
{
	if (reg >= EMUL_IS31FL3731_FUNCTION || reg == RESERVED || reg == FRAME_STATE) {
		emul_violation(&m->emul, "function register 0x%02x cannot be written", reg);
		return;
	}
	if (value & ~function_bits[reg])
		emul_violation(&m->emul, "function register 0x%02x: 0x%02x has reserved bits", reg,
			       value);
	m->function[reg] = value & function_bits[reg];
}

static void
write_register(struct emul_is31fl3731 *m, uint8_t reg, uint8_t value)
{
	if (!m->page_known)
		emul_violation(&m->emul, "register 0x%02x written before a page was chosen", reg);
	else if (m->page == PAGE_FUNCTION)
		write_function(m, reg, value);
	else if (reg < EMUL_IS31FL3731_FRAME)
		m->frame[m->page][reg] = value;
	else
		emul_violation(&m->emul, "a frame ends before register 0x%02x", reg);
}

static void
is31fl3731_write(struct emul *e, const uint8_t *w, size_t n)
{
	struct emul_is31fl3731 *m = is31(e);

	m->pointer = w[0];
	if (w[0] == COMMAND) {
		if (n > 2)
			emul_violation(e, "%zu bytes to the command register", n - 1);
		if (n > 1)
			write_command(m, w[1]);
		return;
	}
	for (size_t i = 1; i < n; i++)
		write_register(m, m->pointer++, w[i]);
}

static void
is31fl3731_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	struct emul_is31fl3731 *m = is31(e);

	emul_read_one(e, r, n, addressed);
	if (m->page_known && m->page == PAGE_FUNCTION && m->pointer < EMUL_IS31FL3731_FUNCTION &&
	    m->pointer != RESERVED)
		r[0] = m->function[m->pointer];
	else if (m->page_known && m->page != PAGE_FUNCTION && m->pointer < EMUL_IS31FL3731_FRAME)
		r[0] = m->frame[m->page][m->pointer];
	else
		emul_violation(e, "register 0x%02x cannot be read", m->pointer);
}

static uint8_t
frame_light(const struct emul_is31fl3731 *m, unsigned frame, unsigned channel)
{
	const uint8_t *f = m->frame[frame];

	return f[ON + channel / 8] >> channel % 8 & 1 ? f[PWM + channel] : 0;
}

/* Returns the brightness. If frames play automatically, the brightest of all frames counts. */
static uint8_t
is31fl3731_light(const struct emul *e, unsigned channel)
{
	const struct emul_is31fl3731 *m = (const struct emul_is31fl3731 *)e;
	uint8_t most = 0;

	assert(channel < EMUL_IS31FL3731_CHANNELS);
	if (!(m->function[SHUTDOWN] & SHUTDOWN_OFF))
		return 0;
	if (m->function[CONFIGURATION] >> MODE_SHIFT == 0)
		return frame_light(m, m->function[PICTURE], channel);
	for (unsigned f = 0; f < EMUL_IS31FL3731_FRAMES; f++)
		if (frame_light(m, f, channel) > most)
			most = frame_light(m, f, channel);
	return most;
}

const struct emul_ops emul_is31fl3731_ops = {
	.size = sizeof(struct emul_is31fl3731),
	.part = "IS31FL3731",
	.addr_min = 0x74,
	.addr_max = 0x77,
	.bus_hz_max = 400000,
	.channels = EMUL_IS31FL3731_CHANNELS,
	.max_ma = EMUL_IS31FL3731_CHANNELS * LED_UA / 1000,
	.reset = is31fl3731_reset,
	.write = is31fl3731_write,
	.read = is31fl3731_read,
	.light = is31fl3731_light,
};
