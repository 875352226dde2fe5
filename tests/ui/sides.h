/*
 * Two tables with one screen each in one program: the state machines of daemon
 * and screen, joined by the lines of the link, with a shared clock.
 */
#pragma once
#include "daemon/table/table.h"
#include "ui/model.h"

enum { SIDES = 2, SIDES_SECOND_US = 1000000 };

/* `own` is a screen on which one seat's page is open. */
struct side {
	struct table t;
	struct ui_model shared, own;
	uint8_t draws;
};

extern struct side side[SIDES];
extern uint64_t sides_now_us;

/* Starts a new game on table i; eyes: seat whose page is open in `own`; SEAT_TABLE: none. */
void side_begin(unsigned i, const char *game, const char *position, unsigned eyes);
const struct session_state *side_state(unsigned i);
/* Sends a seat's state from the daemon to a screen, as the link does. */
void side_tell(unsigned i, struct ui_model *m, unsigned seat);
/* Sends a request of the screen, which the daemon must grant. */
void side_ask(unsigned i, const char *line);
/*
 * Sets up both boards as their games require. Pieces on wrong squares, or replaced by another kind,
 * are lifted first.
 */
void sides_follow(const struct position before[SIDES]);
