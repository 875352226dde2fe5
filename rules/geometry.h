/* Squares and pieces as text, for boards up to 11 x 9, and the board field of a position. */
#pragma once
#include "rules/game.h"

/* Puts a piece and its mark on an empty square. */
void geometry_put(const struct game *g, struct position *p, unsigned sq, uint8_t piece);
/* Returns the squares whose content differs between two positions of one game. */
struct sqset geometry_differs(const struct game *g, const struct position *a,
			      const struct position *b);
/* Appends a square, as rules_square_print does. */
void geometry_print_square(const struct game *g, unsigned sq, struct text *out);
/* Returns the piece's letter; '.' for a kind that the game lacks. */
char geometry_letter(const struct game *g, uint8_t piece);

/* Parses the board field. `at` is its offset in the text, for errors. */
MUST_USE int geometry_board_parse(const struct game *g, struct word field, size_t at,
				  struct position *p, struct rules_error *err);
void geometry_board_print(const struct game *g, const struct position *p, struct text *out);
