/*
 * Rules by question. While a piece is up the hint button asks about it, and the sentence of the
 * state answers; after a refused move, once the pieces are back, it asks for the reason again.
 *
 *   press     a piece of the side to act is up      a move was refused     else
 *   first     how it moves by the rules             why                    a hint (table_advice.c)
 *   second    where it may go now                   a hint
 *   third     why not to other squares
 *   fourth    nothing
 *
 * The other side's piece gets only the first step, and so does every piece at the hint level `off`.
 * Lamps light the pieces behind the reasons; the ways of a lifted piece are lit anyway. All
 * answers come from public knowledge.
 */
#include "daemon/table/table.h"

#include <string.h>

#include "daemon/words/words_about.h"
#include "hw/text/text.h"

/*
 * Reports whether the game on the board takes questions: nothing else is asked, guided or
 * refused.
 */
static bool
is_open(const struct table *t)
{
	const struct session_state *s = &t->state;
	struct session_state other;
	struct prompt p;

	return t->begun && s->phase == SESSION_PLAYING && s->to_act < RULES_SEATS_MAX &&
	       !s->has_plan && s->prompt.kind == PROMPT_NONE && !s->refusal.rule &&
	       (s->guidance.kind != GUIDANCE_LEADS || words_is_idle(s)) && !duties_prompt(t, &p) &&
	       !duties_state(t, &other);
}

/*
 * Returns the only lifted piece, in the position of its next action; RULES_NO_SQ: none, or
 * several.
 */
static unsigned
asked_piece(const struct table *t, struct position *room, const struct position **at,
	    struct sqset *up)
{
	const struct session_state *s = &t->state;
	struct sqset own;

	*at = lamps_find_acting(s, room, up);
	own = sqset_and(*up, rules_occupied_by(s->game, *at, rules_turn_seat(s->game, *at) & 1));
	if (sqset_count(own) == 1)
		return sqset_pop(&own);
	own = *up;
	return sqset_count(own) == 1 ? sqset_pop(&own) : RULES_NO_SQ;
}

static bool
is_own(const struct table *t, const struct position *at, unsigned sq)
{
	const struct game *g = t->state.game;

	return piece_colour(rules_at(g, at, sq)) == (rules_turn_seat(g, at) & 1);
}

/* Returns the squares that the lamps light for the lifted piece. */
static struct words_ways
ways_of(const struct table *t, const struct position *at, struct sqset up)
{
	struct hints_query q = { .game = t->state.game, .position = *at, .up = up };
	struct hints_cache room = { .valid = false };
	const struct hints_answer *a = hints_get(&room, &q);

	return (struct words_ways){ .go = sqset_minus(a->legal, a->capture),
				    .take = sqset_and(a->legal, a->capture),
				    .give = a->touch,
				    .others = sqset_minus(up, sqset_of(t->about.sq)) };
}

/* Reports whether the table deduces masks; else players mark them themselves. */
static bool
deduces(const struct table *t)
{
	return strcmp(table_setting(t, SETTING_EXACT_MARKS), "true") == 0;
}

/* Writes the answer about the lifted piece. */
static void
answer(struct table *t, const struct position *at, struct sqset up, unsigned step)
{
	struct table_about *a = &t->about;
	const struct game *g = t->state.game;
	const struct table_book *b = &t->book;
	struct words_ways ways;

	if (step == ABOUT_HOW) {
		words_about_how(g, at, a->sq, deduces(t), a->text);
	} else if (step == ABOUT_WAYS) {
		ways = ways_of(t, at, up);
		words_about_ways(g, at, a->sq, &ways,
				 b->hides && sqset_has(sqset_or(b->hiding[0], b->hiding[1]), a->sq),
				 a->text);
	} else {
		words_about_why(g, at, a->sq, a->text, &t->lamps_config.about);
	}
}

/* Shows the answer of a step, or nothing. */
static void
show(struct table *t, unsigned step)
{
	struct table_about *a = &t->about;
	const struct position *at;
	struct position room;
	struct sqset up;

	if (step == a->shown && step == ABOUT_NONE)
		return;
	t->lamps_config.about = (struct sqset){ { 0, 0 } };
	a->shown = (uint8_t)step;
	a->sq = RULES_NO_SQ;
	t->version++;
	if (step == ABOUT_NONE)
		return;
	a->sq = (uint8_t)asked_piece(t, &room, &at, &up);
	if (a->sq != RULES_NO_SQ)
		answer(t, at, up, step);
	else
		words_about_refused(t->state.game, at, a->from, a->to, a->text,
				    &t->lamps_config.about);
}

