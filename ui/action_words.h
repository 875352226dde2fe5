/* Moves and other actions as a list shows them: short, with the language's letters. */
#pragma once
#include "ui/state.h"

enum { ACTION_WORDS_TEXT = 48 };

/*
 * Writes a move: of a note the pieces' letters are the language's ("Nb1-c3", German "Sb1-c3");
 * other actions become signs or short words ("roll:2,5" two dice, "bury:?" "buries").
 */
void action_in_words(const struct ui_move *m, char out[ACTION_WORDS_TEXT]);
