/*
 * Pieces on squares and their text form: square names and board fields.
 *
 * A board field lists ranks from the last to the first, separated by '/'.
 * Letters are men; a number of one or two digits is a run of empty squares. A
 * letter may be followed by one mark: '*' '^' or '@'. This room has no rules: a
 * man is just a letter on a square.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/board/board.h"

enum {
	/* Letter and mark for each square, rank separators, NUL. */
	FIELD_TEXT_MAX = BOARD_SQUARES_MAX * 2 + BOARD_RANKS_MAX + 1,
	FIELD_WHY_MAX = 96,
};

struct man {
	char letter; /* 0: the square is empty */
	char mark;   /* 0: none */
};

/* Parses "N", "p" or "P^"; false if the text is no man. */
MUST_USE bool man_parse(const char *text, struct man *man);
/* Reports the colour: lower case is black. */
bool man_is_white(struct man man);

/* Parses "a1" .. "k9" on this board into sq = rank * files + file; -1 on error. */
int square_parse(const char *text, unsigned files, unsigned ranks);
void square_name(unsigned sq, unsigned files, char out[3]);
/* Parses "a1" .. "h8" of an 8 x 8 game into the square of the larger board, or -1. */
int square_of_game(const char *text, const struct board *b);
/* Prints a square's name in the 8 x 8 game; false if the square is outside it. */
bool square_name_in_game(unsigned sq, const struct board *b, char out[3]);

/*
 * Parses a field into men[files * ranks]. On a larger board an 8 x 8 field is
 * placed at home_file, home_rank and the rest is empty. Returns 0, or -1 with
 * why and men unchanged.
 */
MUST_USE int field_parse(const char *text, const struct board *b, struct man *men,
			 char why[FIELD_WHY_MAX]);
void field_print(const struct board *b, const struct man *men, char out[FIELD_TEXT_MAX]);
