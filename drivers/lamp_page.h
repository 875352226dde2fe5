/*
 * For lamp chips only: registers on pages, of which one is open at a time; the
 * function registers have a page of their own.
 */
#pragma once
#include "drivers/lamp_row.h"

struct lamp_paged {
	uint8_t functions; /* page of the function registers */
	uint8_t on_reg;    /* the function register that switches the outputs on and off */
	uint8_t on, off;
	/* Writes that open a page. Returns 0 or -errno. */
	int (*choose)(struct lamp_dev *d, uint8_t page);
	/* Writes all function registers; the outputs stay as in d->lit. Returns 0 or -errno. */
	int (*write_functions)(struct lamp_dev *d);
};

/* Opens the page unless it is open. Returns 0 or -errno; on error, no page counts as open. */
MUST_USE int lamp_page_open(struct lamp_dev *d, const struct lamp_paged *p, uint8_t page);
/* Switches the outputs off. Returns 0 or -errno. */
MUST_USE int lamp_page_off(struct lamp_dev *d, const struct lamp_paged *p);
/*
 * Performs one step: a transaction, or the page change before it. Returns 1 if more remains, 0, or
 * -errno.
 */
MUST_USE int lamp_page_turn(struct lamp_dev *d, const struct lamp_paged *p, uint8_t page);
/* Switches the outputs on, once everything has been written. */
MUST_USE int lamp_page_light(struct lamp_dev *d, const struct lamp_paged *p);
/* Repeats the function registers after a check (d->repeat). */
MUST_USE int lamp_page_repeat(struct lamp_dev *d, const struct lamp_paged *p);
