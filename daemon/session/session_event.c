/*
 * The session as a state machine: what each event does in each state of the play.
 *
 *   state     the play                                      left by
 *   none      no game yet                                   session_start
 *   array     unknown pieces are set up                     a yes, a result
 *   hands     hands rest or move; an action may be shown    a question, guidance, a result
 *   asked     WHICH, CONFIRM, BLUNDER or PAY                an answer, an edge, a result
 *             about these edges
 *   guided    guidance blocks play                          its goal, a question, undo, a result
 *   over      the end can be taken back                     undo, a takeback, another
 *                                                           promotion, CLOSE
 *   closed    the end is permanent                          session_start
 *
 *   event     array               hands, asked, guided        over                 closed
 *   TIME      nothing             the edges are judged;       an earlier position  as over
 *                                 asked: nothing              is asked about
 *   EDGE      board compared      read as moves               read                 as over
 *   PRESS     answers             answers, finalises, asks    answers              as over
 *   ANSWER    answers             answers                     answers              as over
 *   ACT       played, asked again played                      another promotion    as over
 *   PLAN      kept, asked again   the only candidate          refused              refused
 *   RESIGN    over                over                        refused              as over
 *   DRAW      over, or refused    over, or refused            refused              as over
 *   UNDO      refused             taken back, or asked about  as in hands          refused
 *   BLIND     squares change      squares change              squares change       as over
 *   SELECT    kept                kept, may finalise          kept                 as over
 *   ASK       asked again         asked again                 asked again          as over
 *   CLOSE     refused             refused                     closed               refused
 *   ARRAY     refused             array, or refused           refused              as over
 *   BLUNDER   nothing             kept: quiet asks            nothing              as over
 *
 * play_of derives the state from phase, question and guidance, which it therefore cannot
 * contradict. The question has a table of its own (session_answer.c), because a takeback may be
 * asked in several states; edges, quiet and buttons have theirs in session_hands.c, session_quiet.c
 * and session_settle.c.
 */
#include "daemon/session/session_priv.h"

#include <string.h>

/* ---- requests ---- */

/*
 * If a shown action is certain, finalises it before the game ends on request. Returns whether
 * the game goes on.
 */
static bool
may_end(struct session *s, uint64_t t_us)
{
	if (s->shown.state == SHOWN_WHOLE && s->shown.trust == TRUST_QUIET)
		session_finalise(s, t_us, BY_BUTTON);
	if (s->phase != SESSION_PLAYING)
		session_refuse(s, t_us, REFUSED_OVER);
	return s->phase == SESSION_PLAYING;
}

static void
resign(struct session *s, const struct event *e)
{
	if (may_end(s, e->t_us))
		session_end_game(s, e->yes ? SESSION_END_TIME : SESSION_END_RESIGNED, e->seat & 1u,
				 e->t_us);
}

static void
draw(struct session *s, const struct event *e)
{
	unsigned claims;

	if (!may_end(s, e->t_us))
		return;
	claims = e->yes ? rules_claims(s->game, &s->settled, &s->history) : 0;
	if (e->yes && claims == 0)
		session_refuse(s, e->t_us, REFUSED_CLAIM);
	else if (claims & CLAIM_THREEFOLD)
		session_end_game(s, SESSION_END_THREEFOLD, 0, e->t_us);
	else if (claims & CLAIM_FIFTY)
		session_end_game(s, SESSION_END_FIFTY, 0, e->t_us);
	else
		session_end_game(s, SESSION_END_AGREED, 0, e->t_us);
}

static void
undo(struct session *s, const struct event *e)
{
	bool only_shown = s->n == 0 && e->n == 1 && s->shown.state >= SHOWN_PARTLY;
	unsigned n;

	if (e->n == 0 || (e->n > s->n && !only_shown)) {
		session_refuse(s, e->t_us, REFUSED_TOO_MANY);
		return;
	}
	session_close_prompt(s);
	if (only_shown) {
		session_withdraw(s, e->t_us);
		/* Quiet must not show the action once more. */
		session_resume_position(s, e->t_us);
		s->pending &= (uint8_t)~PENDING_QUIET;
		session_check_board(s, e->t_us);
		return;
	}
	n = session_count_chosen(s, e->n);
	if (session_takeback_needs(s, n)) {
		session_ask_undo(s, n, e->t_us);
		return;
	}
	session_withdraw(s, e->t_us);
	session_undo(s, n, false, e->t_us);
	session_check_board(s, e->t_us);
}

/* Makes the end of a finished game permanent. */
static void
close_end(struct session *s, const struct event *e)
{
	session_withdraw(s, e->t_us);
	s->phase = SESSION_CLOSED;
	s->amend = 0;
	if (s->prompt.kind == PROMPT_TAKEBACK)
		session_close_prompt(s);
	session_report(s, NOTE_CLOSED, e->t_us);
	s->version++;
}

