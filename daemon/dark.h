/*
 * `halod --dark`: what a daemon that was killed left lit goes out. For whoever
 * restarts the service (ExecStopPost=).
 */
#pragma once
#include "hw/board/board.h"

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	/*
	 * A bus of 100 kHz with every chip of the largest board is set up in half a
	 * second; a service has ten to end (TimeoutStopSec=).
	 */
	DARK_S = 4,
};

/* A descriptor that can be read after DARK_S, or -errno. */
MUST_USE int dark_timer(void);
/*
 * Sets every chip of the board up as a start does, lamps dark, and lets go of
 * it; all buses at once, so that one that hangs keeps no other one lit. Blocks
 * for the time of that, at most until enough_fd can be read and for what a bus
 * that answered needs to end. 0; -errno of the last lamp chip or bus that did not
 * answer, each told on a line of the log, -ETIMEDOUT for a bus that hangs.
 *
 * A thread that hangs is left behind: the program should end, and the board is
 * to be there until then.
 */
MUST_USE int dark_board(const struct board *b, int enough_fd);
