/*
 * Plain UCT on the rule core, an opponent for matches: UCB1, random playouts of bounded length, no
 * knowledge of a game but the material at the end of a playout that was cut. Each playout begins in
 * another world that fits what the seat to act may know.
 */
#pragma once
#include "tests/engine/players.h"

struct uct_limits {
	uint64_t applied;        /* ends after so many calls of rules_apply; 0: never */
	const atomic_bool *stop; /* ends when set */
};

/* Returns the action tried most. Writes the number of calls of rules_apply. */
struct action uct_choose(const struct play *play, uint64_t *random, const struct uct_limits *limits,
			 uint64_t *applied);
