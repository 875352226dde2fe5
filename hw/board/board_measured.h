/*
 * Measurements of a board, stored as a copy of its description. The copy
 * differs in zero, span and blind squares; everything else, comments included,
 * is unchanged. `halo board check --calibrate` writes the copy to a given path.
 * halod writes it to its own folder, where it is valid as long as the
 * description of the sensors stays the same.
 */
#pragma once
#include "hw/board/board.h"

/*
 * Prints the description at `from`, from which b was read, with the zero, span and blind squares of
 * b. `for_b`: the board of the original description, recorded in a first line; NULL: none. Returns 0
 * with *text allocated, or -errno.
 */
MUST_USE int board_measured_print(const char *from, const struct board *b,
				  const struct board *for_b, char **text);
/* Copies zero, span and blind squares of `found` into *b. */
void board_measured_use(struct board *b, const struct board *found);
/*
 * Loads zero, span and blind squares from such a copy at `path`. Returns 1 if b
 * now has them; 0 if there is no such file; -1 with *err set and *b unchanged.
 * The error is a mistake in the file, or a copy measured for a different
 * description of the sensors.
 */
MUST_USE int board_measured_load(const char *path, const struct board_chip_limits *limits,
				 size_t n, struct board *b, struct board_error *err);
