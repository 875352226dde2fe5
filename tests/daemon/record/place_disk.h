/* A place whose disk can be full. */
#pragma once
#include <signal.h>
#include <sys/resource.h>

#include "place.h"

/* Files of this process may not grow beyond that: to the store, a full disk. */
static inline void
disk_limit(rlim_t bytes)
{
	struct rlimit l;

	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &l);
	l.rlim_cur = bytes;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &l), 0);
}

/* Of a test that failed: the next one has the whole disk again. */
static inline int
place_disk_teardown(void **state)
{
	disk_limit(RLIM_INFINITY);
	return place_teardown(state);
}
