/*
 * Saves the current page to a file, so that a restarted screen shows the same
 * page. Secrets are never written: a seat's page is restored closed, without
 * numbers and masks.
 */
#pragma once
#include "ui/model.h"

enum { KEEP_TEXT = 2048 };

/* Prints the view in the format of stored_view. Returns the length, which is below KEEP_TEXT. */
size_t keep_print(const struct ui_view *v, char out[KEEP_TEXT]);
/* Writes the view to the file if it differs from `last`, and updates `last`. */
void keep_write(const char *path, const struct ui_view *v, char last[KEEP_TEXT]);
/* Reads the view into a model that has no state yet. Unreadable values are treated as missing. */
void keep_read(const char *path, struct ui_model *m);
