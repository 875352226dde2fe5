/*
 * halo-usb: its output on a stick, its obstacles, and a daemon that does not
 * reply yet. test-halo-usb HALO-USB HALOD HALO-BOARD
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/usb/usb.h"
#include "tests/daemon/cli/usb_rig.h"

enum { FILES_BEFORE = 5 };

static bool
there(const char *name)
{
	struct stat st;

	return lstat(in_stick(name), &st) == 0;
}

static unsigned
files_in(const char *name)
{
	DIR *d = opendir(in_stick(name));
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static void
test_twice(void **state)
{
	(void)state;
	stick_write("letter.txt", "mine");
	assert_int_equal(serve(), 0);
	said("2 new games written, 0 read");
	assert_int_equal(files_in(in_board("")), FILES_BEFORE);
	assert_true(there(in_board("all-games.pgn")));
	assert_int_equal(serve(), 0);
	said(": 0 new games written, 0 read");
	assert_int_equal(files_in(in_board("")), FILES_BEFORE);
	assert_int_equal(files_in("."), 2);
	assert_true(trouble("[]"));
}

static void
test_taken(void **state)
{
	(void)state;
	stick_write("haloboard", "a file");
	assert_int_equal(serve(), 1);
	said("taken: haloboard");
	assert_true(trouble("something else has the name haloboard"));
	assert_int_equal(unlink(in_stick("haloboard")), 0);
	folder("elsewhere");
	assert_int_equal(symlink("elsewhere", in_stick("haloboard")), 0);
	assert_int_equal(serve(), 1);
	assert_int_equal(files_in("elsewhere"), 0);
}

static void
test_full(void **state)
{
	(void)state;
	assert_int_equal(serve_limited(300), 1);
	said("full");
	assert_true(trouble(" is full: some games were written"));
	assert_int_equal(serve(), 0);
	assert_int_equal(files_in(in_board("")), FILES_BEFORE);
}

static void
test_switched_off(void **state)
{
	(void)state;
	rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"usb_stick\":false}}");
	assert_int_equal(serve(), 0);
	assert_int_equal(files_in("."), 0);
}

/* ---- a daemon that repairs its record of games ---- */

static int
unix_socket(const char *name, struct sockaddr_un *a)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	*a = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(a->sun_path, sizeof(a->sun_path), "%.80s/%s", rig.dir, name);
	assert_true(fd >= 0);
	return fd;
}

/* Reads a complete line. Returns false when the connection ends. */
static bool
line_read(int fd, char *line, size_t size)
{
	size_t n = 0;

	while (n + 1 < size && read(fd, line + n, 1) == 1)
		if (line[n++] == '\n')
			break;
	line[n] = '\0';
	return n > 0;
}

/* Forwards a complete line, so that none of ours gets into it. Returns false when the connection ends. */
static bool
pass_on(int from, int to)
{
	char line[65537];

	return line_read(from, line, sizeof(line)) && send(to, line, strlen(line), MSG_NOSIGNAL) > 0;
}

/* Replies like a daemon during a repair. */
static void
answer_refused(int client_fd, int id)
{
	char answer[160];

	snprintf(answer, sizeof(answer), "{\"kind\":\"error\",\"id\":%d,\"why\":\"%s\"}\n", id,
		 "the record of games is being repaired: ask again when it is");
	if (write(client_fd, answer, strlen(answer)) < 0)
		_exit(1);
}

/*
 * Replies to a line like a daemon during a repair; its id is `id`. Returns true for a
 * refused request, false for the report that a stick waits.
 */
static bool
refuse(int client_fd, int id)
{
	char line[256], answer[64];

	if (!line_read(client_fd, line, sizeof(line)))
		_exit(1);
	if (!strstr(line, "\"waiting\"")) {
		answer_refused(client_fd, id);
		return true;
	}
	snprintf(answer, sizeof(answer), "{\"kind\":\"ok\",\"id\":%d}\n", id);
	if (write(client_fd, answer, strlen(answer)) < 0)
		_exit(1);
	return false;
}

