/*
 * Tuning by simultaneous perturbation: each pair of games is played by the present weights with all
 * of them moved a little, each up or down at random, against the opposite; then all move towards
 * the winner. Many pairs add up to the direction in which the engine becomes stronger.
 */
#include "daemon/engine/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/traits.h"
#include "daemon/engine/uci.h"

enum {
	WEIGHTS_MAX = 160,
	OPENING = 4,       /* random actions before each game */
	ACTIONS_MAX = 400, /* a longer game is a draw */
	HASH_BYTES = 1 << 20,
};

/* A weight moves at random by this part of itself, and a pair of wins shifts it by that of it. */
static const double step = 0.2, gain_first = 0.12, gain_last = 0.03;

struct tuner {
	const struct game *g;
	unsigned games, nodes, check;
	uint64_t seed, random;
	struct engine *engine[2];
	unsigned n; /* weights */
	int *weight[WEIGHTS_MAX];
	char name[WEIGHTS_MAX][32];
	int built_in[WEIGHTS_MAX];
	double value[WEIGHTS_MAX];
};

/* Returns the next number of a SplitMix64 stream. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static void
set_weights(const struct tuner *t, const int value[WEIGHTS_MAX])
{
	for (unsigned i = 0; i < t->n; i++)
		*t->weight[i] = value[i];
}

/* --- Games ------------------------------------------------------------------------- */

static struct action
choose(struct tuner *t, const struct position *p, const uint64_t *past, size_t n_past,
       unsigned player)
{
	struct engine_report best;
	struct engine_task task = {
		.g = t->g,
		.p = p,
		.past = past,
		.n_past = n_past,
		.lines = 1,
		.nodes = t->nodes,
		.seed = t->random,
	};

	engine_search(t->engine[player], &task, &best);
	return best.pv[0];
}

/* Returns an action by chance: a roll of the dice, or any action in the opening. */
static struct action
choose_random(struct tuner *t, const struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(t->g, p, list);
	uint64_t random = next_random(&t->random);
	unsigned a = 1 + (unsigned)(random % 6), b = 1 + (unsigned)(random / 6 % 6);

	if (rules_to_act(t->g, p) == SEAT_CHANCE)
		return (struct action){ .kind = ACT_ROLL,
					.arg = (uint8_t)(a < b ? a * 8 + b : b * 8 + a) };
	return list[random % n];
}

/* Plays a game between two sets of weights; returns White's points: 1, 0.5 or 0. */
static double
play(struct tuner *t, const int *const weights[2], uint64_t seed)
{
	static uint64_t past[ACTIONS_MAX];
	struct rules_error err;
	struct position p;
	struct history h;
	char options[40];

	t->random = seed;
	snprintf(options, sizeof(options), "seed=%llu", (unsigned long long)seed);
	if (rules_start(t->g, options, &p, &err) < 0)
		abort(); /* every game takes a seed */
	rules_history_start(t->g, &h, &p);
	engine_clear(t->engine[0]);
	engine_clear(t->engine[1]);
	for (size_t n = 0; n < ACTIONS_MAX; n++) {
		struct outcome o = rules_outcome(t->g, &p, &h);
		unsigned colour = rules_to_act(t->g, &p) & 1;
		struct action a;

		if (o.result != RESULT_ONGOING)
			return o.result != RESULT_WIN ? 0.5 : o.colour == 0;
		if (n < OPENING || rules_to_act(t->g, &p) == SEAT_CHANCE) {
			a = choose_random(t, &p);
		} else {
			set_weights(t, weights[colour]);
			a = choose(t, &p, past, n, colour);
		}
		past[n] = engine_key(&p);
		rules_apply(t->g, &p, a);
		rules_history_push(t->g, &h, &p);
	}
	return 0.5;
}

/* Plays an opening twice with seats changed; returns the first set's points: 0 to 2. */
static double
play_pair(struct tuner *t, const int first[WEIGHTS_MAX], const int second[WEIGHTS_MAX],
	  uint64_t seed)
{
	const int *white[2] = { first, second }, *black[2] = { second, first };

	return play(t, white, seed) + 1 - play(t, black, seed);
}

/* --- Tuning ------------------------------------------------------------------------- */

