/* Forced wins by exhaustive search with the rule core alone: no evaluation, no table. */
#pragma once
#include "rules/rules.h"

struct exhaustive {
	const struct game *g;
	unsigned side; /* the colour that is to win */
	long budget;   /* positions left; below 0 the result is meaningless */
};

/* Reports whether the side wins within that many of its turns, whatever the other side does. */
bool exhaustive_wins(struct exhaustive *s, const struct position *p, unsigned turns);
/* Reports whether its action `a` wins within that many turns, this one included. */
bool exhaustive_wins_by(struct exhaustive *s, const struct position *p, struct action a,
			unsigned turns);
