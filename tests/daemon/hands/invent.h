/* Random games made with the rule core alone, rich in rare actions. */
#pragma once
#include "tests/daemon/hands/sim.h"

enum {
	/* A quarter of the games skip at most this many actions at the start. */
	INVENT_SKIP_MAX = 80,
};

/*
 * Fills *m with a game of at most n_max actions, with options and start drawn
 * from the seed. It ends where the rules end it, or earlier.
 */
void invent_game(struct meant *m, const struct game *g, unsigned n_max, uint64_t seed);
