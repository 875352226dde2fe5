#include "daemon/record/record_walk.h"

#include <assert.h>

static void
find_changed(const struct record *r, struct record_walk *w)
{
	w->changed = (struct sqset){ { 0, 0 } };
	for (unsigned sq = 0; sq < rules_squares(r->game); sq++)
		if (rules_at(r->game, &w->at, sq) != rules_at(r->game, &w->before, sq))
			sqset_add(&w->changed, sq);
}

void
record_walk_on(const struct record *r, uint32_t n, struct record_walk *w)
{
	assert(n < r->n);
	w->before = w->at;
	rules_apply(r->game, &w->at, r->action[n].action);
	find_changed(r, w);
}

void
record_walk(const struct record *r, uint32_t n, struct record_walk *out)
{
	assert(n <= r->n);
	out->at = out->before = r->start;
	for (uint32_t i = 0; i < n; i++) {
		out->before = out->at;
		rules_apply(r->game, &out->at, r->action[i].action);
	}
	find_changed(r, out);
}
