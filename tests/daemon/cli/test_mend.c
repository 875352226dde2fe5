/*
 * Sticks that were pulled while they were written, as files in a stick's place:
 * whose mark says so, and that the mended one is in order. mkfs.vfat, mkfs.exfat
 * and the checkers themselves are the judges.
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
#include <sys/stat.h>
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

/* The stick's file instead of @. What the shell ends with. */
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

/* Where the table of clusters begins. */
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

/* Each way of being marked, in each kind of table; mended, it is marked no more. */
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

/* A file of many clusters whose chain ends behind the first one: as a pull leaves it. */
static void
test_cut_chain(void **state)
{
	off_t first;

	(void)state;
	format("vfat", "mkfs.vfat -F 16 @");
	assert_int_equal(shell("head -c 100000 /dev/zero | mcopy -i @ - ::/all-games.pgn"), 0);
	/* The first file that is copied has the clusters from 2 on. */
	first = table_at() + 2 * 2;
	byte_put(first, 0xff);
	byte_put(first + 1, 0xff);
	byte_put(37, 1);
	assert_int_not_equal(shell("fsck.vfat -n @"), 0);
	assert_int_equal(usb_mend(&stick, yes, NULL), 0);
	assert_int_equal(shell("fsck.vfat -n @"), 0);
}

/* Neither a program that never comes to its end, nor one that has nothing to mend, changes it. */
static void
test_not_mended(void **state)
{
	(void)state;
	format("vfat", "mkfs.vfat -F 16 @");
	byte_put(37, 1);
	assert_int_equal(usb_mend(&stick, no, NULL), -ETIMEDOUT);
	assert_int_equal(usb_unclean(&stick), 1);
	/* It ends behind the mark. */
	assert_int_equal(truncate(stick.node, 4096), 0);
	assert_int_equal(usb_mend(&stick, yes, NULL), -EIO);
	assert_int_equal(unlink(stick.node), 0);
	assert_int_equal(usb_unclean(&stick), -ENOENT);
}

/* ---- names laid out anew, in a plain folder ---- */

static int top;

static void
file_put(const char *path, const char *text)
{
	int fd = openat(top, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static off_t
size_of(const char *path)
{
	struct stat st;

	return fstatat(top, path, &st, AT_SYMLINK_NOFOLLOW) == 0 ? st.st_size : -1;
}

static void
test_renew(void **state)
{
	char line[128], folder[64] = "/tmp/halo-renew-XXXXXX";
	struct stat before, after;

	(void)state;
	assert_non_null(mkdtemp(folder));
	top = open(folder, O_RDONLY | O_DIRECTORY);
	assert_int_equal(usb_folder_renew(top, "haloboard", true), 0);
	assert_int_equal(size_of("haloboard"), -1);
	assert_int_equal(mkdirat(top, "haloboard", 0700), 0);
	assert_int_equal(mkdirat(top, "haloboard/import", 0700), 0);
	file_put("haloboard/1.pgn", "one");
	file_put("haloboard/empty.txt", "");
	file_put("haloboard/2026-01-31-012-chess.json", "");
	file_put("haloboard/4.pgn" EXPORT_TEMPORARY, "");
	file_put("haloboard/import/x", "");
	assert_int_equal(fstatat(top, "haloboard", &before, 0), 0);
	assert_int_equal(usb_folder_renew(top, "haloboard", false), 0);
	assert_int_equal(size_of("haloboard/2026-01-31-012-chess.json"), 0);
	assert_int_equal(usb_folder_renew(top, "haloboard", true), 0);
	assert_int_equal(fstatat(top, "haloboard", &after, 0), 0);
	assert_true(before.st_ino != after.st_ino);
	assert_int_equal(size_of("haloboard/1.pgn"), 3);
	assert_int_equal(size_of("haloboard/import/x"), 0);
	/* Empty games are written again; an empty file of somebody's is theirs. */
	assert_int_equal(size_of("haloboard/2026-01-31-012-chess.json"), -1);
	assert_int_equal(size_of("haloboard/4.pgn" EXPORT_TEMPORARY), -1);
	assert_int_equal(size_of("haloboard/empty.txt"), 0);
	assert_int_equal(size_of("haloboard-mended"), -1);
	/* Pulled in the midst of it: a name in both, one of them cut to nothing. */
	assert_int_equal(mkdirat(top, "haloboard-mended", 0700), 0);
	file_put("haloboard-mended/1.pgn", "");
	file_put("haloboard-mended/2.pgn", "two");
	file_put("haloboard/2.pgn", "");
	file_put("haloboard-mended/3.pgn", "three");
	assert_int_equal(usb_folder_renew(top, "haloboard", false), 0);
	assert_int_equal(size_of("haloboard/1.pgn"), 3);
	assert_int_equal(size_of("haloboard/2.pgn"), 3);
	assert_int_equal(size_of("haloboard/3.pgn"), 5);
	assert_int_equal(size_of("haloboard-mended"), -1);
	/* Two that hold something: none is taken away. */
	assert_int_equal(mkdirat(top, "haloboard-mended", 0700), 0);
	file_put("haloboard-mended/1.pgn", "other");
	assert_int_equal(usb_folder_renew(top, "haloboard", true), 0);
	assert_int_equal(size_of("haloboard/1.pgn"), 3);
	assert_int_equal(size_of("haloboard-mended/1.pgn"), 5);
	/* A link is nobody's folder. */
	assert_int_equal(symlinkat("haloboard", top, "link"), 0);
	assert_int_equal(usb_folder_renew(top, "link", true), 0);
	assert_int_equal(size_of("link-mended"), -1);
	close(top);
	snprintf(line, sizeof(line), "rm -r %s", folder);
	assert_int_equal(system(line), 0);
}

#define MEND_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		MEND_TEST(test_marks),
		MEND_TEST(test_cut_chain),
		MEND_TEST(test_not_mended),
		cmocka_unit_test(test_renew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
