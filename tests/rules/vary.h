/* Positions that differ from a given one in what is hidden, and in nothing else. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* Games with something to vary: masquerade, zombie, cooperative. NULL-terminated. */
extern const char *const vary_games[];

/*
 * Something else that `side` might have hidden: its masks, what it buried where,
 * its hand (and with it the pile). False: what was tried contradicts what is
 * known, or is the same; *out is not to be used then. *random: see test_random.
 */
bool vary_side(const struct game *g, const struct position *p, unsigned side, uint64_t *random,
	       struct position *out);
