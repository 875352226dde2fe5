/*
 * The session as one machine: events in the order of their times, deadlines,
 * and the questions people answer. What hands mean is in session_hands.c.
 *
 *   event     playing                                   over
 *   EDGE      debounced, then session_edge              the board is watched for takeback, new game
 *             … or session_array_edge
 *   BLIND     see session_blind.c                       the same
 *   TIME      what became due: beliefs, waiting
 *             presses, quiet
 *   PRESS     clock, ok: final, or yes; back: no;       ok, back answer prompts
 *             hint: the pieces that can move
 *   ACT       final at once: see session_act.c          refused, but another piece for the
 *                                                       promotion that ended the game
 *   SELECT    a kind to buy: placements of it alone     kept
 *   ANSWER    yes, no to the open prompt                the same
 *   RESIGN    result: by resignation, or by time        refused
 *   DRAW      result                                    refused
 *   UNDO      takes back, or asks every seat            the same; the game goes on
 *   ASK       asks what was asked before a restart      the same
 *   ARRAY     see session_array.c                       refused
 *
 * Whatever is no edge waits until the squares that changed before it have
 * settled, keeps its own time, and is then judged against the settled board.
 */
#include "daemon/session/session_priv.h"

#include <string.h>

struct session_config
session_config_default(void)
{
	struct session_config c = {
		.senses = SENSES_OCCUPANCY,
		.settle_us = 1000000,
		.debounce_empty_us = DEBOUNCE_EMPTY_US,
		.debounce_occupied_us = DEBOUNCE_OCCUPIED_US,
	};

	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		c.hints[i] = HINTS_MOVES;
	return c;
}

static void
refuse(struct session *s, uint64_t t_us, enum session_refused why)
{
	session_tell(s, TOLD_REFUSED, t_us)->refused = (uint8_t)why;
}

/* ---- presses, answers ---- */

/* What was offered is not what was meant, so nothing explains the board: the way back. */
static void
none_of_these(struct session *s, uint64_t t_us)
{
	session_close_prompt(s);
	session_withdraw(s, t_us);
	session_guide(s, t_us);
}

/* A seat's yes where every seat must say it; true: now all have. */
static bool
agreed(struct session *s, unsigned seat, uint64_t t_us)
{
	struct prompt *p = &s->prompt;

	if (seat >= rules_seats(s->game)) {
		refuse(s, t_us, REFUSED_FOR_ALL);
		return false;
	}
	p->agreed |= (uint8_t)(1u << seat);
	s->version++;
	return (p->needs & ~p->agreed) == 0;
}

static void
answer_confirm(struct session *s, bool yes, uint64_t t_us)
{
	unsigned refused = s->shown.source == SOURCE_CURRENT ? s->shown.candidate : INFER_NONE;

	session_close_prompt(s);
	if (yes) {
		session_finalise(s, t_us, BY_CHOICE);
		session_consider(s, t_us);
		s->armed |= s->phase == SESSION_PLAYING && session_current(s)->n_log > 0;
	} else if (session_ask_in_the_dark(s, refused, t_us)) {
		return;
	} else if (session_other_began(s)) {
		session_guide(s, t_us);
	} else if (infer_all_home(session_current(s))) {
		session_forget_edges(s);
	} else {
		session_withdraw(s, t_us);
		session_guide(s, t_us);
	}
}

static void
answer_turn(struct session *s, bool yes, uint64_t t_us)
{
	session_close_prompt(s);
	if (yes) {
		const struct infer *f = session_source(s, s->shown.source);

		if (s->shown.on && s->shown.visible && !infer_lands_blind(f, s->shown.candidate))
			session_finalise(s, t_us, BY_CHOICE);
		(void)session_end_turn(s, t_us, BY_CHOICE);
	} else {
		session_guide(s, t_us);
	}
}

