/* Guidance: to the position, to the shown board, or onward to the end of half an action. */
#include <string.h>

#include "daemon/session/session_priv.h"

bool
session_show_set_aside(struct session *s, uint64_t t_us)
{
	const struct infer *f = s->current;
	unsigned c = sequence_set_aside(f);

	if (c == INFER_NONE)
		return false;
	if (s->shown.state == SHOWN_NONE || s->shown.source != SOURCE_CURRENT ||
	    (s->shown.candidate != c && !infer_same_promotion(f, s->shown.candidate, c)))
		session_show(s, SOURCE_CURRENT, c, t_us);
	s->shown.state = SHOWN_PARTLY;
	return true;
}

/* Finds why a piece of the mover may not be on its square. */
void
session_find_refusal(struct session *s)
{
	const struct infer *f = s->current;
	const struct worlds *ws = &f->worlds;
	struct sqset gone = sqset_minus(ws->home, ws->now), come = sqset_minus(ws->now, ws->home);
	unsigned from, to = RULES_NO_SQ;

	if (sqset_count(gone) != 1 || sqset_count(come) > 1)
		return;
	from = sqset_pop(&gone);
	if (!sqset_empty(come)) {
		to = sqset_pop(&come);
	} else {
		/* The square is the last occupied one on which the piece was set down. */
		for (unsigned i = 0; i < f->n_log; i++)
			if (infer_came_down(f, i) && f->log[i].sq != from &&
			    infer_went_onto(f, from, f->log[i].sq))
				to = f->log[i].sq;
		if (to == RULES_NO_SQ)
			return;
	}
	rules_refuse(s->game, &f->position, SEAT_TABLE, from, to, &s->refusal);
	s->refused_from = (uint8_t)from;
	s->refused_to = (uint8_t)to;
}

/*
 * Reports whether the shown board is complete, but other squares read as occupied too: they
 * hold a captured piece, or are beside an arrival of the action.
 */
static bool
only_too_much(const struct session *s, const struct guidance *to_shown)
{
	return infer_stands(s->current, s->shown.candidate) &&
	       sqset_empty(to_shown->missing) && sqset_empty(to_shown->wrong);
}

/*
 * Reports whether the shown action's piece also closed sq when it arrived on a neighbouring square.
 */
static bool
is_crooked(const struct session *s, const struct infer *f, unsigned sq)
{
	const struct infer_candidate *x = &f->candidate[s->shown.candidate];
	uint64_t t_us = 0;

	for (unsigned i = 0; i < f->n_log; i++)
		if (f->log[i].sq == sq)
			t_us = f->log[i].t_us;
	for (unsigned i = 0; i < f->n_log; i++)
		for (unsigned k = 0; k < x->n_arrivals; k++) {
			uint64_t came_us = f->log[i].t_us;
			uint64_t apart_us = t_us > came_us ? t_us - came_us : came_us - t_us;

			if (f->log[i].sq == x->arrival[k].sq && f->log[i].reading.occupied &&
			    apart_us < INFER_BRUSH_US &&
			    infer_is_beside(s->game, f->log[i].sq, sq))
				return true;
		}
	return false;
}

/* Reports whether all extra squares are read because of the action's own piece. */
static bool
all_crooked(const struct session *s, struct sqset extra)
{
	while (!sqset_empty(extra))
		if (!is_crooked(s, s->current, sqset_pop(&extra)))
			return false;
	return true;
}

/* Reports whether surplus pieces make the shown board doubtful. */
static bool
doubts_shown(const struct session *s, struct sqset extra)
{
	bool sure = false;

	return !all_crooked(s, extra) &&
	       !(infer_set_aside(s->current, s->shown.candidate, &sure) && sure);
}

void
session_guide(struct session *s, uint64_t t_us)
{
	struct guidance to_shown;

	session_find_refusal(s);
	guide_compute(s->current, INFER_NONE, &s->guidance);
	s->goal = GOAL_SETTLED;
	s->follows = false;
	if (s->shown.state >= SHOWN_PARTLY && s->shown.source == SOURCE_CURRENT) {
		guide_compute(s->current, s->shown.candidate, &to_shown);
		bool too_much = only_too_much(s, &to_shown);

		if (to_shown.kind != GUIDANCE_NONE &&
		    to_shown.steps < s->guidance.steps + too_much) {
			s->guidance = to_shown;
			s->goal = GOAL_SHOWN;
			/*
			 * The player followed guidance, and may not have meant this action, unless a
			 * computer did.
			 */
			s->doubt |= too_much || s->plan.kind != ACT_NONE ? 0 : DOUBT_READINGS;
			if (too_much && doubts_shown(s, to_shown.extra))
				s->doubt |= DOUBT_ASIDE;
		}
	}
	/* Its reply may be complete later (session_quiet_guided). */
	if (s->goal == GOAL_SETTLED)
		session_hide(s, t_us);
	/* Two equal pieces exchanged places. */
	if (s->guidance.kind != GUIDANCE_NONE)
		session_report(s, NOTE_GUIDE, t_us)->n = s->guidance.steps;
	else if (s->goal == GOAL_SETTLED)
		session_resume_position(s, t_us);
}

