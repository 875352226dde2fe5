#include "hw/virtual/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "hw/virtual/engine_conn.h"

enum {
	ADVANCE_STEPS_A_TURN = 4096,
};

static const char does_not_read[] = "the client does not read; disconnected";

static uint64_t
clock_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

static void
now_update(struct engine *e)
{
	if (!e->virtual_time)
		e->now_us = clock_us();
}

/* Reports of the running board. */

/* Logs a violation, unless it repeats the last one. */
static void
report_violation(void *ctx, const char *why)
{
	struct engine *e = ctx;

	if (strcmp(e->last_violation, why) == 0)
		return;
	snprintf(e->last_violation, sizeof(e->last_violation), "%s", why);
	fprintf(stderr, "halo-board: violation: %s\n", why);
}

/* The bus. */

static void
client_drop(struct engine *e, const char *why)
{
	fprintf(stderr, "halo-board: bus: %s\n", why);
	bus_server_hang_up(&e->bus);
	e->advance.waiting = false;
}

static void
report_line(void *ctx, uint8_t line, bool level, uint64_t t_us)
{
	struct engine *e = ctx;

	e->unreported = true;
	if (e->bus.client_fd >= 0 && !bus_server_line(&e->bus, line, level, t_us))
		client_drop(e, does_not_read);
}

static void
time_send(struct engine *e)
{
	e->unreported = false;
	if (!bus_server_time(&e->bus, e->now_us))
		client_drop(e, does_not_read);
}

static void
client_accept(struct engine *e)
{
	char why[BUS_SERVER_WHY_MAX];

	if (!bus_server_accept(&e->bus, why)) {
		fprintf(stderr, "halo-board: %s\n", why);
		return;
	}
	for (unsigned i = 0; i < e->board.n_lines; i++)
		report_line(e, e->board.line[i].line, e->board.line[i].level, e->now_us);
	e->unreported = true;
}

static void
wire_finish(struct engine *e)
{
	struct engine_wire *w = &e->wire;
	const struct bus_message *m = &w->message;
	uint8_t r[BUS_XFER_MAX];

	w->busy = false;
	vboard_xfer_end(&e->board, &w->xfer, m->bytes, m->wlen, r, m->rlen, e->now_us);
	if (e->bus.client_fd < 0 || e->bus.clients != w->client)
		return;
	if (!bus_server_answer(&e->bus, m->id, w->xfer.err, r, m->rlen))
		client_drop(e, does_not_read);
}

static void
wire_begin(struct engine *e, const struct bus_message *m)
{
	struct engine_wire *w = &e->wire;

	w->message = *m;
	w->client = e->bus.clients;
	w->xfer = vboard_xfer_begin(&e->board, m->addr, m->wlen, m->rlen, e->now_us);
	/* Reads the clock again, because this turn may have begun some time ago. */
	w->done_us = clock_us() + w->xfer.wire_us;
	w->busy = true;
	if (e->virtual_time)
		wire_finish(e);
}

static void
message_bad(struct engine *e, const struct bus_message *m)
{
	fprintf(stderr, "halo-board: bus: %s\n", m->why);
	if (!bus_server_answer(&e->bus, m->id, -EINVAL, NULL, 0))
		client_drop(e, does_not_read);
}

static void advance_reached(struct engine *e);

/* Serves the client's messages until it must wait for the wire. */
static void
client_serve(struct engine *e)
{
	struct bus_message m;

	while (e->bus.client_fd >= 0 && !e->wire.busy) {
		bus_server_receive(&e->bus, &m);
		switch ((enum bus_message_kind)m.kind) {
		case BUS_MESSAGE_NONE:
			return;
		case BUS_MESSAGE_XFER:
			wire_begin(e, &m);
			break;
		case BUS_MESSAGE_TIME:
			if (e->advance.waiting && m.now_us >= e->now_us)
				advance_reached(e);
			break;
		case BUS_MESSAGE_BAD:
			message_bad(e, &m);
			break;
		case BUS_MESSAGE_GONE:
			bus_server_hang_up(&e->bus);
			e->advance.waiting = false;
			break;
		}
	}
}

/*
 * Virtual time. `advance` proceeds from edge to edge. T announces each moment
 * to the daemon, which serves its deadlines up to then before the edge happens.
 * Lines that changed since its last T are reported first, in their own moment.
 */

static void
advance_end(struct engine *e)
{
	struct engine_conn *c = e->advance.conn;

	e->advance.on = false;
	if (c)
		engine_conn_answer(c, "ok\n");
}

/* Runs the board up to now_us, once the daemon (if any) has reached it. */
static void
advance_reached(struct engine *e)
{
	e->advance.waiting = false;
	vboard_run(&e->board, e->now_us);
	if (e->advance.final && !e->unreported)
		advance_end(e);
}

