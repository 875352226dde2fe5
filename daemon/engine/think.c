#include "daemon/engine/think.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
	/* A search keeps an action list on the stack for each ply, and sanitizers add to it. */
	STACK_SIZE = 32 << 20,
	LINE_SIZE = 256 + ENGINE_PLIES_MAX * (RULES_ACTION_TEXT + 1),
};

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void
think_init(struct think *t)
{
	pthread_condattr_t attr;

	t->started = false;
	t->done = true;
	t->held = false;
	t->threads = 1;
	t->running = 0;
	pthread_mutex_init(&t->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&t->changed, &attr);
	pthread_condattr_destroy(&attr);
}

void
think_free(struct think *t)
{
	think_stop(t);
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->lock);
	for (unsigned i = 1; i < t->threads; i++)
		free(t->helper[i].memory);
}

int
think_set_threads(struct think *t, unsigned threads)
{
	assert(threads >= 1 && threads <= THINK_THREADS_MAX);
	for (unsigned i = t->threads; i < threads; i++) {
		t->helper[i].memory = malloc(engine_size());
		if (t->helper[i].memory)
			continue;
		while (i-- > t->threads)
			free(t->helper[i].memory);
		return -1;
	}
	for (unsigned i = threads; i < t->threads; i++)
		free(t->helper[i].memory);
	t->threads = threads;
	return 0;
}

/* --- What the thread prints --------------------------------------------------- */

/* Returns a win's distance in moves, two actions each; negative: a loss. */
static int
mate_moves(int score)
{
	return score > 0 ? (ENGINE_WIN - score + 1) / 2 : -(ENGINE_WIN + score) / 2;
}

static bool
is_mate(int score)
{
	return score > ENGINE_WIN - 1000 || score < 1000 - ENGINE_WIN;
}

/* Returns the positions of all threads. */
static uint64_t
all_nodes(const struct think *t, uint64_t nodes)
{
	for (unsigned i = 1; i <= t->running; i++)
		nodes += engine_nodes(t->helper[i].engine);
	return nodes;
}

static void
print_info(const struct think *t, const struct engine_report *r, int64_t ms)
{
	const struct game *g = t->limits.task.g;
	struct position p = t->limits.p;
	char line[LINE_SIZE];
	uint64_t nodes = all_nodes(t, r->nodes);
	int at;

	at = snprintf(line, sizeof(line), "info depth %u seldepth %u multipv %u score %s %d",
		      r->depth, r->seldepth, r->line, is_mate(r->score) ? "mate" : "cp",
		      is_mate(r->score) ? mate_moves(r->score) : r->score);
	at += snprintf(line + at, sizeof(line) - (size_t)at,
		       " nodes %" PRIu64 " nps %" PRIu64 " hashfull %u time %" PRId64 " pv", nodes,
		       nodes * 1000 / (uint64_t)(ms > 0 ? ms : 1), r->hashfull, ms);
	for (unsigned i = 0; i < r->n_pv; i++) {
		char text[RULES_ACTION_TEXT];

		rules_action_print(g, &p, r->pv[i], text);
		if (i + 1 < r->n_pv) /* the last one may be legal in worlds other than *p */
			rules_apply(g, &p, r->pv[i]);
		at += snprintf(line + at, sizeof(line) - (size_t)at, " %s", text);
	}
	puts(line);
	/* A reader that wakes for each of many lines takes the engine's time. */
	if (!r->more)
		fflush(stdout);
}

static void
print_best(const struct think *t, const struct engine_report *r)
{
	const struct game *g = t->limits.task.g;
	struct position p = t->limits.p;
	char best[RULES_ACTION_TEXT], reply[RULES_ACTION_TEXT];

	rules_action_print(g, &p, r->pv[0], best);
	if (r->n_pv > 1) {
		rules_apply(g, &p, r->pv[0]);
		rules_action_print(g, &p, r->pv[1], reply);
		printf("bestmove %s ponder %s\n", best, reply);
	} else {
		printf("bestmove %s\n", best);
	}
	fflush(stdout);
}

/* --- The thread ------------------------------------------------------------------ */

/* Prints a line, and ends the search where another iteration would take too long. */
static void
on_report(void *arg, const struct engine_report *r)
{
	struct think *t = arg;
	const struct think_limits *l = &t->limits;
	int64_t ms;

	pthread_mutex_lock(&t->lock);
	ms = now_ms() - t->begin_ms;
	if (!t->held && l->soft_ms && ms >= l->soft_ms)
		atomic_store(&t->stop, true);
	pthread_mutex_unlock(&t->lock);
	if (l->mate && is_mate(r->score) && r->score > 0 && mate_moves(r->score) <= (int)l->mate)
		atomic_store(&t->stop, true);
	print_info(t, r, ms);
}

