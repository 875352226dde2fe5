#include "drivers/lamp_row.h"

enum {
	/*
	 * A second write costs two bytes (address and register), a stop and a
	 * start. Resending up to two unchanged bytes is cheaper.
	 */
	WRITE_COST = 2,
	GAP_MAX = WRITE_COST,
};

static bool
differs(const struct lamp_dev *d, const struct lamp_row *row, unsigned i)
{
	return row->shadow[i] != row->target(d, row, i);
}

int
lamp_row_first(const struct lamp_dev *d, const struct lamp_row *row)
{
	for (unsigned i = 0; i < row->len; i++)
		if (differs(d, row, i))
			return (int)i;
	return -1;
}

/*
 * Returns the end of a run of differences that fits in one write, including gaps too small
 * for a second one.
 */
static unsigned
run_end(const struct lamp_dev *d, const struct lamp_row *row, unsigned from)
{
	unsigned end = from + 1, most = from + d->write_max - 1u;

	for (unsigned i = end; i < row->len && i < most && i - end <= GAP_MAX; i++)
		if (differs(d, row, i))
			end = i + 1;
	return end;
}

int
lamp_row_write(struct lamp_dev *d, const struct lamp_row *row, unsigned from)
{
	unsigned end = run_end(d, row, from);
	uint8_t w[LAMP_WRITE_MAX];
	int ret;

	w[0] = (uint8_t)(row->reg + from);
	for (unsigned i = from; i < end; i++)
		w[1 + i - from] = row->target(d, row, i);
	if ((ret = lamp_write(d, w, 1 + end - from)) < 0)
		return ret;
	for (unsigned i = from; i < end; i++)
		row->shadow[i] = w[1 + i - from];
	return 0;
}

void
lamp_row_invalidate(const struct lamp_row *row)
{
	for (unsigned i = 0; i < row->len; i++)
		row->shadow[i] = LAMP_UNKNOWN;
}

int
lamp_write(struct lamp_dev *d, const uint8_t *w, size_t n)
{
	return bus_write(d->bus, d->addr, w, n);
}

int
lamp_write_pair(struct lamp_dev *d, uint8_t reg, uint8_t value)
{
	const uint8_t w[2] = { reg, value };

	return lamp_write(d, w, sizeof(w));
}

int
lamp_read(struct lamp_dev *d, uint8_t reg, uint8_t *value)
{
	return bus_xfer(d->bus, d->addr, &reg, 1, value, 1);
}
