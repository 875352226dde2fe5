/* The root of the search: iterative deepening with a window around the last score. */
#include "daemon/engine/engine.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "daemon/engine/grade.h"
#include "daemon/engine/search.h"
#include "daemon/engine/worlds.h"

enum {
	WINDOW = 25,       /* centipawns on either side of the last score */
	WINDOW_DEPTH = 4,  /* no window below it, because scores change too much */
	WINDOW_FULL = 800, /* a window that had to become wider than this is given up */
};

size_t
engine_size(void)
{
	/* Aligning takes nothing from the table; several engines fit behind one another. */
	return (sizeof(struct engine) + 2 * HASH_ALIGN - 1) / HASH_ALIGN * HASH_ALIGN;
}

struct engine *
engine_new(void *memory, size_t size)
{
	struct engine *e = memory;

	assert(size >= sizeof(*e) + ENGINE_HASH_MIN);
	hash_init(&e->hash, e + 1, size - sizeof(*e));
	return e;
}

struct engine *
engine_join(void *memory, const struct engine *first)
{
	struct engine *e = memory;

	memset(e, 0, sizeof(*e));
	e->hash = first->hash;
	return e;
}

uint64_t
engine_nodes(const struct engine *e)
{
	unsigned n = atomic_load_explicit(&e->intervals, memory_order_relaxed);

	return (uint64_t)n * SEARCH_INTERVAL;
}

void
engine_clear(struct engine *e)
{
	hash_clear(&e->hash);
	memset(e->history, 0, sizeof(e->history));
	memset(e->eval, 0, sizeof(e->eval));
}

bool
engine_plays(const struct game *g, const struct position *p)
{
	const struct traits *t = traits_of(g);

	return t && (!p || !t->can_play || t->can_play(p));
}

bool
engine_hides(const struct game *g)
{
	return traits_of(g)->imagine != NULL;
}

void
engine_imagine(const struct game *g, struct position *p, uint64_t *random)
{
	struct engine_view whole = engine_whole();

	if (engine_hides(g))
		traits_of(g)->imagine(p, &whole, random);
}

int
search_root(struct engine *e, const struct position *p, unsigned depth, int guess)
{
	int below = WINDOW, above = WINDOW, score;

	e->depth = depth;
	if (depth < WINDOW_DEPTH)
		below = above = 2 * SEARCH_INFINITE;
	for (;;) {
		int alpha = guess - below > -SEARCH_INFINITE ? guess - below : -SEARCH_INFINITE;
		int beta = guess + above < SEARCH_INFINITE ? guess + above : SEARCH_INFINITE;

		score = search_node(e, p, alpha, beta, (int)depth, 0, false);
		if (e->stopped || (score > alpha && score < beta))
			return score;
		if (score <= alpha)
			below = below < WINDOW_FULL ? below * 3 : 2 * SEARCH_INFINITE;
		else
			above = above < WINDOW_FULL ? above * 3 : 2 * SEARCH_INFINITE;
	}
}

static void
fill_report(struct engine *e, unsigned depth, unsigned line, int score, struct engine_report *r)
{
	const struct line *pv = &e->pv[0];

	r->depth = depth;
	r->seldepth = e->seldepth > depth ? e->seldepth : depth;
	r->line = line;
	r->more = false;
	r->score = score;
	r->nodes = e->nodes;
	r->hashfull = hash_full(&e->hash);
	r->n_pv = e->hides && pv->n > 1 ? 1 : pv->n; /* more would reveal */
	memcpy(r->pv, pv->a, r->n_pv * sizeof(*pv->a));
}

/* Reports whether the iteration was deep enough to prove the win or the loss. */
static bool
is_settled(const struct engine_report *best)
{
	int distance = ENGINE_WIN - (best->score < 0 ? -best->score : best->score);

	return distance < ENGINE_WIN - SEARCH_WON && (int)best->depth >= distance;
}

