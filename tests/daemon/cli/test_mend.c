/*
 * Sticks that were pulled during a write, as files: which mark shows it, and
 * that the repaired one is clean. mkfs.vfat, mkfs.exfat and the file system
 * checkers decide.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/usb/usb.h"

static struct usb_device stick;

static int
setup(void **state)
{
	const char *tmp = getenv("TMPDIR");
	int fd;

	(void)state;
	snprintf(stick.node, sizeof(stick.node), "%s/halo-mend-XXXXXX",
		 tmp && strlen(tmp) < sizeof(stick.node) - 20 ? tmp : "/tmp");
	fd = mkstemp(stick.node);
	assert_true(fd >= 0);
	close(fd);
	strcpy(stick.name, "TEST");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	unlink(stick.node);
	return 0;
}

/* Runs a shell command with the stick's file for @. Returns its exit status. */
static int
shell(const char *format)
{
	char line[512];
	const char *at = strchr(format, '@');

	snprintf(line, sizeof(line), "exec >/dev/null 2>&1; PATH=$PATH:/usr/sbin; %.*s%s%s",
		 (int)(at - format), format, stick.node, at + 1);
	return system(line);
}

static void
format(const char *type, const char *how)
{
	assert_int_equal(truncate(stick.node, 0), 0);
	assert_int_equal(truncate(stick.node, INT64_C(40) << 20), 0);
	assert_int_equal(shell(how), 0);
	strcpy(stick.type, type);
}

static uint8_t
byte_at(off_t at)
{
	int fd = open(stick.node, O_RDONLY);
	uint8_t byte = 0;

	assert_int_equal(pread(fd, &byte, 1, at), 1);
	close(fd);
	return byte;
}

static void
byte_put(off_t at, uint8_t byte)
{
	int fd = open(stick.node, O_WRONLY);

	assert_int_equal(pwrite(fd, &byte, 1, at), 1);
	close(fd);
}

/* Returns the offset of the cluster table. */
static off_t
table_at(void)
{
	return (byte_at(11) | byte_at(12) << 8) * (byte_at(14) | byte_at(15) << 8);
}

static bool
yes(void *arg)
{
	(void)arg;
	return true;
}

static bool
no(void *arg)
{
	(void)arg;
	return false;
}

/* Each mark in each kind of table; after the repair the mark is gone. */
static void
test_marks(void **state)
{
	static const struct {
		const char *type, *how;
		int at; /* in the boot sector, or -1 - the byte of the table */
		uint8_t set, unset;
	} rows[] = {
		{ "vfat", "mkfs.vfat -F 12 @", 37, 1, 0 },
		{ "vfat", "mkfs.vfat -F 16 @", 37, 1, 0 },
		{ "vfat", "mkfs.vfat -F 16 @", -1 - 3, 0, 0x80 },
		{ "vfat", "mkfs.vfat -F 32 -s 1 @", 65, 1, 0 },
		{ "vfat", "mkfs.vfat -F 32 -s 1 @", -1 - 7, 0, 0x08 },
		{ "exfat", "mkfs.exfat @", 106, 2, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		off_t at;

		format(rows[i].type, rows[i].how);
		assert_int_equal(usb_unclean(&stick), 0);
		at = rows[i].at >= 0 ? rows[i].at : table_at() - 1 - rows[i].at;
		byte_put(at, (uint8_t)((byte_at(at) | rows[i].set) & ~rows[i].unset));
		if (usb_unclean(&stick) != 1)
			fail_msg("row %zu: the mark is not seen", i);
		if (usb_mend(&stick, yes, NULL) != 0 || usb_unclean(&stick) != 0)
			fail_msg("row %zu: it is not mended", i);
	}
	strcpy(stick.type, "ext4");
	assert_int_equal(usb_unclean(&stick), 0);
}

/* Cuts the cluster chain of a long file after its first cluster, as pulling the stick would. */
static void
test_cut_chain(void **state)
{
	off_t first;

	(void)state;
	format("vfat", "mkfs.vfat -F 16 @");
	assert_int_equal(shell("head -c 100000 /dev/zero | mcopy -i @ - ::/all-games.pgn"), 0);
	/* The first copied file has the clusters from 2 on. */
	first = table_at() + 2 * 2;
	byte_put(first, 0xff);
	byte_put(first + 1, 0xff);
	byte_put(37, 1);
	assert_int_not_equal(shell("fsck.vfat -n @"), 0);
	assert_int_equal(usb_mend(&stick, yes, NULL), 0);
	assert_int_equal(shell("fsck.vfat -n @"), 0);
}

/* A checker that hangs, or that finds nothing to repair, leaves the stick unchanged. */
static void
test_not_mended(void **state)
{
	(void)state;
	format("vfat", "mkfs.vfat -F 16 @");
	byte_put(37, 1);
	assert_int_equal(usb_mend(&stick, no, NULL), -ETIMEDOUT);
	assert_int_equal(usb_unclean(&stick), 1);
	/* The device ends after the mark. */
	assert_int_equal(truncate(stick.node, 4096), 0);
	assert_int_equal(usb_mend(&stick, yes, NULL), -EIO);
	assert_int_equal(unlink(stick.node), 0);
	assert_int_equal(usb_unclean(&stick), -ENOENT);
}

#define MEND_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		MEND_TEST(test_marks),
		MEND_TEST(test_cut_chain),
		MEND_TEST(test_not_mended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
