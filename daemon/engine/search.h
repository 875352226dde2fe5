/* The state of one search, shared by the files that walk the tree. */
#pragma once
#include "daemon/engine/engine.h"
#include "daemon/engine/hash.h"
#include "daemon/engine/traits.h"

enum {
	SEARCH_PAST = 256,    /* earlier positions that count for repetition */
	SEARCH_SQUARES = 128, /* a power of two above RULES_SQUARES_MAX */
	SEARCH_KILLERS = 2,
	SEARCH_INTERVAL = 256,  /* positions between two looks at `stop` */
	SEARCH_EVALS = 1 << 15, /* a power of two */
	SEARCH_INFINITE = ENGINE_WIN + 1,
	SEARCH_WON = ENGINE_WIN - 1000, /* scores beyond are wins */
};

/* A line of actions from one ply on. */
struct line {
	unsigned n;
	struct action a[ENGINE_PLIES_MAX];
};

/* By piece, mask and number: which permutations of masks give the piece that mask. */
struct belief_table {
	uint64_t has[5][5][2];
};

/* What the other side than the digger has buried when the search begins. */
struct graves {
	unsigned n, kind, digger; /* kind: the usual one */
	uint64_t covers;          /* squares that may hide it */
};

struct engine {
	struct hash hash;
	atomic_uint intervals; /* of SEARCH_INTERVAL positions, for other threads */
	const struct engine_task *task;
	const struct traits *traits;
	const struct game *g;
	struct engine_view view;
	bool hides; /* the seat to act or the view may not know all of the position */
	struct belief_table belief;
	struct graves graves;
	uint64_t nodes;
	uint64_t seed;            /* of the noise */
	unsigned depth, seldepth; /* of this iteration */
	bool stopped;
	/* Root actions that this line of the iteration may not use. */
	struct action skip[ENGINE_LINES_MAX];
	unsigned n_skip;
	const struct action *forced; /* the only root action; NULL: those of the task */
	/* Keys of the positions before the root, then of those from the root to here. */
	uint64_t key[SEARCH_PAST + ENGINE_PLIES_MAX + 1];
	unsigned n_past;
	/* Evaluations by rules_key, without noise: iterations repeat most of them. */
	struct search_eval {
		uint64_t key;
		int score;
	} eval[SEARCH_EVALS];
	/* By ply. */
	uint8_t seat[ENGINE_PLIES_MAX + 1]; /* to act */
	struct line pv[ENGINE_PLIES_MAX + 1];
	struct action killer[ENGINE_PLIES_MAX + 1][SEARCH_KILLERS];
	/* Quiet actions that caused cuts, by side and squares. */
	int16_t history[2][SEARCH_SQUARES][SEARCH_SQUARES];
};

/* The actions of a position, best first as far as order_next has been called. */
struct order {
	size_t n, at;
	struct action a[RULES_ACTIONS_MAX];
	int score[RULES_ACTIONS_MAX];
};

enum { ORDER_GOOD = 1 << 20 }; /* scores of actions that seem to win something are above */

/* Scores the actions of o->a: `hashed` first, then gains, killers, history. */
void order_score(struct engine *e, const struct position *p, struct order *o, struct action hashed,
		 unsigned ply);
/* Keeps only actions that gain something, and scores these. */
void order_gains(const struct engine *e, const struct position *p, struct order *o);
/* Moves the best of the remaining actions to o->a[o->at] and returns its index; o->at grows. */
size_t order_next(struct order *o);
/* Remembers a quiet action that caused a cut, and that those tried before did not. */
void order_learn(struct engine *e, const struct position *p, const struct order *o, size_t cut,
		 unsigned depth, unsigned ply);

/*
 * Searches one iteration from the root, around the score that is expected, and returns the value;
 * the line is e->pv[0]. Both are meaningless if e->stopped.
 */
int search_root(struct engine *e, const struct position *p, unsigned depth, int guess);
/*
 * Searches *p for its value within alpha..beta, from the view of its side to act. Writes the line
 * to e->pv[ply]. The result is meaningless if e->stopped.
 */
int search_node(struct engine *e, const struct position *p, int alpha, int beta, int depth,
		unsigned ply, bool may_skip);
