#include "daemon/dark.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "daemon/bus/busio.h"
#include "daemon/table/log.h"
#include "daemon/words/words.h"

static void
tell(const char *what, int err, int *worst)
{
	log_line(LOG_BOARD, "%s", what);
	*worst = err;
}

/* True: the bus has been gone through. */
static bool
take_message(const struct board *b, const struct busio_msg *m, int *worst)
{
	char text[WORDS_LINE];

	if (m->kind == BUSIO_LED && m->err) {
		words_led_silent(b, m->index, m->err, text);
		tell(text, m->err, worst);
	} else if (m->kind == BUSIO_BUS && m->err) {
		words_bus_gone(b, m->index, m->err, text);
		tell(text, m->err, worst);
	}
	return m->kind == BUSIO_SCANNED;
}

/* The thread's way to its end leaves the lamps dark a second time; it is short then. */
static int
dark_bus(const struct board *b, unsigned bus, int wake_fd)
{
	const struct busio_config c = { .board = b, .bus = bus, .wake_fd = wake_fd };
	struct pollfd p = { .fd = wake_fd, .events = POLLIN };
	struct busio_msg m;
	bool done = false;
	int worst = 0;
	struct busio *io = busio_create(&c, &worst);

	if (!io) {
		log_line(LOG_SYSTEM, "cannot start: %s", strerror(-worst));
		return worst;
	}
	while (!done) {
		uint64_t count;

		(void)poll(&p, 1, -1);
		if (read(wake_fd, &count, sizeof(count)) < 0 && errno != EAGAIN && errno != EINTR)
			break;
		while (!done && busio_next(io, &m))
			done = take_message(b, &m, &worst);
	}
	busio_destroy(io);
	return worst;
}

int
dark_board(const struct board *b)
{
	int wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	int worst = 0;

	if (wake_fd < 0)
		return -errno;
	for (unsigned i = 0; i < b->n_buses; i++) {
		int r = dark_bus(b, i, wake_fd);

		worst = r < 0 ? r : worst;
	}
	close(wake_fd);
	return worst;
}
