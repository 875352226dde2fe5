/* What the parts of the oracle share; see oracle.h. */
#pragma once
#include "tests/daemon/hands/layouts.h"
#include "tests/daemon/hands/oracle.h"

struct asking {
	const struct game *game;
	unsigned squares, depth;
	struct layouts layouts;
	bool scouting;   /* how many pieces from the box are wanted at most? */
	unsigned n_sure; /* … that every history begins with */
	struct action sure[ORACLE_DEPTH_MAX];
	uint64_t effort;
	struct oracle_answer *out;
};

struct wanted {
	const struct wanted *before; /* after the action before the last; NULL: none */
	struct position position;
	uint8_t at[RULES_SQUARES_MAX];     /* a piece by its first square, BOX, LAYOUT_NONE */
	uint8_t victim[RULES_SQUARES_MAX]; /* who stood where a piece was taken, else LAYOUT_NONE */
	struct sqset promoted;             /* whatever stands there */
	struct sqset loose;                /* the rules' own doing: done or not */
	struct sqset must_touch;
	bool in_order;   /* giver before receiver */
	unsigned unfelt; /* stones that came to a stack whose sensor told nothing */
	uint8_t arrivals[RULES_SQUARES_MAX];
	unsigned n_words; /* in a row, without a hand */
	struct oracle_history so_far;
};

/*
 * Can `more` actions lead from there to the squares that are occupied now? Each
 * fills two at most and empties three, and the next to act may hold two pieces.
 */
bool oracle_within_reach(const struct asking *q, const struct wanted *want, unsigned more);
/* The edges allow what is wanted in the end, in whatever order; TIERS: they do not. */
enum oracle_tier oracle_explains(struct asking *q, const struct wanted *want);
/* … with the actions before the last done one after the other, or two of them at once. */
enum oracle_tier oracle_explains_in_turn(struct asking *q, const struct wanted *want);
