#include "rules/orthodox.h"

#include "rules/movegen.h"

#define DARK_SQUARES UINT64_C(0xaa55aa55aa55aa55)

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

size_t
orthodox_chess_actions(const struct position *p, struct action *out)
{
	return list(&p->b, false, out);
}

size_t
orthodox_chess960_actions(const struct position *p, struct action *out)
{
	return list(&p->b, true, out);
}

size_t
orthodox_chess_count(const struct position *p)
{
	return count(&p->b, false);
}

size_t
orthodox_chess960_count(const struct position *p)
{
	return count(&p->b, true);
}

/* One copy for all callers: inlining it into each was slower. */
static __attribute__((noinline)) void
turn(struct bitboard *b, struct action a)
{
	bitboard_turn_either(b, a, b->seat);
}

void
orthodox_apply(struct position *p, struct action a)
{
	turn(&p->b, a);
}

bool
orthodox_material(const struct bitboard *b)
{
	uint64_t minor = b->knights | (b->diag & ~b->line);

	if (b->pawns | b->line)
		return false;
	if (!bits_several(minor))
		return true;
	return b->knights == 0 && bits_count(minor) == 2 && !bits_several(minor & b->colour[0]) &&
	       !bits_several(minor & b->colour[1]) &&
	       ((minor & DARK_SQUARES) == 0 || (minor & ~DARK_SQUARES) == 0);
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

uint64_t
orthodox_chess_perft(const struct position *p, unsigned depth, bool bulk)
{
	if (depth == 0)
		return 1;
	return bulk ? tree_chess(&p->b, depth) : tree_chess_all(&p->b, depth);
}

uint64_t
orthodox_chess960_perft(const struct position *p, unsigned depth, bool bulk)
{
	if (depth == 0)
		return 1;
	return bulk ? tree_chess960(&p->b, depth) : tree_chess960_all(&p->b, depth);
}

static uint64_t
checked_king(const struct bitboard *b, unsigned colour)
{
	uint64_t king = b->kings & b->colour[colour];

	if (!king || !bitboard_attacked(b, bits_first(king), bitboard_occupied(b), !colour))
		return 0;
	return king;
}

struct sqset
orthodox_checked(const struct position *p)
{
	return (struct sqset){ { checked_king(&p->b, 0) | checked_king(&p->b, 1), 0 } };
}

int
orthodox_check_king(const struct bitboard *b, unsigned colour, bool may_be_gone,
		    struct rules_error *err)
{
	uint64_t king = b->kings & b->colour[colour];

	if (!king && !may_be_gone)
		return error_set(err, 0,
				 colour ? "Black's king is missing" : "White's king is missing");
	if (bits_several(king))
		return error_set(err, 0,
				 colour ? "Black has more than one king"
					: "White has more than one king");
	return 0;
}

int
orthodox_check_pawns(const struct bitboard *b, struct rules_error *err)
{
	if (b->pawns & (BITS_RANK_1 | BITS_RANK_8))
		return error_set(err, 0, "a pawn stands on an end rank");
	return 0;
}

int
orthodox_check_men(const struct bitboard *b, unsigned kingless, struct rules_error *err)
{
	if (orthodox_check_king(b, 0, kingless == 0, err) < 0 ||
	    orthodox_check_king(b, 1, kingless == 1, err) < 0)
		return -1;
	return orthodox_check_pawns(b, err);
}

int
orthodox_error_idle_check(unsigned idle, struct rules_error *err)
{
	return error_set(err, 0,
			 idle ? "Black is in check, but White is to act"
			      : "White is in check, but Black is to act");
}

int
orthodox_check(const struct position *p, struct rules_error *err)
{
	unsigned idle = !(p->b.seat & 1);

	if (orthodox_check_men(&p->b, ORTHODOX_BOTH_KINGS, err) < 0)
		return -1;
	return checked_king(&p->b, idle) ? orthodox_error_idle_check(idle, err) : 0;
}
