/*
 * match GAME GAMES SEED A B [LEAST]: plays player A against B, each opening twice with seats
 * changed, and prints the score with its error bar of 95 %. Fails at an illegal action, or if A's
 * score is below LEAST percent. In a game of partners each player plays both seats, and LEAST is
 * the points by which A must be better beyond the error bar. tests/engine/players.h lists the players. Equal arguments give
 * equal games, except with "cpu:".
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/players.h"

enum { OPENING = 4, PLIES_MAX = 5000, HASH_MB = 8 };

/* What a match counts. */
struct tally {
	unsigned won, drawn, lost, unfinished;
};

/*
 * Plays a game to its end and returns the outcome; after PLIES_MAX actions it is ongoing. A draw
 * that may be claimed is one: each engine takes a repetition and fifty moves for a draw.
 */
static struct outcome
play_game(struct play *play, struct player *white, struct player *black)
{
	for (unsigned ply = 0;; ply++) {
		struct outcome o;
		struct player *next;
		struct action a;

		play_chance(play);
		o = rules_outcome(play->g, &play->p, &play->h);
		if (rules_claims(play->g, &play->p, &play->h))
			o.result = RESULT_DRAW;
		if (o.result != RESULT_ONGOING || ply == PLIES_MAX)
			return o;
		next = rules_to_act(play->g, &play->p) & 1 ? black : white;
		a = player_choose(next, play);
		if (!rules_legal(play->g, &play->p, a)) {
			char text[RULES_POSITION_TEXT];

			rules_print(play->g, &play->p, text);
			fprintf(stderr, "illegal action of %s in %s\n", next->name, text);
			exit(1);
		}
		play_apply(play, a);
	}
}

/* Adds a game to the tally; returns A's points: 1, 0.5 or 0. */
static double
count_game(struct tally *tally, struct outcome o, unsigned colour_of_a)
{
	tally->unfinished += o.result == RESULT_ONGOING;
	if (o.result != RESULT_WIN) {
		tally->drawn++;
		return 0.5;
	}
	if (o.colour == colour_of_a) {
		tally->won++;
		return 1;
	}
	tally->lost++;
	return 0;
}

/* Returns the points of a game of partners: a lost one counts as -1. */
static double
partners_points(struct tally *tally, struct outcome o)
{
	tally->unfinished += o.result == RESULT_ONGOING;
	tally->lost += o.result == RESULT_LOST;
	return o.result == RESULT_SCORE ? o.score : -1;
}

/* A mean and its error bar. */
struct mean {
	double sum, squares;
	unsigned n;
};

static void
mean_add(struct mean *m, double x)
{
	m->sum += x;
	m->squares += x * x;
	m->n++;
}

static double
mean_error(const struct mean *m)
{
	double mean = m->sum / m->n;

	return 1.96 * sqrt(fmax(0, m->squares / m->n - mean * mean) / m->n);
}

static void
start(struct play *play, const struct game *g, uint64_t seed, struct player *a, struct player *b)
{
	if (a->engine)
		engine_clear(a->engine);
	if (b->engine)
		engine_clear(b->engine);
	play->alice = (a->uci || b->uci) && strcmp(rules_name(g), "half-alice") == 0;
	play_start(play, g, seed, rules_partners(g) ? 0 : OPENING);
}

/* Plays a match; returns A's score in percent. */
static double
versus(const struct game *g, unsigned games, uint64_t seed, struct player *a, struct player *b)
{
	static struct play play;
	struct tally tally = { 0 };
	struct mean score = { 0 };

	for (unsigned i = 0; i < games; i++) {
		struct outcome o;

		start(&play, g, seed + i / 2, a, b);
		o = play_game(&play, i & 1 ? b : a, i & 1 ? a : b);
		mean_add(&score, count_game(&tally, o, i & 1));
	}
	printf("%s: %s against %s: %u games, +%u =%u -%u (%u unfinished), %.1f %% +- %.1f\n",
	       rules_name(g), a->name, b->name, games, tally.won, tally.drawn, tally.lost,
	       tally.unfinished, 100 * score.sum / games, 100 * mean_error(&score));
	return 100 * score.sum / games;
}

/* Lets each player play both partners; returns by how many points A is better, less the error. */
static double
partners(const struct game *g, unsigned games, uint64_t seed, struct player *a, struct player *b)
{
	static struct play play;
	struct mean score[2] = { 0 }, difference = { 0 };
	struct tally tally[2] = { 0 };

	for (unsigned i = 0; i < games; i++) {
		double points[2];

		for (unsigned k = 0; k < 2; k++) {
			struct player *both = k ? b : a;

			start(&play, g, seed + i, a, b);
			points[k] = partners_points(&tally[k], play_game(&play, both, both));
			mean_add(&score[k], points[k]);
		}
		mean_add(&difference, points[0] - points[1]);
	}
	for (unsigned k = 0; k < 2; k++)
		printf("%s: %s: %u games, %u lost, %u unfinished, %.2f points +- %.2f\n",
		       rules_name(g), k ? b->name : a->name, games, tally[k].lost,
		       tally[k].unfinished, score[k].sum / games, mean_error(&score[k]));
	printf("%s: difference %.2f +- %.2f\n", rules_name(g), difference.sum / games,
	       mean_error(&difference));
	return difference.sum / games - mean_error(&difference);
}

static void
print_player(const struct player *p)
{
	if (p->uci)
		printf("  %s: %.4f s CPU an action\n", p->name, p->cpu_s / (double)p->actions);
	else if (p->actions)
		printf("  %s: %.0f nodes, depth %.1f, %.4f s CPU an action, %.2f M nodes/s\n",
		       p->name, (double)p->nodes / (double)p->actions,
		       (double)p->plies / (double)p->actions, p->cpu_s / (double)p->actions,
		       (double)p->nodes / p->cpu_s / 1e6);
}

int
main(int argc, char **argv)
{
	const struct game *g = argc > 5 ? rules_game(argv[1]) : NULL;
	struct player a, b;
	double result;

	if (!g || !engine_plays(g, NULL)) {
		fputs("usage: match GAME GAMES SEED A B [LEAST]\n", stderr);
		return 2;
	}
	player_init(&a, argv[4], HASH_MB);
	player_init(&b, argv[5], HASH_MB);
	result = (rules_partners(g) ? partners : versus)(g, (unsigned)atoi(argv[2]),
							 strtoull(argv[3], NULL, 10), &a, &b);
	print_player(&a);
	print_player(&b);
	player_free(&a);
	player_free(&b);
	return argc > 6 && result < atof(argv[6]);
}
