/* The order in which actions are tried: the sooner the best one, the smaller the tree. */
#include <stdlib.h>

#include "daemon/engine/search.h"

enum {
	HASHED = 1 << 24,
	KILLER = 1 << 19,
	BAD_GAIN = -(1 << 20), /* loses by the exchange that follows */
	HISTORY_MAX_SCORE = 1 << 14,
};

static int16_t *
history_of(struct engine *e, const struct position *p, struct action a)
{
	unsigned from = a.from ? a.from : a.arg; /* purchases and cards have no `from` */

	return &e->history[p->b.seat & 1][from % SEARCH_SQUARES][a.to % SEARCH_SQUARES];
}

static int
score_one(struct engine *e, const struct position *p, struct action a, struct action hashed,
	  unsigned ply)
{
	const struct traits *t = e->traits;
	int gain;

	if (rules_action_equal(a, hashed))
		return HASHED;
	gain = t->gain(p, a);
	if (gain > 0)
		return (t->exchange && t->exchange(p, a) < 0 ? BAD_GAIN : ORDER_GOOD) + gain;
	for (int i = 0; i < SEARCH_KILLERS; i++)
		if (rules_action_equal(a, e->killer[ply][i]))
			return KILLER - i;
	return *history_of(e, p, a);
}

void
order_score(struct engine *e, const struct position *p, struct order *o, struct action hashed,
	    unsigned ply)
{
	o->at = 0;
	for (size_t i = 0; i < o->n; i++)
		o->score[i] = score_one(e, p, o->a[i], hashed, ply);
}

void
order_gains(const struct engine *e, const struct position *p, struct order *o)
{
	size_t n = 0;

	for (size_t i = 0; i < o->n; i++) {
		int gain = e->traits->gain(p, o->a[i]);

		if (gain <= 0)
			continue;
		o->a[n] = o->a[i];
		o->score[n++] = gain;
	}
	o->n = n;
	o->at = 0;
}

size_t
order_next(struct order *o)
{
	size_t best = o->at;
	struct action a;
	int score;

	for (size_t i = o->at + 1; i < o->n; i++)
		if (o->score[i] > o->score[best])
			best = i;
	a = o->a[best];
	score = o->score[best];
	o->a[best] = o->a[o->at];
	o->score[best] = o->score[o->at];
	o->a[o->at] = a;
	o->score[o->at] = score;
	return o->at++;
}

/* Moves a history score towards a bonus, the less the nearer it is to the bound. */
static void
history_add(int16_t *h, int bonus)
{
	*h = (int16_t)(*h + bonus - *h * abs(bonus) / HISTORY_MAX_SCORE);
}

void
order_learn(struct engine *e, const struct position *p, const struct order *o, size_t cut,
	    unsigned depth, unsigned ply)
{
	struct action a = o->a[cut], *killer = e->killer[ply];
	int bonus = (int)(depth * depth * 4);

	if (e->traits->gain(p, a) > 0)
		return;
	if (!rules_action_equal(a, killer[0])) {
		killer[1] = killer[0];
		killer[0] = a;
	}
	bonus = bonus < HISTORY_MAX_SCORE / 8 ? bonus : HISTORY_MAX_SCORE / 8;
	history_add(history_of(e, p, a), bonus);
	for (size_t i = 0; i < cut; i++)
		if (e->traits->gain(p, o->a[i]) <= 0)
			history_add(history_of(e, p, o->a[i]), -bonus);
}
