#include "same.h"

#include <assert.h>
#include <string.h>

void
record_cut(struct record *r, uint32_t n)
{
	assert(n <= r->n);
	r->n = n;
	r->last = r->start;
	for (uint32_t i = 0; i < n; i++)
		rules_apply(r->game, &r->last, r->action[i].action);
	r->result = (struct record_result){ .end = RECORD_UNFINISHED };
}

static bool
same_start(const struct record *a, const struct record *b)
{
	char ta[RULES_POSITION_TEXT], tb[RULES_POSITION_TEXT];

	/* Compared as text: positions may contain padding. */
	rules_print(a->game, &a->start, ta);
	rules_print(b->game, &b->start, tb);
	return strcmp(ta, tb) == 0;
}

bool
record_same_game(const struct record *a, const struct record *b)
{
	if (a->game != b->game || a->n != b->n || a->result.end != b->result.end ||
	    a->result.score != b->result.score || strcmp(a->result.reason, b->result.reason) != 0)
		return false;
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		if (strcmp(a->name[i], b->name[i]) != 0)
			return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!rules_action_equal(a->action[i].action, b->action[i].action))
			return false;
	return strcmp(a->seeds, b->seeds) == 0 && same_start(a, b);
}
