/*
 * Masquerade Chess: a piece moves as its own kind and captures as its mask, so it is worth
 * something of both. There is no check; squares around the enemy king that masks reach are a
 * danger to it.
 *
 * Masks that are not known count by how likely they are: every permutation of masks that the
 * answers allow is equally likely. A position of the search tree keeps, behind the fields of the
 * rule core, how likely each mask of each piece is. The masks themselves are then the first
 * permutation allowed: only a placeholder.
 */
#include <string.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/search.h"
#include "daemon/engine/view.h"
#include "daemon/engine/worlds.h"
#include "rules/games/masquerade.h"

enum {
	DANGER_MAX = 30,
	SURE = 240,
};

/* By colour, piece and mask, both K Q R B N, in parts of SURE; all 0: the masks are known. */
struct belief {
	uint8_t weight[2][MASKED][MASKED];
};

_Static_assert(sizeof(((struct position *)0)->x.masquerade) + sizeof(struct belief) <=
		       sizeof(((struct position *)0)->x),
	       "a position has room for what is believed");

static inline const struct belief *
belief_of(const struct position *p)
{
	return (const struct belief *)((const char *)&p->x + sizeof(p->x.masquerade));
}

/* By the value of a mask. */
static const enum piece_kind kind_of[MASKED + 1] = {
	PIECE_NONE, PIECE_KING, PIECE_QUEEN, PIECE_ROOK, PIECE_BISHOP, PIECE_KNIGHT,
};
static int moving[] = {
	[PIECE_KNIGHT] = 140, [PIECE_BISHOP] = 160, [PIECE_ROOK] = 210,
	[PIECE_QUEEN] = 340,  [PIECE_KING] = 0,
};
static int capturing[] = {
	[PIECE_KNIGHT] = 150, [PIECE_BISHOP] = 160, [PIECE_ROOK] = 220,
	[PIECE_QUEEN] = 400,  [PIECE_KING] = 90,
};
static int pawn = 90;
static int danger_beside = 4; /* an attacked square beside the enemy king */
static int target = 6;        /* a square where a piece could capture */
static int moves_to = 3;      /* a square to move to */
static int tempo = 15;

static const struct eval_weight weights[] = {
	{ "moving", moving, sizeof(moving) },  { "capturing", capturing, sizeof(capturing) },
	{ "pawn", &pawn, sizeof(pawn) },       { "danger", &danger_beside, sizeof(danger_beside) },
	{ "target", &target, sizeof(target) }, { "moves-to", &moves_to, sizeof(moves_to) },
	{ "tempo", &tempo, sizeof(tempo) },    { NULL, NULL, 0 },
};

/* By kind of piece, its index among K Q R B N. */
static const uint8_t index_of[] = {
	[PIECE_KNIGHT] = 4, [PIECE_BISHOP] = 3, [PIECE_ROOK] = 2,
	[PIECE_QUEEN] = 1,  [PIECE_KING] = 0,
};

/* Returns the kind that a piece captures as; its own before the masks are assigned. */
static enum piece_kind
mask_of(const struct position *p, enum piece_kind kind, unsigned colour)
{
	unsigned mask = p->x.masquerade.mask[colour][index_of[kind]];

	return mask ? kind_of[mask] : kind;
}

static uint64_t
reach_of(enum piece_kind kind, unsigned sq, uint64_t occupied)
{
	switch ((int)kind) {
	case PIECE_KNIGHT:
		return attacks_knight[sq];
	case PIECE_BISHOP:
		return attacks_diag(sq, occupied);
	case PIECE_ROOK:
		return attacks_line(sq, occupied);
	case PIECE_QUEEN:
		return attacks_diag(sq, occupied) | attacks_line(sq, occupied);
	default:
		return attacks_king[sq];
	}
}

/* --- Masks that are not known ---------------------------------------------------- */

/* Reports whether the masks of a side are not known. */
static bool
is_unsure(const struct position *p, unsigned colour)
{
	const uint8_t *king = belief_of(p)->weight[colour][0];

	return (king[0] | king[1] | king[2] | king[3] | king[4]) != 0;
}

/* Returns the index of a piece, which is no pawn, among K Q R B N. */
static unsigned
index_at(const struct position *p, unsigned sq)
{
	return index_of[piece_kind(bitboard_at(&p->b, sq))];
}

/* Reports whether a piece with that mask, an index too, captures by the attempt. */
static bool
mask_captures(const struct position *p, unsigned mask, struct action a)
{
	return bits_has(reach_of(kind_of[mask + 1], a.from, bitboard_occupied(&p->b)), a.to);
}

