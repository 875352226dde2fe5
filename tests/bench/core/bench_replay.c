/*
 * The cost of an event of a trace, including parsing: a short game, longer
 * ones, one of thousands of plies. The cost must not grow with the game's
 * length.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/trace/replay.h"

static uint32_t seed = 7;

static uint32_t
chance(uint32_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % n;
}

static double
cpu_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* the machine is shared */
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

struct text {
	FILE *out;
	char *s;
	size_t len;
	unsigned events, plies;
	uint64_t t_us;
};

static void
edge(struct text *t, const struct game *g, char sign, unsigned sq)
{
	char name[4], time[24];

	t->t_us += 150000 + chance(400000);
	trace_time_print(t->t_us, time);
	rules_square_print(g, sq, name);
	(void)fprintf(t->out, "%s %c%s\n", time, sign, name);
	t->events++;
}

/* Makes one action by hand: all emptied and captured squares first, then all drops. */
static void
carry(struct text *t, const struct game *g, const struct position *p, struct action a)
{
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].before)
			edge(t, g, '-', f.change[i].sq);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].after)
			edge(t, g, '+', f.change[i].sq);
}

static bool
goes_on(const struct game *g, const struct position *p, const struct history *h, struct action a)
{
	struct history then = *h;
	struct position q = *p;

	rules_apply(g, &q, a);
	rules_history_push(g, &then, &q);
	return rules_outcome(g, &q, &then).result == RESULT_ONGOING;
}

/*
 * Picks an action that prolongs the game: pieces wander without captures, and a
 * pawn moves before the 75-move rule applies. If necessary, any action that
 * does not end the game.
 */
static bool
choose(const struct game *g, const struct position *p, const struct history *h, struct action *out)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list), off = n ? chance((uint32_t)n) : 0;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		struct action a = list[(i + off) % n];
		bool pawn = piece_kind(rules_at(g, p, a.from)) == PIECE_PAWN;
		bool wanted = !rules_at(g, p, a.to) && pawn == (p->b.halfmoves > 140);

		/* By hand only queens can be promoted. */
		if (a.kind == ACT_MOVE && a.arg && a.arg != PIECE_QUEEN)
			continue;
		if ((any && !wanted) || !goes_on(g, p, h, a))
			continue;
		*out = a;
		any = true;
		if (wanted)
			break;
	}
	return any;
}

static void
make(struct text *t, unsigned plies)
{
	const struct game *g = rules_game("chess");
	struct rules_error err;
	struct history h;
	struct position p;
	struct action a;

	memset(t, 0, sizeof(*t));
	t->out = open_memstream(&t->s, &t->len);
	(void)fputs("# haloboard trace 1\n", t->out);
	if (rules_start(g, "", &p, &err) < 0)
		abort();
	rules_history_start(g, &h, &p);
	while (t->plies < plies && choose(g, &p, &h, &a)) {
		carry(t, g, &p, a);
		rules_apply(g, &p, a);
		rules_history_push(g, &h, &p);
		t->plies++;
	}
	(void)fclose(t->out);
}

/* The replay must print every ply, otherwise the figure means nothing. */
static unsigned
count_lines(const char *s)
{
	unsigned n = 0;

	for (; *s; s++)
		n += *s == '\n';
	return n;
}

static void
measure(unsigned plies)
{
	static const struct replay_options plain = { 0 };
	double best = 1e300;
	struct text t;
	unsigned lines = 0;

	make(&t, plies);
	for (unsigned round = 0; round < 5; round++) {
		struct trace_error err;
		char *said = NULL;
		size_t len;
		FILE *out = open_memstream(&said, &len);
		double from = cpu_us(), took;

		if (replay_text(t.s, t.len, &plain, out, &err) < 0)
			abort();
		took = cpu_us() - from;
		(void)fclose(out);
		lines = count_lines(said);
		free(said);
		best = took < best ? took : best;
	}
	printf("%6u plies %6u events %6.2f us an event%s\n", t.plies, t.events, best / t.events,
	       lines == t.plies ? "" : " (actions lost!)");
	free(t.s);
}

int
main(void)
{
	measure(80);
	measure(400);
	measure(2000);
	measure(10000);
	return 0;
}
