/*
 * Where pieces of the 8 x 8 board reach, as constant tables. They are written
 * at build time by rules/gen/attacks_gen.c, so that the library has no start-up
 * and nothing in it changes.
 */
#pragma once
#include <stdint.h>

#include "rules/bits.h"

/*
 * One square's slides in one of the two ways: the squares whose occupation
 * matters, and how they become an index. The product of the masked occupation
 * and `factor` has in its upper bits a number that differs wherever the reach
 * differs ("magic" multiplication).
 */
struct attacks_slide {
	uint64_t mask, factor;
	uint32_t base; /* into attacks_reach */
	uint32_t shift;
};

enum {
	ATTACKS_REACH_SIZE = 107648, /* sum of 2^bits(mask) over both ways and all squares */
};

extern const struct attacks_slide attacks_diag_slide[64], attacks_line_slide[64];
extern const uint64_t attacks_reach[ATTACKS_REACH_SIZE];
extern const uint64_t attacks_knight[64], attacks_king[64];
extern const uint64_t attacks_pawn[2][64]; /* by the pawn's colour */
/* On an empty board. */
extern const uint64_t attacks_diag_rays[64], attacks_line_rays[64];
/* The squares strictly between two on one rank, file or diagonal; else none. */
extern const uint64_t attacks_between[64][64];

ALWAYS_INLINE uint64_t
attacks_slide_reach(const struct attacks_slide *s, uint64_t occupied)
{
	return attacks_reach[s->base + ((occupied & s->mask) * s->factor >> s->shift)];
}

/* What a bishop on sq attacks; the first occupied square of each way is included. */
ALWAYS_INLINE uint64_t
attacks_diag(unsigned sq, uint64_t occupied)
{
	return attacks_slide_reach(&attacks_diag_slide[sq], occupied);
}

/* What a rook on sq attacks. */
ALWAYS_INLINE uint64_t
attacks_line(unsigned sq, uint64_t occupied)
{
	return attacks_slide_reach(&attacks_line_slide[sq], occupied);
}

/* What all pawns of a set attack. */
ALWAYS_INLINE uint64_t
attacks_pawns(uint64_t pawns, unsigned colour)
{
	uint64_t ahead = bits_forward(pawns, colour);

	return bits_west(ahead) | bits_east(ahead);
}
