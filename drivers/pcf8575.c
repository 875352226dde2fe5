/*
 * PCF8575: 16 quasi-bidirectional pins on I2C, used as 16 inputs.
 *
 * Source: Texas Instruments SCPS121 revision I (2024); NXP's data sheet of 2007
 * agrees. There are no registers. Two written bytes set P00-P07 and P10-P17 (1:
 * input with a weak pull-up); two bytes read are their levels. INT is low while
 * the levels differ from those last read or written.
 *
 * Channels: 0 to 7 are P00 to P07, 8 to 15 are P10 to P17.
 *
 * A reset makes all pins inputs, as required here, so it need not be detected.
 * Whether another program drives a pin low cannot be read back, so each check
 * writes the pins again.
 */
#include <stdio.h>

#include "drivers/chips.h"

static int
all_inputs(struct sensor_dev *d)
{
	static const uint8_t high[2] = { 0xff, 0xff };

	return bus_write(d->bus, d->addr, high, sizeof(high));
}

/* Makes all pins inputs. The write releases INT; the change behind it shows in the next read. */
static int
pcf8575_init(struct sensor_dev *d)
{
	return all_inputs(d);
}

/*
 * Reads the pins, which releases INT. An earlier pulse leaves no trace except
 * the line's two edges.
 */
static int
pcf8575_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	uint8_t v[2];
	int ret = bus_xfer(d->bus, d->addr, NULL, 0, v, sizeof(v));

	if (ret < 0)
		return ret;
	*scan = (struct sensor_scan){ .closed.w[0] = ~(v[0] | (unsigned)v[1] << 8) & 0xffff };
	return 0;
}

static int
pcf8575_check(struct sensor_dev *d)
{
	return all_inputs(d);
}

static void
pcf8575_pin(unsigned channel, char out[SENSOR_PIN_TEXT])
{
	(void)snprintf(out, SENSOR_PIN_TEXT, "P%u%u", channel / 8, channel % 8);
}

const struct sensor_chip sensor_pcf8575 = {
	.part = "PCF8575",
	.channels = 16,
	.addr_min = 0x20,
	.addr_max = 0x27,
	.interrupts = true,
	.bus_hz_max = 400000,
	.scan_us = 10000,
	.read_bytes = 3,
	.read_transactions = 1,
	.init_bytes = 3,
	.supply_ua = 200,
	.pin = pcf8575_pin,
	.init = pcf8575_init,
	.read = pcf8575_read,
	.check = pcf8575_check,
	.source = "Texas Instruments SCPS121 revision I",
	.seen_working = "",
};
