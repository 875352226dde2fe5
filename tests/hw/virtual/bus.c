/*
 * The sockets of halo-board, with the engine on a thread of this program:
 * accepting clients, invalid messages, the timing of replies, and the effects
 * of misbehaving clients.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw/virtual/engine.h"

enum {
	WAIT_MS = 120000,
	PATIENCE_MS = 60,
};

static struct engine engine;
static struct board board;
static pthread_t thread;
static char dir[64], bus_path[96], control_path[96];

static void *
engine_thread(void *arg)
{
	engine_run(arg);
	return NULL;
}

static void
paths_make(void)
{
	strcpy(dir, "/tmp/halo-board-XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(bus_path, sizeof(bus_path), "%s/bus", dir);
	snprintf(control_path, sizeof(control_path), "%s/control", dir);
}

static void
board_get(void)
{
	char path[4096];
	struct board_error err;
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);

	assert_int_equal(board_find("reed-8x8", path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &board, &err), 0);
}

static void
begin_patient(bool virtual_time, unsigned patience_ms)
{
	const struct engine_options o = {
		.bus_path = bus_path,
		.control_path = control_path,
		.virtual_time = virtual_time,
		.patience_ms = patience_ms,
	};
	char why[BUS_SERVER_WHY_MAX];

	board_get();
	paths_make();
	if (engine_init(&engine, &board, &o, why) < 0)
		fail_msg("%s", why);
	assert_int_equal(pthread_create(&thread, NULL, engine_thread, &engine), 0);
}

/* Long enough for an answering client on a busy machine. */
static void
begin(bool virtual_time)
{
	begin_patient(virtual_time, WAIT_MS);
}

static void
end(void)
{
	engine_stop(&engine);
	pthread_join(thread, NULL);
	engine_finish(&engine);
	assert_int_equal(access(bus_path, F_OK), -1);
	assert_int_equal(access(control_path, F_OK), -1);
	assert_int_equal(rmdir(dir), 0);
}

static int
dial(const char *path, int type)
{
	struct sockaddr_un sa = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);

	strcpy(sa.sun_path, path);
	assert_int_equal(connect(fd, (struct sockaddr *)&sa, sizeof(sa)), 0);
	return fd;
}

static ssize_t
receive(int fd, void *p, size_t n)
{
	struct pollfd poll_fd = { fd, POLLIN, 0 };

	assert_true(poll(&poll_fd, 1, WAIT_MS) > 0);
	return recv(fd, p, n, 0);
}

/* Receives the next message of one kind; skips others. */
static ssize_t
receive_kind(int fd, uint8_t kind, uint8_t m[512])
{
	ssize_t n;

	do
		n = receive(fd, m, 512);
	while (n > 0 && m[0] != kind);
	return n;
}

/* Connects a master and receives all lines. */
static int
master(void)
{
	int fd = dial(bus_path, SOCK_SEQPACKET);
	uint8_t m[512];

	for (unsigned i = 0; i < engine.board.n_lines; i++)
		assert_int_equal(receive_kind(fd, 'I', m), 11);
	return fd;
}

static void
request(int fd, const char *line, const char *want)
{
	char got[4096];
	size_t len = 0;

	if (line[0])
		assert_int_equal(send(fd, line, strlen(line), 0), strlen(line));
	while (len < strlen(want)) {
		ssize_t n = receive(fd, got + len, sizeof(got) - 1 - len);

		assert_true(n > 0);
		len += (size_t)n;
	}
	got[len] = '\0';
	assert_string_equal(got, want);
}

static uint64_t
clock_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

/* 884 bits at 400 kHz are 2210 us; replies may be late, but not early. */
static void
answers_take_the_wire_s_time(void **state)
{
	uint8_t x[8 + 97] = { 'X', 1, 0, 0x30, 97 }, m[512]; /* no page is selected yet */
	uint64_t t0;
	int fd;

	(void)state;
	begin(false);
	fd = master();
	for (unsigned i = 0; i < 5; i++) {
		t0 = clock_us();
		assert_int_equal(send(fd, x, sizeof(x), 0), sizeof(x));
		assert_int_equal(receive_kind(fd, 'R', m), 5);
		assert_true(clock_us() - t0 >= 2210);
	}
	close(fd);
	end();
}

