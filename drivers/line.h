/*
 * Input lines of a GPIO chip: interrupts and buttons. Both edges, pulled up.
 *
 * One file behind this header for each generation of libgpiod; the build
 * chooses by the version it finds. Levels are electrical: 1 is high, whatever
 * the line means. Times are CLOCK_MONOTONIC, as the kernel stamped the edge in
 * its interrupt, so a late reader does not shift them.
 */
#pragma once
#include <stdint.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

struct line {
	int fd;                        /* for poll: readable when an edge waits; -1: closed */
	unsigned offset;               /* on the chip */
	void *chip, *request, *buffer; /* of the library, owned */
};

struct line_event {
	uint64_t t_us; /* CLOCK_MONOTONIC */
	int level;     /* after the edge: 0 or 1 */
};

/*
 * Requests line `offset` of `chip` ("/dev/gpiochip0"); `user` is the name the
 * kernel shows for it. 0 or -errno: -ENOENT no such chip, -EINVAL no such
 * line, -EBUSY somebody else has it. Allocates: not for a busy moment.
 */
MUST_USE int line_open(struct line *l, const char *chip, unsigned offset, const char *user);
/*
 * The offset of the line that the kernel calls `name` on `chip` ("GPIO17"), or
 * -errno: -ENOENT no such chip, -EINVAL no line of that name. Allocates, likewise.
 */
MUST_USE int line_find(const char *chip, const char *name);
/* Also for one that failed to open, or was closed. */
void line_close(struct line *l);
/* How the line stands now: 0, 1, or -errno. */
MUST_USE int line_level(struct line *l);
/*
 * One waiting edge: 1 and *event; 0, none waits; -errno (-ENODEV: the chip is
 * gone). Never waits, allocates nothing.
 */
MUST_USE int line_next(struct line *l, struct line_event *event);
