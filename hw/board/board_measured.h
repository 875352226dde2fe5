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
 * Writes the description at `from` to `to` (possibly the same file) with the
 * zero, span and blind squares of b, atomically. b was read from `from`.
 * `for_b`: the board of the original description, recorded in a first line;
 * NULL: none. Returns 0, or -errno with *culprit set to one of the two paths.
 */
MUST_USE int board_measured_write(const char *from, const struct board *b,
				  const struct board *for_b, const char *to, const char **culprit);
/*
 * Loads zero, span and blind squares from such a copy at `path`. Returns 1 if b
 * now has them; 0 if there is no such file; -1 with *err set and *b unchanged.
 * The error is a mistake in the file, or a copy measured for a different
 * description of the sensors.
 */
MUST_USE int board_measured_load(const char *path, const struct board_chip_limits *limits,
				 size_t n, struct board *b, struct board_error *err);
