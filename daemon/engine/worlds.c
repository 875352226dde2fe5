#include "daemon/engine/worlds.h"

#include <assert.h>
#include <string.h>

#include "rules/games/cooperative_cards.h"
#include "rules/games/masquerade.h"

/* Returns the next number below `bound` of a SplitMix64 stream. */
static unsigned
random_below(uint64_t *state, unsigned bound)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((z ^ z >> 31) % bound);
}

/* --- What could be hidden ------------------------------------------------------ */

/* A seat may not know its own masks: draws one of the permutations that its answers allow. */
void
worlds_imagine_masquerade(struct position *p, uint64_t *random)
{
	uint8_t *mask = p->x.masquerade.mask[p->b.seat];
	unsigned allowed[MASKED];

	if (mask[0] == 0)
		return; /* not assigned yet */
	masquerade_not_excluded(p->x.masquerade.log[p->b.seat], allowed);
	do
		masquerade_permutation(random_below(random, PERMUTATIONS), mask);
	while (!masquerade_is_consistent(mask, allowed));
}

static unsigned
kind_under(const uint64_t plane[3], unsigned sq)
{
	return (unsigned)((plane[0] >> sq & 1) | (plane[1] >> sq & 1) << 1 |
			  (plane[2] >> sq & 1) << 2);
}

/*
 * Which pieces the other side has buried is public, where is not: spreads them over the occupied
 * squares, over all if these are too few.
 */
void
worlds_imagine_zombie(struct position *p, uint64_t *random)
{
	uint64_t *plane = p->x.zombie.buried[!p->b.seat], real[3];
	uint64_t open = p->b.colour[0] | p->b.colour[1], graves = plane[0] | plane[1] | plane[2];

	memcpy(real, plane, sizeof(real));
	memset(plane, 0, sizeof(real));
	if (bits_count(graves) > bits_count(open))
		open = UINT64_MAX;
	/* In the order of kinds, so that the real squares do not show in the result. */
	for (unsigned kind = PIECE_PAWN; kind <= PIECE_QUEEN; kind++) {
		for (uint64_t left = graves; left;) {
			unsigned nth, sq;
			uint64_t set = open;

			if (kind_under(real, bits_pop(&left)) != kind)
				continue;
			for (nth = random_below(random, bits_count(open)); nth > 0; nth--)
				set &= set - 1;
			sq = bits_first(set);
			open &= ~bit(sq);
			for (unsigned i = 0; i < 3; i++)
				plane[i] |= (uint64_t)(kind >> i & 1) << sq;
		}
	}
}

/* Collects the indices in card[] of a list. */
static unsigned
collect(const struct position *p, unsigned list, uint8_t *index, unsigned n)
{
	unsigned begin = cards_begin(p, list);

	for (unsigned i = 0; i < p->x.cooperative.len[list]; i++)
		index[n++] = (uint8_t)(begin + i);
	return n;
}

/* Deals the cards of the pile and, unless the hands are open, of the partner anew. */
void
worlds_imagine_cooperative(struct position *p, uint64_t *random)
{
	uint8_t index[CARDS], *card = p->x.cooperative.card;
	unsigned n = collect(p, PILE, index, 0);
	uint32_t unseen = 0;

	if (p->x.cooperative.deck != DECK_OPEN)
		n = collect(p, HANDS + !p->b.seat, index, n);
	for (unsigned i = 0; i < n; i++)
		unseen |= UINT32_C(1) << card[index[i]];
	for (unsigned i = 0; i < n; i++) {
		unsigned nth = random_below(random, n - i);
		uint32_t set = unseen;

		while (nth-- > 0)
			set &= set - 1;
		card[index[i]] = (uint8_t)bits_first(set);
		unseen &= ~(UINT32_C(1) << card[index[i]]);
	}
}

/* --- The vote ------------------------------------------------------------------------ */

/* The best action of each world in the last iteration that reached it. */
struct votes {
	struct position world[WORLDS];
	struct action best[WORLDS];
	int score[WORLDS];
	unsigned n; /* worlds with a vote */
};

/* Returns the index of a world whose action has the most votes; of equals the higher scores. */
static unsigned
count_votes(const struct votes *v)
{
	unsigned winner = 0;
	int most = 0, highest = 0;

	for (unsigned i = 0; i < v->n; i++) {
		int votes = 0, sum = 0;

		for (unsigned k = 0; k < v->n; k++) {
			if (!rules_action_equal(v->best[k], v->best[i]))
				continue;
			votes++;
			sum += v->score[k];
		}
		if (votes > most || (votes == most && sum > highest)) {
			winner = i;
			most = votes;
			highest = sum;
		}
	}
	return winner;
}

static void
fill_report(const struct engine *e, const struct votes *v, unsigned depth, struct engine_report *r)
{
	int sum = 0;

	assert(v->n > 0);
	for (unsigned i = 0; i < v->n; i++)
		sum += v->score[i];
	*r = (struct engine_report){
		.depth = depth,
		.seldepth = e->seldepth > depth ? e->seldepth : depth,
		.line = 1,
		.score = sum / (int)v->n,
		.nodes = e->nodes,
		.hashfull = hash_full(&e->hash),
		.pv = { v->best[count_votes(v)] },
		.n_pv = 1,
	};
}

/* Searches all worlds to that depth; a stopped search leaves the rest as they were. */
static void
search_worlds(struct engine *e, struct votes *v, unsigned depth)
{
	for (unsigned i = 0; i < WORLDS; i++) {
		int score = search_root(e, &v->world[i], depth, v->score[i]);

		if (e->stopped)
			return;
		v->score[i] = score;
		v->best[i] = e->pv[0].a[0];
		v->n = v->n > i ? v->n : i + 1;
	}
}

void
worlds_deepen(struct engine *e, const struct position *p, struct engine_report *best)
{
	unsigned limit = e->task->depth ? e->task->depth : ENGINE_PLIES_MAX - 1;
	uint64_t random = e->task->seed;
	struct votes v = { .n = 0 };

	for (unsigned i = 0; i < WORLDS; i++) {
		v.world[i] = *p;
		e->traits->imagine(&v.world[i], &random);
	}
	for (unsigned depth = 1; depth <= limit && !e->stopped; depth++) {
		search_worlds(e, &v, depth);
		if (v.n > 0)
			fill_report(e, &v, depth, best);
		if (!e->stopped && e->task->report)
			e->task->report(e->task->arg, best);
	}
}
