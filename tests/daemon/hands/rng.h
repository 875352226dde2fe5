/* Random numbers from a seed: splitmix64. Equal seeds give equal hands on any machine. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct rng {
	uint64_t state;
};

static inline uint64_t
rng_next(struct rng *r)
{
	uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* 0 … n - 1 */
static inline unsigned
rng_below(struct rng *r, unsigned n)
{
	return (unsigned)((rng_next(r) >> 32) * n >> 32);
}

/* lo … hi, both included */
static inline uint64_t
rng_range(struct rng *r, uint64_t lo, uint64_t hi)
{
	return lo + (rng_next(r) >> 11) % (hi - lo + 1);
}

static inline bool
rng_chance(struct rng *r, unsigned percent)
{
	return rng_below(r, 100) < percent;
}