static void
advance_go(struct engine *e)
{
	struct engine_advance *a = &e->advance;

	for (unsigned i = 0; i < ADVANCE_STEPS_A_TURN && a->on && !a->waiting; i++) {
		uint64_t next = vboard_next_us(&e->board);
		bool client = e->bus.client_fd >= 0;

		if (!client || !e->unreported) {
			a->final = next > a->target_us;
			e->now_us = a->final ? a->target_us : next;
		}
		if (!client) {
			e->unreported = false;
			advance_reached(e);
			continue;
		}
		a->waiting = true;
		a->give_up_us = clock_us() + (uint64_t)e->patience_ms * 1000;
		time_send(e);
	}
}

static void
advance_give_up(struct engine *e)
{
	struct engine_conn *c = e->advance.conn;
	char text[160];

	if (!e->advance.waiting || clock_us() < e->advance.give_up_us)
		return;
	e->advance = (struct engine_advance){ 0 };
	snprintf(text, sizeof(text),
		 "error: the daemon did not answer T within %u ms; time stopped at %" PRIu64
		 ".%03u ms\n",
		 e->patience_ms, e->now_us / 1000, (unsigned)(e->now_us % 1000));
	if (c)
		engine_conn_answer(c, text);
}

void
engine_shot_done(struct engine *e, const char *why)
{
	struct engine_conn *c = e->shot.conn;
	char text[BUS_SERVER_WHY_MAX];

	e->shot.on = false;
	e->shot.conn = NULL;
	snprintf(text, sizeof(text), why[0] ? "error: %s\n" : "ok\n", why);
	if (c)
		engine_conn_answer(c, text);
}

/* The loop. */

static uint64_t
next_wake_us(const struct engine *e)
{
	uint64_t next = VBOARD_NEVER;

	if (e->advance.waiting)
		next = e->advance.give_up_us;
	else if (e->advance.on)
		return 0; /* many steps: other events get a turn in between */
	if (e->virtual_time)
		return next;
	if (e->wire.busy && e->wire.done_us < next)
		next = e->wire.done_us;
	return vboard_next_us(&e->board) < next ? vboard_next_us(&e->board) : next;
}

enum {
	POLL_WAKE,
	POLL_SIGNAL,
	POLL_LISTEN,
	POLL_CLIENT,
	POLL_CONTROL,
	POLL_CONNS,
	POLL_MAX = POLL_CONNS + 2 * ENGINE_CONNS_MAX,
};

static void
poll_prepare(struct engine *e, struct pollfd fds[POLL_MAX])
{
	short client = e->wire.busy ? 0 : POLLIN;

	fds[POLL_WAKE] = (struct pollfd){ e->wake_fd, POLLIN, 0 };
	fds[POLL_SIGNAL] = (struct pollfd){ e->signal_fd, POLLIN, 0 };
	fds[POLL_LISTEN] = (struct pollfd){ e->bus.listen_fd, POLLIN, 0 };
	fds[POLL_CLIENT] = (struct pollfd){ e->bus.client_fd, client, 0 };
	fds[POLL_CONTROL] = (struct pollfd){ e->control_fd, POLLIN, 0 };
	for (unsigned i = 0; i < ENGINE_CONNS_MAX; i++)
		engine_conn_poll(&e->conn[i], &fds[POLL_CONNS + 2 * i]);
}

static void
poll_wait(struct pollfd fds[POLL_MAX], uint64_t wake_us)
{
	struct timespec ts = { 0, 0 };
	uint64_t now_us = clock_us();
	int n;

	if (wake_us != VBOARD_NEVER && wake_us > now_us) {
		ts.tv_sec = (time_t)((wake_us - now_us) / 1000000);
		ts.tv_nsec = (long)((wake_us - now_us) % 1000000 * 1000);
	}
	n = ppoll(fds, POLL_MAX, wake_us == VBOARD_NEVER ? NULL : &ts, NULL);
	if (n < 0)
		for (unsigned i = 0; i < POLL_MAX; i++)
			fds[i].revents = 0;
}

