/* The socket: how its clients share the loop, the places, the descriptors, and their rights. */
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
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "alone.h"
#include "daemon/server/link.h"

enum {
	DESCRIPTORS = 64, /* the limit during the test */
	TURNS = 50,
	/* Turns for one connection and its follow-up work; a spinning loop needs every turn. */
	TURNS_BUSY_MAX = 5,
	/* A hanging program ends here; no result depends on it. */
	HANG_US = 120000000,
};

static char folder[64], path[96];
static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static struct link link_;
static sd_event *event;
static unsigned told;
static struct peer next_peer; /* the next connecting user, as the daemon sees it */

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

/* Replaces the kernel's answer: the test chooses the user of each connection. */
static int
injected_peer(int fd, struct peer *out)
{
	(void)fd;
	*out = next_peer;
	return 0;
}

static const struct link_config link_config = {
	.grants = { .n = 3, .grant = { { false, 1002, PEER_SCREEN },
				       { true, 44, PEER_SCREEN },
				       { false, 1005, PEER_PARTNER } } },
	.peer = injected_peer,
};

/* Runs turns without waiting; returns how many of them had something to do. */
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

/* Takes every descriptor there is; returns the number. */
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
	next_peer = (struct peer){ .uid = geteuid() };
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = DESCRIPTORS;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	strcpy(folder, "/tmp/halo-link.XXXXXX");
	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/sock", folder);
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	assert_int_equal(sd_event_new(&event), 0);
	assert_int_equal(link_open(&link_, &table, event, path, &link_config, why), 0);
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

/* The client waits without keeping the loop busy, and is accepted when another one disconnects. */
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

/* No client disconnects, but descriptors become free: the client is accepted. */
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

/* Returns everything that a client received since the last call. */
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

/* The screen receives the view of the seat whose page it has open; other clients never do. */
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
	/* The screen disconnects with the page open: the next client does not get that view. */
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

/* ---- turns ---- */

static void
say_only(int fd, const char *line)
{
	assert_int_equal(send(fd, line, strlen(line), MSG_NOSIGNAL), strlen(line));
}

static unsigned
count(const char *text, const char *part)
{
	unsigned n = 0;

	while ((text = strstr(text, part)) != NULL) {
		text += strlen(part);
		n++;
	}
	return n;
}

/* A burst is served one message a turn, with another client's message in between. */
static void
test_one_a_turn(void **state)
{
	enum { BURST = 500 };
	static char burst[BURST * 40];
	int flood = connect_client(), other = connect_client();
	uint64_t before;

	(void)state;
	(void)turn_busily(TURNS);
	for (unsigned i = 0; i < BURST; i++)
		strcat(burst, "{\"kind\":\"lamps\",\"id\":1}\n");
	(void)heard(flood);
	(void)heard(other);
	say_only(flood, burst);
	for (unsigned i = 0; i < 20; i++) {
		before = link_.served;
		(void)turn_busily(1);
		assert_in_range(link_.served - before, 0, 1);
	}
	say_only(other, "{\"kind\":\"lamps\",\"id\":2}\n");
	(void)turn_busily(6);
	assert_heard(other, "\"id\":2", true);
	assert_in_range(count(heard(flood), "\"id\":1"), 1, 26);
	(void)turn_busily(3 * BURST);
	close(other);
	close(flood);
	(void)turn_busily(TURNS);
}

/* ---- places ---- */

static bool
dropped(int fd)
{
	char text[16];

	while (recv(fd, text, sizeof(text), MSG_DONTWAIT) > 0)
		continue;
	return recv(fd, text, sizeof(text), MSG_DONTWAIT) == 0;
}

/* Idle clients take every place: the screen keeps its place, and new clients are accepted. */
static void
test_crowd(void **state)
{
	int screen = connect_client(), idle[LINK_CLIENTS_MAX], usb, halo;

	(void)state;
	(void)turn_busily(TURNS);
	say(screen, "{\"kind\":\"screen\"}\n");
	next_peer = (struct peer){ .uid = 1003 };
	usb = connect_client();
	(void)turn_busily(TURNS);
	next_peer = (struct peer){ .uid = 1001 };
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		idle[i] = connect_client();
		(void)turn_busily(TURNS);
		assert_true(greeted(idle[i]));
	}
	/* The user with the most places loses two of them to its own clients. */
	assert_true(dropped(idle[0]) && dropped(idle[1]));
	assert_false(dropped(idle[2]));
	say(idle[2], "{\"kind\":\"lamps\"}\n");
	next_peer = (struct peer){ .uid = geteuid() };
	halo = connect_client();
	(void)turn_busily(TURNS);
	assert_true(greeted(halo));
	say(halo, "{\"kind\":\"state\",\"id\":9}\n");
	assert_heard(halo, "\"id\":9", true);
	assert_true(dropped(idle[3]));
	assert_false(dropped(idle[2]) || dropped(screen) || dropped(usb));
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		close(idle[i]);
	close(halo);
	close(usb);
	close(screen);
	(void)turn_busily(4 * TURNS);
}

