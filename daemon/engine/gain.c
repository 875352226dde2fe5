#include "daemon/engine/gain.h"

#include "daemon/engine/belief.h"
#include "daemon/engine/eval.h"

enum {
	EXCHANGES_MAX = 32,
	KING_WORTH = 10000,
	FEW_PIECES = 4, /* with as many or fewer, material may end the game */
};

/* What a captured piece is worth, by kind. Kings are captured in games without check. */
static const int orthodox[] = {
	[PIECE_PAWN] = 100, [PIECE_KNIGHT] = 320, [PIECE_BISHOP] = 330,
	[PIECE_ROOK] = 500, [PIECE_QUEEN] = 980,  [PIECE_KING] = KING_WORTH,
};
static const int stacks[] = {
	[PIECE_PAWN] = 100,   [PIECE_KNIGHT] = 280,      [PIECE_BISHOP] = 350, [PIECE_ROOK] = 520,
	[PIECE_QUEEN] = 1000, [PIECE_KING] = KING_WORTH, [PIECE_STACK5] = 600,
};
static const int american[] = {
	[PIECE_PAWN] = 60,  [PIECE_KNIGHT] = 250,  [PIECE_BISHOP] = 280,
	[PIECE_ROOK] = 400, [PIECE_QUEEN] = 1000,  [PIECE_KING] = 0,
	[PIECE_STACK5] = 0, [PIECE_MISSILE] = 700, [PIECE_ARTILLERY] = 350,
};

/* Returns the kind of the enemy piece that a move or an attempt would capture. */
static enum piece_kind
victim_of(const struct bitboard *b, struct action a)
{
	if (a.kind != ACT_MOVE && a.kind != ACT_ATTEMPT)
		return PIECE_NONE;
	if (bits_has(b->colour[!(b->seat & 1)], a.to))
		return piece_kind(bitboard_at(b, a.to));
	if (a.to == b->ep_sq && bits_has(b->pawns, a.from) && ((a.from ^ a.to) & 7))
		return PIECE_PAWN;
	return PIECE_NONE;
}

/* Prefers, of captors of the same piece, the cheapest: at most a pawn's worth. */
static int
captor_cost(const int *worth, enum piece_kind kind)
{
	return kind == PIECE_KING ? 60 : worth[kind] / 20;
}

static int
gain_by(const int *worth, const struct bitboard *b, struct action a)
{
	enum piece_kind victim = victim_of(b, a);

	if (victim == PIECE_NONE)
		return 0;
	return worth[victim] - captor_cost(worth, piece_kind(bitboard_at(b, a.from)));
}

int
gain_orthodox(const struct position *p, struct action a)
{
	int gain = gain_by(orthodox, &p->b, a);

	/* Other promotions than to a queen are seldom better. */
	return a.kind == ACT_MOVE && a.arg == PIECE_QUEEN ? gain + orthodox[PIECE_QUEEN] : gain;
}

int
gain_abstract(const struct position *p, struct action a)
{
	return gain_by(stacks, &p->b, a);
}

int
gain_masquerade(const struct position *p, struct action a)
{
	int gain = gain_orthodox(p, a);

	return a.kind == ACT_ATTEMPT ? gain * eval_masquerade_chance(p, a) / BELIEF_SURE : gain;
}

int
gain_cooperative(const struct position *p, struct action a)
{
	enum piece_kind victim = victim_of(&p->b, a);

	return victim == PIECE_KING ? 0 : orthodox[victim];
}

/* Returns the worth of the crooked enemies beside the square where a Regulator lands. */
static int
indicted(const struct position *p, unsigned sq)
{
	const struct bitboard *b = &p->b;
	uint64_t beside = attacks_king[sq] & attacks_line_rays[sq];
	uint64_t guilty = beside & b->colour[!b->seat] & (p->marks | b->knights);
	int sum = 0;

	while (guilty)
		sum += orthodox[piece_kind(bitboard_at(b, bits_pop(&guilty)))];
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
	       (bits_has(innocent, a.from) && (a.arg || victim_of(b, a) != PIECE_NONE));
}

