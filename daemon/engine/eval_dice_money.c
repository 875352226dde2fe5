/* Dice-Money Chess: the terms of chess, and money, which buys moves and lost pieces. */
#include "daemon/engine/eval.h"

enum {
	MONEY = 10, /* a coin, while something can be bought */
	TEMPO = 12,
};

int
eval_dice_money(const struct position *p)
{
	struct eval e = { 0, 0, 0 };
	int money = (int)p->x.dice_money.money[0] - (int)p->x.dice_money.money[1];

	eval_material(&e, &p->b);
	eval_pawns(&e, &p->b);
	eval_activity(&e, &p->b, UINT64_MAX);
	eval_kings(&e, &p->b);
	return eval_tapered(&e) + MONEY * money + eval_sign(p->b.seat) * TEMPO;
}
