/*
 * Hidden information. A world is a whole position that fits what the seat to act may know. Worlds
 * are searched as if nothing were hidden, and each has a vote for its best action.
 */
#pragma once
#include "daemon/engine/search.h"

enum {
	WORLDS = 8,
	SURE_WORLDS = 64, /* what is legal in so many is legal; the first ones are those searched */
	CANDIDATES = 3,   /* actions whose scores are compared in all worlds */
};

/* Returns the next number below `bound` of a SplitMix64 stream. */
unsigned worlds_random(uint64_t *state, unsigned bound);
/*
 * Reports whether the seat to act or the view does not see what that side sees alone: where it has
 * buried something, its hand.
 */
bool worlds_hidden(const struct position *p, const struct engine_view *view, unsigned side);

/* search_deepen for a game with a hook `imagine`. The line has one action: more would reveal. */
void worlds_deepen(struct engine *e, const struct position *p, struct engine_report *best);
