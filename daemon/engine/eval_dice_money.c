/* Dice-Money Chess: the terms of chess, and money, which buys moves and lost pieces. */
#include <stddef.h>

#include "daemon/engine/eval.h"

static int coin = 10; /* while something can be bought */
static int tempo = 12;

const struct eval_weight eval_dice_money_weights[] = {
	{ "coin", &coin, sizeof(coin) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
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
	return eval_tapered(&e) + coin * money + eval_sign(p->b.seat) * tempo;
}
