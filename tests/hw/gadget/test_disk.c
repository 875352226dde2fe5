/*
 * The disk's medium and the players' settings, with a fake daemon at a socket,
 * an image program that succeeds only if the record is whole, and a folder for
 * configfs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "hw/linux/gadget/disk.h"
#include "hw/linux/gadget/follow.h"
#include "hw/linux/gadget/offer.h"

#define STATE(disk, work)                                                          \
	"{\"kind\":\"state\",\"work\":[" work "],\"settings\":{\"usb_disk\":" disk \
	",\"usb_serial\":"                                                         \
	"true}}\n"
#define IMPORT   "{\"id\":1,\"kind\":\"import\",\"done\":1,\"of\":9}"
#define REPAIR   "{\"id\":0,\"kind\":\"repair\",\"done\":1,\"of\":9}"
#define LUN_FILE "/usb_gadget/haloboard/functions/mass_storage.0/lun.0/file"

enum { PATIENCE_S = 120, PATH = 160 };

static struct {
	char dir[64], socket[PATH], maker[PATH], image[PATH], whole[PATH], medium[PATH];
	sd_event *event;
	struct gadget gadget;
	struct disk disk;
	struct follow follow;
	struct offer offer;
	int listens, link; /* the daemon's; -1: no connection */
	unsigned changes;
	bool cable;
} t;

static int
on_over(sd_event_source *s, uint64_t usec, void *arg)
{
	(void)s;
	(void)usec;
	(void)arg;
	fail_msg("nothing more comes: the disk is %d, the daemon %d", (int)t.disk.state,
		 t.follow.there);
	return 0;
}

static void
on_changed(struct follow *f)
{
	t.changes++;
	offer_changed(f);
}

/* Makes the gadget; a connected computer then finds the disk. */
static void
make(struct offer *o, unsigned functions)
{
	disk_pulled(&t.disk);
	o->made = functions;
	if (t.cable && functions & GADGET_DISK)
		disk_plugged(&t.disk);
}

