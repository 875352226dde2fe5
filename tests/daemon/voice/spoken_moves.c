/*
 * spoken_moves SEED COUNT: prints random moves of chess games for listen.py, one a line: the words of
 * the move, a tab, and the words of all legal moves, separated by `|`.
 */
#include <stdio.h>
#include <stdlib.h>

#include "daemon/words/words.h"

enum { PLIES = 80 }; /* of a game */

static uint32_t seed;

static unsigned
random_below(size_t n)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) % (unsigned)n;
}

static void
print(const struct game *g, const struct position *p, struct action a)
{
	struct move_note note;
	char text[WORDS_SPOKEN];

	rules_note(g, p, a, &note);
	words_spoken_action(g, &note, a, "", text);
	fputs(text, stdout);
}

/* Plays and prints a move. Returns false at the end of the game. */
static bool
play(const struct game *g, struct position *p)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);
	struct action a;

	if (n == 0 || rules_outcome(g, p, NULL).result != RESULT_ONGOING)
		return false;
	a = list[random_below(n)];
	print(g, p, a);
	for (size_t i = 0; i < n; i++) {
		putchar(i ? '|' : '\t');
		print(g, p, list[i]);
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

	seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
	for (long left = argc > 2 ? strtol(argv[2], NULL, 10) : 100; left > 0;) {
		if (rules_start(g, "", &p, &err) < 0)
			return 1;
		for (unsigned i = 0; i < PLIES && left > 0 && play(g, &p); i++)
			left--;
	}
	return 0;
}
