/* For the files behind line.h only: waiting code that both generations of libgpiod share. */
#pragma once
#include "drivers/line.h"

void line_sleep(unsigned us);
/*
 * Returns 1 if an edge is waiting (the library's read would block without one),
 * 0, or -ENODEV: the chip is gone.
 */
MUST_USE int line_waits(const struct line *l);