static void
answer(struct session *s, bool yes, unsigned seat, uint64_t t_us)
{
	struct prompt p = s->prompt;

	if (yes && p.needs && !agreed(s, seat, t_us))
		return;

	switch ((enum session_prompt)p.kind) {
	case PROMPT_WHICH:
		if (!yes) {
			none_of_these(s, t_us);
			break;
		}
		refuse(s, t_us, REFUSED_ONE_OF);
		break;
	case PROMPT_NONE:
	case PROMPT_PROMOTION:
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
		refuse(s, t_us, REFUSED_NOT_ASKED);
		break;
	case PROMPT_CONFIRM:
		answer_confirm(s, yes, t_us);
		break;
	case PROMPT_TAKEBACK:
		session_close_prompt(s);
		if (yes)
			session_undo(s, p.n, t_us);
		else if (!session_lost(s) && !session_ask_new_game(s, t_us))
			session_check_board(s, t_us);
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
			session_tell(s, TOLD_NEW_GAME, t_us);
		else
			session_check_board(s, t_us);
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
	return s->prompt.kind == PROMPT_CONFIRM || s->prompt.kind == PROMPT_TAKEBACK ||
	       s->prompt.kind == PROMPT_NEW_GAME || s->prompt.kind == PROMPT_END ||
	       s->prompt.kind == PROMPT_PAY || s->prompt.kind == PROMPT_ARRAY;
}

/* The button is the yes to what is shown, if that is asked, and ends the turn with it. */
static void
settle_confirmed(struct session *s, uint64_t t_us)
{
	bool asked = s->prompt.kind == PROMPT_CONFIRM;

	/* Edges since tell something else: of that nothing is said yet. */
	if (asked && !s->shown.complete) {
		answer_confirm(s, true, t_us);
		return;
	}
	if (asked)
		session_close_prompt(s);
	session_settle_now(s, t_us, BY_BUTTON, asked);
}

static void
press(struct session *s, unsigned button, unsigned seat, uint64_t t_us)
{
	/* A clock of one's own: the other player's does not end this turn. */
	if (button == BUTTON_CLOCK && seat != SEAT_NONE && s->phase == SESSION_PLAYING &&
	    seat != rules_turn_seat(s->game, &s->settled)) {
		refuse(s, t_us, REFUSED_SEAT);
		return;
	}
	switch ((enum button)button) {
	case BUTTON_CLOCK:
		/* It ends turns; what is past or begins anew wants a yes of its own. */
		if (s->prompt.kind == PROMPT_END || s->prompt.kind == PROMPT_PAY ||
		    s->prompt.kind == PROMPT_ARRAY)
			answer(s, true, SEAT_NONE, t_us);
		else if (s->prompt.kind != PROMPT_TAKEBACK && s->prompt.kind != PROMPT_NEW_GAME)
			settle_confirmed(s, t_us);
		break;
	case BUTTON_OK:
		if (prompt_takes_yes(s) && s->prompt.kind != PROMPT_CONFIRM)
			answer(s, true, SEAT_NONE, t_us);
		else
			settle_confirmed(s, t_us);
		break;
	case BUTTON_BACK:
		if (prompt_takes_yes(s))
			answer(s, false, SEAT_NONE, t_us);
		else if (s->prompt.kind == PROMPT_WHICH)
			none_of_these(s, t_us);
		break;
	case BUTTON_HINT:
		s->hint_asked = !s->hint_asked;
		break;
	case BUTTONS:
		break;
	}
	s->version++;
}

/* What hands have shown and nobody doubts comes before an end by word. */
static bool
may_end(struct session *s, uint64_t t_us)
{
	if (s->phase == SESSION_PLAYING && s->shown.on && s->shown.complete && !s->shown.confirm)
		session_finalise(s, t_us, BY_BUTTON);
	if (s->phase != SESSION_PLAYING)
		refuse(s, t_us, REFUSED_OVER);
	return s->phase == SESSION_PLAYING;
}

static void
draw(struct session *s, const struct event *e)
{
	unsigned claims;

	if (!may_end(s, e->t_us))
		return;
	claims = e->yes ? rules_claims(s->game, &s->settled, &s->history) : 0;
	if (e->yes && claims == 0)
		refuse(s, e->t_us, REFUSED_CLAIM);
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
	if (e->n == 0 || e->n > s->n || session_sets_up(s)) {
		refuse(s, e->t_us, session_sets_up(s) ? REFUSED_ARRAY : REFUSED_TOO_MANY);
		return;
	}
	session_close_prompt(s);
	if (session_takeback_needs(s, e->n)) {
		session_ask_undo(s, e->n, e->t_us);
		return;
	}
	session_withdraw(s, e->t_us);
	session_undo(s, e->n, e->t_us);
	session_check_board(s, e->t_us);
}

/* The kind of a piece that stands there already: a choice, so final. */
static void
select_placed(struct session *s, uint64_t t_us)
{
	session_consider(s, t_us);
	if (s->selected[0] && s->shown.on && s->shown.complete &&
	    session_source(s, s->shown.source)->candidate[s->shown.candidate].way == WAY_PLACE)
		session_finalise(s, t_us, BY_CHOICE);
}

static void
dispatch(struct session *s, const struct event *e)
{
	(void)session_untangle(s);
	switch ((enum event_kind)e->kind) {
	case EVENT_TIME:
	case EVENT_EDGE:
	case EVENT_BLIND:
		break;
	case EVENT_PRESS:
		press(s, e->button, e->seat, e->t_us);
		break;
	case EVENT_ACT:
		if (session_sets_up(s))
			session_array_act(s, e);
		else
			session_act(s, e);
		break;
	case EVENT_ANSWER:
		answer(s, e->yes, e->seat, e->t_us);
		break;
	case EVENT_RESIGN:
		if (may_end(s, e->t_us))
			session_end_game(s, e->yes ? SESSION_END_TIME : SESSION_END_RESIGNED,
					 e->seat & 1u, e->t_us);
		break;
	case EVENT_DRAW:
		draw(s, e);
		break;
	case EVENT_UNDO:
		undo(s, e);
		break;
	case EVENT_SELECT:
		memcpy(s->selected, e->text, sizeof(s->selected));
		s->selected[sizeof(s->selected) - 1] = '\0';
		s->version++;
		if (s->phase == SESSION_PLAYING && !session_sets_up(s))
			select_placed(s, e->t_us);
		break;
	case EVENT_ARRAY:
		if (s->prompt.kind != PROMPT_NONE || !session_ask_array(s, e->t_us))
			refuse(s, e->t_us, REFUSED_NOT_ASKED);
		break;
	case EVENT_ASK:
		if (!session_ask_again(s, e))
			refuse(s, e->t_us, REFUSED_NOT_ASKED);
		break;
	}
}

/* ---- time ---- */

uint64_t
session_unsettled_us(const struct session *s)
{
	struct sqset pending = s->debounce.pending;
	uint64_t t_us = UINT64_MAX;

	while (!sqset_empty(pending)) {
		unsigned sq = sqset_pop(&pending);

		if (s->debounce.square[sq].raw_us < t_us)
			t_us = s->debounce.square[sq].raw_us;
	}
	return t_us;
}

static uint64_t
quiet_us(const struct session *s)
{
	return s->armed ? s->last_edge_us + s->config.settle_us : SESSION_NO_DEADLINE;
}

/* The first waiting event may be judged: no square that changed before it is unsettled. */
static bool
waiting_ready(const struct session *s, uint64_t now_us)
{
	const struct event *e = &s->waiting[0];

	return s->n_waiting > 0 &&
	       (session_unsettled_us(s) > e->t_us || now_us >= e->t_us + SESSION_WAIT_US);
}

static void
take_waiting(struct session *s)
{
	struct event e = s->waiting[0];

	s->n_waiting--;
	memmove(&s->waiting[0], &s->waiting[1], s->n_waiting * sizeof(s->waiting[0]));
	dispatch(s, &e);
}

/* Quiet at its time, unless a change that began before it has not settled. */
static bool
quiet_ready(const struct session *s, uint64_t now_us)
{
	return quiet_us(s) <= now_us && session_unsettled_us(s) >= quiet_us(s);
}

static void
take_quiet(struct session *s)
{
	uint64_t t_us = quiet_us(s);

	s->armed = false;
	session_quiet(s, t_us);
}

/* One thing that has become due by now_us, the earliest; false: none. */
static bool
advance_once(struct session *s, uint64_t now_us)
{
	struct debounced d;
	uint64_t belief = debounce_next(&s->debounce);

	if (waiting_ready(s, now_us) && s->waiting[0].t_us < quiet_us(s)) {
		take_waiting(s);
		return true;
	}
	if (quiet_ready(s, now_us) && quiet_us(s) <= belief) {
		take_quiet(s);
		return true;
	}
	if (debounce_take(&s->debounce, now_us, &d)) {
		session_edge(s, &d);
		return true;
	}
	if (quiet_ready(s, now_us)) {
		take_quiet(s);
		return true;
	}
	if (waiting_ready(s, now_us)) {
		take_waiting(s);
		return true;
	}
	return false;
}

uint64_t
session_deadline(const struct session *s)
{
	uint64_t d = debounce_next(&s->debounce);

	if (s->opening && session_opens(s))
		return s->now_us;
	if (s->n_waiting && s->waiting[0].t_us + SESSION_WAIT_US < d)
		d = s->waiting[0].t_us + SESSION_WAIT_US;
	if (quiet_us(s) < d && session_unsettled_us(s) >= quiet_us(s))
		d = quiet_us(s);
	return d;
}

uint64_t
session_step(struct session *s, const struct event *e, struct session_out *out)
{
	uint64_t t_us = e->t_us > s->now_us ? e->t_us : s->now_us;

	out->n = 0;
	s->out = out;
	session_freshen(s);
	if (s->opening)
		session_open(s, s->now_us);
	s->now_us = t_us;
	while (advance_once(s, t_us))
		continue;
	if (e->kind == EVENT_EDGE) {
		if (e->sq < rules_squares(s->game) && sqset_has(s->config.blind, e->sq))
			s->behind[e->sq] = session_heard(s, e->reading);
		else if (e->sq < rules_squares(s->game))
			debounce_edge(&s->debounce, e->sq, session_heard(s, e->reading), t_us);
	} else if (e->kind == EVENT_BLIND) {
		session_go_blind(s, e->blind);
	} else if (e->kind != EVENT_TIME) {
		if (s->n_waiting == SESSION_WAITING_MAX)
			take_waiting(s);
		s->waiting[s->n_waiting] = *e;
		s->waiting[s->n_waiting++].t_us = t_us;
	}
	while (advance_once(s, t_us))
		continue;
	/* A bounce that came to nothing is no edge: what waited for it is judged now. */
	if (s->deferred && session_unsettled_us(s) == UINT64_MAX) {
		s->deferred = false;
		if (s->phase == SESSION_PLAYING)
			session_consider(s, t_us);
	}
	session_note_awaits(s);
	s->out = NULL;
	return session_deadline(s);
}
