/*
 * What several buses tell, in the order of its times. Each bus tells in order;
 * of two buses one may be slower, so the newest message of the faster waits
 * until the slower can no longer tell anything older. Pure: no clock, no ring.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/bus/busio.h"

struct merge {
	unsigned n;                             /* buses */
	struct busio_msg held[BOARD_BUSES_MAX]; /* the oldest of each … */
	bool has[BOARD_BUSES_MAX];              /* … where there is one */
};

/* The next message of bus i, or false: busio_next, mostly. */
typedef bool merge_source(void *arg, unsigned i, struct busio_msg *m);

/*
 * The oldest message not later than until, and the bus it is from; or -1: what
 * is there is later, and kept. until: a time before which no bus will tell
 * anything any more. A lone bus needs no waiting.
 */
int merge_next(struct merge *m, merge_source *next, void *arg, uint64_t until,
	       struct busio_msg *out);
/* Does something wait for its time? Ask again soon, then. */
bool merge_holds(const struct merge *m);
