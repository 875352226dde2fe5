/* A place whose disk becomes read-only, and writable again. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "place.h"

static inline int
line_write(const char *path, const char *line)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), r = -1;

	if (fd >= 0 && write(fd, line, strlen(line)) == (ssize_t)strlen(line))
		r = 0;
	if (fd >= 0)
		close(fd);
	return r;
}

/*
 * Makes later mounts private to this process. Call it before any thread starts.
 * Returns 0, or -1 without the permission.
 */
static inline int
disk_own(void)
{
	char uid[32], gid[32];

	snprintf(uid, sizeof(uid), "%u %u 1\n", geteuid(), geteuid());
	snprintf(gid, sizeof(gid), "%u %u 1\n", getegid(), getegid());
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0 ||
	    line_write("/proc/self/setgroups", "deny") < 0 ||
	    line_write("/proc/self/uid_map", uid) < 0 || line_write("/proc/self/gid_map", gid) < 0)
		return -1;
	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

/* Mounts the folder read-only; files that are open keep their mode. */
static inline void
disk_still(const char *folder)
{
	struct statvfs st;

	assert_int_equal(statvfs(folder, &st), 0);
	/* A user cannot clear these flags, so keep them. */
	if (mount(folder, folder, NULL, MS_BIND, NULL) < 0 ||
	    mount(NULL, folder, NULL,
		  MS_BIND | MS_REMOUNT | MS_RDONLY |
			  (st.f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC)),
		  NULL) < 0)
		fail_msg("%s: %s", folder, strerror(errno));
}

static inline void
disk_write(const char *folder)
{
	assert_int_equal(umount2(folder, MNT_DETACH), 0);
}
