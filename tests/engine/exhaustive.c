#include "tests/engine/exhaustive.h"

#include <string.h>

bool
exhaustive_wins_by(struct exhaustive *s, const struct position *p, struct action a, unsigned turns)
{
	struct position child = *p;

	rules_apply(s->g, &child, a);
	return exhaustive_wins(s, &child, turns - ((rules_turn_seat(s->g, &child) & 1) != s->side));
}

/* Reports whether a turn without any left may still win: American Chess is judged after the
 * answer. */
static bool
is_judged_later(const struct game *g)
{
	return strcmp(rules_name(g), "american") == 0;
}

bool
exhaustive_wins(struct exhaustive *s, const struct position *p, unsigned turns)
{
	bool own = (rules_turn_seat(s->g, p) & 1) == s->side;
	struct outcome o = rules_outcome(s->g, p, NULL);
	struct action list[RULES_ACTIONS_MAX];
	size_t n;

	if (o.result != RESULT_ONGOING)
		return o.result == RESULT_WIN && o.colour == s->side;
	if (--s->budget < 0 || (turns == 0 && (own || !is_judged_later(s->g))))
		return false;
	n = rules_actions(s->g, p, list);
	for (size_t i = 0; i < n; i++) {
		if (own && exhaustive_wins_by(s, p, list[i], turns))
			return true;
		if (!own) {
			struct position child = *p;

			rules_apply(s->g, &child, list[i]);
			if (!exhaustive_wins(s, &child, turns))
				return false;
		}
	}
	return !own;
}
