/*
 * bench-engine-threads [GAME [DEPTH [POSITIONS]]]: how much sooner two threads over one table reach
 * a depth than one does. The time is processor time of the first thread, so that a busy machine
 * disturbs less, as long as both threads get equal shares.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/engine/players.h"

enum { HASH_MB = 16, STACK_SIZE = 32 << 20 };

struct thread {
	struct engine *engine;
	struct engine_task task;
	uint64_t nodes;
	double cpu_s;
	pthread_t id;
};

static void *
run(void *arg)
{
	struct thread *t = arg;
	struct engine_report best;
	struct timespec cpu;

	engine_search(t->engine, &t->task, &best);
	t->nodes = best.nodes;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
	t->cpu_s = (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9;
	return NULL;
}

static void
start(struct thread *t)
{
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_SIZE);
	if (pthread_create(&t->id, &attr, run, t) != 0)
		abort();
	pthread_attr_destroy(&attr);
}

/* Searches with `n` threads, 1 or 2; adds their work to *first and *second. */
static void
search(struct engine *e, void *memory, const struct play *play, unsigned depth, unsigned n,
       struct thread *first, struct thread *second)
{
	atomic_bool stop = false;
	struct engine_task task = {
		.g = play->g, .p = &play->p, .lines = 1, .depth = depth, .stop = &stop
	};
	struct thread one = { .engine = e, .task = task }, two = { .task = task };

	engine_clear(e);
	if (n > 1) {
		two.engine = engine_join(memory, e);
		two.task.depth = 0;
		two.task.helper = 1;
		start(&two);
	}
	start(&one);
	pthread_join(one.id, NULL);
	atomic_store(&stop, true);
	if (n > 1)
		pthread_join(two.id, NULL);
	first->nodes += one.nodes;
	first->cpu_s += one.cpu_s;
	second->nodes += two.nodes;
	second->cpu_s += two.cpu_s;
}

int
main(int argc, char **argv)
{
	const struct game *g = rules_game(argc > 1 ? argv[1] : "chess");
	unsigned depth = argc > 2 ? (unsigned)atoi(argv[2]) : 12;
	unsigned positions = argc > 3 ? (unsigned)atoi(argv[3]) : 20;
	size_t size = engine_size() + (HASH_MB << 20);
	struct engine *e = engine_new(calloc(1, size), size);
	void *memory = malloc(engine_size());
	struct thread alone = { 0 }, first = { 0 }, second = { 0 };
	static struct play play;

	for (unsigned i = 0; g && i < positions; i++) {
		play_start(&play, g, i, 10);
		play_chance(&play);
		search(e, memory, &play, depth, 1, &alone, &second);
		search(e, memory, &play, depth, 2, &first, &second);
	}
	printf("one thread: %.2f s, %.2f M/s\n", alone.cpu_s,
	       (double)alone.nodes / alone.cpu_s / 1e6);
	printf("two: first %.2f s, %.2f M/s; second %.2f s, %.2f M/s\n", first.cpu_s,
	       (double)first.nodes / first.cpu_s / 1e6, second.cpu_s,
	       (double)second.nodes / second.cpu_s / 1e6);
	printf("positions by those of one: %.2f in the same time; depth %u %.2f times as soon\n",
	       ((double)first.nodes / first.cpu_s + (double)second.nodes / second.cpu_s) /
		       ((double)alone.nodes / alone.cpu_s),
	       depth, alone.cpu_s / first.cpu_s);
	free(e);
	free(memory);
	return 0;
}
