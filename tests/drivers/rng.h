/* Seeded random numbers for tests: the same sequence from the same seed on any machine. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct rng {
	uint64_t s;
};

static inline uint32_t
rng_next(struct rng *r)
{
	/* splitmix64: every seed works, 0 included */
	uint64_t z = r->s += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((z ^ z >> 31) >> 32);
}

static inline unsigned
rng_below(struct rng *r, unsigned n)
{
	return (unsigned)((uint64_t)rng_next(r) * n >> 32);
}

static inline bool
rng_percent(struct rng *r, unsigned percent)
{
	return rng_below(r, 100) < percent;
}
