/* Writes files atomically: after a power cut the old or the new one is complete. */
#include "daemon/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/text/text_file.h"

enum { WRITER_WAIT_MS = 200 };

int
record_write_all(int fd, const char *data, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

/* Opens the folder of `path`. */
static int
folder_open(const char *path)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(path, '/');
	int fd;

	if (!slash)
		strcpy(folder, ".");
	else if ((size_t)(slash - path) >= sizeof(folder))
		return -ENAMETOOLONG;
	else
		snprintf(folder, sizeof(folder), "%.*s", slash == path ? 1 : (int)(slash - path),
			 path);
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int
folder_sync(int fd)
{
	/* Some file systems of USB sticks do not support fsync of a folder. */
	if (fsync(fd) < 0 && errno != EINVAL)
		return -errno;
	return 0;
}

int
record_folder_sync(const char *path)
{
	int fd = folder_open(path), err = fd < 0 ? fd : folder_sync(fd);

	if (fd >= 0)
		close(fd);
	return err;
}

/* Makes a name beside the file's, unique among threads and processes. */
static int
temporary_name(struct record_file *f)
{
	static _Atomic unsigned count;
	unsigned mine = count++;

	return snprintf(f->temporary, sizeof(f->temporary), "%s.%ld-%u.new", f->name,
			(long)getpid(), mine) >= (int)sizeof(f->temporary)
		       ? -ENAMETOOLONG
		       : 0;
}

/* Opens the temporary file in f->folder; closes the folder on failure. */
static int
temporary_open(struct record_file *f)
{
	/* A dead process with our process number may have left this file. */
	unlinkat(f->folder, f->temporary, 0);
	f->fd = openat(f->folder, f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (f->fd < 0) {
		int err = -errno;

		close(f->folder);
		return err;
	}
	return 0;
}

int
record_file_open(struct record_file *f, const char *path)
{
	const char *slash = strrchr(path, '/');

	f->err = 0;
	f->no_sync = false;
	if (snprintf(f->name, sizeof(f->name), "%s", slash ? slash + 1 : path) >=
		    (int)sizeof(f->name) ||
	    temporary_name(f) < 0)
		return -ENAMETOOLONG;
	f->folder = folder_open(path);
	return f->folder < 0 ? f->folder : temporary_open(f);
}

int
record_file_open_in(struct record_file *f, int folder, const char *name, const char *temporary)
{
	f->err = 0;
	f->no_sync = false;
	if (snprintf(f->name, sizeof(f->name), "%s", name) >= (int)sizeof(f->name) ||
	    snprintf(f->temporary, sizeof(f->temporary), "%s", temporary) >=
		    (int)sizeof(f->temporary))
		return -ENAMETOOLONG;
	f->folder = fcntl(folder, F_DUPFD_CLOEXEC, 3);
	return f->folder < 0 ? -errno : temporary_open(f);
}

void
record_file_append(struct record_file *f, const char *data, size_t len)
{
	if (f->err == 0)
		f->err = record_write_all(f->fd, data, len);
}

int
record_file_close(struct record_file *f, bool keep)
{
	if (f->err == 0 && keep && !f->no_sync && fsync(f->fd) < 0)
		f->err = -errno;
	if (f->err == 0 && keep && renameat(f->folder, f->temporary, f->folder, f->name) < 0)
		f->err = -errno;
	if (f->err < 0 || !keep)
		unlinkat(f->folder, f->temporary, 0);
	/*
	 * FAT stores the length of a file in its folder; the new file's length is not on disk
	 * before this sync.
	 */
	else if (!f->no_sync && fsync(f->fd) < 0)
		f->err = -errno;
	else if (!f->no_sync)
		f->err = folder_sync(f->folder);
	if (close(f->fd) < 0 && f->err == 0)
		f->err = -errno;
	close(f->folder);
	return f->err;
}

static int
write_file(const char *path, const char *data, size_t len, bool own)
{
	struct record_file f;
	int err = record_file_open(&f, path);

	if (err < 0)
		return err;
	/* Fails on a file system without owners. */
	if (own)
		(void)fchmod(f.fd, 0600);
	record_file_append(&f, data, len);
	return record_file_close(&f, true);
}

int
record_file_write(const char *path, const char *data, size_t len)
{
	return write_file(path, data, len, false);
}

int
record_file_write_own(const char *path, const char *data, size_t len)
{
	return write_file(path, data, len, true);
}

static int
read_whole(int fd, size_t max, char **data, size_t *len)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t room = 0, at = 0;
	char *text = NULL;

	for (;;) {
		ssize_t n;

		if (at + 1 >= room) {
			char *more = realloc(text, room = room ? room * 2 : 16384);

			if (!more) {
				free(text);
				return -ENOMEM;
			}
			text = more;
		}
		n = read(fd, text + at, room - at - 1);
		if (n < 0 && errno == EAGAIN)
			(void)poll(&p, 1, -1);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0 || (at += (size_t)n) > max) {
			int err = n < 0 ? -errno : -EFBIG;

			free(text);
			return err;
		}
		if (n == 0)
			break;
	}
	text[at] = '\0';
	*data = text;
	*len = at;
	return 0;
}

int
record_file_read(const char *path, size_t max, char **data, size_t *len)
{
	/* O_NONBLOCK: do not wait for a writer when opening a pipe. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct stat st;
	int err;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0) {
		err = -errno;
	} else {
		/* A writer that waits for a reader starts once the pipe is open here. */
		if (S_ISFIFO(st.st_mode))
			(void)poll(&p, 1, WRITER_WAIT_MS);
		err = read_whole(fd, max, data, len);
		if (err == 0 && S_ISFIFO(st.st_mode) && *len == 0) {
			free(*data);
			err = -ENODATA;
		}
	}
	close(fd);
	return err;
}

int
record_file_read_in(int folder, const char *name, size_t max, char **data, size_t *len)
{
	int fd = text_file_open(folder, name, O_NOFOLLOW), err;

	if (fd < 0)
		return fd == -EISDIR ? -EINVAL : fd;
	err = read_whole(fd, max, data, len);
	close(fd);
	return err;
}

void
record_file_name(const struct record *r, const char *ext, char out[RECORD_FILE_NAME_SIZE])
{
	char date[RECORD_DATE_SIZE] = "undated";

	if (!strchr(r->date, '?') && r->date[0]) {
		memcpy(date, r->date, sizeof(date));
		date[4] = date[7] = '-';
	}
	snprintf(out, RECORD_FILE_NAME_SIZE, "%s-%03u-%s.%s", date, r->number, rules_name(r->game),
		 ext);
}
