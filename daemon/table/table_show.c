/*
 * A kept game on the board, while no game runs. A session of its own receives the edges, in which
 * the record plays every seat, as a computer does: the next action is its plan. Lamps and
 * sentences lead the pieces to the position, then through the next move until hands have made it,
 * and so on to the end. After the replay, the session of the game on the board receives the whole
 * board, as after the choice of a game.
 *
 *   stage        the board                           follows
 *   SETUP        has not stood as after the move,    guidance to that position
 *                or lacks many pieces
 *   NEXT         stands so, or the next move began   what is left of the next move
 *   ASTRAY       another piece was moved             guidance back
 *   UNSEEN       sensors do not see the next action  OK, or Next on the screen, goes on
 *   END          stands as after the last move       nothing
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/table/table_aside.h"

static void
forget(struct table_showing *s)
{
	if (s->record)
		record_finish(s->record);
	free(s->record);
	free(s->play);
	memset(s, 0, sizeof(*s));
}

/* ---- the session of the replay ---- */

/* Returns the event that plays the next action of the record, or makes it the plan. */
static struct event
next_action(const struct table_showing *s)
{
	struct event e = { .kind = EVENT_PLAN, .seat = SEAT_NONE };
	struct session_state st;

	session_state(&s->play->session, &st);
	if (st.to_act >= rules_seats(s->game))
		e.kind = EVENT_ACT; /* chance has no seat */
	rules_action_print(s->game, st.settled, s->record->action[s->move].action, e.text);
	return e;
}

/*
 * Finds the session's next input after its last step: the next action, or a yes to the only one
 * that counts. Other questions, such as a takeback, stay without an answer until the next edge.
 * Returns false if the session needs no input.
 */
static bool
find_input(struct table_showing *s, struct event *e)
{
	struct session_state st;

	session_state(&s->play->session, &st);
	s->move = s->first + st.n_actions;
	if (s->move > s->record->n)
		s->move = s->record->n; /* the session has added a turn's end by itself */
	if (st.prompt.kind == PROMPT_CONFIRM) {
		*e = (struct event){ .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = true };
		return true;
	}
	if (s->planned == s->move || s->move == s->record->n)
		return false;
	s->planned = s->move;
	*e = next_action(s);
	return true;
}

/* Finds the stage and its guidance. */
static void
look(struct table *t)
{
	struct table_showing *s = &t->showing;
	struct session_state st;

	session_state(&s->play->session, &st);
	if (st.guidance.kind == GUIDANCE_DUE || guidance_leads_back(&st.guidance))
		s->guidance = st.guidance;
	else
		session_lead(&s->play->session, &s->guidance);
	s->stands |= s->guidance.onward || s->guidance.kind != GUIDANCE_LEADS;
	if (s->guidance.onward || s->guidance.kind == GUIDANCE_DUE)
		s->stage = WORDS_REPLAY_NEXT;
	else if (s->guidance.kind == GUIDANCE_LEADS)
		s->stage = s->stands && s->guidance.steps <= GUIDANCE_FEW ? WORDS_REPLAY_ASTRAY
									  : WORDS_REPLAY_SETUP;
	else
		s->stage = s->move == s->record->n ? WORDS_REPLAY_END : WORDS_REPLAY_UNSEEN;
	t->version++;
}

/* Passes the event to the session, then all that follows from the record. */
static void
step(struct table *t, struct event e)
{
	struct table_showing *s = &t->showing;
	uint32_t was = s->move;

	do {
		(void)session_step(&s->play->session, &e, &s->play->out);
	} while (find_input(s, &e));
	if (s->move != was || session_deadline(&s->play->session) == SESSION_NO_DEADLINE)
		look(t);
}

/* Starts the session at the position after the move. known: the pieces on the board. */
static int
start_session(struct table *t, const struct record_walk *at, struct infer_known *known)
{
	struct table_showing *s = &t->showing;
	char action[RULES_ACTION_TEXT];

	if (table_aside_start(t, s->play, s->game, &at->before, (1u << rules_seats(s->game)) - 1) < 0)
		return -1;
	if (s->move > 0) {
		rules_action_print(s->game, &at->before, s->record->action[s->move - 1].action,
				   action);
		if (session_play(&s->play->session, action, t->now_us) < 0)
			return table_refuse(t, action);
	}
	table_aside_compare(t, s->play, &at->at, known);
	return 0;
}

/* Compares the board with the position after the move, and goes on from there. */
static int
open_page(struct table *t, uint32_t move, struct infer_known *known)
{
	struct table_showing *s = &t->showing;
	struct record_walk at;

	s->move = move;
	s->first = move - (move > 0);
	s->stands = false;
	record_walk(s->record, move, &at);
	if (start_session(t, &at, known) < 0)
		return -1;
	/* An action without hands waits for OK, so that Back can go before it. */
	s->planned = move == s->record->n || infer_by_hands(s->record->action[move].action)
			     ? UINT32_MAX
			     : move;
	step(t, (struct event){ .kind = EVENT_TIME });
	look(t);
	return 0;
}

/* ---- opening, closing, buttons ---- */

