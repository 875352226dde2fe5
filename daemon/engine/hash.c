#include "daemon/engine/hash.h"

#include <string.h>

enum { SAMPLE = 1000 };

_Static_assert(sizeof(struct hash_entry) * HASH_SLOTS == HASH_ALIGN, "a bucket fills a cache line");

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

/* --- Entries ------------------------------------------------------------------ */

static uint64_t
load(const _Atomic uint64_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed);
}

static void
save(_Atomic uint64_t *word, uint64_t value)
{
	atomic_store_explicit(word, value, memory_order_relaxed);
}

/* From the lowest bit: bound (2), age (6), depth (8), score (16), action (32). */
static uint64_t
pack(struct hash_result r, unsigned age)
{
	uint64_t action = r.best.kind | (unsigned)r.best.from << 8 | (unsigned)r.best.to << 16 |
			  (uint64_t)r.best.arg << 24;

	return (uint64_t)r.bound | (uint64_t)age << 2 | (uint64_t)(uint8_t)r.depth << 8 |
	       (uint64_t)(uint16_t)r.score << 16 | action << 32;
}

static enum hash_bound
bound_of(uint64_t data)
{
	return (enum hash_bound)(data & 3);
}

static unsigned
age_of(uint64_t data)
{
	return (unsigned)(data >> 2) % HASH_AGES;
}

static int
depth_of(uint64_t data)
{
	return (uint8_t)(data >> 8);
}

static struct action
action_of(uint64_t data)
{
	return (struct action){ (uint8_t)(data >> 32), (uint8_t)(data >> 40), (uint8_t)(data >> 48),
				(uint8_t)(data >> 56) };
}

bool
hash_find(const struct hash *h, uint64_t key, struct hash_result *out)
{
	const struct hash_entry *e = bucket_of(h, key);

	for (unsigned i = 0; i < HASH_SLOTS; i++) {
		uint64_t data = load(&e[i].data);

		if ((load(&e[i].check) ^ data) != key || bound_of(data) == HASH_NONE)
			continue;
		*out = (struct hash_result){ (int16_t)(data >> 16), depth_of(data), bound_of(data),
					     action_of(data) };
		return true;
	}
	return false;
}

/* Returns how much an entry is worth keeping: deep ones, and those of this search. */
static int
worth(const struct hash *h, uint64_t data)
{
	int searches_ago = (int)((h->age - age_of(data) + HASH_AGES) % HASH_AGES);

	return bound_of(data) == HASH_NONE ? -1000 : depth_of(data) - 8 * searches_ago;
}

/* Returns the entry that a key may overwrite: its own, or the one least worth keeping. */
static struct hash_entry *
slot_of(const struct hash *h, uint64_t key, uint64_t *old)
{
	struct hash_entry *e = bucket_of(h, key), *slot = e;
	int least = 0;

	for (unsigned i = 0; i < HASH_SLOTS; i++) {
		uint64_t data = load(&e[i].data);
		int kept = worth(h, data);

		if (data && (load(&e[i].check) ^ data) == key) {
			*old = data;
			return &e[i];
		}
		if (i == 0 || kept < least) {
			slot = &e[i];
			least = kept;
		}
	}
	*old = 0;
	return slot;
}

void
hash_store(struct hash *h, uint64_t key, struct hash_result result)
{
	uint64_t old, data;
	struct hash_entry *slot = slot_of(h, key, &old);

	if (result.best.kind == ACT_NONE)
		result.best = action_of(old);
	data = pack(result, h->age);
	save(&slot->data, data);
	save(&slot->check, key ^ data);
}

unsigned
hash_full(const struct hash *h)
{
	size_t n = h->buckets * HASH_SLOTS;
	unsigned used = 0;

	for (size_t i = 0; i < SAMPLE && i < n; i++) {
		uint64_t data = load(&h->entry[i].data);

		used += bound_of(data) != HASH_NONE && age_of(data) == h->age;
	}
	return used;
}
