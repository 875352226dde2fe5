/*
 * bench-engine [GAME …]: searches the start of each game, and a position ten random actions later,
 * for a second of processor time: once by the plain alpha-beta below, once by the engine.
 *
 *   M/s     million positions a second
 *   depth   actions of the last complete iteration; in games that hide something, of each world
 *   growth  positions of an iteration by those of the one before: the mean of the last four
 *   sooner  the plain search's time to its depth by the engine's time to the same depth
 */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "tests/engine/players.h"

enum { SECONDS = 1, OPENING = 10, HASH_MB = 16, MEAN_OF = 4, WIN = 30000 };

/* What a search did, by depth. */
struct run {
	unsigned depth; /* of the last complete iteration */
	double cpu_s[ENGINE_PLIES_MAX + 1], all_s;
	uint64_t nodes[ENGINE_PLIES_MAX + 1], all_nodes;
};

static atomic_bool stop;
static double begin_s;

static void
on_alarm(int number)
{
	(void)number;
	atomic_store(&stop, true);
}

static double
cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
begin(void)
{
	struct itimerval in = { .it_value = { SECONDS, 0 } };

	atomic_store(&stop, false);
	signal(SIGPROF, on_alarm);
	setitimer(ITIMER_PROF, &in, NULL);
	begin_s = cpu_now();
}

static void
note_depth(struct run *r, unsigned depth, uint64_t nodes)
{
	r->depth = depth;
	r->nodes[depth] = nodes;
	r->cpu_s[depth] = cpu_now() - begin_s;
}

/* --- The plain search: fail-hard alpha-beta, captures first, material ----------- */

static const struct game *g;
static uint64_t nodes;

static int
worth_of(unsigned kind)
{
	static const int worth[] = {
		[PIECE_PAWN] = 100,   [PIECE_KNIGHT] = 300,  [PIECE_BISHOP] = 300,
		[PIECE_ROOK] = 500,   [PIECE_QUEEN] = 900,   [PIECE_KING] = 5000,
		[PIECE_STACK5] = 600, [PIECE_MISSILE] = 800, [PIECE_ARTILLERY] = 400,
	};

	return worth[kind];
}

/* Returns the material of the side to act less the other's. */
static int
material(const struct position *p)
{
	struct sqset all = rules_occupied(g, p);
	int sum = 0;

	while (!sqset_empty(all)) {
		uint8_t piece = rules_at(g, p, sqset_pop(&all));

		sum += piece_colour(piece) == (p->b.seat & 1) ? worth_of(piece_kind(piece))
							      : -worth_of(piece_kind(piece));
	}
	return sum;
}

static int
end_value(const struct position *p, int depth)
{
	struct outcome o = rules_outcome(g, p, NULL);

	if (o.result != RESULT_WIN)
		return 0;
	return o.colour == (p->b.seat & 1) ? WIN + depth : -WIN - depth;
}

/* Moves the captures to the front. */
static void
captures_first(const struct position *p, struct action *list, size_t n)
{
	struct sqset enemy = rules_occupied_by(g, p, !(p->b.seat & 1));

	for (size_t i = 0, at = 0; i < n; i++) {
		struct action a = list[i];

		if (!sqset_has(enemy, a.to))
			continue;
		list[i] = list[at];
		list[at++] = a;
	}
}

static int
plain(const struct position *p, int alpha, int beta, int depth)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	nodes++;
	if (depth == 0)
		return material(p);
	n = rules_actions(g, p, list);
	if (n == 0)
		return end_value(p, depth);
	if (rules_to_act(g, p) == SEAT_CHANCE)
		n = 1; /* one roll stands for all */
	captures_first(p, list, n);
	for (size_t i = 0; i < n && !atomic_load_explicit(&stop, memory_order_relaxed); i++) {
		struct position child = *p;
		int value;

		rules_apply(g, &child, list[i]);
		if ((child.b.seat & 1) == (p->b.seat & 1))
			value = plain(&child, alpha, beta, depth - 1);
		else
			value = -plain(&child, -beta, -alpha, depth - 1);
		if (value >= beta)
			return beta;
		alpha = value > alpha ? value : alpha;
	}
	return alpha;
}

static void
run_plain(const struct position *p, struct run *r)
{
	begin();
	nodes = 0;
	for (unsigned depth = 1; depth < ENGINE_PLIES_MAX; depth++) {
		(void)plain(p, -2 * WIN, 2 * WIN, (int)depth);
		if (atomic_load(&stop))
			break;
		note_depth(r, depth, nodes);
	}
	r->all_s = cpu_now() - begin_s;
	r->all_nodes = nodes;
}

/* --- The engine ---------------------------------------------------------------- */

static void
on_report(void *arg, const struct engine_report *report)
{
	note_depth(arg, report->depth, report->nodes);
}

static void
run_engine(struct engine *e, const struct play *play, struct run *r)
{
	struct engine_task task = { .g = g,
				    .p = &play->p,
				    .past = play->past,
				    .n_past = play->n_past,
				    .lines = 1,
				    .stop = &stop,
				    .report = on_report,
				    .arg = r };
	struct engine_report best;

	engine_clear(e);
	begin();
	engine_search(e, &task, &best);
	r->all_s = cpu_now() - begin_s;
	r->all_nodes = best.nodes;
}

/* --- Both ------------------------------------------------------------------------ */

static double
growth(const struct run *r)
{
	unsigned from = r->depth > MEAN_OF ? r->depth - MEAN_OF : 1;

	while (from < r->depth && r->nodes[from] == 0)
		from++; /* not reported */
	if (from >= r->depth)
		return 0;
	/* Counts are those of all iterations so far, which grow alike. */
	return pow((double)r->nodes[r->depth] / (double)r->nodes[from], 1.0 / (r->depth - from));
}

static void
print_run(const char *name, const struct run *r)
{
	printf("  %s %5.2f M/s depth %2u growth %4.1f", name, (double)r->all_nodes / r->all_s / 1e6,
	       r->depth, growth(r));
}

static void
bench(struct engine *e, unsigned opening)
{
	static struct play play;
	struct run by_plain = { 0 }, by_engine = { 0 };

	play_start(&play, g, 1, opening);
	play_chance(&play);
	run_plain(&play.p, &by_plain);
	run_engine(e, &play, &by_engine);
	printf("%-13s %2u actions", rules_name(g), opening);
	print_run("plain", &by_plain);
	print_run("engine", &by_engine);
	if (by_engine.depth >= by_plain.depth && by_engine.cpu_s[by_plain.depth] > 0)
		printf("  sooner %.0f",
		       by_plain.cpu_s[by_plain.depth] / by_engine.cpu_s[by_plain.depth]);
	printf("\n");
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	size_t n, size = engine_size() + (HASH_MB << 20);
	const struct game *const *games = rules_games(&n);
	void *memory = calloc(1, size);
	struct engine *e = engine_new(memory, size);

	for (size_t i = 0; i < n; i++) {
		bool wanted = argc == 1;

		for (int k = 1; k < argc; k++)
			wanted = wanted || strcmp(argv[k], rules_name(games[i])) == 0;
		if (!wanted || rules_partners(games[i]))
			continue;
		g = games[i];
		bench(e, 0);
		bench(e, OPENING);
	}
	free(memory);
	return 0;
}
