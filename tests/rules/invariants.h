/* What holds after every action of one game besides what holds in all. */
#pragma once
#include "rules/game.h"

/*
 * Fails the test if `after`, the position one action later than `p`, breaks it,
 * or if a listed game has no such check at all.
 */
void invariants_check(const struct game *g, const struct position *p, const struct position *after);
