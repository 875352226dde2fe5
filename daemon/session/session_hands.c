/*
 * Hands against explanations: what is shown, what quiet, a button or the
 * opponent's hand makes final, what is asked, and when the way back is lit.
 *
 *   event                     explanation now             what follows
 *   edge                      one best                    shown (replaces another)
 *   edge                      several, equally good       nothing shown; quiet or clock asks
 *   edge                      none, opponent's piece up,
 *                             no own action alive         the shown action is final, at that lift
 *   edge                      none, but shared out between
 *                             two hands an action and
 *                             its answer                  the action is final (session_split.c)
 *   edge                      none, otherwise             the shown one stays or is withdrawn
 *   quiet                     one best, sure              final
 *   quiet                     one best, adjusting too     PROMPT_CONFIRM
 *   quiet                     several                     PROMPT_WHICH
 *   quiet                     all at home                 nothing happened, the edges are forgotten
 *   quiet                     none, but an unseen capture
 *                             before the opponent's move  PROMPT_WHICH
 *   quiet                     none, an earlier position   PROMPT_TAKEBACK
 *   quiet                     none, the start array       PROMPT_NEW_GAME
 *   quiet                     none, a hand is at work     wait
 *   quiet                     none                        guidance
 *   quiet in guidance         an earlier position         PROMPT_TAKEBACK
 *   clock, OK                 one best                    final
 *   clock, OK                 one unseen capture          final
 *   clock, OK                 several                     PROMPT_WHICH
 *   clock, OK                 none, but half an action    guidance on to its end
 *   clock, OK                 none, but a piece down      guidance
 *
 * An earlier position asks only once the board has stood as the game has it (stood): before,
 * it is passed by on the way from what was read whole to where the game stands.
 *
 * Where squares are blind, nothing of this is final while another history explains the
 * edges by way of one (session_rival_in_the_dark): it is asked.
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* ---- showing ---- */

static bool
shown_is(const struct session *s, unsigned source, unsigned c)
{
	return s->shown.on && s->shown.source == source && s->shown.candidate == c;
}

static void
offer_promotions(struct session *s, const struct infer *f, unsigned c, uint64_t t_us)
{
	struct prompt *p;

	if (!f->candidate[c].promotes)
		return;
	p = session_ask(s, PROMPT_PROMOTION, t_us);
	p->seat = (uint8_t)rules_to_act(f->game, &f->position);
	for (unsigned i = 0; i < f->n && p->n_options < SESSION_OPTIONS_MAX; i++)
		if (infer_same_promotion(f, i, c))
			p->option[p->n_options++] = f->candidate[i].action;
	if (p->n_options == 1)
		session_close_prompt(s);
}

void
session_show(struct session *s, unsigned source, unsigned c, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	bool again = shown_is(s, source, c) && s->shown.visible;

	s->shown.complete = true;
	s->shown.log_at = f->n_log;
	if (again)
		return;
	s->shown.on = s->shown.visible = true;
	s->shown.source = (uint8_t)source;
	s->shown.candidate = (uint16_t)c;
	session_foresee(s->game, &f->position, f->candidate[c].action, &s->shown.position);
	session_close_prompt(s);
	session_tell_action(s, TOLD_SHOWN, t_us, &f->position, f->candidate[c].action);
	offer_promotions(s, f, c, t_us);
}

/* Its pieces are up again, or another explanation is wanted: no longer told. */
static void
hide(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->shown.source);

	s->shown.complete = false;
	if (!s->shown.visible)
		return;
	s->shown.visible = false;
	if (s->prompt.kind == PROMPT_PROMOTION)
		session_close_prompt(s);
	session_tell_action(s, TOLD_WITHDRAWN, t_us, &f->position,
			    f->candidate[s->shown.candidate].action);
}

void
session_withdraw(struct session *s, uint64_t t_us)
{
	if (s->shown.on)
		hide(s, t_us);
	s->shown.on = false;
}

/* ---- edges ---- */

/* Too many squares are blind for anything to be sure. */
static bool
blind_to_most(const struct infer *f)
{
	return sqset_count(f->blind) > SESSION_BLIND_MAX;
}

