/* What sensors read of a piece, and whether two readings are the same. */
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
 * The reading of a piece byte on the wood (0: an empty square) by sensors of
 * that kind. A stack is as strong as its stones; any other plain piece as two,
 * and on a checker or a coin, so with a mark, it stands too high for more than one.
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
