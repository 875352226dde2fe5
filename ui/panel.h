/*
 * What differs from game to game on the screen: a row per game, found by the
 * daemon's name for it. The last row is for games that have none of their own.
 */
#pragma once
#include <stddef.h>

#include "ui/page.h"

struct panel {
	const char *game;		/* NULL in the last row only */
	const char *title;		/* on the home page; NULL: not offered there */
	const char *line;		/* what it is, in so few words that a tile holds them */
	bool needs_screen;		/* dice, cards or secrets: not without one */
	uint8_t files, ranks;		/* squares it takes */
	unsigned index_n;		/* start positions to choose from by number, 0: one */
	/* Between the message and the notice: what is off the board, the moves. */
	void (*layout)(const struct page_draw *d, struct rect box);
};

extern const struct panel panels[];
extern const size_t n_panels;		/* the last row included */

const struct panel *panel_of(const char *game);
/* Whether the board has room for it; where that is not told, it may have. */
bool panel_fits(const struct panel *p, const struct ui_room *room);

/* panel.c: for panels to build on */
void panel_moves_layout(const struct page_draw *d, struct rect box);
/* How high the strip of captured pieces is; the moves get the rest. */
int panel_tray_height(const struct metrics *g);

/*
 * A row of height h from the top of *box; false, and *box as it was, when it has
 * no room for that: panels put first what matters most.
 */
bool panel_row(const struct page_draw *d, struct rect *box, int h, struct rect *row);
/* How high a row of text, and one of pieces or dice, is. */
int panel_line(const struct metrics *g);
int panel_high(const struct metrics *g);
/* Pieces side by side, closer where they do not fit, on a ground of their own. */
void panel_pieces(const struct page_draw *d, struct rect row, const char *letters);
/* The moves in what is left, if that is worth it. */
void panel_rest(const struct page_draw *d, struct rect box);
/* Pieces of a letter that bear a mark: 0 none, '?' whichever. */
unsigned panel_count(const struct ui_state *s, char letter, char mark);

/* X, O or nothing yet, as large as the box. */
void panel_mark(const struct page_draw *d, struct rect box, unsigned mark);
/* Whether something in the panel goes on and off by itself now. */
bool panel_blinks(const struct ui_model *m);
/* Whether it is on. */
bool panel_blink_on(const struct ui_model *m);

/* panel_GAME.c */
void panel_abstract_layout(const struct page_draw *d, struct rect box);
void panel_accounting_layout(const struct page_draw *d, struct rect box);
void panel_alice_layout(const struct page_draw *d, struct rect box);
void panel_american_layout(const struct page_draw *d, struct rect box);
void panel_coop_layout(const struct page_draw *d, struct rect box);
void panel_crowded_layout(const struct page_draw *d, struct rect box);
void panel_dice_layout(const struct page_draw *d, struct rect box);
void panel_masquerade_layout(const struct page_draw *d, struct rect box);
void panel_zombie_layout(const struct page_draw *d, struct rect box);
void panel_chess_layout(const struct page_draw *d, struct rect box);
/* Dice-Money: a piece is up and something could still be bought. */
bool panel_dice_last_chance(const struct ui_state *s);
