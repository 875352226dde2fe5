/*
 * Hands by mouse: xdotool on the window of halo-board, on an X server of its own. Each action waits
 * until the board has it, so none can miss. In virtual time the mouse acts at the present moment.
 */
#pragma once
#include "hw/virtual/table.h"
#include "tests/system/rig.h"
#include "tests/ui/program.h"

enum { MOUSE_SKIPPED = 77 }; /* ctest's code for skipped: Xvfb or xdotool is missing */

struct mouse {
	struct rig *rig;
	struct program server;
	FILE *tool;           /* commands of xdotool */
	int x, y;             /* the window's place */
	struct board board;
	struct vboard vboard; /* only its pieces, as the board's window has them */
	struct table table;   /* the window's layout */
};

/* Reports whether Xvfb and xdotool are installed. */
bool mouse_can(void);
/* Starts an X server, and on it the rig's board with a window. */
void mouse_begin(struct mouse *m, struct rig *r);
void mouse_end(struct mouse *m);

/* Returns the letter on a square; 0: none. */
char mouse_piece(struct mouse *m, const char *sq);
/* Drags a piece; a piece that stands there goes to the box. */
void mouse_drag(struct mouse *m, const char *from, const char *to);
/* Drags a piece to the box. */
void mouse_take(struct mouse *m, const char *from);
/* Drags a piece from the box: that letter, or if the box has none, any other. */
void mouse_put(struct mouse *m, const char *to, char letter);
/* Lifts a piece and sets it down where it was. */
void mouse_touch(struct mouse *m, const char *sq);
/* Presses a button of the board until the daemon has it, and releases it. */
void mouse_press(struct mouse *m, struct rig_client *c, const char *button);
/* Clicks "set up", which lays what the game or a lesson waits for; `settled` begins with that field. */
void mouse_set_up(struct mouse *m, const char *settled);
