/*
 * Buttons: turns contacts into presses.
 *
 * A contact counts at its first edge, so that a press has its real time. The contact is then
 * ignored for 30 ms while it bounces; its state is checked after that. Clock, back and hint act
 * when pressed. OK acts when released, because holding it for a second opens the menu.
 *
 * OK, back and hint belong to the screen while it has requested them to move its focus. The
 * button's state when it goes down determines the receiver. Holding hint for a second asks the
 * screen to take the buttons. Holding back asks the voice for the last move, then the position.
 *
 * The duties handle a held OK. Usually the menu opens (table_menu.c); before the first move
 * or after the end it is the choice of a game (table_choice.c).
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

/* Handles a press at the contact's time, which may precede the table's. */
static int
press(struct table *t, enum button button, unsigned seat, uint64_t t_us)
{
	struct duty_event e = { .kind = DUTY_PRESS, .t_us = t_us, .press.button = (uint8_t)button };

	if (duties_event(t, &e))
		return e.press.result;
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

/* Handles a press on the board; a refusal there is only logged. */
static void
press_finger(struct table *t, enum button button, uint64_t t_us)
{
	if (press(t, button, SEAT_NONE, t_us) < 0)
		log_line(LOG_GAME, "the press of %s was refused: %s", names[button], t->why);
}

/* ---- the screen's buttons ---- */

/*
 * Reports whether the button belongs to the screen: never the clock's, nor during a choice
 * by lights.
 */
static bool
is_screens(const struct table *t, enum button button)
{
	return !table_is_screen(t, 0) && t->buttons.focus && button != BUTTON_CLOCK &&
	       !table_choice_is_open(t);
}

bool
table_button_is_screens(const struct table *t, unsigned i)
{
	int button = button_of(&t->board->button[i]);

	return button >= 0 && is_screens(t, (enum button)button);
}

/* Queues a press for the screen. If the queue is full, the press is lost. */
static void
queue_press(struct table *t, enum button button, enum table_press_kind kind)
{
	if (t->buttons.n_presses < TABLE_PRESSES)
		t->buttons.press[t->buttons.n_presses++] = (struct table_press){ (uint8_t)button, (uint8_t)kind };
}

/* Offers a press to the screen; returns whether it took it. */
static bool
offer_to_screen(struct table *t, struct table_button *b, enum button button)
{
	if (b->down ? !is_screens(t, button) : !b->screens)
		return false;
	b->screens = b->down;
	queue_press(t, button, b->down ? TABLE_DOWN : TABLE_UP);
	return true;
}

static void
accept(struct table *t, unsigned i, uint64_t t_us)
{
	struct table_button *b = &t->buttons.at[i];
	int button = button_of(&t->board->button[i]);

	b->down = b->raw;
	b->deaf_us = t_us + TABLE_BUTTON_LOCK_US;
	if (button == BUTTON_HINT)
		t->buttons.hint_us = UINT64_MAX;
	if (button == BUTTON_BACK)
		t->buttons.back_us = UINT64_MAX;
	if (button < 0 || offer_to_screen(t, b, (enum button)button))
		return;
	if (b->down) {
		b->held = false;
		if (button == BUTTON_HINT && !table_is_screen(t, 0))
			t->buttons.hint_us = t_us + TABLE_OK_HOLD_US;
		if (button == BUTTON_BACK) {
			t->buttons.back_us = t_us + TABLE_OK_HOLD_US;
			t->buttons.back_says = TABLE_SAY_LAST;
		}
		if (button == BUTTON_OK)
			t->buttons.ok_us = t_us + TABLE_OK_HOLD_US;
		else
			press_finger(t, (enum button)button, t_us);
		return;
	}
	if (button == BUTTON_OK) {
		t->buttons.ok_us = UINT64_MAX;
		if (!b->held)
			press_finger(t, BUTTON_OK, t_us);
	}
}

static void
contact(struct table *t, unsigned i, bool down, uint64_t t_us)
{
	struct table_button *b;

	if (i >= t->board->n_buttons)
		return;
	b = &t->buttons.at[i];
	b->raw = down;
	if (b->raw != b->down && t_us >= b->deaf_us)
		accept(t, i, t_us);
}

static void
hold_ok(struct table *t)
{
	t->buttons.ok_us = UINT64_MAX;
	for (unsigned i = 0; i < t->board->n_buttons; i++)
		if (button_of(&t->board->button[i]) == BUTTON_OK)
			t->buttons.at[i].held = true;
	(void)duties_report(t, DUTY_HELD);
}

void
table_focus(struct table *t, uint32_t client, bool on)
{
	if (table_is_screen(t, 0))
		(void)!table_screen(t, client);
	if (table_is_screen(t, client))
		t->buttons.focus = on;
}

bool
table_press_take(struct table *t, struct table_press *out)
{
	struct table_buttons *b = &t->buttons;

	if (b->n_presses == 0)
		return false;
	*out = b->press[0];
	memmove(b->press, b->press + 1, --b->n_presses * sizeof(b->press[0]));
	return true;
}

/* Asks the voice for the last move, and for the position if back stays down. */
static void
hold_back(struct table *t)
{
	struct table_buttons *b = &t->buttons;

	table_say(t, (enum table_say)b->back_says, 0);
	if (b->back_says == TABLE_SAY_LAST)
		b->back_us += TABLE_BACK_HOLD_US - TABLE_OK_HOLD_US;
	else
		b->back_us = UINT64_MAX;
	b->back_says = TABLE_SAY_POSITION;
}

static uint64_t
deadline(const struct table *t)
{
	const struct table_buttons *all = &t->buttons;
	uint64_t d = all->ok_us < all->hint_us ? all->ok_us : all->hint_us;

	if (all->back_us < d)
		d = all->back_us;
	for (unsigned i = 0; i < t->board->n_buttons; i++) {
		const struct table_button *b = &all->at[i];

		if (b->raw != b->down && b->deaf_us < d)
			d = b->deaf_us;
	}
	return d;
}

static void
turn(struct table *t, uint64_t now_us)
{
	for (unsigned i = 0; i < t->board->n_buttons; i++) {
		struct table_button *b = &t->buttons.at[i];

		if (b->raw != b->down && b->deaf_us <= now_us)
			accept(t, i, now_us);
	}
	if (t->buttons.ok_us <= now_us)
		hold_ok(t);
	if (t->buttons.back_us <= now_us)
		hold_back(t);
	if (t->buttons.hint_us <= now_us) {
		t->buttons.hint_us = UINT64_MAX;
		queue_press(t, BUTTON_HINT, TABLE_HELD);
	}
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT) {
		t->buttons.ok_us = t->buttons.hint_us = t->buttons.back_us = UINT64_MAX;
	} else if (e->kind == DUTY_CONTACT) {
		contact(t, e->contact.index, e->contact.down, e->t_us);
	} else if (e->kind == DUTY_DISCONNECTED && table_is_screen(t, e->client)) {
		t->buttons.focus = false;
		t->buttons.n_presses = 0;
	}
	return false;
}

const struct duty table_buttons_duty = { .event = event, .turn = turn, .deadline = deadline };
