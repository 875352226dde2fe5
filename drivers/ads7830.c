/*
 * ADS7830: eight inputs, 8-bit converter on I2C, for linear Hall sensors.
 *
 * Source: Texas Instruments SBAS302 (2003), page 11: a command byte selects the
 * input and the power-down mode; a read after a repeated start converts. Each
 * reading carries its command, so the chip has no state that a reset could
 * change.
 *
 * Channels: 0 to 7 are CH0 to CH7. REFIN is tied to the sensors' supply (the
 * internal reference stays off), COM to ground.
 */
#include <stdio.h>

#include "drivers/chips.h"

enum {
	CHANNELS = 8,
	SINGLE_ENDED = 0x80,
	CONVERTER_ON = 0x04, /* PD0: converter on, internal reference off (PD1 clear) */
};

/* Odd inputs have C2 set; C1 and C0 select the pair. */
#define COMMAND(channel) (SINGLE_ENDED | ((channel)&1) << 6 | (channel) / 2 << 4 | CONVERTER_ON)

static const uint8_t command[CHANNELS] = {
	COMMAND(0), COMMAND(1), COMMAND(2), COMMAND(3),
	COMMAND(4), COMMAND(5), COMMAND(6), COMMAND(7),
};

static int
ads7830_init(struct sensor_dev *d)
{
	return bus_write(d->bus, d->addr, &command[0], 1);
}

static unsigned
ads7830_transfers(const struct sensor_dev *d, struct sensor_scan *scan, struct bus_transfer *t)
{
	unsigned n = 0;

	for (unsigned c = 0; c < CHANNELS; c++)
		if (sensor_bits_has(d->used, c))
			t[n++] =
				(struct bus_transfer){ d->addr, &command[c], 1, &scan->code[c], 1 };
	return n;
}

/* Has nothing to check: the driver keeps no state. */
static int
ads7830_check(struct sensor_dev *d)
{
	(void)d;
	return 0;
}

static void
ads7830_pin(unsigned channel, char out[SENSOR_PIN_TEXT])
{
	(void)snprintf(out, SENSOR_PIN_TEXT, "CH%u", channel);
}

const struct sensor_chip sensor_ads7830 = {
	.part = "ADS7830",
	.channels = CHANNELS,
	.addr_min = 0x48,
	.addr_max = 0x4b,
	.measures = true,
	.bus_hz_max = 400000,
	.scan_us = 20000,
	.read_bytes = CHANNELS * 4,
	.read_transactions = CHANNELS,
	.init_bytes = 2,
	.supply_ua = 350,
	.pin = ads7830_pin,
	.init = ads7830_init,
	.transfers = ads7830_transfers,
	.check = ads7830_check,
	.source = "Texas Instruments SBAS302 (December 2003)",
	.seen_working = "",
};
