/* Calls that the screen's objects must not contain: tests/ui/symbols.sh must find them. */
#include "rules/rules.h"

void judge(const struct game *g, struct position *p, struct action a);

void
judge(const struct game *g, struct position *p, struct action a)
{
	if (rules_legal(g, p, a))
		rules_apply(g, p, a);
}
