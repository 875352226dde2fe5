#include "rules/fen.h"

#include "rules/bitboard.h"
#include "rules/geometry.h"

/* Reads the next field; if there is none, reports `missing`. */
static int
field(struct fields *f, const char *missing, struct word *out, size_t *at, struct rules_error *err)
{
	*at = f->at;
	if (!fields_next(f, out))
		return error_set(err, *at - 1, missing);
	return 0;
}

static int
parse_seat(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at;

	if (field(f, "the colour to act is missing", &w, &at, err) < 0)
		return -1;
	if (!word_is(w, "w") && !word_is(w, "b"))
		return error_quote(err, at, "the colour to act is w or b, not", w);
	p->b.seat = w.s[0] == 'b';
	return 0;
}

/* Returns the outermost rook of a colour on its first rank, on one side of its king. */
static unsigned
outermost_rook(const struct bitboard *b, unsigned colour, bool kingside)
{
	uint64_t home = bits_own_rank(0, colour), king = b->kings & b->colour[colour] & home;
	uint64_t rooks = b->line & ~b->diag & b->colour[colour] & home;

	if (!king)
		return RULES_NO_SQ;
	rooks &= kingside ? ~((king << 1) - 1) : king - 1;
	if (!rooks)
		return RULES_NO_SQ;
	return kingside ? 63 - (unsigned)__builtin_clzll(rooks) : bits_first(rooks);
}

/*
 * Returns the rook's square for a castling letter, or RULES_NO_SQ. K and Q
 * select a side (with CASTLING_FISCHER the outermost rook, as in X-FEN); A to H
 * select a file with CASTLING_FISCHER.
 */
static unsigned
castling_rook(const struct game *g, const struct bitboard *b, char letter)
{
	unsigned colour = letter >= 'a', first = colour ? 56 : 0;
	char c = colour ? (char)(letter - 'a' + 'A') : letter;

	if (g->castling == CASTLING_FISCHER && c >= 'A' && c <= 'H')
		return first + (unsigned)(c - 'A');
	if (c != 'K' && c != 'Q')
		return RULES_NO_SQ;
	if (g->castling == CASTLING_FISCHER)
		return outermost_rook(b, colour, c == 'K');
	return first + (c == 'K' ? 7 : 0);
}

/* Reports whether king and rook are on squares where they may have started. */
static bool
castling_at_home(const struct game *g, const struct bitboard *b, unsigned rook_sq)
{
	unsigned colour = rook_sq >= 56, first = colour ? 56 : 0;
	uint64_t king = b->kings & b->colour[colour];
	uint64_t homes = g->castling == CASTLING_FISCHER ? UINT64_C(0x7e) : UINT64_C(0x10);

	return king & homes << first && bits_has(b->line & ~b->diag & b->colour[colour], rook_sq);
}

/* Reports whether that side of the king already has a castling right. */
static bool
castling_side_taken(const struct bitboard *b, unsigned rook_sq)
{
	unsigned colour = rook_sq >= 56, king_file = bits_first(b->kings & b->colour[colour]) & 7;
	unsigned side = (rook_sq & 7) > king_file ? 0xffu << king_file : (1u << king_file) - 1;

	return (bitboard_castling_files(b, colour) & side) != 0;
}

static int
parse_castling(const struct game *g, struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at, i;
	const char *order = "KQkq";

	if (field(f, "the castling field is missing", &w, &at, err) < 0)
		return -1;
	if (word_is(w, "-"))
		return 0;
	if (g->castling == CASTLING_NONE || w.len == 0)
		return error_quote(err, at, "not a castling field:", w);
	for (i = 0; i < w.len; i++) {
		struct word letter = { w.s + i, 1 };
		unsigned rook_sq = castling_rook(g, &p->b, w.s[i]);

		if (g->castling == CASTLING_ORTHODOX) {
			while (*order && *order != w.s[i])
				order++;
			if (!*order++)
				return error_quote(err, at + i,
						   "castling letters are KQkq, in this order, not",
						   w);
		}
		if (rook_sq == RULES_NO_SQ || !castling_at_home(g, &p->b, rook_sq))
			return error_quote(err, at + i,
					   "no king and rook stand at home for the castling right",
					   letter);
		if (castling_side_taken(&p->b, rook_sq))
			return error_quote(err, at + i, "a side has this castling right twice:", w);
		p->b.castling |= bitboard_castling_bits(bit(rook_sq));
	}
	return 0;
}

