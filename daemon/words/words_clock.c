/* What is said of clocks. */
#include "daemon/words/words_clock.h"

#include <stdio.h>

void
words_clock_fallen(const struct game *g, unsigned seat, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "%s has run out of time", words_seat(g, seat));
}

void
words_clock_claim(const struct game *g, unsigned seat, unsigned fallen, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "%s has run out of time. Does %s claim the game?",
		       words_seat(g, fallen), words_seat(g, seat));
}

const char *
words_clock_paused(unsigned why)
{
	static const char *const text[] = {
		[CLOCK_RUNS] = "",
		[CLOCK_ASKED] = "The clock stands still",
		[CLOCK_RESTART] = "The clock stands still until a piece is touched or OK pressed",
		[CLOCK_BOARD] = "The clock stands still while the board cannot be read",
	};

	return why < sizeof(text) / sizeof(text[0]) ? text[why] : "";
}
