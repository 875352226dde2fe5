/*
 * Where the interface was, in a file: a screen that was killed comes back to the
 * same page. Of what is secret nothing is ever written: a seat's page comes back
 * closed, numbers and masks not at all.
 */
#pragma once
#include "ui/model.h"

enum { KEEP_TEXT = 2048 };

/* The view as stored_view reads it; its length, below KEEP_TEXT. */
size_t keep_print(const struct ui_view *v, char out[KEEP_TEXT]);
/* Writes the view if it is another than the one in `last`, and notes it there. */
void keep_write(const char *path, const struct ui_view *v, char last[KEEP_TEXT]);
/* Reads it into a model that has not seen a state yet; what cannot be read is as if it were not there. */
void keep_read(const char *path, struct ui_model *m);
