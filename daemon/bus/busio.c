#include "daemon/bus/busio_impl.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
	/*
	 * Limit in real time for a transaction with a virtual board, which reports a wire that
	 * is held too long by itself: on a busy machine a slow reply must not look like a fault
	 * of the board. With the bus's clock real time does not matter; otherwise the limit is
	 * shorter than that of a hanging thread.
	 */
	TIMEOUT_VIRTUAL_MS = 5000,
	TIMEOUT_SOFTWARE_MS = 2000,
	REOPEN_MS = 1000,
};

static int
open_device(struct busio *b)
{
	const char *device = b->c.board->bus[b->c.bus].device;
	int r;

	if (!b->is_unix) {
		r = bus_i2cdev_open(&b->i2c, device);
		b->bus = &b->i2c.bus;
		return r;
	}
	r = bus_unix_open(&b->ux, device + strlen("unix:"));
	b->bus = &b->ux.bus;
	if (r == 0)
		b->ux.timeout_ms = b->c.bus_clock ? TIMEOUT_VIRTUAL_MS : TIMEOUT_SOFTWARE_MS;
	b->lost = b->ux.lost;
	return r;
}

/* Opens the device, sets up every chip and reads the board. */
static void
start_bus(struct busio *b)
{
	int r;

	if (b->reported_err == -ETIMEDOUT)
		busio_lines_reset(b);
	r = open_device(b);
	if (r < 0) {
		b->open_us = busio_now(b) + BUSIO_RETRY_US;
		busio_report_bus(b, r);
		return;
	}
	b->open = true;
	busio_lines_take(b);
	busio_lamps_init(b);
	busio_sense_all(b, busio_now(b));
	if (b->open)
		busio_report_bus(b, 0);
}

/* Takes the loop's next command; returns false if there is none. */
static bool
take_cmd(struct busio *b)
{
	if (!ring_get(&b->cmds, &b->cmd))
		return false;
	switch ((enum busio_cmd_kind)b->cmd.kind) {
	case BUSIO_CMD_FRAME:
		busio_lamps_set(b, b->cmd.rgb);
		break;
	case BUSIO_CMD_SERVED:
		b->time_waits = false;
		if (b->open && bus_unix_time(&b->ux, b->cmd.t_us) < 0)
			busio_failed(b, -ENODEV);
		break;
	case BUSIO_CMD_TUNE:
		busio_sense_tune(b, &b->cmd);
		break;
	case BUSIO_CMD_QUIT:
		b->quit = true;
		break;
	}
	return true;
}

static void
take_cmds(struct busio *b)
{
	while (!b->quit && take_cmd(b))
		while (b->c.bus_clock && busio_lamps_step(b))
			;
}

static uint64_t
next_deadline(const struct busio *b)
{
	uint64_t s = busio_sense_deadline(b), l = busio_lamps_deadline(b), d = s < l ? s : l;

	if (!b->open)
		d = b->open_us;
	return d < b->lines_us ? d : b->lines_us;
}

/* With the bus's clock: serves every deadline up to the reported time, each at its own time. */
static void
serve_bus_time(struct busio *b)
{
	uint64_t until = b->bus_now_us, d;

	while (b->open && (d = next_deadline(b)) <= until) {
		if (d > 0)
			b->bus_now_us = d;
		busio_sense_due(b, d);
		while (busio_lamps_step(b))
			;
	}
	b->bus_now_us = until;
	b->time_reported = b->time_waits;
	if (b->time_reported)
		busio_report(b, &(struct busio_msg){ .kind = BUSIO_TIME,
						     .index = (uint8_t)b->c.bus,
						     .t_us = until });
}

static void
serve_due(struct busio *b)
{
	uint64_t now;

	busio_lines_due(b);
	if (!b->open) {
		if (b->c.bus_clock || busio_clock() >= b->open_us)
			start_bus(b);
		return;
	}
	if (b->c.bus_clock) {
		if (b->time_waits && !b->time_reported) {
			take_cmds(b); /* commands sent before that time was reported */
			serve_bus_time(b);
		}
		return;
	}
	now = busio_clock();
	busio_sense_due(b, now);
}

