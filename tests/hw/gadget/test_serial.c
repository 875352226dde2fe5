/*
 * The board's serial port between a fake host at the other end of a pseudo
 * terminal and a fake daemon at a socket.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "hw/linux/gadget/serial.h"

#define REMOTE "{\"kind\":\"remote\"}\n"

enum { PATIENCE_S = 120, TEXT_MAX = 2 * SERIAL_OUT_MAX };

static struct {
	char dir[64], path[80];
	sd_event *event;
	struct serial serial;
	int host;             /* the computer's end of the port */
	int listens, link;    /* the daemon's; -1: no connection */
	char heard[TEXT_MAX]; /* received by the host */
	char asked[TEXT_MAX]; /* received by the daemon */
	bool over;            /* the cable was pulled */
} t;

static int
on_over(sd_event_source *s, uint64_t usec, void *arg)
{
	(void)s;
	(void)usec;
	(void)arg;
	fail_msg("nothing more comes: the host heard \"%s\", the daemon \"%s\"", t.heard, t.asked);
	return 0;
}

static void
on_hang_up(void *user)
{
	(void)user;
	t.over = true;
}

static int
setup(void **state)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	(void)state;
	memset(&t, 0, sizeof(t));
	strcpy(t.dir, "/tmp/halo-serial.XXXXXX");
	assert_non_null(mkdtemp(t.dir));
	snprintf(t.path, sizeof(t.path), "%s/socket", t.dir);
	memcpy(a.sun_path, t.path, sizeof(t.path));
	t.listens = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	t.link = -1;
	assert_int_equal(bind(t.listens, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(t.listens, 4), 0);
	t.host = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	assert_true(t.host >= 0 && grantpt(t.host) == 0 && unlockpt(t.host) == 0);
	assert_true(sd_event_new(&t.event) >= 0);
	assert_true(sd_event_add_time_relative(t.event, NULL, CLOCK_MONOTONIC,
					       PATIENCE_S * UINT64_C(1000000), 0, on_over,
					       NULL) >= 0);
	t.serial.gone = on_hang_up;
	assert_int_equal(serial_open(&t.serial, t.event, t.path, serial_port(ptsname(t.host))), 0);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	serial_close(&t.serial);
	if (t.host >= 0)
		close(t.host);
	if (t.link >= 0)
		close(t.link);
	close(t.listens);
	unlink(t.path);
	rmdir(t.dir);
	sd_event_unref(t.event);
	return 0;
}

/* Appends the input that has arrived; returns false if that end is closed. */
static bool
take(int fd, char text[TEXT_MAX])
{
	size_t at = strlen(text);
	ssize_t n = fd < 0 ? -1 : read(fd, text + at, TEXT_MAX - 1 - at);

	if (n > 0)
		text[at + (size_t)n] = '\0';
	return n != 0;
}

/* Lets each side run once. */
static void
turn(void)
{
	assert_true(sd_event_run(t.event, 1000) >= 0);
	if (t.link < 0)
		t.link = accept4(t.listens, NULL, NULL, SOCK_NONBLOCK);
	if (!take(t.link, t.asked)) {
		close(t.link);
		t.link = -1;
		strcat(t.asked, "<gone>");
	}
	(void)take(t.host, t.heard);
}

static void
await(const char *text, const char *want)
{
	while (!strstr(text, want))
		turn();
}

static void
host_sends(const char *text)
{
	assert_int_equal(write(t.host, text, strlen(text)), (ssize_t)strlen(text));
}

static void
daemon_says(const char *text)
{
	while (t.link < 0)
		turn();
	assert_int_equal(write(t.link, text, strlen(text)), (ssize_t)strlen(text));
}

/*
 * The daemon is contacted only after the host's first byte; its greeting then
 * starts on a new line.
 */
static void
test_knock(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 10; i++)
		turn();
	assert_int_equal(t.link, -1);
	host_sends("\r\n");
	daemon_says("{\"kind\":\"hello\"}\n");
	await(t.heard, "hello\"}\n");
	assert_string_equal(t.heard, "\n{\"kind\":\"hello\"}\n");
	/* The daemon first learns that the client is at the end of a cable. */
	await(t.asked, REMOTE);
	assert_string_equal(t.asked, REMOTE);
}

