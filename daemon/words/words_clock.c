/* What is said of clocks. */
#include "daemon/words/words_clock.h"

#include "daemon/words/say.h"

void
words_clock_fallen(const struct game *g, unsigned seat, char out[WORDS_LINE])
{
	*out = '\0';
	say_with(out, WORDS_LINE, SAY_CLOCK_FALLEN, SAY_ARGS(words_seat(g, seat)));
}

void
words_clock_claim(const struct game *g, unsigned seat, unsigned fallen, char out[WORDS_LINE])
{
	*out = '\0';
	say_with(out, WORDS_LINE, SAY_CLOCK_CLAIM,
		 SAY_ARGS(words_seat(g, fallen), words_seat(g, seat)));
}

const char *
words_clock_paused(unsigned why)
{
	switch ((enum clock_pause)why) {
	case CLOCK_RUNS:
		break;
	case CLOCK_ASKED:
		return say_text(SAY_CLOCK_ASKED);
	case CLOCK_RESTART:
		return say_text(SAY_CLOCK_RESTART);
	case CLOCK_BOARD:
		return say_text(SAY_CLOCK_BOARD);
	}
	return "";
}
