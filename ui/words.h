/* The members of a state that are words: what is chosen on the screen, what was announced. */
#pragma once
#include "ui/reader.h"

/* word[] of `actions` and `can_buy`, said[] of `said`; faults go to the reader. */
void ui_words_read(struct reader *r, const json_t *message, struct ui_state *s);
