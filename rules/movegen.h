/*
 * Generates legal moves on the 8 x 8 board. Everything is inlined into callers
 * that pass colour and `list` as constants. Listing and counting for White and
 * Black thus share one source and give four specialised functions. Without
 * `list` nothing is written; sets are only counted.
 *
 * A game combines the parts. movegen_begin finds checks and pins of one king;
 * movegen_free is for a game or side without a royal king. Each part adds its
 * moves to `n`, the number so far, and returns the sum. In between, a game may
 * narrow `own` (pieces that may move) and `goal` (squares they may reach).
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/bitboard.h"

struct movegen {
	const struct bitboard *b;
	unsigned us;
	unsigned king_sq;
	uint64_t own, enemy, occupied; /* restricted to the squares that take part */
	uint64_t checkers;
	/*
	 * Targets of all pieces but the king: no own pieces; in check, only
	 * squares that answer the check.
	 */
	uint64_t goal;
	/* Rays from the king through a pinned piece up to and including the pinning piece. */
	uint64_t pinned_diag, pinned_line;
};

ALWAYS_INLINE size_t
movegen_emit(bool list, struct action *out, size_t n, unsigned from, uint64_t to)
{
	if (!list)
		return n + bits_count(to);
	while (to)
		out[n++] = (struct action){ ACT_MOVE, (uint8_t)from, (uint8_t)bits_pop(&to), 0 };
	return n;
}

/* Starts generation without a royal king. Pieces outside `within` count as absent. */
ALWAYS_INLINE struct movegen
movegen_free(const struct bitboard *b, unsigned us, uint64_t within)
{
	struct movegen m = { .b = b, .us = us, .king_sq = RULES_NO_SQ };

	m.own = b->colour[us] & within;
	m.enemy = b->colour[!us] & within;
	m.occupied = m.own | m.enemy;
	m.goal = ~m.own;
	return m;
}

/* Returns the enemy sliders that would attack the king on an empty board. */
ALWAYS_INLINE uint64_t
movegen_snipers(const struct movegen *m)
{
	return ((attacks_diag_rays[m->king_sq] & m->b->diag) |
		(attacks_line_rays[m->king_sq] & m->b->line)) &
	       m->enemy;
}

/* Starts generation with one king of `us` among the pieces in `within`. */
ALWAYS_INLINE struct movegen
movegen_begin_within(const struct bitboard *b, unsigned us, uint64_t within)
{
	struct movegen m = movegen_free(b, us, within);
	uint64_t snipers;

	m.king_sq = bits_first(b->kings & m.own);
	m.checkers = ((attacks_knight[m.king_sq] & b->knights) |
		      (attacks_pawn[us][m.king_sq] & b->pawns)) &
		     m.enemy;
	snipers = movegen_snipers(&m);
	while (snipers) {
		unsigned sq = bits_pop(&snipers);
		uint64_t way = attacks_between[m.king_sq][sq];
		uint64_t blockers = way & m.occupied;

		if (blockers == 0)
			m.checkers |= bit(sq);
		else if (!bits_several(blockers) && attacks_diag_rays[m.king_sq] & bit(sq))
			m.pinned_diag |= way | bit(sq);
		else if (!bits_several(blockers))
			m.pinned_line |= way | bit(sq);
	}
	if (m.checkers)
		m.goal &= attacks_between[m.king_sq][bits_first(m.checkers)] | m.checkers;
	return m;
}

ALWAYS_INLINE struct movegen
movegen_begin(const struct bitboard *b, unsigned us)
{
	return movegen_begin_within(b, us, UINT64_MAX);
}

/* Reports a double check: only the king can answer it. */
ALWAYS_INLINE bool
movegen_only_king(const struct movegen *m)
{
	return bits_several(m->checkers);
}

