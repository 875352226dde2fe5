/* Sensor readings of pieces, and their comparison. */
#pragma once
#include <stdbool.h>

#include "daemon/core/event.h"

static inline bool
reading_equal(struct reading a, struct reading b)
{
	return a.occupied == b.occupied && a.pole == b.pole && a.level_min == b.level_min &&
	       a.level_max == b.level_max;
}

/*
 * Returns the reading of a piece byte (0: empty) by that kind of sensor. A stack reads as its
 * number of stones, any other plain piece as 2. A marked piece stands on a checker or a coin,
 * too high to read as more than 1.
 */
static inline struct reading
reading_of_piece(const struct game *g, unsigned senses, uint8_t piece)
{
	struct reading r = { .occupied = piece != 0 };

	if (piece == 0 || senses == SENSES_OCCUPANCY)
		return r;
	r.pole = piece_colour(piece) == 0 ? POLE_WHITE : POLE_BLACK;
	if (senses == SENSES_LEVEL) {
		unsigned stones = rules_stones(g, piece);

		r.level_min = r.level_max = stones ? (uint8_t)stones : piece & PIECE_MARK ? 1 : 2;
	}
	return r;
}
