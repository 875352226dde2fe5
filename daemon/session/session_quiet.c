/*
 * Judges the edges at quiet, and at a clock or OK: what becomes final, what is asked, and
 * when guidance starts.
 *
 *   event                     explanation now             what follows
 *   quiet                     one best, sure              final
 *   quiet                     one best, adjusting too     PROMPT_CONFIRM
 *   quiet                     one best, sure, a blunder   PROMPT_BLUNDER
 *   quiet                     several                     PROMPT_WHICH
 *   quiet                     all at home                 nothing happened, edges are discarded
 *   quiet                     none, but an unseen capture
 *                             before the opponent's move  PROMPT_WHICH
 *   quiet                     none, the start array       PROMPT_NEW_GAME; no: PROMPT_TAKEBACK
 *   quiet                     none, an earlier position   PROMPT_TAKEBACK
 *   quiet                     none, a piece is held       wait
 *   quiet                     none                        guidance
 *   quiet in guidance         the start array, an earlier
 *                             position                    the same
 *   clock, OK                 one best                    final
 *   clock, OK                 one unseen capture          PROMPT_CONFIRM; the second press is final
 *   clock, OK                 several                     PROMPT_WHICH
 *   clock, OK                 none, but half an action    guidance to its end
 *   clock, OK                 none, but a piece down      guidance
 *
 * An earlier position counts only once the board has matched the game (BACK_WATCHED). Before
 * that, setting up from the first full read to the game's position may pass through it.
 *
 * With blind squares none of this is final while another history through one of them
 * explains the edges (sequence_rival): the player is asked.
 */
#include "daemon/session/session_priv.h"

/* Keeps only the shown action's edges: later moves may be unseen. */
static void
keep_first(struct session *s, const struct sequence *q)
{
	struct sequence_part part;

	if (s->shown.source != SOURCE_CURRENT)
		return;
	part = sequence_chosen(q, s->shown.candidate);
	s->shown.log_at = (uint16_t)sequence_sort(s->current, &part);
}

/* Reports whether a touched stack waits for the stack that receives its stone. */
static bool
is_giving(const struct session *s)
{
	return session_giver(s, NULL) != RULES_NO_SQ;
}

/* ---- quiet ---- */

/* Considers the edges that follow an action made final by quiet; the same quiet judges them. */
static void
judge_rest(struct session *s, uint64_t t_us)
{
	session_consider(s, t_us);
	s->pending |= PENDING_QUIET;
}

/* Reports whether the other side has begun although its opponent has not ended the turn. */
static bool
began_early(const struct session *s, const struct sequence *q)
{
	const struct worlds *ws = &q->current->worlds;

	return sequence_word(q->current, ACT_END) != INFER_NONE && session_other_began(s) &&
	       (sqset_empty(sqset_minus(ws->now, ws->home)) || sequence_fits_other(q));
}

/* Reports whether the edges wait for an action without hands, a computer's `end` included. */
static bool
waits_for_word(struct session *s)
{
	const struct sequence q = session_sequence(s);
	bool chooses = session_waits_for_plan(s), waits;

	/* A computer's actions are no candidates until it has chosen one. */
	if (chooses)
		infer_list(s->current, true);
	waits = sequence_waits_for_word(&q) || (chooses && began_early(s, &q));
	if (chooses)
		infer_list(s->current, false);
	return waits;
}

/* Waits for the player, reports why the edges are no action, or starts guidance. */
static void
wait_or_guide(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	unsigned one;

	if (waits_for_word(s))
		return;
	if (sequence_waits_unknowing(&q)) {
		session_find_refusal(s);
		s->version++;
	} else if (infer_alive(q.current, false, &one)) {
		/* The piece may be held, or stand on a forbidden square: reports why. */
		if (!session_guide_onward(s, one, t_us))
			session_find_refusal(s);
		s->version++;
	} else if (sequence_in_hand(&q)) {
		s->version++;
	} else {
		(void)session_show_set_aside(s, t_us);
		session_guide(s, t_us);
	}
}