/* Returns the time to wait in milliseconds, rounded up so that the deadline has passed. */
static int
wait_ms(const struct busio *b)
{
	uint64_t d, now;

	if (b->n_owed > 0)
		return 1;
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].backlog)
			return 1;
	if (b->c.bus_clock)
		return b->open ? -1 : REOPEN_MS;
	d = next_deadline(b);
	now = busio_clock();
	if (d <= now)
		return 0;
	return d == BUSIO_NEVER ? -1 : (int)((d - now + 999) / 1000);
}

static void
wait_for_work(struct busio *b)
{
	struct pollfd p[2 + BUSIO_WIRES_MAX] = { { .fd = b->cmd_fd, .events = POLLIN } };
	nfds_t n = 1;
	uint64_t count;

	if (b->is_unix && b->open)
		p[n++] = (struct pollfd){ .fd = b->ux.fd, .events = POLLIN };
	for (unsigned i = 0; i < b->n_wires; i++)
		if (b->wire[i].gpio.fd >= 0)
			p[n++] = (struct pollfd){ .fd = b->wire[i].gpio.fd, .events = POLLIN };
	atomic_store(&b->busy_us, BUSIO_NEVER);
	atomic_store(&b->away_us, BUSIO_NEVER);
	(void)poll(p, n, wait_ms(b));
	atomic_store(&b->busy_us, b->c.bus_clock ? BUSIO_NEVER : busio_clock());
	if (p[0].revents && read(b->cmd_fd, &count, sizeof(count)) < 0)
		return;
}

void
busio_turn(struct busio *b)
{
	busio_alive(b);
	busio_send_owed(b);
	busio_lines_take(b);
	if (b->open)
		while (busio_sense_lines(b))
			busio_lines_take(b);
	serve_due(b);
	take_cmds(b);
	b->quit |= atomic_load(&b->crashed) || atomic_load(&b->end) == BUSIO_LEFT;
	if (!b->quit && busio_lamps_step(b))
		return;
	if (!b->quit && !(b->is_unix && b->ux.head != b->ux.tail && b->open))
		wait_for_work(b);
}

static void
release(struct busio *b)
{
	close(b->cmd_fd);
	free(b);
}

static void *
run(void *arg)
{
	struct busio *b = arg;

	/* A chip needs only the address of its bus, which is fixed before the bus is open. */
	b->bus = b->is_unix ? &b->ux.bus : &b->i2c.bus;
	busio_sense_setup(b);
	busio_lamps_setup(b);
	busio_lines_setup(b);
	busio_lines_due(b);
	busio_alive(b);
	start_bus(b);
	busio_report(b, &(struct busio_msg){ .kind = BUSIO_SCANNED,
					     .index = (uint8_t)b->c.bus,
					     .t_us = busio_now(b) });
	while (!b->quit)
		busio_turn(b);
	busio_lamps_off(b);
	atomic_store(&b->dark, true);
	if (b->open && b->is_unix)
		bus_unix_close(&b->ux);
	else if (b->open)
		bus_i2cdev_close(&b->i2c);
	busio_lines_close(b);
	if (atomic_exchange(&b->end, BUSIO_ENDED) == BUSIO_LEFT)
		release(b);
	return NULL;
}

struct busio *
busio_create(const struct busio_config *c, int *err)
{
	struct busio *b = calloc(1, sizeof(*b));

	*err = -ENOMEM;
	if (!b)
		return NULL;
	b->c = *c;
	b->is_unix = strncmp(c->board->bus[c->bus].device, "unix:", 5) == 0;
	b->ux.fd = -1;
	b->i2c.fd = -1;
	ring_init(&b->msgs, b->msg_mem, BUSIO_MSGS, sizeof(b->msg_mem[0]));
	ring_init(&b->cmds, b->cmd_mem, BUSIO_CMDS, sizeof(b->cmd_mem[0]));
	atomic_init(&b->busy_us, 0);
	atomic_init(&b->away_us, BUSIO_NEVER);
	atomic_init(&b->end, BUSIO_RUNS);
	b->cmd_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (b->cmd_fd < 0) {
		*err = -errno;
		free(b);
		return NULL;
	}
	*err = -pthread_create(&b->thread, NULL, run, b);
	if (*err == 0)
		return b;
	release(b);
	return NULL;
}

