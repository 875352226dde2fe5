/*
 * ADS7830: eight inputs, 8-bit converter on I2C, for linear Hall sensors.
 *
 * Source: Texas Instruments SBAS302 (2003), page 11: a command byte chooses
 * input and power-down, a read after a repeated start converts it. Each reading
 * carries its command, so there is no state that a reset could spoil.
 *
 * Channels: 0 to 7 are CH0 to CH7. REFIN is tied to the sensors' supply (the
 * inner reference stays off), COM to ground.
 */
#include <stdio.h>

#include "drivers/chips.h"

enum {
	CHANNELS = 8,
	SINGLE_ENDED = 0x80,
	CONVERTER_ON = 0x04, /* PD0: stays awake, its reference off (PD1 clear) */
};

/* Odd inputs have C2 set; C1 and C0 are the pair. */
static uint8_t
command(unsigned channel)
{
	return (uint8_t)(SINGLE_ENDED | (channel & 1) << 6 | channel / 2 << 4 | CONVERTER_ON);
}

static int
ads7830_init(struct sensor_dev *d)
{
	uint8_t first = command(0);

	return bus_write(d->bus, d->addr, &first, 1);
}

static int
ads7830_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	*scan = (struct sensor_scan){ 0 };
	for (unsigned c = 0; c < CHANNELS; c++) {
		uint8_t w = command(c);
		int ret;

		if (!sensor_bits_has(d->used, c))
			continue;
		if ((ret = bus_xfer(d->bus, d->addr, &w, 1, &scan->code[c], 1)) < 0)
			return ret;
	}
	return 0;
}

/* Nothing is kept that could be wrong. */
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
	.read = ads7830_read,
	.check = ads7830_check,
	.source = "Texas Instruments SBAS302 (December 2003)",
	.seen_working = "",
};
