#include "drivers/lamp_row.h"

enum {
	/*
	 * A second write costs address and register, two bytes, and a stop and
	 * a start; so up to two bytes in between are cheaper sent again.
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

/* Where a run of differences ends, gaps too small for a second write included. */
static unsigned
run_end(const struct lamp_dev *d, const struct lamp_row *row, unsigned from)
{
	unsigned end = from + 1;

	for (unsigned i = end; i < row->len && i - end <= GAP_MAX; i++)
		if (differs(d, row, i))
			end = i + 1;
	return end;
}

/*
 * A run too long for one write: where the first one ends, so that all of them
 * together are the fewest bytes. least[i] is what everything from i on costs.
 */
static unsigned
first_cut(const struct lamp_dev *d, const struct lamp_row *row, unsigned from, unsigned end)
{
	unsigned longest = d->write_max - 1u, cut = end;
	uint16_t least[LAMP_CHANNELS_MAX + 1];

	least[end] = 0;
	for (unsigned i = end; i-- > from;) {
		least[i] = differs(d, row, i) ? UINT16_MAX : least[i + 1];
		for (unsigned n = 1; differs(d, row, i) && n <= longest && i + n <= end; n++)
			if (WRITE_COST + n + least[i + n] < least[i]) {
				least[i] = (uint16_t)(WRITE_COST + n + least[i + n]);
				cut = i + n;
			}
	}
	return cut;
}

int
lamp_row_write(struct lamp_dev *d, const struct lamp_row *row, unsigned from)
{
	unsigned end = run_end(d, row, from);
	uint8_t w[LAMP_WRITE_MAX];
	int ret;

	if (1 + end - from > d->write_max)
		end = first_cut(d, row, from, end);
	w[0] = (uint8_t)(row->reg + from);
	for (unsigned i = from; i < end; i++)
		w[1 + i - from] = row->target(d, row, i);
	if ((ret = lamp_put(d, w, 1 + end - from)) < 0)
		return ret;
	for (unsigned i = from; i < end; i++)
		row->shadow[i] = w[1 + i - from];
	return 0;
}

void
lamp_row_forget(const struct lamp_row *row)
{
	for (unsigned i = 0; i < row->len; i++)
		row->shadow[i] = LAMP_UNKNOWN;
}

int
lamp_put(struct lamp_dev *d, const uint8_t *w, size_t n)
{
	d->writes++;
	d->bytes += (uint32_t)n;
	return bus_write(d->bus, d->addr, w, n);
}

int
lamp_put_pair(struct lamp_dev *d, uint8_t reg, uint8_t value)
{
	const uint8_t w[2] = { reg, value };

	return lamp_put(d, w, sizeof(w));
}

int
lamp_get(struct lamp_dev *d, uint8_t reg, uint8_t *value)
{
	return bus_xfer(d->bus, d->addr, &reg, 1, value, 1);
}
