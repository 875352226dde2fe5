/*
 * The bus over a Unix socket; the test holds the board's end. Messages of the
 * board are written to the socket before the transaction that receives them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "drivers/bus_unix.h"
#include "rng.h"

struct ends {
	struct bus_unix b;
	int board; /* the board's end */
};

static void
open_ends(struct ends *e)
{
	int fd[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fd), 0);
	bus_unix_attach(&e->b, fd[0]);
	e->board = fd[1];
}

static void
close_ends(struct ends *e)
{
	bus_unix_close(&e->b);
	close(e->board);
}

/* Parses a packet: bytes in hex, optional blanks, *N for N copies of the previous byte. */
static size_t
packet(const char *text, uint8_t out[600])
{
	size_t n = 0;
	unsigned v;
	int used;

	while (text += strspn(text, " "), *text) {
		if (sscanf(text, "*%u%n", &v, &used) == 1) {
			while (--v > 0) {
				out[n] = out[n - 1];
				n++;
			}
		} else if (sscanf(text, "%2x%n", &v, &used) == 1) {
			out[n++] = (uint8_t)v;
		} else {
			fail_msg("not a packet: %s", text);
		}
		text += used;
	}
	return n;
}

static void
board_says(struct ends *e, const char *text)
{
	uint8_t p[600];
	size_t n = packet(text, p);

	assert_int_equal(send(e->board, p, n, 0), (ssize_t)n);
}

static void
board_heard(struct ends *e, const char *text)
{
	uint8_t want[600], got[600];
	size_t n = packet(text, want);
	ssize_t len = recv(e->board, got, sizeof(got), MSG_DONTWAIT);

	assert_int_equal(len, (ssize_t)n);
	assert_memory_equal(got, want, n);
}

static void
expect_told(struct ends *e, uint8_t kind, uint8_t line, uint8_t level, uint64_t t_us)
{
	struct bus_unix_message t;

	assert_int_equal(bus_unix_next(&e->b, &t), 1);
	assert_int_equal(t.kind, kind);
	assert_int_equal(t.line, line);
	assert_int_equal(t.level, level);
	assert_true(t.t_us == t_us);
}

static void
expect_nothing(struct ends *e)
{
	struct bus_unix_message t;

	assert_int_equal(bus_unix_next(&e->b, &t), 0);
}

/* The reply is waiting in the socket; the transaction's bytes are checked afterwards. */
static const struct {
	const char *name, *answer;
	uint8_t addr;
	const char *w;
	size_t rlen;
	int ret;
	const char *r, *heard;
} rows[] = {
	{ "write", "52 0100 0000", 0x20, "0a 44", 0, 0, "", "58 0100 20 0200 0000 0a44" },
	{ "write and read", "52 0100 0000 aabbcc", 0x27, "0c", 3, 0, "aabbcc",
	  "58 0100 27 0100 0300 0c" },
	{ "read alone", "52 0100 0000 5a", 0x30, "", 1, 0, "5a", "58 0100 30 0000 0100" },
	{ "longest", "52 0100 0000 77*256", 0x30, "01*256", 256, 0, "77*256",
	  "58 0100 30 0001 0001 01*256" },
	{ "no chip (ENXIO)", "52 0100 0600", 0x20, "00", 1, -ENXIO, "", NULL },
	{ "no chip (EREMOTEIO)", "52 0100 7900", 0x20, "00", 1, -ENXIO, "", NULL },
	{ "the board's own time-out", "52 0100 6e00", 0x20, "00", 1, -ETIMEDOUT, "", NULL },
	{ "broken (EIO)", "52 0100 0500", 0x20, "00", 1, -EIO, "", NULL },
	{ "bus gone (ENODEV)", "52 0100 1300", 0x20, "00", 1, -ENODEV, "", NULL },
	{ "an errno that the seam has no word for", "52 0100 ffff", 0x20, "00", 1, -EIO, "", NULL },
	{ "too few bytes", "52 0100 0000 aa", 0x20, "00", 2, -EIO, "", NULL },
	{ "too many bytes", "52 0100 0000 aabbcc", 0x20, "00", 2, -EIO, "", NULL },
	{ "bytes for a write", "52 0100 0000 aa", 0x20, "00", 0, -EIO, "", NULL },
	{ "cut after its number", "52 0100", 0x20, "00", 0, -ETIMEDOUT, "", NULL },
	{ "the number of another", "52 0200 0000", 0x20, "00", 0, -ETIMEDOUT, "", NULL },
	{ "no answer at all", NULL, 0x20, "00", 0, -ETIMEDOUT, "", NULL },
};

