#include "daemon/engine/level.h"

#include <string.h>

#include "daemon/engine/search.h"

struct level
level_of(const struct game *g, unsigned level)
{
	unsigned most = rules_levels(g);

	return traits_of(g)->level[level < most ? level : most];
}

/* Strength in chess, from matches against Stockfish with UCI_LimitStrength: docs/engine.md. */
static const struct anchor {
	unsigned elo;
	struct level level;
} anchors[] = {
	{ LEVEL_ELO_MIN, { 450, 25, 40, 1 } },
	{ 1700, { 700, 0, 0, 2 } },
	{ 1850, { 8000, 0, 0, 2 } },
	{ LEVEL_ELO_MAX, { 200000, 0, 0, 2 } },
};

static unsigned
between(unsigned a, unsigned b, unsigned part, unsigned whole)
{
	return (a * (whole - part) + b * part) / whole;
}

struct level
level_of_elo(unsigned elo)
{
	const struct anchor *a = anchors;
	unsigned part, whole;

	while (elo > a[1].elo)
		a++;
	part = elo - a->elo;
	whole = a[1].elo - a->elo;
	return (struct level){
		.nodes = between(a->level.nodes, a[1].level.nodes, part, whole),
		.noise = between(a->level.noise, a[1].level.noise, part, whole),
		.blind = between(a->level.blind, a[1].level.blind, part, whole),
		.sure = part < whole ? a->level.sure : a[1].level.sure,
	};
}

void
level_apply(struct level level, struct engine_task *task)
{
	if (level.nodes && (task->nodes == 0 || level.nodes < task->nodes))
		task->nodes = level.nodes;
	task->noise = level.noise;
	task->blind = level.blind;
	task->sure = level.sure;
}

/* --- Carelessness ---------------------------------------------------------------- */

/* Reports whether an action is overlooked: everywhere in this search, but not in the next turn. */
static bool
is_overlooked(const struct engine *e, struct action a)
{
	uint64_t mixed = e->seed + UINT64_C(1000003) * e->task->p->b.turn;

	mixed ^= (uint64_t)a.kind << 56 | (uint64_t)a.from << 48 | (uint64_t)a.to << 40;
	mixed = (mixed ^ mixed >> 31) * UINT64_C(0x9e3779b97f4a7c15);
	mixed = (mixed ^ mixed >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	return (mixed >> 32) % 1000 < e->task->blind;
}

void
level_overlook(const struct engine *e, const struct position *p, struct order *o)
{
	size_t n = 0;

	if (traits_side(e->traits, p) == traits_side(e->traits, e->task->p))
		return;
	/* One always stays: a position without actions would be an end of the game. */
	for (size_t i = 0; i < o->n; i++)
		if (!is_overlooked(e, o->a[i]) || (n == 0 && i + 1 == o->n))
			o->a[n++] = o->a[i];
	o->n = n;
}
