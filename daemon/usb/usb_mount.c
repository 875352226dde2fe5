/*
 * Mounts with one capability and outside of the file tree. The mount exists as
 * long as a descriptor of it, and other processes cannot reach it. Afterwards
 * the process can only write what its user owns.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/openat2.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/usb/usb.h"

#ifndef MOUNT_ATTR_NOSYMFOLLOW
#define MOUNT_ATTR_NOSYMFOLLOW 0x00200000
#endif

enum {
	ATTRIBUTES = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_NOATIME |
		     MOUNT_ATTR_NOSYMFOLLOW
};

/* Supported types, and whether the mounter chooses the owner of their files. */
static const struct {
	const char *type;
	bool owned;
} known[] = { { "vfat", true }, { "exfat", true }, { "ext4", false } };

static unsigned
type_find(const char *type)
{
	unsigned i = 0;

	while (i < sizeof(known) / sizeof(known[0]) && strcmp(known[i].type, type) != 0)
		i++;
	return i;
}

static int
number_set(int fs, const char *key, unsigned value)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%u", value);
	return fsconfig(fs, FSCONFIG_SET_STRING, key, text, 0);
}

static int
options_set(int fs, const struct usb_device *d, bool owned, bool read_only)
{
	if (fsconfig(fs, FSCONFIG_SET_STRING, "source", d->node, 0) < 0)
		return -errno;
	if (read_only && fsconfig(fs, FSCONFIG_SET_FLAG, "ro", NULL, 0) < 0)
		return -errno;
	if (owned && (number_set(fs, "uid", geteuid()) < 0 || number_set(fs, "gid", getegid()) < 0))
		return -errno;
	if (strcmp(d->type, "vfat") == 0 && fsconfig(fs, FSCONFIG_SET_FLAG, "utf8", NULL, 0) < 0)
		return -errno;
	return fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0 ? -errno : 0;
}

/* Returns a mount's descriptor or -errno. */
static int
mount_try(const struct usb_device *d, bool owned, bool read_only)
{
	int fs = fsopen(d->type, FSOPEN_CLOEXEC), fd, err;

	if (fs < 0)
		return -errno;
	err = options_set(fs, d, owned, read_only);
	if (err == 0) {
		fd = fsmount(fs, FSMOUNT_CLOEXEC,
			     (unsigned)ATTRIBUTES | (read_only ? MOUNT_ATTR_RDONLY : 0));
		err = fd < 0 ? -errno : fd;
	}
	close(fs);
	return err;
}

/* ---- owner of the files ---- */

static int
line_write(const char *path, const char *line)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : write(fd, line, strlen(line));

	if (fd >= 0)
		close(fd);
	return n < 0 ? -1 : 0;
}

/* Runs in its own process: makes a user namespace that maps this user to that owner. */
static int
become(uid_t uid, gid_t gid, uid_t our_uid, gid_t our_gid)
{
	char line[64];

	if (unshare(CLONE_NEWUSER) < 0 || line_write("/proc/self/setgroups", "deny") < 0)
		return -1;
	(void)snprintf(line, sizeof(line), "%u %u 1\n", uid, our_uid);
	if (line_write("/proc/self/uid_map", line) < 0)
		return -1;
	(void)snprintf(line, sizeof(line), "%u %u 1\n", gid, our_gid);
	return line_write("/proc/self/gid_map", line);
}

/* Returns the namespace's descriptor or -errno. */
static int
namespace_open(uid_t uid, gid_t gid)
{
	const uid_t our_uid = geteuid();
	const gid_t our_gid = getegid();
	int ready[2], fd = -1;
	char path[64], byte = 0;
	pid_t child;

	if (pipe2(ready, O_CLOEXEC) < 0)
		return -errno;
	child = fork();
	if (child == 0) {
		byte = become(uid, gid, our_uid, our_gid) == 0 ? 'y' : 'n';
		if (write(ready[1], &byte, 1) == 1)
			pause();
		_exit(0);
	}
	close(ready[1]);
	if (child > 0 && read(ready[0], &byte, 1) == 1 && byte == 'y') {
		(void)snprintf(path, sizeof(path), "/proc/%d/ns/user", (int)child);
		fd = open(path, O_RDONLY | O_CLOEXEC);
	}
	close(ready[0]);
	if (child > 0) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	return fd < 0 ? -EPERM : fd;
}

/*
 * Maps this user to the owner of the top folder, on file systems with owners, so that the
 * stick's owner can read, change and remove the files.
 */
static int
owner_take(int mount)
{
	struct mount_attr how = { .attr_set = MOUNT_ATTR_IDMAP };
	struct stat st;
	int ns, err = 0;

	if (fstat(mount, &st) < 0)
		return -errno;
	if (st.st_uid == geteuid())
		return 0;
	ns = namespace_open(st.st_uid, st.st_gid);
	if (ns < 0)
		return ns;
	how.userns_fd = (unsigned)ns;
	if (mount_setattr(mount, "", AT_EMPTY_PATH, &how, sizeof(how)) < 0)
		err = -errno;
	close(ns);
	return err;
}

int
usb_mount(const struct usb_device *d, int *fd, bool *read_only)
{
	unsigned type = type_find(d->type);
	int mount, err = 0;

	if (type == sizeof(known) / sizeof(known[0]))
		return -ENODEV;
	*read_only = d->read_only;
	mount = mount_try(d, known[type].owned, *read_only);
	if ((mount == -EROFS || mount == -EACCES) && !*read_only) {
		*read_only = true;
		mount = mount_try(d, known[type].owned, true);
	}
	if (mount < 0)
		return mount;
	if (!known[type].owned)
		err = owner_take(mount);
	if (err == 0) {
		/* A mount's own descriptor is O_PATH, which fsync refuses. */
		*fd = openat(mount, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		err = *fd < 0 ? -errno : 0;
	}
	close(mount);
	return err;
}

int
usb_unprivileged(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = { 0 };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) < 0 ||
	    syscall(SYS_capset, &head, none) < 0)
		return -errno;
	return 0;
}

int
usb_folder(int in, const char *name)
{
	struct open_how how = {
		.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV,
	};
	int fd = (int)syscall(SYS_openat2, in, name, &how, sizeof(how));

	return fd < 0 ? -errno : fd;
}
