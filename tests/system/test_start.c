/* Cases in which halod must refuse to start: errors in options and descriptions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/system/rig.h"

static struct rig_programs programs;
static const char *description; /* a valid one, which each row breaks */

/* Replaces `from` by `to` once; the message must contain `want`. */
static const struct {
	const char *from, *to, *want;
} rows[] = {
	{ "files = 8", "files = 12", "[board] files" },
	{ "files = 8", "filez = 8", "filez" },
	{ "[bus.0]", "[buzz.0]", "buzz" },
	{ "address = 0x21", "address = 0x20", "[sensor.1] address" },
	{ "address = 0x22", "address = 0x52", "[sensor.2] address" },
	{ "chip = MCP23017", "chip = MCP99999", "MCP99999" },
	{ "map = a1 b1", "map = a1 a1", "a1" },
	{ "map = a1 b1", "map = z9 b1", "z9" },
	{ "bus = 0\naddress = 0x23", "bus = 3\naddress = 0x23", "[sensor.3] bus" },
	{ "max_ma = 500", "max_ma = 99999", "max_ma" },
	{ "a1:0/1/2", "a1:0/1/999", "999" },
	{ "line = 5", "line = 17", "17" },
	{ "speed_hz = 400000", "speed_hz = fast", "speed_hz" },
	{ "title = ", "title = \x01", "byte 0x01" },
};

static char *
read_text(const char *path)
{
	char *text = calloc(1, 65536);
	FILE *f = fopen(path, "r");

	if (!f || !text || fread(text, 1, 65535, f) == 0)
		rig_die("cannot read %s", path);
	fclose(f);
	return text;
}

static void
write_broken(const char *path, const char *good, const char *from, const char *to)
{
	const char *at = strstr(good, from);
	FILE *f = fopen(path, "w");

	if (!at || !f)
		rig_die("\"%s\" is not in %s", from, description);
	fprintf(f, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
	fclose(f);
}

static void
test_descriptions(void **state)
{
	struct rig r;
	char *good = read_text(description), path[128], out[RIG_TEXT_MAX];
	unsigned failed = 0;

	(void)state;
	rig_init(&r, programs, "none", true);
	snprintf(path, sizeof(path), "%s/broken.ini", r.dir);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *argv[] = { "--board", path, "--store", r.dir, NULL };
		int code;

		write_broken(path, good, rows[i].from, rows[i].to);
		code = rig_halod_run(&r, argv, out);
		if (code != 2 || !strstr(out, rows[i].want) || !strstr(out, "config: ") ||
		    !strstr(out, "broken.ini:")) {
			print_error("%s -> %s: exit %d, %s", rows[i].from, rows[i].to, code, out);
			failed++;
		}
	}
	assert_int_equal(failed, 0);
	free(good);
	rig_finish(&r);
}

static const struct {
	const char *words[6];
	int code;
	const char *want;
} options[] = {
	{ { "--frob" }, 2, "config: unrecognized option '--frob'" },
	{ { "--board", "no-such-board" }, 2, "no-such-board" },
	{ { "--bus", "2=/dev/x" }, 2, "has no bus 2" },
	{ { "--clock", "bus", "--bus", "0=/dev/i2c-1" }, 2, "that a virtual one" },
	{ { "--socket", "/nonexistent/deeper/halod.sock" }, 1, "/nonexistent/deeper/halod.sock" },
};

static void
test_options(void **state)
{
	struct rig r;
	char out[RIG_TEXT_MAX];

	(void)state;
	rig_init(&r, programs, "none", true);
	setenv("XDG_RUNTIME_DIR", r.dir, 1);
	setenv("XDG_DATA_HOME", r.dir, 1);
	unsetenv("RUNTIME_DIRECTORY");
	unsetenv("STATE_DIRECTORY");
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		int code = rig_halod_run(&r, options[i].words, out);

		if (code != options[i].code || !strstr(out, options[i].want))
			fail_msg("%s %s: exit %d, %s", options[i].words[0],
				 options[i].words[1] ? options[i].words[1] : "", code, out);
	}
	rig_finish(&r);
}

