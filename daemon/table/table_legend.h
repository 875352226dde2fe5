/* A few lamps show one meaning, for the screen's page of lights; or all are tested. */
#pragma once
#include "daemon/lamps/lamps.h"
#include "daemon/table/duty.h"

enum { TABLE_LAMP_TEST = MEANINGS };

struct table_legend {
	uint32_t client;   /* that requested it; 0: off */
	uint8_t meaning;   /* enum meaning, or TABLE_LAMP_TEST */
	/* ---- private ---- */
	uint64_t began_us, next_us; /* the start, and the next change of the light */
};

extern const struct duty table_legend_duty;

/*
 * Lights the middle of the board as squares of that meaning are lit, or for TABLE_LAMP_TEST every
 * lamp in every colour, and nothing else, until the client is 0 or disconnects, a piece is touched
 * (not during a test), or a minute has passed.
 */
void table_legend(struct table *t, uint32_t client, unsigned meaning);
