/*
 * A ring of fixed-size values between exactly one writing and one reading thread: no lock,
 * no allocation, never blocks.
 *
 * The caller owns the memory; only the ring accesses it. A full ring refuses, and the
 * writer decides what follows (the bus threads keep unsent messages and send the newest
 * state later).
 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct ring {
	_Atomic uint32_t head;	/* values ever written; owned by the writer */
	_Atomic uint32_t tail;	/* values ever read; owned by the reader */
	uint32_t cap;		/* a power of two, so that the counters may wrap */
	size_t size;		/* bytes of one value */
	uint8_t *slot;
};

/* Initialises. mem: cap * size bytes that outlive the ring. cap: a power of two. */
static inline void
ring_init(struct ring *r, void *mem, uint32_t cap, size_t size)
{
	atomic_init(&r->head, 0);
	atomic_init(&r->tail, 0);
	r->cap = cap;
	r->size = size;
	r->slot = mem;
}

/* Writes a value; returns false if full. */
static inline bool
ring_put(struct ring *r, const void *value)
{
	uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);

	if (head - atomic_load_explicit(&r->tail, memory_order_acquire) == r->cap)
		return false;
	memcpy(r->slot + (head & (r->cap - 1)) * r->size, value, r->size);
	atomic_store_explicit(&r->head, head + 1, memory_order_release);
	return true;
}

/* Reads a value; returns false, with *value unchanged, if empty. */
static inline bool
ring_get(struct ring *r, void *value)
{
	uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);

	if (tail == atomic_load_explicit(&r->head, memory_order_acquire))
		return false;
	memcpy(value, r->slot + (tail & (r->cap - 1)) * r->size, r->size);
	atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
	return true;
}

/*
 * Reads the next value without removing it; returns false, with *value unchanged, if
 * empty. For the reader.
 */
static inline bool
ring_peek(const struct ring *r, void *value)
{
	uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);

	if (tail == atomic_load_explicit(&r->head, memory_order_acquire))
		return false;
	memcpy(value, r->slot + (tail & (r->cap - 1)) * r->size, r->size);
	return true;
}

static inline bool
ring_is_empty(const struct ring *r)
{
	return atomic_load_explicit(&r->tail, memory_order_acquire) ==
	       atomic_load_explicit(&r->head, memory_order_acquire);
}
