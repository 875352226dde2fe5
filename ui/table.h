/* Parses the table's part of a state: clocks, settings, matches, long work. */
#pragma once
#include "ui/reader.h"
#include "ui/state.h"

/*
 * Reads those members into *s. Errors are kept in the reader. s->hints, files
 * and ranks must be set.
 */
void ui_table_read(struct reader *r, const json_t *message, struct ui_state *s);
