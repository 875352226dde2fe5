/*
 * The choice of a game by lights. Holding OK before a game has begun opens it, a piece put on a
 * light chooses that game, back closes it. If a partner is connected, the seats follow: a piece on a
 * light chooses a person or a computer, OK persons for the remaining seats, back another game.
 * Pieces are not moves meanwhile: the session gets no edges, and the whole board when the choice
 * closes, as after the loss of a bus.
 */
#include <string.h>

#include "daemon/table/table.h"

/* Returns the occupied squares, by the board's own numbers. */
static struct sqset
board_occupied(const struct table *t)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
		if (t->known[sq] && t->reading[sq].occupied)
			sqset_add(&set, sq);
	return set;
}

static void
open(struct table *t)
{
	duties_take(t, &table_choice_duty);
	menu_lamps_open(&t->choice.lamps, t->board, board_occupied(t));
	t->choice.game = NULL;
	t->choice.on = t->choice.lamps.n > 0;
	t->version++;
}

bool
table_choice_is_open(const struct table *t)
{
	return t->choice.on;
}

void
table_choice_close(struct table *t)
{
	if (!t->choice.on)
		return;
	t->choice.on = false;
	t->version++;
	table_compare(t);
}

static void
touch(struct table *t, unsigned board_sq, uint64_t t_us)
{
	menu_lamps_edge(&t->choice.lamps, board_sq, t->reading[board_sq].occupied, t_us);
	t->version++;
}

static uint64_t
deadline(const struct table *t)
{
	return t->choice.on ? menu_lamps_deadline(&t->choice.lamps) : UINT64_MAX;
}

/* Begins the chosen game. */
static void
start(struct table *t)
{
	struct table_setup s = { .game = t->choice.game, .options = "" };

	/* Persons keep their names. */
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++) {
		bool person = !table_seat_is_computer(t, i) && t->choice.player[i].level == 0;

		s.name[i] = person ? t->game.name[i] : "";
		s.player[i] = t->choice.player[i];
	}
	if (table_new(t, &s) == 0)
		return;
	log_line(LOG_GAME, "%s cannot begin: %s", rules_title(s.game), t->why);
	table_choice_close(t);
}

/* Asks who plays the seat, or begins the game after the last one. */
static void
ask_seat(struct table *t, unsigned seat)
{
	const struct game *g = t->choice.game;

	t->choice.seat = (uint8_t)seat;
	t->version++;
	if (seat < rules_seats(g))
		menu_lamps_ask(&t->choice.lamps, t->board, board_occupied(t), g, seat,
			       rules_levels(g));
	else
		start(t);
}

static void
turn(struct table *t, uint64_t now_us)
{
	const struct menu_choice *c = menu_lamps_chosen(&t->choice.lamps, now_us);
	struct table_choice *choice = &t->choice;

	if (!c)
		return;
	if (choice->game) {
		choice->player[choice->seat].level = c->level;
		ask_seat(t, choice->seat + 1u);
		return;
	}
	choice->game = c->game;
	memset(choice->player, 0, sizeof(choice->player));
	/* Without a partner no computer plays. */
	ask_seat(t, table_is_partner(t, 0) ? rules_seats(c->game) : 0);
}

/* Handles a button. */
static void
press(struct table *t, unsigned button)
{
	bool seats = t->choice.game != NULL;

	if (button == BUTTON_BACK && seats)
		open(t);
	else if (button == BUTTON_BACK)
		table_choice_close(t);
	else if (button == BUTTON_OK && seats)
		start(t);
}

static bool
paint(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	if (!t->choice.on)
		return false;
	menu_lamps_paint(&t->choice.lamps, c, rgb);
	return true;
}

static bool
say(const struct table *t, char out[WORDS_LINE])
{
	const struct table_choice *c = &t->choice;

	if (!c->on)
		return false;
	if (c->game)
		lang_print(out, WORDS_LINE,
			   tr("Who plays {1}? Put a piece on the first light for a person, on "
			      "another for a computer. OK: persons. Back: another game"),
			   words_seat(c->game, c->seat));
	else
		lang_print(out, WORDS_LINE,
			   tr("Put a piece on the light of a game. Back: none of them"));
	return true;
}

/* Handles a held OK, if the menu has nothing to ask. */
static bool
held(struct table *t)
{
	if (!t->choice.on)
		open(t);
	return true;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_HELD)
		return held(t);
	if (!t->choice.on)
		return false;
	switch (e->kind) {
	case DUTY_TOUCH:
		touch(t, e->touch.board_sq, e->t_us);
		return true;
	case DUTY_PRESS:
		press(t, e->press.button);
		return true;
	case DUTY_BACK:
		open(t);
		return true;
	case DUTY_OPENED:
		t->choice.on = false;
		return false;
	case DUTY_TAKEN:
		if (e->taker != &table_choice_duty)
			table_choice_close(t);
		return false;
	default:
		return false;
	}
}

const struct duty table_choice_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.paint = paint,
	.say = say,
};
