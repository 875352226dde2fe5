/* A place whose disk can become full. */
#pragma once
#include "help.h"
#include "place.h"

/* Removes the limit that a failed test may have left. */
static inline int
place_disk_teardown(void **state)
{
	help_disk_limit(RLIM_INFINITY);
	return place_teardown(state);
}
