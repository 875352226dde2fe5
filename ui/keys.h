/* The `keys` member of a state: each game's data besides the board, in one form per game. */
#pragma once
#include "ui/reader.h"

/* Reads `keys` into *k. Errors are kept in the reader; members that a game lacks stay zero. */
void ui_keys_read(struct reader *r, const json_t *message, const struct game *game,
		  struct ui_keys *k);
