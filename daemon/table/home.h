/*
 * The position of a game on the board: a small game on a large board has its a1 on the
 * board's home square. Pure arithmetic.
 */
#pragma once
#include <stdbool.h>

#include "daemon/core/event.h"
#include "hw/board/board.h"
#include "rules/rules.h"

/* Reports whether the game fits on the board at its home square. */
static inline bool
home_fits(const struct board *b, const struct game *g)
{
	unsigned f = rules_files(g), r = rules_ranks(g);

	if (f == b->files && r == b->ranks)
		return true;
	return b->home_file + f <= b->files && b->home_rank + r <= b->ranks;
}

/*
 * Computes the home square. For a game that fills the board, it is a1, whatever the home of
 * smaller games.
 */
static inline void
home_of(const struct board *b, const struct game *g, unsigned *file, unsigned *rank)
{
	bool whole = rules_files(g) == b->files && rules_ranks(g) == b->ranks;

	*file = whole ? 0 : b->home_file;
	*rank = whole ? 0 : b->home_rank;
}

static inline unsigned
home_to_board(const struct board *b, const struct game *g, unsigned sq)
{
	unsigned file, rank;

	home_of(b, g, &file, &rank);
	return (sq / rules_files(g) + rank) * b->files + sq % rules_files(g) + file;
}

/* Returns the game's square, or RULES_NO_SQ beside the game. */
static inline unsigned
home_to_game(const struct board *b, const struct game *g, unsigned board_sq)
{
	unsigned file, rank, f = board_sq % b->files, r = board_sq / b->files;

	home_of(b, g, &file, &rank);
	if (f < file || r < rank || f - file >= rules_files(g) || r - rank >= rules_ranks(g))
		return RULES_NO_SQ;
	return (r - rank) * rules_files(g) + f - file;
}

/*
 * Finds occupied board squares beside the game, among those with a known reading. Writes
 * them to out and returns their number.
 */
static inline unsigned
home_beside(const struct board *b, const struct game *g,
	    const struct reading reading[BOARD_SQUARES_MAX], const bool known[BOARD_SQUARES_MAX],
	    uint8_t out[BOARD_SQUARES_MAX])
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++)
		if (known[sq] && reading[sq].occupied && home_to_game(b, g, sq) == RULES_NO_SQ)
			out[n++] = (uint8_t)sq;
	return n;
}
