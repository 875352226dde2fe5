/*
 * The guidance shown to the player, as a plain value: guide.h computes it, the session's
 * state carries it.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/sqset.h"

enum {
	GUIDANCE_FEW = 4, /* steps that are named one by one while pieces are set up */
};

enum guidance_kind {
	GUIDANCE_NONE,
	/*
	 * No mistake was made: the rules placed or removed pieces, and the players have to
	 * update the board. Play may continue meanwhile.
	 */
	GUIDANCE_DUE,
	GUIDANCE_LEADS,		/* blocks play until the pieces match the position */
};

/* Guidance from a board that no legal action explains back to the position. */
struct guidance {
	uint8_t kind;		/* enum guidance_kind */
	/*
	 * No mistake: the shown action is half made, and the squares are what is left to do of
	 * it.
	 */
	bool onward;
	/*
	 * A position is set up in any order (layout.h). `steps` counts the pieces to touch, and the next
	 * step is a proposal.
	 */
	bool lays;
	struct sqset missing;	/* must hold a piece and are empty */
	struct sqset extra;	/* hold a piece and must be empty */
	/* hold a piece other than the required one, if sensors can distinguish them */
	struct sqset wrong;
	uint8_t lift_sq;	/* next step: lift the piece here (or RULES_NO_SQ) */
	uint8_t put_sq;		/* and put one down here (or RULES_NO_SQ: off the board) */
	uint8_t put_piece;	/* the piece that belongs on put_sq */
	bool put_from_box;	/* the piece was off the board before the first edge */
	bool put_back;		/* the piece to lift stood on put_sq before */
	/*
	 * Number of steps left, including this one. Exact if edges identify the pieces;
	 * else the minimum, because several lifted pieces cannot be distinguished.
	 */
	uint8_t steps;
};

/* Reports whether guidance leads back from a mistake, or to a position that is set up. */
static inline bool
guidance_leads_back(const struct guidance *g)
{
	return g->kind == GUIDANCE_LEADS && !g->onward;
}

/*
 * Returns the rank, from 0, to set up next: the first one that lacks a piece or has a wrong
 * one, then the first one with a piece too many. `ranks` if there is none.
 */
static inline unsigned
guidance_rank(const struct guidance *g, unsigned files, unsigned ranks)
{
	struct sqset lacking = sqset_or(g->missing, g->wrong);
	struct sqset left = sqset_empty(lacking) ? g->extra : lacking;

	return sqset_empty(left) ? ranks : sqset_pop(&left) / files;
}
