#include "ui/help.h"

#include <string.h>

static const struct help board = {
	.game = "",
	.card = {
		{ "The board",
		  "Play with your hands, in any order: captor first or victim first, king or rook "
		  "first.\n"
		  "What you have done is shown, and is final when the hands are quiet, when Done or "
		  "the clock is pressed, or when the other side moves.\n"
		  "Put an earlier position back, and the game goes back to it.\n"
		  "What is not legal lights up the way back, one step at a time." },
		{ "The buttons",
		  "Clock or Done: this is my move.\n"
		  "OK: yes; rolls dice; held for a second it opens the menu.\n"
		  "Back: no, or not that.\n"
		  "Hint: which pieces can move." },
	},
};

static const struct help *
find(const struct help *table, const char *game)
{
	for (; table->game != NULL; table++)
		if (strcmp(table->game, game) == 0)
			return table;
	return NULL;
}

const struct help *
help_of(const char *game)
{
	const struct help *h = find(help_table, game);

	if (h == NULL)
		h = find(help_more, game);
	return h != NULL ? h : &board;
}

unsigned
help_cards(const struct help *h)
{
	unsigned n = 0;

	while (h->card[n].title != NULL)
		n++;
	return n;
}
