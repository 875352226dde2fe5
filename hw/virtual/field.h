/*
 * What stands on the squares, and its text: square names and board fields.
 *
 * A board field lists ranks from the last to the first, parted by '/', letters
 * for men, runs of empty squares as a number of one or two digits. After a
 * letter one mark may follow: '*' '^' or '@'. This room knows no rules: a man
 * is a letter that stands somewhere.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/board/board.h"

enum {
	/* Letter and mark on each square, ranks' ends, NUL. */
	FIELD_TEXT_MAX = BOARD_SQUARES_MAX * 2 + BOARD_RANKS_MAX + 1,
	FIELD_WHY_MAX = 96,
};

struct man {
	char letter; /* 0: the square is empty */
	char mark;   /* 0: none */
};

/* "N", "p", "P^"; false where that is no man. */
MUST_USE bool man_parse(const char *text, struct man *man);
/* Lower case is black. */
bool man_is_white(struct man man);

/* "a1" .. "k9" on this board as sq = rank * files + file, or -1. */
int square_parse(const char *text, unsigned files, unsigned ranks);
void square_name(unsigned sq, unsigned files, char out[3]);
/* "a1" .. "h8" of a game of 8 x 8, as the square of the board it is played on, or -1. */
int square_of_game(const char *text, const struct board *b);
/* The other way; false: the square lies beside such a game. */
bool square_name_in_game(unsigned sq, const struct board *b, char out[3]);

/*
 * Reads a field into men[files * ranks]. On a larger board a field of
 * 8 x 8 is laid at home_file, home_rank with the rest empty. 0, or -1 with why and men untouched.
 */
MUST_USE int field_parse(const char *text, const struct board *b, struct man *men,
			 char why[FIELD_WHY_MAX]);
void field_print(const struct board *b, const struct man *men, char out[FIELD_TEXT_MAX]);
