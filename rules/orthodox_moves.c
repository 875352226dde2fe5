/*
 * The moves of chess: listed, counted, made, and walked for perft. On x86-64 orthodox_bmi.c
 * compiles this file a second time, for processors with bit counting; orthodox.c chooses.
 */
#include "rules/orthodox_moves.h"

#include "rules/movegen.h"
#include "rules/orthodox.h"

ALWAYS_INLINE size_t
generate(const struct bitboard *b, unsigned us, bool names_rook, bool list, struct action *out)
{
	struct movegen m = movegen_begin(b, us);
	size_t n = movegen_king(&m, list, out, 0);

	if (movegen_only_king(&m))
		return n;
	n = movegen_pawns(&m, list, out, n);
	n = movegen_officers(&m, list, out, n);
	return movegen_castling(&m, names_rook, list, out, n);
}

/* Lists the captures and promotions, in the order in which generate() lists all moves. */
ALWAYS_INLINE size_t
generate_captures(const struct bitboard *b, unsigned us, struct action *out)
{
	struct movegen m = movegen_begin(b, us);
	size_t n = movegen_king_among(&m, attacks_king[m.king_sq] & m.enemy, true, out, 0);
	uint64_t steps = m.goal & bits_own_rank(7, us);

	if (movegen_only_king(&m))
		return n;
	n = movegen_pawns_among(&m, m.goal & m.enemy, steps, true, out, n);
	n = movegen_ep(&m, true, out, n);
	m.goal &= m.enemy;
	return movegen_officers(&m, true, out, n);
}

/* Specialised copies of generate() for each colour, castling notation and use. */
#define GENERATOR(name, us, names_rook)                                                \
	static __attribute__((noinline))                                               \
	size_t list_##name(const struct bitboard *b, struct action *out)               \
	{                                                                              \
		return generate(b, us, names_rook, true, out);                         \
	}                                                                              \
	static __attribute__((noinline)) size_t count_##name(const struct bitboard *b) \
	{                                                                              \
		return generate(b, us, names_rook, false, NULL);                       \
	}
GENERATOR(white, 0, false)
GENERATOR(black, 1, false)
GENERATOR(white960, 0, true)
GENERATOR(black960, 1, true)

ALWAYS_INLINE size_t
list(const struct bitboard *b, bool names_rook, struct action *out)
{
	if (names_rook)
		return b->seat ? list_black960(b, out) : list_white960(b, out);
	return b->seat ? list_black(b, out) : list_white(b, out);
}

ALWAYS_INLINE size_t
count(const struct bitboard *b, bool names_rook)
{
	if (names_rook)
		return b->seat ? count_black960(b) : count_white960(b);
	return b->seat ? count_black(b) : count_white(b);
}

static size_t
chess_actions(const struct position *p, struct action *out)
{
	return list(&p->b, false, out);
}

static size_t
chess960_actions(const struct position *p, struct action *out)
{
	return list(&p->b, true, out);
}

static size_t
captures(const struct position *p, struct action *out)
{
	return p->b.seat ? generate_captures(&p->b, 1, out) : generate_captures(&p->b, 0, out);
}

static size_t
chess_count(const struct position *p)
{
	return count(&p->b, false);
}

static size_t
chess960_count(const struct position *p)
{
	return count(&p->b, true);
}

/* One copy for all callers: inlining it into each was slower. */
static __attribute__((noinline)) void
turn(struct bitboard *b, struct action a)
{
	bitboard_turn_either(b, a, b->seat);
}

static void
apply(struct position *p, struct action a)
{
	turn(&p->b, a);
}

/*
 * Reports a draw by counters or material; mate and stalemate need no test, as
 * they have no actions.
 */
ALWAYS_INLINE bool
drawn(const struct bitboard *b)
{
	return b->halfmoves >= 150 || ((b->pawns | b->line) == 0 && orthodox_material(b));
}

typedef uint64_t tree_fn(const struct bitboard *b, unsigned depth);

ALWAYS_INLINE uint64_t
tree(const struct bitboard *b, bool names_rook, bool bulk, unsigned depth, tree_fn *deeper)
{
	struct action actions[ORTHODOX_ACTIONS_MAX];
	uint64_t sum = 0;
	size_t n;

	if (!bulk && depth == 0) {
		/* Keeps the compiler from removing the unused position. */
		__asm__ volatile("" : : "m"(*b));
		return 1;
	}
	if (drawn(b))
		return 0;
	if (bulk && depth == 1)
		return count(b, names_rook);
	n = list(b, names_rook, actions);
	for (size_t i = 0; i < n; i++) {
		struct bitboard child = *b;

		turn(&child, actions[i]);
		sum += deeper(&child, depth - 1);
	}
	return sum;
}

#define TREE(name, names_rook, bulk)                                          \
	static uint64_t tree_##name(const struct bitboard *b, unsigned depth) \
	{                                                                     \
		return tree(b, names_rook, bulk, depth, tree_##name);         \
	}
TREE(chess, false, true)
TREE(chess_all, false, false)
TREE(chess960, true, true)
TREE(chess960_all, true, false)

static uint64_t
chess_perft(const struct position *p, unsigned depth, bool bulk)
{
	if (depth == 0)
		return 1;
	return bulk ? tree_chess(&p->b, depth) : tree_chess_all(&p->b, depth);
}

static uint64_t
chess960_perft(const struct position *p, unsigned depth, bool bulk)
{
	if (depth == 0)
		return 1;
	return bulk ? tree_chess960(&p->b, depth) : tree_chess960_all(&p->b, depth);
}

const struct orthodox_moves ORTHODOX_MOVES = {
	.chess_actions = chess_actions,
	.captures = captures,
	.chess_count = chess_count,
	.chess_perft = chess_perft,
	.chess960_actions = chess960_actions,
	.chess960_count = chess960_count,
	.chess960_perft = chess960_perft,
	.apply = apply,
};
