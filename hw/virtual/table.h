/*
 * The table around the virtual board: the layout of the picture, and the hand
 * that moves pieces by mouse. Handles pixels and the virtual board; draws
 * nothing, reads no clock and needs no display.
 *
 * The left button lifts a piece and sets it down on release; a piece already
 * there goes to the box. The right button, or the left one with Shift, slides a
 * piece, which triggers the sensors of empty squares. A piece released off the
 * board goes to the box and can be taken from there again.
 */
#pragma once
#include <stdbool.h>

#include "hw/virtual/vboard.h"

enum {
	TABLE_KINDS_MAX = 8,
	TABLE_BUTTONS_MAX = BOARD_BUTTONS_MAX + 1, /* and "set up" */
	TABLE_FIELD_MAX = 256,                     /* a board field and its NUL */
	TABLE_MIN_W = 480,
	TABLE_MIN_H = 320,
	TABLE_WINDOW_H = 720,
};

struct rect {
	int x, y, w, h;
};

/* A place in the box for one kind of one colour. */
struct table_slot {
	struct rect at;
	char letter;
};

struct table_button {
	struct rect at;
	const char *name; /* the board's name for it, or NULL: set up */
};

struct table_layout {
	int w, h, square; /* pixels; square: length of a side */
	unsigned files, ranks;
	bool flipped; /* Black's side is below */
	struct rect frame, board, box;
	unsigned n_slots, n_buttons;
	struct table_slot slot[2 * TABLE_KINDS_MAX];
	struct table_button button[TABLE_BUTTONS_MAX];
};

struct table_hand {
	bool holding;
	bool sliding;
	bool lifted; /* a slid piece leaves its square at its first movement */
	struct man man;
	int from_sq; /* -1: from the box */
	int over_sq; /* the sensor under a sliding piece, or -1 */
	int x, y;
	int pressed; /* the button held down, or -1 */
};

struct table {
	struct vboard *board;
	char target[TABLE_FIELD_MAX]; /* what "set up" lays; "": the start array */
	struct table_layout layout;
	struct table_hand hand;
};

/*
 * Returns the height of a new window on a display with room_w x room_h pixels: it leaves room for
 * a title bar, and beside it for the window of halo-screen. table_window_w: the width to a height.
 */
int table_window_h(const struct board *b, int room_w, int room_h);
int table_window_w(const struct board *b, int h);

void table_init(struct table *t, struct vboard *v, int w, int h);
void table_resize(struct table *t, int w, int h);
/* Turns the board, so that the other side is below. */
void table_flip(struct table *t);

struct rect table_square(const struct table_layout *l, unsigned sq);
/* Returns the square under a point, or -1. */
int table_square_at(const struct table_layout *l, int x, int y);
/*
 * Reports whether the men are those of American Chess: on 11 x 9 squares stand or are held a
 * general, a missile or an artillery, and no king.
 */
bool table_is_american(const struct table *t);
/* Returns the number of pieces of a kind in the box. */
unsigned table_box_count(const struct table *t, char letter);
/* Returns the start array of chess, or of American Chess on eleven files. */
const char *table_start_field(const struct board *b);

/* Reports whether the point is on "set up". */
bool table_is_setup(const struct table_layout *l, int x, int y);

/* Mouse events, at t_us of the board's time. */
void table_down(struct table *t, int x, int y, bool slide, uint64_t t_us);
void table_move(struct table *t, int x, int y, uint64_t t_us);
void table_up(struct table *t, int x, int y, uint64_t t_us);
/* Cancels the current move: the piece returns to its origin. */
void table_cancel(struct table *t, uint64_t t_us);
/* Handles a key for a button of the board; unknown names are ignored. */
void table_press(struct table *t, const char *name, bool down, uint64_t t_us);
