/* The search library: what it promises whatever it finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/players.h"
#include "tests/rules/vary.h"

enum { SIZE = 1 << 18, NODES = 1500, PLIES = 30 };

static struct engine *
engine_make(void)
{
	size_t size = engine_size() + SIZE;

	return engine_new(malloc(size), size);
}

static struct engine_task
task_of(struct play *play)
{
	return (struct engine_task){ .g = play->g,
				     .p = &play->p,
				     .past = play->past,
				     .n_past = play->n_past,
				     .lines = 1,
				     .nodes = NODES };
}

/* Calls `check` at the positions of a random game of each game. */
static void
each_position(void (*check)(struct engine *e, struct play *play))
{
	static struct play play;
	struct engine *e = engine_make();
	size_t n;
	const struct game *const *games = rules_games(&n);

	for (size_t i = 0; i < n; i++) {
		if (!engine_plays(games[i], NULL))
			continue;
		for (unsigned ply = 0; ply < PLIES; ply += 5) {
			play_start(&play, games[i], 7, ply);
			play_chance(&play);
			check(e, &play);
		}
	}
	free(e);
}

static void
check_same(struct engine *e, struct play *play)
{
	static struct engine_report one, two;
	struct engine_task task = task_of(play);

	task.noise = 50;
	memset(&one, 0, sizeof(one));
	memset(&two, 0, sizeof(two));
	engine_clear(e);
	engine_search(e, &task, &one);
	engine_clear(e);
	engine_search(e, &task, &two);
	assert_memory_equal(&one, &two, sizeof(one));
}

/* Equal arguments and a cleared memory give equal results. */
static void
test_same(void **state)
{
	(void)state;
	each_position(check_same);
}

/* A game, and the action of the best line that was reported last; kind 0: none. */
struct told {
	const struct play *play;
	struct action best;
};

/* Every line consists of legal actions, and there are as many lines as asked for. */
static void
on_report(void *arg, const struct engine_report *r)
{
	struct told *told = arg;
	const struct play *play = told->play;
	struct position p = play->p;

	assert_true(r->line >= 1 && r->line <= 3);
	assert_true(r->n_pv >= 1 && r->n_pv <= ENGINE_PLIES_MAX);
	if (r->line == 1)
		told->best = r->pv[0];
	for (unsigned i = 0; i < r->n_pv; i++) {
		assert_true(rules_legal(play->g, &p, r->pv[i]));
		rules_apply(play->g, &p, r->pv[i]);
	}
}

static void
check_lines(struct engine *e, struct play *play)
{
	struct engine_task task = task_of(play);
	struct told told = { .play = play };
	struct engine_report best;

	task.lines = 3;
	task.report = on_report;
	task.arg = &told;
	engine_search(e, &task, &best);
	if (told.best.kind != ACT_NONE)
		assert_true(rules_action_equal(told.best, best.pv[0]));
	assert_true(rules_legal(play->g, &play->p, best.pv[0]));
	assert_true(best.nodes <= NODES + 1);
}

static void
test_lines(void **state)
{
	(void)state;
	each_position(check_lines);
}

/* A search that is stopped at once still returns a legal action, and one of those allowed. */
static void
check_stopped(struct engine *e, struct play *play)
{
	atomic_bool stop = true;
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(play->g, &play->p, list);
	struct engine_task task = task_of(play);
	struct engine_report best;

	task.stop = &stop;
	engine_search(e, &task, &best);
	assert_true(rules_legal(play->g, &play->p, best.pv[0]));
	task.stop = NULL;
	task.only = &list[n - 1];
	task.n_only = 1;
	engine_search(e, &task, &best);
	assert_true(rules_action_equal(best.pv[0], list[n - 1]));
}

static void
test_stopped(void **state)
{
	(void)state;
	each_position(check_stopped);
}

/* --- Secrets ------------------------------------------------------------ */

/* Returns the side whose secrets the seat to act may not know: its own masks in Masquerade. */
static unsigned
secret_side(const struct play *play)
{
	unsigned us = rules_turn_seat(play->g, &play->p) & 1;

	return strcmp(rules_name(play->g), "masquerade") == 0 ? us : !us;
}

/* The result does not depend on what the seat to act may not know. */
static void
test_secrets(void **state)
{
	static struct engine_report one, two;
	static struct play play;
	struct engine *e = engine_make();
	unsigned varied = 0;

	(void)state;
	for (const char *const *name = vary_games; *name; name++) {
		for (unsigned ply = 0; ply < 4 * PLIES; ply++) {
			struct engine_task task;
			uint64_t random = ply;
			struct position other;

			play_start(&play, rules_game(*name), ply, ply % 60);
			task = task_of(&play);
			task.nodes = 0;
			task.depth = 1;
			if (!vary_side(play.g, &play.p, secret_side(&play), &random, &other))
				continue;
			varied += memcmp(&play.p, &other, sizeof(other)) != 0;
			engine_clear(e);
			engine_search(e, &task, &one);
			task.p = &other;
			engine_clear(e);
			engine_search(e, &task, &two);
			assert_memory_equal(&one, &two, sizeof(one));
		}
	}
	assert_true(varied > PLIES);
	free(e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_stopped),
		cmocka_unit_test(test_secrets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
