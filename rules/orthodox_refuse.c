/*
 * Explains by the FIDE Laws why a piece of the side to act may not move there.
 * Called only if no action leads from–to. The first reason that applies is
 * reported, from the plainest (own piece, wrong way to move) to the king's
 * safety.
 */
#include "rules/bitboard.h"
#include "rules/orthodox.h"

struct question {
	const struct bitboard *b;
	unsigned us, from, to, king_sq;
	uint64_t own, enemy, occupied;
	struct refusal *out;
};

static void
refuse_with(const struct question *q, const char *rule, const char *text, uint64_t squares)
{
	refusal_set(q->out, rule, text, squares);
}

static uint64_t
attackers_of(const struct question *q, unsigned sq, uint64_t occupied)
{
	return bitboard_attackers(q->b, sq, occupied, !q->us);
}

/* Returns the attackers of the king after the move, as if the move were allowed. */
static uint64_t
attackers_after(const struct question *q)
{
	struct bitboard after = *q->b;

	if (q->us)
		bitboard_move_pieces(&after, 1, q->from, q->to, 0);
	else
		bitboard_move_pieces(&after, 0, q->from, q->to, 0);
	return bitboard_attackers(&after, bits_first(after.kings & after.colour[q->us]),
				  bitboard_occupied(&after), !q->us);
}

static void
refuse_castling(const struct question *q, unsigned rook_sq)
{
	uint64_t movers = bit(q->from) | bit(rook_sq);
	uint64_t way = bitboard_castling_way(q->from, rook_sq);
	uint64_t blockers = bitboard_castling_lane(q->from, rook_sq) & q->occupied & ~movers;
	uint64_t attackers = attackers_of(q, q->from, q->occupied);

	if (!(bitboard_castling_files(q->b, q->us) >> (rook_sq & 7) & 1))
		refuse_with(q, "castling-lost",
			    "The king or this rook has moved, so they cannot castle.", movers);
	else if (blockers)
		refuse_with(q, "blocked", "Another piece stands in the way of castling.", blockers);
	else if (attackers)
		refuse_with(q, "castling-in-check", "The king may not castle out of check.",
			    attackers);
	else {
		while (way && !attackers)
			attackers = attackers_of(q, bits_pop(&way), q->occupied);
		if (!attackers) /* the departing rook exposes the king */
			attackers = attackers_of(
				q, bitboard_castling_ends(q->from, rook_sq).king_to,
				bitboard_castling_after(q->from, rook_sq, q->occupied));
		refuse_with(q, "castling-attacked-way",
			    "The king may not castle through or onto an attacked square.",
			    attackers);
	}
}

/* Returns the rook of the intended castling, or RULES_NO_SQ if castling cannot be meant. */
static unsigned
castling_meant(const struct question *q)
{
	uint64_t own_rooks = q->own & q->b->line & ~q->b->diag;
	uint64_t rooks = bitboard_castling_rooks(q->b, q->us);
	unsigned first = q->from & ~7u;

	if (!bits_has(q->b->kings, q->from) || !(bits_own_rank(0, q->us) & bit(q->from)) ||
	    (q->to & ~7u) != first)
		return RULES_NO_SQ;
	if (bits_has(own_rooks, q->to))
		return q->to;
	if (bits_has(attacks_king[q->from], q->to))
		return RULES_NO_SQ;
	while (rooks) {
		unsigned rook_sq = bits_pop(&rooks);

		if (bitboard_castling_ends(q->from, rook_sq).king_to == q->to)
			return rook_sq;
	}
	/* No right is left, but the king moves towards a rook as in orthodox castling. */
	if (q->from == first + 4 && q->to == first + 6 && bits_has(own_rooks, first + 7))
		return first + 7;
	if (q->from == first + 4 && q->to == first + 2 && bits_has(own_rooks, first))
		return first;
	return RULES_NO_SQ;
}

static void
refuse_pawn_shape(const struct question *q)
{
	uint64_t ahead = bits_forward(bit(q->from), q->us), twice = 0;
	uint64_t to = bit(q->to);

	if (ahead & bits_own_rank(2, q->us))
		twice = bits_forward(ahead, q->us);
	if (to & (ahead | twice))
		refuse_with(q, "blocked",
			    to & q->occupied ? "This piece cannot move forward onto another."
					     : "Another piece stands in the way.",
			    (ahead | to) & q->occupied);
	else if (bits_has(attacks_pawn[q->us][q->from], q->to))
		refuse_with(q, "nothing-to-capture", "This piece moves diagonally only to capture.",
			    to);
	else if (to & bits_forward(ahead, q->us))
		refuse_with(q, "no-such-move",
			    "This piece goes two squares only from its second row.", 0);
	else
		refuse_with(q, "no-such-move", "This piece does not move like that.", 0);
}

/*
 * Returns the squares that the piece reaches with these squares occupied; for
 * pawns, where they may move.
 */