static void
show_best(struct session *s, unsigned source, const struct infer_answer *a, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	unsigned c = a->best[0];

	/* A promotion chosen before stays chosen. */
	if (s->shown.on && s->shown.source == source &&
	    infer_same_promotion(f, s->shown.candidate, c))
		c = s->shown.candidate;
	s->rivals = false;
	session_show(s, source, c, t_us);
	s->shown.confirm_vague = f->worlds.vague || s->doubt || blind_to_most(f) ||
				 session_digs(s->game, &f->position, f->candidate[c].action);
	/* Where its square is blind the piece may be in the hand. */
	s->shown.confirm = a->null || s->shown.confirm_vague || infer_lands_blind(f, c) ||
			   (source == SOURCE_CURRENT && s->n_resumed > 0);
	/* It stands as it stood, unless another came unseen from where nothing is seen. */
	s->shown.confirm_vague |= a->null && !sqset_empty(f->blind);
}

static void
guidance_follow(struct session *s, uint64_t t_us)
{
	struct guidance was = s->guidance, home;

	guide_compute(session_current(s), INFER_NONE, &home);
	if (s->guide_shown && home.on) {
		guide_compute(session_current(s), s->shown.candidate, &s->guidance);
	} else {
		s->guidance = home;
		s->guide_shown = false;
	}
	/* At worst the same step is told twice. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	if (memcmp(&was, &s->guidance, sizeof(was)) != 0)
		session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
}

/*
 * An amendment would explain the edges, but so would the answer that is shown and
 * an answer to that. If the amendment leaves something over, the answers are right:
 * true, the first is final. If not, neither is believed unasked.
 */
static bool
answered_instead(struct session *s, unsigned left_over)
{
	if (!s->shown.on || s->shown.source != SOURCE_CURRENT || !session_reply_explains(s, false))
		return false;
	if (left_over > 0)
		return session_ended_by_next(s, ANSWERED_WHOLE);
	s->doubt = true;
	return false;
}

void
session_consider(struct session *s, uint64_t t_us)
{
	struct infer_answer a;
	unsigned source;

	if (s->guidance.on && s->guidance.due) {
		session_light_due(s, t_us);
	} else if (s->guidance.on) {
		guidance_follow(s, t_us);
		if (s->guidance.on)
			return;
		if (s->guide_shown)
			session_light_due(s, t_us);
		else
			session_resume_position(s, t_us);
	}
	source = session_explain(s, &a);
	if (source == SOURCE_AMENDING && answered_instead(s, a.cost)) {
		session_consider(s, t_us);
		return;
	}
	if (a.n == 1 && session_source(s, source)->candidate[a.best[0]].way == WAY_ATTEMPT &&
	    !a.null && s->n_resumed == 0 &&
	    !infer_lands_blind(session_source(s, source), a.best[0]) &&
	    !blind_to_most(session_current(s)) &&
	    session_rival_in_the_dark(s, source, a.best[0], true) != RIVAL_OTHER) {
		/* The question is put with the piece: its answer cannot wait. */
		show_best(s, source, &a, t_us);
		session_finalise(s, t_us, BY_CHOICE);
		return;
	}
	if (a.n == 1) {
		/* The amended action and its answer read as well as an answer to the old one. */
		if (source == SOURCE_CURRENT && s->shown.on && s->shown.source == SOURCE_AMENDING &&
		    session_reply_explains(s, false))
			s->doubt = true;
		show_best(s, source, &a, t_us);
		return;
	}
	s->rivals = a.n > 1;
	if (s->rivals || (a.null && source == SOURCE_CURRENT)) {
		session_withdraw(s, t_us);
		/* Put back: from here on all hands are seen. */
		if (!s->rivals && s->n_resumed > 0)
			session_forget_edges(s);
		return;
	}
	if (session_ended_by_next(s, ANSWERED_AT_ONCE)) {
		session_consider(s, t_us);
		return;
	}
	s->tangled = true;
	s->shown.complete = false;
	if (s->shown.on && !infer_stands(session_source(s, s->shown.source), s->shown.candidate))
		hide(s, t_us);
}

/* Two hands' edges that no single reading explained, if they can be told apart: true. */
bool
session_untangle(struct session *s)
{
	if (!s->tangled || session_lost(s) || s->phase != SESSION_PLAYING)
		return false;
	s->tangled = false;
	if (!session_split(s, false))
		return false;
	session_consider(s, s->last_edge_us);
	return true;
}

/* It takes up a piece that had come to this square only a moment ago. */
static bool
is_brush(const struct session *s, const struct debounced *d)
{
	const struct infer *f = &s->ctx[s->cur];

	for (unsigned i = f->n_log; !d->reading.occupied && i-- > 0;)
		if (f->log[i].sq == d->sq)
			return d->raw_us < f->log[i].t_us + SESSION_BRUSH_US;
	return false;
}

void
session_edge(struct session *s, const struct debounced *d)
{
	struct infer_edge e = { .t_us = d->raw_us, .sq = d->sq, .reading = d->reading };

	if (session_sets_up(s)) {
		session_array_edge(s, d);
		return;
	}
	/* Both hands' pieces stood until now: not so when one was only sliding past. */
	if (!is_brush(s, d))
		(void)session_untangle(s);
	s->tangled = false;
	session_note_stood(s);
	s->version++;
	if (d->raw_us > s->last_edge_us)
		s->last_edge_us = d->raw_us;
	s->armed = true;
	s->hint_asked = false;
	memset(&s->refusal, 0, sizeof(s->refusal));
	if (s->prompt.kind != PROMPT_PROMOTION)
		session_close_prompt(s);
	(void)infer_edge(session_current(s), e);
	if (s->amendable)
		(void)infer_edge(&s->ctx[s->prev], e);
	if (s->phase == SESSION_PLAYING) {
		session_consider(s, d->raw_us);
		return;
	}
	session_withdraw(s, d->raw_us);
	if (s->guidance.due)
		session_light_due(s, d->raw_us);
}

/* ---- guidance ---- */

/* One of the mover's own pieces stands where it may not: say why. */
void
session_find_refusal(struct session *s)
{
	const struct infer *f = session_current(s);
	const struct worlds *ws = &f->worlds;
	struct sqset gone = sqset_minus(ws->home, ws->now), come = sqset_minus(ws->now, ws->home);
	unsigned from, to = RULES_NO_SQ;

	if (sqset_count(gone) != 1 || sqset_count(come) > 1)
		return;
	from = sqset_pop(&gone);
	if (!sqset_empty(come)) {
		to = sqset_pop(&come);
	} else {
		/* Its piece went onto an occupied square: the one last set down on. */
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

/* Lights the way to the nearest board that is right: the shown one or the settled one. */
void
session_guide(struct session *s, uint64_t t_us)
{
	struct guidance to_shown;

	session_find_refusal(s);
	guide_compute(session_current(s), INFER_NONE, &s->guidance);
	s->guide_shown = false;
	if (s->shown.on && s->shown.visible && s->shown.source == SOURCE_CURRENT) {
		guide_compute(session_current(s), s->shown.candidate, &to_shown);
		if (to_shown.on && to_shown.steps < s->guidance.steps) {
			s->guidance = to_shown;
			s->guide_shown = true;
			s->doubt = true; /* who follows it need not have meant it */
		}
	}
	if (!s->guide_shown)
		session_withdraw(s, t_us);
	/* Two pieces that are alike changed places. */
	if (s->guidance.on)
		session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
	else if (!s->guide_shown)
		session_resume_position(s, t_us);
}

/* No hand is at work, the position changed by other ways: what must be moved is lit at once. */
void
session_check_board(struct session *s, uint64_t t_us)
{
	if (s->phase != SESSION_PLAYING || infer_all_home(session_current(s)))
		return;
	session_guide(s, t_us);
	/* Nobody has tried anything. */
	memset(&s->refusal, 0, sizeof(s->refusal));
	s->refused_from = s->refused_to = RULES_NO_SQ;
}
