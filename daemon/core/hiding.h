/*
 * The squares that may hide a buried piece, as public knowledge: they decide what is asked and shown, so
 * that nothing depends on where a piece is buried. Pure; the caller owns every position.
 */
#pragma once
#include <stdbool.h>

#include "rules/rules.h"

struct hiding {
	bool any;             /* pieces are buried in this game */
	struct sqset of[2];   /* by side: squares that may still hide a buried piece */
	struct sqset left;    /* squares left by pieces this turn */
};

void hiding_start(struct hiding *h, const struct game *g, const struct position *first);
/* Updates after action a, which led from *before to *after. */
void hiding_step(struct hiding *h, const struct game *g, const struct position *before, struct action a,
		 const struct position *after);
/* Reports whether a turn that ends with action a, which leads to *after, leaves a square that may hide a piece. */
bool hiding_may_open(const struct hiding *h, const struct game *g, const struct position *before,
		     struct action a, const struct position *after);