static void
test_transactions(void **state)
{
	uint8_t w[600], want[600], r[256];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t wlen = packet(rows[i].w, w), n = packet(rows[i].r, want);
		struct ends e;
		int ret;

		open_ends(&e);
		assert_int_equal(e.b.timeout_ms, BUS_TIMEOUT_MS);
		e.b.timeout_ms = 1;
		if (rows[i].answer)
			board_says(&e, rows[i].answer);
		ret = bus_xfer(&e.b.bus, rows[i].addr, w, wlen, r, rows[i].rlen);
		if (ret != rows[i].ret)
			fail_msg("%s: %d, want %d", rows[i].name, ret, rows[i].ret);
		assert_memory_equal(r, want, n);
		if (rows[i].heard)
			board_heard(&e, rows[i].heard);
		close_ends(&e);
	}
}

/* Three transactions in one packet; the board's packets, one per row. */
static const struct {
	const char *name, *answers[5];
	int ret;
	const char *heard[4];
} batches[] = {
	{ "one packet of answers",
	  { "52 0100 0000 aa 52 0200 0000 52 0300 0000 bbcc" },
	  0,
	  { "58 0100 20 0100 0100 11 58 0200 21 0100 0000 12 58 0300 22 0100 0200 13" } },
	{ "a packet each, a line between",
	  { "52 0100 0000 aa", "49 05 00 ff00000000000000", "52 0200 0000", "52 0300 0000 bbcc" },
	  0,
	  { "58 0100 20 0100 0100 11 58 0200 21 0100 0000 12 58 0300 22 0100 0200 13" } },
	{ "the first error counts",
	  { "52 0100 0000 aa 52 0200 0600 52 0300 0500" },
	  -ENXIO,
	  { NULL } },
	{ "too few bytes", { "52 0100 0000 aa 52 0200 0000 52 0300 0000 bb" }, -EIO, { NULL } },
	{ "an answer out of order", { "52 0100 0000 aa 52 0300 0000 bbcc" }, -ETIMEDOUT, { NULL } },
	{ "no answer", { NULL }, -ETIMEDOUT, { NULL } },
	{ "a board that refuses several",
	  { "52 0100 1600", "52 0400 0000 aa", "52 0500 0000", "52 0600 0000 bbcc" },
	  0,
	  { "58 0100 20 0100 0100 11 58 0200 21 0100 0000 12 58 0300 22 0100 0200 13",
	    "58 0400 20 0100 0100 11", "58 0500 21 0100 0000 12", "58 0600 22 0100 0200 13" } },
	{ "a board that serves the first alone",
	  { "52 0100 0000 aa" },
	  -ETIMEDOUT, /* only in this test; a real board would serve the next one */
	  { "58 0100 20 0100 0100 11 58 0200 21 0100 0000 12 58 0300 22 0100 0200 13",
	    "58 0400 20 0100 0100 11" } },
};

static void
test_batches(void **state)
{
	static const uint8_t w[3] = { 0x11, 0x12, 0x13 };

	(void)state;
	for (size_t i = 0; i < sizeof(batches) / sizeof(batches[0]); i++) {
		uint8_t first[1] = { 0 }, last[2] = { 0 };
		const struct bus_transfer t[3] = { { 0x20, &w[0], 1, first, 1 },
						   { 0x21, &w[1], 1, NULL, 0 },
						   { 0x22, &w[2], 1, last, 2 } };
		struct ends e;
		int ret;

		open_ends(&e);
		e.b.timeout_ms = 1;
		for (size_t k = 0; k < 5 && batches[i].answers[k]; k++)
			board_says(&e, batches[i].answers[k]);
		ret = bus_batch(&e.b.bus, t, 3);
		if (ret != batches[i].ret)
			fail_msg("%s: %d, want %d", batches[i].name, ret, batches[i].ret);
		if (ret == 0) {
			assert_int_equal(first[0], 0xaa);
			assert_memory_equal(last, ((uint8_t[]){ 0xbb, 0xcc }), 2);
		}
		for (size_t k = 0; k < 4 && batches[i].heard[k]; k++)
			board_heard(&e, batches[i].heard[k]);
		close_ends(&e);
	}
}

/* Lines and time that arrive before the reply are kept, in order. */
static void
test_messages_in_between(void **state)
{
	struct ends e;
	uint8_t r;

	(void)state;
	open_ends(&e);
	board_says(&e, "49 11 00 0102030405060708");
	board_says(&e, "54 40420f0000000000");
	board_says(&e, "49 11 01 0102030405060709");
	board_says(&e, "52 0100 0000 99");
	board_says(&e, "49 05 00 ff00000000000000");
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), 0);
	assert_int_equal(r, 0x99);
	expect_told(&e, BUS_UNIX_LINE, 17, 0, UINT64_C(0x0807060504030201));
	expect_told(&e, BUS_UNIX_TIME, 0, 0, 1000000);
	expect_told(&e, BUS_UNIX_LINE, 17, 1, UINT64_C(0x0907060504030201));
	expect_told(&e, BUS_UNIX_LINE, 5, 0, 255);
	expect_nothing(&e);
	assert_int_equal(bus_unix_time(&e.b, 1000000), 0);
	board_heard(&e, "58 0100 20 0000 0100");
	board_heard(&e, "54 40420f0000000000");
	close_ends(&e);
}

