#include "daemon/engine/worlds.h"

#include <string.h>

#include "daemon/engine/belief.h"
#include "daemon/engine/grade.h"
#include "rules/games/cooperative_cards.h"
#include "rules/games/masquerade.h"
#include "rules/games/zombie.h"

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

/* Draws, for each side with hidden masks, one of the permutations that its answers allow. */
void
worlds_imagine_masquerade(struct position *p, const struct engine_view *view, uint64_t *random)
{
	unsigned hidden = belief_hidden(p, view), allowed[MASKED];

	for (unsigned side = 0; side < 2; side++) {
		uint8_t *mask = p->x.masquerade.mask[side];

		if (!(hidden >> side & 1))
			continue;
		masquerade_not_excluded(p->x.masquerade.log[side], allowed);
		do
			masquerade_permutation(random_below(random, PERMUTATIONS), mask);
		while (!masquerade_is_consistent(mask, allowed));
	}
}

bool
worlds_hidden(const struct position *p, const struct engine_view *view, unsigned side)
{
	return side != p->b.seat || (view->seat != SEAT_NONE && view->seat != side);
}

uint64_t
worlds_covers(const struct position *p, uint64_t hiding, unsigned side, unsigned n)
{
	uint64_t own = hiding & p->b.colour[side], any = hiding & bitboard_occupied(&p->b);

	if (p->x.zombie.stage == STAGE_BURY)
		hiding &= ~(p->x.zombie.left & ~any);
	/* Where any square may hide, pieces of the other side seldom stand on one that does. */
	if (hiding == UINT64_MAX && bits_count(own) >= n)
		return own;
	if (bits_count(any) >= n)
		return any;
	return bits_count(hiding) >= n ? hiding : UINT64_MAX;
}

/* Spreads what a side has buried, which is public, over the squares where it may lie. */
static void
spread(struct position *p, uint64_t hiding, unsigned side, uint64_t *random)
{
	unsigned kinds[RULES_SQUARES_MAX], n = 0;
	uint64_t set = graves(p, side);

	/* In the order of kinds, so that the real squares do not show in the result. */
	for (unsigned kind = PIECE_PAWN; kind <= PIECE_QUEEN; kind++)
		for (uint64_t left = set; left;)
			if (grave_kind(p, side, bits_pop(&left)) == kind)
				kinds[n++] = kind;
	memset(p->x.zombie.buried[side], 0, sizeof(p->x.zombie.buried[side]));
	set = worlds_covers(p, hiding, side, n);
	for (unsigned i = 0; i < n; i++) {
		uint64_t from = set;

		for (unsigned nth = random_below(random, bits_count(set)); nth > 0; nth--)
			from &= from - 1;
		grave_fill(p, side, bits_first(from), kinds[i]);
		set &= ~bit(bits_first(from));
	}
}

void
worlds_imagine_zombie(struct position *p, const struct engine_view *view, uint64_t *random)
{
	for (unsigned side = 0; side < 2; side++)
		if (worlds_hidden(p, view, side))
			spread(p, view->hiding[side], side, random);
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

/* Deals the cards of the pile and of the hidden hands anew, from all that are not seen. */
void
worlds_imagine_cooperative(struct position *p, const struct engine_view *view, uint64_t *random)
{
	uint8_t index[CARDS], *card = p->x.cooperative.card;
	unsigned n = collect(p, PILE, index, 0);
	uint32_t unseen = UINT32_MAX;

	for (unsigned list = 0; list < PILE; list++) {
		bool open = list >= DISCARDS || p->x.cooperative.deck == DECK_OPEN ||
			    !worlds_hidden(p, view, list - HANDS);

		if (open)
			unseen &= ~cards_set(p, list);
		else
			n = collect(p, list, index, n);
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned nth = random_below(random, bits_count(unseen));
		uint32_t set = unseen;

		while (nth-- > 0)
			set &= set - 1;
		card[index[i]] = (uint8_t)bits_first(set);
		unseen &= ~(UINT32_C(1) << card[index[i]]);
	}
}

/* Keeps those of the n actions that are legal in the world, and returns their number. */
static size_t
keep_legal(const struct game *g, const struct position *world, struct action *list, size_t n)
{
	struct action legal[RULES_ACTIONS_MAX];
	size_t legal_n = rules_actions(g, world, legal), kept = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < legal_n; k++)
			if (rules_action_equal(legal[k], list[i])) {
				list[kept++] = list[i];
				break;
			}
	return kept;
}

size_t
engine_actions(const struct game *g, const struct position *p, const struct engine_view *view,
	       uint64_t seed, struct action *out)
{
	const struct traits *traits = traits_of(g);
	struct position world = *p;
	size_t n;

	if (!traits->imagine || view->seat == SEAT_NONE || view->seat == p->b.seat)
		return rules_actions(g, p, out);
	traits->imagine(&world, view, &seed);
	n = rules_actions(g, &world, out);
	for (unsigned i = 1; i < SURE_WORLDS; i++) {
		world = *p;
		traits->imagine(&world, view, &seed);
		n = keep_legal(g, &world, out, n);
	}
	return n;
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
		e->traits->imagine(&v.world[i], &e->view, &random);
	}
	if (e->task->all) {
		grade_deepen(e, v.world, WORLDS, best);
		return;
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
