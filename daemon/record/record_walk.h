/* A record at one of its moves. Pure. */
#pragma once
#include "daemon/record/record.h"

struct record_walk {
	struct position at, before; /* after the move, and before it; the same at 0 */
	struct sqset changed;       /* squares whose piece the move changed */
};

/* After the first n actions, n <= r->n. */
void record_walk(const struct record *r, uint32_t n, struct record_walk *out);
