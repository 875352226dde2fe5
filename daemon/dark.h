/* `halod --dark`: turns off the lamps that a killed daemon left on. For systemd's ExecStopPost=. */
#pragma once
#include "hw/board/board.h"

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	/*
	 * Time limit. A bus of 100 kHz with every chip of the largest board is set up in
	 * half a second; a service has ten to end (TimeoutStopSec=).
	 */
	DARK_S = 4,
};

/* Returns a descriptor that becomes readable after DARK_S, or -errno. */
MUST_USE int dark_timer(void);
/*
 * Sets up every chip of the board with lamps off, and closes it; all buses in parallel, so
 * that a hanging one does not delay the others. Blocks, at most until enough_fd is
 * readable, plus the end of buses that answered.
 *
 * Returns 0, or -errno of the last lamp chip or bus without an answer, each logged;
 * -ETIMEDOUT for a hanging bus. A hanging thread is abandoned: the program should end, and
 * the board must exist until then.
 */
MUST_USE int dark_board(const struct board *b, int enough_fd);
