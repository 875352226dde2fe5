/*
 * The choice of a game by lights: OK held where no game has begun opens it, a
 * piece put on a light begins that game, back leaves. While it is open hands
 * choose and do not play: the session gets no edges, and is shown the whole
 * board when it closes, as after a bus was away.
 */
#include <string.h>

#include "daemon/table/table.h"

/* What stands on the board, by its own squares. */
static struct sqset
board_occupied(const struct table *t)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
		if (t->known[sq] && t->reading[sq].occupied)
			sqset_add(&set, sq);
	return set;
}

void
table_choice_open(struct table *t)
{
	menu_lamps_open(&t->choice, t->board, board_occupied(t));
	t->choosing = t->choice.n > 0;
	t->version++;
	table_light(t, t->now_us);
}

void
table_choice_close(struct table *t)
{
	if (!t->choosing)
		return;
	t->choosing = false;
	t->version++;
	table_relight(t);
	table_compare(t);
}

void
table_choice_edge(struct table *t, unsigned board_sq, bool full, uint64_t t_us)
{
	menu_lamps_edge(&t->choice, board_sq, full, t_us);
	t->version++;
	table_light(t, t->now_us);
}

uint64_t
table_choice_deadline(const struct table *t)
{
	return t->choosing ? menu_lamps_deadline(&t->choice) : UINT64_MAX;
}

void
table_choice_turn(struct table *t, uint64_t now_us)
{
	const struct game *g = menu_lamps_chosen(&t->choice, now_us);
	struct table_setup s = { .game = g, .options = "" };

	if (!g)
		return;
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		s.name[i] = t->game.name[i];
	if (table_new(t, &s) == 0)
		return;
	log_line(LOG_GAME, "%s cannot begin: %s", rules_title(g), t->why);
	table_choice_close(t);
}

/* Chips count the board's squares here, not a game's. */
struct lamps_config
table_board_lamps(const struct table *t)
{
	struct lamps_config c = t->lamps_config;

	for (unsigned i = 0; i < t->board->n_leds; i++) {
		c.chip[i].squares = (struct sqset){ { 0, 0 } };
		for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
			if (t->board->led[i].channel[sq][0] != BOARD_NO_CHANNEL)
				sqset_add(&c.chip[i].squares, sq);
	}
	return c;
}

/* The picture of the lights. */
void
table_choice_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct lamps_config c = table_board_lamps(t);

	menu_lamps_paint(&t->choice, &c, rgb);
}
