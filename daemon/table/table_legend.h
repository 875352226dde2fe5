/* The legend: a few lamps show one meaning, for the screen's page of lights. */
#pragma once
#include "daemon/table/duty.h"

struct table_legend {
	uint32_t client;   /* that requested it; 0: off */
	uint8_t meaning;   /* enum meaning */
	/* ---- private ---- */
	uint64_t began_us, next_us; /* the start, and the next change of the light */
};

extern const struct duty table_legend_duty;

/*
 * Lights the middle of the board as squares of that meaning are lit, and nothing else, until the
 * meaning is MEANINGS, the client disconnects, a piece is touched, or a minute has passed.
 */
void table_legend(struct table *t, uint32_t client, unsigned meaning);