/* Returns how likely the piece on a.from captures on a.to, 0 to SURE. */
static int
chance(const struct position *p, struct action a)
{
	uint8_t piece = bitboard_at(&p->b, a.from);
	unsigned colour = piece_colour(piece);
	const uint8_t *weight;
	int sum = 0;

	if (piece_kind(piece) == PIECE_PAWN)
		return bits_has(attacks_pawn[colour][a.from], a.to) ? SURE : 0;
	if (!is_unsure(p, colour)) {
		enum piece_kind mask = mask_of(p, piece_kind(piece), colour);

		return bits_has(reach_of(mask, a.from, bitboard_occupied(&p->b)), a.to) ? SURE : 0;
	}
	weight = belief_of(p)->weight[colour][index_of[piece_kind(piece)]];
	for (unsigned k = 0; k < MASKED; k++)
		sum += mask_captures(p, k, a) ? weight[k] : 0;
	return sum;
}

/* --- Evaluation ------------------------------------------------------------------- */

/* What the pieces of a side may capture. */
struct captures {
	int worth, targets, danger;
};

/* Adds a piece that captures as that kind, `weight` parts of it. */
static void
add_mask(struct captures *c, enum piece_kind mask, int weight, uint64_t reach, uint64_t enemy,
	 uint64_t zone)
{
	c->worth += weight * capturing[mask];
	c->targets += weight * (int)bits_count(reach & enemy);
	c->danger += weight * (int)bits_count(reach & zone);
}

static void
add_piece(const struct position *p, struct captures *c, unsigned sq, enum piece_kind kind,
	  unsigned colour, bool unsure, uint64_t zone)
{
	uint64_t occupied = bitboard_occupied(&p->b), enemy = p->b.colour[!colour];
	const uint8_t *weight = belief_of(p)->weight[colour][index_of[kind]];

	if (!unsure) {
		enum piece_kind mask = mask_of(p, kind, colour);

		add_mask(c, mask, SURE, reach_of(mask, sq, occupied), enemy, zone);
		return;
	}
	for (unsigned k = 0; k < MASKED; k++)
		if (weight[k])
			add_mask(c, kind_of[k + 1], weight[k],
				 reach_of(kind_of[k + 1], sq, occupied), enemy, zone);
}

static int
side(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t occupied = bitboard_occupied(b), enemy = b->colour[!colour];
	uint64_t king = b->kings & enemy, zone = king, from = b->colour[colour] & ~b->pawns;
	int sum = pawn * (int)bits_count(b->pawns & b->colour[colour]), danger;
	bool unsure = is_unsure(p, colour);
	struct captures c = { 0, 0, 0 };

	if (king)
		zone |= attacks_king[bits_first(king)];
	while (from) {
		unsigned sq = bits_pop(&from);
		enum piece_kind kind = piece_kind(bitboard_at(b, sq));
		uint64_t moves = reach_of(kind, sq, occupied) & ~occupied;

		sum += moving[kind];
		sum += kind == PIECE_KING ? 0 : moves_to * (int)bits_count(moves);
		add_piece(p, &c, sq, kind, colour, unsure, zone);
	}
	danger = danger_beside * c.danger / SURE;
	danger = danger < DANGER_MAX ? danger : DANGER_MAX;
	return sum + (c.worth + target * c.targets) / SURE + danger * danger / 4;
}

static int
eval(const struct position *p)
{
	struct eval e = { 0, 0, EVAL_PHASE_FULL };

	eval_pawns(&e, &p->b);
	eval_kings(&e, &p->b);
	return side(p, 0) - side(p, 1) + eval_tapered(&e) + eval_sign(p->b.seat) * tempo;
}

static bool
in_danger(const struct position *p)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[b->seat], from = b->colour[!b->seat];

	if (!king)
		return false;
	while (from) {
		struct action a = { .from = (uint8_t)bits_pop(&from),
				    .to = (uint8_t)bits_first(king) };

		if (2 * chance(p, a) >= SURE)
			return true;
	}
	return false;
}

/* An attempt that fails gains nothing. */
static int
gain(const struct position *p, struct action a)
{
	int won = gain_orthodox(p, a);

	return a.kind == ACT_ATTEMPT ? won * chance(p, a) / SURE : won;
}

/* The masks are assigned. */
static bool
may_skip(const struct position *p)
{
	return p->x.masquerade.mask[0][0] != 0;
}

