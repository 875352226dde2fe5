/*
 * halo-usb as a stick's service runs it, with a folder in the stick's place, on
 * a daemon and a virtual board. test-halo-usb HALO-USB HALOD HALO-BOARD
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/record/record.h"
#include "daemon/usb/usb.h"
#include "daemon/words/say.h"
#include "tests/system/rig.h"

enum { PATH_SIZE = 512, OUT_MAX = 64 * 1024, FILES_BEFORE = 5 };

#define FOOL "1. f3 e5 2. g4 Qh4# 0-1"

static const char *halo_usb;
static struct rig_programs programs;
static struct rig rig;
static struct rig_client client;
static char stick[128], out[OUT_MAX];
static const char *socket_name = "halod.sock"; /* that halo-usb is given */

static char *
in_stick(const char *name)
{
	static char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", stick, name);
	return path;
}

static void
put(const char *name, const char *text)
{
	FILE *f = fopen(in_stick(name), "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void
folder(const char *name)
{
	assert_int_equal(mkdir(in_stick(name), 0755), 0);
}

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

/* Runs it; what it says is in `out`. limit: no file may be longer, 0: any. */
static int
serve_limited(rlim_t limit)
{
	struct rlimit r = { limit, limit };
	char socket[160], log[PATH_SIZE];
	int status;
	FILE *f;
	pid_t pid;

	snprintf(socket, sizeof(socket), "%s/%s", rig.dir, socket_name);
	snprintf(log, sizeof(log), "%s/usb.log", rig.dir);
	pid = fork();
	if (pid == 0) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);

		dup2(fd, 1);
		dup2(fd, 2);
		signal(SIGXFSZ, SIG_IGN);
		if (limit)
			setrlimit(RLIMIT_FSIZE, &r);
		execl(halo_usb, halo_usb, "--socket", socket, "--state", rig.dir, "--folder", stick,
		      (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	f = fopen(log, "r");
	assert_non_null(f);
	out[fread(out, 1, sizeof(out) - 1, f)] = '\0';
	fclose(f);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int
serve(void)
{
	return serve_limited(0);
}

static void
said(const char *text)
{
	if (!strstr(out, text))
		fail_msg("not said: %s\nbut:\n%s", text, out);
}

/* Is it among the troubles that the daemon tells? */
static bool
trouble(const char *text)
{
	char *all = json_dumps(json_object_get(rig_state(&client), "troubles"), JSON_COMPACT);
	bool has = strstr(all, text) != NULL;

	free(all);
	return has;
}

/* Each case has a daemon with two finished games and a stick of its own. */
static int
setup(void **state)
{
	(void)state;
	rig_init(&rig, programs, "reed-8x8", false);
	rig_board_start(&rig);
	rig_board(&rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	for (unsigned i = 0; i < 2; i++)
		rig_ok(&client,
		       "{\"kind\":\"import\",\"text\":\"[White \\\"%u\\\"]\\n\\n" FOOL "\\n\"}", i);
	snprintf(stick, sizeof(stick), "%s/stick", rig.dir);
	assert_int_equal(mkdir(stick, 0755), 0);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	rig_disconnect(&client);
	rig_finish(&rig);
	return 0;
}

static void
test_twice(void **state)
{
	(void)state;
	put("letter.txt", "mine");
	assert_int_equal(serve(), 0);
	said("2 new games written, 0 read");
	assert_int_equal(files_in("haloboard"), FILES_BEFORE);
	assert_true(there("haloboard/all-games.pgn"));
	assert_int_equal(serve(), 0);
	said(": 0 new games written, 0 read");
	assert_int_equal(files_in("haloboard"), FILES_BEFORE);
	assert_int_equal(files_in("."), 2);
	assert_true(trouble("[]"));
}

static void
test_taken(void **state)
{
	(void)state;
	put("haloboard", "a file");
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
	assert_true(trouble(" is full: what fitted is on it"));
	assert_int_equal(serve(), 0);
	assert_int_equal(files_in("haloboard"), FILES_BEFORE);
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

/* What one side says goes to the other. False: that has gone. */
static bool
pass_on(int from, int to)
{
	char bytes[4096];
	ssize_t n = read(from, bytes, sizeof(bytes));

	return n > 0 && send(to, bytes, (size_t)n, MSG_NOSIGNAL) == n;
}

/*
 * A line is read and answered as by a daemon that repairs; its id is `id`. True: it was a
 * question, and refused; false: that a stick waits.
 */
static bool
refuse(int client_fd, int id)
{
	char line[256] = "", answer[160];
	size_t n = 0;
	bool waits;

	while (n + 1 < sizeof(line) && read(client_fd, &line[n], 1) == 1 && line[n] != '\n')
		n++;
	waits = strstr(line, "\"waiting\"") != NULL;
	if (waits)
		snprintf(answer, sizeof(answer), "{\"kind\":\"ok\",\"id\":%d}\n", id);
	else
		snprintf(answer, sizeof(answer),
			 "{\"kind\":\"error\",\"id\":%d,\"why\":\"%s\"}\n", id,
			 say_text(SAY_REPAIRING_WAIT));
	if (write(client_fd, answer, strlen(answer)) < 0)
		_exit(1);
	return !waits;
}

/*
 * Between halo-usb and the daemon: the first questions are refused, then all
 * goes on. end: who asks is told to end at the last of them.
 */
static void
stand_between(int listener, int refusals, bool end)
{
	struct ucred who = { 0 };
	socklen_t size = sizeof(who);
	struct sockaddr_un a;
	int daemon_fd = unix_socket("halod.sock", &a), client_fd;
	struct pollfd p[2];
	int told = 0;

	if (connect(daemon_fd, (struct sockaddr *)&a, sizeof(a)) < 0 ||
	    (client_fd = accept(listener, NULL, NULL)) < 0 || !pass_on(daemon_fd, client_fd) ||
	    getsockopt(client_fd, SOL_SOCKET, SO_PEERCRED, &who, &size) < 0)
		_exit(1);
	/* Refused so often; told once, behind the first time, that a stick waits. */
	for (int i = 1; i <= refusals + 1; i++) {
		if (end && i == refusals + 1)
			kill(who.pid, SIGTERM);
		if (!refuse(client_fd, i) && (told++ || i != 2))
			_exit(2);
	}
	if (!told)
		_exit(3);
	p[0] = (struct pollfd){ .fd = daemon_fd, .events = POLLIN };
	p[1] = (struct pollfd){ .fd = client_fd, .events = POLLIN };
	while (poll(p, 2, -1) > 0)
		if ((p[0].revents && !pass_on(daemon_fd, client_fd)) ||
		    (p[1].revents && !pass_on(client_fd, daemon_fd)))
			_exit(0);
}

/* As serve(), with a daemon that refuses so many questions first. */
static int
serve_repairing(int refusals, bool end)
{
	struct sockaddr_un a;
	int listener = unix_socket("repairing.sock", &a), err, status;
	pid_t pid;

	assert_int_equal(bind(listener, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(listener, 1), 0);
	pid = fork();
	if (pid == 0)
		stand_between(listener, refusals, end);
	socket_name = "repairing.sock";
	err = serve();
	socket_name = "halod.sock";
	close(listener);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	return err;
}

/* A stick that comes meanwhile is served afterwards, and the wait is told once. */
static void
test_repairing(void **state)
{
	const char *first;

	(void)state;
	assert_int_equal(serve_repairing(2, false), 0);
	first = strstr(out, "is being repaired");
	assert_non_null(first);
	assert_null(strstr(first + 1, "is being repaired"));
	said("2 new games written, 0 read");
	assert_int_equal(files_in("haloboard"), FILES_BEFORE);
}

/* One that is pulled meanwhile keeps nobody waiting, and nothing was touched. */
static void
test_repairing_pulled(void **state)
{
	(void)state;
	assert_int_equal(serve_repairing(2, true), 1);
	assert_int_equal(files_in("."), 0);
}

/* The journal has the result of the newest game. */
static void
await_result(void)
{
	for (unsigned i = 0; i < 1000; i++) {
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

static void
test_traces(void **state)
{
	(void)state;
	rig_ok(&client, "{\"kind\":\"set\",\"values\":{\"usb_traces\":true}}");
	rig_board(&rig, "lift e2");
	rig_board(&rig, "put e4 P");
	assert_true(rig_wait_int(&client, "recorded", 1)); /* in the journal, which is read */
	assert_int_equal(serve(), 0);
	assert_true(there("haloboard/running.pgn"));
	rig_ok(&client, "{\"kind\":\"resign\",\"seat\":\"b\"}");
	await_result();
	assert_int_equal(serve(), 0);
	said("1 new games written");
	said("-chess.board\n");
}

static void
test_import(void **state)
{
	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	put("haloboard/import/b.PGN",
	    "[White \"x\"]\n\n" FOOL "\n\n1. e4 e5 2. Ke3 *\n\n1. d4 1-0\n");
	put("haloboard/import/a\x1b[31m\n.pgn", "1. e9 *\n");
	put("haloboard/import/readme.txt", FOOL);
	folder("haloboard/import/folder.pgn");
	assert_int_equal(symlink("/etc/passwd", in_stick("haloboard/import/link.pgn")), 0);
	assert_int_equal(mkfifo(in_stick("haloboard/import/pipe.pgn"), 0600), 0);
	put("haloboard/import/huge.pgn", "");
	assert_int_equal(truncate(in_stick("haloboard/import/huge.pgn"), INT64_C(4) << 30), 0);
	assert_int_equal(serve(), 0);
	said("4 new games written, 2 read");
	said("import/b.PGN:5:13: game 2: Ke3: ");
	said("import/a\\x1b[31m\\x0a.pgn:1:4: game 1: e9: ");
	said("import/folder.pgn: this is no file");
	said("import/link.pgn: this is no file");
	said("import/pipe.pgn: this is no file");
	said("import/huge.pgn: longer than 16 MiB");
	assert_null(strchr(out, '\x1b'));
	assert_int_equal(serve(), 0);
	said("0 new games written, 0 read");
	/* A game more in the same file comes in alone. */
	put("haloboard/import/b.PGN", "[White \"x\"]\n\n" FOOL "\n\n1. c4 1-0\n");
	assert_int_equal(serve(), 0);
	said("1 new games written, 1 read");
}

/* More names than are looked at, more files than are read. */
static void
test_many(void **state)
{
	char name[64];

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	for (unsigned i = 0; i <= USB_IMPORT_FILES_MAX; i++) {
		snprintf(name, sizeof(name), "haloboard/import/%03u.pgn", i);
		put(name, "");
	}
	assert_int_equal(serve(), 0);
	said("more than 64 files");
}

static bool
always(void *arg)
{
	(void)arg;
	return true;
}

/* As halo-usb reads them, but no more than three: how many came in. */
static unsigned
import_three(struct usb_import *i)
{
	char socket[160];
	struct cli_link link = { .fd = -1, .socket = socket };
	struct usb_imported known = { 0 };
	int fd = open(in_stick("haloboard"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	snprintf(socket, sizeof(socket), "%s/halod.sock", rig.dir);
	assert_int_equal(cli_connect(&link), CLI_OK);
	assert_int_equal(usb_imported_load(&known, rig.dir), 0);
	*i = (struct usb_import){
		.link = &link, .imported = &known, .go_on = always, .games_max = 3
	};
	assert_int_equal(usb_import_run(i, fd), 0);
	usb_imported_free(&known);
	cli_link_close(&link);
	close(fd);
	return i->games;
}

/* More games than come in at a time: said, even behind an error, and the rest comes in later. */
static void
test_too_many_games(void **state)
{
	struct usb_import i;

	(void)state;
	folder("haloboard");
	folder("haloboard/import");
	put("haloboard/import/a.pgn",
	    "1. e9 *\n\n1. a3 1-0\n\n1. b3 1-0\n\n1. c3 1-0\n\n1. d3 1-0\n");
	put("haloboard/import/b.pgn", "1. e3 1-0\n\n1. f3 1-0\n");
	assert_int_equal(import_three(&i), 3);
	assert_true(i.full);
	assert_string_equal(i.error,
			    "import/a.pgn: game 5 and all that follow wait for the next time: "
			    "3 are enough");
	assert_int_equal(import_three(&i), 3);
	assert_false(i.full);
	assert_int_equal(import_three(&i), 0);
	assert_int_equal(serve(), 0);
	said(": 8 new games written, 0 read");
}

static void
test_clean(void **state)
{
	static const struct {
		const char *text, *clean;
	} rows[] = {
		{ "CHESS", "CHESS" },
		{ "Jörg’s ♞", "Jörg’s ♞" },
		{ "a\tb\x7f", "a\\x09b\\x7f" },
		{ "\xe2\x80\xaetxt.exe", "\\xe2\\x80\\xaetxt.exe" },
		{ "\xc2\x9b", "\\xc2\\x9b" },
		{ "\xff\xc3", "\\xff\\xc3" },
		{ "\xed\xa0\x80", "\\xed\\xa0\\x80" },
	};
	char clean[64];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		usb_clean(clean, sizeof(clean), rows[i].text);
		assert_string_equal(clean, rows[i].clean);
	}
	usb_clean(clean, 6, "ab♞");
	assert_string_equal(clean, "ab♞");
	usb_clean(clean, 5, "ab♞");
	assert_string_equal(clean, "ab");
}

#define USB_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clean),
		USB_TEST(test_twice),
		USB_TEST(test_taken),
		USB_TEST(test_full),
		USB_TEST(test_import),
		USB_TEST(test_many),
		USB_TEST(test_switched_off),
		USB_TEST(test_traces),
		USB_TEST(test_too_many_games),
		USB_TEST(test_repairing),
		USB_TEST(test_repairing_pulled),
	};

	assert_int_equal(argc, 4);
	halo_usb = argv[1];
	programs = (struct rig_programs){ .halod = argv[2], .halo_board = argv[3] };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
