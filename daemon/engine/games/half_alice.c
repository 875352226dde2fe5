/*
 * Half Alice Chess: the terms of chess, but pieces reach and threaten only those on their own side
 * of the mirror. Free checkers let pieces move.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

enum { SCARCE = 4 }; /* with fewer free checkers moves run out */

static int tempo = 12, checker = 15;

static const struct eval_weight weights[] = {
	{ "tempo", &tempo, sizeof(tempo) },
	{ "checker", &checker, sizeof(checker) },
	{ NULL, NULL, 0 },
};

static int
eval(const struct position *p)
{
	struct eval e = { 0, 0, 0 };
	int score;

	eval_material(&e, &p->b);
	eval_pawns(&e, &p->b);
	eval_activity(&e, &p->b, p->marks);
	eval_activity(&e, &p->b, ~p->marks);
	eval_kings(&e, &p->b);
	score = eval_tapered(&e) + eval_sign(p->b.seat) * tempo;
	for (unsigned colour = 0; colour < 2; colour++) {
		int free = p->x.half_alice.checkers[colour];

		score += eval_sign(colour) * checker * (free < SCARCE ? free : SCARCE);
	}
	return score;
}

const struct traits traits_half_alice = {
	.eval = eval,
	.weights = weights,
	.gain = gain_orthodox,
	.may_skip = gain_has_officers,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 16,
	.level = {
		[1] = { 1, 40, 60, 1 },
		[2] = { 380, 28, 36, 1 },
		[3] = { 600, 20, 20, 1 },
		[4] = { 900, 10, 10, 1 },
		[5] = { 1300, 0, 0, 2 },
		[6] = { 2200, 0, 0, 2 },
		[7] = { 3600, 0, 0, 2 },
		[8] = { 6000, 0, 0, 2 },
		[9] = { 10500, 0, 0, 2 },
	},
};
