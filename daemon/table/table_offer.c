/*
 * Open questions, saved with the settings and repeated by the next daemon. A question
 * belongs to a game, by number, and except 1) and 7) to its number of final actions; with
 * any other game or number it is not repeated.
 *
 *   1) the menu's draw, and a win on time        repeated if the game still runs and the flag
 *                                                is still down, regardless of actions made or
 *                                                taken back meanwhile
 *   2) a requested takeback                      repeated, with the seats that have agreed
 *   3) a takeback, a new game by the board       repeated if the board is unchanged; else the
 *                                                answer was no
 *   4) the menu itself, a resignation            not saved: it concerns only the asking player
 *   5) questions from edges only (which,         not saved: the board shows it, see
 *      confirm, promotion, end, pay)             session_resume.c; only without 2) and 3)
 *   6) the board is read meanwhile               2), 3) and 7) as after a restart; 5) when a
 *                                                bus returns
 *   7) whether the array is right                repeated, regardless of actions played on a
 *                                                screen meanwhile
 *
 * None waits for the guidance of a start: each could be asked beside it before. The first
 * edge on the board ends 2) and 3), as always.
 *
 * The form is text, one question of the menu and one of the session, since both may be open:
 * "GAME ACTIONS KIND N AGREED". GAME 0 is the game on the board that has no number on disk
 * yet. Its question is written with the game or after it, and the next game replaces it, so
 * it never belongs to another.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"

static const char *const kinds[] = {
	[OFFER_NONE] = "",     [OFFER_DRAW] = "draw",         [OFFER_TIME] = "time",
	[OFFER_UNDO] = "undo", [OFFER_TAKEBACK] = "takeback", [OFFER_NEW_GAME] = "new-game",
	[OFFER_ARRAY] = "array",
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static const char *const keys[TABLE_OFFERS] = { "asked.menu", "asked.game" };

/* ---- open questions ---- */

static struct table_offer
sessions(const struct table *t)
{
	const struct prompt *p = &t->state.prompt;
	struct table_offer o = { .kind = OFFER_NONE };

	if (p->kind == PROMPT_NEW_GAME) {
		o.kind = OFFER_NEW_GAME;
	} else if (p->kind == PROMPT_ARRAY) {
		o.kind = OFFER_ARRAY;
	} else if (p->kind == PROMPT_TAKEBACK) {
		o.kind = p->by_board ? OFFER_TAKEBACK : OFFER_UNDO;
		o.n = p->n;
		o.agreed = p->agreed;
	}
	return o;
}

static struct table_offer
open_one(const struct table *t, unsigned which)
{
	return which == TABLE_OFFER_MENU ? table_menu_offer(t) : sessions(t);
}

/* ---- as text ---- */

static void
print(const struct table_offer *o, char out[STORE_VALUE_MAX])
{
	(void)snprintf(out, STORE_VALUE_MAX, "%u %u %s %u %u", o->game, o->actions, kinds[o->kind],
		       o->n, o->agreed);
}

/* Parses the form that `print` writes; returns false for any other text. */
static bool
parse(const char *text, struct table_offer *o)
{
	char kind[16], again[STORE_VALUE_MAX];
	unsigned game, actions, n, agreed;

	if (sscanf(text, "%u %u %15s %u %u", &game, &actions, kind, &n, &agreed) != 5 ||
	    n > UINT16_MAX || agreed > UINT8_MAX)
		return false;
	*o = (struct table_offer){
		.game = game, .actions = actions, .n = (uint16_t)n, .agreed = (uint8_t)agreed
	};
	while (o->kind < KINDS && strcmp(kinds[o->kind], kind) != 0)
		o->kind++;
	if (o->kind == KINDS)
		return false;
	print(o, again);
	return strcmp(again, text) == 0;
}

/* ---- saving ---- */

static void
keep(struct table *t, unsigned which)
{
	struct table_offer o = open_one(t, which);
	char text[STORE_VALUE_MAX] = "";

	o.game = table_number(t);
	o.actions = t->book.n;
	if (o.kind != OFFER_NONE)
		print(&o, text);
	table_keep(t, keys[which], text);
}

/* Stores the open questions. */
static void
keep_all(struct table *t)
{
	for (unsigned i = 0; t->store && !t->offers.held && i < TABLE_OFFERS; i++)
		keep(t, i);
}