static void
control_accept(struct engine *e)
{
	int fd = accept4(e->control_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	for (unsigned i = 1; i < ENGINE_CONNS_MAX && fd >= 0; i++) {
		if (e->conn[i].open)
			continue;
		engine_conn_open(&e->conn[i], fd, fd);
		return;
	}
	if (fd >= 0) {
		(void)!write(fd, "error: too many clients\n", 24);
		close(fd);
	}
}

static void
conn_serve(struct engine *e, struct engine_conn *c, const struct pollfd fds[2])
{
	if (!c->open)
		return;
	engine_conn_serve(e, c, fds);
	if (c->open)
		return;
	if (e->advance.conn == c)
		e->advance.conn = NULL;
	if (e->shot.conn == c)
		e->shot.conn = NULL;
}

static void
engine_turn(struct engine *e, const struct pollfd fds[POLL_MAX])
{
	uint64_t drain;

	now_update(e);
	if (fds[POLL_WAKE].revents)
		(void)!read(e->wake_fd, &drain, sizeof(drain));
	if (fds[POLL_SIGNAL].revents)
		e->quit = true;
	if (!e->virtual_time)
		vboard_run(&e->board, e->now_us);
	if (fds[POLL_LISTEN].revents)
		client_accept(e);
	if (e->wire.busy && e->now_us >= e->wire.done_us)
		wire_finish(e);
	client_serve(e);
	if (fds[POLL_CONTROL].revents)
		control_accept(e);
	for (unsigned i = 0; i < ENGINE_CONNS_MAX; i++)
		conn_serve(e, &e->conn[i], &fds[POLL_CONNS + 2 * i]);
	advance_give_up(e);
	advance_go(e);
}

void
engine_run(struct engine *e)
{
	struct pollfd fds[POLL_MAX];
	uint64_t wake_us;

	/*
	 * Timers must be exact, because a reply that is 50 us late would be slower than the
	 * wire.
	 */
	prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
	pthread_mutex_lock(&e->lock);
	while (!e->quit) {
		poll_prepare(e, fds);
		wake_us = next_wake_us(e);
		if (engine_conn_ready(e))
			wake_us = 0;
		pthread_mutex_unlock(&e->lock);
		poll_wait(fds, wake_us);
		pthread_mutex_lock(&e->lock);
		engine_turn(e, fds);
	}
	for (unsigned i = 0; i < ENGINE_CONNS_MAX; i++)
		engine_conn_flush(&e->conn[i]);
	pthread_mutex_unlock(&e->lock);
}

static void
engine_wake(struct engine *e)
{
	uint64_t one = 1;

	(void)!write(e->wake_fd, &one, sizeof(one));
}

void
engine_stop(struct engine *e)
{
	pthread_mutex_lock(&e->lock);
	e->quit = true;
	pthread_mutex_unlock(&e->lock);
	engine_wake(e);
}

void
engine_lock(struct engine *e)
{
	pthread_mutex_lock(&e->lock);
}

void
engine_unlock(struct engine *e)
{
	pthread_mutex_unlock(&e->lock);
}

uint64_t
engine_enter(struct engine *e)
{
	engine_lock(e);
	now_update(e);
	if (!e->virtual_time)
		vboard_run(&e->board, e->now_us);
	return e->now_us;
}

void
engine_leave(struct engine *e)
{
	engine_unlock(e);
	engine_wake(e);
}

static int
signals_open(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int
sockets_open(struct engine *e, const struct engine_options *o, char why[BUS_SERVER_WHY_MAX])
{
	if (bus_server_open(&e->bus, o->bus_path, why) < 0)
		return -1;
	if (!o->control_path)
		return 0;
	e->control_fd = bus_server_listen(o->control_path, SOCK_STREAM, why);
	if (e->control_fd < 0)
		return -1;
	strcpy(e->control_path, o->control_path);
	return 0;
}

int
engine_init(struct engine *e, const struct board *b, const struct engine_options *o,
	    char why[BUS_SERVER_WHY_MAX])
{
	struct vboard_hooks hooks = { report_line, report_violation, e };

	memset(e, 0, sizeof(*e));
	e->bus.listen_fd = e->bus.client_fd = e->control_fd = e->signal_fd = e->wake_fd = -1;
	pthread_mutex_init(&e->lock, NULL);
	e->virtual_time = o->virtual_time;
	e->patience_ms = o->patience_ms ? o->patience_ms : (unsigned)ENGINE_PATIENCE_MS;
	e->daemon_path = o->daemon_path;
	if (vboard_init(&e->board, b, o->seed, &hooks, why) < 0)
		return -1;
	now_update(e);
	e->signal_fd = signals_open();
	e->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (e->signal_fd < 0 || e->wake_fd < 0) {
		snprintf(why, BUS_SERVER_WHY_MAX, "system: %s", strerror(errno));
		return -1;
	}
	if (sockets_open(e, o, why) < 0)
		return -1;
	if (o->use_stdin)
		engine_conn_open(&e->conn[0], STDIN_FILENO, STDOUT_FILENO);
	return 0;
}

static void
fd_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void
engine_finish(struct engine *e)
{
	for (unsigned i = 0; i < ENGINE_CONNS_MAX; i++)
		engine_conn_close(&e->conn[i]);
	bus_server_close(&e->bus);
	if (e->control_fd >= 0)
		unlink(e->control_path);
	fd_close(&e->control_fd);
	fd_close(&e->signal_fd);
	fd_close(&e->wake_fd);
	pthread_mutex_destroy(&e->lock);
}
