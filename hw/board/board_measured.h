/*
 * What was measured on a board: a copy of its description with other numbers for
 * zero and span, and other blind squares, all else, the remarks too, as it stood. `halo board check
 * --calibrate` writes one where it is told to, halod one in its own folder, which
 * counts for as long as the description says what it said then.
 */
#pragma once
#include "hw/board/board.h"

/*
 * Writes the description at `from` to `to` (which may be the same file) with the
 * zero, span and blind squares of b, whole or not at all. b was read from `from`. `for_b`: the
 * board as the description itself has it, of which a first line takes note; or
 * NULL, none. 0, or -errno with *culprit one of the two paths.
 */
MUST_USE int board_measured_write(const char *from, const struct board *b,
				  const struct board *for_b, const char *to, const char **culprit);
/*
 * Takes zero, span and blind squares over from such a copy at `path`. 1: they are b's now; 0: there
 * is no such file; -1 with *err told and *b untouched: it has a mistake, or was
 * measured for a description that said something else of its sensors.
 */
MUST_USE int board_measured_load(const char *path, const struct board_chip_limits *limits,
				 size_t n, struct board *b, struct board_error *err);