/* Searches all lines of one iteration; returns false if there is no other action for a line. */
static void
search_lines(struct engine *e, const struct position *p, unsigned depth, unsigned lines,
	     struct engine_report last[ENGINE_LINES_MAX])
{
	e->n_skip = 0;
	for (unsigned i = 0; i < lines; i++) {
		int score = search_root(e, p, depth, last[i].score);

		/* A stopped search keeps what it had found to be better. */
		if (e->stopped && (i > 0 || e->pv[0].n == 0))
			return;
		fill_report(e, depth, i + 1, e->stopped ? last[i].score : score, &last[i]);
		/* Also when stopped: other programs complain about an action that no line began with. */
		if (e->task->report)
			e->task->report(e->task->arg, &last[i]);
		if (e->stopped)
			return;
		e->skip[e->n_skip++] = last[i].pv[0];
	}
}

/* Returns the actions that the task allows at the root, the first of them in *first. */
static size_t
count_choices(const struct engine_task *t, const struct position *p, struct action *first)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	if (t->only) {
		*first = t->only[0];
		return t->n_only;
	}
	n = rules_actions(t->g, p, list);
	assert(n > 0);
	*first = list[0];
	return n;
}

/* Iterative deepening of one position. */
static void
deepen(struct engine *e, const struct position *p, unsigned lines, struct engine_report *best)
{
	const struct engine_task *t = e->task;
	struct engine_report last[ENGINE_LINES_MAX] = { 0 };
	unsigned limit = t->depth ? t->depth : ENGINE_PLIES_MAX - 1;

	last[0] = *best;
	/* Every other helper is an iteration ahead. */
	for (unsigned depth = 1 + t->helper % 2; depth <= limit && !e->stopped; depth++) {
		search_lines(e, p, depth, lines, last);
		if (lines == 1 && is_settled(&last[0]))
			break;
	}
	*best = last[0];
}

/* Copies the latest keys of the task's past. */
static void
set_past(struct engine *e, const struct engine_task *t)
{
	e->n_past = t->n_past < SEARCH_PAST ? (unsigned)t->n_past : SEARCH_PAST;
	if (e->hides)
		e->n_past = 0; /* the keys contain what is hidden */
	if (e->n_past)
		memcpy(e->key, t->past + t->n_past - e->n_past, e->n_past * sizeof(*e->key));
}

/* Halves what was learned in earlier searches, so that new cuts count more. */
static void
age_history(struct engine *e)
{
	for (unsigned side = 0; side < 2; side++)
		for (unsigned from = 0; from < SEARCH_SQUARES; from++)
			for (unsigned to = 0; to < SEARCH_SQUARES; to++)
				e->history[side][from][to] /= 2;
}

void
engine_search(struct engine *e, const struct engine_task *task, struct engine_report *best)
{
	struct position root = *task->p;
	size_t choices;

	assert(engine_plays(task->g, task->p) && task->lines >= 1 &&
	       task->lines <= ENGINE_LINES_MAX);
	e->task = task;
	e->g = task->g;
	e->traits = traits_of(task->g);
	e->view = task->view ? *task->view : engine_whole();
	e->hides = e->traits->imagine && !task->open;
	e->nodes = 0;
	atomic_store_explicit(&e->intervals, 0, memory_order_relaxed);
	e->seed = task->seed;
	e->seldepth = 0;
	e->stopped = false;
	e->n_skip = 0;
	e->forced = NULL;
	e->hash.age = (e->hash.age + 1) % HASH_AGES;
	memset(e->killer, 0, sizeof(e->killer));
	age_history(e);
	set_past(e, task);
	*best = (struct engine_report){ .line = 1, .n_pv = 1 };
	choices = count_choices(task, task->p, &best->pv[0]);
	if (e->hides && !e->traits->believe) {
		worlds_deepen(e, task->p, best);
	} else {
		if (e->hides)
			e->traits->believe(e, &root);
		if (task->all)
			grade_deepen(e, &root, 1, best);
		else
			deepen(e, &root, task->lines < choices ? task->lines : (unsigned)choices,
			       best);
	}
	best->nodes = e->nodes;
}
