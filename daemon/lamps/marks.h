/*
 * What lies on the board besides the pieces: checkers, coins and halos, which
 * lamps stand for; areas; the half that a seat plays on. Rows of a table, by
 * game; pure.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

struct marks {
	struct sqset crooked, zombie;
	struct sqset behind, before; /* Half Alice: the two sides of the mirror */
	struct sqset area;           /* the gauntlet; the rim of the half to play on */
};

/* Of a position as the table may know it. objects: things on the board stand for marks. */
void marks_find(const struct game *g, const struct position *known, bool objects,
		struct marks *out);
/* The kind whose reach the hint button shows: Accounting's Regulators; else PIECE_NONE. */
uint8_t marks_reach_kind(const struct game *g);
