/*
 * For lamp chips alone: registers that lie on pages, of which one is open at a
 * time, the function registers on one of their own.
 */
#pragma once
#include "drivers/lamp_row.h"

struct lamp_paged {
	uint8_t functions; /* their page */
	uint8_t on_reg;    /* of them: switches the outputs on … */
	uint8_t on, off;   /* … and off */
	/* The writes that open a page. 0 or -errno. */
	int (*choose)(struct lamp_dev *d, uint8_t page);
	/* Writes all function registers; outputs stay as d->lit says. 0 or -errno. */
	int (*put_functions)(struct lamp_dev *d);
};

/* Nothing if it is open. 0 or -errno: no page counts as open then. */
MUST_USE int lamp_page_open(struct lamp_dev *d, const struct lamp_paged *p, uint8_t page);
/* Outputs off. 0 or -errno. */
MUST_USE int lamp_page_off(struct lamp_dev *d, const struct lamp_paged *p);
/* Steps, each one transaction or the page's turn before it: 1, there is more; 0; -errno. */
MUST_USE int lamp_page_turn(struct lamp_dev *d, const struct lamp_paged *p, uint8_t page);
/* All is written for the first time since the start: outputs on. */
MUST_USE int lamp_page_light(struct lamp_dev *d, const struct lamp_paged *p);
/* What a check asked for (d->repeat): the function registers again. */
MUST_USE int lamp_page_repeat(struct lamp_dev *d, const struct lamp_paged *p);