/* One user's clients have every place: the screen among them stays, though idle longest. */
static void
test_crowd_of_one(void **state)
{
	int screen = connect_client(), idle[LINK_CLIENTS_MAX];

	(void)state;
	(void)turn_busily(TURNS);
	say(screen, "{\"kind\":\"screen\"}\n");
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
		idle[i] = connect_client();
		(void)turn_busily(TURNS);
		assert_true(greeted(idle[i]));
	}
	assert_false(dropped(screen));
	assert_true(dropped(idle[0]));
	for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++)
		close(idle[i]);
	close(screen);
	(void)turn_busily(4 * TURNS);
}

/* ---- rights ---- */

static const struct {
	struct peer peer;
	bool may; /* may become the screen */
} peers[] = {
	{ { .uid = 1001, .n_groups = 1, .group = { 1001 } }, false },
	{ { .uid = 1002, .n_groups = 1, .group = { 1001 } }, true },
	{ { .uid = 1003, .n_groups = 1, .group = { 44 } }, true },
	{ { .uid = 1003, .n_groups = 3, .group = { 7, 8, 44 } }, true },
	{ { .uid = 44, .n_groups = 2, .group = { 1002, 8 } }, false },
	{ { .uid = 0 }, true },
	{ { .uid = (uid_t)-1 }, false },
};

/*
 * No message makes a user without the right the screen, and its legend is refused; its other
 * rights remain.
 */
static void
test_rights(void **state)
{
	static const char *const lines[] = {
		"{\"kind\":\"focus\",\"on\":true,\"id\":1}\n",
		"{\"kind\":\"screen\",\"id\":1}\n",
		"{\"kind\":\"handover\",\"seat\":\"w\",\"id\":1}\n",
		"{\"kind\":\"legend\",\"meaning\":\"legal\",\"id\":1}\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(peers) / sizeof(peers[0]); i++) {
		int fd;

		next_peer = peers[i].peer;
		fd = connect_client();
		(void)turn_busily(TURNS);
		for (size_t k = 0; k < sizeof(lines) / sizeof(lines[0]); k++) {
			(void)heard(fd);
			say(fd, lines[k]);
			assert_heard(fd, peers[i].may ? "\"kind\":\"ok\"" : "may not be the screen",
				     true);
			assert_int_equal(table.pages.screen != 0, peers[i].may);
		}
		say(fd, "{\"kind\":\"state\",\"id\":1}\n");
		assert_heard(fd, "\"id\":1}", true);
		close(fd);
		(void)turn_busily(TURNS);
	}
}

/*
 * A user with the grant becomes the partner, gets the tasks and plays them; another user does not,
 * and gets none. The partner may not be the screen.
 */
