/*
 * Repairs a stick that was pulled while it was written. FAT and exFAT have a
 * mark while they are mounted for writing; a set mark may mean broken chains of
 * clusters. Linux still mounts such a stick and writes to it; the next computer
 * that repairs it then deletes the new files. So the file system's own program
 * repairs it before the mount.
 *
 * Sources of the marks: Linux, fs/fat/inode.c (state of the boot sector, bit
 * 0); Microsoft, FAT specification of 2005, the second entry of the table (bit
 * 15 or 27 unset); Microsoft, exFAT specification, VolumeFlags (bit 1).
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/usb/usb.h"
#include "hw/text/text.h"

enum {
	SECTOR = 512,
	LOOK_MS = 500,             /* interval between calls of may_continue */
	LINES_MAX = 40,            /* lines of the program's output that are logged */
	MEMORY_MAX = 192 << 20,    /* limit for a program that reads untrusted data */
	FAT12_CLUSTERS_MAX = 4084, /* FAT12 has no room for a mark in its table */
};

/* ---- the mark ---- */

static unsigned
le(const uint8_t *at, unsigned bytes)
{
	unsigned value = 0;

	while (bytes-- > 0)
		value = value << 8 | at[bytes];
	return value;
}

static bool
is_fat12(const uint8_t *boot)
{
	const unsigned sector = le(boot + 11, 2), roots = le(boot + 17, 2);
	const unsigned sectors = le(boot + 19, 2) ? le(boot + 19, 2) : le(boot + 32, 4);
	const uint64_t before = le(boot + 14, 2) + (uint64_t)boot[16] * le(boot + 22, 2) +
				(roots * 32 + sector - 1) / sector;

	return sectors <= before || (sectors - before) / boot[13] <= FAT12_CLUSTERS_MAX;
}

/* Returns 1, 0, or -errno. */
static int
fat_unclean(int fd, const uint8_t *boot)
{
	const unsigned sector = le(boot + 11, 2);
	const bool fat32 = le(boot + 22, 2) == 0;
	uint8_t entry[8];

	if (sector < SECTOR || boot[13] == 0)
		return 0; /* no known file system: mounting reports that */
	if (boot[fat32 ? 65 : 37] & 1)
		return 1;
	if (!fat32 && is_fat12(boot))
		return 0;
	if (pread(fd, entry, sizeof(entry), (off_t)le(boot + 14, 2) * (off_t)sector) != sizeof(entry))
		return -EIO;
	return fat32 ? !(entry[7] & 0x08) : !(entry[3] & 0x80);
}

int
usb_unclean(const struct usb_device *d)
{
	const bool fat = strcmp(d->type, "vfat") == 0, exfat = strcmp(d->type, "exfat") == 0;
	int fd = fat || exfat ? open(d->node, O_RDONLY | O_CLOEXEC) : -1, unclean;
	uint8_t boot[SECTOR];

	if (!fat && !exfat)
		return 0;
	if (fd < 0)
		return -errno;
	if (pread(fd, boot, sizeof(boot), 0) != sizeof(boot))
		unclean = -EIO;
	else
		unclean = fat ? fat_unclean(fd, boot) : boot[106] >> 1 & 1;
	close(fd);
	return unclean;
}

/* ---- the program ---- */

static void
program_become(const struct usb_device *d, int out)
{
	const struct rlimit memory = { MEMORY_MAX, MEMORY_MAX };
	const char *const path =
		strcmp(d->type, "vfat") == 0 ? "/usr/sbin/fsck.fat" : "/usr/sbin/fsck.exfat";

	/* Gives up all capabilities, because the program reads untrusted data. */
	if (usb_unprivileged() < 0 || setrlimit(RLIMIT_AS, &memory) < 0 || dup2(out, 1) < 0 ||
	    dup2(out, 2) < 0)
		_exit(126);
	execl(path, path, "-a", d->node, (char *)NULL);
	_exit(127);
}

static void
line_report(const struct usb_device *d, char *line, unsigned *reported)
{
	char clean[USB_TEXT];

	if (*line && (*reported)++ < LINES_MAX) {
		text_clean(clean, sizeof(clean), line);
		printf("%s: %s\n", d->name, clean);
	}
}

/* Logs the output, line by line, to its end. Returns false if may_continue stops it. */
static bool
program_log_output(const struct usb_device *d, int from, bool (*may_continue)(void *arg), void *arg)
{
	struct pollfd p = { .fd = from, .events = POLLIN };
	char line[USB_TEXT];
	unsigned reported = 0;
	size_t at = 0;

	while (may_continue(arg)) {
		char c;

		if (poll(&p, 1, LOOK_MS) <= 0)
			continue;
		if (read(from, &c, 1) <= 0)
			return true;
		if (c != '\n' && at + 1 < sizeof(line)) {
			line[at++] = c;
			continue;
		}
		line[at] = '\0';
		line_report(d, line, &reported);
		at = 0;
	}
	return false;
}

int
usb_mend(const struct usb_device *d, bool (*may_continue)(void *arg), void *arg)
{
	int ends[2], status = 0, unclean;
	bool was_read;
	pid_t child;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	(void)fflush(stdout);
	child = fork();
	if (child == 0)
		program_become(d, ends[1]);
	close(ends[1]);
	was_read = child > 0 && program_log_output(d, ends[0], may_continue, arg);
	close(ends[0]);
	if (child < 0)
		return -EAGAIN;
	/* Killing the program is safe: it writes only at its end. */
	if (!was_read)
		kill(child, SIGKILL);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (!was_read)
		return -ETIMEDOUT;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return -ENOENT;
	/*
	 * The exit status is 1 after a repair and after a failed repair; only the mark shows
	 * which.
	 */
	unclean = WIFEXITED(status) && WEXITSTATUS(status) <= 1 ? usb_unclean(d) : 1;
	return unclean > 0 ? -EIO : unclean;
}
