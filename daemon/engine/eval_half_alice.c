/*
 * Half Alice Chess: the terms of chess, but pieces reach and threaten only those on their own side
 * of the mirror. Free checkers let pieces move.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"

enum { SCARCE = 4 }; /* with fewer free checkers moves run out */

static int tempo = 12, checker = 15;

const struct eval_weight eval_half_alice_weights[] = {
	{ "tempo", &tempo, sizeof(tempo) },
	{ "checker", &checker, sizeof(checker) },
	{ NULL, NULL, 0 },
};

int
eval_half_alice(const struct position *p)
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