static void
test_partner(void **state)
{
	static const char new[] = "{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":"
				  "\"computer:1\"},\"force\":true}\n";
	int foreign, partner;
	char line[96];

	(void)state;
	next_peer = (struct peer){ .uid = 1002 };
	foreign = connect_client();
	(void)turn_busily(TURNS);
	say(foreign, new);
	say(foreign, "{\"kind\":\"partner\"}\n");
	assert_heard(foreign, "your user may not be the partner", true);
	next_peer = (struct peer){ .uid = 1005 };
	partner = connect_client();
	(void)turn_busily(TURNS);
	assert_heard(partner, "\"kind\":\"task\"", false);
	say(partner, "{\"kind\":\"screen\"}\n");
	assert_heard(partner, "may not be the screen", true);
	say(partner, "{\"kind\":\"partner\"}\n");
	assert_heard(partner, "\"seat\":\"w\",\"game\":\"chess\",\"level\":1", true);
	assert_heard(foreign, "\"kind\":\"task\"", false);
	snprintf(line, sizeof(line), "{\"kind\":\"play\",\"task\":%u,\"action\":\"e2e4\"}\n",
		 table.seats.task);
	say(foreign, line);
	assert_heard(foreign, "only the partner plays", true);
	say(partner, line);
	assert_heard(foreign, "\"plan\":\"e2e4\"", true);
	say(foreign, "{\"kind\":\"act\",\"action\":\"e2e4\"}\n");
	assert_heard(partner, "\"n_actions\":1,\"seat\":null}", true);
	say(foreign, "{\"kind\":\"act\",\"action\":\"e7e5\"}\n");
	assert_heard(partner, "\"n_actions\":2,\"seat\":\"w\"", true);
	close(partner);
	(void)turn_busily(TURNS);
	assert_heard(foreign, "\"partner\":false", true);
	/* The role is free again, and the task is still there. */
	partner = connect_client();
	(void)turn_busily(TURNS);
	say(partner, "{\"kind\":\"partner\"}\n");
	assert_heard(partner, "\"n_actions\":2,\"seat\":\"w\"", true);
	close(partner);
	close(foreign);
	(void)turn_busily(TURNS);
}

/*
 * A client that serves a cable declares this first; then neither a user nor a
 * token gives it rights.
 */
static void
test_remote(void **state)
{
	static const struct {
		const char *line, *part;
	} rows[] = {
		{ "{\"kind\":\"remote\"}\n", "\"ok\"" },
		{ "{\"kind\":\"focus\",\"on\":true}\n", "focus: not over a cable" },
		{ "{\"kind\":\"screen\"}\n", "screen: not over a cable" },
		{ "{\"kind\":\"scr\\u0065en\"}\n", "screen: not over a cable" },
		{ "{\"kind\":\"handover\"}\n", "handover: not over a cable" },
		{ "{\"kind\":\"legend\",\"meaning\":\"legal\"}\n", "legend: not over a cable" },
		{ "{\"kind\":\"partner\"}\n", "partner: not over a cable" },
		{ "{\"kind\":\"state\",\"seat\":\"w\",\"token\":\"1\"}\n",
		  "token: not over a cable" },
		{ "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\",\"\\u0074oken\":\"1\"}\n",
		  "token: not over a cable" },
		{ "{\"kind\":\"act\",\"action\":\"e2e4\"}\n", "\"ok\"" },
	};
	int cable = connect_client();

	(void)state;
	(void)turn_busily(TURNS);
	(void)heard(cable);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		say(cable, rows[i].line);
		assert_heard(cable, rows[i].part, true);
		assert_int_equal(table.pages.screen, 0);
	}
	close(cable);
	(void)turn_busily(TURNS);
}

/* A foreign file at the socket's path stays, and the error message names it. */
static void
test_file_at_path(void **state)
{
	char why[LINK_WHY], file[sizeof(path) + 8];
	struct link other;
	struct stat st;
	FILE *f;

	(void)state;
	(void)snprintf(file, sizeof(file), "%s.file", path);
	f = fopen(file, "w");
	assert_non_null(f);
	assert_int_equal(fputs("precious", f) < 0, 0);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(link_open(&other, &table, event, file, &link_config, why), -1);
	assert_non_null(strstr(why, file));
	assert_int_equal(stat(file, &st), 0);
	assert_int_equal(st.st_size, strlen("precious"));
	assert_int_equal(unlink(file), 0);
}

/* The credentials that the kernel gives for our own client. */
static void
test_kernel_peer(void **state)
{
	struct peer p = { .uid = (uid_t)-1 };
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	assert_int_equal(peer_read(pair[0], &p), 0);
	assert_int_equal(p.uid, geteuid());
	assert_true(p.n_groups >= 1);
	assert_int_equal(p.group[0], getegid());
	close(pair[0]);
	close(pair[1]);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_page, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_one_a_turn, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_crowd, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_crowd_of_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_rights, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_partner, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_remote, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_file_at_path, set_up, tear_down),
		cmocka_unit_test(test_kernel_peer),
		cmocka_unit_test_setup_teardown(test_full_until_one_goes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_full_for_a_while, set_up, tear_down),
	};

	/* Valgrind limits descriptors itself, so the tests of a full table are skipped there. */
	if (argc > 1)
		cmocka_set_skip_filter(argv[1]);
	log_sink(count_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
