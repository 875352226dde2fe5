/*
 * Zombie Chess: the terms of chess for the living. A zombie that does not move turns to dust, so it
 * counts less, and pieces that it may capture at once are part of the search. A buried piece may
 * rise again for its own colour.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"

static int zombie[PIECE_KING] = {
	[PIECE_PAWN] = 42,  [PIECE_KNIGHT] = 143, [PIECE_BISHOP] = 150,
	[PIECE_ROOK] = 228, [PIECE_QUEEN] = 446,
};
static int grave[PIECE_KING] = {
	[PIECE_PAWN] = 2, [PIECE_KNIGHT] = 4, [PIECE_BISHOP] = 4,
	[PIECE_ROOK] = 8, [PIECE_QUEEN] = 16,
};
/* Percent of the terms of chess. */
static int pawns = 100, activity = 100, kings = 100;
static int tempo = 12;

const struct eval_weight eval_zombie_weights[] = {
	{ "zombie", zombie, sizeof(zombie) },
	{ "grave", grave, sizeof(grave) },
	{ "pawns", &pawns, sizeof(pawns) },
	{ "activity", &activity, sizeof(activity) },
	{ "kings", &kings, sizeof(kings) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
};

/* Returns the squares where that side has buried a piece of a kind. */
static uint64_t
buried(const struct position *p, unsigned side, enum piece_kind kind)
{
	uint64_t set = UINT64_MAX;

	for (unsigned i = 0; i < 3; i++)
		set &= (unsigned)kind >> i & 1 ? p->x.zombie.buried[side][i]
					       : ~p->x.zombie.buried[side][i];
	return set;
}

static int
dead(const struct position *p, unsigned colour)
{
	uint64_t zombies = p->marks & p->b.colour[colour];
	int sum = 0;

	for (enum piece_kind kind = PIECE_PAWN; kind < PIECE_KING; kind++) {
		sum += zombie[kind] * (int)bits_count(eval_kind(&p->b, kind) & zombies);
		sum += grave[kind] * (int)bits_count(buried(p, !colour, kind));
	}
	return sum;
}

static int
percent(struct eval terms, struct eval material, int of)
{
	terms.phase = material.phase;
	return eval_tapered(&terms) * of / 100;
}

int
eval_zombie(const struct position *p)
{
	struct bitboard living = p->b;
	struct eval material = { 0, 0, 0 }, a = material, b = material, c = material;

	bitboard_remove(&living, p->marks);
	eval_material(&material, &living);
	eval_pawns(&a, &living);
	eval_activity(&b, &p->b, UINT64_MAX);
	eval_kings(&c, &living);
	return eval_tapered(&material) + percent(a, material, pawns) +
	       percent(b, material, activity) + percent(c, material, kings) + dead(p, 0) -
	       dead(p, 1) + eval_sign(p->b.seat) * tempo;
}
