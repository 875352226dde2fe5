/* What quiet, clock and OK make of the edges; the table is on top of session_hands.c. */
#include "daemon/session/session_priv.h"

#include <string.h>

/* Where more may have followed in the dark the shown action's edges are its own alone. */
static void
take_first(struct session *s, unsigned source, enum session_rival rival)
{
	if (source == SOURCE_CURRENT && rival == RIVAL_LONGER)
		s->shown.log_at = (uint16_t)session_read_chosen(s, s->shown.candidate);
}

/* A move begun and left half done (a king that castled alone): the way on, not back. */
static bool
guide_onward(struct session *s, unsigned c, uint64_t t_us)
{
	const struct infer *f = session_current(s);
	struct sqset come = sqset_minus(f->worlds.now, f->worlds.home);

	if (c == INFER_NONE || sqset_empty(come))
		return false;
	session_show(s, SOURCE_CURRENT, c, t_us);
	s->shown.complete = false;
	guide_compute(f, c, &s->guidance);
	s->guide_shown = true;
	session_tell(s, TOLD_GUIDE, t_us)->n = s->guidance.steps;
	return true;
}

/* ---- quiet ---- */

static void
quiet_unexplained(struct session *s, uint64_t t_us)
{
	unsigned one;

	if (session_ended_by_next(s, ANSWERED_WHOLE)) {
		session_consider(s, t_us);
		s->armed = true; /* the same quiet judges the answer */
		return;
	}
	if (session_read(s)) {
		session_consider(s, t_us);
		s->armed = true;
		return;
	}
	if (session_ask_in_the_dark(s, INFER_NONE, t_us) || session_ask_answered(s, t_us) ||
	    session_ask_amended(s, t_us) || session_ask_unseen_answered(s, t_us) ||
	    session_ask_begun(s, t_us) || session_ask_turn(s, t_us) || session_ask_pay(s, t_us) ||
	    session_ask_takeback(s, t_us) || session_ask_new_game(s, t_us))
		return;
	if (session_ask_resumed(s, t_us))
		return;
	if (session_ended_by_next(s, ANSWERED_HALF) || session_split(s, true)) {
		session_consider(s, t_us);
		return;
	}
	if (session_waits_for_word(s))
		return;
	if (session_waits_unknowing(s)) {
		session_find_refusal(s);
		s->version++;
		return;
	}
	if (infer_alive(session_current(s), false, &one)) {
		/* It may be in the hand, or stand where it may not: then this is why. */
		if (!guide_onward(s, one, t_us))
			session_find_refusal(s);
		s->version++;
		return;
	}
	/* Both readings live: the opponent holds a piece that the mover might yet take. */
	if (s->shown.on && s->shown.visible &&
	    infer_alive(session_source(s, s->shown.source), true, NULL) &&
	    sqset_count(session_source(s, s->shown.source)->worlds.now) <
		    sqset_count(rules_occupied(s->game, &s->shown.position)))
		return;
	session_guide(s, t_us);
}

/* A sole explanation that is shown. */
static void
quiet_explained(struct session *s, unsigned source, uint64_t t_us)
{
	enum session_rival rival =
		s->shown.confirm ? RIVAL_OTHER
				 : session_rival_in_the_dark(s, source, s->shown.candidate, false);

	/* Where a piece is to be chosen, that is the yes. */
	if (s->n_resumed > 0 && s->prompt.kind == PROMPT_PROMOTION)
		return;
	if (rival == RIVAL_OTHER) {
		session_ask_confirm(s, t_us);
		return;
	}
	take_first(s, source, rival);
	session_finalise(s, t_us, BY_QUIET);
	if (rival == RIVAL_LONGER) {
		session_consider(s, t_us);
		s->armed = true;
	}
}

/* All stands as it should: what was only adjusted is forgotten. */
void
session_forget_edges(struct session *s)
{
	/* The question that may be amended keeps its edges: they tell who touched what. */
	session_withdraw(s, s->now_us);
	s->doubt = false;
	s->n_resumed = 0;
	infer_rest(session_current(s));
}

void
session_quiet(struct session *s, uint64_t t_us)
{
	struct infer_answer a;
	unsigned source;

	if (session_sets_up(s))
		return;
	if (session_lost(s)) {
		(void)session_ask_takeback(s, t_us);
		return;
	}
	if (s->phase != SESSION_PLAYING) {
		if (!session_ask_takeback(s, t_us))
			(void)session_ask_new_game(s, t_us);
		return;
	}
	/* A button has put the question of these same edges. */
	if (s->prompt.kind == PROMPT_WHICH || s->prompt.kind == PROMPT_CONFIRM ||
	    s->prompt.kind == PROMPT_PAY)
		return;
	(void)session_untangle(s);
	source = session_explain(s, &a);
	if (a.n > 1) {
		session_ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
	} else if (a.n == 1) {
		quiet_explained(s, source, t_us);
	} else if (a.null) {
		session_forget_edges(s);
	} else {
		quiet_unexplained(s, t_us);
	}
}

/* ---- clock and OK ---- */

static bool
shown_stands(struct session *s)
{
	return s->shown.on && s->shown.visible &&
	       infer_stands(session_source(s, s->shown.source), s->shown.candidate);
}

