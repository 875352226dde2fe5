/*
 * For lamp chips only: a row of registers with a target content, of which only
 * differences are sent.
 */
#pragma once
#include "drivers/lamp.h"

struct lamp_row {
	uint8_t reg;      /* address of the first register */
	uint16_t len;     /* number of registers */
	uint16_t first;   /* meaning defined by `target`, usually a channel */
	uint16_t *shadow; /* content of each register, or LAMP_UNKNOWN */
	/* Returns the target content of register i of the row. */
	uint8_t (*target)(const struct lamp_dev *d, const struct lamp_row *row, unsigned i);
};

/* Returns the first register that differs, or -1. */
int lamp_row_first(const struct lamp_dev *d, const struct lamp_row *row);
/*
 * Writes the run of differences from register `from` on, up to the device's
 * longest write. Returns 0 or -errno; the shadow changes only on success.
 */
MUST_USE int lamp_row_write(struct lamp_dev *d, const struct lamp_row *row, unsigned from);
/* Marks the registers as unknown. */
void lamp_row_invalidate(const struct lamp_row *row);

/* Writes n bytes. */
MUST_USE int lamp_write(struct lamp_dev *d, const uint8_t *w, size_t n);
MUST_USE int lamp_write_pair(struct lamp_dev *d, uint8_t reg, uint8_t value);
MUST_USE int lamp_read(struct lamp_dev *d, uint8_t reg, uint8_t *value);

static inline bool
lamp_is_used(const struct lamp_dev *d, unsigned channel)
{
	return (d->used[channel >> 6] >> (channel & 63) & 1) != 0;
}
