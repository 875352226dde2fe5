/*
 * What a player does for each action of any game: with pieces, on the screen, by
 * the clock, or nothing. Knows the rule core and nothing of the inference.
 */
#pragma once
#include "tests/daemon/hands/sim.h"
#include "tests/daemon/hands/style.h"

enum deed {
	DEED_NONE,   /* the only thing that can happen: it happens by itself */
	DEED_SCREEN, /* rolls, cards, graves: chosen there */
	DEED_CLOCK,  /* the end of a turn that could go on */
	DEED_CARRY,  /* pieces go where they go */
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
/* The ply behind those from `ply` on that happen by themselves. */
unsigned deed_behind_forced(const struct meant *m, unsigned ply);
/* The turn may be ended before this ply: where nothing is shown the clock says that. */
bool deed_may_end(const struct meant *m, unsigned ply);
/* With this ply done the turn goes on: the clock would say that it is over. */
bool deed_clock_ends(const struct meant *m, unsigned ply);
/*
 * Quiet does not end the ply: a Zombie turn that digs, stacks that may have been
 * touched for nothing where heights are not felt.
 */
bool deed_needs_clock(const struct meant *m, unsigned ply, unsigned senses);
/* The piece that arrives is another kind than the one that went. */
bool deed_promotes(const struct meant *m, unsigned ply);
/*
 * Dice-Money: the king flies without a word; the board will ask whether it pays.
 * True where ply and the next are such a pair, which nothing else explains.
 */
bool deed_flies_unpaid(const struct meant *m, unsigned ply);

/* Squares where what stands differs from the position (colours: where those count). */
struct sqset deed_amiss(const struct game *g, const struct position *p,
			const uint8_t on[RULES_SQUARES_MAX], bool colours);
/* Squares that the hands of this ply use: of its carries or touches. */
struct sqset deed_squares(const struct meant *m, unsigned ply);
/*
 * The squares of `amiss` put right, in any order; those whose piece the rules
 * removed are emptied, those where they placed one are filled.
 */
void deed_mend(struct script *s, const struct game *g, const struct position *p, struct sqset amiss,
	       const struct style *st, struct rng *rng);
/* A stone from stack to stack: both touched, the single stone taken up. */
void deed_transfer(struct script *s, const struct game *g, const struct position *p,
		   struct action a, const struct style *st, struct rng *rng, bool levels);
