/*
 * Judges the edges at a clock or OK, by which a player says that the move is made.
 *
 *   event                     explanation now             what follows
 *   clock, OK                 one best                    final
 *   clock, OK                 one unseen capture          PROMPT_CONFIRM; the second press is final
 *   clock, OK                 several                     PROMPT_WHICH
 *   clock, OK                 none, but half an action    guidance to its end
 *   clock, OK                 none, but a piece down      guidance
 *
 * With blind squares none of this is final while another history through one of them
 * explains the edges (sequence_rival): the player is asked.
 */
#include "daemon/session/session_priv.h"

static bool
shown_stands(struct session *s)
{
	return s->shown.state >= SHOWN_PARTLY &&
	       infer_stands(session_source(s, s->shown.source), s->shown.candidate);
}

/* Reports whether pieces were lifted but none set down, so that a button means little. */
static bool
only_up(const struct infer *f)
{
	return f->n_log == sqset_count(sqset_minus(f->worlds.home, f->worlds.now));
}

/* Finalises the shown action, and ends the turn if the same side might continue. */
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

/* Asks where a lifted piece is: on a blind square, or captured by an unseen swap. */
static bool
ask_landing(struct session *s, uint64_t t_us)
{
	const struct infer *f = session_source(s, s->shown.source);
	struct infer_answer a = { .n = 1, .best = { s->shown.candidate } };
	uint16_t swaps[INFER_BEST_MAX];
	unsigned n = infer_lands_blind(f, s->shown.candidate) ? infer_unseen(f, swaps) : 0;

	for (unsigned i = 0; i < n && a.n < INFER_BEST_MAX; i++)
		a.best[a.n++] = swaps[i];
	if (a.n > 1)
		session_ask_which(s, s->shown.source, &a, f->n_log, t_us);
	return a.n > 1;
}

/*
 * Finalises the shown action by a button. With blind squares, asks if another or a longer
 * history fits too.
 */
static void
settle_shown(struct session *s, const struct sequence *q, uint64_t t_us, enum session_by by,
	     bool asked)
{
	enum sequence_rival rival =
		sequence_rival(q, s->shown.source, s->shown.candidate, false);

	if (!asked && ask_landing(s, t_us))
		return;
	if (rival == RIVAL_OTHER && !asked) {
		session_ask_confirm(s, t_us);
		return;
	}
	if (rival != RIVAL_LONGER) {
		final_by_button(s, t_us, by);
		return;
	}
	session_finalise_alone(s, q, t_us, by);
	session_consider(s, t_us);
	if (s->phase == SESSION_PLAYING && s->shown.state == SHOWN_WHOLE)
		session_ask_confirm(s, t_us);
}

/* Handles a button after half an action, or without one. */
static void
settle_half(struct session *s, uint64_t t_us, enum session_by by)
{
	const struct sequence q = session_sequence(s);
	const struct infer *f = q.current;
	bool seeing = sqset_empty(f->blind);
	struct infer_answer a;
	unsigned source, one;

	/* An action was shown, but another began before the button. */
	if (shown_stands(s) && !seeing) {
		session_ask_confirm(s, t_us);
		return;
	}
	source = sequence_unseen(&q, &a);
	if (a.n == 1 && seeing &&
	    sequence_source(&q, source)->candidate[a.best[0]].way == WAY_TOUCH) {
		session_show(s, source, a.best[0], t_us);
		final_by_button(s, t_us, by);
	} else if (a.n > 0) {
		session_ask_by_word(s, source, &a, t_us);
	} else if (!only_up(f) && (!seeing || !infer_alive(f, false, &one) ||
				   !session_guide_onward(s, one, t_us))) {
		(void)session_show_set_aside(s, t_us);
		session_guide(s, t_us);
	}
}

static void
settle_unexplained(struct session *s, uint64_t t_us, enum session_by by, bool asked)
{
	if (session_end_by_next(s, ANSWERED_WHOLE)) {
		session_consider(s, t_us);
		if (s->shown.state == SHOWN_WHOLE)
			session_settle_now(s, t_us, by, asked); /* settles the reply too */
	} else if (session_read(s)) {
		session_consider(s, t_us);
		session_settle_now(s, t_us, by, asked);
	} else if (session_ask_edges(s, ASK_AT_BUTTON, t_us) ||
		   session_end_before_other(s, t_us, by) || session_ask_pay(s, t_us)) {
		return;
	} else if (session_split(s, true)) {
		session_consider(s, t_us);
	} else {
		settle_half(s, t_us, by);
	}
}

void
session_settle_now(struct session *s, uint64_t t_us, enum session_by by, bool asked)
{
	struct sequence q;
	struct infer_answer a;
	unsigned source;

	if (s->guidance.kind == GUIDANCE_LEADS || s->phase != SESSION_PLAYING)
		return;
	if (asked && s->shown.state != SHOWN_WHOLE) {
		final_by_button(s, t_us, by);
		return;
	}
	q = session_sequence(s);
	source = sequence_explain(&q, &a);
	if (a.n > 1) {
		session_ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
	} else if (a.n == 1) {
		settle_shown(s, &q, t_us, by, asked);
	} else if (shown_stands(s) && !s->doubt && sqset_empty(q.current->blind)) {
		final_by_button(s, t_us, by);
	} else if (a.null) {
		/* The player says that the move is done, but no edge was seen. */
		if (!session_end_turn(s, t_us, by))
			(void)session_ask_unseen(s, t_us);
	} else {
		settle_unexplained(s, t_us, by, asked);
	}
}
