/*
 * A set of squares of any board up to 11 x 9, as a plain value of 128 bits.
 *
 * Squares are numbered rank by rank from a1: sq = rank * files + file, so an
 * 8 x 8 board uses 0 (a1) to 63 (h8) and lies in w[0] alone; the largest
 * board uses 0 to 98. All calls are pure; a square outside 0..127 is a bug.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/bits.h"

struct sqset {
	uint64_t w[2];
};

static inline struct sqset
sqset_of(unsigned sq)
{
	struct sqset s = { { 0, 0 } };

	s.w[sq >> 6] = UINT64_C(1) << (sq & 63);
	return s;
}

static inline bool
sqset_has(struct sqset s, unsigned sq)
{
	return (s.w[sq >> 6] >> (sq & 63) & 1) != 0;
}

static inline void
sqset_add(struct sqset *s, unsigned sq)
{
	s->w[sq >> 6] |= UINT64_C(1) << (sq & 63);
}

static inline void
sqset_remove(struct sqset *s, unsigned sq)
{
	s->w[sq >> 6] &= ~(UINT64_C(1) << (sq & 63));
}

static inline struct sqset
sqset_or(struct sqset a, struct sqset b)
{
	return (struct sqset){ { a.w[0] | b.w[0], a.w[1] | b.w[1] } };
}

static inline struct sqset
sqset_and(struct sqset a, struct sqset b)
{
	return (struct sqset){ { a.w[0] & b.w[0], a.w[1] & b.w[1] } };
}

static inline struct sqset
sqset_xor(struct sqset a, struct sqset b)
{
	return (struct sqset){ { a.w[0] ^ b.w[0], a.w[1] ^ b.w[1] } };
}

/* a without b */
static inline struct sqset
sqset_minus(struct sqset a, struct sqset b)
{
	return (struct sqset){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1] } };
}

static inline bool
sqset_empty(struct sqset s)
{
	return (s.w[0] | s.w[1]) == 0;
}

static inline bool
sqset_equal(struct sqset a, struct sqset b)
{
	return ((a.w[0] ^ b.w[0]) | (a.w[1] ^ b.w[1])) == 0;
}

static inline unsigned
sqset_count(struct sqset s)
{
	return bits_count(s.w[0]) + bits_count(s.w[1]);
}

/* Removes the lowest square from *s, which must not be empty, and returns it. */
static inline unsigned
sqset_pop(struct sqset *s)
{
	unsigned i = s->w[0] == 0;
	unsigned sq = i * 64 + (unsigned)__builtin_ctzll(s->w[i]);

	s->w[i] &= s->w[i] - 1;
	return sq;
}
