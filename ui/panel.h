/*
 * The differences between games on the screen: a struct panel per game, in ui/games/,
 * found by the daemon's name for the game.
 */
#pragma once
#include <stddef.h>

#include "ui/help_show.h"
#include "ui/page.h"

enum {
	PANEL_VALUES = 3,	/* of an option */
	PANEL_MONEY_TEXT = 24,
	HELP_CARDS_MAX = 8,
	HELP_CARD_TEXT = 520,	/* most bytes of a card: what the small design can show */
};

/* A picture on the home page: some pieces, or dice or cards instead. */
struct panel_emblem {
	struct ui_piece piece[4];	/* side by side; letter 0: end */
	uint8_t dice[2];
	const char *card[2];		/* suits */
	bool stones;			/* the pieces are stacks */
	bool teams;			/* the pieces are Blue and Red */
};

/* A choice before a game: its key, its values for the rules and for people; NULL: end. */
struct panel_option {
	const char *key, *name;
	const char *value[PANEL_VALUES], *word[PANEL_VALUES];
};

/* A text of at most five short sentences, beside a still step of an example, from 1; 0: none. */
struct help_card {
	const char *title, *text;
	uint8_t example, step;
};

/* What a player may do now, besides or instead of a plain move; text NULL: end. */
struct panel_now {
	const char *text;
	bool (*when)(const struct ui_state *s);	/* NULL: always */
	const char *stage;		/* of the game; NULL: any */
	size_t flag;			/* offset of a bool in struct ui_state; 0: none */
	bool unless;			/* the bool must be false */
};
#define NOW_IF(member) .flag = offsetof(struct ui_state, member)
#define NOW_UNLESS(member) NOW_IF(member), .unless = true

struct panel {
	const char *game;		/* NULL in the last row only */
	const char *title;		/* on the home page; NULL: not listed there */
	const char *line;		/* a description short enough for a tile */
	const char *first;		/* what is special, where the moves will stand; NULL: nothing */
	struct panel_emblem emblem;
	bool by_default;		/* the daemon begins it if no game was played yet */
	char chief;			/* letter of the piece that stands for a side; 0: the king */
	bool may_ignore_check;		/* an attacked king may stay so; it can be captured */
	char haloed;			/* letter of a piece that may wear a halo always; 0: none */
	uint8_t zone_first, zone_last;	/* columns that are always tinted, from 0; zone_last 0: none */
	unsigned index_n;		/* number of start positions to choose from; 0: only one */
	const struct panel_option *options;	/* key NULL: end of the list; NULL: none */
	/* Draws the area between the message and the notice: pieces off the board, moves. */
	void (*layout)(const struct page_draw *d, struct rect box);
	/* Reports whether part of the panel blinks. NULL: never. */
	bool (*blinks)(const struct ui_state *s);
	/* What a seat's private page shows without a choice, and its title. NULL: no secrets. */
	const char *own_title;
	void (*own_layout)(const struct page_draw *d, struct rect box);
	/* Cuts what a diagram of the rules shows beside its board off the top. NULL: nothing. */
	void (*beside_layout)(const struct page_draw *d, struct rect *box);
	/* What the game hid, on the result page once the end is permanent. NULL: not shown there. */
	void (*revealed_layout)(const struct page_draw *d, struct rect box);
	const char *reveals;		/* what Reveal does; NULL: it shows what was hidden */
	/* For *What can I do now?*, the most useful first; NULL: nothing. */
	const struct panel_now *now;
	/* The rules, how to set up a first game, which talk is allowed; title NULL: end. */
	struct help_card help[HELP_CARDS_MAX + 1];
	/* Diagrams that move: what is special, and how each piece moves; NULL: none. */
	const struct help_show *examples, *pieces;
	const char *pieces_game;	/* the game of `pieces`; NULL: this one */
};

/* In the order of the rules; the last row serves games that the screen does not know. */
extern const struct panel *const panels[];
extern const size_t n_panels;		/* including the last row */

const struct panel *panel_of(const char *game);
/* Returns the translated name of the state's game. */
const char *panel_title(const struct ui_state *s);
unsigned panel_help_cards(const struct panel *p);
/* Returns the number of levels at which a computer plays the game. */
unsigned panel_levels(const struct panel *p);
/* Returns the number of diagrams in a list, which may be NULL. */
unsigned panel_help_shows(const struct help_show *shows);
/* Reports whether the board is large enough for a listed game; true if its size is unknown. */
bool panel_fits(const struct panel *p, const struct ui_room *room);
/* Reports whether seats have secrets in this game. Cards are secret only if they were dealt here. */
bool panel_has_secrets(const struct ui_state *s);
/* Reports whether part of the panel is blinking now. */
bool panel_blinks(const struct ui_model *m);

/* panel_parts.c: building blocks for panels */
void panel_moves_layout(const struct page_draw *d, struct rect box);

/*
 * Cuts a row of height h off the top of *box. Returns false, without a change,
 * if the box is too small; panels therefore draw the most important rows first.
 */
bool panel_row(const struct page_draw *d, struct rect *box, int h, struct rect *row);
/* Draws pieces side by side on their own background, closer together if space is short. */
void panel_pieces(const struct page_draw *d, struct rect row, const char *letters);
/* Draws the moves in the rest of the box, unless it is too small. */
void panel_rest(const struct page_draw *d, struct rect box);
/* Reports whether a text fits a card of this size: words that wrap leave a third of a line empty. */
bool panel_text_fits(const struct page_draw *d, struct rect box, const char *text);
/* The same, with a text in place of the moves until there is one; NULL: none. */
void panel_rest_first(const struct page_draw *d, struct rect box, const char *first);
/* Counts pieces with a letter and a mark: 0 none, '?' any. */
unsigned panel_count(const struct ui_state *s, char letter, char mark);

/* Counts a side's pieces with a mark. */
unsigned panel_count_marked(const struct ui_state *s, bool black, char mark);

/* Returns the side whose turn it is: 0 White, 1 Black. */
unsigned panel_side(const struct ui_state *s);
/* Reports whether the game is at this stage. */
bool panel_stage(const struct ui_state *s, const char *stage);
/* Reports whether a king of the side whose turn it is stands in check. */
bool panel_in_check(const struct ui_state *s);

/* Draws X, O or nothing, in the size of the box. */
void panel_mark(const struct page_draw *d, struct rect box, unsigned mark);
/* Writes money as the language does: "$6", in German "6 $". */
void panel_money(unsigned amount, char out[PANEL_MONEY_TEXT]);
/* Reports whether blinking parts are visible now. */
bool panel_blink_on(const struct ui_model *m);

/* games/chess.c: the orthodox pieces that are off the board, and the moves */
void panel_chess_layout(const struct page_draw *d, struct rect box);
/* … how a pawn captures en passant, and what it becomes on the last rank */
#define PANEL_PASS_PAWN \
	N_("To capture en passant, move your pawn behind the one that stepped twice, and " \
	   "take that off.")
#define PANEL_PROMOTE \
	N_("A pawn on the last row becomes a queen, or what you choose on the screen.")
/* … and how the pieces of chess move, with the rules of chess */
extern const struct help_show panel_chess_pieces[];
