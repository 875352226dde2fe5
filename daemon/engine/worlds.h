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

/*
 * Hooks `imagine` of struct traits: replace all that the seat to act or the view may not know of *p
 * by a random choice that fits the rest.
 */
void worlds_imagine_masquerade(struct position *p, const struct engine_view *view,
			       uint64_t *random);
void worlds_imagine_zombie(struct position *p, const struct engine_view *view, uint64_t *random);
void worlds_imagine_cooperative(struct position *p, const struct engine_view *view,
				uint64_t *random);

/*
 * Zombie and Cooperative Chess: reports whether the seat to act or the view does not see what that
 * side sees alone: where it has buried something, its hand.
 */
bool worlds_hidden(const struct position *p, const struct engine_view *view, unsigned side);
/*
 * Zombie Chess: returns the squares, at least n, that may hide what a side has buried. A burial
 * keeps its cover, or the piece that captured it, until its square is left, so other squares serve
 * only where these are too few.
 */
uint64_t worlds_covers(const struct position *p, uint64_t hiding, unsigned side, unsigned n);

/* search_deepen for a game with a hook `imagine`. The line has one action: more would reveal. */
void worlds_deepen(struct engine *e, const struct position *p, struct engine_report *best);
