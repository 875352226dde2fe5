/* Positions that differ from a given one only in hidden state. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* Games with hidden state: masquerade, zombie, cooperative. NULL-terminated. */
extern const char *const vary_games[];

/*
 * Replaces the secrets of `side`: its masks, its burials, or its hand (and with
 * it the pile). Returns false if the attempt contradicts public knowledge or
 * changes nothing; *out is then unusable. *random: see test_random.
 */
bool vary_side(const struct game *g, const struct position *p, unsigned side, uint64_t *random,
	       struct position *out);
