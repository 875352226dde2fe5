#include "daemon/engine/gain.h"

#include "daemon/engine/eval.h"

enum {
	EXCHANGES_MAX = 32,
	FEW_PIECES = 4, /* with as many or fewer, material may end the game */
};

const int gain_worth[PIECE_KING + 1] = {
	[PIECE_PAWN] = 100, [PIECE_KNIGHT] = 320, [PIECE_BISHOP] = 330,
	[PIECE_ROOK] = 500, [PIECE_QUEEN] = 980,  [PIECE_KING] = GAIN_KING,
};

enum piece_kind
gain_victim(const struct bitboard *b, struct action a)
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

int
gain_by(const int *worth, const struct bitboard *b, struct action a)
{
	enum piece_kind victim = gain_victim(b, a);

	if (victim == PIECE_NONE)
		return 0;
	return worth[victim] - captor_cost(worth, piece_kind(bitboard_at(b, a.from)));
}

int
gain_orthodox(const struct position *p, struct action a)
{
	int gain = gain_by(gain_worth, &p->b, a);

	/* Other promotions than to a queen are seldom better. */
	return a.kind == ACT_MOVE && a.arg == PIECE_QUEEN ? gain + gain_worth[PIECE_QUEEN] : gain;
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
	int won[EXCHANGES_MAX], stake = gain_worth[piece_kind(bitboard_at(b, a.from))];

	if (a.kind != ACT_MOVE)
		return 0;
	won[0] = gain_worth[gain_victim(b, a)];
	if (a.arg) {
		won[0] += gain_worth[a.arg] - gain_worth[PIECE_PAWN];
		stake = gain_worth[a.arg];
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
		stake = gain_worth[piece_kind(bitboard_at(b, sq))];
	}
	for (; n > 0; n--)
		won[n - 1] = -(won[n] > -won[n - 1] ? won[n] : -won[n - 1]);
	return won[0];
}