/* Returns those of `open` where the king would not be attacked. */
ALWAYS_INLINE uint64_t
movegen_king_safe(const struct movegen *m, uint64_t open)
{
	uint64_t without = m->occupied ^ bit(m->king_sq), safe = 0;

	open &= ~attacks_pawns(m->b->pawns & m->enemy, !m->us);
	while (open) {
		unsigned sq = bits_pop(&open);
		uint64_t side = m->b->colour[!m->us] & (without | bit(sq));

		if (!(attacks_knight[sq] & m->b->knights & side) &&
		    !(attacks_king[sq] & m->b->kings & side) &&
		    !bitboard_slid_at(m->b, sq, without | bit(sq), side))
			safe |= bit(sq);
	}
	return safe;
}

/* Adds king moves to those of `open` that are not attacked. */
ALWAYS_INLINE size_t
movegen_king_among(const struct movegen *m, uint64_t open, bool list, struct action *out, size_t n)
{
	return movegen_emit(list, out, n, m->king_sq, movegen_king_safe(m, open));
}

ALWAYS_INLINE size_t
movegen_king(const struct movegen *m, bool list, struct action *out, size_t n)
{
	return movegen_king_among(m, attacks_king[m->king_sq] & ~m->own, list, out, n);
}

/* Adds moves from the squares `from` by a reach table. */
ALWAYS_INLINE size_t
movegen_leaps(const struct movegen *m, uint64_t from, const uint64_t reach[64], bool list,
	      struct action *out, size_t n)
{
	while (from) {
		unsigned sq = bits_pop(&from);

		n = movegen_emit(list, out, n, sq, reach[sq] & m->goal);
	}
	return n;
}

/* Adds moves of kings that may move into attack. */
ALWAYS_INLINE size_t
movegen_kings_free(const struct movegen *m, bool list, struct action *out, size_t n)
{
	return movegen_leaps(m, m->b->kings & m->own, attacks_king, list, out, n);
}

ALWAYS_INLINE size_t
movegen_knights(const struct movegen *m, bool list, struct action *out, size_t n)
{
	uint64_t bound = m->pinned_diag | m->pinned_line;

	return movegen_leaps(m, m->b->knights & m->own & ~bound, attacks_knight, list, out, n);
}

/* Adds slides, diagonal or straight, of the pieces in `from` to squares of `goal`. */
ALWAYS_INLINE size_t
movegen_slides_among(const struct movegen *m, bool diag, uint64_t from, uint64_t goal, bool list,
		     struct action *out, size_t n)
{
	while (from) {
		unsigned sq = bits_pop(&from);
		uint64_t to = diag ? attacks_diag(sq, m->occupied) : attacks_line(sq, m->occupied);

		n = movegen_emit(list, out, n, sq, to & goal);
	}
	return n;
}

/*
 * Adds slides, diagonal or straight. A piece pinned along the other kind cannot slide. Few
 * positions have pinned sliders: their loop of its own spares all others the test.
 */
ALWAYS_INLINE size_t
movegen_slides(const struct movegen *m, bool diag, bool list, struct action *out, size_t n)
{
	uint64_t along = diag ? m->pinned_diag : m->pinned_line;
	uint64_t across = diag ? m->pinned_line : m->pinned_diag;
	uint64_t from = (diag ? m->b->diag : m->b->line) & m->own & ~across;

	n = movegen_slides_among(m, diag, from & ~along, m->goal, list, out, n);
	return movegen_slides_among(m, diag, from & along, m->goal & along, list, out, n);
}

/* Adds moves of bishops, and of queens as bishops. */
ALWAYS_INLINE size_t
movegen_diag(const struct movegen *m, bool list, struct action *out, size_t n)
{
	return movegen_slides(m, true, list, out, n);
}

/* Adds moves of rooks, and of queens as rooks. */
ALWAYS_INLINE size_t
movegen_line(const struct movegen *m, bool list, struct action *out, size_t n)
{
	return movegen_slides(m, false, list, out, n);
}

/* Adds moves of all pieces but pawns and king. */
ALWAYS_INLINE size_t
movegen_officers(const struct movegen *m, bool list, struct action *out, size_t n)
{
	n = movegen_knights(m, list, out, n);
	n = movegen_diag(m, list, out, n);
	return movegen_line(m, list, out, n);
}

/*
 * Adds pawn moves to a set of squares, each from `back` squares behind, with
 * four promotion kinds.
 */
