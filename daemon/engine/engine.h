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
 * Makes an engine inside `memory`, all zero and aligned as by calloc, of `size` bytes: at least
 * engine_size() + ENGINE_HASH_MIN. What engine_size() leaves is the hash table. The caller frees the
 * memory.
 */
struct engine *engine_new(void *memory, size_t size);
/*
 * Makes an engine for one search in another thread, at the same time as the next search of `first`,
 * whose table it shares. Its memory, aligned as by malloc, has engine_size() bytes. It searches the
 * same task, but with a `helper`, without limits and reports, until `stop`.
 */
struct engine *engine_join(void *memory, const struct engine *first);
/* Returns the positions of the running or last search, rounded down; any thread may call it. */
uint64_t engine_nodes(const struct engine *e);
/* Forgets everything learned from earlier searches. */
void engine_clear(struct engine *e);
/*
 * Reports whether the engine plays this game, and this position of it (NULL: most of them).
 * Cooperative Chess with a real deck it does not, because no program sees those cards.
 */
bool engine_plays(const struct game *g, const struct position *p);

/*
 * What a position leaves open. The seat to act never learns from a position what it may not know;
 * a view may hide more, and an action is then chosen that is legal whatever is hidden.
 */
struct engine_view {
	uint8_t seat; /* whose view; SEAT_TABLE: of all; SEAT_NONE: the position is complete */
	/* By side: the squares that may hide what that side buried. */
	uint64_t hiding[2];
};

/* Returns the view of a complete position of which nothing else is known. */
struct engine_view engine_whole(void);
/*
 * Parses a position, or a view as rules_view_print prints it. In a game with burials " hiding="
 * may follow, with the squares of White and Black: "e2.f4/-". What the view hides is a placeholder in
 * *p. Returns 0, or -1 with *err set and the rest unchanged.
 */
MUST_USE int engine_parse(const struct game *g, const char *text, struct position *p,
			  struct engine_view *view, struct rules_error *err);

/*
 * Lists the actions of the seat to act that are legal whatever the view hides, as far as a number
 * of random worlds shows; `out` has room for RULES_ACTIONS_MAX. Only where the view hides what that
 * seat sees are there fewer than rules_actions lists. 0: the view hides too much.
 */
size_t engine_actions(const struct game *g, const struct position *p,
		      const struct engine_view *view, uint64_t seed, struct action *out);

/* Reports whether the seat to act may not know all of a position. */
bool engine_hides(const struct game *g);
/*
 * Replaces all that the seat to act may not know of *p by a random choice that fits the rest.
 * *random is the state of the random numbers.
 */
void engine_imagine(const struct game *g, struct position *p, uint64_t *random);

/* A line of play. Its scores and counters are those of the search so far. */
struct engine_report {
	unsigned depth, seldepth; /* in actions; with and without extensions */
	unsigned line;            /* 1: the best line */
	bool more;                /* further lines of this iteration follow at once */
	int score;
	uint64_t nodes;
	unsigned hashfull; /* permille */
	struct action pv[ENGINE_PLIES_MAX];
	unsigned n_pv; /* at least 1 */
};

struct engine_task {
	const struct game *g;
	const struct position *p;       /* not finished; a seat is to act */
	const struct engine_view *view; /* what *p leaves open; NULL: it is complete */
	bool open;                      /* nothing is hidden: *p is searched as it is */
	/* rules_key of the game's earlier positions, oldest first, for repetition; NULL: none. */
	const uint64_t *past;
	size_t n_past;
	/* Actions to choose from; NULL: all. Those of engine_actions for a view of another seat. */
	const struct action *only;
	size_t n_only;
	unsigned depth; /* the deepest iteration, 1 to ENGINE_PLIES_MAX - 1; 0: no limit */
	unsigned lines; /* 1 to ENGINE_LINES_MAX */
	bool all;       /* a line of one action for every action, see grade.h; `lines` is ignored */
	uint64_t nodes; /* ends after about as many positions; 0: no limit */
	uint64_t seed;  /* of the worlds that stand for what the seat to act may not know */
	unsigned helper; /* 0: the first or only engine; others differ, so that they search ahead */
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
