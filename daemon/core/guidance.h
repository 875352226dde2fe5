/* What is told of the way back, as a plain value: guide.h computes it, the session's state carries it. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/sqset.h"

/* The way back from a board that no legal action explains. */
struct guidance {
	bool on;
	/*
	 * Nothing went wrong: the rules placed or removed pieces, and the board is to
	 * follow. Play may go on meanwhile.
	 */
	bool due;
	struct sqset missing;	/* must hold a piece and stand empty */
	struct sqset extra;	/* hold a piece and must be empty */
	struct sqset wrong;	/* hold another piece than they must, where sensors tell */
	uint8_t lift_sq;	/* the next step: take the piece from here (or RULES_NO_SQ) */
	uint8_t put_sq;		/* and put one here (or RULES_NO_SQ: off the board) */
	uint8_t put_piece;	/* which piece belongs on put_sq */
	bool put_from_box;	/* it has been off the board since before the hands began */
	/*
	 * How many steps are left, this one included. Exact where edges told the pieces
	 * apart, else the fewest there can be: several up at once nobody can tell apart.
	 */
	uint8_t steps;
};

/* The way back is lit: nothing else counts until the board stands right again. */
static inline bool
guidance_leads(const struct guidance *g)
{
	return g->on && !g->due;
}
