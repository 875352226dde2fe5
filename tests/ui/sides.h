/*
 * Two tables, each with its screen, in one program: the daemon's machine and the
 * screen's, joined by the lines that the link would carry, and one clock for both.
 */
#pragma once
#include "daemon/table/table.h"
#include "ui/model.h"

enum { SIDES = 2, SIDES_SECOND_US = 1000000 };

/* `own` is a screen that holds the page of one seat open. */
struct side {
	struct table t;
	struct ui_model shared, own;
	uint8_t draws;
};

extern struct side side[SIDES];
extern uint64_t sides_now_us;

/* A new game on the table i; eyes: whose page `own` holds open, SEAT_TABLE: nobody's. */
void side_begin(unsigned i, const char *game, const char *position, unsigned eyes);
const struct session_state *side_state(unsigned i);
/* The state that the daemon tells a seat, as the link brings it to a screen. */
void side_tell(unsigned i, struct ui_model *m, unsigned seat);
/* A request of the screen, which must be granted. */
void side_ask(unsigned i, const char *line);
/*
 * Both boards as their games have them, by hands that do what is due: whatever stands
 * elsewhere or is another piece than before is off first.
 */
void sides_follow(const struct position before[SIDES]);
