/*
 * The template: a minimal game on the largest board. Kings step; a king that
 * reaches the other side's first rank wins. It is compiled and tested in every
 * build but never listed. A change of struct game that breaks simple games is
 * thus found at once.
 */
#include "rules/game.h"

enum { FILES = RULES_FILES_MAX, RANKS = RULES_RANKS_MAX };

static size_t
null_actions(const struct position *p, struct action *out)
{
	const uint8_t *cell = p->x.wide.cell;
	size_t n = 0;

	for (int from = 0; from < FILES * RANKS; from++) {
		if (!cell[from] || piece_colour(cell[from]) != p->b.seat)
			continue;
		for (int way = 0; way < 9; way++) {
			int file = from % FILES + way % 3 - 1, rank = from / FILES + way / 3 - 1;
			int to = rank * FILES + file;

			if (file >= 0 && file < FILES && rank >= 0 && rank < RANKS && !cell[to])
				out[n++] =
					(struct action){ ACT_MOVE, (uint8_t)from, (uint8_t)to, 0 };
		}
	}
	return n;
}

static void
null_apply(struct position *p, struct action a)
{
	p->x.wide.cell[a.to] = p->x.wide.cell[a.from];
	p->x.wide.cell[a.from] = 0;
	p->b.halfmoves++;
	p->b.turn += p->b.seat;
	p->b.seat ^= 1;
}

static struct outcome
null_end(const struct position *p)
{
	for (unsigned file = 0; file < FILES; file++) {
		uint8_t low = p->x.wide.cell[file];
		uint8_t high = p->x.wide.cell[(RANKS - 1) * FILES + file];

		if (low == piece_make(PIECE_KING, 1))
			return outcome_win(1, REASON_GENERALS);
		if (high == piece_make(PIECE_KING, 0))
			return outcome_win(0, REASON_GENERALS);
	}
	return outcome_ongoing();
}

const struct game game_null = {
	.name = "null",
	.title = "Null",
	.files = FILES,
	.ranks = RANKS,
	.seats = 2,
	.letters = "......K",
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.actions_max = FILES * RANKS * 8,
	.start_text = "5k5/11/11/11/11/11/11/11/5K5 w - - 0 1",
	.actions = null_actions,
	.apply = null_apply,
	.end = null_end,
};
