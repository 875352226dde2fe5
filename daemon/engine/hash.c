#include "daemon/engine/hash.h"

#include <string.h>

enum { AGES = 64, SAMPLE = 1000 };

_Static_assert(sizeof(struct hash_entry) * HASH_SLOTS == HASH_ALIGN, "a bucket fills a cache line");

/*
 * Spreads each word on its own, so that the processor overlaps the multiplications; a chain would
 * take longer than generating the actions.
 */
uint64_t
engine_key(const struct position *p)
{
	struct position bare = *p;
	uint64_t key = 0, word;

	bare.b.halfmoves = 0;
	bare.b.turn = 0;
	for (size_t i = 0; i < sizeof(bare); i += sizeof(word)) {
		memcpy(&word, (const char *)&bare + i, sizeof(word));
		if (word == 0)
			continue; /* most games use few of the fields */
		word = (word ^ (i + 1) * UINT64_C(0x9e3779b97f4a7c15)) *
		       UINT64_C(0xbf58476d1ce4e5b9);
		word = (word ^ word >> 29) * UINT64_C(0x94d049bb133111eb);
		key += word ^ word >> 32;
	}
	return key;
}

void
hash_init(struct hash *h, void *memory, size_t size)
{

	size_t skip = -(uintptr_t)memory % HASH_ALIGN; /* buckets begin at cache lines */

	h->entry = (struct hash_entry *)((char *)memory + skip);
	h->buckets = 1;
	while (h->buckets * 2 <= (size - skip) / HASH_ALIGN)
		h->buckets *= 2;
	h->age = 0;
}

void
hash_clear(struct hash *h)
{
	memset(h->entry, 0, h->buckets * HASH_SLOTS * sizeof(struct hash_entry));
	h->age = 0;
}

static struct hash_entry *
bucket_of(const struct hash *h, uint64_t key)
{
	return h->entry + (size_t)(key >> 16 & (h->buckets - 1)) * HASH_SLOTS;
}

void
hash_prefetch(const struct hash *h, uint64_t key)
{
	__builtin_prefetch(bucket_of(h, key));
}

const struct hash_entry *
hash_find(const struct hash *h, uint64_t key)
{
	const struct hash_entry *e = bucket_of(h, key);

	for (unsigned i = 0; i < HASH_SLOTS; i++)
		if (e[i].key == key && hash_bound_of(&e[i]) != HASH_NONE)
			return &e[i];
	return NULL;
}

/* Returns how much an entry is worth keeping: deep ones, and those of this search. */
static int
worth(const struct hash *h, const struct hash_entry *e)
{
	int searches_ago = (h->age - (e->age_bound >> 2) + AGES) % AGES;

	return hash_bound_of(e) == HASH_NONE ? -1000 : e->depth - 8 * searches_ago;
}

void
hash_store(struct hash *h, uint64_t key, int score, unsigned depth, enum hash_bound bound,
	   struct action best)
{
	struct hash_entry *e = bucket_of(h, key), *slot = e;

	for (unsigned i = 0; i < HASH_SLOTS; i++) {
		if (e[i].key == key) {
			slot = &e[i];
			break;
		}
		if (worth(h, &e[i]) < worth(h, slot))
			slot = &e[i];
	}
	if (slot->key == key && best.kind == ACT_NONE)
		best = slot->best;
	*slot = (struct hash_entry){
		key, (int16_t)score, (uint8_t)depth, (uint8_t)(h->age * 4u + bound), best,
	};
}

unsigned
hash_full(const struct hash *h)
{
	size_t n = h->buckets * HASH_SLOTS;
	unsigned used = 0;

	for (size_t i = 0; i < SAMPLE && i < n; i++)
		used += hash_bound_of(&h->entry[i]) != HASH_NONE &&
			h->entry[i].age_bound >> 2 == h->age;
	return used;
}
