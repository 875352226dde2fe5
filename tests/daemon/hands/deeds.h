/*
 * A player's deed for each action of any game: pieces, screen, clock, or
 * nothing. It uses the rule core and nothing of the inference.
 */
#pragma once
#include "tests/daemon/hands/sim.h"
#include "tests/daemon/hands/style.h"

enum deed {
	DEED_NONE,   /* the only possible action: happens by itself */
	DEED_SCREEN, /* rolls, cards, graves: chosen on the screen */
	DEED_CLOCK,  /* the end of a turn that could continue */
	DEED_CARRY,  /* pieces move to their squares */
	DEED_BUY,    /* a piece from the box */
	DEED_TOUCH,  /* a stone from stack to stack */
	DEED_ASK,    /* Masquerade: a capture that the masks may refuse */
};

enum deed deed_of(const struct meant *m, unsigned ply);
static inline bool
deed_by_hand(enum deed d)
{
	return d >= DEED_CARRY;
}
/* Returns the first ply from `ply` on that does not happen by itself. */
unsigned deed_behind_forced(const struct meant *m, unsigned ply);
/* Reports whether the turn may end before this ply: then the clock with nothing shown ends it. */
bool deed_may_end(const struct meant *m, unsigned ply);
/* Reports whether the turn continues after this ply, so that the clock would end it. */
bool deed_clock_ends(const struct meant *m, unsigned ply);
/*
 * Reports whether quiet does not end the ply: a Zombie turn that digs, or
 * stacks that may have been touched in vain where heights are not measured.
 */
bool deed_needs_clock(const struct meant *m, unsigned ply, unsigned senses);
/* Reports whether the arriving piece is of another kind than the one that left. */
bool deed_promotes(const struct meant *m, unsigned ply);
/*
 * Reports whether ply and the next are a Dice-Money flight and its purchase,
 * which nothing else explains. The king flies without a command; the board asks
 * whether the player pays.
 */
bool deed_flies_unpaid(const struct meant *m, unsigned ply);

/* Returns squares whose piece differs from the position (colours: also in colour). */
struct sqset deed_amiss(const struct game *g, const struct position *p,
			const uint8_t on[RULES_SQUARES_MAX], bool colours);
/* Returns the squares of this ply's carries or touches. */
struct sqset deed_squares(const struct meant *m, unsigned ply);
/*
 * Restores the squares of `amiss`, in any order: removes pieces that the rules
 * removed, and places those that they placed.
 */
void deed_mend(struct script *s, const struct game *g, const struct position *p, struct sqset amiss,
	       const struct style *st, struct rng *rng);
/* Moves a stone from stack to stack: touches both, or lifts a single stone. */
void deed_transfer(struct script *s, const struct game *g, const struct position *p,
		   struct action a, const struct style *st, struct rng *rng, bool levels);
