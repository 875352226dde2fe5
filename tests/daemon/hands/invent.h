/* Games that nobody has played: random, by the rule core alone, rich in what is rare. */
#pragma once
#include "tests/daemon/hands/sim.h"

enum {
	/* In a quarter of the games so many actions at most were played before anybody looks. */
	INVENT_SKIP_MAX = 80,
};

/*
 * Fills *m with a game of at most n_max actions, its options and its start drawn
 * from the seed. It ends where the rules end it, or in the middle.
 */
void invent_game(struct meant *m, const struct game *g, unsigned n_max, uint64_t seed);
