/*
 * A person at the board in the guest: moves the pieces of the virtual board,
 * looks at its lamps, presses its buttons, and waits for what should come of it
 * at a daemon that knows of nothing but device nodes. Whatever does not come
 * ends the program with what was there instead.
 */
#pragma once
#include "daemon/record/record.h"
#include "tests/daemon/hands/rng.h"
#include "tests/system/rig.h"

enum {
	/* Lifts of one game: one or two a move. */
	HANDS_SAMPLES_MAX = 1024,
	/* How often the lamps are looked at while they are waited for. */
	HANDS_LOOK_US = 1000,
};

struct hands {
	struct rig *rig;
	struct rig_client *client;
	const struct game *game;
	struct position p; /* before the move */
	struct rng rng;    /* which piece is touched first */
	bool quiet;        /* moves end by quiet instead of the clock */
	bool lamps;        /* the board has some */
	uint8_t on[RULES_SQUARES_MAX];
	size_t n_lifts;
	uint64_t lift_us[HANDS_SAMPLES_MAX]; /* from a lift to its lamps … */
	uint64_t bus_us[HANDS_SAMPLES_MAX];  /* … and how long the bus was busy for it */
};

/* Waits until the position's pieces are seen by every sensor. */
void hands_set_up(struct hands *h);
/* Plays the action, in any order that hands can, up to its end. */
void hands_play(struct hands *h, struct action a);
/* Only its first touch: the piece is up, and its lamps glow. */
void hands_begin(struct hands *h, struct action a);
/* The board shows what the daemon says that it shows. */
void hands_await_lamps(struct hands *h);
