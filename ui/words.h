/* Parses the members of a state that are words: choices made on the screen, announcements. */
#pragma once
#include "ui/reader.h"

/*
 * Reads `actions` and `can_buy` into word[], and `said` into said[]. Errors are
 * kept in the reader.
 */
void ui_words_read(struct reader *r, const json_t *message, struct ui_state *s);
/*
 * Adds an announcement from its text, made by action `move` of the game.
 * Announcements of other games are discarded.
 */
void ui_announcement_add(struct ui_state *s, const char *text, uint32_t move);