/* Sent at once, served one by one, in order. */
static void
transactions_may_queue(void **state)
{
	uint8_t x[9] = { 'X', 0, 0, 0x20, 1, 0, 2, 0, 0x00 }, m[512];
	uint64_t t0 = clock_us();
	int fd;

	(void)state;
	begin(false);
	fd = master();
	for (uint8_t i = 0; i < 20; i++) {
		x[1] = i;
		assert_int_equal(send(fd, x, sizeof(x), 0), sizeof(x));
	}
	for (uint8_t i = 0; i < 20; i++) {
		assert_int_equal(receive_kind(fd, 'R', m), 7);
		assert_int_equal(m[1], i);
		assert_memory_equal(m + 3, "\0\0\xff\xff", 4);
	}
	assert_true(clock_us() - t0 >= 20 * 120);
	close(fd);
	end();
}

/* Several in one packet: served one by one, and replied to in one packet. */
static void
transactions_may_share_a_packet(void **state)
{
	static const uint8_t x[] = {
		'X', 7,  0, 0x20, 1, 0, 2, 0, 0x00, /* IODIR of a chip in its power-on state */
		'X', 8,  0, 0x77, 1, 0, 1, 0, 0x00, /* no chip */
		'X', 9,  0, 0xa0, 1, 0, 1, 0, 0x00, /* no address */
		'X', 10, 0, 0x21, 1, 0, 1, 0, 0x00,
	};
	static const uint8_t want[] = {
		'R', 7, 0, 0,      0, 0xff, 0xff, 'R', 8, 0, ENXIO, 0,
		'R', 9, 0, EINVAL, 0, 'R',  10,   0,   0, 0, 0xff,
	};
	uint8_t m[512];
	uint64_t t0;
	int fd;

	(void)state;
	begin(false);
	fd = master();
	t0 = clock_us();
	assert_int_equal(send(fd, x, sizeof(x), 0), sizeof(x));
	assert_int_equal(receive_kind(fd, 'R', m), sizeof(want));
	assert_memory_equal(m, want, sizeof(want));
	assert_true(clock_us() - t0 >= 2 * 95); /* for the two that succeeded */
	/* One that exceeds its packet turns all of them into one bad message. */
	assert_int_equal(send(fd, x, sizeof(x) - 1, 0), sizeof(x) - 1);
	assert_int_equal(receive_kind(fd, 'R', m), 5);
	assert_memory_equal(m, ((uint8_t[]){ 'R', 7, 0, EINVAL, 0 }), 5);
	assert_int_equal(send(fd, x, 9, 0), 9);
	assert_int_equal(receive_kind(fd, 'R', m), 7);
	close(fd);
	end();
}

static void
the_bus_has_one_master(void **state)
{
	uint8_t m[512], x[9] = { 'X', 9, 0, 0x20, 1, 0, 1, 0, 0x00 };
	int first, second;

	(void)state;
	begin(true);
	first = master();
	second = dial(bus_path, SOCK_SEQPACKET);
	assert_int_equal(receive(second, m, sizeof(m)), 5);
	assert_memory_equal(m, ((uint8_t[]){ 'R', 0xff, 0xff, EBUSY, 0 }), 5);
	assert_int_equal(receive(second, m, sizeof(m)), 0);
	close(second);
	assert_int_equal(send(first, x, sizeof(x), 0), sizeof(x));
	assert_int_equal(receive_kind(first, 'R', m), 6);
	/* After it disconnects, the next one is accepted and receives the lines. */
	close(first);
	second = dial(bus_path, SOCK_SEQPACKET);
	while (receive(second, m, sizeof(m)) == 5 || m[0] == 'R') {
		close(second); /* the disconnection was not seen yet */
		second = dial(bus_path, SOCK_SEQPACKET);
	}
	assert_int_equal(m[0], 'I');
	close(second);
	end();
}