void
session_stop_guiding(struct session *s)
{
	memset(&s->guidance, 0, sizeof(s->guidance));
	s->goal = GOAL_SETTLED;
}

/* Starts guidance at once when the position changed without a move on the board. */
void
session_check_board(struct session *s, uint64_t t_us)
{
	if (s->phase != SESSION_PLAYING || infer_all_home(s->current))
		return;
	session_guide(s, t_us);
	/* No move was attempted. */
	memset(&s->refusal, 0, sizeof(s->refusal));
	s->refused_from = s->refused_to = RULES_NO_SQ;
}

/* Reports whether the shown action alone may still result from the edges. */
static bool
is_half_made(struct session *s)
{
	const struct infer *f = s->current;
	unsigned one;

	return infer_alive(f, false, &one) && one != INFER_NONE &&
	       (one == s->shown.candidate || infer_same_promotion(f, one, s->shown.candidate));
}

bool
session_gives_up(struct session *s, uint64_t t_us)
{
	const struct infer *f = s->current;
	struct guidance was = s->guidance;

	if (!was.onward || !sqset_empty(sqset_minus(f->worlds.now, f->worlds.home)))
		return false;
	session_withdraw(s, t_us);
	session_stop_guiding(s);
	session_report_guide(s, &was, t_us);
	return true;
}

/* Reports whether a piece stands where the guided position has none, or another. */
static bool
has_misplaced(const struct guidance *g)
{
	return !sqset_empty(g->extra) || !sqset_empty(g->wrong);
}

void
session_guide_follow(struct session *s, uint64_t t_us)
{
	struct guidance was = s->guidance, home;

	guide_compute(s->current, INFER_NONE, &home);
	if (s->goal == GOAL_SHOWN && home.kind != GUIDANCE_NONE) {
		guide_compute(s->current, s->shown.candidate, &s->guidance);
		s->guidance.onward = was.onward && is_half_made(s);
	} else {
		s->guidance = home;
		s->goal = GOAL_SETTLED;
	}
	/* A piece without a legal move was held for long, and stands on another square now. */
	if (s->goal == GOAL_SETTLED && !has_misplaced(&was) && has_misplaced(&home))
		session_find_refusal(s);
	if (s->guidance.steps != was.steps)
		s->follows = s->guidance.steps < was.steps;
	session_report_guide(s, &was, t_us);
}

static void
lead_onward(struct session *s, unsigned c, uint64_t t_us)
{
	session_show(s, SOURCE_CURRENT, c, t_us);
	s->shown.state = SHOWN_PARTLY;
	guide_compute(s->current, c, &s->guidance);
	s->guidance.onward = true;
	s->goal = GOAL_SHOWN;
	session_report(s, NOTE_GUIDE, t_us)->n = s->guidance.steps;
}

bool
session_guide_onward(struct session *s, unsigned c, uint64_t t_us)
{
	const struct infer *f = s->current;
	struct sqset come = sqset_minus(f->worlds.now, f->worlds.home);

	if (c == INFER_NONE || sqset_empty(come))
		return false;
	lead_onward(s, c, t_us);
	return true;
}

void
session_guide_gift(struct session *s, unsigned c, uint64_t t_us)
{
	if (!s->current->candidate[c].given && s->guidance.kind == GUIDANCE_NONE)
		lead_onward(s, c, t_us);
}

/* Returns the piece that the computer's choice puts on the board from the box. */
static uint8_t
placed_piece(const struct session *s)
{
	struct position after = s->settled;

	rules_apply(s->game, &after, s->plan);
	return rules_at(s->game, &after, s->plan.to);
}

void
session_lead(const struct session *s, struct guidance *out)
{
	const struct infer *f = s->current;
	unsigned c = s->plan.kind == ACT_NONE ? INFER_NONE : infer_find(f, s->plan);

	if (!infer_alive(f, false, NULL))
		c = INFER_NONE;
	guide_compute(f, c, out);
	out->onward = c != INFER_NONE && out->kind == GUIDANCE_LEADS;
	if (out->onward && f->candidate[c].way == WAY_PLACE) {
		out->put_sq = s->plan.to;
		out->put_piece = placed_piece(s);
		out->steps = 1;
	}
}
