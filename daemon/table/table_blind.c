/* Squares whose sensor is not to be believed: what the session hears of them. */
#include "daemon/table/home.h"
#include "daemon/table/table.h"

struct sqset
table_blind_squares(const struct table *t, const struct game *g)
{
	struct sqset blind = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (t->square_err[home_to_board(t->board, g, sq)] != 0)
			sqset_add(&blind, sq);
	return blind;
}

void
table_blind(struct table *t)
{
	struct reading board[RULES_SQUARES_MAX];
	struct sqset blind;

	if (!t->begun)
		return;
	blind = table_blind_squares(t, t->state.game);
	if (sqset_equal(blind, t->session_config.blind))
		return;
	t->session_config.blind = blind;
	table_readings(t, t->state.game, t->state.settled, board);
	trace_ring_blind(&t->trace, blind, board, t->now_us);
	session_blind(&t->session, blind, board, t->now_us, &t->out);
	table_absorb(t);
}
