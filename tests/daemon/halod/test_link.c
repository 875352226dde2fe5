/* The socket's own troubles: no descriptor left for the next client. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "alone.h"
#include "daemon/server/link.h"

enum {
	DESCRIPTORS = 64, /* the limit while the test runs */
	TURNS = 50,
	/* The way of one connection and what goes with it; a spin needs every turn. */
	TURNS_BUSY_MAX = 5,
	/* A program that hangs ends here; nothing is judged by it. */
	HANG_US = 120000000,
};

static char folder[64], path[96];
static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static struct link link_;
static sd_event *event;
static unsigned told;

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

static void
count_log(void *arg, const char *line)
{
	(void)arg;
	told += strstr(line, "cannot be let in") != NULL;
}

static int
connect_client(void)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	strcpy(addr.sun_path, path);
	assert_int_equal(connect(fd, (struct sockaddr *)&addr, sizeof(addr)), 0);
	return fd;
}

/* Turns without waiting; how many of them had something to do. */
static unsigned
turn_busily(unsigned n)
{
	unsigned busy = 0;

	while (n-- > 0) {
		int r = sd_event_run(event, 0);

		assert_true(r >= 0);
		busy += r > 0;
		link_turn(&link_);
	}
	return busy;
}

static bool
greeted(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char text[16];

	return poll(&p, 1, 0) == 1 && recv(fd, text, sizeof(text), MSG_PEEK) > 0 &&
	       strncmp(text, "{\"seq\":", 7) == 0;
}

/* Takes every descriptor there is; how many. */
static unsigned
take_all(int fds[DESCRIPTORS])
{
	unsigned n = 0;

	while (n < DESCRIPTORS && (fds[n] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
		n++;
	return n;
}

static int
set_up(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct rlimit limit;
	char why[LINK_WHY];

	(void)state;
	told = 0;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = DESCRIPTORS;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	strcpy(folder, "/tmp/halo-link.XXXXXX");
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/sock", folder);
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	assert_int_equal(sd_event_new(&event), 0);
	assert_int_equal(link_open(&link_, &table, event, path, why), 0);
	return 0;
}

static int
tear_down(void **state)
{
	(void)state;
	link_close(&link_);
	sd_event_unref(event);
	return rmdir(folder);
}

/* The client waits, the loop rests; it is let in when another one goes. */
static void
test_full_until_one_goes(void **state)
{
	int first = connect_client(), second, fds[DESCRIPTORS];
	unsigned n, busy;

	(void)state;
	(void)turn_busily(TURNS);
	assert_true(greeted(first));
	second = connect_client();
	n = take_all(fds);
	busy = turn_busily(TURNS);
	assert_in_range(busy, 0, TURNS_BUSY_MAX);
	assert_int_equal(told, 1);
	assert_false(greeted(second));
	close(first);
	(void)turn_busily(TURNS);
	assert_true(greeted(second));
	close(second);
	while (n-- > 0)
		close(fds[n]);
}

/* Nobody goes, but descriptors come back: it is let in by itself. */
static void
test_full_for_a_while(void **state)
{
	int client = connect_client(), fds[DESCRIPTORS];
	unsigned n = take_all(fds);

	(void)state;
	assert_in_range(turn_busily(TURNS), 0, TURNS_BUSY_MAX);
	assert_false(greeted(client));
	while (n-- > 0)
		close(fds[n]);
	while (!greeted(client)) {
		assert_true(sd_event_run(event, HANG_US) > 0);
		link_turn(&link_);
	}
	close(client);
}

static void
say(int fd, const char *line)
{
	assert_int_equal(send(fd, line, strlen(line), MSG_NOSIGNAL), strlen(line));
	(void)turn_busily(TURNS);
}

/* All that a client has been told since it was asked last. */
static const char *
heard(int fd)
{
	static char text[1 << 18];
	ssize_t n;
	size_t at = 0;

	while ((n = recv(fd, text + at, sizeof(text) - 1 - at, MSG_DONTWAIT)) > 0)
		at += (size_t)n;
	text[at] = '\0';
	return text;
}

static void
assert_heard(int fd, const char *part, bool there)
{
	const char *text = heard(fd);

	if ((strstr(text, part) != NULL) != there)
		fail_msg("%s%s in %.2000s", there ? "no " : "", part, text);
}

/* The screen is told the view of the seat whose page it holds open; others are not, then or later. */
static void
test_page(void **state)
{
	int screen = connect_client(), other = connect_client();

	(void)state;
	(void)turn_busily(TURNS);
	say(screen, "{\"kind\":\"new\",\"game\":\"cooperative\",\"options\":\"seed=3\"}\n");
	assert_heard(screen, "hands=#3/#3", true);
	say(screen, "{\"kind\":\"screen\"}\n");
	(void)heard(screen);
	(void)heard(other);
	say(screen, "{\"kind\":\"handover\",\"seat\":\"b\"}\n");
	assert_heard(screen, "hands=#3/#3", false);
	assert_heard(other, "hands=#3/#3", true);
	say(other, "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\"}\n");
	assert_heard(screen, "\"viewer\":\"b\"", true);
	assert_heard(other, "\"viewer\":\"b\"", false);
	say(screen, "{\"kind\":\"handover\"}\n");
	assert_heard(screen, "hands=#3/#3", true);
	/* It goes with the page open: the next client is not told what it was. */
	say(screen, "{\"kind\":\"handover\",\"seat\":\"b\"}\n");
	close(screen);
	(void)turn_busily(TURNS);
	assert_heard(other, "\"screen\":false", true);
	screen = connect_client();
	(void)turn_busily(TURNS);
	assert_heard(screen, "hands=#3/#3", true);
	close(screen);
	close(other);
	(void)turn_busily(TURNS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_page, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_full_until_one_goes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_full_for_a_while, set_up, tear_down),
	};

	log_sink(count_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
