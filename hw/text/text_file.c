#include "hw/text/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Checks the kind of the opened file. Returns 0 or -errno. */
static int
check_kind(int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	return S_ISREG(st.st_mode) ? 0 : -EINVAL;
}

int
text_file_open(int folder, const char *name, int flags)
{
	/* O_NONBLOCK: opening a pipe does not wait for a writer. */
	int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
	int err;

	/* ENXIO: a socket, or a device without a driver. */
	if (fd < 0)
		return errno == ELOOP || errno == ENXIO ? -EINVAL : -errno;
	err = check_kind(fd);
	if (err < 0) {
		close(fd);
		return err;
	}
	return fd;
}

FILE *
text_file_stream(const char *path)
{
	int fd = text_file_open(AT_FDCWD, path, 0);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "re");

	if (fd < 0) {
		errno = -fd;
	} else if (!f) {
		int err = errno;

		close(fd);
		errno = err;
	}
	return f;
}

const char *
text_file_why(int err)
{
	return err == EINVAL ? "not a regular file" : strerror(err);
}