/* A late reply is not taken for the reply to the next transaction. */
static void
test_late_answers(void **state)
{
	struct ends e;
	uint8_t r = 0;

	(void)state;
	open_ends(&e);
	e.b.timeout_ms = 1;
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), -ETIMEDOUT);
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), -ETIMEDOUT);
	board_says(&e, "52 0100 0000 01");
	board_says(&e, "52 0200 0000 02");
	board_says(&e, "52 0300 0000 03");
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), 0);
	assert_int_equal(r, 3);
	assert_int_equal(e.b.late, 2);
	board_says(&e, "52 0300 0000 03");
	expect_nothing(&e);
	assert_int_equal(e.b.late, 3);
	close_ends(&e);
}

/* Invalid packets are counted and discarded. */
static void
test_broken_packets(void **state)
{
	static const char *const broken[] = {
		"00",
		"49",
		"49 11 00",
		"49 11 02 0000000000000000",
		"49 11 00 000000000000000000",
		"54 00",
		"54 000000000000000000",
		"52 0100 00",
		"58 0100 20 0000 0100",
		"ff*512",
		"ff*600",
	};
	struct ends e;

	(void)state;
	open_ends(&e);
	for (unsigned i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		board_says(&e, broken[i]);
		expect_nothing(&e);
		assert_int_equal(e.b.broken, i + 1);
	}
	close_ends(&e);
}

/* A full ring loses lines, but never time, and the levels stay correct. */
static void
test_full_ring(void **state)
{
	struct bus_unix_message t;
	unsigned lines = 0, times = 0;
	struct ends e;

	(void)state;
	open_ends(&e);
	for (unsigned i = 0; i < BUS_UNIX_RING + 50; i++) {
		uint16_t id = (uint16_t)(i + 1);
		uint8_t answer[5] = { 'R', (uint8_t)id, (uint8_t)(id >> 8) };
		uint8_t line[11] = { 'I', (uint8_t)i, (uint8_t)(i & 1) };

		/* Each transaction receives one line message before its reply. */
		assert_int_equal(send(e.board, line, sizeof(line), 0), sizeof(line));
		assert_int_equal(send(e.board, answer, sizeof(answer), 0), sizeof(answer));
		assert_int_equal(bus_write(&e.b.bus, 0x20, answer, 1), 0);
		assert_true(recv(e.board, line, sizeof(line), 0) > 0);
	}
	assert_int_equal(e.b.lost, 51);
	board_says(&e, "54 0700000000000000");
	board_says(&e, "52 3302 0000");
	assert_int_equal(bus_write(&e.b.bus, 0x20, (const uint8_t[]){ 0 }, 1), 0);
	assert_int_equal(e.b.lost, 51);
	while (bus_unix_next(&e.b, &t) == 1)
		*(t.kind == BUS_UNIX_TIME ? &times : &lines) += 1;
	assert_int_equal(lines, BUS_UNIX_RING - 1);
	assert_int_equal(times, 1);
	close_ends(&e);
}

/* A board closes: its earlier messages still arrive, then every call returns -ENODEV. */
static void
test_board_gone(void **state)
{
	struct bus_unix_message t;
	struct ends e;
	uint8_t r;

	(void)state;
	open_ends(&e);
	board_says(&e, "49 03 01 0000000000000000");
	close(e.board);
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), -ENODEV);
	assert_int_equal(bus_unix_next(&e.b, &t), 1);
	assert_int_equal(bus_unix_next(&e.b, &t), -ENODEV);
	assert_int_equal(bus_unix_next(&e.b, &t), -ENODEV);
	assert_int_equal(bus_unix_time(&e.b, 1), -ENODEV);
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), -ENODEV);
	bus_unix_close(&e.b);
	bus_unix_close(&e.b);
	assert_int_equal(bus_xfer(&e.b.bus, 0x20, NULL, 0, &r, 1), -ENODEV);
	assert_int_equal(bus_unix_next(&e.b, &t), -ENODEV);
}

