/*
 * GPIO lines: inputs for interrupts and buttons (both edges, pulled up), and an
 * open-drain output that resets chips by a low pulse.
 *
 * Each generation of libgpiod has its own file behind this header; the build
 * chooses by the installed version. Levels are electrical: 1 is high, whatever
 * the line means. Times are CLOCK_MONOTONIC as stamped by the kernel in its
 * interrupt, so a late read does not shift them.
 */
#pragma once
#include <stdint.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

struct line {
	int fd;                        /* for poll: readable if an edge is waiting; -1: closed */
	unsigned offset;               /* on the GPIO chip */
	void *chip, *request, *buffer; /* owned by the library code */
};

struct line_event {
	uint64_t t_us; /* CLOCK_MONOTONIC */
	int level;     /* after the edge: 0 or 1 */
};

/*
 * Requests line `offset` of `chip` ("/dev/gpiochip0"); the kernel shows `user`
 * as its consumer. Returns 0 or -errno: -ENOENT no such chip, -EINVAL no such
 * line, -EBUSY the line is in use. Allocates: not for time-critical code.
 */
MUST_USE int line_open(struct line *l, const char *chip, unsigned offset, const char *user);
/*
 * Returns the offset of the line named `name` by the kernel ("GPIO17") on
 * `chip`, or -errno: -ENOENT no such chip, -EINVAL no line of that name.
 * Allocates.
 */
MUST_USE int line_find(const char *chip, const char *name);
/*
 * Requests the line as an open-drain output that does not drive: only for
 * line_pulse; l->fd stays -1. Returns 0 or -errno like line_open. Allocates.
 */
MUST_USE int line_open_drain(struct line *l, const char *chip, unsigned offset, const char *user);
/* Drives the line low for `us` microseconds, sleeping, and releases it. Returns 0 or -errno. */
MUST_USE int line_pulse(struct line *l, unsigned us);
/* Closes the line; harmless if it failed to open or is already closed. */
void line_close(struct line *l);
/* Returns the current level 0 or 1, or -errno. */
MUST_USE int line_level(struct line *l);
/*
 * Reads one waiting edge. Returns 1 and *event; 0 if none is waiting; or -errno
 * (-ENODEV: the chip is gone). Never waits, allocates nothing.
 */
MUST_USE int line_next(struct line *l, struct line_event *event);
