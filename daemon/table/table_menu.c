/*
 * The menu that a held OK opens while a game runs. The menu needs no screen: clock asks for a draw,
 * hint for resignation, OK for a win on time if a flag has fallen. Then OK agrees; back always
 * closes the menu. No game ends without the second press. After the end of a game with secrets the
 * menu asks whether to reveal them (table_end.c).
 */
#include "daemon/table/table.h"

/* Shows one page of the menu under an id of its own; PROMPT_NONE closes it. */
static void
show(struct table *t, unsigned kind)
{
	if (kind == PROMPT_NONE && t->menu.kind == PROMPT_NONE)
		return;
	t->menu.kind = (uint8_t)kind;
	t->menu.agreed = 0;
	t->menu.offer = SEAT_NONE;
	t->menu.id = kind == PROMPT_NONE ? 0 : TABLE_MENU_ID + ++t->menu.count;
	t->menu.seat = kind == PROMPT_RESIGN     ? table_seats_resigns(t)
		       : kind == TABLE_MENU_TIME ? (uint8_t)table_clock_claimant(t)
						 : SEAT_NONE;
	t->version++;
	/* Closing the page removes its question from the store. */
	if (t->menu.id)
		(void)duties_report(t, DUTY_STATE);
}

void
table_menu_close(struct table *t)
{
	show(t, PROMPT_NONE);
}

/* Returns the persons' seats, as bits. */
static unsigned
persons(const struct table *t)
{
	return ((1u << rules_seats(t->state.game)) - 1) & ~table_computers(t);
}

bool
table_menu_offers(const struct table *t)
{
	return t->menu.kind == PROMPT_DRAW && t->menu.offer == SEAT_NONE && table_computers(t) &&
	       table_has_person(t) && !(t->menu.agreed & persons(t));
}

/* Asks the computers, once a person has confirmed the offer of a draw. */
static void
ask_computers(struct table *t)
{
	t->menu.agreed |= (uint8_t)persons(t);
	t->version++;
	(void)duties_report(t, DUTY_STATE);
}

/* Requests the interrupted game from the store, or forgets it. Returns 0, or -1 with t->why. */
static int
play_on(struct table *t, bool yes)
{
	struct store_ask q = { .kind = STORE_GET, .number = t->menu.game };

	if (!yes) {
		t->menu.game = 0;
		return 0;
	}
	table_past_ask(&q);
	return store_ask(t->store, &q) < 0 ? table_refuse(t, tr("the journal is busy, ask again"))
					   : 0;
}

int
table_menu_answer(struct table *t, bool yes)
{
	struct event e = { .kind = EVENT_DRAW, .seat = SEAT_NONE };
	uint8_t kind = t->menu.kind;
	int r = 0;

	if (yes && table_menu_offers(t)) {
		ask_computers(t);
		return 0;
	}
	if (kind == TABLE_MENU_PLAY_ON && play_on(t, yes) < 0)
		return -1;
	if (kind == PROMPT_RESIGN) {
		e.kind = EVENT_RESIGN;
		e.seat = t->menu.seat;
	}
	table_menu_close(t);
	if (kind == PROMPT_REVEAL)
		e.kind = EVENT_CLOSE;
	if (yes && kind == TABLE_MENU_TIME)
		r = table_clock_claimed(t);
	else if (yes && kind != PROMPT_MENU && kind != TABLE_MENU_PLAY_ON)
		r = table_event(t, e);
	(void)duties_report(t, DUTY_STATE);
	return r;
}

void
table_menu_draw(struct table *t)
{
	show(t, PROMPT_DRAW);
}

int
table_menu_offer_draw(struct table *t, unsigned seat)
{
	if (t->menu.id || t->state.prompt.kind != PROMPT_NONE)
		return table_refuse(t, tr("another question is open"));
	show(t, PROMPT_DRAW);
	t->menu.offer = (uint8_t)seat;
	t->menu.agreed = (uint8_t)(1u << seat);
	(void)duties_report(t, DUTY_STATE);
	return 0;
}

