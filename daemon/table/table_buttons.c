/*
 * Buttons: contacts become presses.
 *
 * A contact is believed at its first edge, so a press has the time of the
 * finger, and not believed for the 30 ms after, in which it bounces; what it
 * says then is looked at again. Clock, back and hint act when they go down. OK
 * acts when it comes up, because held for a second it means the menu.
 *
 * OK, back and hint belong to the screen where it has said so: while it shows
 * something with a focus to move. Who a press goes to is decided when it goes down.
 * Hint held for a second asks the screen to take them.
 *
 * Held where nobody has moved yet, or where the game is over, it opens the choice
 * of a game (table_choice.c).
 *
 * The menu needs no screen: in it clock asks for a draw, hint for resignation, OK
 * for a win on time where a flag is down; OK then says yes, and back leaves it at any point. Nothing ends a game without
 * that second press.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/log.h"
#include "daemon/table/table.h"

static const char *const names[BUTTONS] = {
	[BUTTON_CLOCK] = "clock",
	[BUTTON_OK] = "ok",
	[BUTTON_BACK] = "back",
	[BUTTON_HINT] = "hint",
};

const char *
table_button_name(enum button button)
{
	return names[button];
}

static int
button_of(const struct board_button *bb)
{
	for (int i = 0; i < BUTTONS; i++)
		if (strcmp(bb->name, names[i]) == 0)
			return i;
	return -1;
}

/* At the finger's time, which may lie behind the table's. */
static int
press(struct table *t, enum button button, unsigned seat, uint64_t t_us)
{
	if (t->menu) {
		table_menu_press(t, button);
		return 0;
	}
	if (t->calibrating) {
		table_calibrate_press(t, button);
		return 0;
	}
	if (t->showing.game) {
		if (button == BUTTON_BACK)
			table_show_close(t);
		return 0;
	}
	if (t->choosing) {
		if (button == BUTTON_BACK)
			table_choice_close(t);
		return 0;
	}
	if (button == BUTTON_OK && t->clock.pause != CLOCK_RUNS) {
		table_clock_pause(t, CLOCK_RUNS, t_us);
		return 0;
	}
	if (button == BUTTON_OK && table_awaits_roll(t))
		return table_roll(t);
	table_step(t, (struct event){ .kind = EVENT_PRESS,
				      .button = (uint8_t)button,
				      .seat = (uint8_t)seat,
				      .t_us = t_us });
	return t->refused ? -1 : 0;
}

int
table_press(struct table *t, enum button button, unsigned seat)
{
	return press(t, button, seat, t->now_us);
}

/* A button of the board: what is refused is told there by no screen. */
static void
press_finger(struct table *t, enum button button, uint64_t t_us)
{
	if (press(t, button, SEAT_NONE, t_us) < 0)
		log_line(LOG_GAME, "the press of %s was refused: %s", names[button], t->why);
}

/* ---- the screen's share of them ---- */

/* A choice by lights is begun and left on the board; the clock's button is never the screen's. */
static bool
is_screens(const struct table *t, enum button button)
{
	return t->screen != 0 && t->focus && button != BUTTON_CLOCK && !t->choosing;
}

bool
table_button_is_screens(const struct table *t, unsigned i)
{
	int button = button_of(&t->board->button[i]);

	return button >= 0 && is_screens(t, (enum button)button);
}

/* A screen that does not listen for so long has lost the newest ones. */
static void
tell_screen(struct table *t, enum button button, enum table_press_kind kind)
{
	if (t->n_presses < TABLE_PRESSES)
		t->press[t->n_presses++] = (struct table_press){ (uint8_t)button, (uint8_t)kind };
}

/* True: the screen has it. */
static bool
screen_takes(struct table *t, struct table_button *b, enum button button)
{
	if (b->down ? !is_screens(t, button) : !b->screens)
		return false;
	b->screens = b->down;
	tell_screen(t, button, b->down ? TABLE_DOWN : TABLE_UP);
	return true;
}

static void
accept(struct table *t, unsigned i, uint64_t t_us)
{
	struct table_button *b = &t->button[i];
	int button = button_of(&t->board->button[i]);

	b->down = b->raw;
	b->deaf_us = t_us + TABLE_BUTTON_LOCK_US;
	if (button == BUTTON_HINT)
		t->hint_us = UINT64_MAX;
	if (button < 0 || screen_takes(t, b, (enum button)button))
		return;
	if (b->down) {
		b->down_us = t_us;
		b->held = false;
		if (button == BUTTON_HINT && t->screen != 0)
			t->hint_us = t_us + TABLE_OK_HOLD_US;
		if (button == BUTTON_OK)
			t->ok_us = t_us + TABLE_OK_HOLD_US;
		else
			press_finger(t, (enum button)button, t_us);
		return;
	}
	if (button == BUTTON_OK) {
		t->ok_us = UINT64_MAX;
		if (!b->held)
			press_finger(t, BUTTON_OK, t_us);
	}
}

