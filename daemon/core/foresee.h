/* The results of an action before it is final. Pure; the caller owns every position. */
#pragma once
#include <stdbool.h>

#include "rules/rules.h"

/*
 * Computes the position to show while a is provisional: hidden things stay hidden,
 * automatic actions are applied.
 */
void foresee_action(const struct game *g, const struct position *before, struct action a,
		    struct position *out);
/* Reports whether *a, `end` or `pass`, is the only action. */
bool foresee_forced(const struct game *g, const struct position *p, struct action *a);
/* Reports whether the action ends the turn and may reveal hidden things. */
bool foresee_reveals(const struct game *g, const struct position *before, struct action a);
/* Returns the squares that the rules empty or fill by this action. */
struct sqset foresee_ruled(const struct game *g, const struct position *before, struct action a);
