#include "daemon/engine/worlds.h"

#include <string.h>

#include "daemon/engine/grade.h"

unsigned
worlds_random(uint64_t *state, unsigned bound)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((z ^ z >> 31) % bound);
}

bool
worlds_hidden(const struct position *p, const struct engine_view *view, unsigned side)
{
	return side != p->b.seat || (view->seat != SEAT_NONE && view->seat != side);
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
