/*
 * Advice: as soon as a person's turn begins the partner grades the legal actions, but only if
 * that seat's hint level needs it: otherwise no engine runs. A lift never waits for advice: without
 * it the lights are those of the level `moves`. Lamps use advice only in its own position.
 *
 * The hint button asks for advice too, at every level but `off`:
 *
 *   press     with advice                        without
 *   first     the piece of the best action       pieces that can move
 *   second    its target                         nothing
 *   third     why, as a sentence                 as the first
 *   fourth    nothing
 *
 * A seat may also have a question before a blunder is final: once the shown action is a blunder by
 * advice for the position in which it is played, the session gets EVENT_BLUNDER, and quiet asks.
 * Advice that comes later changes nothing.
 */
#include "daemon/table/table.h"

void
table_advice_limit(struct table *t, unsigned seat, unsigned pieces)
{
	t->advice.seat[seat].graded_pieces = (uint8_t)pieces;
	t->version++;
}

void
table_advice_ask(struct table *t, unsigned seat, bool asks)
{
	t->advice.seat[seat].asks_blunders = asks;
	t->version++;
}

/* Reports whether that seat needs advice now. */
static bool
is_needed(const struct table *t, unsigned seat)
{
	const unsigned level = t->lamps_config.hints[seat];

	return level == HINTS_GRADED || (level != HINTS_OFF && t->state.hint_asked) ||
	       t->advice.seat[seat].asks_blunders;
}

uint32_t
table_advice_wanted(const struct table *t)
{
	const unsigned by_hand = AWAIT_MOVE | AWAIT_TRANSFER;
	const struct session_state *s = &t->state;

	if (!t->begun || s->phase != SESSION_PLAYING || s->has_plan || table_is_partner(t, 0) ||
	    s->to_act >= RULES_SEATS_MAX || table_seat_is_computer(t, s->to_act))
		return 0;
	return (s->awaits & by_hand) && is_needed(t, s->to_act) ? table_task(t) : 0;
}

/* Reports whether the hint button shows advice: it was pressed, and the advice is for this board. */
static bool
is_shown(const struct table *t)
{
	const struct session_state *s = &t->state;

	return t->begun && s->hint_asked && t->advice.step && s->to_act < RULES_SEATS_MAX &&
	       t->lamps_config.hints[s->to_act] != HINTS_OFF &&
	       advice_is_for(&t->advice.advice, s->game, &s->known);
}

int
table_advice_take(struct table *t, const char *scores)
{
	struct position public;

	/* A hint stays the same through its presses. */
	if (is_shown(t))
		return 0;
	rules_public(t->state.game, t->state.settled, &public);
	t->version++;
	return advice_set(&t->advice.advice, t->state.game, &public, scores);
}

bool
table_advice_words(const struct table *t, char out[WORDS_LINE])
{
	const struct advice *a = &t->advice.advice;

	if (!is_shown(t)) {
		*out = '\0';
		if (t->begun && t->state.hint_asked && table_advice_wanted(t))
			lang_print(out, WORDS_LINE,
				   tr("Hint: the computer compares the moves. The lit pieces can move"));
		return *out;
	}
	words_hint(a->game, &a->at, a->row[0].action, (enum words_hint)t->advice.step, out);
	return true;
}

/* Sets the step of the hint button, and what of it the lamps show. */
static void
set_step(struct table *t, unsigned step)
{
	static const uint8_t lit[] = {
		[WORDS_HINT_NONE] = LAMPS_HINT_MOVABLE,
		[WORDS_HINT_PIECE] = LAMPS_HINT_PIECE,
		[WORDS_HINT_WHERE] = LAMPS_HINT_TARGET,
		[WORDS_HINT_WHY] = LAMPS_HINT_TARGET,
	};

	if (step == t->advice.step)
		return;
	t->advice.step = (uint8_t)step;
	t->lamps_config.hint = lit[step];
	t->version++;
}

/* Takes a press that goes on to the next step; the session gets the others. */
static bool
press(struct table *t, struct duty_event *e)
{
	if (e->press.button != BUTTON_HINT || !is_shown(t) || t->advice.step == WORDS_HINT_WHY)
		return false;
	set_step(t, t->advice.step + 1u);
	e->press.result = 0;
	return true;
}

/* ---- graded pieces of a turn ---- */

/* Returns the squares of the pieces up that belong to the side to act. */
static struct sqset
own_lifted(const struct session_state *s)
{
	const unsigned colour = rules_turn_seat(s->game, s->settled) & 1;

	return sqset_and(s->lifted, rules_occupied_by(s->game, s->settled, colour));
}

/* Counts the pieces lifted in this turn, until the seat's limit is reached. */
static void
count_lifts(struct table *t)
{
	const struct session_state *s = &t->state;
	struct table_advice *a = &t->advice;
	struct lamps_config *c = &t->lamps_config;
	unsigned limit;

	if (s->to_act != a->whose || s->n_actions < a->n_actions)
		c->graded = (struct sqset){ 0 };
	a->whose = s->to_act;
	a->n_actions = s->n_actions;
	limit = s->to_act < RULES_SEATS_MAX ? a->seat[s->to_act].graded_pieces : 0;
	if (limit == 0 || sqset_count(c->graded) < limit)
		c->graded = sqset_or(c->graded, own_lifted(s));
	c->few_graded = limit > 0 && sqset_count(c->graded) >= limit;
}

/* ---- the question before a blunder ---- */

/* Reports whether the shown action is a blunder that the session does not ask about yet. */
static bool
is_blunder(const struct table *t)
{
	const struct session_state *s = &t->state;
	struct position from;
	unsigned seat;

	if (!t->begun || !s->has_provisional || s->phase != SESSION_PLAYING ||
	    rules_action_equal(s->provisional, t->advice.asked))
		return false;
	seat = rules_to_act(s->game, s->shown_from);
	if (seat >= RULES_SEATS_MAX || !t->advice.seat[seat].asks_blunders)
		return false;
	rules_public(s->game, s->shown_from, &from);
	return advice_is_for(&t->advice.advice, s->game, &from) &&
	       advice_class(&t->advice.advice, s->provisional) == ADVICE_BLUNDER;
}

static uint64_t
deadline(const struct table *t)
{
	return is_blunder(t) ? t->now_us : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	struct event e = { .kind = EVENT_BLUNDER, .seat = SEAT_NONE, .t_us = now_us };

	t->advice.asked = t->state.provisional;
	rules_action_print(t->state.game, t->state.shown_from, t->state.provisional, e.text);
	table_step(t, e);
}

static void
follow(struct table *t)
{
	if (!t->state.has_provisional ||
	    !rules_action_equal(t->state.provisional, t->advice.asked))
		t->advice.asked = (struct action){ 0 };
	if (!t->state.hint_asked)
		set_step(t, WORDS_HINT_NONE);
	else if (!t->advice.step)
		set_step(t, WORDS_HINT_PIECE);
	if (t->begun)
		count_lifts(t);
}

static bool
event(struct table *t, struct duty_event *e)
{
	switch (e->kind) {
	case DUTY_INIT:
		t->lamps_config.advice = &t->advice.advice;
		break;
	case DUTY_PRESS:
		return press(t, e);
	case DUTY_STATE:
		follow(t);
		break;
	default:
		break;
	}
	return false;
}

const struct duty table_advice_duty = { .event = event, .turn = turn, .deadline = deadline };