static void *
run_helper(void *arg)
{
	struct helper *h = arg;
	struct engine_task task = h->think->limits.task;
	struct engine_report best;

	task.depth = 0;
	task.lines = 1;
	task.helper = h->number;
	task.report = NULL;
	engine_search(h->engine, &task, &best);
	return NULL;
}

static void
start_thread(pthread_t *thread, void *(*body)(void *arg), void *arg)
{
	pthread_attr_t attr;
	int error;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	error = pthread_create(thread, &attr, body, arg);
	assert(error == 0);
	pthread_attr_destroy(&attr);
}

static void
start_helpers(struct think *t)
{
	t->running = t->limits.task.nodes ? 0 : t->threads - 1;
	for (unsigned i = 1; i <= t->running; i++) {
		struct helper *h = &t->helper[i];

		h->think = t;
		h->number = i;
		h->engine = engine_join(h->memory, t->engine);
	}
	for (unsigned i = 1; i <= t->running; i++)
		start_thread(&t->helper[i].thread, run_helper, &t->helper[i]);
}

static void *
run(void *arg)
{
	struct think *t = arg;
	struct engine_report best;

	start_helpers(t);
	engine_search(t->engine, &t->limits.task, &best);
	atomic_store(&t->stop, true);
	for (unsigned i = 1; i <= t->running; i++)
		pthread_join(t->helper[i].thread, NULL);
	pthread_mutex_lock(&t->lock);
	while (t->held)
		pthread_cond_wait(&t->changed, &t->lock);
	print_best(t, &best);
	t->done = true;
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

/* --- Calls of the thread that reads the commands ----------------------------------- */

static void
join(struct think *t)
{
	if (t->started)
		pthread_join(t->thread, NULL);
	t->started = false;
}

void
think_start(struct think *t, const struct think_limits *limits)
{
	assert(t->done);
	join(t);
	t->limits = *limits;
	t->limits.task.p = &t->limits.p;
	t->limits.task.view = &t->limits.view;
	t->limits.task.only = t->limits.task.n_only ? t->limits.only : NULL;
	t->limits.task.stop = &t->stop;
	t->limits.task.report = on_report;
	t->limits.task.arg = t;
	atomic_store(&t->stop, false);
	t->done = false;
	t->held = limits->infinite || limits->ponder;
	t->begin_ms = now_ms();
	start_thread(&t->thread, run, t);
	t->started = true;
}

static void
release(struct think *t)
{
	pthread_mutex_lock(&t->lock);
	t->held = false;
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->lock);
}

void
think_stop(struct think *t)
{
	atomic_store(&t->stop, true);
	release(t);
	join(t);
}

void
think_ponderhit(struct think *t)
{
	if (!t->limits.ponder)
		return;
	pthread_mutex_lock(&t->lock);
	t->begin_ms = now_ms();
	pthread_mutex_unlock(&t->lock);
	release(t);
}

bool
think_wait(struct think *t)
{
	bool done;

	pthread_mutex_lock(&t->lock);
	while (!t->done && !t->held) {
		int64_t end_ms = t->begin_ms + t->limits.hard_ms;
		struct timespec end = { (time_t)(end_ms / 1000), (long)(end_ms % 1000 * 1000000) };

		if (!t->limits.hard_ms || atomic_load(&t->stop))
			pthread_cond_wait(&t->changed, &t->lock);
		else if (pthread_cond_timedwait(&t->changed, &t->lock, &end) != 0)
			atomic_store(&t->stop, true);
	}
	done = t->done;
	pthread_mutex_unlock(&t->lock);
	if (done)
		join(t);
	return done;
}

int
think_timeout(struct think *t)
{
	int64_t left = -1;

	pthread_mutex_lock(&t->lock);
	if (!t->done && !t->held && t->limits.hard_ms && !atomic_load(&t->stop)) {
		left = t->begin_ms + t->limits.hard_ms - now_ms();
		left = left > 0 ? left : 0;
	}
	pthread_mutex_unlock(&t->lock);
	return (int)left;
}

void
think_expire(struct think *t)
{
	if (think_timeout(t) == 0)
		atomic_store(&t->stop, true);
}
