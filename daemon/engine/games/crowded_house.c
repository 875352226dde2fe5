/*
 * Crowded House: the terms of chess. A king on a half where many enemies stand is in more danger,
 * because only the owner of a half moves them.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

static int tempo = 8, enemy_on_half = 6;

static const struct eval_weight weights[] = {
	{ "tempo", &tempo, sizeof(tempo) },
	{ "enemy-on-half", &enemy_on_half, sizeof(enemy_on_half) },
	{ NULL, NULL, 0 },
};

#define QUEEN_HALF UINT64_C(0x0f0f0f0f0f0f0f0f)

static int
eval(const struct position *p)
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

const struct traits traits_crowded_house = {
	.eval = eval,
	.weights = weights,
	.gain = gain_orthodox,
	.may_skip = gain_has_officers,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 16,
	.level = {
		[1] = { 150, 40, 60, 1 },
		[2] = { 350, 30, 40, 1 },
		[3] = { 680, 18, 22, 1 },
		[4] = { 850, 10, 10, 1 },
		[5] = { 1300, 0, 0, 2 },
		[6] = { 2300, 0, 0, 2 },
		[7] = { 3800, 0, 0, 2 },
		[8] = { 6300, 0, 0, 2 },
		[9] = { 10800, 0, 0, 2 },
	},
};