static void
choose(struct session *s, const struct event *e)
{
	memcpy(s->selected, e->text, sizeof(s->selected));
	s->selected[sizeof(s->selected) - 1] = '\0';
	s->version++;
}

/* Notes the shown action as a blunder. Advice about any other action comes too late. */
static void
blunder(struct session *s, const struct event *e)
{
	const struct action shown = session_shown(s);
	struct action a;

	if (shown.kind == ACT_NONE ||
	    rules_action_parse(s->game, &session_source(s, s->shown.source)->position, e->text,
			       &a) < 0 ||
	    !rules_action_equal(a, shown))
		return;
	s->blunder = a;
	s->version++;
}

/* Begins to set up the pieces, unless another question is open. */
static void
set_up(struct session *s, const struct event *e)
{
	if (s->prompt.kind == PROMPT_NONE)
		session_ask_array(s, e->t_us);
	else
		session_refuse(s, e->t_us, REFUSED_NOT_ASKED);
}

/* The kind may be chosen after its piece was set down: the placement is then final. */
static void
place(struct session *s, const struct event *e)
{
	choose(s, e);
	session_consider(s, e->t_us);
	if (s->selected[0] && s->shown.state == SHOWN_WHOLE &&
	    session_source(s, s->shown.source)->candidate[s->shown.candidate].way == WAY_PLACE)
		session_finalise(s, e->t_us, BY_CHOICE);
}

/* ---- the states: one function each ---- */

/* Unknown pieces are set up: no edge is a move, and quiet proves nothing. */
static void
array(struct session *s, const struct event *e)
{
	switch ((enum event_kind)e->kind) {
	case EVENT_TIME:
	case EVENT_BLUNDER:
		break;
	case EVENT_EDGE:
		session_array_edge(s, e);
		break;
	case EVENT_PRESS:
		session_press(s, e->button, e->seat, e->t_us);
		break;
	case EVENT_ACT:
		session_close_prompt(s);
		session_act(s, e);
		session_ask_array(s, e->t_us);
		break;
	case EVENT_PLAN:
		session_close_prompt(s);
		session_plan(s, e);
		session_ask_array(s, e->t_us);
		break;
	case EVENT_ANSWER:
		session_answer(s, e->yes, e->seat, e->t_us);
		break;
	case EVENT_RESIGN:
		resign(s, e);
		break;
	case EVENT_DRAW:
		draw(s, e);
		break;
	case EVENT_UNDO:
		session_refuse(s, e->t_us, REFUSED_ARRAY);
		break;
	case EVENT_BLIND:
		session_go_blind(s, e->blind);
		break;
	case EVENT_SELECT:
		choose(s, e);
		break;
	case EVENT_ASK:
		session_ask_again(s, e);
		break;
	case EVENT_CLOSE:
		session_refuse(s, e->t_us, REFUSED_GOES_ON);
		break;
	case EVENT_ARRAY:
		session_refuse(s, e->t_us, REFUSED_NOT_ASKED);
		break;
	}
}

static void
hands(struct session *s, const struct event *e)
{
	switch ((enum event_kind)e->kind) {
	case EVENT_TIME:
		session_quiet(s, e->t_us);
		break;
	case EVENT_EDGE:
		session_edge(s, e);
		break;
	case EVENT_PRESS:
		session_press(s, e->button, e->seat, e->t_us);
		break;
	case EVENT_ACT:
		session_act(s, e);
		break;
	case EVENT_PLAN:
		session_plan(s, e);
		break;
	case EVENT_ANSWER:
		session_answer(s, e->yes, e->seat, e->t_us);
		break;
	case EVENT_RESIGN:
		resign(s, e);
		break;
	case EVENT_DRAW:
		draw(s, e);
		break;
	case EVENT_UNDO:
		undo(s, e);
		break;
	case EVENT_BLIND:
		session_go_blind(s, e->blind);
		break;
	case EVENT_SELECT:
		place(s, e);
		break;
	case EVENT_ASK:
		session_ask_again(s, e);
		break;
	case EVENT_CLOSE:
		session_refuse(s, e->t_us, REFUSED_GOES_ON);
		break;
	case EVENT_ARRAY:
		set_up(s, e);
		break;
	case EVENT_BLUNDER:
		blunder(s, e);
		break;
	}
}

/* The edges are asked about: quiet asks no second time. */
static void
asked(struct session *s, const struct event *e)
{
	switch ((enum event_kind)e->kind) {
	case EVENT_TIME:
		break;
	case EVENT_EDGE:
	case EVENT_PRESS:
	case EVENT_ACT:
	case EVENT_PLAN:
	case EVENT_ANSWER:
	case EVENT_RESIGN:
	case EVENT_DRAW:
	case EVENT_UNDO:
	case EVENT_BLIND:
	case EVENT_SELECT:
	case EVENT_ASK:
	case EVENT_CLOSE:
	case EVENT_ARRAY:
	case EVENT_BLUNDER:
		hands(s, e);
		break;
	}
}

