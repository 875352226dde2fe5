/* What a state tells of the table beside the game: clocks, settings, matches, long work. */
#pragma once
#include "ui/reader.h"
#include "ui/state.h"

/* Faults stick to the reader. s->hints, files and ranks have been read. */
void ui_table_read(struct reader *r, const json_t *message, struct ui_state *s);

/* state.c: a list of squares; a list of anything else is a fault. */
struct ui_set ui_squares_read(struct reader *r, const struct ui_state *s, const json_t *object,
			      const char *key);