static int
refuse(struct table *t, uint32_t client, const struct record *r)
{
	if (!table_is_screen(t, client))
		return table_refuse(t, tr("only the board's own screen can replay a game on the board"));
	if (table_aside_allows(t, r->game) < 0)
		return -1;
	if (record_hides(r) && !record_is_public(r))
		return table_refuse(t, tr("this game still hides something: it can be replayed on "
					  "the board when that is revealed"));
	return 0;
}

/* Writes the pieces known on the board: from another page of the replay, or from the session. */
static void
know(const struct table *t, const struct game *g, struct infer_known *out)
{
	const struct position *p = t->state.settled;

	memset(out, 0, sizeof(*out));
	if (t->showing.game == g)
		session_know(&t->showing.play->session, out);
	else if (t->showing.game)
		return;
	else if (t->begun && t->state.game == g && !t->state.over && table_known_home(t))
		for (unsigned sq = 0; sq < rules_squares(g); sq++)
			out->standing[sq] = rules_at(g, p, sq) & (uint8_t)~PIECE_MARK;
	else
		table_known_places(t, g, out);
}

int
table_show_open(struct table *t, uint32_t client, struct record *r, uint32_t move)
{
	struct table_showing *s = &t->showing;
	struct table_aside *play;
	struct infer_known known;

	if (refuse(t, client, r) < 0)
		return -1;
	play = calloc(1, sizeof(*play));
	if (!play)
		return table_refuse(t, "out of memory");
	duties_take(t, &table_show_duty);
	know(t, r->game, &known);
	forget(s);
	s->client = client;
	s->record = r;
	s->play = play;
	s->game = r->game;
	s->number = r->number;
	if (open_page(t, move, &known) == 0)
		return 0;
	s->record = NULL;
	table_show_close(t);
	return -1;
}

void
table_show_close(struct table *t)
{
	if (!t->showing.game)
		return;
	forget(&t->showing);
	table_aside_end(t);
}

/* Opens another page of the replay, or the same one again. */
static void
turn_to(struct table *t, uint32_t move)
{
	struct infer_known known;

	know(t, t->showing.game, &known);
	if (open_page(t, move, &known) < 0)
		table_show_close(t);
}

static void
press(struct table *t, unsigned button)
{
	const struct table_showing *s = &t->showing;

	if (button == BUTTON_BACK && s->move == 0)
		table_show_close(t);
	else if (button == BUTTON_BACK)
		turn_to(t, s->move - 1);
	else if ((button == BUTTON_OK || button == BUTTON_CLOCK) && s->move < s->record->n)
		turn_to(t, s->move + 1);
}

static void
touch(struct table *t, const struct duty_event *e)
{
	struct event events[TABLE_ASIDE_EVENTS];
	unsigned n = table_aside_touch(t, t->showing.game, e, events);

	for (unsigned i = 0; i < n; i++)
		step(t, events[i]);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (!t->showing.game)
		return false;
	switch (e->kind) {
	case DUTY_TOUCH:
		touch(t, e);
		return true;
	case DUTY_PRESS:
		press(t, e->press.button);
		return true;
	case DUTY_BACK:
		turn_to(t, t->showing.move);
		return true;
	case DUTY_INPUT:
		table_show_close(t);
		return false;
	case DUTY_TAKEN:
		if (e->taker != &table_show_duty)
			table_show_close(t);
		return false;
	case DUTY_DISCONNECTED:
		if (e->client == t->showing.client)
			table_show_close(t);
		return false;
	case DUTY_OPENED:
		forget(&t->showing);
		return false;
	default:
		return false;
	}
}

static uint64_t
deadline(const struct table *t)
{
	return t->showing.game ? session_deadline(&t->showing.play->session) : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	step(t, (struct event){ .kind = EVENT_TIME, .t_us = now_us });
}

/* ---- for lamps and sentences ---- */

bool
table_show_state(const struct table *t, struct session_state *out)
{
	const struct table_showing *s = &t->showing;
	struct session_state st;

	if (!s->game)
		return false;
	session_state(&s->play->session, &st);
	memset(out, 0, sizeof(*out));
	out->phase = SESSION_PLAYING;
	out->game = s->game;
	out->settled = out->shown = out->shown_from = out->before_last = st.settled;
	out->removed = st.removed;
	out->last_squares = st.last_squares;
	out->prompt.seat = SEAT_NONE;
	out->objects = st.objects;
	out->guidance = s->guidance;
	out->sets_up = s->stage == WORDS_REPLAY_SETUP;
	rules_public(s->game, st.settled, &out->known);
	if (s->guidance.onward || s->stage == WORDS_REPLAY_UNSEEN) {
		out->has_provisional = true;
		out->provisional = s->record->action[s->move].action;
	}
	return true;
}

void
table_show_words(const struct table *t, char out[WORDS_LINE])
{
	const struct record_result *r = &t->showing.record->result;
	char result[RECORD_RESULT_TEXT], end[WORDS_LINE] = "";
	struct session_state s;

	out[0] = '\0';
	if (!table_show_state(t, &s))
		return;
	if (r->end != RECORD_UNFINISHED)
		words_ended(s.game, record_result_print(r, result), r->reason, end);
	words_replay(&s, (enum words_replay)t->showing.stage, end, out);
}

const struct duty table_show_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.state = table_show_state,
};
