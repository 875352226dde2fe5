/*
 * bench-rules-horde FILE [SECONDS [SEED]]: measures the time of one call that
 * lists the actions of a Zombie position. Three results:
 *
 *   built    each position of FILE (a line each, `#` begins a remark), found by
 *            changing crowds repeatedly towards the slowest
 *   crowds   random crowds of five, ten and twenty zombies: the median, the
 *            99th percentile and the worst
 *   harder   with SECONDS: the slowest position that such changes find in that
 *            time, to be added to FILE if it is worse
 *
 * Each call is made three times and the fastest counts, in CPU time, so that a
 * busy machine disturbs less.
 */
#include <stdlib.h>
#include <time.h>

#include "rules/bitboard.h"
#include "tests/rules/crowd.h"
#include "tests/rules/rules_test.h"

enum { ROUNDS = 3, CROWDS = 4000, STALE = 3000 };

static const struct game *g;

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double
call_ms(const struct position *p, size_t *actions)
{
	static struct action list[RULES_ACTIONS_MAX];
	double best = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double begin = now_ms(), spent;

		*actions = rules_actions(g, p, list);
		spent = now_ms() - begin;
		if (round == 0 || spent < best)
			best = spent;
	}
	return best;
}

static unsigned
horde_size(const struct position *p)
{
	return bits_count(p->marks & p->b.colour[p->b.seat]);
}

/* --- Built positions, random crowds -------------------------------------- */

static int
measure_built(const char *path)
{
	static char line[2 * RULES_POSITION_TEXT];
	FILE *f = fopen(path, "r");
	double worst = 0;

	if (!f) {
		perror(path);
		return 2;
	}
	while (fgets(line, sizeof(line), f)) {
		struct rules_error err;
		struct position p;
		size_t actions;
		double ms;

		line[strcspn(line, "\n")] = '\0';
		if (!*line || *line == '#')
			continue;
		if (rules_parse(g, line, &p, &err) < 0) {
			fprintf(stderr, "%s: %s: %s\n", path, line, err.why);
			fclose(f);
			return 2;
		}
		ms = call_ms(&p, &actions);
		worst = ms > worst ? ms : worst;
		printf("built   %2u zombies  %8.3f ms, %3zu actions\n", horde_size(&p), ms,
		       actions);
	}
	fclose(f);
	printf("built   worst       %8.3f ms\n", worst);
	return 0;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
measure_crowds(unsigned zombies)
{
	static double ms[CROWDS];
	uint64_t state = zombies;

	for (unsigned i = 0; i < CROWDS; i++) {
		struct position p;
		size_t actions;

		crowd_make(&p, zombies, &state);
		ms[i] = call_ms(&p, &actions);
	}
	qsort(ms, CROWDS, sizeof(ms[0]), compare);
	printf("crowds  %2u zombies  50 %% %.3f ms, 99 %% %.3f ms, worst %.3f ms\n", zombies,
	       ms[CROWDS / 2], ms[CROWDS * 99 / 100], ms[CROWDS - 1]);
}

/* --- The search for harder ones ------------------------------------------ */

struct climb {
	struct position p;
	double ms;
};

static unsigned
below(uint64_t *state, unsigned n)
{
	return (unsigned)(test_random(state) % n);
}

/* Changes the piece on a square without a king, or removes it. */
static void
change_piece(struct position *p, unsigned sq, uint64_t *state)
{
	unsigned kind = below(state, 6), colour = below(state, 3) ? p->b.seat : !p->b.seat;

	if (bits_has(p->b.kings, sq))
		return;
	bitboard_remove(&p->b, bit(sq));
	p->marks &= ~bit(sq);
	if (kind == PIECE_NONE)
		return;
	bitboard_put(&p->b, sq, piece_make(kind, colour));
	if (colour == p->b.seat && below(state, 3))
		p->marks |= bit(sq);
}

static void
change_grave(struct position *p, unsigned sq, uint64_t *state)
{
	unsigned kind = below(state, 6);

	for (unsigned i = 0; i < 3; i++) {
		uint64_t *plane = &p->x.zombie.buried[p->b.seat][i];

		*plane = (*plane & ~bit(sq)) | (uint64_t)(kind >> i & 1) << sq;
	}
}

/* Returns false if there is no such position. */
static bool
change(struct position *p, uint64_t *state)
{
	char text[RULES_POSITION_TEXT];
	struct rules_error err;

	for (unsigned n = 1 + below(state, 3); n > 0; n--) {
		unsigned sq = below(state, 64);

		if (below(state, 3))
			change_piece(p, sq, state);
		else
			change_grave(p, sq, state);
	}
	p->b.ep_sq = RULES_NO_SQ;
	rules_print(g, p, text);
	return rules_parse(g, text, p, &err) == 0;
}

/* Climbs from one crowd until no change has become slower for long. */
static struct climb
climb(uint64_t *state, double until)
{
	struct climb best = { .ms = 0 };
	unsigned stale = 0;
	size_t actions;

	crowd_make(&best.p, 5 + below(state, 16), state);
	while (stale++ < STALE && now_ms() < until) {
		struct climb next = best;

		if (!change(&next.p, state))
			continue;
		next.ms = call_ms(&next.p, &actions);
		if (next.ms <= best.ms)
			continue;
		best = next;
		stale = 0;
	}
	return best;
}

static void
search_harder(double seconds, uint64_t state)
{
	double until = now_ms() + seconds * 1e3;
	char text[RULES_POSITION_TEXT];
	struct climb best = { .ms = 0 };

	while (now_ms() < until) {
		struct climb found = climb(&state, until);

		if (found.ms > best.ms)
			best = found;
	}
	rules_print(g, &best.p, text);
	printf("harder  %2u zombies  %8.3f ms\n%s\n", horde_size(&best.p), best.ms, text);
}

int
main(int argc, char **argv)
{
	static const unsigned sizes[] = { 5, 10, 20 };

	if (argc < 2 || argc > 4) {
		fprintf(stderr, "usage: bench-rules-horde FILE [SECONDS [SEED]]\n");
		return 2;
	}
	g = test_game("zombie");
	if (measure_built(argv[1]) != 0)
		return 2;
	for (unsigned i = 0; i < ARRAY_LEN(sizes); i++)
		measure_crowds(sizes[i]);
	if (argc > 2)
		search_harder(strtod(argv[2], NULL), argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
	return 0;
}
