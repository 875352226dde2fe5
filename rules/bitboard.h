/*
 * The 8 x 8 board as sets: reads and changes squares, computes attacks and
 * makes board moves. Shared by all games on this board.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/attacks.h"
#include "rules/rules.h"

ALWAYS_INLINE uint64_t
bitboard_occupied(const struct bitboard *b)
{
	return b->colour[0] | b->colour[1];
}

/* Returns the piece on sq without its mark; 0 if the square is empty. */
uint8_t bitboard_at(const struct bitboard *b, unsigned sq);
/* Puts a piece on an empty square. The caller sets the mark. */
void bitboard_put(struct bitboard *b, unsigned sq, uint8_t piece);
/* Empties these squares. The caller updates rights and marks. */
void bitboard_remove(struct bitboard *b, uint64_t squares);

/* Reports whether a slider of `side` attacks sq when `occupied` is occupied. */
ALWAYS_INLINE bool
bitboard_slid_at(const struct bitboard *b, unsigned sq, uint64_t occupied, uint64_t side)
{
	uint64_t diag = attacks_diag_rays[sq] & b->diag & side;
	uint64_t line = attacks_line_rays[sq] & b->line & side;

	return (diag && (attacks_diag(sq, occupied) & diag)) ||
	       (line && (attacks_line(sq, occupied) & line));
}

ALWAYS_INLINE bool
bitboard_attacked(const struct bitboard *b, unsigned sq, uint64_t occupied, unsigned by)
{
	uint64_t side = b->colour[by] & occupied;

	return (attacks_knight[sq] & b->knights & side) ||
	       (attacks_pawn[!by][sq] & b->pawns & side) || (attacks_king[sq] & b->kings & side) ||
	       bitboard_slid_at(b, sq, occupied, side);
}

/* Returns the pieces of colour `by` that attack sq when `occupied` is occupied. */
uint64_t bitboard_attackers(const struct bitboard *b, unsigned sq, uint64_t occupied, unsigned by);

/* Returns the colour of the pawn that passed over an en passant square. */
ALWAYS_INLINE unsigned
bitboard_ep_owner(unsigned sq)
{
	return sq >= 32;
}

/* Reports whether the square is empty and the double-stepped pawn is in front of it. */
ALWAYS_INLINE bool
bitboard_ep_passed(const struct bitboard *b, unsigned sq)
{
	return !bits_has(bitboard_occupied(b), sq) &&
	       bits_has(b->pawns & b->colour[bitboard_ep_owner(sq)], sq ^ 8);
}

/* Reports whether a pawn has passed over sq and an enemy pawn could capture there by shape. */
ALWAYS_INLINE bool
bitboard_ep_stands(const struct bitboard *b, unsigned sq)
{
	unsigned owner = bitboard_ep_owner(sq);

	return bitboard_ep_passed(b, sq) &&
	       (attacks_pawn[owner][sq] & b->pawns & b->colour[!owner]);
}

/* Returns the castling rights of a colour as the rooks' files. */
ALWAYS_INLINE unsigned
bitboard_castling_files(const struct bitboard *b, unsigned colour)
{
	return (unsigned)b->castling >> 8 * colour & 0xff;
}

/* Returns the rooks of a colour that still have a castling right. */
ALWAYS_INLINE uint64_t
bitboard_castling_rooks(const struct bitboard *b, unsigned colour)
{
	return (uint64_t)bitboard_castling_files(b, colour) << (colour ? 56 : 0);
}

/* Removes both castling rights of a colour, after its king moved or was captured. */
ALWAYS_INLINE void
bitboard_castling_lose(struct bitboard *b, unsigned colour)
{
	b->castling &= colour ? 0x00ff : 0xff00;
}

/* Returns the bits of struct bitboard.castling that belong to these squares. */
ALWAYS_INLINE uint16_t
bitboard_castling_bits(uint64_t squares)
{
	return (uint16_t)((squares & 0xff) | (squares >> 56 << 8));
}

/* The squares where king and rook end after castling. */
struct bitboard_castling {
	unsigned king_to, rook_to;
};

ALWAYS_INLINE struct bitboard_castling
bitboard_castling_ends(unsigned king_sq, unsigned rook_sq)
{
	unsigned first = king_sq & ~7u;

	return rook_sq > king_sq ? (struct bitboard_castling){ first + 6, first + 5 }
				 : (struct bitboard_castling){ first + 2, first + 3 };
}

/* Returns the squares that the king passes or reaches. None of them may be attacked. */
ALWAYS_INLINE uint64_t
bitboard_castling_way(unsigned king_sq, unsigned rook_sq)
{
	unsigned king_to = bitboard_castling_ends(king_sq, rook_sq).king_to;

	return attacks_between[king_sq][king_to] | bit(king_to);
}

/*
 * Returns the squares that king or rook passes or reaches. They must be empty
 * apart from these two.
 */
ALWAYS_INLINE uint64_t
bitboard_castling_lane(unsigned king_sq, unsigned rook_sq)
{
	unsigned rook_to = bitboard_castling_ends(king_sq, rook_sq).rook_to;

	return bitboard_castling_way(king_sq, rook_sq) | attacks_between[rook_sq][rook_to] |
	       bit(rook_to);
}

