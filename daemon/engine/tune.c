/*
 * Tuning row by row: all weights of a row are made greater, then smaller, and each time the engine
 * plays a match against its present self. A change that wins beyond the error bar is kept.
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

/* The weights of a game by number. */
struct values {
	int of[WEIGHTS_MAX];
};

struct tuner {
	const struct game *g;
	const struct eval_weight *rows;
	unsigned games, nodes, seed, step, check;
	uint64_t random;
	struct engine *engine[2];
	unsigned n; /* weights */
	int *weight[WEIGHTS_MAX];
	unsigned row[WEIGHTS_MAX];
	char name[WEIGHTS_MAX][32];
	struct values built_in, value;
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
set_weights(const struct tuner *t, const struct values *v)
{
	for (unsigned i = 0; i < t->n; i++)
		*t->weight[i] = v->of[i];
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
play(struct tuner *t, const struct values *const weights[2], uint64_t seed)
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
		past[n] = rules_key(&p);
		rules_apply(t->g, &p, a);
		rules_history_push(t->g, &h, &p);
	}
	return 0.5;
}

/* Plays each opening twice with seats changed, prints the score of `a` and returns what is sure of it. */
static double
match(struct tuner *t, const struct values *a, const struct values *b, unsigned games,
      uint64_t seed)
{
	const struct values *white[2] = { a, b }, *black[2] = { b, a };
	double sum = 0, squares = 0, mean, error;
	unsigned pairs = games / 2;

	for (unsigned i = 0; i < pairs; i++) {
		uint64_t opening = next_random(&seed);
		double points = (play(t, white, opening) + 1 - play(t, black, opening)) / 2;

		sum += points;
		squares += points * points;
	}
	mean = sum / pairs;
	error = 1.96 * sqrt(fmax(0, squares / pairs - mean * mean) / pairs);
	printf("%u games at %u nodes, %.1f %% +- %.1f\n", 2 * pairs, t->nodes, 100 * mean,
	       100 * error);
	fflush(stdout);
	return mean - error;
}

/* --- Tuning ------------------------------------------------------------------------- */

/* Returns the present values with those of a row multiplied by a quotient. */
static struct values
scaled(const struct tuner *t, unsigned row, unsigned up, unsigned down)
{
	struct values v = t->value;

	for (unsigned i = 0; i < t->n; i++) {
		int old = v.of[i];

		if (t->row[i] != row)
			continue;
		v.of[i] = (int)lround((double)old * up / down);
		if (v.of[i] == old)
			v.of[i] += (up > down) == (old > 0) ? 1 : -1;
	}
	return v;
}

static void
tune(struct tuner *t)
{
	for (unsigned row = 0; t->games >= 2 && t->rows[row].name; row++) {
		for (unsigned i = 0; i < 2; i++) {
			unsigned up = i ? 100 : 100 + t->step, down = i ? 100 + t->step : 100;
			struct values v = scaled(t, row, up, down);

			printf("%s * %u / %u: ", t->rows[row].name, up, down);
			if (match(t, &v, &t->value, t->games, t->seed + row) <= 0.5)
				continue;
			puts("kept");
			t->value = v;
			break;
		}
	}
}

/* --- The command ---------------------------------------------------------------------- */

/* Lists the game's weights by name, but those that are 0. */
static void
list_weights(struct tuner *t)
{
	t->rows = traits_of(t->g)->weights;
	for (const struct eval_weight *w = t->rows; w->name; w++) {
		size_t n = w->size / sizeof(int);

		for (unsigned i = 0; i < n && t->n < WEIGHTS_MAX; i++) {
			if (w->value[i] == 0)
				continue;
			snprintf(t->name[t->n], sizeof(t->name[0]), n > 1 ? "%s.%u" : "%s", w->name,
				 i);
			t->weight[t->n] = &w->value[i];
			t->row[t->n] = (unsigned)(w - t->rows);
			t->built_in.of[t->n++] = w->value[i];
		}
	}
	t->value = t->built_in;
}

/* Reads "NAME=VALUE": a weight to begin with. Returns false if there is no such weight. */
static bool
read_weight(struct tuner *t, const char *word)
{
	size_t len = strcspn(word, "=");

	for (unsigned i = 0; i < t->n && word[len]; i++) {
		if (strlen(t->name[i]) != len || memcmp(t->name[i], word, len) != 0)
			continue;
		t->value.of[i] = atoi(word + len + 1);
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
	} options[] = {
		{ "--games", &t->games }, { "--nodes", &t->nodes }, { "--seed", &t->seed },
		{ "--step", &t->step },   { "--check", &t->check },
	};
	const unsigned n = sizeof(options) / sizeof(options[0]);

	for (int i = 0; i < argc; i++) {
		unsigned k = 0;

		while (k < n && strcmp(argv[i], options[k].name) != 0)
			k++;
		if (k < n && i + 1 < argc) {
			*options[k].value = (unsigned)atoi(argv[++i]);
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
	static struct tuner t = { .games = 200, .nodes = 1000, .step = 40 };
	size_t size = engine_size() + HASH_BYTES;

	t.g = argc > 0 ? rules_game(argv[0]) : NULL;
	if (!t.g || !engine_plays(t.g, NULL) || rules_partners(t.g)) {
		fputs("halo-engine: tune: missing game of two sides\n", stderr);
		return 2;
	}
	list_weights(&t);
	if (!read_words(&t, argc - 1, argv + 1))
		return 2;
	for (unsigned i = 0; i < 2; i++) {
		void *memory = calloc(1, size);

		if (!memory)
			return 1;
		t.engine[i] = engine_new(memory, size);
	}
	tune(&t);
	for (unsigned i = 0; i < t.n; i++)
		printf("%s=%d # %d\n", t.name[i], t.value.of[i], t.built_in.of[i]);
	if (t.check >= 2) {
		fputs("against the built-in weights: ", stdout);
		/* Other openings than those of the tuning. */
		(void)match(&t, &t.value, &t.built_in, t.check, (uint64_t)t.seed << 32);
	}
	free(t.engine[0]);
	free(t.engine[1]);
	return 0;
}
