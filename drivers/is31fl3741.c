/*
 * Lumissil IS31FL3741 (and 3741A): 39 current sinks by 9 switches, 351 LEDs.
 *
 * Source: data sheets IS31FL3741 (2017) and IS31FL3741A: command registers
 * 0xFD and 0xFE, pages 0 to 4, function registers 0x00 (configuration), 0x01
 * (global current), 0x02 (resistors against ghosts), 0x3F (reset). Register
 * 0x36 (PWM frequency) is the A's alone and left at its reset value.
 *
 * Channels are the brightness registers in order: channels 0 to 179 are page
 * 0, channels 180 to 350 are page 1 from its register 0. So sink CSc of switch
 * SWs (both from 1) is channel (s - 1) * 30 + c - 1 up to CS30, and channel
 * 270 + (s - 1) * 9 + c - 31 from CS31 on.
 *
 * Current: R_ISET = 10 kOhm makes 38.3 mA a sink at most (383 V / R_ISET),
 * times global current / 256, times scaling / 256; a switch is on for a ninth
 * of the time.
 */
#include <errno.h>
#include <string.h>

#include "drivers/chips.h"

enum {
	CHANNELS = 351,
	SINKS = 39,
	SWITCHES = 9,
	PAGE_CHANNELS = 180, /* on the first page of a kind; the rest is on the second */

	REG_PAGE = 0xfd,
	REG_UNLOCK = 0xfe, /* takes UNLOCK before every write of REG_PAGE */
	UNLOCK = 0xc5,

	PAGE_PWM = 0,     /* and 1 */
	PAGE_SCALING = 2, /* and 3 */
	PAGE_FUNCTION = 4,

	FN_CONFIG = 0x00,
	FN_CURRENT = 0x01,
	FN_RESET = 0x3f,
	CONFIG_DARK = 0x00, /* software shutdown; all nine switches, no open/short test */
	CONFIG_ON = 0x01,
	RESISTORS = 0x77, /* 32 kOhm up and down: sinks and switches drain between turns */
	RESET = 0xae,

	SCALE_FULL = 0xff,
	SINK_UA = 38300,
	/*
	 * A second write costs address and register, two bytes, and a stop and
	 * a start; so up to two bytes in between are cheaper sent again.
	 */
	GAP_MAX = 2,
};

static int
put(struct lamp_dev *d, const uint8_t *w, size_t n)
{
	d->writes++;
	d->bytes += (uint32_t)n;
	return bus_write(d->bus, d->addr, w, n);
}

static int
put_pair(struct lamp_dev *d, uint8_t reg, uint8_t value)
{
	const uint8_t w[2] = { reg, value };

	return put(d, w, sizeof(w));
}

static int
open_page(struct lamp_dev *d, uint8_t page)
{
	int ret;

	if (d->page == page)
		return 0;
	d->page = LAMP_NO_PAGE;
	if ((ret = put_pair(d, REG_UNLOCK, UNLOCK)) < 0)
		return ret;
	if ((ret = put_pair(d, REG_PAGE, page)) < 0)
		return ret;
	d->page = page;
	d->pages++;
	return 0;
}

static int
is31fl3741_off(struct lamp_dev *d)
{
	int ret = open_page(d, PAGE_FUNCTION);

	return ret < 0 ? ret : put_pair(d, FN_CONFIG, CONFIG_DARK);
}

/*
 * Dark first, then reset, which also brings back the registers that are never
 * written here; the steps write all brightness and scaling before the last
 * one lights up, so nothing rests on how thorough that reset was.
 */
static int
is31fl3741_init(struct lamp_dev *d)
{
	const uint8_t function[] = { FN_CONFIG, CONFIG_DARK, d->current, RESISTORS };
	int ret;

	if ((ret = is31fl3741_off(d)) < 0)
		return ret;
	if ((ret = put_pair(d, FN_RESET, RESET)) < 0)
		return ret;
	d->page = LAMP_NO_PAGE;
	if ((ret = open_page(d, PAGE_FUNCTION)) < 0)
		return ret;
	return put(d, function, sizeof(function));
}

/* The registers of a page of brightness or scaling, as a slice of the channels. */
struct slice {
	unsigned first, len; /* channels */
	uint16_t *shadow;    /* of the first */
	bool scaling;
};

static struct slice
slice_of(struct lamp_dev *d, unsigned page)
{
	bool second = (page & 1) != 0;
	bool scaling = page >= PAGE_SCALING;
	unsigned first = second ? PAGE_CHANNELS : 0;

	return (struct slice){
		.first = first,
		.len = second ? CHANNELS - PAGE_CHANNELS : PAGE_CHANNELS,
		.shadow = (scaling ? d->scaled : d->shadow) + first,
		.scaling = scaling,
	};
}

/* What register i of the slice must hold. */
static uint8_t
target(const struct lamp_dev *d, const struct slice *s, unsigned i)
{
	unsigned channel = s->first + i;

	if (!s->scaling)
		return d->want[channel];
	return d->used[channel >> 6] >> (channel & 63) & 1 ? SCALE_FULL : 0;
}