/* Returns the occupied squares after castling, from those occupied before. */
ALWAYS_INLINE uint64_t
bitboard_castling_after(unsigned king_sq, unsigned rook_sq, uint64_t occupied)
{
	struct bitboard_castling end = bitboard_castling_ends(king_sq, rook_sq);

	return (occupied & ~bit(king_sq) & ~bit(rook_sq)) | bit(end.king_to) | bit(end.rook_to);
}

/* Removes `gone` from one piece set and adds `to` if `from` was in the set. */
ALWAYS_INLINE uint64_t
bitboard_shift_one(uint64_t set, uint64_t gone, unsigned from, unsigned to)
{
	return (set & ~gone) | (set >> from & 1) << to;
}

/*
 * Makes a plain move, capture, en passant or promotion: updates pieces and
 * rights, not seat or counters.
 */
ALWAYS_INLINE void
bitboard_move_pieces(struct bitboard *b, unsigned us, unsigned from, unsigned to, unsigned promoted)
{
	uint64_t gone = bit(from) | bit(to);
	bool pawn = bits_has(b->pawns, from);
	uint8_t ep_sq = RULES_NO_SQ;

	b->castling &= (uint16_t)~bitboard_castling_bits(gone);
	if (bits_has(b->kings, from))
		bitboard_castling_lose(b, us);
	if (pawn && to == b->ep_sq)
		gone |= bit(to ^ 8); /* the captured pawn is one step behind `to` */
	b->pawns = bitboard_shift_one(b->pawns, gone, from, to);
	b->knights = bitboard_shift_one(b->knights, gone, from, to);
	b->diag = bitboard_shift_one(b->diag, gone, from, to);
	b->line = bitboard_shift_one(b->line, gone, from, to);
	b->kings = bitboard_shift_one(b->kings, gone, from, to);
	b->colour[us] = bitboard_shift_one(b->colour[us], gone, from, to);
	b->colour[!us] &= ~gone;
	if (!pawn) {
		b->ep_sq = RULES_NO_SQ;
		return;
	}
	if (promoted) {
		b->pawns &= ~bit(to);
		/* `to` is a square here. NOLINTNEXTLINE(clang-analyzer-core.*) */
		b->knights |= (uint64_t)(promoted == PIECE_KNIGHT) << to;
		b->diag |= (uint64_t)(promoted == PIECE_BISHOP || promoted == PIECE_QUEEN) << to;
		b->line |= (uint64_t)(promoted == PIECE_ROOK || promoted == PIECE_QUEEN) << to;
	} else if ((from ^ to) == 16) {
		unsigned passed = (from + to) / 2;

		if (attacks_pawn[us][passed] & b->pawns & b->colour[!us])
			ep_sq = (uint8_t)passed;
	}
	b->ep_sq = ep_sq;
}

ALWAYS_INLINE void
bitboard_castle_pieces(struct bitboard *b, unsigned us, unsigned king_sq, unsigned rook_sq)
{
	struct bitboard_castling end = bitboard_castling_ends(king_sq, rook_sq);
	uint64_t gone = bit(king_sq) | bit(rook_sq);

	b->kings = (b->kings & ~gone) | bit(end.king_to);
	b->line = (b->line & ~gone) | bit(end.rook_to);
	b->colour[us] = (b->colour[us] & ~gone) | bit(end.king_to) | bit(end.rook_to);
	bitboard_castling_lose(b, us);
	b->ep_sq = RULES_NO_SQ;
}

/* Passes the turn to the other of two seats and counts the turn after Black. */
ALWAYS_INLINE void
bitboard_next_seat(struct bitboard *b)
{
	b->turn += b->seat;
	b->seat ^= 1;
}

/* Makes a whole turn of orthodox chess: pieces, rights, counters, seat. */
ALWAYS_INLINE void
bitboard_turn(struct bitboard *b, struct action a, unsigned us)
{
	bool reset = bits_has(b->pawns, a.from) || bits_has(b->colour[!us], a.to);

	if (a.kind == ACT_CASTLE)
		bitboard_castle_pieces(b, us, a.from, a.arg);
	else
		bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	b->halfmoves = reset ? 0 : b->halfmoves + 1;
	b->turn += us;
	b->seat ^= 1;
}

/* bitboard_turn for a colour known only at run time, specialised for each colour. */
ALWAYS_INLINE void
bitboard_turn_either(struct bitboard *b, struct action a, unsigned us)
{
	if (us)
		bitboard_turn(b, a, 1);
	else
		bitboard_turn(b, a, 0);
}

/*
 * Returns the board where, of colour `them`, only `movers` can move; its other
 * pieces only block.
 */
ALWAYS_INLINE struct bitboard
bitboard_tamed(const struct bitboard *b, unsigned them, uint64_t movers)
{
	struct bitboard tame = *b;
	uint64_t keep = ~b->colour[them] | movers;

	tame.pawns &= keep;
	tame.knights &= keep;
	tame.diag &= keep;
	tame.line &= keep;
	tame.kings &= keep;
	return tame;
}