/* --- What is believed ------------------------------------------------------------ */

/* A set of permutations. */
struct permutations {
	uint64_t w[2];
};

/* Fills the table of permutations. */
static void
table_init(struct belief_table *t)
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
allowed_masks(const struct belief_table *t, uint64_t log)
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
				(uint8_t)(SURE * count(both(set, with_mask(t, i, 1u << k))) / n);
}

/* Returns the sides, bit by colour, whose masks the seat to act or the view hides. */
static unsigned
hidden_sides(const struct position *p, const struct engine_view *view)
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

static void
believe(struct engine *e, struct position *p)
{
	unsigned hidden = hidden_sides(p, &e->view);

	table_init(&e->belief);
	for (unsigned side = 0; side < 2; side++)
		if (hidden >> side & 1)
			note(&e->belief, p, side,
			     allowed_masks(&e->belief, p->x.masquerade.log[side]));
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

/* An attempt is answered by yes or no, and either answer leaves fewer permutations. */
static void
split_by_answer(const struct engine *e, const struct position *p, struct action a, struct fork *out)
{
	struct permutations all, yes;
	unsigned piece, kinds = 0;

	out->n = 1;
	out->child[0] = *p;
	if (a.kind != ACT_ATTEMPT || !is_unsure(p, p->b.seat)) {
		rules_apply(e->g, &out->child[0], a);
		return;
	}
	piece = index_at(p, a.from);
	for (unsigned k = 0; k < MASKED; k++)
		kinds |= (unsigned)mask_captures(p, k, a) << k;
	all = allowed_masks(&e->belief, p->x.masquerade.log[p->b.seat]);
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

/* Draws, for each side with hidden masks, one of the permutations that its answers allow. */
static void
imagine(struct position *p, const struct engine_view *view, uint64_t *random)
{
	unsigned hidden = hidden_sides(p, view), allowed[MASKED];

	for (unsigned side = 0; side < 2; side++) {
		uint8_t *mask = p->x.masquerade.mask[side];

		if (!(hidden >> side & 1))
			continue;
		masquerade_not_excluded(p->x.masquerade.log[side], allowed);
		do
			masquerade_permutation(worlds_random(random, PERMUTATIONS), mask);
		while (!masquerade_is_consistent(mask, allowed));
	}
}

/* --- Views ------------------------------------------------------------------------ */

/* Writes masks that are among those known to be possible, or what was given. */
static void
print_masks(struct word given, struct word known, struct text *out)
{
	uint8_t mask[MASKED];

	for (unsigned number = 0; number < PERMUTATIONS && word_is(given, "?????"); number++) {
		struct word rest = known, kinds;
		unsigned i = 0;

		masquerade_permutation(number, mask);
		while (i < MASKED && word_split(&rest, '.', &kinds) &&
		       memchr(kinds.s, MASK_LETTERS[mask[i] - 1], kinds.len))
			i++;
		if (i < MASKED)
			continue;
		for (i = 0; i < MASKED; i++)
			text_char(out, MASK_LETTERS[mask[i] - 1]);
		return;
	}
	text_add_len(out, given.s, given.len);
}

static void
fill(const char *text, struct text *out)
{
	struct word masks = view_value(text, " masks="), known = view_value(text, " known=");
	struct word mask, kinds;
	bool unassigned = strstr(text, " stage=assign ") != NULL;

	text_add_len(out, text, (size_t)(masks.s - text));
	for (unsigned side = 0; word_split(&masks, '/', &mask); side++) {
		if (!word_split(&known, '/', &kinds))
			kinds = (struct word){ text, 0 };
		if (side)
			text_char(out, '/');
		if (unassigned && side == 0)
			text_add_len(out, mask.s, mask.len);
		else
			print_masks(mask, kinds, out);
		text = mask.s + mask.len;
	}
	text_add(out, text);
}

const struct traits traits_masquerade = {
	.eval = eval,
	.weights = weights,
	.gain = gain,
	.in_danger = in_danger,
	.may_skip = may_skip,
	.imagine = imagine,
	.believe = believe,
	.fork = split_by_answer,
	.fill = fill,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 8,
	.level = {
		[1] = { 1, 150, 200, 1 },
		[2] = { 1, 80, 80, 1 },
		[3] = { 700, 45, 38, 1 },
		[4] = { 2000, 20, 10, 1 },
		[5] = { 4000, 0, 0, 2 },
	},
};
