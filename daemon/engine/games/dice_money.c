/* Dice-Money Chess: the terms of chess, and money, which buys moves and lost pieces. */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

static int coin = 10; /* while something can be bought */
static int tempo = 12;

static const struct eval_weight weights[] = {
	{ "coin", &coin, sizeof(coin) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
};

static int
eval(const struct position *p)
{
	struct eval e = { 0, 0, 0 };
	int money = (int)p->x.dice_money.money[0] - (int)p->x.dice_money.money[1];

	eval_material(&e, &p->b);
	eval_pawns(&e, &p->b);
	eval_activity(&e, &p->b, UINT64_MAX);
	eval_kings(&e, &p->b);
	return eval_tapered(&e) + coin * money + eval_sign(p->b.seat) * tempo;
}

const struct traits traits_dice_money = {
	.eval = eval,
	.weights = weights,
	.gain = gain_orthodox,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 8,
	.level = {
		[1] = { 1, 150, 200, 1 },
		[2] = { 400, 85, 82, 1 },
		[3] = { 1000, 50, 40, 1 },
		[4] = { 3000, 20, 10, 1 },
	},
};
