/*
 * The loop: waits for file descriptors, signals and one deadline, and is the
 * only place besides the bus threads that reads a clock, once a wake-up.
 *
 * Two clocks: LOOP_CLOCK_REAL is CLOCK_MONOTONIC; with LOOP_CLOCK_BUS all time
 * is what the bus says (the virtual board's T messages, handed to
 * loop_set_time) and the deadline never fires by itself.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

#include "drivers/bus.h"

enum loop_clock {
	LOOP_CLOCK_REAL,
	LOOP_CLOCK_BUS,
};

struct loop {
	sd_event *event;
	sd_event_source *timer;
	enum loop_clock clock;
	uint64_t now_us;
	bool quit;
};

/*
 * Blocks SIGTERM, SIGINT, SIGHUP and SIGQUIT for this and every later thread, so
 * it comes before the threads: each of them sets loop->quit. Arms systemd's watchdog if asked
 * to by the environment. 0 or -errno.
 */
MUST_USE int loop_init(struct loop *l, enum loop_clock clock);
void loop_finish(struct loop *l);
/* Sleeps until something happens, has one source served, reads the clock. 0 or -errno. */
MUST_USE int loop_turn(struct loop *l);
/* LOOP_CLOCK_REAL: the next turn ends by t_us (UINT64_MAX: no deadline). */
void loop_wake_at(struct loop *l, uint64_t t_us);
/* LOOP_CLOCK_BUS: the bus says what time it is. Never goes back. */
void loop_set_time(struct loop *l, uint64_t t_us);
