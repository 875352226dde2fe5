#include "daemon/core/foresee.h"

bool
foresee_forced(const struct game *g, const struct position *p, struct action *a)
{
	struct action list[RULES_ACTIONS_MAX];

	if (rules_actions(g, p, list) != 1 || (list[0].kind != ACT_END && list[0].kind != ACT_PASS))
		return false;
	*a = list[0];
	return true;
}

void
foresee_action(const struct game *g, const struct position *before, struct action a,
	       struct position *out)
{
	struct action more;

	*out = *before;
	if (rules_reveals(g, before))
		rules_public(g, before, out);
	rules_apply(g, out, a);
	/*
	 * The loop ends: a finished game has no actions, and a turn continues or passes a
	 * limited number of times.
	 */
	for (unsigned i = 0; i < RULES_SEATS_MAX && foresee_forced(g, out, &more); i++)
		rules_apply(g, out, more);
}

bool
foresee_reveals(const struct game *g, const struct position *before, struct action a)
{
	struct position after;
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	if (!rules_reveals(g, before))
		return false;
	foresee_action(g, before, a, &after);
	if (rules_turn_seat(g, &after) != rules_turn_seat(g, before))
		return true;
	n = rules_actions(g, &after, list);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_MOVE)
			return false;
	return true;
}

struct sqset
foresee_ruled(const struct game *g, const struct position *before, struct action a)
{
	struct sqset set = { { 0, 0 } };
	struct footprint fp;

	if (a.kind == ACT_BUY)
		return set;
	rules_footprint(g, before, a, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		if (fp.change[i].cause == CAUSE_REMOVED || fp.change[i].cause == CAUSE_PLACED)
			sqset_add(&set, fp.change[i].sq);
	return set;
}
