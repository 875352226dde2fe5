/*
 * Holtek HT16K33: 16 rows by 8 commons, 128 LEDs on or off, one brightness.
 *
 * Source: data sheet revision 1.20 (July 2017), command summary; revision 1.10
 * agrees. Commands are single bytes; the display RAM is written from a given
 * address on. Only the RAM can be read back, and its content after power-on is
 * not specified.
 *
 * The chip powers up in standby. Section "Standby Mode": it then accepts only
 * the system setup command, no other command and no RAM write.
 * CMD_OSCILLATOR_ON therefore comes first whenever a reset may have happened.
 *
 * Channels are the RAM's bits in order: channel = common * 16 + row.
 *
 * Current: a row sources 25 mA (typical, 5 V), for 1024 of the 9504 us of a
 * cycle; dimming scales this in sixteenths.
 */
#include <stdio.h>

#include "drivers/chips.h"
#include "drivers/lamp_row.h"

enum {
	CHANNELS = 128,
	RAM_LEN = CHANNELS / 8,

	CMD_RAM = 0x00,
	CMD_OSCILLATOR_ON = 0x21,
	CMD_DISPLAY_OFF = 0x80,
	CMD_DISPLAY_ON = 0x81, /* and no blinking */
	CMD_ROW15_IS_ROW = 0xa0,
	CMD_DIMMING = 0xe0,

	DIM_STEPS = 16,
	CHANNEL_UA = 25000 * 1024 / 9504,
};

/* The requested brightness, reduced to one value for the whole chip. */
struct shine {
	uint8_t threshold; /* channels at or above this are on */
	uint8_t dimming;
};

static struct shine
shine_of(const struct lamp_dev *d)
{
	unsigned most = 1, sum = 0, n = 0, steps;

	for (unsigned i = 0; i < CHANNELS; i++)
		if (d->want[i] > most)
			most = d->want[i];
	for (unsigned i = 0; i < CHANNELS; i++) {
		if (d->want[i] < (most + 1) / 2)
			continue;
		sum += d->want[i];
		n++;
	}
	steps = n ? sum * DIM_STEPS / (255 * n) : 0;
	return (struct shine){ (uint8_t)((most + 1) / 2), (uint8_t)(steps > 0 ? steps - 1 : 0) };
}

static uint8_t
ram_byte(const struct lamp_dev *d, const struct lamp_row *row, unsigned i)
{
	uint8_t byte = 0;

	for (unsigned b = 0; b < 8; b++)
		if (d->want[i * 8 + b] >= row->first)
			byte |= (uint8_t)(1u << b);
	return byte;
}

/*
 * Returns the RAM row. row.first holds the threshold: channels start at the
 * first register anyway.
 */
static struct lamp_row
ram(struct lamp_dev *d, struct shine s)
{
	return (struct lamp_row){
		.reg = CMD_RAM,
		.len = RAM_LEN,
		.first = s.threshold,
		.shadow = d->shadow,
		.target = ram_byte,
	};
}

static int
send_command(struct lamp_dev *d, uint8_t c)
{
	return lamp_write(d, &c, 1);
}

static int
write_dimming(struct lamp_dev *d, uint8_t dimming)
{
	int ret = send_command(d, (uint8_t)(CMD_DIMMING | dimming));

	if (ret == 0)
		d->dimming = dimming;
	return ret;
}

/*
 * Switches the display off. A chip in standby with its display on shows its RAM
 * between the two commands. No program leaves it so, and a reset switches the
 * display off.
 */
static int
ht16k33_off(struct lamp_dev *d)
{
	int ret = send_command(d, CMD_OSCILLATOR_ON);

	return ret < 0 ? ret : send_command(d, CMD_DISPLAY_OFF);
}

static int
ht16k33_init(struct lamp_dev *d)
{
	int ret = ht16k33_off(d);

	return ret < 0 ? ret : send_command(d, CMD_ROW15_IS_ROW);
}

/* Repeats the settings after the RAM: a chip that was reset stays dark until all are right. */
static int
repeat_commands(struct lamp_dev *d, uint8_t dimming)
{
	int ret;

	if ((ret = write_dimming(d, dimming)) < 0)
		return ret;
	if ((ret = send_command(d, CMD_ROW15_IS_ROW)) < 0)
		return ret;
	ret = send_command(d, d->lit ? CMD_DISPLAY_ON : CMD_DISPLAY_OFF);
	d->repeat = ret < 0;
	return ret < 0 ? ret : !d->lit;
}

/*
 * Performs one step. Brightness falls before new lamps light up and rises after
 * old ones are off, so many lamps never flash at the brightness of a few.
 */
static int
ht16k33_step(struct lamp_dev *d)
{
	struct shine s = shine_of(d);
	struct lamp_row row = ram(d, s);
	int first = lamp_row_first(d, &row), ret;
	bool dims = d->dimming != s.dimming, more = !d->lit || d->repeat;

	if (dims && (first < 0 || d->dimming == LAMP_UNKNOWN || s.dimming < d->dimming))
		return (ret = write_dimming(d, s.dimming)) < 0 ? ret : first >= 0 || more;
	if (first >= 0) {
		if ((ret = lamp_row_write(d, &row, (unsigned)first)) < 0)
			return ret;
		return dims || more || lamp_row_first(d, &row) >= 0;
	}
	if (d->repeat)
		return repeat_commands(d, s.dimming);
	if (d->lit)
		return 0;
	ret = send_command(d, CMD_DISPLAY_ON);
	d->lit = ret == 0;
	return ret;
}

/* Wakes the chip and has everything written again: no register shows a reset. */
static int
ht16k33_check(struct lamp_dev *d)
{
	struct lamp_row row = ram(d, shine_of(d));

	lamp_row_invalidate(&row);
	d->repeat = true;
	return send_command(d, CMD_OSCILLATOR_ON);
}

static void
ht16k33_pin(unsigned channel, char out[LAMP_PIN_TEXT])
{
	(void)snprintf(out, LAMP_PIN_TEXT, "COM%u-ROW%u", channel / 16, channel % 16);
}

const struct lamp_chip lamp_ht16k33 = {
	.part = "HT16K33",
	.channels = CHANNELS,
	.addr_min = 0x70,
	.addr_max = 0x77,
	.max_ma = CHANNELS * (25000 / 1000) * 1024 / 9504,
	.channel_ua = CHANNEL_UA,
	.on_off = true,
	.bus_hz_max = 400000,
	.supply_ua = 2000,
	.pin = ht16k33_pin,
	.init = ht16k33_init,
	.step = ht16k33_step,
	.check = ht16k33_check,
	.off = ht16k33_off,
	.source = "Holtek HT16K33 revision 1.20 (July 2017)",
	.seen_working = "",
};
