/*
 * For lamp chips alone: registers in a row that are to hold certain bytes, sent
 * as the fewest bytes.
 */
#pragma once
#include "drivers/lamp.h"

struct lamp_row {
	uint8_t reg;      /* address of the first */
	uint16_t len;     /* registers */
	uint16_t first;   /* what `target` makes of it: a channel, mostly */
	uint16_t *shadow; /* what each register holds, or LAMP_UNKNOWN */
	/* What register i of the row must hold. */
	uint8_t (*target)(const struct lamp_dev *d, const struct lamp_row *row, unsigned i);
};

/* The first register that differs, or -1. */
int lamp_row_first(const struct lamp_dev *d, const struct lamp_row *row);
/*
 * Writes the run of differences that begins at register `from`, up to the
 * device's longest write. 0 or -errno; the shadow moves on success alone.
 */
MUST_USE int lamp_row_write(struct lamp_dev *d, const struct lamp_row *row, unsigned from);
/* Nothing is known of the registers any more. */
void lamp_row_forget(const struct lamp_row *row);

/* One write of n bytes, counted. */
MUST_USE int lamp_put(struct lamp_dev *d, const uint8_t *w, size_t n);
MUST_USE int lamp_put_pair(struct lamp_dev *d, uint8_t reg, uint8_t value);
MUST_USE int lamp_get(struct lamp_dev *d, uint8_t reg, uint8_t *value);

static inline bool
lamp_is_used(const struct lamp_dev *d, unsigned channel)
{
	return (d->used[channel >> 6] >> (channel & 63) & 1) != 0;
}
