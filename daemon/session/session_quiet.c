/*
 * Judges the edges at quiet: what becomes final, what is asked, and when guidance starts.
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
 *   quiet in guidance         the shown action, or one that
 *                             was withdrawn, and a reply  PROMPT_CONFIRM
 *   quiet in guidance         the start array, an earlier
 *                             position                    the same
 *
 * An earlier position counts only once the board has matched the game (BACK_WATCHED). Before
 * that, setting up from the first full read to the game's position may pass through it.
 *
 * With blind squares none of this is final while another history through one of them
 * explains the edges (sequence_rival): the player is asked.
 */
#include "daemon/session/session_priv.h"

/* Reports whether a touched stack waits for the stack that receives its stone. */
static bool
is_giving(const struct session *s)
{
	return session_giver(s, NULL) != RULES_NO_SQ;
}

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

/*
 * Reports whether the shown action, or one that was withdrawn when its own piece was lifted again,
 * may have a reply: that lift may have been the opponent's, who takes the piece. If hands follow
 * guidance to the shown action, session_read accepts it and the reply without a question. During
 * guidance back from a withdrawn action it accepts nothing, and a step back may also be the reply's,
 * such as the removal of a captured piece: only a question decides.
 */
static bool
may_be_answered(const struct session *s)
{
	return (s->goal == GOAL_SHOWN && !s->follows) ||
	       (s->shown.state == SHOWN_KEPT && s->shown.source == SOURCE_CURRENT);
}

void
session_quiet_guided(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	const struct infer *f = q.current;
	bool to_shown = s->goal == GOAL_SHOWN, seeing = sqset_empty(f->blind);
	/* Nothing that the sensors see is set aside: at most pieces are known to be exchanged. */
	bool reads_settled = sqset_equal(f->worlds.now, f->worlds.home);
	struct infer_answer a;

	infer_explain(f, &a);
	if (a.n > 0 && !a.null && seeing && !s->follows && f->n_log > 0) {
		session_stop_guiding(s);
		s->doubt |= DOUBT_READINGS;
		session_ask_by_word(s, SOURCE_CURRENT, &a, t_us);
	} else if (!to_shown && !reads_settled && session_show_set_aside(s, t_us)) {
		session_guide(s, t_us);
	} else if (seeing && may_be_answered(s) && sequence_replies(&q, false)) {
		session_stop_guiding(s);
		session_show_again(s, t_us);
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
		session_finalise_alone(s, q, t_us, BY_QUIET);
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
