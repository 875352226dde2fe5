/*
 * Checkers, coins and halos as objects on the board. Players lay one before the piece comes
 * down or after it, with or without lifting the piece, or forget it. Objects that no longer
 * belong are removed in the same ways.
 */
#include "tests/daemon/hands/party.h"

static uint64_t
pick(struct play *p, struct span span)
{
	return rng_range(&p->rng, span.lo_us, span.hi_us);
}

/* Returns squares with an object too many or too few. */
static struct sqset
props_amiss(const struct sim *s, unsigned ply)
{
	return sqset_xor(s->sensors.objects, sim_objects(s, ply));
}

void
party_props_laid(struct party *t, unsigned ply, struct script *script)
{
	struct play *p = &t->p;
	const struct sim *s = &p->sim;
	struct sqset done = { { 0, 0 } }, amiss = props_amiss(s, ply + 1);

	for (unsigned i = 0; i < script->n && !sqset_empty(amiss); i++) {
		struct touch *touch = &script->touch[i];

		if (touch->kind == TOUCH_LIFT || touch->piece != script->on[touch->sq] ||
		    !sqset_has(amiss, touch->sq) || sqset_has(done, touch->sq))
			continue;
		sqset_add(&done, touch->sq);
		if (rng_chance(&p->rng, p->style->lays_late))
			continue;
		touch->object =
			sqset_has(s->sensors.objects, touch->sq) ? OBJECT_TAKEN : OBJECT_LAID;
	}
}

/* Lays it under a piece, which may be lifted for it, or on the empty square. */
static void
lay(struct party *t, struct script *script, unsigned sq, bool lies)
{
	struct play *p = &t->p;
	uint8_t piece = script->on[sq];

	if (piece == 0) {
		sensors_lay(&p->sim.sensors, sq, lies, p->sim.now_us);
		return;
	}
	if (rng_chance(&p->rng, 50)) {
		script_lift(script, sq, pick(p, p->style->touch));
		script_drop(script, sq, piece, pick(p, p->style->touch));
	} else {
		script_swap(script, sq, piece, pick(p, p->style->touch));
	}
	script->touch[script->n - 1].object = lies ? OBJECT_LAID : OBJECT_TAKEN;
}

bool
party_props_tidy(struct party *t, unsigned expected, struct script *script)
{
	struct play *p = &t->p;
	const struct sim *s = &p->sim;
	struct sqset amiss = props_amiss(s, expected), left = sqset_minus(amiss, t->forgotten);

	/* A forgotten object stays forgotten until its square is right. */
	t->forgotten = sqset_and(t->forgotten, amiss);
	script_init(script, s->on);
	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left);

		if (rng_chance(&p->rng, p->style->forgets))
			sqset_add(&t->forgotten, sq);
		else if (rng_chance(&p->rng, 70))
			lay(t, script, sq, !sqset_has(s->sensors.objects, sq));
	}
	return script->n > 0;
}
