/* What is said of clocks. As words.h. */
#pragma once
#include "daemon/record/clock.h"
#include "daemon/words/words.h"

/* That seat's flag is down. */
void words_clock_fallen(const struct game *g, unsigned seat, char out[WORDS_LINE]);
/* Asked of `seat`: does it claim the game that `fallen` has no time left for? */
void words_clock_claim(const struct game *g, unsigned seat, unsigned fallen, char out[WORDS_LINE]);
/* Why nobody's time runs (enum clock_pause); "" where it does. Static. */
const char *words_clock_paused(unsigned why);
