/* Chess by the FIDE Laws with either castling, for the games chess and chess960. */
#pragma once
#include "rules/game.h"

/*
 * A bound for any set-up, reachable or not. A square can be entered from eight
 * directions and by eight knights. A last-rank square can also be entered by
 * three pawns with four kinds each. Two castlings are added.
 */
enum { ORTHODOX_ACTIONS_MAX = 64 * 16 + 8 * 12 + 2 };

size_t orthodox_chess_actions(const struct position *p, struct action *out);
size_t orthodox_chess_count(const struct position *p);
uint64_t orthodox_chess_perft(const struct position *p, unsigned depth, bool bulk);
size_t orthodox_chess960_actions(const struct position *p, struct action *out);
size_t orthodox_chess960_count(const struct position *p);
uint64_t orthodox_chess960_perft(const struct position *p, unsigned depth, bool bulk);

size_t orthodox_captures(const struct position *p, struct action *out);
void orthodox_apply(struct position *p, struct action a);
bool orthodox_in_check(const struct position *p, unsigned colour);
int orthodox_check(const struct position *p, struct rules_error *err);
/*
 * Parts of orthodox_check for games with other conditions: exactly one king of
 * that colour (`may_be_gone`: at most one), no pawn on an end rank.
 */
int orthodox_check_king(const struct bitboard *b, unsigned colour, bool may_be_gone,
			struct rules_error *err);
int orthodox_check_pawns(const struct bitboard *b, struct rules_error *err);
/* Checks kings and pawns; only the colour `kingless` may lack its king. */
enum { ORTHODOX_BOTH_KINGS = 2 }; /* neither colour may */
int orthodox_check_men(const struct bitboard *b, unsigned kingless, struct rules_error *err);
/* Reports that the king of the side not to act is in check. Returns -1. */
int orthodox_error_idle_check(unsigned idle, struct rules_error *err);
void orthodox_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		     struct refusal *out);
/*
 * Explains a refusal by the rules of movement and castling; false if they allow
 * the move. The safety of the king is not tested.
 */
bool orthodox_refuse_shape(const struct position *p, unsigned from, unsigned to,
			   struct refusal *out);

/* Reports insufficient material: K-K, K+B-K, K+N-K, K+B-K+B with bishops on one colour. */
bool orthodox_material(const struct bitboard *b);
