/* Declarations shared by the parts of the oracle; see oracle.h. */
#pragma once
#include "tests/daemon/hands/layouts.h"
#include "tests/daemon/hands/oracle.h"

struct asking {
	const struct game *game;
	unsigned squares, depth;
	struct layouts layouts;
	bool scouting;   /* only counts the needed pieces from the box */
	unsigned n_sure; /* … which begin every history */
	struct action sure[ORACLE_DEPTH_MAX];
	uint64_t effort;
	struct oracle_answer *out;
};

struct wanted {
	const struct wanted *before; /* after the action before the last; NULL: none */
	struct position position;
	uint8_t at[RULES_SQUARES_MAX];     /* a piece by its first square, BOX, LAYOUT_NONE */
	uint8_t victim[RULES_SQUARES_MAX]; /* the captured piece on its square, else LAYOUT_NONE */
	struct sqset promoted;             /* any piece may be there */
	struct sqset loose;                /* consequences of the rules: done or not */
	struct sqset must_touch;
	bool in_order;   /* giver before receiver */
	unsigned unfelt; /* stones added to a stack whose sensor did not change */
	uint8_t arrivals[RULES_SQUARES_MAX];
	unsigned n_words; /* consecutive actions without a hand */
	struct oracle_history so_far;
};

/*
 * Reports whether `more` actions can lead to the squares that are occupied now.
 * Each fills at most two squares and empties three, and the next player may
 * hold two pieces.
 */
bool oracle_within_reach(const struct asking *q, const struct wanted *want, unsigned more);
/* Reports how well the edges allow the final arrangement, in any order; TIERS: not at all. */
enum oracle_tier oracle_explains(struct asking *q, const struct wanted *want);
/* … with earlier actions completed one by one, or two of them together. */
enum oracle_tier oracle_explains_in_turn(struct asking *q, const struct wanted *want);
