/*
 * The German of English texts as the screen shows them. It comes from the catalogue: the text
 * itself, or the text with placeholders that fits, whose arguments are translated alike. The
 * German catalogue must be spoken.
 */
#pragma once
#include "hw/lang/lang.h"
#include "ui/state.h"

void german_begin(void);
void german_end(void);
/* Translates a text; a name, a square or a number stays. */
void german_of(const char *text, char out[LANG_TEXT]);
/* Translates the letters of a move. */
void german_note(const char *note, char out[LANG_TEXT]);
/* Translates the daemon's sentences in a state. */
void german_state(struct ui_state *s);
