/*
 * A picture as a list of commands with meaning: what pages produce and the
 * painter consumes. Plain values of fixed capacity: lists are compared to see
 * whether anything changed, and printed as text for tests.
 *
 * All coordinates are pixels of the window, from its upper left corner.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/palette.h"
#include "ui/state.h"

enum {
	/*
	 * An 11 x 9 board with every mark there is on every square takes 99 times
	 * 28, its coordinates 20, the fullest panel below 200.
	 */
	DRAW_CMDS_MAX = 3072,
	DRAW_TEXT_MAX = 8192,		/* bytes of all texts, each with its NUL */
	DRAW_TARGETS_MAX = 64,
	DRAW_LIST_TEXT = 262144,	/* holds any printed list */
};

struct rect {
	int16_t x, y, w, h;
};

enum draw_kind {
	DRAW_FILL,		/* box, size: corner radius */
	DRAW_CHECKER,		/* box, size: side of a square; a1, lower left, is dark */
	DRAW_FRAME,		/* box, size: width, inwards from the box; corner radius likewise */
	DRAW_CROSS,		/* box, size: stroke width */
	DRAW_DISC,		/* the largest disc in the box */
	DRAW_TEXT,		/* box, size: font pixels, flags */
	DRAW_PIECE,		/* box, piece, flags */
	DRAW_CODE,		/* a QR code: box, size: pixels a module, text: draw_code's */
	DRAW_ARROW,		/* from (box.x, box.y) to (box.w, box.h), size: stroke width */
};

enum draw_flags {
	DRAW_BOLD = 1,
	DRAW_CENTRE = 2,	/* text: centred, else from the left */
	DRAW_RIGHT = 4,		/* text: to the right edge */
	DRAW_TOP = 8,		/* text: from the top of the box, else in its middle */
	DRAW_STONES = 32,	/* piece: a stack of stones, as in Abstract */
	DRAW_GHOST = 16,	/* piece: half transparent, it is up */
	DRAW_AS_IS = 64,	/* text: a name that people chose, or put together: not translated */
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

/* Where a finger or the focus may act. Order in the list is the order of focus. */
struct draw_target {
	struct rect box;
	uint16_t id;		/* enum ui_target of ui/page.h */
	uint16_t arg;
};

struct draw_list {
	uint16_t width, height;
	uint16_t n;
	uint16_t n_text;
	uint16_t n_targets;
	uint8_t theme;		/* enum palette_theme: in which colours it is painted */
	bool full;		/* something did not fit and was left out: a bug */
	struct draw_cmd cmd[DRAW_CMDS_MAX];
	struct draw_target target[DRAW_TARGETS_MAX];
	char text[DRAW_TEXT_MAX];
};

void draw_clear(struct draw_list *l, int width, int height);
void draw_fill(struct draw_list *l, enum palette meaning, struct rect box, int radius);
void draw_checker(struct draw_list *l, struct rect box, int side);
void draw_frame(struct draw_list *l, enum palette meaning, struct rect box, int width);
void draw_cross(struct draw_list *l, enum palette meaning, struct rect box, int width);
void draw_disc(struct draw_list *l, enum palette meaning, struct rect box);
/* The text is copied, in the language of the screen. */
void draw_text(struct draw_list *l, enum palette meaning, struct rect box, int px, unsigned flags,
	       const char *text);
/* The format is translated; what comes of it is not again, though it be a name like a label. */
void draw_textf(struct draw_list *l, enum palette meaning, struct rect box, int px,
		unsigned flags, const char *format, ...) __attribute__((format(printf, 6, 7)));
void draw_piece(struct draw_list *l, struct rect box, struct ui_piece piece, unsigned flags);
/* How many stones a letter of Abstract stands for; 0 the royal one, -1: none does. */
int draw_stones(char letter);
/*
 * Dark modules of `side` pixels. cells: row by row from above, each of
 * draw_code_digits(modules) hexadecimal digits, the leftmost module the highest
 * bit of the first; copied.
 */
void draw_code(struct draw_list *l, enum palette meaning, struct rect box, int side,
	       const char *cells);
void draw_arrow(struct draw_list *l, enum palette meaning, int x0, int y0, int x1, int y1,
		int width);
void draw_target(struct draw_list *l, struct rect box, unsigned id, unsigned arg);

/* Whether both would paint the same picture (targets play no part). */
bool draw_equal(const struct draw_list *a, const struct draw_list *b);
/*
 * Where the pictures of two lists of one size differ: a box around it, empty
 * (w 0) where they do not.
 */
struct rect draw_difference(const struct draw_list *a, const struct draw_list *b);
/* The target at a point, NULL: none. */
const struct draw_target *draw_hit(const struct draw_list *l, int x, int y);

/*
 * The list as text, a command a line, targets last. target_name gives a word
 * for a target's id. Length of the text, cut where it would not fit.
 */
size_t draw_print(const struct draw_list *l, const char *(*target_name)(unsigned id), char *out,
		  size_t size);

/* How many digits a row of a code takes. */
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

static inline bool
rect_has(struct rect r, int x, int y)
{
	return x >= r.x && y >= r.y && x < r.x + r.w && y < r.y + r.h;
}

/* The part of height h at the top of *r, which loses it and `gap` more. */
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

/* Cell `at` of a grid that fills r: `across` columns, `down` rows, `gap` between. */
static inline struct rect
rect_cell(struct rect r, int across, int down, int gap, int at)
{
	int w = (r.w - gap * (across - 1)) / across, h = (r.h - gap * (down - 1)) / down;

	return rect_of(r.x + at % across * (w + gap), r.y + at / across * (h + gap), w, h);
}
