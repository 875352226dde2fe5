/*
 * Squares and pieces as text, on boards of any size up to 11 x 9, and the
 * board field of a position.
 */
#pragma once
#include "rules/game.h"

/* Puts a piece (with its mark) on an empty square of the board. */
void geometry_put(const struct game *g, struct position *p, unsigned sq, uint8_t piece);
/* Squares whose content differs between two positions of one game. */
struct sqset geometry_differs(const struct game *g, const struct position *a,
			      const struct position *b);
/* As rules_square_print. */
void geometry_put_square(const struct game *g, unsigned sq, struct text *out);
/* '.' for a kind that the game does not have. */
char geometry_letter(const struct game *g, uint8_t piece);
/* The piece of a letter, or 0. */
uint8_t geometry_piece(const struct game *g, char letter);

/* `field` is the first of the six; `at` is its offset in the text, for errors. */
MUST_USE int geometry_board_parse(const struct game *g, struct word field, size_t at,
				  struct position *p, struct rules_error *err);
void geometry_board_print(const struct game *g, const struct position *p, struct text *out);
