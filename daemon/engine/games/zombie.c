/*
 * Zombie Chess: the terms of chess for the living. A zombie that does not move turns to dust, so it
 * counts less, and pieces that it may capture at once are part of the search.
 */
#include <string.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/search.h"
#include "daemon/engine/view.h"
#include "daemon/engine/worlds.h"
#include "rules/games/zombie.h"

/* Percent of the terms of chess: for the worth of a zombie, and for the living. */
static int zombie_worth = 45;
static int pawns = 100, activity = 100, kings = 100;
static int tempo = 12;

static const struct eval_weight weights[] = {
	{ "zombies", &zombie_worth, sizeof(zombie_worth) },
	{ "pawns", &pawns, sizeof(pawns) },
	{ "activity", &activity, sizeof(activity) },
	{ "kings", &kings, sizeof(kings) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
};

static void
add_percent(struct eval *sum, const struct eval *terms, int percent)
{
	sum->mid += terms->mid * percent / 100;
	sum->end += terms->end * percent / 100;
}

static int
eval(const struct position *p)
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
	add_percent(&sum, &z, zombie_worth);
	add_percent(&sum, &a, pawns);
	add_percent(&sum, &b, activity);
	add_percent(&sum, &c, kings);
	return eval_tapered(&sum) + eval_sign(p->b.seat) * tempo;
}

/* --- Hidden burials -------------------------------------------------------------- */

/*
 * Returns the squares, at least n, that may hide what a side has buried. A burial keeps its cover,
 * or the piece that captured it, until its square is left, so other squares serve only where these
 * are too few.
 */
static uint64_t
likely_covers(const struct position *p, uint64_t hiding, unsigned side, unsigned n)
{
	uint64_t own = hiding & p->b.colour[side], any = hiding & bitboard_occupied(&p->b);

	if (p->x.zombie.stage == STAGE_BURY)
		hiding &= ~(p->x.zombie.left & ~any);
	/* Where any square may hide, pieces of the other side seldom stand on one that does. */
	if (hiding == UINT64_MAX && bits_count(own) >= n)
		return own;
	if (bits_count(any) >= n)
		return any;
	return bits_count(hiding) >= n ? hiding : UINT64_MAX;
}

/* Spreads what a side has buried, which is public, over the squares where it may lie. */
static void
spread(struct position *p, uint64_t hiding, unsigned side, uint64_t *random)
{
	unsigned kinds[RULES_SQUARES_MAX], n = 0;
	uint64_t set = graves(p, side);

	/* In the order of kinds, so that the real squares do not show in the result. */
	for (unsigned kind = PIECE_PAWN; kind <= PIECE_QUEEN; kind++)
		for (uint64_t left = set; left;)
			if (grave_kind(p, side, bits_pop(&left)) == kind)
				kinds[n++] = kind;
	memset(p->x.zombie.buried[side], 0, sizeof(p->x.zombie.buried[side]));
	set = likely_covers(p, hiding, side, n);
	for (unsigned i = 0; i < n; i++) {
		uint64_t from = set;

		for (unsigned nth = worlds_random(random, bits_count(set)); nth > 0; nth--)
			from &= from - 1;
		grave_fill(p, side, bits_first(from), kinds[i]);
		set &= ~bit(bits_first(from));
	}
}

static void
imagine(struct position *p, const struct engine_view *view, uint64_t *random)
{
	for (unsigned side = 0; side < 2; side++)
		if (worlds_hidden(p, view, side))
			spread(p, view->hiding[side], side, random);
}

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

/* Leaves out what the other side has buried. */
static void
believe(struct engine *e, struct position *p)
{
	unsigned us = p->b.seat;
	uint64_t random = e->task->seed;
	struct graves *g = &e->graves;

	g->n = bits_count(graves(p, !us));
	g->covers = likely_covers(p, e->view.hiding[!us], !us, g->n);
	g->kind = usual_kind(p, !us);
	g->digger = us;
	imagine(p, &e->view, &random); /* a view may hide one's own burials too */
	memset(p->x.zombie.buried[!us], 0, sizeof(p->x.zombie.buried[!us]));
}

/* Where the seat to act leaves a square that may hide something, a piece rises there or none does. */
static void
split_by_grave(const struct engine *e, const struct position *p, struct action a, struct fork *out)
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

/* Leaves out the burials of sides whose squares are hidden. */
static void
fill(const char *text, struct text *out)
{
	struct word buried = view_value(text, " buried="), list;

	text_add_len(out, text, (size_t)(buried.s - text));
	for (unsigned side = 0; word_split(&buried, '/', &list); side++) {
		if (side)
			text_char(out, '/');
		if (memchr(list.s, '?', list.len))
			text_char(out, '-');
		else
			text_add_len(out, list.s, list.len);
		text = list.s + list.len;
	}
	text_add(out, text);
}

/*
 * Buries what the text names as "P?", in squares that may hide it, and refuses other burials
 * elsewhere. Returns 0, or -1.
 */
static int
bury(const struct game *g, const char *text, struct position *p, const uint64_t hiding[2],
     struct rules_error *err)
{
	struct word buried = view_value(text, " buried="), list, item;

	for (unsigned side = 0; side < 2 && word_split(&buried, '/', &list); side++) {
		uint64_t free = hiding[side];

		if (p->x.zombie.stage == STAGE_BURY)
			free &= ~p->x.zombie.left | bitboard_occupied(&p->b);
		if (!memchr(list.s, '?', list.len))
			continue;
		while (word_split(&list, '.', &item)) {
			uint8_t piece = item.len ? rules_piece_parse(g, item.s[0]) : 0;

			if (item.len != 2 || !piece || piece_kind(piece) == PIECE_KING)
				return view_refuse(err, (size_t)(item.s - text),
						   "buried: not a captive:", item);
			if (!free)
				return view_refuse(err, (size_t)(item.s - text),
						   "hiding: too few squares for", item);
			grave_fill(p, side, bits_pop(&free), piece_kind(piece));
		}
	}
	if (graves(p, 0) & ~hiding[0] || graves(p, 1) & ~hiding[1])
		return view_refuse(err, 0, "hiding: something is buried on another square",
				   (struct word){ NULL, 0 });
	return 0;
}

const struct traits traits_zombie = {
	.eval = eval,
	.weights = weights,
	.gain = gain_orthodox,
	.imagine = imagine,
	.believe = believe,
	.fork = split_by_grave,
	.fill = fill,
	.bury = bury,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 8,
	.level = {
		[1] = { 1, 80, 100, 1 },
		[2] = { 160, 55, 62, 1 },
		[3] = { 400, 45, 45, 1 },
		[4] = { 950, 35, 30, 1 },
		[5] = { 3300, 0, 0, 2 },
	},
};