int
gain_accounting(const struct position *p, struct action a)
{
	if (a.kind == ACT_MOVE && spends_last(p, a))
		return KING_WORTH;
	if (a.kind == ACT_MOVE && bits_has(p->b.knights, a.from))
		return indicted(p, a.to);
	/* An innocent Shareholder less brings the enemy nearer to its win. */
	if (victim_of(&p->b, a) == PIECE_PAWN && !bits_has(p->marks, a.to) && !a.arg)
		return 0;
	return gain_orthodox(p, a);
}

int
gain_american(const struct position *p, struct action a)
{
	const uint8_t *cell = p->x.wide.cell;
	enum piece_kind kind = piece_kind(cell[a.from]);
	unsigned last_rank = p->b.seat ? 0 : 8;
	int gain = american[piece_kind(cell[a.to])];

	if (gain)
		gain -= american[kind] / 20;
	if (a.to / 11 == last_rank && kind != PIECE_QUEEN && kind != PIECE_MISSILE)
		gain += american[PIECE_QUEEN] - american[kind];
	return gain;
}

bool
gain_has_officers(const struct position *p)
{
	const struct bitboard *b = &p->b;

	return (b->colour[b->seat & 1] & ~b->pawns & ~b->kings) != 0;
}

bool
gain_is_lively(const struct position *p)
{
	return gain_has_officers(p) && bits_count(bitboard_occupied(&p->b)) > FEW_PIECES;
}

bool
gain_always_skips(const struct position *p)
{
	(void)p;
	return true;
}

bool
gain_may_skip_masquerade(const struct position *p)
{
	return p->x.masquerade.mask[0][0] != 0;
}

bool
gain_may_skip_abstract(const struct position *p)
{
	return p->x.abstract.stage == 0;
}

/* --- Exchanges ------------------------------------------------------------------ */

/* Returns the pieces of both colours that attack sq, also through those that left `occupied`. */
static uint64_t
attackers(const struct bitboard *b, unsigned sq, uint64_t occupied)
{
	return bitboard_attackers(b, sq, occupied, 0) | bitboard_attackers(b, sq, occupied, 1);
}

/* Returns the square of the cheapest piece among `from`, which is not empty. */
static unsigned
cheapest(const struct bitboard *b, uint64_t from)
{
	enum piece_kind kind = PIECE_PAWN;

	while (!(eval_kind(b, kind) & from))
		kind++;
	return bits_first(eval_kind(b, kind) & from);
}

int
gain_exchange(const struct position *p, struct action a)
{
	const struct bitboard *b = &p->b;
	uint64_t occupied = bitboard_occupied(b), from = bit(a.from);
	unsigned colour = b->seat & 1, n = 0;
	int won[EXCHANGES_MAX], stake = orthodox[piece_kind(bitboard_at(b, a.from))];

	if (a.kind != ACT_MOVE)
		return 0;
	won[0] = orthodox[victim_of(b, a)];
	if (a.arg) {
		won[0] += orthodox[a.arg] - orthodox[PIECE_PAWN];
		stake = orthodox[a.arg];
	}
	if (won[0] >= stake)
		return won[0] - stake; /* enough: a lower bound that is no loss */
	if (a.to == b->ep_sq && bits_has(b->pawns, a.from))
		occupied &= ~bit(a.to ^ 8);
	while (n + 1 < EXCHANGES_MAX) {
		uint64_t next;
		unsigned sq;

		occupied &= ~from;
		colour = !colour;
		next = attackers(b, a.to, occupied) & b->colour[colour];
		if (!next)
			break;
		n++;
		won[n] = stake - won[n - 1];
		sq = cheapest(b, next);
		from = bit(sq);
		stake = orthodox[piece_kind(bitboard_at(b, sq))];
	}
	for (; n > 0; n--)
		won[n - 1] = -(won[n] > -won[n - 1] ? won[n] : -won[n - 1]);
	return won[0];
}
