#include "daemon/engine/level.h"

#include <string.h>

#include "daemon/engine/search.h"

/*
 * Found by matches between neighbours (docs/engine.md). Below LEVEL_CAREFUL a level overlooks
 * actions; from there on it completes an iteration of two actions, so that it sees each answer.
 */
static const struct levels {
	const char *game; /* rules_name */
	unsigned count;
	struct level level[LEVEL_MAX + 1]; /* by number; the highest is not weakened */
} games[] = {
	{
		.game = "chess",
		.count = 10,
		.level = {
			[1] = { 450, 25, 40, 1 },
			[2] = { 720, 18, 27, 1 },
			[3] = { 1050, 13, 18, 1 },
			[4] = { 1350, 7, 7, 1 },
			[5] = { 1450, 0, 0, 2 },
			[6] = { 2500, 0, 0, 2 },
			[7] = { 3900, 0, 0, 2 },
			[8] = { 5600, 0, 0, 2 },
			[9] = { 9800, 0, 0, 2 },
		},
	},
	{
		.game = "accounting",
		.count = 10,
		.level = {
			[1] = { 1, 40, 60, 1 },
			[2] = { 400, 26, 34, 1 },
			[3] = { 600, 20, 20, 1 },
			[4] = { 1000, 5, 5, 1 },
			[5] = { 1200, 0, 0, 2 },
			[6] = { 2000, 0, 0, 2 },
			[7] = { 3300, 0, 0, 2 },
			[8] = { 5500, 0, 0, 2 },
			[9] = { 10000, 0, 0, 2 },
		},
	},
	{
		.game = "dice-money",
		.count = 5,
		.level = {
			[1] = { 1, 150, 200, 1 },
			[2] = { 400, 85, 82, 1 },
			[3] = { 1000, 50, 40, 1 },
			[4] = { 3000, 20, 10, 1 },
		},
	},
	{
		.game = "abstract",
		.count = 10,
		.level = {
			[1] = { 1, 30, 45, 1 },
			[2] = { 420, 27, 33, 1 },
			[3] = { 600, 20, 20, 1 },
			[4] = { 950, 7, 7, 1 },
			[5] = { 1100, 0, 0, 2 },
			[6] = { 1900, 0, 0, 2 },
			[7] = { 3200, 0, 0, 2 },
			[8] = { 5500, 0, 0, 2 },
			[9] = { 10000, 0, 0, 2 },
		},
	},
	{
		.game = "zombie",
		.count = 6,
		.level = {
			[1] = { 1, 80, 100, 1 },
			[2] = { 160, 55, 62, 1 },
			[3] = { 400, 45, 45, 1 },
			[4] = { 950, 35, 30, 1 },
			[5] = { 3300, 0, 0, 2 },
		},
	},
	{
		.game = "masquerade",
		.count = 6,
		.level = {
			[1] = { 1, 150, 200, 1 },
			[2] = { 1, 80, 80, 1 },
			[3] = { 700, 45, 38, 1 },
			[4] = { 2000, 20, 10, 1 },
			[5] = { 4000, 0, 0, 2 },
		},
	},
	{
		.game = "crowded-house",
		.count = 10,
		.level = {
			[1] = { 150, 40, 60, 1 },
			[2] = { 350, 30, 40, 1 },
			[3] = { 680, 18, 22, 1 },
			[4] = { 850, 10, 10, 1 },
			[5] = { 1300, 0, 0, 2 },
			[6] = { 2300, 0, 0, 2 },
			[7] = { 3800, 0, 0, 2 },
			[8] = { 6300, 0, 0, 2 },
			[9] = { 10800, 0, 0, 2 },
		},
	},
	{
		.game = "cooperative",
		.count = 4,
		.level = {
			[1] = { 1, 300, 0, 1 },
			[2] = { 1000, 100, 0, 1 },
			[3] = { 5000, 0, 0, 1 },
		},
	},
	{
		.game = "half-alice",
		.count = 10,
		.level = {
			[1] = { 1, 40, 60, 1 },
			[2] = { 380, 28, 36, 1 },
			[3] = { 600, 20, 20, 1 },
			[4] = { 900, 10, 10, 1 },
			[5] = { 1300, 0, 0, 2 },
			[6] = { 2200, 0, 0, 2 },
			[7] = { 3600, 0, 0, 2 },
			[8] = { 6000, 0, 0, 2 },
			[9] = { 10500, 0, 0, 2 },
		},
	},
	{
		.game = "american",
		.count = 7,
		.level = {
			[1] = { 1, 120, 150, 1 },
			[2] = { 1, 80, 80, 1 },
			[3] = { 600, 40, 30, 1 },
			[4] = { 1200, 20, 10, 1 },
			[5] = { 2500, 0, 0, 2 },
			[6] = { 7000, 0, 0, 2 },
		},
	},
};

static const struct levels *
levels_of(const struct game *g)
{
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		if (strcmp(games[i].game, rules_name(g)) == 0)
			return &games[i];
	return &games[0]; /* Chess960 has the levels of chess */
}

unsigned
level_count(const struct game *g)
{
	return levels_of(g)->count;
}

struct level
level_of(const struct game *g, unsigned level)
{
	const struct levels *l = levels_of(g);

	return l->level[level < l->count ? level : l->count];
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