static void
test_lines(void **state)
{
	static const char *const rows[] = {
		"{\"kind\":\"state\",\"id\":1}",
		"AT+GCAP",
		"{\"kind\":\"screen\"}",
		"{\"kind\":\"state\",\"seat\":\"w\",\"token\":\"123\",\"id\":8}",
		"{\"kind\":\"state\",\"id\":2}\r",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char whole[200], want[240];

		t.heard[0] = t.asked[0] = '\0';
		snprintf(whole, sizeof(whole), "%s\n", rows[i]);
		snprintf(want, sizeof(want), "%s%s", i == 0 ? REMOTE : "", whole);
		host_sends(whole);
		await(t.asked, whole);
		assert_string_equal(t.asked, want);
		assert_null(strstr(t.heard, "error"));
	}
}

static void
test_nobody(void **state)
{
	(void)state;
	close(t.listens);
	host_sends("{\"kind\":\"state\"}\n");
	await(t.heard,
	      "{\"kind\":\"error\",\"why\":\"halod does not answer: Connection refused\"}\n");
	assert_string_equal(t.asked, "");
}

/* The port passes whatever the host sends; the daemon checks the lines. */
static void
test_long_line(void **state)
{
	static char line[SERIAL_LINE_MAX + 1000];
	size_t at = 0;

	(void)state;
	memset(line, 'x', sizeof(line));
	while (at < sizeof(line)) {
		ssize_t n = write(t.host, line + at, sizeof(line) - at);

		at += n > 0 ? (size_t)n : 0;
		turn();
	}
	host_sends("y\n{\"kind\":\"state\"}\n");
	await(t.asked, "xy\n{\"kind\":\"state\"}\n");
	assert_int_equal(strlen(t.asked),
			 strlen(REMOTE) + sizeof(line) + strlen("y\n{\"kind\":\"state\"}\n"));
}

/*
 * The host does not read: pending output is bounded, then the link is closed,
 * and the next one starts fresh.
 */
static void
test_deaf_host(void **state)
{
	static char line[60000];

	(void)state;
	memset(line, 'z', sizeof(line));
	line[sizeof(line) - 1] = '\n';
	host_sends("\n");
	while (t.link < 0)
		turn();
	for (unsigned full = 0; full < 3;) {
		if (write(t.link, line, sizeof(line)) < 0)
			full++;
		assert_true(sd_event_run(t.event, 1000) >= 0);
		assert_true(t.serial.n_out <= SERIAL_OUT_MAX);
	}
	assert_int_equal(sd_event_source_get_enabled(t.serial.patience, NULL), 1);
	assert_true(sd_event_source_set_time_relative(t.serial.patience, 0) >= 0);
	while (t.serial.link >= 0)
		assert_true(sd_event_run(t.event, 1000) >= 0);
	assert_int_equal(t.serial.n_out, 0);
	await(t.asked, "<gone>");
	host_sends("\n");
	daemon_says("{\"kind\":\"hello\"}\n");
	await(t.heard, "\n{\"kind\":\"hello\"}\n");
}

static void
test_ends(void **state)
{
	(void)state;
	host_sends("\n");
	while (t.link < 0)
		turn();
	close(t.link);
	t.link = -1;
	await(t.heard, "halod has closed the link");
	host_sends("\n");
	while (t.link < 0)
		turn();
	/* Pull the cable. */
	close(t.host);
	t.host = -1;
	await(t.asked, "<gone>");
	assert_null(t.serial.event);
	assert_true(t.over);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_knock, setup, teardown),
		cmocka_unit_test_setup_teardown(test_lines, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nobody, setup, teardown),
		cmocka_unit_test_setup_teardown(test_long_line, setup, teardown),
		cmocka_unit_test_setup_teardown(test_deaf_host, setup, teardown),
		cmocka_unit_test_setup_teardown(test_ends, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
