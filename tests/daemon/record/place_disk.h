/* A place whose disk can be full. */
#pragma once
#include "help.h"
#include "place.h"

/* Of a test that failed: the next one has the whole disk again. */
static inline int
place_disk_teardown(void **state)
{
	help_disk_limit(RLIM_INFINITY);
	return place_teardown(state);
}