static uint64_t
reach(const struct question *q, uint64_t occupied)
{
	const struct bitboard *b = q->b;
	uint64_t set = 0, ahead;

	if (bits_has(b->knights, q->from))
		set |= attacks_knight[q->from];
	if (bits_has(b->kings, q->from))
		set |= attacks_king[q->from];
	if (bits_has(b->diag, q->from))
		set |= attacks_diag(q->from, occupied);
	if (bits_has(b->line, q->from))
		set |= attacks_line(q->from, occupied);
	if (!bits_has(b->pawns, q->from))
		return set;
	ahead = bits_forward(bit(q->from), q->us) & ~occupied;
	set = ahead | (bits_forward(ahead & bits_own_rank(2, q->us), q->us) & ~occupied);
	if (b->ep_sq != RULES_NO_SQ)
		occupied |= bit(b->ep_sq);
	return set | (attacks_pawn[q->us][q->from] & occupied);
}

static const char *
no_such_move(const struct question *q)
{
	if (bits_has(q->b->knights, q->from))
		return "A knight does not move like that.";
	if (bits_has(q->b->kings, q->from))
		return "A king does not move like that.";
	if (!bits_has(q->b->line, q->from))
		return "A bishop does not move like that.";
	return bits_has(q->b->diag, q->from) ? "A queen does not move like that."
					     : "A rook does not move like that.";
}

static void
refuse_shape(const struct question *q)
{
	uint64_t way = attacks_between[q->from][q->to] & q->occupied;

	if (bits_has(q->b->pawns, q->from))
		refuse_pawn_shape(q);
	else if (bits_has(reach(q, 0), q->to))
		refuse_with(q, "blocked", "Another piece stands in the way.", way);
	else
		refuse_with(q, "no-such-move", no_such_move(q), 0);
}

/* Explains a move that the piece can make but that the safety of its king forbids. */
static void
refuse_for_king(const struct question *q)
{
	uint64_t checkers = attackers_of(q, q->king_sq, q->occupied);
	uint64_t after = attackers_after(q);

	if (q->from == q->king_sq)
		refuse_with(q, "king-attacked", "The king would be attacked there.", after);
	else if (after & ~checkers)
		refuse_with(q, "pinned", "The piece is pinned: moving it exposes its king.",
			    after & ~checkers);
	else
		refuse_with(q, "in-check",
			    "The king is in check, and this move does not end the check.",
			    checkers);
}

/*
 * Reports whether the piece moves to the own piece's square by its way of moving. A pawn does both
 * ahead and diagonally.
 */
static bool
reaches_own(const struct question *q)
{
	uint64_t occupied = q->occupied;

	if (bits_has(q->b->pawns, q->from) && !bits_has(attacks_pawn[q->us][q->from], q->to))
		occupied &= ~bit(q->to);
	return bits_has(reach(q, occupied), q->to);
}

/*
 * Tests castling, own pieces and the way a piece moves. Returns false if none
 * of these forbids the move.
 */
static bool
refuse_to_by_shape(const struct question *q)
{
	unsigned rook_sq = castling_meant(q);

	if (rook_sq != RULES_NO_SQ) {
		refuse_castling(q, rook_sq);
	} else if (bits_has(q->own, q->to)) {
		refuse_with(q, "own-piece", "A piece of the same side stands there.", bit(q->to));
		q->out->reaches = reaches_own(q);
	} else if (!bits_has(reach(q, q->occupied), q->to)) {
		refuse_shape(q);
	} else {
		return false;
	}
	return true;
}

/*
 * Explains why the piece has no action. If it has a square to go to, sets q->to
 * to one and returns false.
 */
static bool
refuse_piece_by_shape(struct question *q)
{
	uint64_t open = reach(q, q->occupied) & ~q->own, near;

	if (open) {
		q->to = bits_first(open);
		return false;
	}
	near = bits_has(q->b->pawns, q->from) ? bits_forward(bit(q->from), q->us)
					      : reach(q, q->occupied);
	refuse_with(q, "blocked", "The piece is blocked in.", near & q->occupied);
	return true;
}

static struct question
question_of(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct question q = { .b = &p->b, .us = p->b.seat & 1, .from = from, .to = to, .out = out };
	uint64_t king;

	q.own = p->b.colour[q.us];
	q.enemy = p->b.colour[!q.us];
	q.occupied = q.own | q.enemy;
	king = p->b.kings & q.own;
	q.king_sq = king ? bits_first(king) : RULES_NO_SQ;
	return q;
}

static bool
refuse_by_shape(struct question *q)
{
	return q->to == RULES_NO_SQ ? refuse_piece_by_shape(q) : refuse_to_by_shape(q);
}

bool
orthodox_refuse_shape(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct question q = question_of(p, from, to, out);

	return refuse_by_shape(&q);
}

void
orthodox_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		struct refusal *out)
{
	struct question q = question_of(p, from, to, out);

	(void)seat; /* nothing is hidden */
	if (!refuse_by_shape(&q))
		refuse_for_king(&q);
}
