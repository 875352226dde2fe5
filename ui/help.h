/*
 * What a player may want to read at the table: the rules of each game on a few
 * cards, what to do before the first game of it, and, where the rules speak of
 * talking, what may be said. Texts alone; page_help.c draws them.
 */
#pragma once
#include <stddef.h>

enum {
	HELP_CARDS_MAX = 8,	/* of one game */
	HELP_CARD_TEXT = 520,	/* bytes a card may have: what the small design shows */
};

struct help_card {
	const char *title, *text;	/* NULL title: behind the last card */
};

struct help {
	const char *game;
	struct help_card card[HELP_CARDS_MAX + 1];
};

extern const struct help help_table[], help_more[];

/* The cards of a game; those of the board itself where it is none of the eleven. */
const struct help *help_of(const char *game);
unsigned help_cards(const struct help *h);