ALWAYS_INLINE size_t
movegen_emit_pawns(unsigned us, bool list, struct action *out, size_t n, uint64_t to, int back)
{
	static const uint8_t kinds[4] = { PIECE_QUEEN, PIECE_ROOK, PIECE_BISHOP, PIECE_KNIGHT };
	uint64_t promoting = to & bits_own_rank(7, us);

	if (!list)
		return n + bits_count(to) + (promoting ? 3 * bits_count(promoting) : 0);
	for (to ^= promoting; to; n++) {
		unsigned sq = bits_pop(&to);

		out[n] = (struct action){ ACT_MOVE, (uint8_t)((int)sq + back), (uint8_t)sq, 0 };
	}
	while (promoting) {
		unsigned sq = bits_pop(&promoting);

		for (unsigned i = 0; i < 4; i++)
			out[n++] = (struct action){ ACT_MOVE, (uint8_t)((int)sq + back),
						    (uint8_t)sq, kinds[i] };
	}
	return n;
}

/* En passant removes two pieces from the king's lines at once, so it is tried on the board. */
ALWAYS_INLINE bool
movegen_ep_safe(const struct movegen *m, unsigned from)
{
	unsigned ep = m->b->ep_sq;
	uint64_t after = (m->occupied ^ bit(from) ^ bit(ep ^ 8)) | bit(ep);

	return !bitboard_attacked(m->b, m->king_sq, after, !m->us);
}

/* Returns the pawns of `own` that could capture en passant by shape. */
ALWAYS_INLINE uint64_t
movegen_ep_takers(const struct movegen *m)
{
	if (m->b->ep_sq == RULES_NO_SQ)
		return 0;
	return attacks_pawn[!m->us][m->b->ep_sq] & m->b->pawns & m->own;
}

ALWAYS_INLINE size_t
movegen_ep(const struct movegen *m, bool list, struct action *out, size_t n)
{
	uint64_t from = movegen_ep_takers(m);

	while (from) {
		unsigned sq = bits_pop(&from);

		if (movegen_ep_safe(m, sq))
			n = movegen_emit(list, out, n, sq, bit(m->b->ep_sq));
	}
	return n;
}

ALWAYS_INLINE size_t
movegen_ep_free(const struct movegen *m, bool list, struct action *out, size_t n)
{
	uint64_t from = movegen_ep_takers(m);

	while (from)
		n = movegen_emit(list, out, n, bits_pop(&from), bit(m->b->ep_sq));
	return n;
}

/* Adds pawn moves except en passant: captures on `prey`, steps to `steps`. */
ALWAYS_INLINE size_t
movegen_pawns_among(const struct movegen *m, uint64_t prey, uint64_t steps, bool list,
		    struct action *out, size_t n)
{
	const int ahead = m->us ? -8 : 8;
	uint64_t pawns = m->b->pawns & m->own, empty = ~m->occupied;
	uint64_t free = pawns & ~(m->pinned_diag | m->pinned_line);
	uint64_t on_diag = pawns & m->pinned_diag & ~m->pinned_line;
	uint64_t on_line = pawns & m->pinned_line & ~m->pinned_diag;
	uint64_t step = bits_forward(free, m->us), slant = bits_forward(on_diag, m->us), twice;

	n = movegen_emit_pawns(m->us, list, out, n,
			       (bits_west(step) | (bits_west(slant) & m->pinned_diag)) & prey,
			       1 - ahead);
	n = movegen_emit_pawns(m->us, list, out, n,
			       (bits_east(step) | (bits_east(slant) & m->pinned_diag)) & prey,
			       -1 - ahead);
	step |= bits_forward(on_line, m->us) & m->pinned_line;
	step &= empty;
	twice = bits_forward(step & bits_own_rank(2, m->us), m->us) & empty;
	/* No square is reached by both a single and a double step, so one count covers both. */
	n = movegen_emit_pawns(m->us, list, out, n, (list ? step : step | twice) & steps, -ahead);
	if (list)
		n = movegen_emit_pawns(m->us, list, out, n, twice & steps, -2 * ahead);
	return n;
}

