#include "rules/orthodox.h"

#include "rules/bitboard.h"
#include "rules/orthodox_moves.h"

#define DARK_SQUARES UINT64_C(0xaa55aa55aa55aa55)

/*
 * Returns the code for this processor. The compiler's run-time library asks the processor once, at
 * the start of the program; the result is the same for each call.
 */
static const struct orthodox_moves *
moves(void)
{
#ifdef HALO_RULES_BMI
	if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
	    __builtin_cpu_supports("bmi2"))
		return &orthodox_moves_bmi;
#endif
	return &orthodox_moves_any;
}

size_t
orthodox_chess_actions(const struct position *p, struct action *out)
{
	return moves()->chess_actions(p, out);
}

size_t
orthodox_captures(const struct position *p, struct action *out)
{
	return moves()->captures(p, out);
}

size_t
orthodox_chess_count(const struct position *p)
{
	return moves()->chess_count(p);
}

uint64_t
orthodox_chess_perft(const struct position *p, unsigned depth, bool bulk)
{
	return moves()->chess_perft(p, depth, bulk);
}

size_t
orthodox_chess960_actions(const struct position *p, struct action *out)
{
	return moves()->chess960_actions(p, out);
}

size_t
orthodox_chess960_count(const struct position *p)
{
	return moves()->chess960_count(p);
}

uint64_t
orthodox_chess960_perft(const struct position *p, unsigned depth, bool bulk)
{
	return moves()->chess960_perft(p, depth, bulk);
}

void
orthodox_apply(struct position *p, struct action a)
{
	moves()->apply(p, a);
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

bool
orthodox_in_check(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[colour];

	return king && bitboard_attacked(b, bits_first(king), bitboard_occupied(b), !colour);
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
	return orthodox_in_check(p, idle) ? orthodox_error_idle_check(idle, err) : 0;
}
