/*
 * Repetition. A position is stored as a 128-bit key over everything printed
 * except the two counters. Keys of different positions may collide, once in
 * about 10^30 games; storing whole positions would need a hundred times the
 * space.
 */
#include <stddef.h>
#include <string.h>

#include "rules/game.h"

/* Mixes one word in: the multiplication spreads low bits up, the shift spreads high bits down. */
static uint64_t
mix(uint64_t state, uint64_t word, uint64_t factor)
{
	state = (state ^ word) * factor;
	return state ^ state >> 29;
}

static struct position_key
key_of(const struct position *p)
{
	struct position bare = *p;
	struct position_key key = { { UINT64_C(0x243f6a8885a308d3),
				      UINT64_C(0x13198a2e03707344) } };
	uint64_t word;

	bare.b.halfmoves = 0;
	bare.b.turn = 0;
	_Static_assert(sizeof(bare) % sizeof(word) == 0, "hashed word by word");
	for (size_t i = 0; i < sizeof(bare); i += sizeof(word)) {
		memcpy(&word, (const char *)&bare + i, sizeof(word));
		key.w[0] = mix(key.w[0], word, UINT64_C(0x9e3779b97f4a7c15));
		key.w[1] = mix(key.w[1], word + (uint64_t)i, UINT64_C(0xd6e8feb86659fd93));
	}
	return key;
}

/*
 * Adds up the words, each spread on its own, so that the processor overlaps the multiplications; a
 * chain would take longer than generating the actions.
 */
static uint64_t
sum_of(const void *words, size_t size, uint64_t number)
{
	uint64_t sum = 0, word;

	for (size_t i = 0; i < size; i += sizeof(word)) {
		memcpy(&word, (const char *)words + i, sizeof(word));
		number += UINT64_C(0x9e3779b97f4a7c15);
		if (word == 0)
			continue; /* most games use few of the fields */
		word = (word ^ number) * UINT64_C(0xbf58476d1ce4e5b9);
		word = (word ^ word >> 29) * UINT64_C(0x94d049bb133111eb);
		sum += word ^ word >> 32;
	}
	return sum;
}

uint64_t
rules_key(const struct position *p)
{
	struct bitboard bare = p->b;

	bare.halfmoves = 0;
	bare.turn = 0;
	return sum_of(&bare, sizeof(bare), 0) +
	       sum_of(&p->marks, sizeof(*p) - offsetof(struct position, marks), 1);
}

void
rules_history_start(const struct game *g, struct history *h, const struct position *p)
{
	h->head = 0;
	h->len = 0;
	h->halfmoves = UINT32_MAX;
	h->unused = 0;
	rules_history_push(g, h, p);
}

void
rules_history_push(const struct game *g, struct history *h, const struct position *p)
{
	/*
	 * No position from before a capture, placement or pawn move can recur.
	 * If a roll, purchase or pass may follow, a clock that stays at 0 does
	 * not prove another such action.
	 */
	bool may_rest = g->long_turns || g->idle_turns;

	if (p->b.halfmoves == 0 && !g->resets_return && !(may_rest && h->halfmoves == 0))
		h->len = 0;
	h->halfmoves = p->b.halfmoves;
	h->key[h->head++ % HISTORY_MAX] = key_of(p);
	if (h->len < HISTORY_MAX)
		h->len++;
}

unsigned
rules_history_count(const struct history *h)
{
	const struct position_key *last = &h->key[(h->head - 1) % HISTORY_MAX];
	unsigned count = 0;

	for (uint32_t i = 1; i <= h->len; i++) {
		const struct position_key *k = &h->key[(h->head - i) % HISTORY_MAX];

		if (k->w[0] == last->w[0] && k->w[1] == last->w[1])
			count++;
	}
	return count;
}
