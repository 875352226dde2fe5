/*
 * Things on the board besides pieces: checkers, coins and halos, shown by lamps; areas.
 * Pure.
 */
#pragma once
#include <stdbool.h>

#include "rules/rules.h"

struct marks {
	struct sqset crooked, zombie;
	struct sqset behind, before; /* the two sides of the mirror */
	struct sqset area;           /* if the area is half of the board, only its rim */
};

/* Finds the marks of a public position. objects: real objects mark the pieces, so no lamps do. */
void marks_find(const struct game *g, const struct position *known, bool objects,
		struct marks *out);
/* Returns the Regulators of Accounting Chess, crooked by rule and without a mark; else none. */
struct sqset marks_regulators(const struct game *g, const struct position *known);