/*
 * Forwards a request to the daemon unless it is of that kind. Returns false
 * when the client disconnects.
 */
static bool
question_pass(int client_fd, int daemon_fd, const char *kind)
{
	char line[4096], word[32];
	json_t *question;
	size_t n;

	if (!line_read(client_fd, line, sizeof(line)))
		return false;
	n = strlen(line);
	snprintf(word, sizeof(word), "\"%s\"", kind);
	if (!*kind || !strstr(line, word))
		return send(daemon_fd, line, n, MSG_NOSIGNAL) == (ssize_t)n;
	question = json_loads(line, 0, NULL);
	answer_refused(client_fd, (int)json_integer_value(json_object_get(question, "id")));
	json_decref(question);
	return true;
}

/*
 * Stands between halo-usb and the daemon: refuses the first requests, then
 * forwards all except one kind. end: the last refusal ends the client.
 */
static void
stand_between(int listener, int refusals, bool end, const char *kind)
{
	struct ucred who = { 0 };
	socklen_t size = sizeof(who);
	struct sockaddr_un a;
	int daemon_fd = unix_socket("halod.sock", &a), client_fd;
	struct pollfd p[2], asked = { .events = POLLIN };
	int told = 0;

	if (connect(daemon_fd, (struct sockaddr *)&a, sizeof(a)) < 0 ||
	    (client_fd = accept(listener, NULL, NULL)) < 0 || !pass_on(daemon_fd, client_fd) ||
	    getsockopt(client_fd, SOL_SOCKET, SO_PEERCRED, &who, &size) < 0)
		_exit(1);
	asked.fd = client_fd;
	/* Refused this often; a waiting stick is reported once, after the first refusal. */
	for (int i = 1; refusals > 0 && i <= refusals + 1; i++) {
		/* The question is on its way: the signal cannot come before it. */
		if (end && i == refusals + 1 && poll(&asked, 1, -1) == 1)
			kill(who.pid, SIGTERM);
		if (!refuse(client_fd, i) && (told++ || i != 2))
			_exit(2);
	}
	if (refusals > 0 && !told)
		_exit(3);
	p[0] = (struct pollfd){ .fd = daemon_fd, .events = POLLIN };
	p[1] = (struct pollfd){ .fd = client_fd, .events = POLLIN };
	while (poll(p, 2, -1) > 0)
		if ((p[0].revents && !pass_on(daemon_fd, client_fd)) ||
		    (p[1].revents && !question_pass(client_fd, daemon_fd, kind)))
			_exit(0);
}

/* Runs serve() with a daemon that first refuses that many requests, and then one kind. */
static int
serve_between(int refusals, bool end, const char *kind)
{
	struct sockaddr_un a;
	int listener = unix_socket("repairing.sock", &a), err, status;
	pid_t pid;

	assert_int_equal(bind(listener, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(listener, 1), 0);
	pid = fork();
	if (pid == 0)
		stand_between(listener, refusals, end, kind);
	socket_name = "repairing.sock";
	err = serve();
	socket_name = "halod.sock";
	close(listener);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	return err;
}

/* A stick inserted during a repair is served afterwards, and its wait is reported once. */
static void
test_repairing(void **state)
{
	const char *first;

	(void)state;
	assert_int_equal(serve_between(2, false, ""), 0);
	first = strstr(out, "is being repaired");
	assert_non_null(first);
	assert_null(strstr(first + 1, "is being repaired"));
	said("2 new games written, 0 read");
	assert_int_equal(files_in(in_board("")), FILES_BEFORE);
}

/* A stick pulled during the wait blocks nothing and is unchanged. */
static void
test_repairing_pulled(void **state)
{
	(void)state;
	assert_int_equal(serve_between(2, true, ""), 1);
	assert_int_equal(files_in("."), 0);
}

/* Waits until the journal has the result of the newest game. */
static void
await_result(void)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (rig_now_us() < end) {
		json_t *games = json_object_get(rig_ok(&client, "{\"kind\":\"list\"}"), "games");
		bool over = false;
		json_t *row;
		size_t k;

		json_array_foreach(games, k, row) over |=
			strcmp(rig_text(row, "reason"), "resignation") == 0;
		if (over)
			return;
		(void)rig_pump(&client, 20);
	}
	fail_msg("the result never comes to the journal");
}

