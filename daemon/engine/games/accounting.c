/*
 * Accounting Chess: a side without an innocent Shareholder wins, so each of them is a burden that
 * the owner bilks or makes crooked. Crooked men are prey of the enemy's Regulators, above all the
 * CEO.
 */
#include <stddef.h>

#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

enum { SHAREHOLDERS = 8 };

static int worth[] = {
	[PIECE_PAWN] = 60, /* crooked */
	[PIECE_KNIGHT] = 420, [PIECE_BISHOP] = 320, [PIECE_ROOK] = 450, [PIECE_QUEEN] = 850,
};
/* By the number of innocent Shareholders: the nearer to none, the better. */
static int race[SHAREHOLDERS + 1] = { 0, 900, 560, 360, 230, 140, 80, 35, 0 };

static int bilkable = 10;       /* an innocent Shareholder that may be bilked */
static int crooked_man = -25;   /* no Shareholder, for each enemy Regulator */
static int crooked_ceo = -90;   /* the same for the CEO */
static int regulator_reach = 5; /* an empty square that a Regulator reaches */
static int advanced = 3;        /* a Shareholder's rank */
static int tempo = 15;

static const struct eval_weight weights[] = {
	{ "worth", worth, sizeof(worth) },
	{ "race", race, sizeof(race) },
	{ "bilkable", &bilkable, sizeof(bilkable) },
	{ "crooked-man", &crooked_man, sizeof(crooked_man) },
	{ "crooked-ceo", &crooked_ceo, sizeof(crooked_ceo) },
	{ "regulator-reach", &regulator_reach, sizeof(regulator_reach) },
	{ "advanced", &advanced, sizeof(advanced) },
	{ "tempo", &tempo, sizeof(tempo) },
	{ NULL, NULL, 0 },
};

static uint64_t
beside(uint64_t set)
{
	return bits_forward(set, 0) | bits_forward(set, 1) | bits_west(set) | bits_east(set);
}

static int
shareholders(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t innocent = b->pawns & b->colour[colour] & ~p->marks;
	uint64_t crooked = b->pawns & b->colour[colour] & p->marks, all = innocent | crooked;
	uint64_t safe = bits_own_rank(1, colour) | beside(b->knights & b->colour[!colour]);
	unsigned n = bits_count(innocent);
	int sum = race[n < SHAREHOLDERS ? n : SHAREHOLDERS];

	sum += worth[PIECE_PAWN] * (int)bits_count(crooked);
	sum += bilkable * (int)bits_count(innocent & ~safe);
	while (all) {
		unsigned rank = bits_pop(&all) >> 3;

		sum += advanced * (int)(colour ? 7 - rank : rank);
	}
	return sum;
}

static int
regulators(const struct bitboard *b, unsigned colour)
{
	uint64_t from = b->knights & b->colour[colour];
	int sum = 0;

	while (from)
		sum += regulator_reach *
		       (int)bits_count(attacks_knight[bits_pop(&from)] & ~bitboard_occupied(b));
	return sum;
}

static int
side(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t crooked = p->marks & b->colour[colour] & ~b->pawns;
	int hunters = (int)bits_count(b->knights & b->colour[!colour]), sum;

	sum = shareholders(p, colour) + regulators(b, colour);
	for (enum piece_kind kind = PIECE_KNIGHT; kind < PIECE_KING; kind++)
		sum += worth[kind] * (int)bits_count(eval_kind(b, kind) & b->colour[colour]);
	sum += hunters * crooked_man * (int)bits_count(crooked & ~b->kings);
	sum += hunters * crooked_ceo * (int)bits_count(crooked & b->kings);
	return sum;
}

static int
eval(const struct position *p)
{
	struct bitboard quiet = p->b;
	struct eval e = { 0, 0, EVAL_PHASE_FULL };

	quiet.knights = 0; /* Regulators attack nothing */
	eval_activity(&e, &quiet, UINT64_MAX);
	return side(p, 0) - side(p, 1) + eval_tapered(&e) + eval_sign(p->b.seat) * tempo;
}

/*
 * Reports whether the CEO of the side to act may be captured, or the enemy's last innocent
 * Shareholder bilked, as far as its square shows.
 */
static bool
in_danger(const struct position *p)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat, them = !us;
	uint64_t ceo = b->kings & b->colour[us], last = b->pawns & b->colour[them] & ~p->marks;
	uint64_t safe = bits_own_rank(1, them) | beside(b->knights & b->colour[us]);
	struct bitboard quiet = *b;

	quiet.knights = 0; /* Regulators attack nothing */
	if (last && !bits_several(last) && !(last & safe))
		return true;
	return ceo && bitboard_attacked(&quiet, bits_first(ceo), bitboard_occupied(b), them);
}

/* Returns the worth of the crooked enemies beside the square where a Regulator lands. */
static int
indicted(const struct position *p, unsigned sq)
{
	const struct bitboard *b = &p->b;
	uint64_t around = attacks_king[sq] & attacks_line_rays[sq];
	uint64_t guilty = around & b->colour[!b->seat] & (p->marks | b->knights);
	int sum = 0;

	while (guilty)
		sum += gain_worth[piece_kind(bitboard_at(b, bits_pop(&guilty)))];
	return sum;
}

/*
 * Reports whether the action leaves its side without an innocent Shareholder, which wins: the last
 * is bilked, promoted, or becomes crooked by a capture.
 */
static bool
spends_last(const struct position *p, struct action a)
{
	const struct bitboard *b = &p->b;
	uint64_t innocent = b->pawns & b->colour[b->seat] & ~p->marks;

	if (bits_several(innocent))
		return false;
	return bits_has(innocent, a.to) ||
	       (bits_has(innocent, a.from) && (a.arg || gain_victim(b, a) != PIECE_NONE));
}

/* Captures, what a Regulator indicts, and the last innocent Shareholder. */
static int
gain(const struct position *p, struct action a)
{
	if (a.kind == ACT_MOVE && spends_last(p, a))
		return GAIN_KING;
	if (a.kind == ACT_MOVE && bits_has(p->b.knights, a.from))
		return indicted(p, a.to);
	/* An innocent Shareholder less brings the enemy nearer to its win. */
	if (gain_victim(&p->b, a) == PIECE_PAWN && !bits_has(p->marks, a.to) && !a.arg)
		return 0;
	return gain_orthodox(p, a);
}

/* The turn is never a burden. */
static bool
may_skip(const struct position *p)
{
	(void)p;
	return true;
}

const struct traits traits_accounting = {
	.eval = eval,
	.weights = weights,
	.gain = gain,
	.may_skip = may_skip,
	.in_danger = in_danger,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 8,
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
};
