/*
 * A person at the board in the guest: moves pieces of the virtual board,
 * watches its lamps, presses its buttons, and waits for the results of a daemon
 * that uses only device nodes. A missing result ends the program with the
 * actual state.
 */
#pragma once
#include "daemon/record/record.h"
#include "tests/daemon/hands/rng.h"
#include "tests/system/rig.h"

enum {
	/* Lifts in one game: one or two for each move. */
	HANDS_SAMPLES_MAX = 1024,
	/* Interval at which the lamps are read during a wait. */
	HANDS_LOOK_US = 1000,
};

struct hands {
	struct rig *rig;
	struct rig_client *client;
	const struct game *game;
	struct position p; /* before the move */
	struct rng rng;    /* chooses the piece to touch first */
	bool quiet;        /* moves end by quiet instead of the clock */
	bool lamps;        /* the board has lamps */
	uint8_t on[RULES_SQUARES_MAX];
	size_t n_lifts;
	uint64_t lift_us[HANDS_SAMPLES_MAX]; /* from a lift to its lamps … */
	uint64_t bus_us[HANDS_SAMPLES_MAX];  /* … and the bus time it needed */
};

/* Waits until every sensor reads the position's pieces. */
void hands_set_up(struct hands *h);
/* Plays the action, in any possible order of hands, to its end. */
void hands_play(struct hands *h, struct action a);
/* Makes only its first touch: the piece is up, and its lamps are lit. */
void hands_begin(struct hands *h, struct action a);
/* Waits until the board's lamps match the daemon's report. */
void hands_await_lamps(struct hands *h);
