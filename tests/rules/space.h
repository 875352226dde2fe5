/* Everything that could be an action of a game as it is written, legal or not. */
#pragma once
#include <stddef.h>

#include "rules/rules.h"

enum {
	/* Moves without and with a kind, captures that are asked for, transfers; the rest is little. */
	SPACE_MAX = 2 * RULES_SQUARES_MAX * RULES_SQUARES_MAX + 8 * 1024 + 2 * 64 * 64,
};

/*
 * All verbs of the game, in every way they can be written, then its moves:
 * without promotion from everywhere to everywhere, with one to the end ranks.
 * Each is read from its text, which prints again as itself. *verbs: how many of
 * the actions are no moves from square to square. `out` has room for SPACE_MAX.
 */
size_t space_make(const struct game *g, struct action *out, size_t *verbs);
