/* The search library: what it promises whatever it finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/players.h"
#include "tests/rules/vary.h"

enum { SIZE = 1 << 18, NODES = 1500, PLIES = 30, STACK_SIZE = 32 << 20 };

static struct engine *
engine_make(void)
{
	size_t size = engine_size() + SIZE;

	return engine_new(calloc(1, size), size);
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
struct reported {
	const struct play *play;
	struct action best;
};

/* Every line consists of legal actions, and there are as many lines as asked for. */
static void
on_report(void *arg, const struct engine_report *r)
{
	struct reported *reported = arg;
	const struct play *play = reported->play;
	struct position p = play->p;

	assert_true(r->line >= 1 && r->line <= 3);
	assert_true(r->n_pv >= 1 && r->n_pv <= ENGINE_PLIES_MAX);
	if (r->line == 1)
		reported->best = r->pv[0];
	for (unsigned i = 0; i < r->n_pv; i++) {
		assert_true(rules_legal(play->g, &p, r->pv[i]));
		rules_apply(play->g, &p, r->pv[i]);
	}
}

static void
check_lines(struct engine *e, struct play *play)
{
	struct engine_task task = task_of(play);
	struct reported reported = { .play = play };
	struct engine_report best;

	task.lines = 3;
	task.report = on_report;
	task.arg = &reported;
	engine_search(e, &task, &best);
	if (reported.best.kind != ACT_NONE)
		assert_true(rules_action_equal(reported.best, best.pv[0]));
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

/* --- Threads ------------------------------------------------------------ */

struct thread {
	struct engine *engine;
	struct engine_task task;
	struct engine_report best;
	pthread_t id;
};

static void *
run_thread(void *arg)
{
	struct thread *t = arg;

	engine_search(t->engine, &t->task, &t->best);
	return NULL;
}

/*
 * Helpers share the table and end at `stop`; whatever they write, all lines are legal. Run by
 * ThreadSanitizer, this shows that there is no data race.
 */
static void
check_threads(struct engine *e, struct play *play)
{
	struct reported reported = { .play = play };
	static struct thread thread[3];
	atomic_bool stop = false;
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	for (unsigned i = 1; i < 3; i++) {
		thread[i].engine = engine_join(malloc(engine_size()), e);
		thread[i].task = task_of(play);
		thread[i].task.nodes = 0;
		thread[i].task.helper = i;
		thread[i].task.stop = &stop;
		assert_int_equal(pthread_create(&thread[i].id, &attr, run_thread, &thread[i]), 0);
	}
	pthread_attr_destroy(&attr);
	thread[0].engine = e;
	thread[0].task = task_of(play);
	thread[0].task.report = on_report;
	thread[0].task.arg = &reported;
	run_thread(&thread[0]);
	atomic_store(&stop, true);
	for (unsigned i = 1; i < 3; i++) {
		pthread_join(thread[i].id, NULL);
		assert_true(engine_nodes(thread[i].engine) <= thread[i].best.nodes);
		free(thread[i].engine);
	}
	for (unsigned i = 0; i < 3; i++)
		assert_true(rules_legal(play->g, &play->p, thread[i].best.pv[0]));
}

static void
test_threads(void **state)
{
	(void)state;
	each_position(check_threads);
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

/* --- Views ---------------------------------------------------------------- */

/* Appends the squares that may hide something, as halod computes them. */
static void
append_hiding(const struct play *play, char *text, size_t size)
{
	size_t at = strlen(text);

	at += (size_t)snprintf(text + at, size - at, " hiding=");
	for (unsigned side = 0; side < 2; side++) {
		const char *dot = "";

		for (unsigned sq = 0; sq < 64; sq++) {
			char name[4];

			if (!(play->view.hiding[side] >> sq & 1))
				continue;
			rules_square_print(play->g, sq, name);
			at += (size_t)snprintf(text + at, size - at, "%s%s", dot, name);
			dot = ".";
		}
		at += (size_t)snprintf(text + at, size - at, "%s%s", *dot ? "" : "-",
				       side ? "" : "/");
	}
}

/* Parses the view of a seat; with its squares in Zombie Chess. */
static void
parse_view(const struct play *play, unsigned seat, struct position *p, struct engine_view *view)
{
	char text[2 * RULES_POSITION_TEXT];
	struct rules_error err;

	rules_view_print(play->g, &play->p, seat, text);
	if (strcmp(rules_name(play->g), "zombie") == 0)
		append_hiding(play, text, sizeof(text));
	assert_int_equal(engine_parse(play->g, text, p, view, &err), 0);
	assert_memory_equal(view->hiding, play->view.hiding, sizeof(view->hiding));
}

/* Calls `check` at many positions of random games that hide something. */
static void
each_view(void (*check)(struct engine *e, struct play *play))
{
	static struct play play;
	struct engine *e = engine_make();

	for (const char *const *name = vary_games; *name; name++)
		for (unsigned ply = 0; ply < 6 * PLIES; ply++) {
			play_start(&play, rules_game(*name), ply, ply % 90);
			check(e, &play);
		}
	free(e);
}

/* The view of the seat to act gives the same result as the whole position. */
static void
check_view(struct engine *e, struct play *play)
{
	static struct engine_report one, two;
	struct engine_task task = task_of(play);
	struct engine_view view;
	struct position p;

	parse_view(play, rules_turn_seat(play->g, &play->p), &p, &view);
	task.view = &play->view;
	task.past = NULL;
	task.n_past = 0;
	task.nodes = 150;
	memset(&one, 0, sizeof(one));
	memset(&two, 0, sizeof(two));
	engine_clear(e);
	engine_search(e, &task, &one);
	task.p = &p;
	task.view = &view;
	engine_clear(e);
	engine_search(e, &task, &two);
	assert_memory_equal(&one, &two, sizeof(one));
}

static void
test_views(void **state)
{
	(void)state;
	each_view(check_view);
}

/* The table's view gives an action that is legal in the position, or none. */
static void
check_table(struct engine *e, struct play *play)
{
	struct action list[RULES_ACTIONS_MAX];
	struct engine_task task = task_of(play);
	struct engine_report best;
	struct engine_view view;
	struct position p;

	parse_view(play, SEAT_TABLE, &p, &view);
	task.p = &p;
	task.view = &view;
	task.n_past = 0;
	task.nodes = 150;
	task.only = list;
	task.n_only = engine_actions(play->g, &p, &view, task.seed, list);
	if (task.n_only == 0)
		return;
	engine_search(e, &task, &best);
	assert_true(rules_legal(play->g, &play->p, best.pv[0]));
}

static void
test_table(void **state)
{
	(void)state;
	each_view(check_table);
}

/* Texts that are nearly views are refused and change nothing, or are what the view prints. */
static void
check_broken(struct engine *e, struct play *play)
{
	char text[2 * RULES_POSITION_TEXT], printed[RULES_POSITION_TEXT];
	struct engine_view view = engine_whole(), kept = view;
	struct position p = play->p;
	struct rules_error err;
	size_t len;

	(void)e;
	rules_view_print(play->g, &play->p, SEAT_TABLE, text);
	len = strlen(text);
	for (unsigned i = 0; i < 20; i++) {
		size_t at = (size_t)(players_random(&play->random) % len);
		char was = text[at];

		text[at] = "?#-/.,=9Pp a"[players_random(&play->random) % 12];
		if (engine_parse(play->g, text, &p, &view, &err) < 0) {
			assert_memory_equal(&p, &play->p, sizeof(p));
			assert_memory_equal(&view, &kept, sizeof(view));
		} else if (view.seat != SEAT_NONE) {
			rules_view_print(play->g, &p, view.seat, printed);
			assert_string_equal(printed, text);
		}
		text[at] = was;
		p = play->p;
		view = kept;
	}
}

static void
test_broken(void **state)
{
	(void)state;
	each_view(check_broken);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),    cmocka_unit_test(test_lines),
		cmocka_unit_test(test_stopped), cmocka_unit_test(test_secrets),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_views),   cmocka_unit_test(test_table),
		cmocka_unit_test(test_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
