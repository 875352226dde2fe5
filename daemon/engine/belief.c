#include "daemon/engine/belief.h"

#include <string.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/worlds.h"
#include "rules/games/masquerade.h"
#include "rules/games/zombie.h"

/* --- Masquerade Chess -------------------------------------------------------------- */

_Static_assert(sizeof(((struct position *)0)->x.masquerade) + sizeof(struct belief) <=
		       sizeof(((struct position *)0)->x),
	       "a position has room for what is believed");

/* A set of permutations. */
struct permutations {
	uint64_t w[2];
};

void
belief_init(struct belief_table *t)
{
	uint8_t mask[MASKED];

	*t = (struct belief_table){ 0 };
	for (unsigned number = 0; number < PERMUTATIONS; number++) {
		masquerade_permutation(number, mask);
		for (unsigned i = 0; i < MASKED; i++)
			t->has[i][mask[i] - 1][number / 64] |= bit(number % 64);
	}
}

/* Returns the permutations whose i-th mask is among the kinds. */
static struct permutations
with_mask(const struct belief_table *t, unsigned i, unsigned kinds)
{
	struct permutations set = { { 0, 0 } };

	for (; kinds; kinds &= kinds - 1) {
		const uint64_t *has = t->has[i][bits_first(kinds)];

		set.w[0] |= has[0];
		set.w[1] |= has[1];
	}
	return set;
}

static struct permutations
both(struct permutations a, struct permutations b)
{
	return (struct permutations){ { a.w[0] & b.w[0], a.w[1] & b.w[1] } };
}

static unsigned
count(struct permutations set)
{
	return bits_count(set.w[0]) + bits_count(set.w[1]);
}

/* Returns the permutations that the answers to the side's attempts allow. */
static struct permutations
allowed(const struct belief_table *t, uint64_t log)
{
	struct permutations set = { { UINT64_MAX, UINT64_MAX } };
	unsigned kinds[MASKED];

	masquerade_not_excluded(log, kinds);
	for (unsigned i = 0; i < MASKED; i++)
		set = both(set, with_mask(t, i, kinds[i]));
	return set;
}

/* Notes that one of these permutations, at least one, is the side's. */
static void
note(const struct belief_table *t, struct position *p, unsigned side, struct permutations set)
{
	struct belief *b = (struct belief *)belief_of(p);
	unsigned n = count(set);

	masquerade_permutation(set.w[0] ? bits_first(set.w[0]) : 64 + bits_first(set.w[1]),
			       p->x.masquerade.mask[side]);
	for (unsigned i = 0; i < MASKED; i++)
		for (unsigned k = 0; k < MASKED; k++)
			b->weight[side][i][k] =
				(uint8_t)(BELIEF_SURE * count(both(set, with_mask(t, i, 1u << k))) /
					  n);
}

unsigned
belief_hidden(const struct position *p, const struct engine_view *view)
{
	unsigned sides = 1u << p->b.seat;

	if (view->seat == SEAT_TABLE)
		sides = 3;
	else if (view->seat != SEAT_NONE)
		sides |= 1u << view->seat;
	for (unsigned side = 0; side < 2; side++)
		if (p->x.masquerade.mask[side][0] == 0)
			sides &= ~(1u << side); /* not assigned yet */
	return sides;
}

void
belief_begin_masquerade(struct engine *e, struct position *p)
{
	unsigned hidden = belief_hidden(p, &e->view);

	for (unsigned side = 0; side < 2; side++)
		if (hidden >> side & 1)
			note(&e->belief, p, side, allowed(&e->belief, p->x.masquerade.log[side]));
}

/* Applies the attempt with one of these permutations. */
static void
attempt(const struct engine *e, const struct position *p, struct action a, struct permutations set,
	struct position *child)
{
	unsigned side = p->b.seat;

	*child = *p;
	note(&e->belief, child, side, set);
	rules_apply(e->g, child, a);
}

void
belief_fork_masquerade(const struct engine *e, const struct position *p, struct action a,
		       struct fork *out)
{
	struct permutations all, yes;
	unsigned piece, kinds = 0;

	out->n = 1;
	out->child[0] = *p;
	if (a.kind != ACT_ATTEMPT || !eval_masquerade_is_unsure(p, p->b.seat)) {
		rules_apply(e->g, &out->child[0], a);
		return;
	}
	piece = eval_masquerade_piece(p, a.from);
	for (unsigned k = 0; k < MASKED; k++)
		kinds |= (unsigned)eval_masquerade_captures(p, k, a) << k;
	all = allowed(&e->belief, p->x.masquerade.log[p->b.seat]);
	yes = both(all, with_mask(&e->belief, piece, kinds));
	out->ways[0] = (int)count(yes);
	out->ways[1] = (int)count(both(all, with_mask(&e->belief, piece, ~kinds & EVERY_KIND)));
	if (out->ways[0] == 0 || out->ways[1] == 0) {
		attempt(e, p, a, all, &out->child[0]);
		return;
	}
	attempt(e, p, a, yes, &out->child[0]);
	attempt(e, p, a, both(all, with_mask(&e->belief, piece, ~kinds & EVERY_KIND)),
		&out->child[1]);
	out->n = 2;
}

/* --- Zombie Chess ------------------------------------------------------------------- */

/* Returns the kind that is buried most often, of equal ones the cheapest. */
static unsigned
usual_kind(const struct position *p, unsigned side)
{
	unsigned n[PIECE_QUEEN + 1] = { 0 }, best = PIECE_PAWN;

	for (uint64_t set = graves(p, side); set;)
		n[grave_kind(p, side, bits_pop(&set))]++;
	for (unsigned kind = PIECE_KNIGHT; kind <= PIECE_QUEEN; kind++)
		best = n[kind] > n[best] ? kind : best;
	return best;
}

void
belief_begin_zombie(struct engine *e, struct position *p)
{
	unsigned us = p->b.seat;
	uint64_t random = e->task->seed;
	struct graves *g = &e->graves;

	g->n = bits_count(graves(p, !us));
	g->covers = worlds_covers(p, e->view.hiding[!us], !us, g->n);
	g->kind = usual_kind(p, !us);
	g->digger = us;
	worlds_imagine_zombie(p, &e->view, &random); /* a view may hide one's own burials too */
	memset(p->x.zombie.buried[!us], 0, sizeof(p->x.zombie.buried[!us]));
}

void
belief_fork_zombie(const struct engine *e, const struct position *p, struct action a,
		   struct fork *out)
{
	const struct graves *g = &e->graves;
	bool leaves = a.kind == ACT_MOVE && p->b.seat == g->digger && !bits_has(p->marks, a.from);

	out->n = 1;
	out->child[0] = *p;
	rules_apply(e->g, &out->child[0], a);
	if (!e->hides || !leaves || g->n == 0 || !bits_has(g->covers, a.from))
		return;
	out->child[1] = *p;
	grave_fill(&out->child[1], !p->b.seat, a.from, g->kind);
	rules_apply(e->g, &out->child[1], a);
	out->ways[1] = (int)g->n;
	out->ways[0] = (int)(bits_count(g->covers) - g->n);
	out->n = 2;
	if (out->ways[0] <= 0)
		out->ways[0] = 1;
}
