/* Crowds of zombies around their king, for tests and benches of Zombie Chess. */
#pragma once
#include "rules/rules.h"

/*
 * Makes a random position at the start of a turn, reproducible from *state,
 * which advances. The side to act has `zombies` zombies, 0 to 40, near its
 * king, and living pieces among them. Enemies aim at the king. About half of
 * all pieces of both sides cover a captive.
 */
void crowd_make(struct position *p, unsigned zombies, uint64_t *state);