/* If data is unread when the board closes, the kernel reports a reset before the last messages. */
static void
test_board_reset(void **state)
{
	struct bus_unix_message t;
	struct ends e;

	(void)state;
	open_ends(&e);
	board_says(&e, "49 03 01 0000000000000000");
	assert_int_equal(bus_unix_time(&e.b, 1), 0);
	close(e.board);
	assert_int_equal(bus_unix_next(&e.b, &t), 1);
	assert_int_equal(t.line, 3);
	assert_int_equal(bus_unix_next(&e.b, &t), -ENODEV);
	bus_unix_close(&e.b);
}

/* A board that stops reading does not hang the caller. */
static void
test_board_stuck(void **state)
{
	static const uint8_t w[256];
	struct ends e;
	unsigned full = 0;
	int size = 1;

	(void)state;
	open_ends(&e);
	e.b.timeout_ms = 1;
	assert_int_equal(setsockopt(e.b.fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size)), 0);
	/* Continue after the socket is full, to test that path as well. */
	for (unsigned i = 0; i < 1000 && full < 50; i++) {
		assert_int_equal(bus_write(&e.b.bus, 0x20, w, sizeof(w)), -ETIMEDOUT);
		full += poll(&(struct pollfd){ .fd = e.b.fd, .events = POLLOUT }, 1, 0) == 0;
	}
	assert_int_equal(full, 50);
	assert_int_equal(bus_unix_time(&e.b, 1), -ETIMEDOUT);
	close_ends(&e);
}

static void
test_open(void **state)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	char dir[] = "/tmp/halo-bus-XXXXXX", long_path[200];
	struct ends e = { .board = -1 };
	int server;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(at.sun_path, sizeof(at.sun_path), "%s/board", dir);
	assert_int_equal(bus_unix_open(&e.b, at.sun_path), -ENOENT);
	assert_int_equal(e.b.fd, -1);
	memset(long_path, 'x', sizeof(long_path) - 1);
	long_path[sizeof(long_path) - 1] = '\0';
	assert_int_equal(bus_unix_open(&e.b, long_path), -ENAMETOOLONG);
	server = socket(AF_UNIX, SOCK_SEQPACKET, 0);
	assert_int_equal(bind(server, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(bus_unix_open(&e.b, at.sun_path), -ECONNREFUSED);
	assert_int_equal(listen(server, 1), 0);
	for (unsigned i = 0; i < 2; i++) { /* and again after the board has closed */
		assert_int_equal(bus_unix_open(&e.b, at.sun_path), 0);
		e.board = accept(server, NULL, NULL);
		board_says(&e, "52 0100 0000");
		assert_int_equal(bus_write(&e.b.bus, 0x20, (const uint8_t[]){ 0 }, 1), 0);
		close_ends(&e);
	}
	close(server);
	assert_int_equal(unlink(at.sun_path), 0);
	assert_int_equal(rmdir(dir), 0);
}

/* Random packets: the bus returns the right bytes or an error, nothing else. */
static void
test_noise(void **state)
{
	struct rng rng = { 99 };
	struct ends e;

	(void)state;
	open_ends(&e);
	e.b.timeout_ms = 0;
	for (unsigned i = 0; i < 1000; i++) {
		static const char kinds[] = { 'R', 'I', 'T', 'X', 0 };
		uint8_t p[64], r[4] = { 0 }, heard[64];
		size_t len = 1 + rng_below(&rng, 14);
		int ret;

		for (size_t k = 0; k < len; k++)
			p[k] = (uint8_t)rng_next(&rng);
		p[0] = (uint8_t)kinds[rng_below(&rng, sizeof(kinds))];
		if (rng_percent(&rng, 60)) { /* often the expected number */
			p[1] = (uint8_t)(e.b.id + 1);
			p[2] = (uint8_t)((e.b.id + 1) >> 8);
		}
		if (rng_percent(&rng, 60))
			p[3] = p[4] = 0;
		assert_int_equal(send(e.board, p, len, 0), (ssize_t)len);
		ret = bus_xfer(&e.b.bus, 0x20, NULL, 0, r, 4);
		assert_true(ret == 0 || ret == -EIO || ret == -ENXIO || ret == -ETIMEDOUT ||
			    ret == -ENODEV);
		if (ret == 0) {
			assert_int_equal(len, 9);
			assert_memory_equal(r, p + 5, 4);
		}
		while (recv(e.board, heard, sizeof(heard), MSG_DONTWAIT) > 0)
			;
	}
	close_ends(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_transactions),
		cmocka_unit_test(test_batches),
		cmocka_unit_test(test_messages_in_between),
		cmocka_unit_test(test_late_answers),
		cmocka_unit_test(test_broken_packets),
		cmocka_unit_test(test_full_ring),
		cmocka_unit_test(test_board_gone),
		cmocka_unit_test(test_board_reset),
		cmocka_unit_test(test_board_stuck),
		cmocka_unit_test(test_open),
		cmocka_unit_test(test_noise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