static void
bad_messages_are_refused_and_change_nothing(void **state)
{
	static const struct {
		uint8_t bytes[12];
		size_t n;
	} rows[] = {
		{ { 'X' }, 1 },
		{ { 'X', 1, 0, 0x20, 1, 0, 0 }, 7 },
		{ { 'X', 1, 0, 0x20, 2, 0, 0, 0, 0x0a }, 9 }, /* two bytes announced, one present */
		{ { 'X', 1, 0, 0x20, 0, 0, 0, 0, 0x0a }, 9 }, /* none announced, one present */
		{ { 'X', 1, 0, 0x20, 0, 0, 0, 0 }, 8 },       /* nothing to do */
		{ { 'X', 1, 0, 0xa0, 1, 0, 0, 0, 0x0a }, 9 }, /* 8 bits of address */
		{ { 'X', 1, 0, 0x20, 1, 0, 1, 1, 0x0a }, 9 }, /* reads 257 */
		{ { 'Y', 1, 0 }, 3 },
		{ { 'T', 1, 0 }, 3 },
	};
	uint8_t m[512];
	int fd;

	(void)state;
	begin(true);
	fd = master();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(send(fd, rows[i].bytes, rows[i].n, 0), (ssize_t)rows[i].n);
		assert_int_equal(receive_kind(fd, 'R', m), 5);
		assert_int_equal(m[3], EINVAL);
	}
	assert_int_equal(vboard_stats_take(&engine.board).transactions, 0);
	close(fd);
	end();
}

/* A master that does not read is disconnected; its successor receives the lines' levels. */
static void
slow_master_is_dropped(void **state)
{
	uint8_t m[512];
	int fd, control;
	bool waits = true;

	(void)state;
	begin(true);
	fd = master();
	control = dial(control_path, SOCK_STREAM);
	for (unsigned i = 0; i < 5000 && waits; i++) {
		request(control, "press ok\n", "ok\n");
		request(control, "release ok\n", "ok\n");
		engine_enter(&engine);
		waits = engine.bus.client_fd >= 0;
		engine_leave(&engine);
	}
	assert_false(waits);
	request(control, "press ok\n", "ok\n");
	close(fd);
	fd = dial(bus_path, SOCK_SEQPACKET);
	do
		assert_int_equal(receive_kind(fd, 'I', m), 11);
	while (m[1] != 6); /* the line of ok */
	assert_int_equal(m[2], 0); /* pressed, active low */
	close(control);
	close(fd);
	end();
}

static void
a_daemon_that_never_replies_is_reported(void **state)
{
	int fd, control, other;

	(void)state;
	begin_patient(true, PATIENCE_MS);
	fd = master();
	control = dial(control_path, SOCK_STREAM);
	other = dial(control_path, SOCK_STREAM);
	request(control, "advance 5\n",
		"error: the daemon did not answer T within 60 ms; time stopped at 0.000 ms\n");
	request(other, "pieces\n", "8/8/8/8/8/8/8/8\nok\n");
	close(other);
	close(control);
	close(fd);
	end();
}

/* A disconnected daemon delays nothing; time continues with the next one. */
static void
a_disconnected_daemon_is_not_waited_for(void **state)
{
	uint8_t m[512];
	int fd, control;

	(void)state;
	begin(true);
	fd = master();
	control = dial(control_path, SOCK_STREAM);
	assert_int_equal(send(control, "advance 5\n", 10, 0), 10);
	assert_int_equal(receive_kind(fd, 'T', m), 9);
	close(fd);
	request(control, "", "ok\n");
	fd = master();
	assert_int_equal(send(control, "advance 1\n", 10, 0), 10);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(receive_kind(fd, 'T', m), 9);
		assert_int_equal(m[1] | m[2] << 8, i == 0 ? 5000 : 6000);
		assert_int_equal(send(fd, m, 9, 0), 9);
	}
	request(control, "", "ok\n");
	close(control);
	close(fd);
	end();
}

