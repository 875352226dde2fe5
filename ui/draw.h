/*
 * A picture as a list of semantic drawing commands: pages produce it, the
 * painter consumes it. Lists are plain values of fixed capacity. They are
 * compared to detect a change, and printed as text for tests.
 *
 * All coordinates are pixels of the window, from its upper left corner.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/lang/lang.h"
#include "ui/palette.h"
#include "ui/state.h"

enum {
	/*
	 * An 11 x 9 board with all kinds of marks on every square takes 99
	 * times 28 commands. Its coordinates take 20, the fullest panel fewer
	 * than 200.
	 */
	DRAW_CMDS_MAX = 3072,
	DRAW_TEXT_MAX = 8192,		/* bytes of all texts, each with its NUL */
	DRAW_TARGETS_MAX = 64,
	DRAW_FILLED_TEXT = 320,		/* size of a draw_filled text with its NUL */
	DRAW_LIST_TEXT = 262144,	/* large enough for any printed list */
};

struct rect {
	int16_t x, y, w, h;
};

enum draw_kind {
	DRAW_FILL,		/* box, size: corner radius */
	DRAW_CHECKER,		/* box, size: side of a square; a1, lower left, is dark */
	DRAW_FRAME,		/* box, size: width, inwards from the box, and corner radius */
	DRAW_CROSS,		/* box, size: stroke width */
	DRAW_DISC,		/* the largest disc in the box */
	DRAW_TEXT,		/* box, size: font pixels, flags */
	DRAW_PIECE,		/* box, piece, flags */
	DRAW_ICON,		/* box, size: enum icon */
	DRAW_CODE,		/* a QR code: box, size: pixels a module, text: see draw_code */
	DRAW_ARROW,		/* from (box.x, box.y) to (box.w, box.h), size: stroke width */
};

enum draw_flags {
	DRAW_BOLD = 1,
	DRAW_CENTRE = 2,	/* text: centred, else from the left */
	DRAW_RIGHT = 4,		/* text: to the right edge */
	DRAW_TOP = 8,		/* text: at the top of the box, else in its middle */
	DRAW_STONES = 32,	/* piece: a stack of stones */
	DRAW_TEAM = 64,		/* piece: Blue or Red instead of White or Black */
	DRAW_GHOST = 16,	/* piece: half transparent, because it is lifted */
	DRAW_PALE = 128,		/* piece: a little transparent, because it is to be put here */
};

struct draw_cmd {
	uint8_t kind;		/* enum draw_kind */
	uint8_t meaning;	/* enum palette; pieces: 0 */
	uint8_t flags;
	uint16_t size;
	struct rect box;
	uint16_t text;		/* DRAW_TEXT, DRAW_CODE: offset into text[] */
	struct ui_piece piece;	/* DRAW_PIECE */
};

/* An area that a finger or the focus can activate. The focus moves in list order. */
struct draw_target {
	struct rect box;
	uint16_t id;		/* enum ui_target of ui/page.h */
	uint16_t arg;
};

/* Sets of pictures: in ui/pieces/, and its folders bold/ and letters/. */
enum draw_pieces { DRAW_SET_CLASSIC, DRAW_SET_BOLD, DRAW_SET_LETTERS, DRAW_SETS };

struct draw_list {
	uint16_t width, height;
	uint16_t n;
	uint16_t n_text;
	uint16_t n_targets;
	uint8_t theme;		/* enum palette_theme: the colours to paint with */
	uint8_t board;		/* enum palette_board: the colours of squares */
	uint8_t pieces;		/* enum draw_pieces: the pictures of pieces */
	bool teams;		/* pieces are Blue and Red */
	bool full;		/* something did not fit and was omitted: a bug */
	struct draw_cmd cmd[DRAW_CMDS_MAX];
	struct draw_target target[DRAW_TARGETS_MAX];
	char text[DRAW_TEXT_MAX];
};

