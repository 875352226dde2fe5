#include "daemon/record/record_walk.h"

#include <assert.h>

void
record_walk(const struct record *r, uint32_t n, struct record_walk *out)
{
	assert(n <= r->n);
	out->at = out->before = r->start;
	out->changed = (struct sqset){ { 0, 0 } };
	for (uint32_t i = 0; i < n; i++) {
		out->before = out->at;
		rules_apply(r->game, &out->at, r->action[i].action);
	}
	for (unsigned sq = 0; sq < rules_squares(r->game); sq++)
		if (rules_at(r->game, &out->at, sq) != rules_at(r->game, &out->before, sq))
			sqset_add(&out->changed, sq);
}
