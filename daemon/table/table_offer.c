/*
 * What somebody was asked and has not answered: kept with the settings while it is open,
 * asked again by the next daemon. A question belongs to the game, by its number, and but for
 * 1) and 7) to as many actions as were final; of any other game or length it is not asked again.
 *
 *   1) the menu's draw, and a win on time        asked again, if the game still goes on, and
 *                                                the flag is still down, however many actions
 *                                                were made or taken back beneath it
 *   2) a takeback that somebody wished           asked again, with who has agreed already
 *   3) a takeback, a new game by the board       asked again while the board stands so; else
 *                                                the board has said no
 *   4) the menu itself, a resignation            not kept: a question to oneself
 *   5) what only hands asked (which, confirm,    not kept: the board tells, see session_resume.c;
 *      promotion, end, pay)                      asked where 2) and 3) are not
 *   6) the board is read anew in between         2), 3) and 7) as after a restart; 5) when a bus is back
 *   7) whether the array stands                  asked again, however many actions were played on a
 *                                                screen beneath it
 *
 * None waits for the way back that is lit at a start: each could be asked beside it before.
 * The first hand on the board ends 2) and 3), as ever.
 *
 * Kept as text, one question of the menu and one of the session, since either may be open
 * beside the other: "GAME ACTIONS KIND N AGREED". GAME 0 is the game that the disk has on the
 * board: it has given it no number yet. What is kept so goes there with the game or behind
 * it, and the next game brings its own in place of it, so it is never another's.
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

_Static_assert((size_t)STORE_WITH_MAX > TABLE_OFFERS, "they go with a game, and board.known too");

/* ---- what is open ---- */

static struct table_offer
menus(const struct table *t)
{
	struct table_offer o = { .kind = OFFER_NONE };

	if (t->menu && t->menu_kind == PROMPT_DRAW) {
		o.kind = OFFER_DRAW;
	} else if (t->menu && t->menu_kind == TABLE_MENU_TIME) {
		o.kind = OFFER_TIME;
		o.n = t->menu_seat;
	}
	return o;
}

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
	return which == TABLE_OFFER_MENU ? menus(t) : sessions(t);
}

/* ---- as text ---- */

static void
print(const struct table_offer *o, char out[STORE_VALUE_MAX])
{
	(void)snprintf(out, STORE_VALUE_MAX, "%u %u %s %u %u", o->game, o->actions, kinds[o->kind],
		       o->n, o->agreed);
}

/* Only what print would have written; false: it is something else, or damaged. */
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

/* ---- kept ---- */

static void
keep(struct table *t, unsigned which)
{
	struct table_offer o = open_one(t, which);
	const char *kept = store_setting(t->store, keys[which]);
	char text[STORE_VALUE_MAX] = "";

	o.game = table_number(t);
	o.actions = t->book.n;
	if (o.kind != OFFER_NONE)
		print(&o, text);
	if ((kept || *text) && store_setting_set(t->store, keys[which], text) < 0)
		log_line(LOG_BUG, "a question has no room");
}

void
table_offer_keep(struct table *t)
{
	for (unsigned i = 0; t->store && !t->offers_held && i < TABLE_OFFERS; i++)
		keep(t, i);
	table_known_keep(t);
}

void
table_offer_begin(struct table *t, bool array)
{
	const struct table_offer o = { .kind = OFFER_ARRAY, .actions = t->book.n };
	struct store_setting *with = t->game.with;

	memset(t->game.with, 0, sizeof(t->game.with));
	for (unsigned i = 0; i < TABLE_OFFERS; i++)
		strcpy(with[i].key, keys[i]);
	if (array)
		print(&o, with[TABLE_OFFER_SESSION].value);
	table_known_begin(t, &with[TABLE_OFFERS]);
}

bool
table_offer_kept(const struct table *t, unsigned which, bool *on_disk)
{
	struct table_offer o = open_one(t, which);

	*on_disk = table_number(t) && store_status(t->store)->caught_up;
	return o.kind != OFFER_NONE;
}

/* ---- asked again ---- */

/* Everybody who had agreed has said so to this very question. */
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
ask_session(struct table *t, const struct table_offer *o)
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
ask(struct table *t, const struct table_offer *o)
{
	switch ((enum table_offer_kind)o->kind) {
	case OFFER_NONE:
		break;
	case OFFER_DRAW:
		if (table_game_runs(t) && !rules_partners(t->state.game))
			table_menu_draw(t);
		break;
	case OFFER_TIME:
		if (table_clock_claimant(t) == o->n && o->n != SEAT_NONE)
			(void)!table_menu_time(t);
		break;
	case OFFER_UNDO:
	case OFFER_TAKEBACK:
		if (o->n > 0)
			ask_session(t, o);
		break;
	case OFFER_NEW_GAME:
		ask_session(t, o);
		break;
	case OFFER_ARRAY:
		table_offer_array(t);
		break;
	}
}

void
table_offer_hold(struct table *t, struct table_offer *out)
{
	*out = sessions(t);
	t->offers_held = true;
}

void
table_offer_again(struct table *t, const struct table_offer *o)
{
	t->offers_held = false;
	ask(t, o);
	table_offer_keep(t);
}

/*
 * The menu's, and whether the array stands, go on beneath actions, and end by an answer or a
 * result alone: the disk hears of an action and of its question's new count one after the
 * other, and may have the one without the other. The session's other ones end with the next
 * action.
 */
static bool
still_asked(const struct table *t, const struct table_offer *o, unsigned which)
{
	if (which == TABLE_OFFER_MENU)
		return o->kind <= OFFER_TIME;
	return o->kind == OFFER_ARRAY || (o->kind > OFFER_TIME && o->actions == t->book.n);
}

static void
resume(struct table *t, unsigned which)
{
	const char *kept = store_setting(t->store, keys[which]);
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
	if ((o.game == 0 || o.game == table_number(t)) && still_asked(t, &o, which))
		ask(t, &o);
}

void
table_offer_move(struct table *t)
{
	if (guidance_leads(&t->state.guidance) && t->state.prompt.kind == PROMPT_NONE)
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
	t->offers_held = false;
	table_offer_keep(t);
}
