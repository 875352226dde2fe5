/* The transposition table: results of earlier searches by position. */
#pragma once
#include "daemon/engine/engine.h"

enum hash_bound { HASH_NONE, HASH_UPPER, HASH_LOWER, HASH_EXACT };

struct hash_entry {
	uint64_t key;
	int16_t score; /* wins count from this position, not from the root */
	uint8_t depth;
	uint8_t age_bound;  /* age * 4 + enum hash_bound */
	struct action best; /* kind 0: unknown */
};

enum {
	HASH_SLOTS = 4,  /* entries that one key may use: a cache line */
	HASH_ALIGN = 64, /* bytes of that line */
};

struct hash {
	struct hash_entry *entry;
	size_t buckets; /* a power of two */
	uint8_t age;    /* of the current search, 0 to 63 */
};

void hash_init(struct hash *h, void *memory, size_t size);
void hash_clear(struct hash *h);
/* Fetches the cache line of that key, for hash_find soon after. */
void hash_prefetch(const struct hash *h, uint64_t key);
/* Returns the entry of that key, or NULL. */
const struct hash_entry *hash_find(const struct hash *h, uint64_t key);
void hash_store(struct hash *h, uint64_t key, int score, unsigned depth, enum hash_bound bound,
		struct action best);
/* Returns the share of entries that this search wrote, in permille of a sample. */
unsigned hash_full(const struct hash *h);

static inline enum hash_bound
hash_bound_of(const struct hash_entry *e)
{
	return (enum hash_bound)(e->age_bound & 3);
}
