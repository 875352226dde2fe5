/* Reproducible random numbers for tests: the same seed gives the same numbers on every machine. */
#pragma once
#include <stdint.h>

/* Returns a number in 0..n-1, n > 0, and advances *seed, which must not be 0. */
static inline unsigned
random_below(uint64_t *seed, unsigned n)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (unsigned)(*seed % n);
}
