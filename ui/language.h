/* The language of the screen. */
#pragma once
#include "ui/model.h"

/* Lists the languages that have a catalogue, for the settings page. */
void language_list(struct ui_model *m);
/*
 * Switches to the language in the settings. Returns whether any texts changed; prints to standard
 * error why a catalogue is unusable.
 */
bool language_follow(const struct ui_state *s);
