/* Shortens and compares records; for tests alone. */
#pragma once
#include "daemon/record/record.h"

/* Keeps the first n actions; n <= r->n. Clears the result. */
void record_cut(struct record *r, uint32_t n);
/*
 * Reports whether game, start, actions, names and result are equal; numbers and times may
 * differ.
 */
bool record_same_game(const struct record *a, const struct record *b);
