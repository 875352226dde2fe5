#include "daemon/dark.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "daemon/bus/busio.h"
#include "daemon/table/log.h"
#include "daemon/words/words.h"

struct dark {
	const struct board *board;
	struct busio *bus[BOARD_BUSES_MAX];
	bool scanned[BOARD_BUSES_MAX]; /* the first scan is over */
	int wake_fd;
	int worst;
};

static void
report(struct dark *d, const char *what, int err)
{
	log_line(LOG_BOARD, "%s", what);
	d->worst = err;
}

static void
take_message(struct dark *d, unsigned bus, const struct busio_msg *m)
{
	char text[WORDS_LINE];

	if (m->kind == BUSIO_LED && m->err) {
		words_led_silent(d->board, m->index, m->err, text);
		report(d, text, m->err);
	} else if (m->kind == BUSIO_BUS && m->err) {
		words_bus_failed(d->board, m->index, m->err, text);
		report(d, text, m->err);
	}
	d->scanned[bus] |= m->kind == BUSIO_SCANNED;
}

static void
start(struct dark *d)
{
	int r = 0;

	for (unsigned i = 0; i < d->board->n_buses; i++) {
		const struct busio_config c = { .board = d->board,
						.bus = i,
						.wake_fd = d->wake_fd };

		d->bus[i] = busio_create(&c, &r);
		if (d->bus[i])
			continue;
		log_line(LOG_SYSTEM, "cannot start: %s", strerror(-r));
		d->worst = r;
		d->scanned[i] = true; /* a bus that failed to start sends no BUSIO_SCANNED */
	}
}

/* Handles messages; returns true once every bus has finished its first scan. */
static bool
take_messages(struct dark *d)
{
	struct busio_msg m;
	bool all = true;

	for (unsigned i = 0; i < d->board->n_buses; i++) {
		while (!d->scanned[i] && busio_next(d->bus[i], &m))
			take_message(d, i, &m);
		all &= d->scanned[i];
	}
	return all;
}

static void
wait_for_all(struct dark *d, int enough_fd)
{
	struct pollfd p[] = { { .fd = d->wake_fd, .events = POLLIN },
			      { .fd = enough_fd, .events = POLLIN } };
	uint64_t count;

	while (!take_messages(d) && !p[1].revents) {
		(void)poll(p, 2, -1);
		if (p[0].revents && read(d->wake_fd, &count, sizeof(count)) < 0 &&
		    errno != EAGAIN && errno != EINTR)
			break;
	}
}

/*
 * Ends the threads; each turns its lamps off once more. Returns false if a hanging thread was
 * abandoned, which may still use wake_fd.
 */
static bool
finish(struct dark *d)
{
	char text[WORDS_LINE];
	bool all = true;

	for (unsigned i = 0; i < d->board->n_buses; i++) {
		if (d->scanned[i]) {
			busio_destroy(d->bus[i]);
			continue;
		}
		busio_leave(d->bus[i]);
		words_bus_failed(d->board, i, -ETIMEDOUT, text);
		report(d, text, -ETIMEDOUT);
		all = false;
	}
	return all;
}

int
dark_timer(void)
{
	const struct itimerspec patience = { .it_value.tv_sec = DARK_S };
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);

	if (fd < 0 || timerfd_settime(fd, 0, &patience, NULL) == 0)
		return fd < 0 ? -errno : fd;
	close(fd);
	return -EINVAL;
}

int
dark_board(const struct board *b, int enough_fd)
{
	struct dark d = { .board = b };

	d.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (d.wake_fd < 0)
		return -errno;
	start(&d);
	wait_for_all(&d, enough_fd);
	if (finish(&d))
		close(d.wake_fd);
	return d.worst;
}
