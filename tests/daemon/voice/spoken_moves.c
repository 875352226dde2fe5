/*
 * spoken_moves DIR SEED COUNT [names]: prints random moves of chess games for listen.py, one a line: the words
 * of the move, a tab, and the words of all legal moves, separated by `|`. Speaks the n-th move to a file
 * in DIR, 0001.wav and so on. names: files have names.
 */
#include <stdio.h>
#include <stdlib.h>

#include "daemon/voice/speaker.h"
#include "daemon/words/words.h"

enum { PLIES = 80 }; /* of a game */

static uint32_t seed;
static enum words_files files = WORDS_FILES_LETTERS;

static unsigned
random_below(size_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % (unsigned)n;
}

static void
words_of(const struct game *g, const struct position *p, struct action a, char text[WORDS_SPOKEN])
{
	struct move_note note;

	rules_note(g, p, a, &note);
	words_spoken_action(g, &note, a, "", files, text);
}

/* Plays, speaks and prints a move. Returns false at the end of the game. */
static bool
play(const struct game *g, struct position *p)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);
	char text[WORDS_SPOKEN];
	struct action a;

	if (n == 0 || rules_outcome(g, p, NULL).result != RESULT_ONGOING)
		return false;
	a = list[random_below(n)];
	words_of(g, p, a, text);
	if (speaker_say(text) < 0)
		return false;
	fputs(text, stdout);
	for (size_t i = 0; i < n; i++) {
		words_of(g, p, list[i], text);
		printf("%c%s", i ? '|' : '\t', text);
	}
	putchar('\n');
	rules_apply(g, p, a);
	return true;
}

int
main(int argc, char **argv)
{
	const struct game *g = rules_game("chess");
	struct rules_error err;
	struct position p;

	const struct speaker_config config = { .wav = argv[1], .rate = 150 };

	if (argc == 5)
		files = WORDS_FILES_NAMES;
	if (argc < 4 || speaker_open(&config) < 0)
		return 1;
	speaker_set("en", 60);
	seed = (uint32_t)strtoul(argv[2], NULL, 10);
	for (long left = strtol(argv[3], NULL, 10); left > 0;) {
		if (rules_start(g, "", &p, &err) < 0)
			return 1;
		for (unsigned i = 0; i < PLIES && left > 0 && play(g, &p); i++)
			left--;
	}
	return 0;
}
