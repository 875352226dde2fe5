/*
 * A small game on a large board leaves squares dark. They are watched all the
 * same: what rests there for a second is told, since it was perhaps meant for
 * the game, and that it is gone again.
 */
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

enum { REST_US = 1000000 };

void
table_beside_look(struct table *t, uint64_t t_us)
{
	const struct game *g = t->state.game;
	bool whole = rules_files(g) == t->board->files && rules_ranks(g) == t->board->ranks;

	if (!whole)
		t->beside_us = t_us + REST_US;
	else if (t->troubles.place[TROUBLE_BESIDE].on) /* told in a smaller game */
		t->beside_us = t_us;
	else
		t->beside_us = UINT64_MAX;
}

void
table_beside_turn(struct table *t, uint64_t now_us)
{
	const struct game *g = t->state.game;
	uint8_t sq[BOARD_SQUARES_MAX];
	char text[WORDS_LINE];
	unsigned n;

	if (t->beside_us > now_us)
		return;
	t->beside_us = UINT64_MAX;
	n = home_beside(t->board, g, t->reading, t->known, sq);
	if (n > 0) {
		words_beside(t->board, g, sq, n, text);
		t->version +=
			trouble_set(&t->troubles, TROUBLE_BESIDE, LOG_GAME, now_us, "%s", text);
	} else {
		words_beside_clear(g, text);
		t->version += trouble_clear(&t->troubles, TROUBLE_BESIDE, "%s", text);
	}
}
