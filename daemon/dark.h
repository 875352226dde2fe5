/*
 * `halod --dark`: what a daemon that was killed left lit goes out. For whoever
 * restarts the service (ExecStopPost=).
 */
#pragma once
#include "hw/board/board.h"

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

/*
 * Sets every chip of the board up as a start does, lamps dark, and lets go of
 * it. Blocks for the time of that; uses no clock. 0; -errno of the last lamp
 * chip or bus that did not answer, each told on a line of the log.
 */
MUST_USE int dark_board(const struct board *b);
