/* Everything that can be written as an action of a game, legal or not. */
#pragma once
#include <stddef.h>

#include "rules/rules.h"

enum {
	/* Moves without and with a kind, attempts, transfers; the rest is small. */
	SPACE_MAX = 2 * RULES_SQUARES_MAX * RULES_SQUARES_MAX + 8 * 1024 + 2 * 64 * 64,
};

/*
 * Lists all verbs of the game in every written form, then its moves: between
 * all squares without promotion, to the end ranks with one. Each is read from
 * its text and prints as the same text. *verbs: number of actions that are not
 * moves between squares. `out` has room for SPACE_MAX.
 */
size_t space_make(const struct game *g, struct action *out, size_t *verbs);