/* Adds all pawn moves except en passant. */
ALWAYS_INLINE size_t
movegen_pawns_plain(const struct movegen *m, bool list, struct action *out, size_t n)
{
	return movegen_pawns_among(m, m->goal & m->enemy, m->goal, list, out, n);
}

ALWAYS_INLINE size_t
movegen_pawns(const struct movegen *m, bool list, struct action *out, size_t n)
{
	n = movegen_pawns_plain(m, list, out, n);
	return movegen_ep(m, list, out, n);
}

/* Adds all moves except the king's and en passant. */
ALWAYS_INLINE size_t
movegen_men(const struct movegen *m, bool list, struct action *out, size_t n)
{
	n = movegen_pawns_plain(m, list, out, n);
	return movegen_officers(m, list, out, n);
}

/* The needs of a castling: `lane` empty apart from king and rook, `way` not attacked. */
struct movegen_castling {
	uint64_t lane, way;
	unsigned king_to;
};

/*
 * Returns what the castling with that rook needs. `home`: the king is on file e and the rook on
 * file a or h, so that the squares are constants.
 */
ALWAYS_INLINE struct movegen_castling
movegen_castling_needs(const struct movegen *m, unsigned rook_sq, bool home)
{
	unsigned king_sq = m->king_sq, first = m->us ? 56 : 0;

	if (!home)
		return (struct movegen_castling){
			bitboard_castling_lane(king_sq, rook_sq),
			bitboard_castling_way(king_sq, rook_sq),
			bitboard_castling_ends(king_sq, rook_sq).king_to
		};
	if (rook_sq == first + 7)
		return (struct movegen_castling){ bit(first + 5) | bit(first + 6),
						  bit(first + 5) | bit(first + 6), first + 6 };
	return (struct movegen_castling){ bit(first + 1) | bit(first + 2) | bit(first + 3),
					  bit(first + 2) | bit(first + 3), first + 2 };
}

/*
 * Reports whether the castling is legal. Attacks after it count too: a rook that leaves can expose
 * its own king, but not from a corner.
 */
ALWAYS_INLINE bool
movegen_castling_legal(const struct movegen *m, unsigned rook_sq, bool home)
{
	struct movegen_castling c = movegen_castling_needs(m, rook_sq, home);

	if (c.lane & m->occupied & ~bit(m->king_sq) & ~bit(rook_sq))
		return false;
	while (c.way)
		if (bitboard_attacked(m->b, bits_pop(&c.way), m->occupied, !m->us))
			return false;
	if (home)
		return true;
	return !bitboard_slid_at(m->b, c.king_to,
				 bitboard_castling_after(m->king_sq, rook_sq, m->occupied),
				 m->enemy);
}

/*
 * Adds castling. `names_rook`: king and rook may be on any files, and the action names the rook's
 * square; otherwise both are at home.
 */
ALWAYS_INLINE size_t
movegen_castling(const struct movegen *m, bool names_rook, bool list, struct action *out, size_t n)
{
	uint64_t rooks = bitboard_castling_rooks(m->b, m->us);

	if (rooks == 0 || m->checkers)
		return n;
	while (rooks) {
		unsigned rook_sq = bits_pop(&rooks);
		unsigned king_to = bitboard_castling_ends(m->king_sq, rook_sq).king_to;

		if (!movegen_castling_legal(m, rook_sq, !names_rook))
			continue;
		if (list)
			out[n] = (struct action){ ACT_CASTLE, (uint8_t)m->king_sq,
						  (uint8_t)(names_rook ? rook_sq : king_to),
						  (uint8_t)rook_sq };
		n++;
	}
	return n;
}

/* Adds castling that ignores attacks; pieces that do not take part count as absent. */
ALWAYS_INLINE size_t
movegen_castling_free(const struct movegen *m, bool list, struct action *out, size_t n)
{
	struct bitboard peaceful = *m->b;
	struct movegen quiet = *m;

	if (bitboard_castling_files(m->b, m->us) == 0)
		return n;
	peaceful.colour[!m->us] = 0;
	quiet.b = &peaceful;
	quiet.enemy = 0;
	quiet.king_sq = bits_first(m->b->kings & m->own);
	return movegen_castling(&quiet, false, list, out, n);
}