static bool
differs(const struct lamp_dev *d, const struct slice *s, unsigned i)
{
	return s->shadow[i] != target(d, s, i);
}

/* The first register of the page that differs, or -1. */
static int
first_difference(struct lamp_dev *d, unsigned page)
{
	struct slice s = slice_of(d, page);

	for (unsigned i = 0; i < s.len; i++)
		if (differs(d, &s, i))
			return (int)i;
	return -1;
}

/* The page to go on with: the open one if it has work, else scaling before brightness; or -1. */
static int
next_page(struct lamp_dev *d)
{
	static const uint8_t order[] = { PAGE_SCALING, PAGE_SCALING + 1, PAGE_PWM, PAGE_PWM + 1 };

	if (d->page >= 0 && d->page < PAGE_FUNCTION && first_difference(d, (unsigned)d->page) >= 0)
		return d->page;
	for (unsigned i = 0; i < sizeof(order); i++)
		if (first_difference(d, order[i]) >= 0)
			return order[i];
	return -1;
}

/* Writes the next run of differences of the open page. */
static int
write_run(struct lamp_dev *d, unsigned from)
{
	struct slice s = slice_of(d, (unsigned)d->page);
	unsigned limit = from + LAMP_WRITE_MAX - 1, end = from + 1;
	uint8_t w[LAMP_WRITE_MAX];
	int ret;

	if (limit > s.len)
		limit = s.len;
	for (unsigned i = end; i < limit && i - end <= GAP_MAX; i++)
		if (differs(d, &s, i))
			end = i + 1;
	w[0] = (uint8_t)from;
	for (unsigned i = from; i < end; i++)
		w[1 + i - from] = target(d, &s, i);
	if ((ret = put(d, w, 1 + end - from)) < 0)
		return ret;
	for (unsigned i = from; i < end; i++)
		s.shadow[i] = w[1 + i - from];
	return 0;
}

/* All is written for the first time since the start: outputs on. */
static int
light_up(struct lamp_dev *d)
{
	int ret;

	if (d->page != PAGE_FUNCTION)
		return (ret = open_page(d, PAGE_FUNCTION)) < 0 ? ret : 1;
	ret = put_pair(d, FN_CONFIG, CONFIG_ON);
	d->lit = ret == 0;
	return ret;
}

static int
is31fl3741_step(struct lamp_dev *d)
{
	int page = next_page(d);
	int ret;

	if (page < 0)
		return d->lit ? 0 : light_up(d);
	if (d->page != page)
		return (ret = open_page(d, (uint8_t)page)) < 0 ? ret : 1;
	if ((ret = write_run(d, (unsigned)first_difference(d, (unsigned)page))) < 0)
		return ret;
	return next_page(d) >= 0 || !d->lit;
}

static int
read_fn(struct lamp_dev *d, uint8_t reg, uint8_t *value)
{
	return bus_xfer(d->bus, d->addr, &reg, 1, value, 1);
}

/* Both registers are zero after a reset. */
static int
is31fl3741_check(struct lamp_dev *d)
{
	uint8_t config, current;
	int ret;

	d->page = LAMP_NO_PAGE; /* a reset would have closed it */
	if ((ret = open_page(d, PAGE_FUNCTION)) < 0)
		return ret;
	if ((ret = read_fn(d, FN_CONFIG, &config)) < 0)
		return ret;
	if ((ret = read_fn(d, FN_CURRENT, &current)) < 0)
		return ret;
	return config == (d->lit ? CONFIG_ON : CONFIG_DARK) && current == d->current ? 0 : -ESTALE;
}

/*
 * With `used` LEDs at full brightness the supply gives, on average over the
 * nine turns, used / 9 sinks' current; that is to stay within max_ma whatever
 * is shown.
 */
static uint8_t
is31fl3741_current(uint16_t max_ma, unsigned used)
{
	uint64_t most_ua = (uint64_t)SINK_UA * used;
	uint64_t step = used ? (uint64_t)max_ma * 1000 * SWITCHES * 256 / most_ua : 255;

	return step > 255 ? 255 : (uint8_t)step;
}

static uint32_t
is31fl3741_channel_ua(uint8_t current)
{
	return ((uint32_t)SINK_UA * current + 256 * SWITCHES - 1) / (256 * SWITCHES);
}

const struct lamp_chip lamp_is31fl3741 = {
	.part = "IS31FL3741",
	.channels = CHANNELS,
	.addr_min = 0x30,
	.addr_max = 0x33,
	.max_ma = SINKS * SINK_UA / 1000,
	.bus_hz_max = 1000000,
	.current = is31fl3741_current,
	.channel_ua = is31fl3741_channel_ua,
	.init = is31fl3741_init,
	.step = is31fl3741_step,
	.check = is31fl3741_check,
	.off = is31fl3741_off,
	.source = "Lumissil IS31FL3741 (2017) and IS31FL3741A data sheets",
	.seen_working = "",
};
