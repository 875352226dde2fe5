/*
 * Abstract Chess: stones in stacks. A stack is worth what its height can do; the royal stone needs
 * company, and enemies that reach its surroundings are a danger.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

enum { DANGER_MAX = 30 };

static int worth[] = {
	[PIECE_PAWN] = 90,  [PIECE_KNIGHT] = 270, [PIECE_BISHOP] = 350,
	[PIECE_ROOK] = 500, [PIECE_STACK5] = 590, [PIECE_QUEEN] = 960,
};
static int mobility[] = {
	[PIECE_KNIGHT] = 5, [PIECE_BISHOP] = 5, [PIECE_ROOK] = 3,
	[PIECE_STACK5] = 3, [PIECE_QUEEN] = 2,
};
static int danger[] = {
	[PIECE_PAWN] = 2, [PIECE_KNIGHT] = 3, [PIECE_BISHOP] = 2,
	[PIECE_ROOK] = 3, [PIECE_STACK5] = 3, [PIECE_QUEEN] = 4,
};
static int central = 4;  /* a stack's step from the rim */
static int company = 10; /* a friend beside the royal stone */
static int tempo = 15;

static const struct eval_weight weights[] = {
	{ "worth", worth, sizeof(worth) },
	{ "mobility", mobility, sizeof(mobility) },
	{ "danger", danger, sizeof(danger) },
	{ "central", &central, sizeof(central) },
	{ "company", &company, sizeof(company) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
};

/* Returns the squares that a stack attacks, by Neto's table or by Aronson's. */
static uint64_t
reach_of(const struct position *p, enum piece_kind kind, unsigned sq, unsigned colour)
{
	uint64_t occupied = bitboard_occupied(&p->b), reach = 0;
	bool cardinal = kind == PIECE_STACK5 && p->x.abstract.aronson;

	if (kind == PIECE_PAWN)
		return attacks_pawn[colour][sq];
	/* Aronson's stacks of two may be blocked: they reach a little less than counted here. */
	if (kind == PIECE_KNIGHT || cardinal)
		reach |= attacks_knight[sq];
	if (kind == PIECE_BISHOP || kind == PIECE_QUEEN || cardinal)
		reach |= attacks_diag(sq, occupied);
	if (kind == PIECE_ROOK || kind == PIECE_QUEEN || (kind == PIECE_STACK5 && !cardinal))
		reach |= attacks_line(sq, occupied);
	return reach;
}

static int
side(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t own = b->colour[colour], royal = b->kings & own, from = own & ~royal, zone = 0;
	uint64_t prey = b->kings & b->colour[!colour];
	int sum = 0, threat = 0;

	if (prey)
		zone = prey | attacks_king[bits_first(prey)];
	while (from) {
		unsigned sq = bits_pop(&from);
		enum piece_kind kind = piece_kind(bitboard_at(b, sq));
		uint64_t reach = reach_of(p, kind, sq, colour);

		sum += worth[kind] + central * eval_centrality(sq);
		if (kind != PIECE_PAWN)
			sum += mobility[kind] * (int)bits_count(reach & ~own);
		threat += danger[kind] * (int)bits_count(reach & zone);
	}
	if (royal)
		sum += company * (int)bits_count(attacks_king[bits_first(royal)] & own);
	threat = threat < DANGER_MAX ? threat : DANGER_MAX;
	return sum + threat * threat / 4;
}

static int
eval(const struct position *p)
{
	return side(p, 0) - side(p, 1) + eval_sign(p->b.seat) * tempo;
}

static bool
in_danger(const struct position *p)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat;
	uint64_t royal = b->kings & b->colour[us], enemy = b->colour[!us], from;

	if (!royal)
		return false;
	/* Only stacks on a queen's or a knight's lines can reach it. */
	from = attacks_diag_rays[bits_first(royal)] | attacks_line_rays[bits_first(royal)];
	from |= attacks_knight[bits_first(royal)];
	for (from &= enemy & ~b->kings; from;) {
		unsigned sq = bits_pop(&from);

		if (reach_of(p, piece_kind(bitboard_at(b, sq)), sq, !us) & royal)
			return true;
	}
	return (attacks_king[bits_first(royal)] & enemy & b->kings) != 0;
}

/* What a captured stack is worth, by kind. */
static const int stacks[] = {
	[PIECE_PAWN] = 100,   [PIECE_KNIGHT] = 280,     [PIECE_BISHOP] = 350, [PIECE_ROOK] = 520,
	[PIECE_QUEEN] = 1000, [PIECE_KING] = GAIN_KING, [PIECE_STACK5] = 600,
};

static int
gain(const struct position *p, struct action a)
{
	return gain_by(stacks, &p->b, a);
}

/* A double turn has not begun. */
static bool
may_skip(const struct position *p)
{
	return p->x.abstract.stage == 0;
}

const struct traits traits_abstract = {
	.eval = eval,
	.weights = weights,
	.gain = gain,
	.may_skip = may_skip,
	.in_danger = in_danger,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 8,
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
};
