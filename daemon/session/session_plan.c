/*
 * A computer's choice, EVENT_PLAN: from then on the turn has exactly one candidate, which the hands
 * of a person make on the board. Rules 1 to 11 of docs/inference.md hold for them.
 *
 *   the choice                             what follows
 *   an action without hands                it is final at once
 *   an action on the board                 the only candidate of the settled position
 *   … while another action is shown        that one is withdrawn
 *   another choice, or none                replaces the first until a hand has begun
 *   not legal, another seat, chance        refused
 *   one without hands, while a takeback
 *   or a new game is asked                 refused
 *
 * A plan ends with any final action and with any takeback. Until a seat of config.computers has
 * chosen, no action is a candidate: neither hands nor a button decide for it.
 */
#include <string.h>

#include "daemon/session/session_priv.h"

/* Reports whether a hand has begun an action of the settled position. */
static bool
has_begun(const struct session *s)
{
	const struct infer *f = s->current;

	return (s->shown.state != SHOWN_NONE && s->shown.source == SOURCE_CURRENT) ||
	       (f->n_log > 0 && !infer_all_home(f));
}

/* Closes a question about the edges, whose options the plan replaces. */
static void
close_question(struct session *s)
{
	if (s->prompt.kind == PROMPT_WHICH || s->prompt.kind == PROMPT_CONFIRM ||
	    s->prompt.kind == PROMPT_PAY || s->prompt.kind == PROMPT_END)
		session_close_prompt(s);
}

/* Withdraws the plan; all legal actions are candidates again. The last action stays amendable. */
static void
withdraw_plan(struct session *s)
{
	uint8_t amend = s->amend;

	s->plan = (struct action){ 0 };
	session_resume_position(s, s->now_us);
	s->amend = amend;
	session_check_board(s, s->now_us);
}

/* Makes the plan the only candidate, and judges the edges again. */
static void
keep_plan(struct session *s, struct action a, uint64_t t_us)
{
	bool shown = s->shown.state != SHOWN_NONE && s->shown.source == SOURCE_CURRENT;
	bool same = shown && rules_action_equal(s->current->candidate[s->shown.candidate].action, a);

	close_question(s);
	if (shown && !same)
		session_withdraw(s, t_us);
	s->plan = a;
	infer_keep_only(s->current, a);
	if (same)
		s->shown.candidate = 0;
	if (s->current->n_log == 0 || session_puts_back_first(s))
		return;
	/* The plan and a reply may explain the edges that guidance leads back. */
	if (s->guidance.kind == GUIDANCE_LEADS && s->goal == GOAL_SETTLED && !session_lays_out(s)) {
		session_stop_guiding(s);
		session_report(s, NOTE_GUIDE, t_us)->n = 0;
	}
	session_consider(s, t_us);
	s->last_edge_us = t_us;
	s->pending |= PENDING_QUIET;
}

/* Makes an action without hands final. */
static void
play_plan(struct session *s, struct action a, const struct event *e)
{
	uint32_t n = s->n;

	close_question(s);
	s->plan = a;
	session_act(s, e);
	if (s->n == n)
		s->plan = (struct action){ 0 };
}

/* Reports whether another choice is too late. */
static bool
too_late(const struct session *s)
{
	return s->plan.kind != ACT_NONE && has_begun(s);
}

/* Takes a new choice. While a computer has to choose, its actions are no candidates. */
static void
take_plan(struct session *s, struct action a, const struct event *e)
{
	bool waits = session_waits_for_plan(s);
	unsigned c;

	if (waits)
		infer_list(s->current, true);
	c = infer_find(s->current, a);
	if (c == INFER_NONE)
		(void)session_refuse_act(s, e, REFUSED_NAME);
	else if (s->current->candidate[c].way != WAY_WORD)
		keep_plan(s, a, e->t_us);
	else if (s->shown.state != SHOWN_NONE || s->prompt.kind == PROMPT_TAKEBACK ||
		 s->prompt.kind == PROMPT_NEW_GAME)
		(void)session_refuse_act(s, e, REFUSED_BEGUN);
	else
		play_plan(s, a, e);
	if (waits && session_waits_for_plan(s))
		infer_list(s->current, false);
}

void
session_plan(struct session *s, const struct event *e)
{
	unsigned seat = rules_to_act(s->game, &s->settled);
	struct action a = { 0 };

	if (seat >= rules_seats(s->game) || (e->seat != SEAT_NONE && e->seat != seat)) {
		(void)session_refuse_act(s, e, REFUSED_SEAT);
		return;
	}
	if (e->text[0] && rules_action_parse(s->game, &s->settled, e->text, &a) < 0) {
		session_refuse_illegal(s, e);
		return;
	}
	if (rules_action_equal(a, s->plan))
		return;
	if (too_late(s)) {
		(void)session_refuse_act(s, e, REFUSED_BEGUN);
		return;
	}
	s->version++;
	if (s->plan.kind != ACT_NONE)
		withdraw_plan(s);
	if (a.kind == ACT_NONE)
		return;
	take_plan(s, a, e);
}
