/*
 * 64 switches in rows and columns on one MCP23017, a Schottky diode each.
 *
 * Source: data sheet DS20001952 revision D; mcp23017.c has the registers. The
 * two pins that must be outputs drive rows: rows 0 to 3 are GPA4 to GPA7, rows
 * 4 to 7 GPB4 to GPB7; columns 0 to 3 are GPA0 to GPA3, columns 4 to 7 GPB0 to
 * GPB3. Channel = row * 8 + column.
 *
 * One row at a time is low; its closed switches pull their columns low through
 * the diode, whose 0.3 V leave a clear low (0.66 V at 3.3 V). The other rows are
 * high, so nothing comes round through three other switches.
 *
 * IOCON.SEQOP makes the address go to and fro between GPIOA and GPIOB (3.2.1),
 * and a write to GPIO is one to OLAT (3.5.10): so one transaction sets the row
 * and reads the columns, 7 bytes. Between the two lie the read address and its
 * start, 25 us at 400 kHz: time for a column to rise on its pull-up.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "drivers/chips.h"
#include "drivers/mcp23017.h"

enum {
	ROWS = 8,
	COLUMNS = 0x0f, /* of each port; the other four pins are rows */
	ROW_PINS = 0xf0,
};

static const uint8_t settings[MCP23017_SETTINGS] = {
	COLUMNS,
	COLUMNS, /* IODIR */
	0,
	0, /* IPOL */
	0,
	0, /* GPINTEN: some piece always stands in every file, nothing to wait for */
	0,
	0, /* DEFVAL */
	0,
	0, /* INTCON */
	MCP23017_IOCON_ODR,
	MCP23017_IOCON_ODR, /* IOCON */
	COLUMNS,
	COLUMNS, /* GPPU */
};

static int
set_byte_mode(struct sensor_dev *d, bool on)
{
	uint8_t iocon = (uint8_t)(MCP23017_IOCON_ODR | (on ? MCP23017_IOCON_BYTE : 0));

	return mcp23017_write(d, MCP23017_IOCON, &iocon, 1);
}

static int
matrix_init(struct sensor_dev *d)
{
	static const uint8_t high[2] = { ROW_PINS, ROW_PINS };
	int ret = mcp23017_settle(d, high, settings);

	return ret < 0 ? ret : set_byte_mode(d, true);
}

/* Sets the row's pin low and reads all columns: bit c, the switch to column c is closed. */
static int
read_row(struct sensor_dev *d, unsigned row, uint8_t *closed)
{
	uint16_t rows = (uint16_t) ~(1u << (row < 4 ? 4 + row : 8 + row));
	const uint8_t w[3] = { MCP23017_GPIO, (uint8_t)(rows & ROW_PINS),
			       (uint8_t)(rows >> 8 & ROW_PINS) };
	uint8_t r[2];
	int ret = bus_xfer(d->bus, d->addr, w, sizeof(w), r, sizeof(r));

	if (ret < 0)
		return ret;
	/* A row that does not read as it is driven is no row of this chip's any more. */
	if ((r[0] & ROW_PINS) != w[1] || (r[1] & ROW_PINS) != w[2])
		return -ESTALE;
	*closed = (uint8_t)(~(r[0] & COLUMNS) & COLUMNS) |
		  (uint8_t)((~(r[1] & COLUMNS) & COLUMNS) << 4);
	return 0;
}

/*
 * A chip that was reset, or counts its addresses up, would give back what was
 * just written, as squares. So a scan ends with a look at the directions, the
 * first of them twice: which it is only if the address goes to and fro. What
 * was read before is told only then.
 */
static int
matrix_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	static const uint8_t want[3] = { COLUMNS, COLUMNS, COLUMNS };
	uint8_t iodir[sizeof(want)], row;
	int ret;

	*scan = (struct sensor_scan){ 0 };
	for (unsigned i = 0; i < ROWS; i++) {
		if ((ret = read_row(d, i, &row)) < 0)
			return ret;
		scan->closed.w[0] |= (uint64_t)row << i * 8;
	}
	if ((ret = mcp23017_read(d, MCP23017_IODIR, iodir, sizeof(iodir))) < 0)
		return ret;
	return memcmp(iodir, want, sizeof(want)) == 0 ? 0 : -ESTALE;
}

/* Should the way back fail, the next scan finds out. */
static int
matrix_check(struct sensor_dev *d)
{
	int ret = set_byte_mode(d, false);

	if (ret == 0)
		ret = mcp23017_compare(d, settings);
	return ret < 0 ? ret : set_byte_mode(d, true);
}

static void
matrix_pin(unsigned channel, char out[SENSOR_PIN_TEXT])
{
	unsigned row = channel / ROWS, column = channel % ROWS;

	(void)snprintf(out, SENSOR_PIN_TEXT, "GP%c%u-GP%c%u", row < 4 ? 'A' : 'B', 4 + row % 4,
		       column < 4 ? 'A' : 'B', column % 4);
}

const struct sensor_chip sensor_mcp23017_matrix = {
	.part = "MCP23017-MATRIX",
	.channels = 64,
	.addr_min = 0x20,
	.addr_max = 0x27,
	.bus_hz_max = 400000,
	.scan_us = 10000,
	.read_bytes = ROWS * 7 + 6,
	.read_transactions = ROWS + 1,
	.init_bytes = 46,
	.supply_ua = 1000,
	.pin = matrix_pin,
	.init = matrix_init,
	.read = matrix_read,
	.check = matrix_check,
	.source = "Microchip DS20001952 revision D",
	.seen_working = "",
};
