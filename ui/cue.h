/*
 * The sound for a change of the table's state: one cue, and the move as speech.
 * Computed only from what everybody at the table may see, so a sound reveals no
 * secret.
 */
#pragma once
#include "ui/state.h"

enum { UI_SPEECH_TEXT = 96 };

/* Returns the most urgent enum ui_cue, or -1 for no sound. */
int ui_cue_of(const struct ui_state *before, const struct ui_state *after);
/* Stores the last final action as speech, or "" if there is no new one or it is secret. */
void ui_speech_of(const struct ui_state *before, const struct ui_state *after,
		  char out[UI_SPEECH_TEXT]);
