/* Numbers for tests that play by chance: the same for the same seed, on every machine. */
#pragma once
#include <stdint.h>

/* 0 to n - 1, n > 0; *seed is moved on, and must not be 0 or it stays so. */
static inline unsigned
random_below(uint64_t *seed, unsigned n)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (unsigned)(*seed % n);
}