static void
quiet_unexplained(struct session *s, uint64_t t_us)
{
	if (session_end_by_next(s, ANSWERED_WHOLE) || session_read(s)) {
		judge_rest(s, t_us);
		return;
	}
	if (session_ask_edges(s, ASK_AT_QUIET, t_us) || session_ask_turn(s, t_us) ||
	    session_ask_pay(s, t_us) || session_ask_past(s, t_us) || session_ask_resumed(s, t_us))
		return;
	if (session_end_by_next(s, ANSWERED_HALF) || session_split(s, true))
		session_consider(s, t_us);
	else
		wait_or_guide(s, t_us);
}

void
session_quiet_guided(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	const struct infer *f = q.current;
	bool to_shown = s->goal == GOAL_SHOWN, seeing = !s->follows && sqset_empty(f->blind);
	/* Nothing that the sensors see is set aside: at most pieces are known to be exchanged. */
	bool reads_settled = sqset_equal(f->worlds.now, f->worlds.home);
	struct infer_answer a;

	infer_explain(f, &a);
	if (a.n > 0 && !a.null && seeing && f->n_log > 0) {
		session_stop_guiding(s);
		s->doubt |= DOUBT_READINGS;
		session_ask_by_word(s, SOURCE_CURRENT, &a, t_us);
	} else if (!to_shown && !reads_settled && session_show_set_aside(s, t_us)) {
		session_guide(s, t_us);
	} else if (to_shown && seeing && sequence_replies(&q, false)) {
		session_stop_guiding(s);
		s->shown.trust = TRUST_WORD;
		session_ask_confirm(s, t_us);
	} else if (session_read(s)) {
		judge_rest(s, t_us);
	} else if (s->back != BACK_UNWATCHED) {
		(void)session_ask_past(s, t_us);
	}
}

/*
 * Reports whether king and rook exchanged squares again after a no to their castling: they are back.
 */
static bool
is_put_back(const struct session *s, const struct infer_answer *a)
{
	const struct infer *f = s->current;

	return a->null && s->shown.source == SOURCE_CURRENT && !sqset_empty(s->declined) &&
	       f->candidate[a->best[0]].action.kind == ACT_CASTLE &&
	       sqset_equal(sqset_and(f->worlds.touched, f->worlds.home), s->declined);
}

static void
forget_declined(struct session *s)
{
	s->declined = (struct sqset){ 0 };
	session_forget_edges(s);
}

/* Handles quiet for the only explanation, which is shown. */
static void
quiet_explained(struct session *s, const struct sequence *q, uint64_t t_us)
{
	enum sequence_rival rival = RIVAL_OTHER;

	if (s->shown.trust == TRUST_QUIET)
		rival = sequence_rival(q, s->shown.source, s->shown.candidate, false);
	/* Choosing the piece is the confirmation. */
	if (s->n_resumed > 0 && s->prompt.kind == PROMPT_PROMOTION)
		return;
	switch (rival) {
	case RIVAL_OTHER:
		session_ask_confirm(s, t_us);
		break;
	case RIVAL_LONGER:
		keep_first(s, q);
		session_finalise(s, t_us, BY_QUIET);
		judge_rest(s, t_us);
		break;
	case RIVAL_NONE:
		if (session_blunders(s))
			session_ask_blunder(s, t_us);
		else
			session_finalise(s, t_us, BY_QUIET);
		break;
	}
}

void
session_quiet(struct session *s, uint64_t t_us)
{
	struct sequence q;
	struct infer_answer a;
	unsigned source;

	(void)session_untangle(s);
	q = session_sequence(s);
	source = sequence_explain(&q, &a);
	if (a.n == 0 && session_goes_back(s) && session_ask_past(s, t_us))
		return;
	if (a.n > 1)
		session_ask_which(s, source, &a, session_source(s, source)->n_log, t_us);
	else if (a.n == 1 && is_put_back(s, &a))
		forget_declined(s);
	else if (a.n == 1)
		quiet_explained(s, &q, t_us);
	else if (!a.null)
		quiet_unexplained(s, t_us);
	else if (!is_giving(s))
		session_forget_edges(s);
}

/* ---- clock and OK ---- */

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
	keep_first(s, q);
	session_finalise(s, t_us, by);
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
