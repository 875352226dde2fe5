/*
 * Puzzles: positions of self-play in which one action wins and no other does.
 *
 * Cooperative Chess has no opponent. There, a puzzle is a turn: one action leads to more captures
 * in this turn than any other, without capturing a king.
 */
#pragma once
#include "daemon/engine/engine.h"

enum {
	PUZZLE_LINE_MAX = 16,
	PUZZLE_THEME_TEXT = 40,
	PUZZLE_WON = 300,     /* centipawns: the solution has at least so much */
	PUZZLE_OTHERS = 75,   /* every other action has at most so much */
	PUZZLE_CAPTURE = 100, /* Cooperative Chess: score of a capture */
};

struct puzzle {
	const struct game *g;
	struct position p;
	/* The solution, and how play may go on; after the first action, others may win as well. */
	struct action line[PUZZLE_LINE_MAX];
	unsigned n_line;
	/*
	 * Centipawns, the least of all worlds looked at where something is hidden; margin: to the
	 * best other action.
	 */
	int score, margin;
	bool sure;      /* the solution ends the game, in each of these worlds */
	unsigned turns; /* if so, in at most so many turns */
	unsigned pieces;
	/* What the search needed to find the solution, and keep it. */
	unsigned depth;
	uint64_t nodes;
	char theme[PUZZLE_THEME_TEXT];
};

/* Where the search for puzzles keeps what it uses again. */
struct puzzle_finder {
	struct engine *engine;
	uint64_t random;
};

/*
 * Reports whether *p is a puzzle, and fills *out but for the theme. *p is not finished and a seat
 * is to act. The result depends on the arguments alone.
 */
bool puzzle_find(const struct puzzle_finder *f, const struct game *g, const struct position *p,
		 struct puzzle *out);
/*
 * Reports by a short search whether *p may be a puzzle, and of what solution. Not for games of
 * partners.
 */
bool puzzle_may_be(const struct puzzle_finder *f, const struct game *g, const struct position *p,
		   struct action *solution);
/* Writes the theme: what the solution does. */
void puzzle_set_theme(struct puzzle *z);
/* Removes pieces without which solution and theme stay the same. */
void puzzle_reduce(const struct puzzle_finder *f, struct puzzle *z);
/*
 * Prints puzzles, a line each as in docs/engine.md, and on standard error how long it took. Equal
 * arguments print equal lines. Returns 0, or -1: no memory.
 */
MUST_USE int puzzles_print(const struct game *g, uint64_t count, uint64_t seed);
