/*
 * Answers to the open question: yes or no by a client, or a button. "as ever": as without a
 * question.
 *
 *   question    yes                    no                      OK         Back      clock
 *   WHICH       refused: choose one    guidance, or the        as ever    no        as ever
 *                                      touched pieces are
 *                                      named
 *   CONFIRM     the action is final    the next candidate is   yes, and   no        as OK
 *                                      asked, or as WHICH      the turn
 *                                                              ends
 *   BLUNDER     the action is final    guidance back           as CONFIRM no        as OK
 *   TAKEBACK    taken back             the next question, an   yes        no        nothing
 *                                      unseen capture, or on
 *                                      with the game
 *   NEW_GAME    the caller begins it   a takeback is asked,    yes        no        nothing
 *                                      or as TAKEBACK
 *   END         the turn ends          guidance                yes        no        yes
 *   PAY         bought, then moved     guidance                yes        no        yes
 *   ARRAY       the pieces are right,  nothing                 yes        no        yes
 *               or refused
 *   PROMOTION   refused                refused                 as ever    as ever   as ever
 *
 * A question for all seats needs the yes of each. Without a question, yes and no are refused,
 * clock and OK make the shown action final or ask (session_settle.c), Back discards a touched
 * stack, and Hint shows the pieces that can move. While guidance sets up a position that was not
 * on the board yet, clock and OK say that the pieces stand, as the yes to ARRAY does. The table answers its own questions.
 */
#include "daemon/session/session_priv.h"

/*
 * Asks to put the touched pieces back. Their squares are occupied with and without the action that
 * was not meant, so the sensors cannot compare.
 */
static void
put_back(struct session *s, uint64_t t_us)
{
	struct guidance was = s->guidance;

	s->declined = sqset_and(s->current->worlds.touched, s->current->worlds.home);
	session_forget_edges(s);
	if (was.kind != GUIDANCE_NONE || sqset_empty(s->declined))
		return;
	s->guidance = (struct guidance){ .kind = GUIDANCE_DUE,
					 .missing = s->declined,
					 .lift_sq = RULES_NO_SQ,
					 .put_sq = RULES_NO_SQ,
					 .steps = (uint8_t)sqset_count(s->declined) };
	session_report_guide(s, &was, t_us);
}

/* Asks to put the pieces right, because no option was meant, so nothing explains the board. */
static void
reject_options(struct session *s, uint64_t t_us)
{
	session_close_prompt(s);
	session_withdraw(s, t_us);
	if (infer_all_home(s->current))
		put_back(s, t_us);
	else
		session_guide(s, t_us);
}

/* Records a seat's yes to a question for all seats; returns true once every seat has agreed. */
static bool
agreed(struct session *s, unsigned seat, uint64_t t_us)
{
	struct prompt *p = &s->prompt;

	if (seat >= rules_seats(s->game)) {
		session_refuse(s, t_us, REFUSED_FOR_ALL);
		return false;
	}
	p->agreed |= (uint8_t)(1u << seat);
	s->version++;
	return (p->needs & ~p->agreed) == 0;
}

static void
answer_confirm(struct session *s, bool yes, uint64_t t_us)
{
	session_close_prompt(s);
	if (yes) {
		session_finalise(s, t_us, BY_CHOICE);
		session_consider(s, t_us);
		if (s->phase == SESSION_PLAYING && s->current->n_log > 0)
			s->pending |= PENDING_QUIET;
	} else if (session_ask_edges(s, ASK_AFTER_NO, t_us)) {
		return;
	} else if (session_other_began(s)) {
		session_guide(s, t_us);
	} else {
		reject_options(s, t_us);
	}
}

/* A no leads back from the shown action. The piece on its new square is the one that moved. */
static void
answer_blunder(struct session *s, bool yes, uint64_t t_us)
{
	if (yes) {
		answer_confirm(s, true, t_us);
		return;
	}
	if (s->shown.source == SOURCE_CURRENT) {
		const struct infer_candidate *x = &s->current->candidate[s->shown.candidate];

		if (x->n_arrivals > 0)
			infer_meant(s->current, x->arrival[0].sq, x->arrival[0].home);
	}
	reject_options(s, t_us);
}

static void
answer_turn(struct session *s, bool yes, uint64_t t_us)
{
	session_close_prompt(s);
	if (yes) {
		const struct infer *f = session_source(s, s->shown.source);

		if (s->shown.state >= SHOWN_PARTLY && !infer_lands_blind(f, s->shown.candidate))
			session_finalise(s, t_us, BY_CHOICE);
		(void)session_end_turn(s, t_us, BY_CHOICE);
	} else {
		session_guide(s, t_us);
	}
}

/*
 * Asks about captures of which no edge shows the captor's arrival, except during guidance; returns
 * whether it asked. A bought piece that captured is off the board, so the board reads as before the
 * purchase.
 */
static bool
ask_capture(struct session *s, uint64_t t_us)
{
	const struct sequence q = session_sequence(s);
	struct infer_answer a;
	unsigned source = sequence_unseen(&q, &a);

	if (s->phase != SESSION_PLAYING || s->guidance.kind == GUIDANCE_LEADS ||
	    s->prompt.kind != PROMPT_NONE || a.n == 0)
		return false;
	session_ask_by_word(s, source, &a, t_us);
	return true;
}

/* Continues after a no to a takeback or a new game. Guidance that is on stays on. */
static void
keep_guidance(struct session *s, uint64_t t_us)
{
	if (s->guidance.kind != GUIDANCE_LEADS)
		session_check_board(s, t_us);
}