/* Checks what holds for every en passant square, independent of the side to act. */
static int
check_ep(const struct game *g, const struct bitboard *b, unsigned sq, size_t at, struct word w,
	 struct rules_error *err)
{
	unsigned owner = bitboard_ep_owner(sq);
	uint64_t one = bit(sq), occupied = bitboard_occupied(b);
	uint64_t pawn = bits_forward(one, owner), first = bits_forward(one, !owner);

	if (occupied & one)
		return error_quote(err, at, "the en passant square is not empty:", w);
	if (!(one & bits_own_rank(2, owner)) || !(b->pawns & b->colour[owner] & pawn))
		return error_quote(err, at,
				   "no double-stepped pawn stands before the en passant square", w);
	if (!g->long_turns && occupied & first)
		return error_quote(err, at,
				   "the double-stepped pawn's first square is filled behind", w);
	return 0;
}

static bool
ep_stands(const struct game *g, const struct position *p, unsigned sq)
{
	return g->ep_stands ? g->ep_stands(p, sq) : bitboard_ep_stands(&p->b, sq);
}

static int
parse_ep(const struct game *g, struct fields *f, struct position *p, struct rules_error *err)
{
	struct bitboard *b = &p->b;
	struct word w;
	unsigned sq;
	size_t at;

	b->ep_sq = RULES_NO_SQ;
	if (field(f, "the en passant field is missing", &w, &at, err) < 0)
		return -1;
	if (word_is(w, "-"))
		return 0;
	sq = rules_square_parse(g, w.s, w.len);
	/* Games without castling have no double steps either. */
	if (sq == RULES_NO_SQ || g->castling == CASTLING_NONE)
		return error_quote(err, at, "not an en passant field:", w);
	if (check_ep(g, b, sq, at, w, err) < 0)
		return -1;
	/*
	 * A square that no enemy pawn can use is dropped: the only automatic
	 * correction. The other squares must also fit the side to act.
	 */
	if (!ep_stands(g, p, sq))
		return 0;
	if (!g->long_turns && bitboard_ep_owner(sq) == b->seat)
		return error_quote(err, at, "no pawn of the other side can have passed", w);
	b->ep_sq = (uint8_t)sq;
	return 0;
}

/* No game reaches this count, and it fits 32 bits. */
#define COUNTER_MAX UINT64_C(1000000000)

static int
parse_counter(struct fields *f, const char *missing, const char *bad, uint64_t min, uint64_t max,
	      uint64_t *out, struct rules_error *err)
{
	struct word w;
	size_t at;

	if (field(f, missing, &w, &at, err) < 0)
		return -1;
	if (word_count(w, max, out) < 0 || *out < min)
		return error_quote(err, at, bad, w);
	return 0;
}

static int
parse_counters(struct fields *f, struct position *p, struct rules_error *err)
{
	uint64_t halfmoves, turn;

	if (parse_counter(f, "the half-move clock is missing", "not a half-move clock:", 0,
			  COUNTER_MAX, &halfmoves, err) < 0 ||
	    parse_counter(f, "the full-turn number is missing", "not a full-turn number:", 1,
			  COUNTER_MAX, &turn, err) < 0)
		return -1;
	p->b.halfmoves = (uint32_t)halfmoves;
	p->b.turn = (uint32_t)turn;
	return 0;
}

int
fen_parse(const struct game *g, struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at;

	if (field(f, "there is no position", &w, &at, err) < 0 ||
	    geometry_board_parse(g, w, at, p, err) < 0 || parse_seat(f, p, err) < 0 ||
	    parse_castling(g, f, p, err) < 0 || parse_ep(g, f, p, err) < 0)
		return -1;
	return parse_counters(f, p, err);
}

static void
print_castling(const struct game *g, const struct bitboard *b, struct text *out)
{
	if (b->castling == 0)
		text_char(out, '-');
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned files = bitboard_castling_files(b, colour);

		for (unsigned file = 8; file-- > 0;) {
			char letter = (char)('A' + file);

			if (!(files >> file & 1))
				continue;
			if (g->castling == CASTLING_ORTHODOX)
				letter = file ? 'K' : 'Q';
			text_char(out, colour ? (char)(letter - 'A' + 'a') : letter);
		}
	}
}

void
fen_print(const struct game *g, const struct position *p, struct text *out)
{
	geometry_board_print(g, p, out);
	text_add(out, p->b.seat & 1 ? " b " : " w ");
	print_castling(g, &p->b, out);
	text_char(out, ' ');
	if (p->b.ep_sq == RULES_NO_SQ)
		text_char(out, '-');
	else
		geometry_print_square(g, p->b.ep_sq, out);
	text_char(out, ' ');
	text_number(out, p->b.halfmoves);
	text_char(out, ' ');
	text_number(out, p->b.turn);
}