/* Holds a piece up for longer than the daemon needs to detect the lift. */
static void
move(const char *from, const char *to, char piece, int recorded)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	rig_board(&rig, "lift %s", from);
	while (!state_has("lifted", from)) {
		assert_true(rig_now_us() < end);
		(void)rig_pump(&client, 20);
	}
	rig_board(&rig, "put %s %c", to, piece);
	/* in the journal, which is read */
	assert_true(rig_wait_int(&client, "recorded", recorded));
}

static void
test_traces(void **state)
{
	(void)state;
	rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"usb_traces\":true}}");
	move("e2", "e4", 'P', 1);
	assert_int_equal(serve(), 0);
	assert_true(there(in_board("running.pgn")));
	rig_ok(&client, "{\"kind\":\"resign\",\"seat\":\"b\"}");
	await_result();
	assert_int_equal(serve(), 0);
	said("1 new game written");
	said("-chess.board\n");
	assert_false(there(in_board("running.pgn")) || there(in_board("running.json")));
}

static unsigned
count(const char *name, const char *end)
{
	DIR *d = opendir(in_stick(name));
	struct dirent *e;
	unsigned n = 0;

	assert_non_null(d);
	while ((e = readdir(d)))
		n += strlen(e->d_name) > strlen(end) &&
		     strcmp(e->d_name + strlen(e->d_name) - strlen(end), end) == 0;
	closedir(d);
	return n;
}

/* A game that ends again after a takeback of its result is rewritten, and its trace continues. */
static void
test_traces_taken_back(void **state)
{
	unsigned games;

	(void)state;
	rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"usb_traces\":true}}");
	move("e2", "e4", 'P', 1);
	move("e7", "e5", 'p', 2);
	rig_ok(&client, "{\"kind\":\"resign\",\"seat\":\"b\"}");
	await_result();
	assert_int_equal(serve(), 0);
	assert_int_equal(count(in_board(""), "-chess.board"), 1);
	games = count(in_board(""), "-chess.json");
	rig_ok(&client, "{\"kind\":\"undo\",\"n\":1}");
	assert_true(rig_wait_int(&client, "recorded", 1));
	assert_int_equal(serve(), 0);
	assert_true(there(in_board("running.json")));
	rig_ok(&client, "{\"kind\":\"resign\",\"seat\":\"w\"}");
	await_result();
	assert_int_equal(serve(), 0);
	assert_int_equal(count(in_board(""), "-chess.json"), games);
	assert_int_equal(count(in_board(""), "-chess.board"), 1);
}

/* A daemon that refuses the list is running: its reason is reported, and it is asked once. */
static void
test_list_refused(void **state)
{
	(void)state;
	assert_int_equal(serve_between(0, false, "list"), 1);
	said("refused: ");
	said("the record of games is being repaired: ask again when it is");
	assert_null(strstr(out, "the daemon is gone"));
	assert_true(trouble("not everything could be written to the USB stick"));
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		USB_TEST(test_twice),
		USB_TEST(test_taken),
		USB_TEST(test_full),
		USB_TEST(test_switched_off),
		USB_TEST(test_traces),
		USB_TEST(test_repairing),
		USB_TEST(test_repairing_pulled),
		USB_TEST(test_list_refused),
		USB_TEST(test_traces_taken_back),
	};

	usb_programs(argc, argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
