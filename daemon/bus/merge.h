/*
 * Merges the messages of several buses by time. Each bus sends in order, but one may be slower:
 * the newest message of a fast bus waits until the slow bus can send nothing older. Pure: no
 * clock, no ring.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/bus/busio.h"

struct merge {
	unsigned n;                             /* buses */
	struct busio_msg held[BOARD_BUSES_MAX]; /* the oldest of each bus */
	bool has[BOARD_BUSES_MAX];              /* … if there is one */
};

/*
 * Takes the oldest held message not later than `until` and returns its bus, or -1. The caller
 * first fills the free places. until: a time before which no bus will send anything more. A
 * single bus never waits.
 */
int merge_next(struct merge *m, uint64_t until, struct busio_msg *out);
/* Reports whether a message waits for its time: call merge_next again soon then. */
bool merge_holds(const struct merge *m);
