/*
 * Which piece stands where goes on from game to game, by the squares of the board. What
 * hands did while they chose a game, calibrated or went through a kept game, or while a
 * bus was away, was no edge of any game: of the squares that changed then nothing is known.
 */
#include <string.h>

#include "daemon/table/home.h"
#include "daemon/table/table.h"

/* Stones are no pieces: whoever plays with them has changed sets. */
static bool
same_set(const struct game *a, const struct game *b)
{
	return rules_stones(a, PIECE_PAWN) == 0 && rules_stones(b, PIECE_PAWN) == 0;
}

void
table_known_edge(struct table *t, unsigned board_sq, const struct reading *was)
{
	const struct reading *now = &t->reading[board_sq];

	if (t->bus_gone || t->calibrating || t->choosing || t->showing.game)
		t->unseen[board_sq] |=
			!was || was->occupied != now->occupied || was->pole != now->pole;
}

void
table_known_take(struct table *t, const struct game *g)
{
	const struct game *before = t->state.game;
	struct infer_known was;

	memset(&t->stood, 0, sizeof(t->stood));
	t->has_stood = true;
	if (!t->begun || !same_set(g, before))
		return;
	session_know(&t->session, &was);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned bsq = home_to_board(t->board, g, sq);
		unsigned from = home_to_game(t->board, before, bsq);

		if (from == RULES_NO_SQ || t->unseen[bsq] || !t->known[bsq])
			continue;
		t->stood.standing[sq] = was.standing[from];
		if (sqset_has(was.moved, from))
			sqset_add(&t->stood.moved, sq);
	}
}

const struct infer_known *
table_known(struct table *t, const struct game *g, const struct position *p)
{
	if (!t->has_stood)
		table_known_take(t, g);
	t->has_stood = false;
	memset(t->unseen, 0, sizeof(t->unseen));
	infer_know_exactly(&t->stood, g, p);
	return &t->stood;
}
