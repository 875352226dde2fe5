/*
 * Model of the IS31FL3741 by its data sheet: registers of tables 2 to 13.
 *
 * These count as violations although silicon ignores them: a write to FDh while
 * locked, a missing page, use of a page's registers before a page is chosen, a
 * write beyond a page's last register, more than one byte to or from the
 * command registers, a read of more than one byte (the data sheet shows only
 * single ones), and writes to registers that are read-only, missing, or written
 * with the wrong key.
 */
#include "hw/virtual/emul_is31fl3741.h"

#include <assert.h>
#include <string.h>

/* Table 2: accessible from every page. */
enum {
	INT_MASK = 0xf0,     /* write */
	INT_STATUS = 0xf1,   /* read */
	ID = 0xfc,           /* read: the address byte */
	COMMAND = 0xfd,      /* write: the page */
	COMMAND_LOCK = 0xfe, /* read, write */
	UNLOCK_KEY = 0xc5,
};

/* Table 3. */
enum {
	PAGE_PWM_1,
	PAGE_PWM_2,
	PAGE_SCALING_1,
	PAGE_SCALING_2,
	PAGE_FUNCTION,
	PAGES,
	PAGE_1_CHANNELS = 180, /* 00h-B3h; the second page has 00h-AAh */
};

/* Page 4. */
enum {
	CONFIG = 0x00,
	GLOBAL_CURRENT = 0x01,
	PULLS = 0x02,
	OPEN_SHORT = 0x03,
	RESET = 0x3f,
	RESET_KEY = 0xae,
	PULLS_DEFAULT = 0x33,
	PULLS_DOWN = 0x07,    /* of the switches; 0: none */
	PULLS_UP = 0x70,      /* of the sinks; 0: none */
	GHOST = 4,            /* brightness of a ghost */
	CONFIG_ON = 0x01,     /* SSD: 0 is shutdown */
	CONFIG_SWS_SHIFT = 4, /* rows scanned: 9 minus this, down to 2 */
	CONFIG_SWS_MAX = 8,   /* 1000b: no scan, current sinks only */
	SINKS = 39,
	SINK_UA = 38300, /* R_EXT 10 kOhm: a sink's maximum */
};

static struct emul_is31fl3741 *
is31(struct emul *e)
{
	return (struct emul_is31fl3741 *)e;
}

static unsigned
channel_row(unsigned channel)
{
	return channel < 270 ? channel / 30 : (channel - 270) / 9;
}

static bool
row_scanned(const struct emul_is31fl3741 *m, unsigned row)
{
	unsigned sws = m->config >> CONFIG_SWS_SHIFT;

	return sws <= CONFIG_SWS_MAX && row < 9 - sws;
}

static bool
shines(const struct emul_is31fl3741 *m, unsigned channel)
{
	return (m->config & CONFIG_ON) && m->gcc != 0 && row_scanned(m, channel_row(channel));
}

static uint8_t
brightness(const struct emul_is31fl3741 *m, unsigned channel)
{
	return shines(m, channel) ? (uint8_t)(m->pwm[channel] * m->scaling[channel] / 255) : 0;
}

/* Returns the previous lamp of the same sink in the scan. */
static unsigned
turn_before(const struct emul_is31fl3741 *m, unsigned channel)
{
	unsigned sinks = channel < 270 ? 30 : 9, rows = 9 - (m->config >> CONFIG_SWS_SHIFT);

	return channel_row(channel) > 0 ? channel - sinks : channel + (rows - 1) * sinks;
}

/*
 * Returns the visible brightness. The resistors of register 02h discharge
 * switches and sinks between two turns. Without both, the charge of a lit lamp
 * on its sink lights the next switch's lamp.
 */
static uint8_t
is31fl3741_light(const struct emul *e, unsigned channel)
{
	const struct emul_is31fl3741 *m = (const struct emul_is31fl3741 *)e;
	uint8_t own;

	assert(channel < EMUL_IS31FL3741_CHANNELS);
	own = brightness(m, channel);
	if (own > 0 || !shines(m, channel) || ((m->pulls & PULLS_DOWN) && (m->pulls & PULLS_UP)))
		return own;
	return brightness(m, turn_before(m, channel)) > 0 ? GHOST : 0;
}

/* Returns the lamp register at a page's address, or NULL beyond the page's end. */
static uint8_t *
lamp_register(struct emul_is31fl3741 *m, uint8_t reg)
{
	bool second = m->page == PAGE_PWM_2 || m->page == PAGE_SCALING_2;
	unsigned channel = reg + (second ? (unsigned)PAGE_1_CHANNELS : 0);
	unsigned end = second ? (unsigned)EMUL_IS31FL3741_CHANNELS : (unsigned)PAGE_1_CHANNELS;

	if (channel >= end)
		return NULL;
	return m->page <= PAGE_PWM_2 ? &m->pwm[channel] : &m->scaling[channel];
}

static void
is31fl3741_reset(struct emul *e)
{
	struct emul_is31fl3741 *m = is31(e);
	struct emul keep = *e;

	*m = (struct emul_is31fl3741){ .pulls = PULLS_DEFAULT, .ignores_reset = m->ignores_reset };
	m->emul = keep;
}

