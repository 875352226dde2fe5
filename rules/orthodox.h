/*
 * Chess by the FIDE Laws with either castling: what the games chess and
 * chess960 are made of.
 */
#pragma once
#include "rules/game.h"

/*
 * A bound on any set-up, reached or not: a square can be entered from eight
 * directions and by eight knights, a last-rank square also by three pawns in
 * four kinds each; and two castlings.
 */
enum { ORTHODOX_ACTIONS_MAX = 64 * 16 + 8 * 12 + 2 };

size_t orthodox_chess_actions(const struct position *p, struct action *out);
size_t orthodox_chess_count(const struct position *p);
uint64_t orthodox_chess_perft(const struct position *p, unsigned depth, bool bulk);
size_t orthodox_chess960_actions(const struct position *p, struct action *out);
size_t orthodox_chess960_count(const struct position *p);
uint64_t orthodox_chess960_perft(const struct position *p, unsigned depth, bool bulk);

void orthodox_apply(struct position *p, struct action a);
struct sqset orthodox_checked(const struct position *p);
int orthodox_check(const struct position *p, struct rules_error *err);
/*
 * What orthodox_check is made of, for games that ask less or more: one king of
 * that colour (`may_be_gone`: or none), no pawn on an end rank.
 */
int orthodox_check_king(const struct bitboard *b, unsigned colour, bool may_be_gone,
			struct rules_error *err);
int orthodox_check_pawns(const struct bitboard *b, struct rules_error *err);
/* All of that; only the colour `kingless` may be without its king. */
enum { ORTHODOX_BOTH_KINGS = 2 }; /* neither colour may */
int orthodox_check_men(const struct bitboard *b, unsigned kingless, struct rules_error *err);
/* Says that the king of the side not to act is in check. Returns -1. */
int orthodox_tell_idle_check(unsigned idle, struct rules_error *err);
void orthodox_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		     struct refusal *out);
/*
 * Why not, as far as the ways of moving and castling go; false: they forbid
 * nothing. A king that is not on the board is not asked about.
 */
bool orthodox_refuse_shape(const struct position *p, unsigned from, unsigned to,
			   struct refusal *out);

/* K-K, K+B-K, K+N-K, K+B-K+B with bishops on one colour. */
bool orthodox_material(const struct bitboard *b);