void
table_offer_begin(struct table *t, bool array)
{
	const struct table_offer o = { .kind = OFFER_ARRAY, .actions = t->book.n };
	char text[STORE_VALUE_MAX] = "";

	if (array)
		print(&o, text);
	table_keep(t, keys[TABLE_OFFER_MENU], "");
	table_keep(t, keys[TABLE_OFFER_SESSION], text);
}

bool
table_offer_kept(const struct table *t, unsigned which, bool *on_disk)
{
	struct table_offer o = open_one(t, which);

	*on_disk = table_number(t) && store_status(t->store)->caught_up;
	return o.kind != OFFER_NONE;
}

/* ---- repeating ---- */

/* Repeats the agreement of seats to this same question. */
static void
agree_again(struct table *t, unsigned agreed)
{
	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		if (t->state.prompt.needs & agreed & 1u << s)
			table_step(t, (struct event){ .kind = EVENT_ANSWER,
						      .yes = true,
						      .seat = (uint8_t)s,
						      .t_us = t->now_us });
}

static void
repeat_in_session(struct table *t, const struct table_offer *o)
{
	table_step(t, (struct event){ .kind = EVENT_ASK,
				      .n = o->kind == OFFER_NEW_GAME ? 0 : o->n,
				      .yes = o->kind == OFFER_TAKEBACK,
				      .seat = SEAT_NONE,
				      .t_us = t->now_us });
	if (t->state.prompt.kind == PROMPT_TAKEBACK && (t->state.prompt.needs & ~o->agreed) != 0)
		agree_again(t, o->agreed);
}

void
table_offer_array(struct table *t)
{
	table_step(t, (struct event){ .kind = EVENT_ARRAY, .seat = SEAT_NONE, .t_us = t->now_us });
}

static void
repeat(struct table *t, const struct table_offer *o)
{
	switch ((enum table_offer_kind)o->kind) {
	case OFFER_NONE:
		break;
	case OFFER_DRAW:
	case OFFER_TIME:
		table_menu_ask_again(t, o);
		break;
	case OFFER_UNDO:
	case OFFER_TAKEBACK:
		if (o->n > 0)
			repeat_in_session(t, o);
		break;
	case OFFER_NEW_GAME:
		repeat_in_session(t, o);
		break;
	case OFFER_ARRAY:
		table_offer_array(t);
		break;
	}
}

void
table_offers_hold(struct table *t, bool held)
{
	t->offers.held = held;
}

bool
table_offers_are_held(const struct table *t)
{
	return t->offers.held;
}

void
table_offer_hold(struct table *t, struct table_offer *out)
{
	*out = sessions(t);
	t->offers.held = true;
}

void
table_offer_again(struct table *t, const struct table_offer *o)
{
	t->offers.held = false;
	repeat(t, o);
	(void)duties_report(t, DUTY_STATE);
}

/*
 * Reports whether a saved question is still open. Those of the menu, and the one about the
 * array, survive actions and end only by an answer or a result: the disk may have an
 * action without the question's new count. The session's other questions end with the next
 * action.
 */
static bool
still_open(const struct table *t, const struct table_offer *o, unsigned which)
{
	if (which == TABLE_OFFER_MENU)
		return o->kind <= OFFER_TIME;
	return o->kind == OFFER_ARRAY || (o->kind > OFFER_TIME && o->actions == t->book.n);
}

static void
resume(struct table *t, unsigned which)
{
	const char *kept = table_kept(t, keys[which]);
	struct table_offer o;

	if (!kept || !*kept)
		return;
	if (!parse(kept, &o)) {
		log_line(LOG_SYSTEM,
			 "what was asked when the daemon ended cannot be read (setting %s) and is "
			 "not asked again",
			 keys[which]);
		return;
	}
	if ((o.game == 0 || o.game == table_number(t)) && still_open(t, &o, which))
		repeat(t, &o);
}

void
table_offer_move(struct table *t)
{
	if (t->state.guidance.kind == GUIDANCE_LEADS && t->state.prompt.kind == PROMPT_NONE)
		table_step(t, (struct event){ .kind = EVENT_ASK,
					      .yes = true,
					      .seat = SEAT_NONE,
					      .t_us = t->now_us });
}

void
table_offer_resume(struct table *t)
{
	for (unsigned i = 0; t->store && i < TABLE_OFFERS; i++)
		resume(t, i);
	table_offer_move(t);
	t->offers.held = false;
	(void)duties_report(t, DUTY_STATE);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if ((e->kind == DUTY_STATE || e->kind == DUTY_STORED) && t->begun)
		keep_all(t);
	return false;
}

const struct duty table_offer_duty = { .event = event };
