/* `halo-engine puzzles`: plays games against itself and looks in each for a puzzle, from its end. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/engine/puzzle.h"

enum {
	HASH_SIZE = 1 << 20,
	GAME_MAX = 400,   /* actions of a game */
	OPENING_MAX = 6,  /* random actions at the beginning */
	PLAY_NODES = 150, /* of an action in self-play */
	PLAY_NOISE = 80,  /* centipawns */
	CARELESS = 16,    /* every so manieth action is random */
	PATIENCE = 3,     /* games in a row that may have only puzzles of a frequent theme */
	THEMES_MAX = 64,
	FEW = 5,   /* a puzzle has at most so many eighths of the pieces of the start */
	SHARE = 3, /* of all puzzles, a theme that is preferred has at most 1 / SHARE */
};

/* How often each theme was printed. */
struct themes {
	char name[THEMES_MAX][PUZZLE_THEME_TEXT];
	unsigned printed[THEMES_MAX], n, total;
};

/* A run of the command. */
struct run {
	const struct game *g;
	uint64_t count, seed;
	struct puzzle_finder finder;
	struct position past[GAME_MAX]; /* of the current game */
	struct themes themes;
};

/* --- Self-play ------------------------------------------------------------------------ */

/* Returns the next number below `bound` of a SplitMix64 stream. */
static unsigned
random_below(uint64_t *state, unsigned bound)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((z ^ z >> 31) % bound);
}

static struct action
choose(struct run *r, const struct position *p, unsigned ply)
{
	struct engine_task task = { .g = r->g,
				    .p = p,
				    .open = true,
				    .lines = 1,
				    .nodes = PLAY_NODES,
				    .noise = PLAY_NOISE,
				    .seed = r->finder.random };
	struct action list[RULES_ACTIONS_MAX];
	struct engine_report best;
	size_t n = rules_actions(r->g, p, list);

	if (rules_to_act(r->g, p) == SEAT_CHANCE || ply < OPENING_MAX ||
	    random_below(&r->finder.random, CARELESS) == 0)
		return list[random_below(&r->finder.random, (unsigned)n)];
	engine_search(r->finder.engine, &task, &best);
	return best.pv[0];
}

/* Plays a game and returns the number of its unfinished positions in r->past. */
static unsigned
play_game(struct run *r, uint64_t seed)
{
	struct rules_error err;
	struct position p;
	struct history h;
	char options[32];
	unsigned n = 0;

	snprintf(options, sizeof(options), "seed=%" PRIu64, seed);
	if (rules_start(r->g, options, &p, &err) < 0)
		abort(); /* every game takes a seed */
	r->finder.random = seed;
	engine_clear(r->finder.engine);
	rules_history_start(r->g, &h, &p);
	while (n < GAME_MAX && rules_outcome(r->g, &p, &h).result == RESULT_ONGOING &&
	       !rules_claims(r->g, &p, &h)) {
		/* No puzzle depends on a clock that the board does not show. */
		r->past[n] = p;
		r->past[n].b.halfmoves = 0;
		rules_apply(r->g, &p, choose(r, &p, n));
		rules_history_push(r->g, &h, &p);
		n++;
	}
	return n;
}

/* --- Which puzzle of a game ------------------------------------------------------------- */

/* Returns the theme's index in the table; a new one is added, the last one stands for the rest. */
static unsigned
theme_index(struct themes *t, const char *name)
{
	unsigned i = 0;

	while (i < t->n && strcmp(t->name[i], name) != 0)
		i++;
	if (i == t->n && t->n < THEMES_MAX - 1)
		strcpy(t->name[t->n++], name);
	return i;
}

static void
print_puzzle(const struct puzzle *z, uint64_t seed)
{
	char text[RULES_POSITION_TEXT];
	struct position p = z->p;

	printf("%s %s score=%d margin=%d pieces=%u depth=%u nodes=%" PRIu64 " seed=%" PRIu64
	       " line=",
	       rules_name(z->g), z->theme, z->score, z->margin, z->pieces, z->depth, z->nodes,
	       seed);
	for (unsigned i = 0; i < z->n_line; i++) {
		char action[RULES_ACTION_TEXT];

		rules_action_print(z->g, &p, z->line[i], action);
		rules_apply(z->g, &p, z->line[i]);
		printf("%s%s", i ? "," : "", action);
	}
	rules_print(z->g, &z->p, text);
	printf(" | %s\n", text);
}

/* Reports whether a turn of one side begins with the n-th position, and has few enough pieces. */
static bool
is_candidate(const struct run *r, unsigned n)
{
	const struct position *p = &r->past[n];
	unsigned most = sqset_count(rules_occupied(r->g, &r->past[0])) * FEW / 8;

	if (rules_to_act(r->g, p) == SEAT_CHANCE || sqset_count(rules_occupied(r->g, p)) > most)
		return false;
	return n == 0 || rules_to_act(r->g, p - 1) == SEAT_CHANCE ||
	       rules_turn_seat(r->g, p - 1) != rules_turn_seat(r->g, p);
}

/* Reports whether a theme has no more than its share of what was printed. */
static bool
is_rare(struct themes *t, const char *theme)
{
	return t->printed[theme_index(t, theme)] * SHARE <= t->total;
}

/*
 * Finds in a game of n positions the last puzzle with a rare theme, else the last puzzle: games end
 * with few pieces. Returns false if there is none.
 */
static bool
pick(struct run *r, unsigned n, struct puzzle *out)
{
	bool found = false;

	while (n-- > 0) {
		struct puzzle z;

		if (!is_candidate(r, n) || !puzzle_find(&r->finder, r->g, &r->past[n], &z))
			continue;
		puzzle_set_theme(&z);
		if (is_rare(&r->themes, z.theme)) {
			*out = z;
			return true;
		}
		if (!found)
			*out = z;
		found = true;
	}
	return found;
}

static void
run_games(struct run *r)
{
	uint64_t games = 0;
	unsigned skipped = 0;

	while (r->themes.total < r->count) {
		uint64_t seed = r->seed + games++;
		unsigned n = play_game(r, seed);
		struct puzzle z;

		if (!pick(r, n, &z))
			continue;
		if (!is_rare(&r->themes, z.theme) && skipped < PATIENCE) {
			skipped++;
			continue;
		}
		skipped = 0;
		r->themes.printed[theme_index(&r->themes, z.theme)]++;
		r->themes.total++;
		puzzle_reduce(&r->finder, &z);
		print_puzzle(&z, seed);
		fflush(stdout);
	}
	fprintf(stderr, "%s: %" PRIu64 " puzzles from %" PRIu64 " games, %.1f s CPU\n",
		rules_name(r->g), r->count, games, (double)clock() / CLOCKS_PER_SEC);
}

int
puzzles_print(const struct game *g, uint64_t count, uint64_t seed)
{
	size_t size = engine_size() + HASH_SIZE;
	static struct run r; /* large */
	void *memory = calloc(1, size);

	if (!memory)
		return -1;
	r = (struct run){ .g = g, .count = count, .seed = seed };
	r.finder.engine = engine_new(memory, size);
	run_games(&r);
	free(memory);
	return 0;
}
