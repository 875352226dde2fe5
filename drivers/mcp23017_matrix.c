/*
 * 64 switches in rows and columns on one MCP23017, with a Schottky diode each.
 *
 * Source: data sheet DS20001952 revision D; mcp23017.c has the registers. The
 * two output-only pins drive rows: rows 0 to 3 are GPA4 to GPA7, rows 4 to 7
 * GPB4 to GPB7; columns 0 to 3 are GPA0 to GPA3, columns 4 to 7 GPB0 to GPB3.
 * Channel = row * 8 + column.
 *
 * One row at a time is low. Its closed switches pull their columns low through
 * the diode, whose 0.3 V stay below the low threshold (0.66 V at 3.3 V). The
 * other rows are high, so no current takes a detour through three other
 * switches.
 *
 * With IOCON.SEQOP the address alternates between GPIOA and GPIOB (3.2.1), and
 * a write to GPIO is a write to OLAT (3.5.10). One transaction of 7 bytes thus
 * sets the row and reads the columns. The read address and its start in between
 * take 25 us at 400 kHz: enough for a column to rise on its pull-up.
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
	0, /* GPINTEN: every file always holds some piece, so interrupts are useless */
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

struct row {
	uint8_t w[3]; /* drives the row's pin low, all others high */
	uint8_t r[2]; /* GPIOA, GPIOB */
};

static struct bus_transfer
row_transfer(const struct sensor_dev *d, struct row *row, unsigned i)
{
	uint16_t rows = (uint16_t) ~(1u << (i < 4 ? 4 + i : 8 + i));

	*row = (struct row){ .w = { MCP23017_GPIO, (uint8_t)(rows & ROW_PINS),
				    (uint8_t)(rows >> 8 & ROW_PINS) } };
	return (struct bus_transfer){ d->addr, row->w, sizeof(row->w), row->r, sizeof(row->r) };
}

/* Reports whether the row pins read as driven; if not, the chip has lost its settings. */
static bool
row_is_driven(const struct row *row)
{
	return (row->r[0] & ROW_PINS) == row->w[1] && (row->r[1] & ROW_PINS) == row->w[2];
}

/* Returns the closed switches of the row: bit c for column c. */
static uint8_t
row_closed(const struct row *row)
{
	return (uint8_t)(~(row->r[0] & COLUMNS) & COLUMNS) |
	       (uint8_t)((~(row->r[1] & COLUMNS) & COLUMNS) << 4);
}

/*
 * Reads all rows. A chip that was reset, or that counts addresses up, returns
 * the bytes just written as squares. A scan therefore ends with a read of both
 * directions, port B first: they match only if the address alternates. The
 * register after IODIRB is IPOLA, 0.
 */
static int
matrix_read(struct sensor_dev *d, struct sensor_scan *scan)
{
	static const uint8_t want[2] = { COLUMNS, COLUMNS };
	static const uint8_t iodir_reg = MCP23017_IODIR + 1;
	struct bus_transfer t[ROWS + 1];
	struct row row[ROWS];
	uint8_t iodir[sizeof(want)];
	int ret;

	*scan = (struct sensor_scan){ 0 };
	for (unsigned i = 0; i < ROWS; i++)
		t[i] = row_transfer(d, &row[i], i);
	t[ROWS] = (struct bus_transfer){ d->addr, &iodir_reg, 1, iodir, sizeof(iodir) };
	if ((ret = bus_batch(d->bus, t, ROWS + 1)) < 0)
		return ret;
	for (unsigned i = 0; i < ROWS; i++) {
		if (!row_is_driven(&row[i]))
			return -ESTALE;
		scan->closed.w[0] |= (uint64_t)row_closed(&row[i]) << i * 8;
	}
	return memcmp(iodir, want, sizeof(want)) == 0 ? 0 : -ESTALE;
}

/* Checks the settings. If byte mode cannot be restored, the next scan detects it. */
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
	.read_bytes = ROWS * 7 + 5,
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
