/* For the files behind line.h alone: what both generations of libgpiod leave to poll. */
#pragma once
#include "drivers/line.h"

/* 1 when an edge waits, which the library's read would wait for; 0; -ENODEV: the chip is gone. */
MUST_USE int line_waits(const struct line *l);
