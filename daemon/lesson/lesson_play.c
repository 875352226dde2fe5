/* A step of a lesson by the rule core: where it begins, and what an action does to its goal. */
#include <assert.h>
#include <string.h>

#include "daemon/lesson/lesson.h"

static bool
captures_on(const struct game *g, const struct position *p, struct action a, unsigned sq)
{
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].cause == CAUSE_CAPTURED && (sq == RULES_NO_SQ || f.change[i].sq == sq))
			return true;
	return false;
}

static bool
reaches(const struct game *g, const struct lesson_goal *goal, const struct position *p,
	struct action a)
{
	unsigned colour = rules_turn_seat(g, p) & 1;
	struct position after = *p;
	char text[RULES_ACTION_TEXT];
	struct outcome o;

	rules_apply(g, &after, a);
	o = rules_outcome(g, &after, NULL);
	switch ((enum lesson_goal_kind)goal->kind) {
	case GOAL_ACTION:
		rules_action_print(g, p, a, text);
		return strcmp(text, goal->action) == 0;
	case GOAL_CAPTURE:
		return captures_on(g, p, a, goal->sq);
	case GOAL_STANDS:
		return (rules_at(g, &after, goal->sq) & ~PIECE_MARK) == goal->piece;
	case GOAL_CHECK:
		return rules_in_check(g, &after, !colour);
	case GOAL_CHECKMATE:
		return o.reason == REASON_CHECKMATE;
	case GOAL_WIN:
		return o.result == RESULT_WIN && o.colour == colour;
	case GOAL_ANY:
		return true;
	}
	return false;
}

bool
lesson_reaches(const struct lesson *l, const struct lesson_step *s, const struct position *p,
	       struct action a)
{
	for (unsigned i = 0; i < s->n_goals; i++)
		if (reaches(l->game, &s->goal[i], p, a))
			return true;
	return false;
}

const struct lesson_try *
lesson_wrong(const struct lesson *l, const struct lesson_step *s, const struct position *p,
	     struct action a)
{
	char text[RULES_ACTION_TEXT];

	rules_action_print(l->game, p, a, text);
	for (unsigned i = 0; i < s->n_tries; i++)
		if (s->wrong[i].legal && strcmp(s->wrong[i].action, text) == 0)
			return &s->wrong[i];
	return NULL;
}

const struct lesson_try *
lesson_illegal(const struct lesson *l, const struct lesson_step *s, unsigned from, unsigned to)
{
	struct action a;

	for (unsigned i = 0; i < s->n_tries; i++)
		if (!s->wrong[i].legal && rules_action_read(l->game, s->wrong[i].action, &a) == 0 &&
		    (a.kind == ACT_MOVE || a.kind == ACT_ATTEMPT || a.kind == ACT_TRANSFER) &&
		    a.from == from && a.to == to)
			return &s->wrong[i];
	return NULL;
}

/* Plays the first action that reaches the goal; a step that is only read plays none. */
static void
play_goal(const struct lesson *l, const struct lesson_step *s, struct position *p)
{
	static struct action list[RULES_ACTIONS_MAX]; /* lessons are played by one thread */
	size_t n = s->n_goals ? rules_actions(l->game, p, list) : 0;

	for (size_t i = 0; i < n; i++)
		if (lesson_reaches(l, s, p, list[i])) {
			rules_apply(l->game, p, list[i]);
			return;
		}
	assert(s->n_goals == 0); /* lesson_check */
}

static void
play_replies(const struct lesson *l, const struct lesson_step *s, struct position *p)
{
	struct action a;

	for (unsigned i = 0; i < s->n_replies; i++) {
		int bad = rules_action_parse(l->game, p, s->reply[i], &a);

		assert(bad == 0); /* lesson_check */
		rules_apply(l->game, p, a);
	}
}

void
lesson_begin(const struct lesson *l, unsigned step, struct position *out)
{
	unsigned from = step;

	while (!l->step[from].placed)
		from--;
	*out = l->step[from].position;
	for (; from < step; from++) {
		play_goal(l, &l->step[from], out);
		play_replies(l, &l->step[from], out);
	}
}
