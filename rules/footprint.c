/* What an action does to the physical squares: the boards before and after, compared. */
#include <assert.h>

#include "rules/game.h"
#include "rules/geometry.h"

enum change_cause
game_orthodox_cause(struct action a, unsigned sq, uint8_t was, uint8_t is)
{
	if (a.kind == ACT_CASTLE)
		return CAUSE_CASTLED;
	if (was && (sq != a.from))
		return CAUSE_CAPTURED;
	return is && a.arg ? CAUSE_PROMOTED : CAUSE_MOVED;
}

void
rules_footprint(const struct game *g, const struct position *p, struct action a,
		struct footprint *out)
{
	struct position after = *p;
	struct sqset differs;

	g->apply(&after, a);
	differs = geometry_differs(g, p, &after);
	out->n = 0;
	while (!sqset_empty(differs)) {
		unsigned sq = sqset_pop(&differs);
		uint8_t was = rules_at(g, p, sq), is = rules_at(g, &after, sq);
		enum change_cause cause = g->cause ? g->cause(p, a, sq, was, is)
						   : game_orthodox_cause(a, sq, was, is);

		assert(out->n < RULES_CHANGES_MAX);
		out->change[out->n++] = (struct change){ (uint8_t)sq, was, is, (uint8_t)cause };
	}
}
