/* Random games made with the rule core alone, rich in rare actions. */
#pragma once
#include "tests/daemon/hands/sim.h"

enum {
	/* A quarter of the games skip at most this many actions at the start. */
	INVENT_SKIP_MAX = 80,
};

/* The game to invent. */
struct invention {
	const struct game *g;
	unsigned n_max; /* actions */
	uint64_t seed;
	uint8_t planned; /* bits of colours that computers play */
	unsigned level;  /* of these computers; 0: their actions are random, too */
};

/*
 * Fills *m with a game, with options and start drawn from the seed. The game ends where the rules
 * end it, or earlier.
 */
void invent_game(struct meant *m, const struct invention *of);
