/*
 * Random values that depend only on the seed, not on the order of the calls: a
 * value is a function of (seed, purpose, index).
 */
#pragma once
#include <stdint.h>

/* The finaliser of SplitMix64 (Steele, Lea and Flood, 2014). */
static inline uint64_t
chance_mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static inline uint64_t
chance(uint64_t seed, uint64_t what, uint64_t n)
{
	const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15);

	return chance_mix(chance_mix(chance_mix(seed + golden) + what * golden) + n * golden);
}
