/*
 * Lumissil IS31FL3741 (and 3741A): 39 current sinks by 9 switches, 351 LEDs.
 *
 * Source: data sheets IS31FL3741 (2017) and IS31FL3741A: command registers 0xFD
 * and 0xFE, pages 0 to 4, function registers 0x00 (configuration), 0x01 (global
 * current), 0x02 (anti-ghosting resistors), 0x3F (reset). Register 0x36 (PWM
 * frequency) exists only on the A and keeps its reset value.
 *
 * Channels are the brightness registers in order: channels 0 to 179 are page 0,
 * channels 180 to 350 are page 1 from its register 0. Sink CSc of switch SWs
 * (both from 1) is channel (s - 1) * 30 + c - 1 up to CS30, and channel 270 +
 * (s - 1) * 9 + c - 31 from CS31 on.
 *
 * Current: R_ISET = 10 kOhm gives at most 38.3 mA per sink (383 V / R_ISET),
 * times global current / 256, times scaling / 256. A switch is on for a ninth
 * of the time, so an LED draws 4.2 mA on average and survives the pulse. Both
 * factors stay at their maximum: only brightness sets the current.
 */
#include <errno.h>
#include <stdio.h>

#include "drivers/chips.h"
#include "drivers/lamp_page.h"

enum {
	CHANNELS = 351,
	SINKS = 39,
	SWITCHES = 9,
	PAGE_CHANNELS = 180, /* on the first page of a kind; the others are on the second */

	REG_PAGE = 0xfd,
	REG_UNLOCK = 0xfe, /* must receive UNLOCK before every write of REG_PAGE */
	UNLOCK = 0xc5,

	PAGE_PWM = 0,     /* and 1 */
	PAGE_SCALING = 2, /* and 3 */
	PAGE_FUNCTION = 4,

	FN_CONFIG = 0x00,
	FN_CURRENT = 0x01,
	FN_RESET = 0x3f,
	CONFIG_DARK = 0x00, /* software shutdown; all nine switches, no open/short test */
	CONFIG_ON = 0x01,
	CURRENT = 0xff,
	RESISTORS = 0x77, /* 32 kOhm up and down: sinks and switches discharge between cycles */
	RESET = 0xae,

	SCALE_FULL = 0xff,
	SINK_UA = 38300,
};

static int
choose_page(struct lamp_dev *d, uint8_t page)
{
	int ret = lamp_write_pair(d, REG_UNLOCK, UNLOCK);

	return ret < 0 ? ret : lamp_write_pair(d, REG_PAGE, page);
}

static int
write_functions(struct lamp_dev *d)
{
	const uint8_t w[] = { FN_CONFIG, d->lit ? CONFIG_ON : CONFIG_DARK, CURRENT, RESISTORS };

	return lamp_write(d, w, sizeof(w));
}

static const struct lamp_paged paged = {
	.functions = PAGE_FUNCTION,
	.on_reg = FN_CONFIG,
	.on = CONFIG_ON,
	.off = CONFIG_DARK,
	.choose = choose_page,
	.write_functions = write_functions,
};

static int
is31fl3741_off(struct lamp_dev *d)
{
	return lamp_page_off(d, &paged);
}

/*
 * Switches the outputs off, then resets the chip, which also restores registers
 * that are never written here. The steps write all brightness and scaling
 * before the outputs go on, so they do not rely on the reset.
 */
static int
is31fl3741_init(struct lamp_dev *d)
{
	int ret;

	if ((ret = is31fl3741_off(d)) < 0)
		return ret;
	if ((ret = lamp_write_pair(d, FN_RESET, RESET)) < 0)
		return ret;
	d->page = LAMP_NO_PAGE;
	if ((ret = lamp_page_open(d, &paged, PAGE_FUNCTION)) < 0)
		return ret;
	return write_functions(d);
}

static uint8_t
brightness(const struct lamp_dev *d, const struct lamp_row *row, unsigned i)
{
	return d->want[row->first + i];
}

static uint8_t
scaling(const struct lamp_dev *d, const struct lamp_row *row, unsigned i)
{
	return lamp_is_used(d, row->first + i) ? SCALE_FULL : 0;
}

/* Returns the registers of a page of brightness or scaling. */
static struct lamp_row
row_of(struct lamp_dev *d, unsigned page)
{
	bool second = (page & 1) != 0;
	bool scales = page >= PAGE_SCALING;
	uint16_t first = second ? PAGE_CHANNELS : 0;

	return (struct lamp_row){
		.len = second ? CHANNELS - PAGE_CHANNELS : PAGE_CHANNELS,
		.first = first,
		.shadow = (scales ? d->scaled : d->shadow) + first,
		.target = scales ? scaling : brightness,
	};
}

static int
first_difference(struct lamp_dev *d, unsigned page)
{
	struct lamp_row row = row_of(d, page);

	return lamp_row_first(d, &row);
}

/*
 * Returns the next page to write: the open one if it has work, otherwise
 * scaling before brightness; or -1.
 */
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

static int
is31fl3741_step(struct lamp_dev *d)
{
	int page = next_page(d);
	struct lamp_row row;
	int ret;

	if (d->repeat)
		return lamp_page_repeat(d, &paged);
	if (page < 0)
		return d->lit ? 0 : lamp_page_light(d, &paged);
	if (d->page != page)
		return lamp_page_turn(d, &paged, (uint8_t)page);
	row = row_of(d, (unsigned)page);
	if ((ret = lamp_row_write(d, &row, (unsigned)lamp_row_first(d, &row))) < 0)
		return ret;
	return next_page(d) >= 0 || !d->lit;
}

/* Checks the settings; both registers are zero after a reset. */
static int
is31fl3741_check(struct lamp_dev *d)
{
	uint8_t config, current;
	int ret;

	d->page = LAMP_NO_PAGE; /* a reset may have closed it */
	if ((ret = lamp_page_open(d, &paged, PAGE_FUNCTION)) < 0)
		return ret;
	if ((ret = lamp_read(d, FN_CONFIG, &config)) < 0)
		return ret;
	if ((ret = lamp_read(d, FN_CURRENT, &current)) < 0)
		return ret;
	if (config != (d->lit ? CONFIG_ON : CONFIG_DARK) || current != CURRENT)
		return -ESTALE;
	for (unsigned page = PAGE_PWM; page < PAGE_FUNCTION; page++) {
		struct lamp_row row = row_of(d, page);

		lamp_row_invalidate(&row);
	}
	d->repeat = true;
	return 0;
}

static void
is31fl3741_pin(unsigned channel, char out[LAMP_PIN_TEXT])
{
	bool low = channel < 30 * SWITCHES; /* CS1 to CS30; then CS31 to CS39 */
	unsigned in = low ? channel : channel - 30 * SWITCHES, sinks = low ? 30 : SINKS - 30;

	(void)snprintf(out, LAMP_PIN_TEXT, "SW%u-CS%u", in / sinks + 1,
		       in % sinks + (low ? 1 : 31));
}

const struct lamp_chip lamp_is31fl3741 = {
	.part = "IS31FL3741",
	.channels = CHANNELS,
	.addr_min = 0x30,
	.addr_max = 0x33,
	.max_ma = SINKS * SINK_UA / 1000,
	.channel_ua = SINK_UA / SWITCHES,
	.bus_hz_max = 1000000,
	.supply_ua = 10000,
	.pin = is31fl3741_pin,
	.init = is31fl3741_init,
	.step = is31fl3741_step,
	.check = is31fl3741_check,
	.off = is31fl3741_off,
	.source = "Lumissil IS31FL3741 (2017) and IS31FL3741A data sheets",
	.seen_working = "",
};
