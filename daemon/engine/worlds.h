/*
 * Hidden information. A world is a whole position that fits what the seat to act may know. Worlds
 * are searched as if nothing were hidden, and each has a vote for its best action.
 */
#pragma once
#include "daemon/engine/search.h"

enum {
	WORLDS = 8,
	CANDIDATES = 3, /* actions whose scores are compared in all worlds */
};

/*
 * Hooks `imagine` of struct traits: replace all that the seat to act may not know of *p by a random
 * choice that fits the rest.
 */
void worlds_imagine_masquerade(struct position *p, uint64_t *random);
void worlds_imagine_zombie(struct position *p, uint64_t *random);
void worlds_imagine_cooperative(struct position *p, uint64_t *random);

/* search_deepen for a game with a hook `imagine`. The line has one action: more would reveal. */
void worlds_deepen(struct engine *e, const struct position *p, struct engine_report *best);