static void
tune(struct tuner *t)
{
	unsigned pairs = t->games / 2;
	uint64_t random = t->seed;

	for (unsigned k = 0; k < pairs; k++) {
		double gain = gain_first + (gain_last - gain_first) * k / pairs, points;
		int up[WEIGHTS_MAX], down[WEIGHTS_MAX];
		double move[WEIGHTS_MAX];

		for (unsigned i = 0; i < t->n; i++) {
			move[i] = fmax(1, fabs(t->value[i]) * step);
			move[i] = next_random(&random) & 1 ? move[i] : -move[i];
			up[i] = (int)lround(t->value[i] + move[i]);
			down[i] = (int)lround(t->value[i] - move[i]);
		}
		points = play_pair(t, up, down, next_random(&random));
		for (unsigned i = 0; i < t->n; i++)
			t->value[i] += gain * (points - 1) * move[i];
		if ((k + 1) % 100 == 0)
			fprintf(stderr, "%u of %u games\n", 2 * k + 2, t->games);
	}
}

/* Prints the score of the new weights against the built-in ones, with an error bar of 95 %. */
static void
check(struct tuner *t, const int value[WEIGHTS_MAX])
{
	double sum = 0, squares = 0, mean, error;
	unsigned pairs = t->check / 2;
	/* Other openings than those of the tuning. */
	uint64_t random = ~t->seed;

	for (unsigned i = 0; i < pairs; i++) {
		double points = play_pair(t, value, t->built_in, next_random(&random)) / 2;

		sum += points;
		squares += points * points;
	}
	mean = sum / pairs;
	error = 1.96 * sqrt(fmax(0, squares / pairs - mean * mean) / pairs);
	printf("new against built-in: %u games at %u nodes, %.1f %% +- %.1f\n", 2 * pairs, t->nodes,
	       100 * mean, 100 * error);
}

/* --- The command ---------------------------------------------------------------------- */

/* Lists the game's weights by name, but those that are 0. */
static void
list_weights(struct tuner *t)
{
	for (const struct eval_weight *w = traits_of(t->g)->weights; w->name; w++) {
		size_t n = w->size / sizeof(int);

		for (unsigned i = 0; i < n && t->n < WEIGHTS_MAX; i++) {
			if (w->value[i] == 0)
				continue;
			snprintf(t->name[t->n], sizeof(t->name[0]), n > 1 ? "%s.%u" : "%s", w->name,
				 i);
			t->weight[t->n] = &w->value[i];
			t->built_in[t->n] = w->value[i];
			t->value[t->n++] = w->value[i];
		}
	}
}

/* Reads "NAME=VALUE": a weight to begin with. Returns false if there is no such weight. */
static bool
read_weight(struct tuner *t, const char *word)
{
	size_t len = strcspn(word, "=");

	for (unsigned i = 0; i < t->n && word[len]; i++) {
		if (strlen(t->name[i]) != len || memcmp(t->name[i], word, len) != 0)
			continue;
		t->value[i] = atoi(word + len + 1);
		return true;
	}
	return false;
}

/* Reads the words after the game. Returns false after reporting one that is wrong. */
static bool
read_words(struct tuner *t, int argc, char **argv)
{
	const struct {
		const char *name;
		unsigned *value;
	} numbers[] = { { "--games", &t->games },
			{ "--nodes", &t->nodes },
			{ "--check", &t->check } };

	for (int i = 0; i < argc; i++) {
		unsigned k = 0;

		while (k < 3 && strcmp(argv[i], numbers[k].name) != 0)
			k++;
		if (k < 3 && i + 1 < argc) {
			*numbers[k].value = (unsigned)atoi(argv[++i]);
		} else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) {
			t->seed = strtoull(argv[++i], NULL, 10);
		} else if (!read_weight(t, argv[i])) {
			fprintf(stderr, "halo-engine: tune: no weight or option '%s'\n", argv[i]);
			return false;
		}
	}
	return true;
}

int
tune_main(int argc, char **argv)
{
	static struct tuner t = { .games = 2000, .nodes = 1000 };
	size_t size = engine_size() + HASH_BYTES;
	int value[WEIGHTS_MAX];

	t.g = argc > 0 ? rules_game(argv[0]) : NULL;
	if (!t.g || !engine_plays(t.g, NULL) || rules_partners(t.g)) {
		fputs("halo-engine: tune: missing game of two sides\n", stderr);
		return 2;
	}
	list_weights(&t);
	if (!read_words(&t, argc - 1, argv + 1))
		return 2;
	for (unsigned i = 0; i < 2; i++) {
		void *memory = malloc(size);

		if (!memory)
			return 1;
		t.engine[i] = engine_new(memory, size);
	}
	tune(&t);
	for (unsigned i = 0; i < t.n; i++) {
		value[i] = (int)lround(t.value[i]);
		printf("%s=%d # %d\n", t.name[i], value[i], t.built_in[i]);
	}
	fflush(stdout);
	if (t.check >= 2)
		check(&t, value);
	free(t.engine[0]);
	free(t.engine[1]);
	return 0;
}
