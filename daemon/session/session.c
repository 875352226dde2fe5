/*
 * The session as a state machine: events in the order of their times, and deadlines.
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
 * The table `handlers` below names what each event does in each state.
 *
 * An edge is judged when it is believed; TIME, when the quiet after it has passed. Every
 * other event but BLIND and BLUNDER waits until the squares that changed before it have settled. It
 * keeps its own time and is then judged against the settled board.
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

/* ---- requests ---- */

/*
 * If a shown action is certain, finalises it before the game ends on request. Returns whether
 * the game goes on.
 */
static bool
may_end(struct session *s, uint64_t t_us)
{
	if (s->phase == SESSION_PLAYING && s->shown.state == SHOWN_WHOLE &&
	    s->shown.trust == TRUST_QUIET)
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

/* ---- what an event does ---- */

static void
nothing(struct session *s, const struct event *e)
{
	(void)s;
	(void)e;
}

static void
quiet(struct session *s, const struct event *e)
{
	session_quiet(s, e->t_us);
}

static void
quiet_guided(struct session *s, const struct event *e)
{
	session_quiet_guided(s, e->t_us);
}

static void
quiet_over(struct session *s, const struct event *e)
{
	(void)session_ask_past(s, e->t_us);
}

static void
edge(struct session *s, const struct event *e)
{
	session_edge(s, e);
}

static void
edge_array(struct session *s, const struct event *e)
{
	session_array_edge(s, e);
}

static void
press(struct session *s, const struct event *e)
{
	session_press(s, e->button, e->seat, e->t_us);
}

static void
answer(struct session *s, const struct event *e)
{
	session_answer(s, e->yes, e->seat, e->t_us);
}

static void
act(struct session *s, const struct event *e)
{
	session_act(s, e);
}

/* Repeats the question about the array for the new position. */
static void
act_array(struct session *s, const struct event *e)
{
	session_close_prompt(s);
	session_act(s, e);
	session_ask_array(s, e->t_us);
}

static void
plan_array(struct session *s, const struct event *e)
{
	session_close_prompt(s);
	session_plan(s, e);
	session_ask_array(s, e->t_us);
}

static void
act_over(struct session *s, const struct event *e)
{
	session_act_over(s, e);
}

static void
blind(struct session *s, const struct event *e)
{
	session_go_blind(s, e->blind);
}

static void
ask(struct session *s, const struct event *e)
{
	session_ask_again(s, e);
}

static void
not_asked(struct session *s, const struct event *e)
{
	session_refuse(s, e->t_us, REFUSED_NOT_ASKED);
}

static void
array(struct session *s, const struct event *e)
{
	if (s->prompt.kind == PROMPT_NONE)
		session_ask_array(s, e->t_us);
	else
		not_asked(s, e);
}

static void
in_array(struct session *s, const struct event *e)
{
	session_refuse(s, e->t_us, REFUSED_ARRAY);
}

static void
goes_on(struct session *s, const struct event *e)
{
	session_refuse(s, e->t_us, REFUSED_GOES_ON);
}

static void
is_over(struct session *s, const struct event *e)
{
	session_refuse(s, e->t_us, REFUSED_OVER);
}

static void
is_closed(struct session *s, const struct event *e)
{
	session_refuse(s, e->t_us, REFUSED_CLOSED);
}

/* ---- the states ---- */

enum play {
	PLAY_ARRAY,
	PLAY_HANDS,
	PLAY_ASKED,
	PLAY_GUIDED,
	PLAY_OVER,
	PLAY_CLOSED,
	PLAYS,
	PLAY_NONE = PLAYS,
};

/* clang-format off */
static void (*const handlers[EVENTS][PLAYS])(struct session *s, const struct event *e) = {
	/*		   array       hands    asked    guided        over        closed */
	[EVENT_TIME]   = { nothing,    quiet,   nothing, quiet_guided, quiet_over, quiet_over },
	[EVENT_EDGE]   = { edge_array, edge,    edge,    edge,         edge,       edge },
	[EVENT_PRESS]  = { press,      press,   press,   press,        press,      press },
	[EVENT_ACT]    = { act_array,  act,     act,     act,          act_over,   act_over },
	[EVENT_ANSWER] = { answer,     answer,  answer,  answer,       answer,     answer },
	[EVENT_RESIGN] = { resign,     resign,  resign,  resign,       is_over,    is_over },
	[EVENT_DRAW]   = { draw,       draw,    draw,    draw,         is_over,    is_over },
	[EVENT_UNDO]   = { in_array,   undo,    undo,    undo,         undo,       is_closed },
	[EVENT_BLIND]  = { blind,      blind,   blind,   blind,        blind,      blind },
	[EVENT_SELECT] = { choose,     place,   place,   place,        choose,     choose },
	[EVENT_ASK]    = { ask,        ask,     ask,     ask,          ask,        ask },
	[EVENT_CLOSE]  = { goes_on,    goes_on, goes_on, goes_on,      close_end,  is_closed },
	[EVENT_ARRAY]  = { not_asked,  array,   array,   array,        not_asked,  not_asked },
	[EVENT_PLAN]   = { plan_array, session_plan, session_plan, session_plan, is_over, is_closed },
	[EVENT_BLUNDER] = { nothing,   blunder, blunder, blunder,      nothing,     nothing },
};
/* clang-format on */

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

static void
judge(struct session *s, const struct event *e)
{
	enum play play = play_of(s);

	if (play != PLAY_NONE)
		handlers[e->kind][play](s, e);
}

/* ---- time ---- */

/* Reports whether a touched stack waits for a receiver, or a refused gift is still explained. */
static bool
is_giving(const struct session *s)
{
	return session_giver(s, NULL) != RULES_NO_SQ ||
	       (s->phase == SESSION_PLAYING && s->refusal.rule &&
		s->guidance.kind == GUIDANCE_NONE && infer_all_home(s->current));
}

/* Returns when quiet is judged or, later, when a gift that was only begun is forgotten. */
static uint64_t
quiet_us(const struct session *s)
{
	uint64_t t_us = s->last_edge_us + s->config.settle_us;

	if (s->pending & PENDING_QUIET)
		return t_us > s->departs_us ? t_us : s->departs_us;
	return is_giving(s) ? s->last_edge_us + SESSION_GIVE_US : SESSION_NO_DEADLINE;
}

static void
take_waiting(struct session *s)
{
	struct event e = s->waiting[0];

	s->n_waiting--;
	memmove(&s->waiting[0], &s->waiting[1], s->n_waiting * sizeof(s->waiting[0]));
	(void)session_untangle(s);
	judge(s, &e);
}

static void
take_quiet(struct session *s, uint64_t t_us)
{
	if (!(s->pending & PENDING_QUIET)) {
		s->version++;
		memset(&s->refusal, 0, sizeof(s->refusal));
		session_forget_edges(s);
		return;
	}
	s->pending &= (uint8_t)~PENDING_QUIET;
	judge(s, &(struct event){ .kind = EVENT_TIME, .t_us = t_us });
}

/* Processes the earliest thing due by now_us; returns false if there is none. */
static bool
advance_once(struct session *s, uint64_t now_us)
{
	uint64_t belief = debounce_next(&s->debounce);
	uint64_t unsettled = debounce_unsettled_us(&s->debounce);
	uint64_t quiet = quiet_us(s), first = s->waiting[0].t_us;
	/* Every square that changed before the event or the quiet has settled. */
	bool waiting_ready = s->n_waiting > 0 &&
			     (unsettled > first || now_us >= first + SESSION_WAIT_US);
	bool quiet_ready = quiet <= now_us && unsettled >= quiet;
	bool before_edge = (waiting_ready && first < quiet) || (quiet_ready && quiet <= belief);
	struct debounced d;

	if (!before_edge && debounce_take(&s->debounce, now_us, &d))
		judge(s, &(struct event){ .kind = EVENT_EDGE,
					  .t_us = d.raw_us,
					  .sq = d.sq,
					  .reading = d.reading });
	else if (waiting_ready && (first < quiet || !quiet_ready))
		take_waiting(s);
	else if (quiet_ready)
		take_quiet(s, quiet);
	else
		return false;
	return true;
}

uint64_t
session_deadline(const struct session *s)
{
	uint64_t d = debounce_next(&s->debounce);
	uint64_t unsettled = debounce_unsettled_us(&s->debounce), quiet = quiet_us(s);

	if (s->origin != ORIGIN_RUNNING && session_opens(s))
		return s->now_us;
	if (s->n_waiting && s->waiting[0].t_us + SESSION_WAIT_US < d)
		d = s->waiting[0].t_us + SESSION_WAIT_US;
	return quiet < d && unsettled >= quiet ? quiet : d;
}

/* Reports whether edges of blind squares are kept for when the squares return. */
static bool
sleeps(const struct session *s)
{
	return s->current->n_asleep > 0 ||
	       ((s->amend & AMEND_ACTION) && s->before->n_asleep > 0);
}

bool
session_rests(const struct session *s)
{
	struct session_state st;

	if (s->phase != SESSION_PLAYING || session_deadline(s) != SESSION_NO_DEADLINE || sleeps(s))
		return false;
	session_state(s, &st);
	return !st.has_provisional && st.guidance.kind == GUIDANCE_NONE &&
	       st.prompt.kind == PROMPT_NONE && sqset_empty(st.lifted) && sqset_empty(st.adjusted);
}

uint64_t
session_time(const struct session *s, uint64_t t_us)
{
	return t_us > s->now_us ? t_us : s->now_us;
}

uint64_t
session_step(struct session *s, const struct event *e, struct session_out *out)
{
	uint64_t t_us = session_time(s, e->t_us);

	out->n = 0;
	s->out = out;
	session_freshen(s);
	if (s->origin == ORIGIN_NEW)
		session_open(s, s->now_us);
	s->now_us = t_us;
	while (advance_once(s, t_us))
		continue;
	if (e->kind == EVENT_EDGE) {
		if (e->sq < rules_squares(s->game) && sqset_has(s->config.blind, e->sq))
			s->behind[e->sq] = session_usable_reading(s, e->reading);
		else if (e->sq < rules_squares(s->game))
			debounce_edge(&s->debounce, e->sq, session_usable_reading(s, e->reading),
				      t_us);
	} else if (e->kind == EVENT_BLIND || e->kind == EVENT_BLUNDER) {
		judge(s, e);
	} else if (e->kind != EVENT_TIME) {
		if (s->n_waiting == SESSION_WAITING_MAX)
			take_waiting(s);
		s->waiting[s->n_waiting] = *e;
		s->waiting[s->n_waiting++].t_us = t_us;
	}
	while (advance_once(s, t_us))
		continue;
	/* The bounce was no edge: judges what waited for its square to settle. */
	if ((s->pending & PENDING_REPLY) &&
	    debounce_unsettled_us(&s->debounce) == DEBOUNCE_NO_DEADLINE) {
		s->pending &= (uint8_t)~PENDING_REPLY;
		if (s->phase == SESSION_PLAYING)
			session_consider(s, t_us);
	}
	session_note_awaits(s);
	s->out = NULL;
	return session_deadline(s);
}

void
session_board(struct session *s, const struct reading *board, const struct infer_known *known,
	      uint64_t t_us, struct session_out *out)
{
	out->n = 0;
	s->out = out;
	if (s->origin == ORIGIN_REPLAYED)
		s->origin = ORIGIN_NEW;
	s->now_us = session_time(s, t_us);
	s->version++;
	session_close_prompt(s);
	session_accept_board(s, board, known);
	session_check_board(s, s->now_us);
	s->pending &= (uint8_t)~PENDING_QUIET;
	session_note_awaits(s);
	s->out = NULL;
}
