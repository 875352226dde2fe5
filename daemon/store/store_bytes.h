/* Numbers as SQLite's files hold them: highest byte first. */
#pragma once
#include <stdint.h>

static inline uint32_t
store_half_at(const unsigned char b[2])
{
	return (uint32_t)b[0] << 8 | b[1];
}

static inline void
store_half_put(unsigned char b[2], uint32_t half)
{
	b[0] = (unsigned char)(half >> 8);
	b[1] = (unsigned char)half;
}

static inline void
store_word_put(unsigned char b[4], uint32_t word)
{
	store_half_put(b, word >> 16);
	store_half_put(b + 2, word);
}