static void
answer_takeback(struct session *s, const struct prompt *p, bool yes, uint64_t t_us)
{
	const bool led = s->guidance.kind == GUIDANCE_LEADS;

	if (yes) {
		session_undo(s, p->n, p->by_board, t_us);
		session_check_board(s, t_us);
	} else if (!led && !session_began_whole(s) && session_ask_new_game(s, t_us)) {
		return;
	} else if (p->by_board && session_goes_back(s)) {
		s->back = BACK_DECLINED;
		if (!led)
			session_quiet(s, t_us);
		(void)ask_capture(s, t_us);
		/* Actions that follow were not final before this answer. */
		(void)session_journal_us(s, t_us);
	} else if (!p->by_board || !ask_capture(s, t_us)) {
		keep_guidance(s, t_us);
	}
}

void
session_answer(struct session *s, bool yes, unsigned seat, uint64_t t_us)
{
	struct prompt p = s->prompt;

	if (yes && p.needs && !agreed(s, seat, t_us))
		return;

	switch ((enum session_prompt)p.kind) {
	case PROMPT_WHICH:
		if (!yes) {
			reject_options(s, t_us);
			break;
		}
		session_refuse(s, t_us, REFUSED_ONE_OF);
		break;
	case PROMPT_NONE:
	case PROMPT_PROMOTION:
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
	case PROMPT_REVEAL:
		session_refuse(s, t_us, REFUSED_NOT_ASKED);
		break;
	case PROMPT_CONFIRM:
		answer_confirm(s, yes, t_us);
		break;
	case PROMPT_BLUNDER:
		answer_blunder(s, yes, t_us);
		break;
	case PROMPT_TAKEBACK:
		session_close_prompt(s);
		answer_takeback(s, &p, yes, t_us);
		break;
	case PROMPT_END:
		answer_turn(s, yes, t_us);
		break;
	case PROMPT_PAY:
		session_close_prompt(s);
		if (yes)
			session_pay(s, p.option[0], t_us);
		else
			session_guide(s, t_us);
		break;
	case PROMPT_NEW_GAME:
		session_close_prompt(s);
		if (yes)
			session_report(s, NOTE_NEW_GAME, t_us);
		else if ((p.n == 0 || !session_ask_takeback(s, t_us)) && !ask_capture(s, t_us))
			keep_guidance(s, t_us);
		break;
	case PROMPT_ARRAY:
		if (yes)
			session_array_stands(s, t_us);
		break;
	}
}

static bool
prompt_takes_yes(const struct session *s)
{
	return session_asks_shown(s) || s->prompt.kind == PROMPT_TAKEBACK ||
	       s->prompt.kind == PROMPT_NEW_GAME || s->prompt.kind == PROMPT_END ||
	       s->prompt.kind == PROMPT_PAY || s->prompt.kind == PROMPT_ARRAY;
}

/* Ends the turn by a button, which also confirms the shown action if that is asked. */
static void
settle_confirmed(struct session *s, uint64_t t_us)
{
	bool asked = session_asks_shown(s);

	if (session_lays_out(s)) {
		session_array_stands(s, t_us);
		return;
	}
	/* Later edges contradict the shown action: nothing is final yet. */
	if (asked && s->shown.state != SHOWN_WHOLE &&
	    s->shown.log_at < session_source(s, s->shown.source)->n_log) {
		answer_confirm(s, true, t_us);
		return;
	}
	if (asked)
		session_close_prompt(s);
	session_settle_now(s, t_us, BY_BUTTON, asked);
}

/* Reports whether a set-up lacks pieces or has too many; then the clock is ignored. */
static bool
is_lacking(const struct session *s)
{
	return session_lays_out(s) &&
	       !sqset_empty(sqset_or(s->guidance.missing, s->guidance.extra));
}

void
session_press(struct session *s, unsigned button, unsigned seat, uint64_t t_us)
{
	/* With one clock per player, the opponent's clock does not end this turn. */
	if (button == BUTTON_CLOCK && seat != SEAT_NONE && s->phase == SESSION_PLAYING &&
	    seat != rules_turn_seat(s->game, &s->settled)) {
		session_refuse(s, t_us, REFUSED_SEAT);
		return;
	}
	switch ((enum button)button) {
	case BUTTON_CLOCK:
		/* The clock only ends turns; a takeback or a new game needs a yes. */
		if (s->prompt.kind == PROMPT_END || s->prompt.kind == PROMPT_PAY ||
		    s->prompt.kind == PROMPT_ARRAY)
			session_answer(s, true, SEAT_NONE, t_us);
		else if (s->prompt.kind != PROMPT_TAKEBACK && s->prompt.kind != PROMPT_NEW_GAME &&
			 !is_lacking(s))
			settle_confirmed(s, t_us);
		break;
	case BUTTON_OK:
		if (prompt_takes_yes(s) && !session_asks_shown(s))
			session_answer(s, true, SEAT_NONE, t_us);
		else
			settle_confirmed(s, t_us);
		break;
	case BUTTON_BACK:
		if (prompt_takes_yes(s))
			session_answer(s, false, SEAT_NONE, t_us);
		else if (s->prompt.kind == PROMPT_WHICH)
			reject_options(s, t_us);
		else if (session_giver(s, NULL) != RULES_NO_SQ)
			session_forget_edges(s);
		break;
	case BUTTON_HINT:
		s->hint_asked = !s->hint_asked;
		break;
	case BUTTONS:
		break;
	}
	s->version++;
}
