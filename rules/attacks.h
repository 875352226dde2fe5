/*
 * Attack tables of the 8 x 8 board. rules/gen/attacks_gen.c writes them at
 * build time, so the library needs no start-up code and has no mutable data.
 */
#pragma once
#include <stdint.h>

#include "rules/bits.h"

/*
 * The slides of one square, diagonal or straight. `mask` holds the squares
 * whose occupation matters. The upper bits of the masked occupation times
 * `factor` index the table: different reaches give different indices ("magic"
 * multiplication).
 */
struct attacks_slide {
	uint64_t mask, factor;
	uint32_t base; /* offset into attacks_reach */
	uint32_t shift;
};

enum {
	ATTACKS_REACH_SIZE = 107648, /* sum of 2^bits(mask) over both kinds of slide and all
				      * squares */
};

extern const struct attacks_slide attacks_diag_slide[64], attacks_line_slide[64];
extern const uint64_t attacks_reach[ATTACKS_REACH_SIZE];
extern const uint64_t attacks_knight[64], attacks_king[64];
extern const uint64_t attacks_pawn[2][64]; /* by the pawn's colour */
/* Slides on an empty board. */
extern const uint64_t attacks_diag_rays[64], attacks_line_rays[64];
/* The squares strictly between two squares of one rank, file or diagonal; otherwise empty. */
extern const uint64_t attacks_between[64][64];

ALWAYS_INLINE uint64_t
attacks_slide_reach(const struct attacks_slide *s, uint64_t occupied)
{
	return attacks_reach[s->base + ((occupied & s->mask) * s->factor >> s->shift)];
}

/* Returns the squares that a bishop on sq attacks, including the first occupied one of each ray. */
ALWAYS_INLINE uint64_t
attacks_diag(unsigned sq, uint64_t occupied)
{
	return attacks_slide_reach(&attacks_diag_slide[sq], occupied);
}

/* Returns the squares that a rook on sq attacks, including the first occupied one of each ray. */
ALWAYS_INLINE uint64_t
attacks_line(unsigned sq, uint64_t occupied)
{
	return attacks_slide_reach(&attacks_line_slide[sq], occupied);
}

/* Returns the squares that the pawns of a set attack. */
ALWAYS_INLINE uint64_t
attacks_pawns(uint64_t pawns, unsigned colour)
{
	uint64_t ahead = bits_forward(pawns, colour);

	return bits_west(ahead) | bits_east(ahead);
}
