#include "daemon/engine/grade.h"

#include <assert.h>
#include <string.h>

/* An action of the root and its score in the last iteration that reached it. */
struct graded {
	struct action a;
	int score;
};

/* Lists the root's actions. Returns their number. */
static size_t
list_actions(const struct engine *e, const struct position *p, struct graded *out)
{
	struct action list[RULES_ACTIONS_MAX];
	const struct action *a = e->task->only;
	size_t n = e->task->n_only;

	if (!a) {
		n = rules_actions(e->g, p, list);
		a = list;
	}
	for (size_t i = 0; i < n; i++)
		out[i] = (struct graded){ .a = a[i] };
	return n;
}

/*
 * Returns the score of an action. In a single world the window ends at the best score so far. A
 * better action is searched again without that limit, because all losses are measured against it.
 */
static int
score_of(struct engine *e, const struct position *world, unsigned n, struct action a,
	 unsigned depth, int most)
{
	int alpha = -SEARCH_INFINITE, beta = SEARCH_INFINITE, sum = 0;

	assert(n > 0);
	if (n == 1 && most > -SEARCH_WON && most < SEARCH_WON) {
		alpha = most - GRADE_RANGE;
		beta = most + 1;
	}
	e->forced = &a;
	e->depth = depth;
	for (unsigned i = 0; i < n && !e->stopped; i++)
		sum += search_node(e, &world[i], alpha, beta, (int)depth, 0, false);
	if (beta < SEARCH_INFINITE && sum >= beta && !e->stopped)
		sum = search_node(e, world, most, SEARCH_INFINITE, (int)depth, 0, false);
	e->forced = NULL;
	return sum / (int)n;
}

/* Moves the action at i before all with lower scores; equal ones keep their order. */
static void
insert(struct graded *list, size_t i)
{
	struct graded moved = list[i];

	for (; i > 0 && list[i - 1].score < moved.score; i--)
		list[i] = list[i - 1];
	list[i] = moved;
}

/* Grades all actions to that depth. Returns false if the search was stopped. */
static bool
grade_all(struct engine *e, const struct position *world, unsigned n_worlds, unsigned depth,
	  struct graded *list, size_t n)
{
	int most = -SEARCH_INFINITE;

	for (size_t i = 0; i < n; i++) {
		int score = score_of(e, world, n_worlds, list[i].a, depth, most);

		if (e->stopped)
			return false;
		list[i].score = score;
		most = score > most ? score : most;
		insert(list, i);
	}
	return true;
}

static void
fill_report(const struct engine *e, const struct graded *g, unsigned depth, unsigned line,
	    struct engine_report *r)
{
	*r = (struct engine_report){
		.depth = depth,
		.seldepth = e->seldepth > depth ? e->seldepth : depth,
		.line = line,
		.score = g->score,
		.nodes = e->nodes,
		.hashfull = hash_full(&e->hash),
		.pv = { g->a },
		.n_pv = 1,
	};
}

void
grade_deepen(struct engine *e, const struct position *world, unsigned n_worlds,
	     struct engine_report *best)
{
	const struct engine_task *t = e->task;
	unsigned limit = t->depth ? t->depth : ENGINE_PLIES_MAX - 1;
	struct graded list[RULES_ACTIONS_MAX], next[RULES_ACTIONS_MAX];
	size_t n = list_actions(e, world, list);

	for (unsigned depth = 1; depth <= limit; depth++) {
		struct engine_report r;

		memcpy(next, list, n * sizeof(*list));
		if (!grade_all(e, world, n_worlds, depth, next, n))
			return;
		memcpy(list, next, n * sizeof(*list));
		fill_report(e, &list[0], depth, 1, best);
		for (size_t i = 0; i < n && t->report; i++) {
			fill_report(e, &list[i], depth, (unsigned)i + 1, &r);
			r.more = i + 1 < n;
			t->report(t->arg, &r);
		}
	}
}
