/* The `keys` member of a state: what a game needs besides its board, each with a form of its own. */
#pragma once
#include "ui/reader.h"

/* Faults go to the reader; members that a game does not have stay zero. */
void ui_keys_read(struct reader *r, const json_t *message, unsigned files, unsigned ranks,
		  struct ui_keys *k);
