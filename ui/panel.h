/*
 * What differs from game to game on the screen: a row per game, found by the
 * daemon's name for it. The last row is for games that have none of their own.
 */
#pragma once
#include <stddef.h>

#include "ui/page.h"

struct panel {
	const char *game;		/* NULL in the last row only */
	const char *title;		/* on the new game page; NULL: not offered there */
	const char *line;		/* what it is, in a few words */
	bool needs_screen;		/* dice, cards or secrets: not without one */
	unsigned index_n;		/* start positions to choose from by number, 0: one */
	/* Between the message and the notice: what is off the board, the moves. */
	void (*layout)(const struct page_draw *d, struct rect box);
};

extern const struct panel panels[];
extern const size_t n_panels;		/* the last row included */

const struct panel *panel_of(const char *game);

/* panel.c: for panels to build on */
void panel_moves_layout(const struct page_draw *d, struct rect box);
/* How high the strip of captured pieces is; the moves get the rest. */
int panel_tray_height(const struct metrics *g);

/* panel_chess.c */
void panel_chess_layout(const struct page_draw *d, struct rect box);