/* Writes the ways again: another piece may have been put back. */
static void
renew_ways(struct table *t, const struct position *at, struct sqset up)
{
	char was[WORDS_LINE];

	text_copy(was, sizeof(was), t->about.text);
	answer(t, at, up, ABOUT_WAYS);
	t->version += strcmp(was, t->about.text) != 0;
}

static void
forget_refused(struct table_about *a)
{
	a->from = a->to = RULES_NO_SQ;
}

/* Remembers a refused move until another one is played, or another piece is touched. */
static void
note_refused(struct table *t)
{
	const struct session_state *s = &t->state;
	struct table_about *a = &t->about;

	if (s->phase != SESSION_PLAYING || s->n_actions != a->n_actions || s->has_provisional)
		forget_refused(a);
	if (s->refusal.rule && s->refused_from < rules_squares(s->game) &&
	    s->refused_to < rules_squares(s->game)) {
		a->from = s->refused_from;
		a->to = s->refused_to;
		a->n_actions = s->n_actions;
	} else if (!s->refusal.rule && a->from != RULES_NO_SQ &&
		   !sqset_empty(sqset_minus(s->lifted, sqset_of(a->from)))) {
		forget_refused(a);
	}
}

/* Returns the step after the shown one. */
static unsigned
next_step(const struct table *t)
{
	const struct table_about *a = &t->about;
	const struct position *at;
	struct position room;
	struct sqset up;
	unsigned sq;

	if (!is_open(t))
		return ABOUT_NONE;
	sq = asked_piece(t, &room, &at, &up);
	if (sq == RULES_NO_SQ)
		return sqset_empty(up) && a->from != RULES_NO_SQ && a->shown == ABOUT_NONE
			       ? ABOUT_WHY
			       : ABOUT_NONE;
	if (a->shown != ABOUT_NONE &&
	    (!is_own(t, at, sq) ||
	     t->lamps_config.hints[rules_turn_seat(t->state.game, at)] == HINTS_OFF))
		return ABOUT_NONE;
	return (a->shown + 1u) % ABOUT_STEPS;
}

static void
follow(struct table *t)
{
	struct table_about *a = &t->about;
	const struct position *at;
	struct position room;
	struct sqset up;
	unsigned next;

	note_refused(t);
	if (a->shown != ABOUT_NONE && (!is_open(t) || asked_piece(t, &room, &at, &up) != a->sq ||
				       (a->sq == RULES_NO_SQ && a->from == RULES_NO_SQ)))
		show(t, ABOUT_NONE);
	else if (a->shown == ABOUT_WAYS)
		renew_ways(t, at, up);
	next = next_step(t);
	t->version += next != a->next;
	a->next = (uint8_t)next;
}

/* Takes a press while a piece is up, or after a refusal; the duty of hints gets the others. */
static bool
press(struct table *t, struct duty_event *e)
{
	struct table_about *a = &t->about;

	if (e->press.button != BUTTON_HINT || !is_open(t) ||
	    (a->shown == ABOUT_NONE && a->next == ABOUT_NONE))
		return false;
	if (a->next == ABOUT_NONE)
		forget_refused(a);
	show(t, a->next);
	a->next = (uint8_t)next_step(t);
	e->press.result = 0;
	return true;
}

static bool
event(struct table *t, struct duty_event *e)
{
	switch (e->kind) {
	case DUTY_INIT:
		t->about.sq = RULES_NO_SQ;
		forget_refused(&t->about);
		break;
	case DUTY_PRESS:
		return press(t, e);
	case DUTY_STATE:
		follow(t);
		break;
	case DUTY_OPENED:
	case DUTY_TAKEN:
		show(t, ABOUT_NONE);
		forget_refused(&t->about);
		t->about.next = ABOUT_NONE;
		break;
	default:
		break;
	}
	return false;
}

static bool
say(const struct table *t, char out[WORDS_LINE])
{
	if (t->about.shown != ABOUT_NONE)
		text_copy(out, WORDS_LINE, t->about.text);
	return t->about.shown != ABOUT_NONE;
}

const struct duty table_about_duty = { .event = event, .say = say };
