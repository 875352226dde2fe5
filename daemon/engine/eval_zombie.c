/*
 * Zombie Chess: the terms of chess for the living. A zombie that does not move turns to dust, so it
 * counts less, and pieces that it may capture at once are part of the search.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"

/* Percent of the terms of chess: for the worth of a zombie, and for the living. */
static int zombies = 45;
static int pawns = 100, activity = 100, kings = 100;
static int tempo = 12;

const struct eval_weight eval_zombie_weights[] = {
	{ "zombies", &zombies, sizeof(zombies) },    { "pawns", &pawns, sizeof(pawns) },
	{ "activity", &activity, sizeof(activity) }, { "kings", &kings, sizeof(kings) },
	{ "tempo", &tempo, sizeof(tempo) },          { NULL, NULL, 0 },
};

static void
add_percent(struct eval *sum, const struct eval *terms, int percent)
{
	sum->mid += terms->mid * percent / 100;
	sum->end += terms->end * percent / 100;
}

int
eval_zombie(const struct position *p)
{
	struct bitboard living = p->b, dead = p->b;
	struct eval sum = { 0, 0, 0 }, z = sum, a = sum, b = sum, c = sum;

	bitboard_remove(&living, p->marks);
	bitboard_remove(&dead, ~p->marks);
	eval_material(&sum, &living);
	eval_material(&z, &dead);
	eval_pawns(&a, &living);
	eval_activity(&b, &p->b, UINT64_MAX);
	eval_kings(&c, &living);
	add_percent(&sum, &z, zombies);
	add_percent(&sum, &a, pawns);
	add_percent(&sum, &b, activity);
	add_percent(&sum, &c, kings);
	return eval_tapered(&sum) + eval_sign(p->b.seat) * tempo;
}
