/* The six fields of FEN, as the rule document extends them. */
#pragma once
#include "rules/game.h"

/* From the fields' start; board, seat, castling, en passant, counters into *p, zeroed before. */
MUST_USE int fen_parse(const struct game *g, struct fields *f, struct position *p,
		       struct rules_error *err);
void fen_print(const struct game *g, const struct position *p, struct text *out);
