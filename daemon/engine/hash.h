/*
 * The transposition table: results of earlier searches by position. Several threads may use one
 * table without locks: an entry that two of them wrote at once is not found.
 */
#pragma once
#include "daemon/engine/engine.h"

enum hash_bound { HASH_NONE, HASH_UPPER, HASH_LOWER, HASH_EXACT };

struct hash_entry {
	_Atomic uint64_t check; /* the key, exclusive or `data` */
	_Atomic uint64_t data;  /* a packed struct hash_result and its age; 0: empty */
};

struct hash_result {
	int score; /* wins count from this position, not from the root */
	int depth;
	enum hash_bound bound;
	struct action best; /* kind 0: unknown */
};

enum {
	HASH_AGES = 64,
	HASH_SLOTS = 4,  /* entries that one key may use: a cache line */
	HASH_ALIGN = 64, /* bytes of that line */
};

struct hash {
	struct hash_entry *entry;
	size_t buckets; /* a power of two */
	unsigned age;   /* of the current search, 0 to 63 */
};

void hash_init(struct hash *h, void *memory, size_t size);
void hash_clear(struct hash *h);
/* Fetches the cache line of that key, for hash_find soon after. */
void hash_prefetch(const struct hash *h, uint64_t key);
/* Writes what is known about that key; returns false if there is nothing. */
bool hash_find(const struct hash *h, uint64_t key, struct hash_result *out);
/* Keeps a result of depth 0 to 255. An unknown best action does not replace a known one. */
void hash_store(struct hash *h, uint64_t key, struct hash_result result);
/* Returns the share of entries that this search wrote, in permille of a sample. */
unsigned hash_full(const struct hash *h);
