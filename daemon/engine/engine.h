/*
 * A search for the best action of any game, over the rule core alone.
 *
 * Pure but for the memory that it is given: no I/O, no allocation, no clock. Equal arguments and
 * a cleared memory give equal results on any machine, unless `stop` cuts the search short.
 *
 * Scores are centipawns from the view of the seat to act. A score beyond ENGINE_WIN - 1000 is a
 * win in ENGINE_WIN - score actions, below its negative a loss. In a game of partners (Cooperative
 * Chess) the score is the partners'.
 */
#pragma once
#include <stdatomic.h>

#include "rules/rules.h"

enum {
	ENGINE_PLIES_MAX = 100, /* actions from the root to the deepest position */
	ENGINE_LINES_MAX = 16,  /* best lines in one search */
	ENGINE_WIN = 30000,
	ENGINE_HASH_MIN = 1 << 16, /* bytes */
};

struct engine;

/* Returns the bytes that engine_new needs next to the hash table. */
size_t engine_size(void);
/*
 * Makes an engine inside `memory`, aligned as by malloc, of `size` bytes: at least engine_size() +
 * ENGINE_HASH_MIN. What engine_size() leaves is the hash table. The caller frees the memory.
 */
struct engine *engine_new(void *memory, size_t size);
/* Forgets everything learned from earlier searches. */
void engine_clear(struct engine *e);
/*
 * Reports whether the engine plays this game, and this position of it (NULL: most of them).
 * Cooperative Chess with a real deck it does not, because no program sees those cards.
 */
bool engine_plays(const struct game *g, const struct position *p);

/* Returns the key of a position for engine_task.past: equal positions but for both counters. */
uint64_t engine_key(const struct position *p);

/* A line of play. Its scores and counters are those of the search so far. */
struct engine_report {
	unsigned depth, seldepth; /* in actions; with and without extensions */
	unsigned line;            /* 1: the best line */
	int score;
	uint64_t nodes;
	unsigned hashfull; /* permille */
	struct action pv[ENGINE_PLIES_MAX];
	unsigned n_pv; /* at least 1 */
};

struct engine_task {
	const struct game *g;
	const struct position *p; /* not finished; a seat is to act */
	/* Keys of the game's earlier positions, oldest first, for repetition; NULL: none. */
	const uint64_t *past;
	size_t n_past;
	/* Actions to choose from; NULL: all. */
	const struct action *only;
	size_t n_only;
	unsigned depth; /* the deepest iteration, 1 to ENGINE_PLIES_MAX - 1; 0: no limit */
	unsigned lines; /* 1 to ENGINE_LINES_MAX */
	uint64_t nodes; /* ends after about as many positions; 0: no limit */
	uint64_t seed;  /* of the worlds that stand for what the seat to act may not know */
	/* For weaker play (level.h): */
	unsigned noise;          /* random centipawns added to each evaluation */
	unsigned blind;          /* permille of the other side's actions that are overlooked */
	unsigned sure;           /* iterations of up to this depth are completed whatever `nodes` */
	const atomic_bool *stop; /* ends the search when set; NULL: never */
	/* Called for each line after each iteration; NULL: never. */
	void (*report)(void *arg, const struct engine_report *r);
	void *arg;
};

/*
 * Searches and writes the best line. *best always holds a legal action, even after `stop`.
 * Ends at a limit, at `stop`, or when deeper iterations cannot change the result.
 */
void engine_search(struct engine *e, const struct engine_task *task, struct engine_report *best);
