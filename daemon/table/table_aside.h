/*
 * A session beside the game's, while no game runs: a replay or a lesson leads the board to positions
 * of its own. Afterwards the game's session compares the whole board, as after the choice of a game.
 */
#pragma once
#include "daemon/core/infer.h"
#include "daemon/session/session.h"
#include "daemon/table/duty.h"

struct table_aside {
	struct session session;
	struct session_out out;
};

/* Checks that game g fits on the board. Returns 0, or -1 with t->why. */
MUST_USE int table_aside_fits(struct table *t, const struct game *g);
/* Reports whether the board is free for game g. Returns 0, or -1 with t->why. */
MUST_USE int table_aside_allows(struct table *t, const struct game *g);
/*
 * Starts the session at *p. computers: bits of the seats that do not act; if no seat acts, the
 * board is judged quickly. Returns 0, or -1 with t->why.
 */
MUST_USE int table_aside_start(struct table *t, struct table_aside *a, const struct game *g,
			       const struct position *p, unsigned computers);
/* Passes the whole board to the session, whose position is *p. known: the pieces on the board. */
void table_aside_compare(struct table *t, struct table_aside *a, const struct position *p,
			 struct infer_known *known);

enum { TABLE_ASIDE_EVENTS = 2 };

/* Writes the session's events of a touch. Returns their number. */
unsigned table_aside_touch(const struct table *t, const struct game *g, const struct duty_event *e,
			   struct event out[TABLE_ASIDE_EVENTS]);
/* Returns to the game on the board, whose session has missed edges. */
void table_aside_end(struct table *t);
