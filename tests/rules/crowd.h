/* Crowds of zombies around their king, for tests and benches of Zombie Chess. */
#pragma once
#include "rules/rules.h"

/*
 * A random position before a turn, the same on every machine for the same
 * *state, which goes on. The side to act has so many zombies, 0 to 40, near its
 * king, and living pieces among them; enemies look at the king; about half of
 * all pieces of both sides have a captive below.
 */
void crowd_make(struct position *p, unsigned zombies, uint64_t *state);
