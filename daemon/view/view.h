/*
 * The table as JSON for clients, as docs/protocol.md describes. Two positions that look
 * the same to `seat` give the same text.
 */
#pragma once
#include <jansson.h>

#include "daemon/table/table.h"
#include "daemon/words/words.h"

enum { VIEW_MOVES = 80 }; /* the last ones of a long game */

/* Return new references for the caller; NULL: no memory. */
json_t *view_hello(const struct table *t);
/* seat: SEAT_TABLE for all clients; a seat's view is only for that seat. */
json_t *view_state(const struct table *t, unsigned seat);
/* Returns the task of the partner, with the view of the computer's seat. */
json_t *view_task(const struct table *t);
/* Returns the position whose actions the partner is to grade, in the table's view. */
json_t *view_advise(const struct table *t);
/* Returns the action that the partner is to score for a review. */
json_t *view_review(const struct table *t);
json_t *view_settings(const struct table *t);
/* Returns the game whose squares and moves are spoken; NULL: none is on the board. */
const struct game *view_spoken_game(const struct table *t);
/* Writes the spoken answer to the last table_say; returns false if there is none. */
bool view_answer(const struct table *t, char out[WORDS_SPOKEN]);
/*
 * Builds the view of a saved game; *at is its position after `move` <= r->n. Uses only its
 * arguments, in any thread.
 */
json_t *view_shown(const struct record *r, uint32_t move, const struct record_walk *at);
/* Lists the lessons of a game, and how far the player is in each. */
json_t *view_lessons(const struct table *t, const struct game *g, const char *player);
/* Returns how far the player is in the puzzles of a game. */
json_t *view_puzzles(const struct table *t, const struct game *g, const char *player);
/*
 * Builds the view of a game's review; move: the action that led to this move is described too, 0: none.
 * The record has a review. Uses only its arguments, in any thread.
 */
json_t *view_reviewed(const struct record *r, uint32_t move);
json_t *view_diagnostics(const struct table *t);
json_t *view_lamps(const struct table *t);
