#include "rules/bitboard.h"

#include <assert.h>

uint8_t
bitboard_at(const struct bitboard *b, unsigned sq)
{
	unsigned kind;

	if (!bits_has(bitboard_occupied(b), sq))
		return 0;
	if (bits_has(b->pawns, sq))
		kind = PIECE_PAWN;
	else if (bits_has(b->knights, sq))
		kind = bits_has(b->line, sq) ? PIECE_STACK5 : PIECE_KNIGHT;
	else if (bits_has(b->kings, sq))
		kind = PIECE_KING;
	else if (bits_has(b->diag, sq))
		kind = bits_has(b->line, sq) ? PIECE_QUEEN : PIECE_BISHOP;
	else
		kind = PIECE_ROOK;
	return piece_make(kind, bits_has(b->colour[1], sq));
}

void
bitboard_put(struct bitboard *b, unsigned sq, uint8_t piece)
{
	enum piece_kind kind = piece_kind(piece);

	assert(sq < 64 && !bits_has(bitboard_occupied(b), sq));
	assert(kind >= PIECE_PAWN && kind <= PIECE_STACK5);
	b->colour[piece_colour(piece)] |= bit(sq);
	if (kind == PIECE_PAWN)
		b->pawns |= bit(sq);
	if (kind == PIECE_KNIGHT || kind == PIECE_STACK5)
		b->knights |= bit(sq);
	if (kind == PIECE_BISHOP || kind == PIECE_QUEEN)
		b->diag |= bit(sq);
	if (kind == PIECE_ROOK || kind == PIECE_QUEEN || kind == PIECE_STACK5)
		b->line |= bit(sq);
	if (kind == PIECE_KING)
		b->kings |= bit(sq);
}

void
bitboard_remove(struct bitboard *b, uint64_t squares)
{
	b->pawns &= ~squares;
	b->knights &= ~squares;
	b->diag &= ~squares;
	b->line &= ~squares;
	b->kings &= ~squares;
	b->colour[0] &= ~squares;
	b->colour[1] &= ~squares;
}

uint64_t
bitboard_attackers(const struct bitboard *b, unsigned sq, uint64_t occupied, unsigned by)
{
	uint64_t found = attacks_knight[sq] & b->knights;

	found |= attacks_pawn[!by][sq] & b->pawns;
	found |= attacks_king[sq] & b->kings;
	found |= attacks_diag(sq, occupied) & b->diag;
	found |= attacks_line(sq, occupied) & b->line;
	return found & b->colour[by] & occupied;
}