void
table_button_told(struct table *t, unsigned i, bool down, uint64_t t_us)
{
	struct table_button *b;

	if (i >= t->board->n_buttons)
		return;
	b = &t->button[i];
	b->raw = down;
	if (b->raw != b->down && t_us >= b->deaf_us)
		accept(t, i, t_us);
}

/* Shows one page of the menu under an id of its own; PROMPT_NONE closes it. */
static void
show_menu(struct table *t, unsigned kind)
{
	if (kind == PROMPT_NONE && t->menu_kind == PROMPT_NONE)
		return;
	t->menu_kind = (uint8_t)kind;
	t->menu = kind == PROMPT_NONE ? 0 : TABLE_MENU_ID + ++t->menus;
	t->menu_seat = kind == PROMPT_RESIGN     ? t->state.to_act
		       : kind == TABLE_MENU_TIME ? (uint8_t)table_clock_claimant(t)
						 : SEAT_NONE;
	t->version++;
	/* What closes it with a word has the disk forget the question behind that word. */
	if (t->menu)
		table_offer_keep(t);
	table_light(t, t->now_us);
}

static void
open_menu(struct table *t)
{
	t->ok_us = UINT64_MAX;
	for (unsigned i = 0; i < t->board->n_buttons; i++)
		if (button_of(&t->board->button[i]) == BUTTON_OK)
			t->button[i].held = true;
	if (t->menu || t->choosing || t->calibrating)
		return;
	if (table_game_runs(t) || t->state.has_provisional)
		show_menu(t, PROMPT_MENU);
	else
		table_choice_open(t);
}

void
table_menu_close(struct table *t)
{
	show_menu(t, PROMPT_NONE);
}

int
table_menu_answer(struct table *t, bool yes)
{
	struct event e = { .kind = EVENT_DRAW, .seat = SEAT_NONE };
	uint8_t kind = t->menu_kind;
	int r = 0;

	if (kind == PROMPT_RESIGN) {
		e.kind = EVENT_RESIGN;
		e.seat = t->menu_seat;
	}
	table_menu_close(t);
	if (yes && kind == TABLE_MENU_TIME)
		r = table_clock_claimed(t);
	else if (yes && kind != PROMPT_MENU)
		r = table_event(t, e);
	table_offer_keep(t);
	return r;
}

void
table_menu_draw(struct table *t)
{
	show_menu(t, PROMPT_DRAW);
}

int
table_menu_time(struct table *t)
{
	if (table_clock_claimant(t) == SEAT_NONE)
		return table_refuse(t, SAY_NOT_LATE);
	show_menu(t, TABLE_MENU_TIME);
	return 0;
}

void
table_menu_press(struct table *t, enum button button)
{
	bool top = t->menu_kind == PROMPT_MENU;

	switch (button) {
	case BUTTON_CLOCK:
		if (top && !rules_partners(t->state.game))
			table_menu_draw(t);
		break;
	case BUTTON_HINT:
		/* Nobody resigns for the dice. */
		if (top && t->state.to_act < RULES_SEATS_MAX)
			show_menu(t, PROMPT_RESIGN);
		break;
	case BUTTON_OK:
		if (top && table_clock_claimant(t) != SEAT_NONE)
			show_menu(t, TABLE_MENU_TIME);
		else if (!top && table_menu_answer(t, true) < 0)
			log_line(LOG_GAME, "the menu's answer was refused: %s", t->why);
		break;
	case BUTTON_BACK:
		(void)!table_menu_answer(t, false);
		break;
	case BUTTONS:
		break;
	}
}

uint64_t
table_button_deadline(const struct table *t)
{
	uint64_t d = t->ok_us < t->hint_us ? t->ok_us : t->hint_us;

	for (unsigned i = 0; i < t->board->n_buttons; i++) {
		const struct table_button *b = &t->button[i];

		if (b->raw != b->down && b->deaf_us < d)
			d = b->deaf_us;
	}
	return d;
}

void
table_button_turn(struct table *t, uint64_t now_us)
{
	for (unsigned i = 0; i < t->board->n_buttons; i++) {
		struct table_button *b = &t->button[i];

		if (b->raw != b->down && b->deaf_us <= now_us)
			accept(t, i, now_us);
	}
	if (t->ok_us <= now_us)
		open_menu(t);
	if (t->hint_us <= now_us) {
		t->hint_us = UINT64_MAX;
		tell_screen(t, BUTTON_HINT, TABLE_HELD);
	}
}
