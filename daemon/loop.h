/*
 * The loop: waits for file descriptors, signals and one deadline. Besides the bus threads
 * it alone reads a clock, once per wake-up.
 *
 * Two clocks: LOOP_CLOCK_REAL is CLOCK_MONOTONIC. With LOOP_CLOCK_BUS all time is reported
 * by the bus (the virtual board's T messages, passed to loop_set_time) and the deadline
 * never fires by itself.
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
 * Blocks SIGTERM, SIGINT, SIGHUP and SIGQUIT for this and later threads, so call it before
 * creating threads. Each signal sets loop->quit. Arms systemd's watchdog if the environment
 * requests it. Returns 0 or -errno.
 */
MUST_USE int loop_init(struct loop *l, enum loop_clock clock);
void loop_finish(struct loop *l);
/* Sleeps until an event, serves one source, reads the clock. Returns 0 or -errno. */
MUST_USE int loop_turn(struct loop *l);
/* LOOP_CLOCK_REAL: ends the next turn by t_us (UINT64_MAX: no deadline). */
void loop_wake_at(struct loop *l, uint64_t t_us);
/* LOOP_CLOCK_BUS: sets the time. Never decreases. */
void loop_set_time(struct loop *l, uint64_t t_us);
