/* Invariants of single games after every action, besides those of all games. */
#pragma once
#include "rules/game.h"

/*
 * Fails the test if `after`, the position one action after `p`, violates them,
 * or if a listed game has no such check.
 */
void invariants_check(const struct game *g, const struct position *p, const struct position *after);
