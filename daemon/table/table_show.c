/*
 * A kept game on the lamps, while no game runs: the squares of the move that is
 * shown, and what the board has too little or too much of to follow it. Hands
 * follow and do not play meanwhile: the session gets no edges, and is shown the
 * whole board when the showing ends, as after the choice of a game.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/home.h"
#include "daemon/lamps/palette.h"
#include "daemon/table/table.h"

/* Somebody sets the position up; with more than that wrong nobody follows. */
enum { FOLLOW_MAX = 8 };

int
table_show_open(struct table *t, uint32_t client, const struct record *r, uint32_t move,
		const struct record_walk *at)
{
	if (t->screen != client)
		return table_refuse(t, SAY_NOT_SHOWN_SCREEN);
	if (table_game_runs(t))
		return table_refuse(t, SAY_NOT_SHOWN_GAME);
	if (!home_fits(t->board, r->game))
		return table_refuse(t, SAY_NOT_SHOWN_SMALL);
	table_choice_close(t);
	t->showing.game = r->game;
	t->showing.number = r->number;
	t->showing.move = move;
	t->showing.at = *at;
	t->version++;
	table_relight(t);
	table_light(t, t->now_us);
	return 0;
}

void
table_show_close(struct table *t)
{
	if (!t->showing.game)
		return;
	t->showing.game = NULL;
	t->version++;
	table_relight(t);
	table_compare(t);
	table_light(t, t->now_us);
}

/* What the board, as it stands, lacks of the position and has beside it. */
static void
differences(const struct table *t, struct sqset *missing, struct sqset *extra)
{
	const struct game *g = t->showing.game;
	struct sqset full = { { 0, 0 } }, wanted = rules_occupied(g, &t->showing.at.at);

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned bsq = home_to_board(t->board, g, sq);

		if (t->known[bsq] ? t->reading[bsq].occupied : sqset_has(wanted, sq))
			sqset_add(&full, sq);
	}
	*missing = sqset_minus(wanted, full);
	*extra = sqset_minus(full, wanted);
	if (sqset_count(*missing) + sqset_count(*extra) > FOLLOW_MAX)
		*missing = *extra = (struct sqset){ { 0, 0 } };
}

void
table_show_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct game *g = t->showing.game;
	const struct lamps_config c = table_board_lamps(t);
	struct sqset missing, extra;

	differences(t, &missing, &extra);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned means = 0;
		struct palette_lamp lamp;

		if (sqset_has(missing, sq))
			means = 1u << MEANING_MISSING;
		else if (sqset_has(extra, sq))
			means = 1u << MEANING_EXTRA;
		else if (sqset_has(t->showing.at.changed, sq))
			means = 1u << MEANING_LAST;
		lamp = palette_lamp(&c, (uint16_t)means, false, 0);
		if (means)
			memcpy(rgb[home_to_board(t->board, g, sq)], lamp.peak, 3);
	}
	lamps_limit(&c, rgb, BOARD_SQUARES_MAX);
}
