/* The six FEN fields, with the extensions of the rule document. */
#pragma once
#include "rules/game.h"

/*
 * Parses board, seat, castling, en passant and counters from the start of the line into the zeroed
 * *p.
 */
MUST_USE int fen_parse(const struct game *g, struct fields *f, struct position *p,
		       struct rules_error *err);
void fen_print(const struct game *g, const struct position *p, struct text *out);