void draw_clear(struct draw_list *l, int width, int height);
void draw_fill(struct draw_list *l, enum palette meaning, struct rect box, int radius);
/* Returns the colour of the board's squares. */
enum palette draw_square(const struct draw_list *l, bool dark);
void draw_checker(struct draw_list *l, struct rect box, int side);
void draw_frame(struct draw_list *l, enum palette meaning, struct rect box, int width);
void draw_cross(struct draw_list *l, enum palette meaning, struct rect box, int width);
/* Draws an icon of ui/design.h. */
void draw_icon(struct draw_list *l, enum palette meaning, struct rect box, unsigned icon);
void draw_disc(struct draw_list *l, enum palette meaning, struct rect box);
/* Draws a copy of the text, without translation. */
void draw_text(struct draw_list *l, enum palette meaning, struct rect box, int px, unsigned flags,
	       const char *text);
void draw_textf(struct draw_list *l, enum palette meaning, struct rect box, int px,
		unsigned flags, const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Translates a format, fills in the arguments like lang_print, and draws the result. */
#define draw_filled(l, meaning, box, px, flags, ...) \
	draw_text(l, meaning, box, px, flags,        \
		  lang_print((char[DRAW_FILLED_TEXT]){ 0 }, DRAW_FILLED_TEXT, __VA_ARGS__))
void draw_piece(struct draw_list *l, struct rect box, struct ui_piece piece, unsigned flags);
/* Returns the set with the setting's name; the default for any other name. */
enum draw_pieces draw_pieces_of(const char *name);
/* Returns how many stones the letter of a stack represents: 0 for the royal one, -1 for no stone. */
int draw_stones(char letter);
/*
 * Draws a QR code with dark modules of `side` pixels. cells: rows from the top,
 * each of draw_code_digits(modules) hexadecimal digits. The leftmost module is
 * the highest bit of the first digit. The text is copied.
 */
void draw_code(struct draw_list *l, enum palette meaning, struct rect box, int side,
	       const char *cells);
void draw_arrow(struct draw_list *l, enum palette meaning, int x0, int y0, int x1, int y1,
		int width);
void draw_target(struct draw_list *l, struct rect box, unsigned id, unsigned arg);

/*
 * Returns the bounding box of all differences between two lists of equal size;
 * w is 0 if there are none.
 */
struct rect draw_difference(const struct draw_list *a, const struct draw_list *b);
/* Returns the target at a point, or NULL. */
const struct draw_target *draw_hit(const struct draw_list *l, int x, int y);

/* Returns the number of digits in a row of a code. */
static inline int
draw_code_digits(int modules)
{
	return (modules + 3) / 4;
}

static inline struct rect
rect_of(int x, int y, int w, int h)
{
	return (struct rect){ (int16_t)x, (int16_t)y, (int16_t)w, (int16_t)h };
}

static inline struct rect
rect_inset(struct rect r, int by)
{
	return rect_of(r.x + by, r.y + by, r.w - 2 * by, r.h - 2 * by);
}

/* Returns the square of this side in the middle of r. */
static inline struct rect
rect_square(struct rect r, int side)
{
	return rect_of(r.x + (r.w - side) / 2, r.y + (r.h - side) / 2, side, side);
}

static inline bool
rect_has(struct rect r, int x, int y)
{
	return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h;
}

/*
 * Removes the upper `h` pixels of *r, and `gap` more below; returns the removed
 * part without the gap.
 */
static inline struct rect
rect_cut_top(struct rect *r, int h, int gap)
{
	struct rect top = rect_of(r->x, r->y, r->w, h);

	*r = rect_of(r->x, r->y + h + gap, r->w, r->h - h - gap);
	return top;
}

static inline struct rect
rect_cut_bottom(struct rect *r, int h, int gap)
{
	struct rect bottom = rect_of(r->x, r->y + r->h - h, r->w, h);

	*r = rect_of(r->x, r->y, r->w, r->h - h - gap);
	return bottom;
}

/* Returns cell `at` of a grid that fills r: `across` columns, `down` rows, `gap` between. */
static inline struct rect
rect_cell(struct rect r, int across, int down, int gap, int at)
{
	int w = (r.w - gap * (across - 1)) / across, h = (r.h - gap * (down - 1)) / down;

	return rect_of(r.x + at % across * (w + gap), r.y + at / across * (h + gap), w, h);
}
