/*
 * The sound for a change of the table's state. Computed only from what everybody
 * at the table may see, so a sound reveals no secret.
 */
#pragma once
#include "ui/state.h"

/* Returns the most urgent enum ui_cue, or -1 for no sound. */
int ui_cue_of(const struct ui_state *before, const struct ui_state *after);
