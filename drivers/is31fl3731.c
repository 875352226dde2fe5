/*
 * Lumissil (ISSI) IS31FL3731: two charlieplexed blocks of 9 x 8, 144 LEDs.
 *
 * Source: data sheet revision D (April 2013): command register 0xFD; pages 0 to
 * 7 are frames (18 registers of on or off, 18 of blinking, 144 of brightness),
 * page 0x0B holds the function registers.
 *
 * Channels are the brightness registers in order: LED Cn-m is channel (n - 1) *
 * 16 + m - 1, so m from 1 to 8 is block A, from 9 to 16 block B.
 *
 * Frame 1 is used and shown instead of 0, so that the register for the shown
 * frame differs from its reset value.
 *
 * Current: R_EXT = 20 kOhm gives 3.2 mA per LED on average (figure 1, note 2).
 */
#include <errno.h>
#include <stdio.h>

#include "drivers/chips.h"
#include "drivers/lamp_page.h"

enum {
	CHANNELS = 144,

	REG_PAGE = 0xfd,
	PAGE_FRAME = 1,
	PAGE_FUNCTION = 0x0b,

	FRAME_BLINK = 18, /* registers of a frame: on or off, blinking, brightness */
	FRAME_PWM = 36,
	FRAME_LEN = FRAME_PWM + CHANNELS,

	FN_CONFIG = 0x00,
	FN_PICTURE = 0x01,
	FN_DISPLAY = 0x05,
	FN_BREATH = 0x08,
	FN_SHUTDOWN = 0x0a,
	SHUTDOWN = 0x00,
	NORMAL = 0x01,

	LED_UA = 3200,
};

static int
choose_page(struct lamp_dev *d, uint8_t page)
{
	return lamp_write_pair(d, REG_PAGE, page);
}

/* Writes all function registers but 0x04 and 0x07, which must not be written. */
static int
write_functions(struct lamp_dev *d)
{
	static const uint8_t picture[] = { FN_CONFIG, 0, PAGE_FRAME, 0, 0 };
	static const uint8_t display[] = { FN_DISPLAY, 0, 0 };
	const uint8_t rest[] = { FN_BREATH, 0, 0, d->lit ? NORMAL : SHUTDOWN, 0, 0 };
	int ret;

	if ((ret = lamp_write(d, picture, sizeof(picture))) < 0)
		return ret;
	if ((ret = lamp_write(d, display, sizeof(display))) < 0)
		return ret;
	return lamp_write(d, rest, sizeof(rest));
}

static const struct lamp_paged paged = {
	.functions = PAGE_FUNCTION,
	.on_reg = FN_SHUTDOWN,
	.on = NORMAL,
	.off = SHUTDOWN,
	.choose = choose_page,
	.write_functions = write_functions,
};

static int
is31fl3731_off(struct lamp_dev *d)
{
	return lamp_page_off(d, &paged);
}

static int
is31fl3731_init(struct lamp_dev *d)
{
	int ret = is31fl3731_off(d);

	return ret < 0 ? ret : write_functions(d);
}

/*
 * Returns the value of a frame register: every LED with a lamp is on, none
 * blinks, brightness decides.
 */
static uint8_t
frame_register(const struct lamp_dev *d, const struct lamp_row *row, unsigned i)
{
	(void)row;
	if (i >= FRAME_PWM)
		return d->want[i - FRAME_PWM];
	if (i >= FRAME_BLINK)
		return 0;
	return (uint8_t)(d->used[i / 8] >> i % 8 * 8);
}

static struct lamp_row
frame(struct lamp_dev *d)
{
	return (struct lamp_row){ .len = FRAME_LEN, .shadow = d->shadow, .target = frame_register };
}

static int
is31fl3731_step(struct lamp_dev *d)
{
	struct lamp_row row = frame(d);
	int first = lamp_row_first(d, &row), ret;

	if (d->repeat)
		return lamp_page_repeat(d, &paged);
	if (first < 0)
		return d->lit ? 0 : lamp_page_light(d, &paged);
	if (d->page != PAGE_FRAME)
		return lamp_page_turn(d, &paged, PAGE_FRAME);
	if ((ret = lamp_row_write(d, &row, (unsigned)first)) < 0)
		return ret;
	return lamp_row_first(d, &row) >= 0 || !d->lit;
}

static int
is31fl3731_check(struct lamp_dev *d)
{
	struct lamp_row row = frame(d);
	uint8_t shutdown, picture;
	int ret;

	d->page = LAMP_NO_PAGE;
	if ((ret = lamp_page_open(d, &paged, PAGE_FUNCTION)) < 0)
		return ret;
	if ((ret = lamp_read(d, FN_SHUTDOWN, &shutdown)) < 0)
		return ret;
	if ((ret = lamp_read(d, FN_PICTURE, &picture)) < 0)
		return ret;
	if (shutdown != (d->lit ? NORMAL : SHUTDOWN) || picture != PAGE_FRAME)
		return -ESTALE;
	lamp_row_invalidate(&row);
	d->repeat = true;
	return 0;
}

static void
is31fl3731_pin(unsigned channel, char out[LAMP_PIN_TEXT])
{
	(void)snprintf(out, LAMP_PIN_TEXT, "C%u-%u", channel / 16 + 1, channel % 16 + 1);
}

const struct lamp_chip lamp_is31fl3731 = {
	.part = "IS31FL3731",
	.channels = CHANNELS,
	.addr_min = 0x74,
	.addr_max = 0x77,
	.max_ma = CHANNELS * LED_UA / 1000,
	.channel_ua = LED_UA,
	.bus_hz_max = 400000,
	.supply_ua = 5000,
	.pin = is31fl3731_pin,
	.init = is31fl3731_init,
	.step = is31fl3731_step,
	.check = is31fl3731_check,
	.off = is31fl3731_off,
	.source = "ISSI IS31FL3731 revision D (April 2013)",
	.seen_working = "",
};
