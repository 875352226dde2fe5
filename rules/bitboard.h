/*
 * The 8 x 8 board as sets: reading and changing squares, attacks, and what a
 * board move does. Shared by all games that are played on it.
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

/* The piece on sq without its mark; 0 empty. */
uint8_t bitboard_at(const struct bitboard *b, unsigned sq);
/* Puts a piece on an empty square; the mark is the caller's. */
void bitboard_put(struct bitboard *b, unsigned sq, uint8_t piece);
/* Empties these squares; rights and marks are the caller's. */
void bitboard_remove(struct bitboard *b, uint64_t squares);

/* Sliders of a side: whether any attacks sq with these squares occupied. */
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

/* The pieces of colour `by` that attack sq with these squares occupied. */
uint64_t bitboard_attackers(const struct bitboard *b, unsigned sq, uint64_t occupied, unsigned by);

/* The colour of the pawn that passed over an en passant square. */
ALWAYS_INLINE unsigned
bitboard_ep_owner(unsigned sq)
{
	return sq >= 32;
}

/* Square empty, stepped pawn before it, an enemy pawn ready to take by shape. */
ALWAYS_INLINE bool
bitboard_ep_stands(const struct bitboard *b, unsigned sq)
{
	unsigned owner = bitboard_ep_owner(sq);

	return !bits_has(bitboard_occupied(b), sq) &&
	       bits_has(b->pawns & b->colour[owner], sq ^ 8) &&
	       (attacks_pawn[owner][sq] & b->pawns & b->colour[!owner]);
}

/* Castling rights of a colour as the rooks' files. */
ALWAYS_INLINE unsigned
bitboard_castling_files(const struct bitboard *b, unsigned colour)
{
	return (unsigned)b->castling >> 8 * colour & 0xff;
}

/* The rooks of a colour that may castle still. */
ALWAYS_INLINE uint64_t
bitboard_castling_rooks(const struct bitboard *b, unsigned colour)
{
	return (uint64_t)bitboard_castling_files(b, colour) << (colour ? 56 : 0);
}

/* The king of that colour has moved, or is gone. */
ALWAYS_INLINE void
bitboard_castling_lose(struct bitboard *b, unsigned colour)
{
	b->castling &= colour ? 0x00ff : 0xff00;
}

/* The bits of struct bitboard.castling that lie on these squares. */
ALWAYS_INLINE uint16_t
bitboard_castling_bits(uint64_t squares)
{
	return (uint16_t)((squares & 0xff) | (squares >> 56 << 8));
}

/* Where king and rook end, for the rook on file `rook_file` and the king on `king_file`. */
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

/* The squares that the king passes or lands on: without attackers when it castles. */
ALWAYS_INLINE uint64_t
bitboard_castling_way(unsigned king_sq, unsigned rook_sq)
{
	unsigned king_to = bitboard_castling_ends(king_sq, rook_sq).king_to;

	return attacks_between[king_sq][king_to] | bit(king_to);
}

/* Those that king and rook pass or land on: empty but for the two. */
ALWAYS_INLINE uint64_t
bitboard_castling_lane(unsigned king_sq, unsigned rook_sq)
{
	unsigned rook_to = bitboard_castling_ends(king_sq, rook_sq).rook_to;

	return bitboard_castling_way(king_sq, rook_sq) | attacks_between[rook_sq][rook_to] |
	       bit(rook_to);
}

/* What is occupied after castling, of the squares that are `occupied` before it. */
ALWAYS_INLINE uint64_t
bitboard_castling_after(unsigned king_sq, unsigned rook_sq, uint64_t occupied)
{
	struct bitboard_castling end = bitboard_castling_ends(king_sq, rook_sq);

	return (occupied & ~bit(king_sq) & ~bit(rook_sq)) | bit(end.king_to) | bit(end.rook_to);
}

/* Takes a set of squares out of one way of moving and puts `to` in when `from` was there. */
ALWAYS_INLINE uint64_t
bitboard_shift_one(uint64_t set, uint64_t gone, unsigned from, unsigned to)
{
	return (set & ~gone) | (set >> from & 1) << to;
}

/* Plain moves, captures, en passant, promotion: the pieces and rights, not seat nor counters. */
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
		gone |= bit(to ^ 8); /* the pawn that passed stands one step behind */
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

/* The other of two seats is to act; the number of the turn grows when Black has acted. */
ALWAYS_INLINE void
bitboard_next_seat(struct bitboard *b)
{
	b->turn += b->seat;
	b->seat ^= 1;
}

/* A whole turn of orthodox chess: pieces, rights, counters, seat. */
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

/* The same where the colour is no constant: a machine code for each. */
ALWAYS_INLINE void
bitboard_turn_either(struct bitboard *b, struct action a, unsigned us)
{
	if (us)
		bitboard_turn(b, a, 1);
	else
		bitboard_turn(b, a, 0);
}

/* The board on which of the colour `them` only these pieces move; the others stand in the way. */
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