unsigned
table_menu_needs(const struct table *t)
{
	if (t->menu.kind != PROMPT_DRAW)
		return 0;
	if (table_menu_offers(t))
		return table_hides_between(t) ? persons(t) : 0;
	if (table_hides_between(t))
		return (1u << rules_seats(t->state.game)) - 1;
	return t->menu.offer != SEAT_NONE && table_has_person(t) ? 0 : table_computers(t);
}

int
table_menu_agree(struct table *t, unsigned seat)
{
	if (seat >= rules_seats(t->state.game))
		return table_refuse(t, tr("each player answers this alone, on the screen"));
	t->menu.agreed |= (uint8_t)(1u << seat);
	t->version++;
	if ((table_menu_needs(t) & ~t->menu.agreed) == 0)
		return table_menu_answer(t, true);
	(void)duties_report(t, DUTY_STATE);
	return 0;
}

void
table_menu_reveal(struct table *t)
{
	show(t, PROMPT_REVEAL);
}

void
table_menu_interrupted(struct table *t, uint32_t game)
{
	t->menu.game = game;
}

bool
table_menu_holds_game(const struct table *t)
{
	return t->menu.game != 0;
}

void
table_menu_play_on(struct table *t)
{
	if (t->menu.game && !t->menu.id)
		show(t, TABLE_MENU_PLAY_ON);
}

int
table_menu_time(struct table *t)
{
	if (table_clock_claimant(t) == SEAT_NONE)
		return table_refuse(t, tr("no player has run out of time"));
	show(t, TABLE_MENU_TIME);
	return 0;
}

