#include "ui/cue.h"

#include <string.h>

static unsigned
men(const struct ui_state *s)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		n += s->at[sq].letter != 0;
	return n;
}

/* Reports whether an action is newly shown, or became final without being shown first. */
static bool
has_acted(const struct ui_state *a, const struct ui_state *b)
{
	if (b->has_provisional && strcmp(a->provisional, b->provisional) != 0)
		return true;
	return b->n_actions > a->n_actions &&
	       !(a->has_provisional && strcmp(a->provisional, b->last_action) == 0);
}

static bool
is_asked(const struct ui_state *a, const struct ui_state *b)
{
	return b->prompt.kind != UI_PROMPT_NONE && b->prompt.kind != UI_PROMPT_PROMOTION &&
	       (a->prompt.kind != b->prompt.kind || a->prompt.id != b->prompt.id);
}

static bool
is_mistaken(const struct ui_guidance *g)
{
	return g->on && !g->due && !g->onward && !g->idle && g->rank == 0;
}

static bool
is_wrong(const struct ui_state *a, const struct ui_state *b)
{
	return (is_mistaken(&b->guidance) && !is_mistaken(&a->guidance)) ||
	       (b->refusal.on && !a->refusal.on);
}

static unsigned
sticks_at(const struct ui_state *s, const char *stage)
{
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_sticks; i++)
		n += strcmp(s->stick[i].stage, stage) == 0;
	return n;
}

int
ui_cue_of(const struct ui_state *before, const struct ui_state *after)
{
	bool same = strcmp(before->game, after->game) == 0 && before->phase == after->phase;
	bool acted = same && has_acted(before, after);

	if (sticks_at(after, "failed") > sticks_at(before, "failed"))
		return UI_CUE_WRONG;
	if (sticks_at(after, "done") > sticks_at(before, "done"))
		return UI_CUE_ASKED; /* the stick may be removed */
	if (after->phase == UI_PHASE_NONE || before->phase == UI_PHASE_NONE)
		return -1;
	if (is_wrong(before, after))
		return UI_CUE_WRONG;
	if (is_asked(before, after))
		return UI_CUE_ASKED;
	if (!acted)
		return -1;
	if (!sqset_empty(after->check))
		return UI_CUE_CHECK;
	return men(after) < men(before) ? UI_CUE_CAPTURE : UI_CUE_MOVE;
}
