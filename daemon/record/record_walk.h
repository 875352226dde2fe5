/* A record at one of its moves. Pure. */
#pragma once
#include "daemon/record/record.h"

struct record_walk {
	struct position at, before; /* positions after and before the move; equal at 0 */
	struct sqset changed;       /* squares whose piece the move changed */
};

/* Advances *w from action n to n + 1; n < r->n. */
void record_walk_on(const struct record *r, uint32_t n, struct record_walk *w);
/* Walks to the position after the first n actions, n <= r->n. */
void record_walk(const struct record *r, uint32_t n, struct record_walk *out);