static void
press(struct table *t, enum button button)
{
	bool top = t->menu.kind == PROMPT_MENU;

	switch (button) {
	case BUTTON_CLOCK:
		if (top && !rules_partners(t->state.game))
			table_menu_draw(t);
		break;
	case BUTTON_HINT:
		/* While dice are to be rolled, no seat can resign. */
		if (top && t->state.to_act < RULES_SEATS_MAX)
			show(t, PROMPT_RESIGN);
		break;
	case BUTTON_OK:
		if (table_menu_needs(t) & table_computers(t) & ~t->menu.agreed)
			break; /* a computer answers for itself */
		if (top && table_clock_claimant(t) != SEAT_NONE)
			show(t, TABLE_MENU_TIME);
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

/* ---- a question that survives a restart ---- */

struct table_offer
table_menu_offer(const struct table *t)
{
	struct table_offer o = { .kind = OFFER_NONE };

	if (t->menu.id && t->menu.kind == PROMPT_DRAW) {
		o.kind = OFFER_DRAW;
		o.agreed = t->menu.agreed;
	} else if (t->menu.id && t->menu.kind == TABLE_MENU_TIME) {
		o.kind = OFFER_TIME;
		o.n = t->menu.seat;
	}
	return o;
}

void
table_menu_ask_again(struct table *t, const struct table_offer *o)
{
	if (o->kind == OFFER_DRAW) {
		if (table_game_runs(t) && !rules_partners(t->state.game))
			table_menu_draw(t);
		for (unsigned s = 0; t->menu.id && s < RULES_SEATS_MAX; s++)
			if (o->agreed & table_computers(t) & 1u << s)
				t->menu.offer = (uint8_t)s;
		t->menu.agreed = o->agreed & (uint8_t)(table_menu_needs(t) | table_computers(t));
	} else if (table_clock_claimant(t) == o->n && o->n != SEAT_NONE) {
		(void)!table_menu_time(t);
	}
}

/* ---- the duty ---- */

/* Handles a held OK. Returns whether the menu is open. */
static bool
held(struct table *t)
{
	if (!t->menu.id && !table_game_runs(t) && !t->state.has_provisional)
		return false;
	if (!t->menu.id)
		show(t, PROMPT_MENU);
	return true;
}

static bool
prompt(const struct table *t, struct prompt *out)
{
	if (!t->menu.id || t->menu.kind == TABLE_MENU_PLAY_ON)
		return false;
	*out = (struct prompt){ .kind = t->menu.kind, .seat = t->menu.seat };
	if (t->menu.kind == TABLE_MENU_TIME) {
		out->kind = PROMPT_RESIGN;
		out->seat = t->menu.seat ^ 1; /* the seat that would lose */
	}
	return true;
}

/* Writes a question for a draw that no computer offers: first a person confirms it, if one is asked. */
static void
draw_words(const struct table *t, char out[WORDS_LINE])
{
	unsigned open = table_menu_needs(t) & ~(unsigned)t->menu.agreed;

	if (table_menu_offers(t))
		lang_print(out, WORDS_LINE, tr("Offer the computer a draw? OK: yes. Back: go on"));
	else if (open && !(open & ~table_computers(t)))
		lang_print(out, WORDS_LINE, tr("The computer is asked whether it is a draw"));
	else
		words_menu(t->state.game, t->menu.kind, t->menu.seat, false, out);
}

bool
table_menu_words(const struct table *t, char out[WORDS_LINE])
{
	const struct game *g = t->state.game;

	if (!t->menu.id)
		return false;
	if (t->menu.kind == TABLE_MENU_TIME)
		lang_print(out, WORDS_LINE, tr("{1} has run out of time. Does {2} claim the game?"),
			   words_seat(g, table_clock_fallen(t)), words_seat(g, t->menu.seat));
	else if (t->menu.kind == TABLE_MENU_PLAY_ON)
		lang_print(out, WORDS_LINE,
			   tr("Your game of {1} is not finished. Play on from where it stopped? "
			      "OK: yes. Back: no"),
			   tr(rules_title(g)));
	else if (t->menu.kind == PROMPT_DRAW && t->menu.offer != SEAT_NONE)
		lang_print(out, WORDS_LINE, tr("{1} offers a draw. OK: yes. Back: go on"),
			   words_seat(g, t->menu.offer));
	else if (t->menu.kind == PROMPT_DRAW)
		draw_words(t, out);
	else
		words_menu(g, t->menu.kind, t->menu.seat, table_clock_claimant(t) != SEAT_NONE,
			   out);
	return true;
}

static bool
event(struct table *t, struct duty_event *e)
{
	switch (e->kind) {
	case DUTY_HELD:
		return held(t);
	case DUTY_PRESS:
		if (!t->menu.id)
			return false;
		press(t, (enum button)e->press.button);
		return true;
	case DUTY_UNDO:
		if (t->menu.kind == PROMPT_REVEAL)
			table_menu_close(t);
		return false;
	case DUTY_TAKEN: /* another lesson, a replay, calibration or a choice comes first */
		if (t->menu.kind == TABLE_MENU_PLAY_ON)
			table_menu_close(t);
		return false;
	case DUTY_STATE: /* hands move: their OK ends the move */
		if (t->menu.kind == TABLE_MENU_PLAY_ON && t->state.has_provisional)
			table_menu_close(t);
		return false;
	case DUTY_FINAL: /* playing on declines a computer's offer, and another game */
		t->menu.game = 0;
		if (t->menu.offer != SEAT_NONE || t->menu.kind == TABLE_MENU_PLAY_ON)
			table_menu_close(t);
		return false;
	case DUTY_RESULT: /* the menu's question is settled */
		table_menu_close(t);
		return false;
	case DUTY_OPENED:
		t->menu.id = 0;
		t->menu.kind = PROMPT_NONE;
		t->menu.offer = SEAT_NONE;
		t->menu.game = 0;
		return false;
	default:
		return false;
	}
}

const struct duty table_menu_duty = { .event = event, .prompt = prompt, .say = table_menu_words };
