/*
 * What is to be heard when the table's state changes: one cue, and the move in
 * words. Made of what everybody at the table sees, and of nothing else.
 */
#pragma once
#include "ui/state.h"

enum { UI_SPEECH_TEXT = 96 };

/* enum ui_cue, the most urgent one; -1: nothing is to be heard. */
int ui_cue_of(const struct ui_state *before, const struct ui_state *after);
/* The last final action in words, "" where there is no new one, or it is nobody's to hear. */
void ui_speech_of(const struct ui_state *before, const struct ui_state *after,
		  char out[UI_SPEECH_TEXT]);