static bool
try_cmd(struct busio *b, const struct busio_cmd *cmd)
{
	if (!ring_put(&b->cmds, cmd))
		return false;
	busio_wake(b->cmd_fd);
	return true;
}

/* Sends a command. With the bus's clock, retries: the thread empties the ring in milliseconds. */
static void
send_cmd(struct busio *b, const struct busio_cmd *cmd)
{
	const struct timespec pause = { .tv_nsec = 200000 };

	while (!try_cmd(b, cmd))
		(void)nanosleep(&pause, NULL);
}

/* Requests the thread to end; returns false if it has been in one call for too long. */
static bool
request_end(struct busio *b)
{
	const struct busio_cmd cmd = { .kind = BUSIO_CMD_QUIT };
	uint64_t away = BUSIO_NEVER;
	bool asked = false;

	for (unsigned ms = 0; ms < BUSIO_LEAVE_MS; ms++) {
		uint64_t now = atomic_load(&b->away_us);

		asked = asked || try_cmd(b, &cmd);
		if (atomic_load(&b->end) == BUSIO_ENDED)
			return true;
		if (now != away || now == BUSIO_NEVER)
			ms = 0;
		away = now;
		(void)poll(NULL, 0, 1);
	}
	return false;
}

void
busio_leave(struct busio *b)
{
	(void)pthread_detach(b->thread);
	if (atomic_exchange(&b->end, BUSIO_LEFT) == BUSIO_ENDED)
		release(b);
}

void
busio_destroy(struct busio *b)
{
	if (!b)
		return;
	if (request_end(b)) {
		(void)pthread_join(b->thread, NULL);
		release(b);
		return;
	}
	busio_leave(b);
}

void
busio_crash(struct busio *b)
{
	/*
	 * The bus's own thread turns the lamps off, because two threads in one transaction
	 * would receive each other's replies.
	 */
	if (pthread_equal(pthread_self(), b->thread)) {
		busio_lamps_off(b);
		return;
	}
	atomic_store(&b->crashed, true);
	busio_wake(b->cmd_fd);
	for (unsigned ms = 0; ms < BUSIO_CRASH_MS && !atomic_load(&b->dark); ms++)
		(void)poll(NULL, 0, 1);
}

bool
busio_next(struct busio *b, struct busio_msg *msg)
{
	return ring_get(&b->msgs, msg);
}

static bool
request(struct busio *b, const struct busio_cmd *cmd)
{
	if (!b->c.bus_clock)
		return try_cmd(b, cmd);
	send_cmd(b, cmd);
	return true;
}

bool
busio_show(struct busio *b, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	struct busio_cmd cmd = { .kind = BUSIO_CMD_FRAME };

	memcpy(cmd.rgb, rgb, sizeof(cmd.rgb));
	return request(b, &cmd);
}

void
busio_served(struct busio *b, uint64_t t_us)
{
	struct busio_cmd cmd = { .kind = BUSIO_CMD_SERVED, .t_us = t_us };

	send_cmd(b, &cmd);
}

bool
busio_tune(struct busio *b, unsigned index, const uint8_t zero[BOARD_MEASURES_MAX],
	   const int8_t span[BOARD_MEASURES_MAX])
{
	struct busio_cmd cmd = { .kind = BUSIO_CMD_TUNE, .index = (uint8_t)index };

	memcpy(cmd.zero, zero, sizeof(cmd.zero));
	memcpy(cmd.span, span, sizeof(cmd.span));
	return request(b, &cmd);
}

bool
busio_raw(const struct busio *b, unsigned board_sq, uint8_t *code)
{
	unsigned raw = atomic_load_explicit(&b->raw[board_sq], memory_order_relaxed);

	*code = (uint8_t)(raw - 1);
	return raw != 0;
}

uint64_t
busio_horizon(const struct busio *b)
{
	return b->c.bus_clock ? BUSIO_NEVER : atomic_load(&b->busy_us);
}

uint64_t
busio_away(const struct busio *b)
{
	return atomic_load(&b->away_us);
}