static void
several_clients_and_long_lines(void **state)
{
	static char line[3 * ENGINE_LINE_MAX];
	char want[256];
	int a, b;

	(void)state;
	begin(true);
	a = dial(control_path, SOCK_STREAM);
	b = dial(control_path, SOCK_STREAM);
	request(a, "put e2 P\r\n", "ok\n");
	request(b, "put e2 P\n", "error: e2 is occupied\n");
	request(a, "lift e2\nlift e2\nput e2 P\n", "ok\nerror: e2 is empty\nok\n");
	request(b, "li", "");
	request(b, "ft e2\n", "ok\n");
	memset(line, 'x', sizeof(line));
	strcpy(line + sizeof(line) - 10, "\npieces\n");
	snprintf(want, sizeof(want),
		 "error: a line has at most %d characters\n8/8/8/8/8/8/8/8\nok\n",
		 ENGINE_LINE_MAX - 1);
	request(a, line, want);
	assert_int_equal(send(a, "put\0e2\n", 7, 0), 7);
	request(a, "", "error: a line must not contain NUL\n");
	/* The last line counts even without a newline. */
	assert_int_equal(send(b, "pieces", 6, 0), 6);
	shutdown(b, SHUT_WR);
	request(b, "", "8/8/8/8/8/8/8/8\nok\n");
	assert_int_equal(receive(b, want, 1), 0);
	close(b);
	/* A client that requests time and then closes its input is disconnected after the reply. */
	b = dial(control_path, SOCK_STREAM);
	assert_int_equal(send(b, "advance 5", 9, 0), 9);
	shutdown(b, SHUT_WR);
	request(b, "", "ok\n");
	assert_int_equal(receive(b, want, 1), 0);
	close(a);
	close(b);
	end();
}

static void
a_stale_socket_is_replaced_a_live_one_is_not(void **state)
{
	static struct engine second;
	struct engine_options o = { .bus_path = bus_path };
	char why[BUS_SERVER_WHY_MAX];
	struct sockaddr_un sa = { .sun_family = AF_UNIX };
	FILE *f;
	int fd;

	(void)state;
	begin(true);
	assert_int_equal(engine_init(&second, &board, &o, why), -1);
	assert_non_null(strstr(why, "is served by another program"));
	engine_finish(&second);
	assert_int_equal(access(bus_path, F_OK), 0);
	end();

	paths_make();
	fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
	strcpy(sa.sun_path, bus_path);
	assert_int_equal(bind(fd, (struct sockaddr *)&sa, sizeof(sa)), 0);
	close(fd); /* its program died: the file stays */
	assert_int_equal(engine_init(&second, &board, &o, why), 0);
	close(dial(bus_path, SOCK_SEQPACKET));
	engine_finish(&second);

	f = fopen(bus_path, "w");
	fclose(f);
	assert_int_equal(engine_init(&second, &board, &o, why), -1);
	assert_non_null(strstr(why, "is not a socket"));
	engine_finish(&second);
	assert_int_equal(unlink(bus_path) | rmdir(dir), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_take_the_wire_s_time),
		cmocka_unit_test(transactions_may_queue),
		cmocka_unit_test(transactions_may_share_a_packet),
		cmocka_unit_test(the_bus_has_one_master),
		cmocka_unit_test(bad_messages_are_refused_and_change_nothing),
		cmocka_unit_test(slow_master_is_dropped),
		cmocka_unit_test(a_daemon_that_never_replies_is_reported),
		cmocka_unit_test(a_disconnected_daemon_is_not_waited_for),
		cmocka_unit_test(several_clients_and_long_lines),
		cmocka_unit_test(a_stale_socket_is_replaced_a_live_one_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
