/*
 * Crowded House: the terms of chess. A king on a half where many enemies stand is in more danger,
 * because only the owner of a half moves them.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"

static int tempo = 8, enemy_on_half = 6;

const struct eval_weight eval_crowded_house_weights[] = {
	{ "tempo", &tempo, sizeof(tempo) },
	{ "enemy-on-half", &enemy_on_half, sizeof(enemy_on_half) },
	{ NULL, NULL, 0 },
};

#define QUEEN_HALF UINT64_C(0x0f0f0f0f0f0f0f0f)

int
eval_crowded_house(const struct position *p)
{
	const struct bitboard *b = &p->b;
	struct eval e = { 0, 0, 0 };

	eval_material(&e, b);
	eval_pawns(&e, b);
	eval_activity(&e, b, UINT64_MAX);
	eval_kings(&e, b);
	for (unsigned colour = 0; colour < 2; colour++) {
		uint64_t king = b->kings & b->colour[colour];
		uint64_t half = king & QUEEN_HALF ? QUEEN_HALF : ~QUEEN_HALF;
		int near = (int)bits_count(half & b->colour[!colour] & ~b->pawns);

		e.mid -= eval_sign(colour) * enemy_on_half * near;
	}
	return eval_tapered(&e) + eval_sign(b->seat & 1) * tempo;
}
