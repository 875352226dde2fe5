/* What the files of the view share. */
#pragma once
#include "daemon/view/view.h"
#include "daemon/words/words.h"

/*
 * The value, taken over, as a member of *o, or at the end of *a. NULL is a value that
 * cannot be written (no memory, or a text that is no UTF-8): the log says so, and the
 * state that is being made counts it as `lost`.
 */
void view_set(json_t *o, const char *key, json_t *value);
void view_append(json_t *a, json_t *value);

/* "w", "chance"; null for SEAT_NONE */
json_t *view_seat(const struct game *g, unsigned seat);
/* "e4"; null for RULES_NO_SQ */
json_t *view_square(const struct game *g, unsigned sq);
json_t *view_squares(const struct game *g, struct sqset set);
/* "e4" of a square of the board, whatever game is played on it. */
void view_board_square(const struct board *b, unsigned sq, char out[8]);
json_t *view_board_squares(const struct board *b, const uint8_t *sq, size_t n);
/* The seats of a mask of bits. */
json_t *view_seats(const struct game *g, unsigned bits);

/* ---- view_play.c ---- */

/* What is played, asked, wanted and said, added to *o; seat: whose eyes. */
void view_add_play(json_t *o, const struct table *t, unsigned seat);
/* The open page of the menu as a sentence. */
void view_menu_text(const struct table *t, char out[WORDS_LINE]);

/* ---- view_clock.c ---- */

/* The clock of the game in t->state, null: none. */
json_t *view_clock(const struct table *t);

/* ---- view_calibrate.c ---- */

/* How calibrating goes, with its sentence in text too; null, text untouched: nobody calibrates. */
json_t *view_calibration(const struct table *t, char text[WORDS_LINE]);

/* ---- view_diagnostics.c ---- */

/* Which squares' sensors are suspected, and which are not believed, added to *o. */
void view_add_believed(json_t *o, const struct table *t);

/* ---- view_settings.c ---- */

/* {"brightness":100, …} */
json_t *view_settings(const struct table *t);

/* ---- view_combos.c ---- */

/* {"w":12,"b":120}: ways of dealing each side's masks that agree with the `log` of a position. */
json_t *view_combos(const char *log, size_t len);

/* ---- view_secret.c ---- */

/* What is to be chosen on the page of `seat` now; null: nothing, or these are not its eyes. */
json_t *view_secret(const struct table *t, unsigned seat);

/* ---- view_keys.c ---- */

/* The key=value fields of a printed view, each as JSON of its own form. */
json_t *view_keys(const char *position);
