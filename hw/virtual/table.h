/*
 * The table around the virtual board: where everything lies in the picture, and
 * the hand that moves pieces with a mouse. It knows pixels and the virtual
 * board; it draws nothing, reads no clock and needs no display.
 *
 * What a hand does: the left button lifts a piece and sets it down where it is
 * let go; on another piece that one goes to the box. The right button, or the
 * left one with Shift, slides a piece along: sensors of empty squares feel it
 * pass. Off the board a piece goes to the box, and comes out of it again.
 */
#pragma once
#include <stdbool.h>

#include "hw/virtual/vboard.h"

enum {
	TABLE_KINDS_MAX = 8,
	TABLE_BUTTONS_MAX = BOARD_BUTTONS_MAX + 1, /* and "set up" */
	TABLE_MIN_W = 480,
	TABLE_MIN_H = 320,
};

struct rect {
	int x, y, w, h;
};

/* A place in the box: one kind of one colour. */
struct table_slot {
	struct rect at;
	char letter;
};

struct table_button {
	struct rect at;
	const char *name; /* of the board's, or NULL: set up */
};

struct table_layout {
	int w, h, square; /* pixels; square: a side */
	unsigned files, ranks;
	struct rect frame, board, box;
	unsigned n_slots, n_buttons;
	struct table_slot slot[2 * TABLE_KINDS_MAX];
	struct table_button button[TABLE_BUTTONS_MAX];
};

struct table_hand {
	bool holding;
	bool sliding;
	bool lifted; /* a slid piece leaves its square when it moves on */
	struct man man;
	int from_sq; /* -1: out of the box */
	int over_sq; /* felt by this sensor while sliding, or -1 */
	int x, y;
	int pressed; /* the button held down, or -1 */
};

struct table {
	struct vboard *board;
	struct table_layout layout;
	struct table_hand hand;
};

void table_init(struct table *t, struct vboard *v, int w, int h);
void table_resize(struct table *t, int w, int h);

struct rect table_square(const struct table_layout *l, unsigned sq);
/* The square under a point, or -1. */
int table_square_at(const struct table_layout *l, int x, int y);
/* How many of a kind lie in the box. */
unsigned table_box_count(const struct table *t, char letter);
/* The start array of chess, or of American Chess where eleven files are. */
const char *table_start_field(const struct board *b);

/* The mouse, at t_us of the board's time. */
void table_down(struct table *t, int x, int y, bool slide, uint64_t t_us);
void table_move(struct table *t, int x, int y, uint64_t t_us);
void table_up(struct table *t, int x, int y, uint64_t t_us);
/* Second thoughts: back to where it came from. */
void table_cancel(struct table *t, uint64_t t_us);
/* A key that stands for a button of the board; unknown names are ignored. */
void table_press(struct table *t, const char *name, bool down, uint64_t t_us);