static void
file_write(const char *path, const char *text, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static void
folders_make(const char *path)
{
	char part[PATH];

	for (const char *end = strchr(path + 1, '/'); end; end = strchr(end + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(end - path), path);
		(void)mkdir(part, 0755);
	}
}

static void
daemon_listen(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	snprintf(a.sun_path, sizeof(a.sun_path), "%.100s", t.socket);
	t.listens = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	t.link = -1;
	assert_int_equal(bind(t.listens, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(t.listens, 4), 0);
}

static int
setup(void **state)
{
	char text[2 * PATH];
	sigset_t set;

	(void)state;
	memset(&t, 0, sizeof(t));
	strcpy(t.dir, "/tmp/halo-disk.XXXXXX");
	assert_non_null(mkdtemp(t.dir));
	snprintf(t.socket, sizeof(t.socket), "%s/socket", t.dir);
	snprintf(t.maker, sizeof(t.maker), "%s/maker", t.dir);
	snprintf(t.image, sizeof(t.image), "%s/image", t.dir);
	snprintf(t.whole, sizeof(t.whole), "%s/whole", t.dir);
	snprintf(t.medium, sizeof(t.medium), "%s" LUN_FILE, t.dir);
	folders_make(t.medium);
	file_write(t.medium, "", 0644);
	snprintf(text, sizeof(text), "#!/bin/sh\n[ -e %s ] && echo records >\"$1\"\n", t.whole);
	file_write(t.maker, text, 0755);
	daemon_listen();
	assert_true(sd_event_new(&t.event) >= 0);
	assert_true(sd_event_add_time_relative(t.event, NULL, CLOCK_MONOTONIC,
					       PATIENCE_S * UINT64_C(1000000), 0, on_over,
					       NULL) >= 0);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	assert_int_equal(sigprocmask(SIG_BLOCK, &set, NULL), 0);
	t.gadget.configfs = t.dir;
	t.disk = (struct disk){ .gadget = &t.gadget,
				.event = t.event,
				.maker = t.maker,
				.image = t.image,
				.socket = t.socket };
	t.follow.event = t.event;
	t.follow.socket = t.socket;
	t.follow.changed = on_changed;
	t.follow.user = &t.offer;
	t.offer = (struct offer){ .follow = &t.follow, .disk = &t.disk, .make = make };
	assert_true(follow_begin(&t.follow) >= 0);
	return 0;
}

static void
daemon_ends(void)
{
	if (t.link >= 0)
		close(t.link);
	close(t.listens);
	unlink(t.socket);
}

static int
teardown(void **state)
{
	char path[PATH];

	(void)state;
	follow_end(&t.follow);
	daemon_ends();
	disk_pulled(&t.disk);
	sd_event_unref(t.event);
	unlink(t.maker);
	unlink(t.whole);
	unlink(t.medium);
	snprintf(path, sizeof(path), "%s", t.medium);
	for (char *end; (end = strrchr(path, '/')) > path + strlen("/tmp");) {
		*end = '\0';
		rmdir(path);
	}
	return 0;
}

static void
turn(void)
{
	assert_true(sd_event_run(t.event, 1000000) >= 0);
	if (t.link < 0)
		t.link = accept4(t.listens, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/* Sends text as the daemon and waits until it has been read. */
static void
daemon_says(const char *text)
{
	int waits;

	while (t.link < 0)
		turn();
	assert_int_equal(write(t.link, text, strlen(text)), (ssize_t)strlen(text));
	while (ioctl(t.follow.client.fd, FIONREAD, &waits) == 0 && waits > 0)
		turn();
}

static void
made(void)
{
	while (t.disk.state == DISK_MAKING)
		turn();
}

static void
record_is_whole(void)
{
	file_write(t.whole, "", 0644);
}

static void
expect_medium(void)
{
	char text[PATH] = "";
	int fd = open(t.medium, O_RDONLY | O_CLOEXEC);

	made();
	assert_int_equal(t.disk.state, DISK_IN);
	assert_true(read(fd, text, sizeof(text) - 1) > 0);
	close(fd);
	assert_string_equal(text, t.image);
}

/* The cable is connected while the daemon repairs its record at its start. */
static void
test_repaired_at_start(void **state)
{
	(void)state;
	t.cable = true;
	daemon_says(STATE("true", REPAIR));
	made();
	assert_false(t.follow.there);
	assert_int_equal(t.disk.state, DISK_EMPTY);
	daemon_says(STATE("true", IMPORT "," REPAIR));
	assert_int_equal(t.changes, 0);
	assert_int_equal(t.offer.made, 0);
	record_is_whole();
	daemon_says(STATE("true", IMPORT));
	assert_int_equal(t.changes, 1);
	expect_medium();
}

/* A daemon that has not read its journal reports default settings. */
static void
test_set_before_repair(void **state)
{
	(void)state;
	daemon_says(STATE("true", REPAIR));
	daemon_says(STATE("false", ""));
	assert_int_equal(t.changes, 1);
	assert_true(t.follow.there);
	assert_false(t.follow.disk);
}

/* The cable is connected during a repair in the middle of a session. */
static void
test_repaired_in_between(void **state)
{
	(void)state;
	daemon_says(STATE("true", ""));
	daemon_says(STATE("true", REPAIR));
	assert_false(t.follow.there);
	disk_plugged(&t.disk);
	made();
	assert_int_equal(t.disk.state, DISK_FAILED);
	record_is_whole();
	daemon_says(STATE("true", ""));
	expect_medium();
}

static void
test_daemon_back(void **state)
{
	(void)state;
	daemon_says(STATE("true", ""));
	disk_plugged(&t.disk);
	made();
	assert_int_equal(t.disk.state, DISK_FAILED);
	daemon_ends();
	while (t.follow.there)
		turn();
	assert_int_equal(t.offer.made, GADGET_DISK | GADGET_SERIAL);
	record_is_whole();
	daemon_listen();
	assert_true(sd_event_source_set_time_relative(t.follow.retry, 0) >= 0);
	daemon_says(STATE("true", ""));
	expect_medium();
}

/* An unchanged state is no change and retries nothing. */
static void
test_settings(void **state)
{
	static const struct {
		const char *line;
		unsigned changes;
		bool disk;
	} rows[] = {
		{ "{\"kind\":\"hello\"}\n", 0, false },
		{ STATE("true", ""), 1, true },
		{ STATE("true", ""), 1, true },
		{ STATE("true", IMPORT), 1, true },
		{ STATE("false", ""), 2, false },
		{ STATE("false", ""), 2, false },
		{ "{\"settings\":{}}\n", 3, true },
		{ "{\"settings\":{},\"work\":7}\n", 3, true },
		/* It is no daemon that sends this: the link is dropped, and what is offered stays. */
		{ "no message\n", 4, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		daemon_says(rows[i].line);
		assert_int_equal(t.changes, rows[i].changes);
		assert_int_equal(t.follow.disk, rows[i].disk);
		assert_int_equal(t.offer.made & GADGET_DISK, rows[i].disk ? GADGET_DISK : 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_repaired_at_start, setup, teardown),
		cmocka_unit_test_setup_teardown(test_set_before_repair, setup, teardown),
		cmocka_unit_test_setup_teardown(test_repaired_in_between, setup, teardown),
		cmocka_unit_test_setup_teardown(test_daemon_back, setup, teardown),
		cmocka_unit_test_setup_teardown(test_settings, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
