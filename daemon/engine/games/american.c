/*
 * American Chess: a side without a general in the gauntlet, files e to g, loses after Red's turn.
 * Missiles reach almost every square, so what counts are generals there, and missiles to take the
 * enemy's.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

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

static const struct eval_weight weights[] = {
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

static int
eval(const struct position *p)
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

/* Reports whether both sides have a general in the gauntlet, and turns are left. */
static bool
is_lively(const struct position *p)
{
	const uint8_t *cell = p->x.wide.cell;
	unsigned found = 0;

	for (unsigned rank = 0; rank < RANKS; rank++)
		for (unsigned file = GAUNTLET_FIRST; file <= GAUNTLET_LAST; file++)
			if (piece_kind(cell[rank * FILES + file]) == PIECE_QUEEN)
				found |= 1u << piece_colour(cell[rank * FILES + file]);
	return found == 3 && p->b.turn <= TURNS_MAX;
}

/* What a captured piece is worth, by kind. */
static const int prize[] = {
	[PIECE_PAWN] = 60,  [PIECE_KNIGHT] = 250,  [PIECE_BISHOP] = 280,
	[PIECE_ROOK] = 400, [PIECE_QUEEN] = 1000,  [PIECE_KING] = 0,
	[PIECE_STACK5] = 0, [PIECE_MISSILE] = 700, [PIECE_ARTILLERY] = 350,
};

/* Captures, and arrivals as a general. */
static int
gain(const struct position *p, struct action a)
{
	const uint8_t *cell = p->x.wide.cell;
	enum piece_kind kind = piece_kind(cell[a.from]);
	unsigned last_rank = p->b.seat ? 0 : 8;
	int won = prize[piece_kind(cell[a.to])];

	if (won)
		won -= prize[kind] / 20;
	if (a.to / 11 == last_rank && kind != PIECE_QUEEN && kind != PIECE_MISSILE)
		won += prize[PIECE_QUEEN] - prize[kind];
	return won;
}

const struct traits traits_american = {
	.eval = eval,
	.weights = weights,
	.gain = gain,
	.is_lively = is_lively,
	.reduce = true,
	.quiet_plies = 4,
	.level = {
		[1] = { 1, 120, 150, 1 },
		[2] = { 1, 80, 80, 1 },
		[3] = { 600, 40, 30, 1 },
		[4] = { 1200, 20, 10, 1 },
		[5] = { 2500, 0, 0, 2 },
		[6] = { 7000, 0, 0, 2 },
	},
};
