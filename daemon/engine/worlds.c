#include "daemon/engine/worlds.h"

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

/* What the worlds found in the last iteration that reached them. */
struct votes {
	struct position world[WORLDS];
	struct action best[WORLDS];
	int score[WORLDS];
	unsigned n; /* worlds with a vote */
	struct action chosen;
	int mean; /* of the chosen action's scores */
};

/* Lists the actions with a vote, those with most votes first; returns their number. */
static unsigned
list_candidates(const struct votes *v, struct action out[WORLDS])
{
	unsigned votes[WORLDS] = { 0 }, n = 0;

	for (unsigned i = 0; i < v->n; i++) {
		unsigned k = 0;

		while (k < n && !rules_action_equal(out[k], v->best[i]))
			k++;
		out[k] = v->best[i];
		votes[k]++;
		n = k == n ? n + 1 : n;
		for (; k > 0 && votes[k] > votes[k - 1]; k--) {
			unsigned count = votes[k];
			struct action a = out[k];

			votes[k] = votes[k - 1];
			out[k] = out[k - 1];
			votes[k - 1] = count;
			out[k - 1] = a;
		}
	}
	return n;
}

/* Returns the mean score of an action over all worlds; meaningless if the search is stopped. */
static int
mean_score(struct engine *e, const struct votes *v, struct action a, unsigned depth)
{
	int sum = 0;

	e->forced = &a;
	for (unsigned i = 0; i < WORLDS && !e->stopped; i++)
		sum += rules_action_equal(a, v->best[i])
			       ? v->score[i]
			       : search_root(e, &v->world[i], depth, v->score[i]);
	e->forced = NULL;
	return sum / WORLDS;
}

/*
 * Chooses among the actions with most votes the one with the best mean: the best in some worlds may
 * lose in others.
 */
static void
choose(struct engine *e, struct votes *v, unsigned depth)
{
	struct action candidate[WORLDS], best;
	unsigned n = list_candidates(v, candidate);
	int best_mean = 0;

	best = candidate[0];
	for (unsigned i = 0; i < n && i < CANDIDATES && !e->stopped; i++) {
		int mean = mean_score(e, v, candidate[i], depth);

		if (e->stopped)
			break;
		if (i == 0 || mean > best_mean) {
			best = candidate[i];
			best_mean = mean;
		}
	}
	if (e->stopped && depth > 1)
		return; /* the choice of the last iteration compared all candidates */
	v->chosen = best;
	v->mean = best_mean;
}

static void
fill_report(const struct engine *e, const struct votes *v, unsigned depth, struct engine_report *r)
{
	*r = (struct engine_report){
		.depth = depth,
		.seldepth = e->seldepth > depth ? e->seldepth : depth,
		.line = 1,
		.score = v->mean,
		.nodes = e->nodes,
		.hashfull = hash_full(&e->hash),
		.pv = { v->chosen },
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
		if (v.n == 0)
			return;
		choose(e, &v, depth);
		fill_report(e, &v, depth, best);
		if (!e->stopped && e->task->report)
			e->task->report(e->task->arg, best);
	}
}
