/* Shared by the files of the view. */
#pragma once
#include "daemon/view/view.h"
#include "daemon/json/view_game.h"
#include "daemon/words/words.h"

/* ---- view_play.c ---- */

/* Adds the game on the board, its players, clock, questions and announcements; seat: the viewer. */
void view_add_play(json_t *o, const struct table *t, unsigned seat);

/* ---- view_shown.c ---- */

/* Returns an action of a kept game; open: with what is hidden. */
json_t *view_kept_move(const struct game *g, const struct position *p, struct action a, bool open);

/* ---- view_board.c ---- */

/* Adds what does not depend on a game: the board and its faults. */
void view_add_board(json_t *o, const struct table *t);
/* Writes the sentence for the players. */
void view_message_text(const struct table *t, char text[WORDS_LINE]);

/* ---- view_spoken.c ---- */

/* Returns what a voice says, with the players' sentence; null if the setting is off. */
json_t *view_spoken(const struct table *t, const char *message);

/* ---- view_lesson.c ---- */

/* Returns the lesson on the board, or null. */
json_t *view_lesson(const struct table *t);

/* ---- view_diagnostics.c ---- */

json_t *view_board_squares(const struct board *b, const uint8_t *sq, size_t n);
/* Adds the squares with suspected and with blind sensors to *o. */
void view_add_believed(json_t *o, const struct table *t);
