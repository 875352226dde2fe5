/*
 * Half Alice Chess: the terms of chess, but pieces reach and threaten only those on their own side
 * of the mirror. Free checkers let pieces move.
 */
#include "daemon/engine/eval.h"

enum {
	TEMPO = 12,
	SCARCE = 4, /* with fewer free checkers moves run out */
	CHECKER = 15,
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
	score = eval_tapered(&e) + eval_sign(p->b.seat) * TEMPO;
	for (unsigned colour = 0; colour < 2; colour++) {
		int free = p->x.half_alice.checkers[colour];

		score += eval_sign(colour) * CHECKER * (free < SCARCE ? free : SCARCE);
	}
	return score;
}