/* Captures without an edge on their target: now, or instead of the last action. */
static unsigned
unseen(struct session *s, struct infer_answer *a)
{
	memset(a, 0, sizeof(*a));
	a->n = infer_unseen(session_current(s), a->best);
	if (a->n > 0 || !s->amendable ||
	    !sqset_empty(session_touched_by_opponent(s, INFER_LOG_MAX)))
		return SOURCE_CURRENT;
	a->n = infer_unseen(&s->ctx[s->prev], a->best);
	return SOURCE_AMENDING;
}

/* Nothing was set down yet: a button pressed with pieces in the hand means little. */
static bool
only_up(const struct infer *f)
{
	return f->n_log == sqset_count(sqset_minus(f->worlds.home, f->worlds.now));
}

/* The shown action, and with it the turn if the same side might go on. */
static void
final_by_button(struct session *s, uint64_t t_us, enum session_by by)
{
	unsigned seat = rules_turn_seat(s->game, &s->settled);

	session_finalise(s, t_us, by);
	if (s->phase == SESSION_PLAYING && rules_turn_seat(s->game, &s->settled) == seat &&
	    session_end_turn(s, t_us, by))
		return;
	session_consider(s, t_us);
}

/* Its piece is up, and went where nothing is seen, or took a piece by a swap that nobody saw. */
static bool
ask_where_it_went(struct session *s, unsigned source, uint64_t t_us)
{
	const struct infer *f = session_source(s, source);
	struct infer_answer a = { .n = 1, .best = { s->shown.candidate } };
	uint16_t swaps[INFER_BEST_MAX];
	unsigned n = infer_lands_blind(f, s->shown.candidate) ? infer_unseen(f, swaps) : 0;

	for (unsigned i = 0; i < n && a.n < INFER_BEST_MAX; i++)
		a.best[a.n++] = swaps[i];
	if (a.n > 1)
		session_ask_which(s, source, &a, f->n_log, t_us);
	return a.n > 1;
}

/* What is shown explains all; but in the dark something else, or more, may have been done. */
static void
settle_shown(struct session *s, unsigned source, uint64_t t_us, enum session_by by, bool asked)
{
	enum session_rival rival = session_rival_in_the_dark(s, source, s->shown.candidate, false);

	if (!asked && ask_where_it_went(s, source, t_us))
		return;
	if (rival == RIVAL_OTHER && !asked) {
		session_ask_confirm(s, t_us);
		return;
	}
	if (rival != RIVAL_LONGER) {
		final_by_button(s, t_us, by);
		return;
	}
	take_first(s, source, rival);
	session_finalise(s, t_us, by);
	session_consider(s, t_us);
	if (s->phase == SESSION_PLAYING && s->shown.on && s->shown.complete)
		session_ask_confirm(s, t_us);
}

void
session_settle_now(struct session *s, uint64_t t_us, enum session_by by, bool asked)
{
	struct infer_answer a;
	unsigned source, one;

	if (session_lost(s) || s->phase != SESSION_PLAYING)
		return;
	source = session_explain(s, &a);
	if (a.n > 1) {
		session_ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
		return;
	}
	if (a.n == 1) {
		settle_shown(s, source, t_us, by, asked);
		return;
	}
	if (shown_stands(s) && !s->doubt && sqset_empty(session_current(s)->blind)) {
		final_by_button(s, t_us, by);
		return;
	}
	if (a.null) {
		/* They say that it is done, and none of it was seen. */
		if (!session_end_turn(s, t_us, by))
			(void)session_ask_dark(s, t_us);
		return;
	}
	if (session_ended_by_next(s, ANSWERED_WHOLE)) {
		session_consider(s, t_us);
		if (s->shown.on && s->shown.complete)
			session_settle_now(s, t_us, by, asked); /* the answer, too */
		return;
	}
	if (session_read(s)) {
		session_consider(s, t_us);
		session_settle_now(s, t_us, by, asked);
		return;
	}
	if (session_ask_in_the_dark(s, INFER_NONE, t_us) || session_ask_unseen_answered(s, t_us) ||
	    session_ask_begun(s, t_us) || session_end_before_other(s, t_us, by) ||
	    session_ask_pay(s, t_us))
		return;
	if (session_split(s, true)) {
		session_consider(s, t_us);
		return;
	}
	/* It was shown, and something else began before the word came. */
	if (shown_stands(s) && !sqset_empty(session_current(s)->blind)) {
		session_ask_confirm(s, t_us);
		return;
	}
	source = unseen(s, &a);
	if (a.n == 1 && sqset_empty(session_current(s)->blind)) {
		session_show(s, source, a.best[0], t_us);
		final_by_button(s, t_us, by);
	} else if (a.n > 0) {
		session_ask_offers(s, source, &a, session_source(s, source)->n_log, t_us);
	} else if (!only_up(session_current(s))) {
		/* They say that it is done: half of it is, or it is no action. */
		if (!sqset_empty(session_current(s)->blind) ||
		    !infer_alive(session_current(s), false, &one) || !guide_onward(s, one, t_us))
			session_guide(s, t_us);
	}
}