/* Lamps left on by `kill -9` are turned off by --dark, which does not affect a running daemon. */
static void
test_dark(void **state)
{
	struct rig r;
	char bus[160], socket_path[128], out[RIG_TEXT_MAX];
	const char *argv[] = { "--dark", "--bus", bus, "--socket", socket_path, NULL };

	(void)state;
	rig_init(&r, programs, "reed-8x8", true);
	snprintf(bus, sizeof(bus), "0=unix:%s/bus", r.dir);
	snprintf(socket_path, sizeof(socket_path), "%s/halod.sock", r.dir);
	rig_board_start(&r);
	rig_board(&r, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	rig_halod_start(&r, (const char *const[]){ NULL });
	rig_board(&r, "advance 100");
	rig_board(&r, "lift e2");
	rig_board(&r, "advance 200");
	assert_string_not_equal(rig_board(&r, "lamps"), "");
	assert_int_equal(rig_halod_run(&r, argv, out), 1);
	assert_non_null(strstr(out, "another halod is listening"));
	assert_string_not_equal(rig_board(&r, "lamps"), "");
	rig_halod_kill(&r);
	assert_string_not_equal(rig_board(&r, "lamps"), "");
	assert_int_equal(rig_halod_run(&r, argv, out), 0);
	assert_string_equal(out, "");
	assert_string_equal(rig_board(&r, "lamps"), "");
	rig_board_stop(&r);
	assert_int_equal(rig_halod_run(&r, argv, out), 1);
	assert_non_null(strstr(out, "board: bus 0"));
	rig_finish(&r);
}

/* Receives a service manager's messages, as a datagram socket at `path`. */
static int
notify_open(const char path[96])
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	struct timeval patience = { .tv_sec = RIG_PATIENCE_MS / 1000 };
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%.95s", path);
	if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof(a)) < 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) < 0)
		rig_die("no socket for notices");
	setenv("NOTIFY_SOCKET", path, 1);
	return fd;
}

static const char *
notify_next(int fd)
{
	static char text[256];
	ssize_t n = TEMP_FAILURE_RETRY(recv(fd, text, sizeof(text) - 1, 0));

	text[n > 0 ? n : 0] = '\0';
	return text;
}

/* Without a board the daemon waits and serves clients; it is ready when a board replies. */
static void
test_ready(void **state)
{
	struct rig r;
	struct rig_client c;
	char path[96];
	int fd;

	(void)state;
	rig_init(&r, programs, "reed-8x8", false);
	snprintf(path, sizeof(path), "%s/notify", r.dir);
	fd = notify_open(path);
	rig_halod_start(&r, (const char *const[]){ NULL });
	assert_string_equal(notify_next(fd), "STATUS=waiting for the board to answer");
	rig_connect(&r, &c);
	assert_int_equal(json_array_size(json_object_get(rig_state(&c), "troubles")), 1);
	rig_disconnect(&c);
	rig_board_start(&r);
	assert_string_equal(notify_next(fd), "READY=1\nSTATUS=the board answers");
	assert_int_equal(rig_halod_stop(&r), 0);
	assert_string_equal(notify_next(fd), "STOPPING=1");
	/* With a board the daemon is ready at once. */
	rig_halod_start(&r, (const char *const[]){ NULL });
	assert_string_equal(notify_next(fd), "READY=1\nSTATUS=the board answers");
	/* A bus without our chips is no board. */
	assert_int_equal(rig_halod_stop(&r), 0);
	assert_string_equal(notify_next(fd), "STOPPING=1");
	for (unsigned a = 0x20; a <= 0x24; a++)
		rig_board(&r, "fault dead 0x%02x", a);
	rig_halod_start(&r, (const char *const[]){ NULL });
	assert_string_equal(notify_next(fd), "STATUS=waiting for the board to answer");
	rig_board(&r, "fault clear");
	assert_string_equal(notify_next(fd), "READY=1\nSTATUS=the board answers");
	unsetenv("NOTIFY_SOCKET");
	close(fd);
	rig_finish(&r);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_descriptions),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_dark),
		cmocka_unit_test(test_ready),
	};

	if (argc < 4)
		rig_die("usage: %s HALOD HALO-BOARD DESCRIPTION", argv[0]);
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	description = argv[3];
	setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
