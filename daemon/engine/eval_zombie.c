/*
 * Zombie Chess: the terms of chess for the living. A zombie that does not move turns to dust, so it
 * counts less, and pieces that it may capture at once are part of the search.
 */
#include "daemon/engine/eval.h"

enum {
	ZOMBIE_PERCENT = 45, /* of the worth of a living piece */
	TEMPO = 12,
};

int
eval_zombie(const struct position *p)
{
	struct bitboard living = p->b, dead = p->b;
	struct eval e = { 0, 0, 0 }, z = { 0, 0, 0 };

	bitboard_remove(&living, p->marks);
	bitboard_remove(&dead, ~p->marks);
	eval_material(&e, &living);
	eval_pawns(&e, &living);
	eval_activity(&e, &p->b, UINT64_MAX);
	eval_kings(&e, &living);
	eval_material(&z, &dead);
	e.mid += z.mid * ZOMBIE_PERCENT / 100;
	e.end += z.end * ZOMBIE_PERCENT / 100;
	return eval_tapered(&e) + eval_sign(p->b.seat) * TEMPO;
}
