/* Sets of the 64 squares of an 8 x 8 board as words; bit 0 is a1, bit 63 is h8. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Move generation is written once and specialised by inlining for each colour and use. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define BITS_FILE_A UINT64_C(0x0101010101010101)
#define BITS_FILE_H UINT64_C(0x8080808080808080)
#define BITS_RANK_1 UINT64_C(0x00000000000000ff)
#define BITS_RANK_8 UINT64_C(0xff00000000000000)

ALWAYS_INLINE uint64_t
bit(unsigned sq)
{
	return UINT64_C(1) << (sq & 63); /* the mask costs nothing: shift instructions apply it
					  * anyway */
}

ALWAYS_INLINE bool
bits_has(uint64_t set, unsigned sq)
{
	return (set >> sq & 1) != 0;
}

/*
 * Counts the squares. Without a population-count instruction, compilers call
 * their run-time library: slower, and the archive would no longer be pure.
 */
ALWAYS_INLINE unsigned
bits_count(uint64_t set)
{
#if defined(__POPCNT__) || defined(__aarch64__)
	return (unsigned)__builtin_popcountll(set);
#else
	set -= set >> 1 & UINT64_C(0x5555555555555555);
	set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
	set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (unsigned)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

ALWAYS_INLINE bool
bits_several(uint64_t set)
{
	return (set & (set - 1)) != 0;
}

/* Returns the lowest square of a non-empty set. */
ALWAYS_INLINE unsigned
bits_first(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}

/* Removes the lowest square from *set, which must not be empty, and returns it. */
ALWAYS_INLINE unsigned
bits_pop(uint64_t *set)
{
	unsigned sq = bits_first(*set);

	*set &= *set - 1;
	return sq;
}

/* Moves every square one step forward for that colour. */
ALWAYS_INLINE uint64_t
bits_forward(uint64_t set, unsigned colour)
{
	return colour ? set >> 8 : set << 8;
}

/* Moves every square one step towards file a or file h; squares that leave the board disappear. */
ALWAYS_INLINE uint64_t
bits_west(uint64_t set)
{
	return (set & ~BITS_FILE_A) >> 1;
}

ALWAYS_INLINE uint64_t
bits_east(uint64_t set)
{
	return (set & ~BITS_FILE_H) << 1;
}

/* Returns the squares of a rank, 0 to 7, counted from a side's own end. */
ALWAYS_INLINE uint64_t
bits_own_rank(unsigned rank, unsigned colour)
{
	return BITS_RANK_1 << 8 * (colour ? 7 - rank : rank);
}
