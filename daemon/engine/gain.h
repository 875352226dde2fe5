/* What an action wins at once, for the hooks of struct traits. */
#pragma once
#include "rules/bitboard.h"

enum { GAIN_KING = 10000 };

/* What a captured piece of chess is worth. Kings are captured in games without check. */
extern const int gain_worth[PIECE_KING + 1];

/* Returns the kind of the enemy piece that a move or an attempt would capture. */
enum piece_kind gain_victim(const struct bitboard *b, struct action a);
/* Returns the victim's worth, by kind, less a little for an expensive captor; 0: no capture. */
int gain_by(const int *worth, const struct bitboard *b, struct action a);

/* --- Hooks --------------------------------------------------------------------- */

/* gain: captures, en passant, promotions. */
int gain_orthodox(const struct position *p, struct action a);
/*
 * may_skip: reports whether the side to act has more than pawns and a king: otherwise zugzwang is
 * common.
 */
bool gain_has_officers(const struct position *p);
/*
 * is_lively: reports whether there are officers and more than a few pieces: only near the end of a
 * game is a side without actions likely that is not in check.
 */
bool gain_is_lively(const struct position *p);
/* exchange: plays out all captures on a.to, cheapest captor first, each side stopping when it likes. */
int gain_exchange(const struct position *p, struct action a);