/* The board is being put right: quiet looks for what the hands made instead. */
static void
guided(struct session *s, const struct event *e)
{
	switch ((enum event_kind)e->kind) {
	case EVENT_TIME:
		session_quiet_guided(s, e->t_us);
		break;
	case EVENT_EDGE:
	case EVENT_PRESS:
	case EVENT_ACT:
	case EVENT_PLAN:
	case EVENT_ANSWER:
	case EVENT_RESIGN:
	case EVENT_DRAW:
	case EVENT_UNDO:
	case EVENT_BLIND:
	case EVENT_SELECT:
	case EVENT_ASK:
	case EVENT_CLOSE:
	case EVENT_ARRAY:
	case EVENT_BLUNDER:
		hands(s, e);
		break;
	}
}

/* The game has ended, and its last actions may still be taken back or amended. */
static void
over(struct session *s, const struct event *e)
{
	switch ((enum event_kind)e->kind) {
	case EVENT_TIME:
		(void)session_ask_past(s, e->t_us);
		break;
	case EVENT_EDGE:
		session_edge(s, e);
		break;
	case EVENT_PRESS:
		session_press(s, e->button, e->seat, e->t_us);
		break;
	case EVENT_ACT:
		session_act_over(s, e);
		break;
	case EVENT_ANSWER:
		session_answer(s, e->yes, e->seat, e->t_us);
		break;
	case EVENT_PLAN:
	case EVENT_RESIGN:
	case EVENT_DRAW:
		session_refuse(s, e->t_us, REFUSED_OVER);
		break;
	case EVENT_UNDO:
		undo(s, e);
		break;
	case EVENT_BLIND:
		session_go_blind(s, e->blind);
		break;
	case EVENT_SELECT:
		choose(s, e);
		break;
	case EVENT_ASK:
		session_ask_again(s, e);
		break;
	case EVENT_CLOSE:
		close_end(s, e);
		break;
	case EVENT_ARRAY:
		session_refuse(s, e->t_us, REFUSED_NOT_ASKED);
		break;
	case EVENT_BLUNDER:
		break;
	}
}

/* The end is permanent, but the board is still read: it may ask for a new game. */
static void
closed(struct session *s, const struct event *e)
{
	switch ((enum event_kind)e->kind) {
	case EVENT_PLAN:
	case EVENT_UNDO:
	case EVENT_CLOSE:
		session_refuse(s, e->t_us, REFUSED_CLOSED);
		break;
	case EVENT_TIME:
	case EVENT_EDGE:
	case EVENT_PRESS:
	case EVENT_ACT:
	case EVENT_ANSWER:
	case EVENT_RESIGN:
	case EVENT_DRAW:
	case EVENT_BLIND:
	case EVENT_SELECT:
	case EVENT_ASK:
	case EVENT_ARRAY:
	case EVENT_BLUNDER:
		over(s, e);
		break;
	}
}

enum play {
	PLAY_NONE,
	PLAY_ARRAY,
	PLAY_HANDS,
	PLAY_ASKED,
	PLAY_GUIDED,
	PLAY_OVER,
	PLAY_CLOSED,
};

/* Returns the state of the play, which follows from phase, prompt and guidance. */
static enum play
play_of(const struct session *s)
{
	switch ((enum session_phase)s->phase) {
	case SESSION_NO_GAME:
		return PLAY_NONE;
	case SESSION_OVER:
		return PLAY_OVER;
	case SESSION_CLOSED:
		return PLAY_CLOSED;
	case SESSION_PLAYING:
		break;
	}
	if (s->prompt.kind == PROMPT_ARRAY)
		return PLAY_ARRAY;
	if (s->guidance.kind == GUIDANCE_LEADS)
		return PLAY_GUIDED;
	if (s->prompt.kind == PROMPT_WHICH || session_asks_shown(s) || s->prompt.kind == PROMPT_PAY)
		return PLAY_ASKED;
	return PLAY_HANDS;
}

void
session_judge(struct session *s, const struct event *e)
{
	switch (play_of(s)) {
	case PLAY_NONE:
		break;
	case PLAY_ARRAY:
		array(s, e);
		break;
	case PLAY_HANDS:
		hands(s, e);
		break;
	case PLAY_ASKED:
		asked(s, e);
		break;
	case PLAY_GUIDED:
		guided(s, e);
		break;
	case PLAY_OVER:
		over(s, e);
		break;
	case PLAY_CLOSED:
		closed(s, e);
		break;
	}
}
