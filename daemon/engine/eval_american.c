/*
 * American Chess: a side without a general in the gauntlet, files e to g, loses after Red's turn.
 * Missiles reach almost every square, so what counts are generals there, and missiles to take the
 * enemy's.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"

enum { FILES = 11, RANKS = 9, GAUNTLET_FIRST = 4, GAUNTLET_LAST = 6, GENERALS = 4, TURNS_MAX = 50 };

static int worth[] = {
	[PIECE_PAWN] = 60,   [PIECE_KNIGHT] = 230,  [PIECE_BISHOP] = 250,    [PIECE_ROOK] = 380,
	[PIECE_QUEEN] = 900, [PIECE_MISSILE] = 800, [PIECE_ARTILLERY] = 300,
};
/* By the number of own generals in the gauntlet. */
static int in_gauntlet[GENERALS + 1] = { -3000, 0, 500, 800, 1000 };

static int advanced = 4;  /* rank of a soldier that may become a general */
static int in_middle = 6; /* file's nearness to the gauntlet */
static int tempo = 120;

const struct eval_weight eval_american_weights[] = {
	{ "worth", worth, sizeof(worth) },
	{ "in-gauntlet", in_gauntlet, sizeof(in_gauntlet) },
	{ "advanced", &advanced, sizeof(advanced) },
	{ "in-middle", &in_middle, sizeof(in_middle) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
};

static int
nearness(unsigned file)
{
	int off = (int)file - FILES / 2;

	return FILES / 2 - (off < 0 ? -off : off);
}

int
eval_american(const struct position *p)
{
	unsigned generals[2] = { 0, 0 };
	int score = eval_sign(p->b.seat) * tempo;

	for (unsigned sq = 0; sq < FILES * RANKS; sq++) {
		uint8_t piece = p->x.wide.cell[sq];
		unsigned colour = piece_colour(piece), file = sq % FILES, rank = sq / FILES;
		enum piece_kind kind = piece_kind(piece);

		if (!piece)
			continue;
		score += eval_sign(colour) * (worth[kind] + in_middle * nearness(file));
		if (kind == PIECE_PAWN)
			score += eval_sign(colour) * advanced *
				 (int)(colour ? RANKS - 1 - rank : rank);
		generals[colour] +=
			kind == PIECE_QUEEN && file >= GAUNTLET_FIRST && file <= GAUNTLET_LAST;
	}
	for (unsigned colour = 0; colour < 2; colour++)
		score += eval_sign(colour) *
			 in_gauntlet[generals[colour] < GENERALS ? generals[colour] : GENERALS];
	return score;
}

bool
eval_american_is_lively(const struct position *p)
{
	const uint8_t *cell = p->x.wide.cell;
	unsigned found = 0;

	for (unsigned rank = 0; rank < RANKS; rank++)
		for (unsigned file = GAUNTLET_FIRST; file <= GAUNTLET_LAST; file++)
			if (piece_kind(cell[rank * FILES + file]) == PIECE_QUEEN)
				found |= 1u << piece_colour(cell[rank * FILES + file]);
	return found == 3 && p->b.turn <= TURNS_MAX;
}