static void
write_function(struct emul_is31fl3741 *m, uint8_t reg, uint8_t value)
{
	switch (reg) {
	case CONFIG:
		if (value >> CONFIG_SWS_SHIFT > CONFIG_SWS_MAX)
			emul_violation(&m->emul, "configuration 0x%02x: reserved SWS", value);
		m->config = value;
		break;
	case GLOBAL_CURRENT:
		m->gcc = value;
		break;
	case PULLS:
		m->pulls = value;
		break;
	case RESET:
		if (value == RESET_KEY && !m->ignores_reset)
			is31fl3741_reset(&m->emul);
		else if (value != RESET_KEY)
			emul_violation(&m->emul, "reset register written with 0x%02x", value);
		break;
	default:
		emul_violation(&m->emul, "page 4 has no writable register 0x%02x", reg);
		break;
	}
}

static void
write_page(struct emul_is31fl3741 *m, uint8_t reg, uint8_t value)
{
	uint8_t *lamp;

	if (m->page == PAGE_FUNCTION) {
		write_function(m, reg, value);
		return;
	}
	lamp = lamp_register(m, reg);
	if (lamp)
		*lamp = value;
	else
		emul_violation(&m->emul, "page %u ends before register 0x%02x", m->page, reg);
}

static void
write_command(struct emul_is31fl3741 *m, uint8_t value)
{
	if (!m->unlocked) {
		emul_violation(&m->emul, "page %u selected while locked", value);
		return;
	}
	m->unlocked = false; /* each unlock allows one write */
	if (value >= PAGES) {
		emul_violation(&m->emul, "there is no page %u", value);
		return;
	}
	m->page = value;
	m->page_known = true;
}

static void
write_common(struct emul_is31fl3741 *m, uint8_t reg, uint8_t value)
{
	switch (reg) {
	case COMMAND_LOCK:
		m->unlocked = value == UNLOCK_KEY;
		break;
	case COMMAND:
		write_command(m, value);
		break;
	case INT_MASK:
		m->int_mask = value;
		break;
	default:
		emul_violation(&m->emul, "register 0x%02x cannot be written", reg);
		break;
	}
}

static void
is31fl3741_write(struct emul *e, const uint8_t *w, size_t n)
{
	struct emul_is31fl3741 *m = is31(e);

	m->pointer = w[0];
	if (w[0] >= INT_MASK) {
		if (n > 2)
			emul_violation(e, "%zu bytes to register 0x%02x, it takes one", n - 1,
				       w[0]);
		if (n >= 2)
			write_common(m, w[0], w[1]);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		if (!m->page_known) {
			emul_violation(e, "register 0x%02x written before a page was chosen",
				       m->pointer);
			return;
		}
		if (m->pointer >= INT_MASK) {
			emul_violation(e, "a page write continued to 0x%02x", m->pointer);
			return;
		}
		write_page(m, m->pointer++, w[i]);
	}
}

static uint8_t
read_page(struct emul_is31fl3741 *m, uint8_t reg)
{
	uint8_t *lamp = m->page_known && m->page != PAGE_FUNCTION ? lamp_register(m, reg) : NULL;

	if (lamp)
		return *lamp;
	if (m->page_known && m->page == PAGE_FUNCTION) {
		if (reg == CONFIG)
			return m->config;
		if (reg == GLOBAL_CURRENT)
			return m->gcc;
		if (reg == PULLS)
			return m->pulls;
		if (reg >= OPEN_SHORT && reg < OPEN_SHORT + EMUL_IS31FL3741_OPEN_SHORT)
			return 0; /* no lamp is open or shorted */
	}
	emul_violation(&m->emul, "register 0x%02x cannot be read", reg);
	return 0;
}

static uint8_t
read_common(struct emul_is31fl3741 *m, uint8_t reg)
{
	switch (reg) {
	case ID:
		return (uint8_t)(m->emul.addr << 1);
	case COMMAND_LOCK:
		return m->unlocked ? UNLOCK_KEY : 0;
	case INT_STATUS:
		return 0;
	default:
		emul_violation(&m->emul, "register 0x%02x cannot be read", reg);
		return 0;
	}
}

static void
is31fl3741_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	struct emul_is31fl3741 *m = is31(e);

	emul_read_one(e, r, n, addressed);
	r[0] = m->pointer >= INT_MASK ? read_common(m, m->pointer) : read_page(m, m->pointer);
}

const struct emul_ops emul_is31fl3741_ops = {
	.size = sizeof(struct emul_is31fl3741),
	.part = "IS31FL3741",
	.addr_min = 0x30,
	.addr_max = 0x33,
	.bus_hz_max = 1000000,
	.channels = EMUL_IS31FL3741_CHANNELS,
	.max_ma = SINKS * SINK_UA / 1000,
	.reset = is31fl3741_reset,
	.write = is31fl3741_write,
	.read = is31fl3741_read,
	.light = is31fl3741_light,
};
