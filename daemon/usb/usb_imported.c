#include "daemon/usb/usb_imported.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A newline before, too: what was there last may be a torn line. */
enum { LINE = USB_HASH + 2 };

int
usb_imported_open(struct usb_imported *m, const char *folder)
{
	*m = (struct usb_imported){ .fd = -1 };
	if (!*folder)
		return 0;
	if (snprintf(m->path, sizeof(m->path), "%s/imported", folder) >= (int)sizeof(m->path))
		return -ENAMETOOLONG;
	m->fd = open(m->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	return m->fd < 0 ? -errno : 0;
}

void
usb_imported_close(struct usb_imported *m)
{
	if (m->fd >= 0)
		close(m->fd);
	free(m->hash);
	*m = (struct usb_imported){ .fd = -1 };
}

/* ---- what is known ---- */

static int
hash_put(struct usb_imported *m, const char *hash)
{
	if (m->n == m->room) {
		size_t room = m->room ? 2 * m->room : 256;
		void *more = realloc(m->hash, room * sizeof(*m->hash));

		if (!more)
			return -ENOMEM;
		m->hash = more;
		m->room = room;
	}
	(void)snprintf(m->hash[m->n++], USB_HASH + 1, "%s", hash);
	return 0;
}

static bool
hash_has(const struct usb_imported *m, const char *hash)
{
	for (size_t i = 0; i < m->n; i++)
		if (memcmp(m->hash[i], hash, USB_HASH) == 0)
			return true;
	return false;
}

/* What is no hash, as a torn line, is passed over: its game comes in again. */
static int
lines_take(struct usb_imported *m, char *text)
{
	char *rest = NULL;
	int err = 0;

	for (char *line = strtok_r(text, "\n", &rest); line && err == 0;
	     line = strtok_r(NULL, "\n", &rest))
		if (strlen(line) == USB_HASH && strspn(line, "0123456789abcdef") == USB_HASH)
			err = hash_put(m, line);
	return err;
}

/* What was added since, by another process perhaps. */
static int
file_catch_up(struct usb_imported *m)
{
	struct stat st;
	size_t len, got = 0;
	char *text;
	int err = 0;

	if (fstat(m->fd, &st) < 0)
		return -errno;
	if (st.st_size <= m->at)
		return 0;
	len = (size_t)(st.st_size - m->at);
	text = malloc(len + 1);
	if (!text)
		return -ENOMEM;
	while (err == 0 && got < len) {
		ssize_t n = pread(m->fd, text + got, len - got, m->at + (off_t)got);

		if (n > 0)
			got += (size_t)n;
		else if (n == 0 || errno != EINTR)
			err = n == 0 ? -EIO : -errno;
	}
	text[got] = '\0';
	if (err == 0)
		err = lines_take(m, text);
	if (err == 0)
		m->at = st.st_size;
	free(text);
	return err;
}

/* ---- one more ---- */

static int
line_write(const struct usb_imported *m, const char line[LINE])
{
	ssize_t n;

	do
		n = pwrite(m->fd, line, LINE, m->at);
	while (n < 0 && errno == EINTR);
	return n == LINE ? 0 : n < 0 ? -errno : -ENOSPC;
}

/* Where the room cannot be given back there are empty lines, which do no harm. */
void
usb_imported_leave(struct usb_imported *m)
{
	if (m->fd < 0)
		return;
	if (ftruncate(m->fd, m->at) < 0)
		m->at += LINE;
	(void)flock(m->fd, LOCK_UN);
}

int
usb_imported_claim(struct usb_imported *m, const char hash[USB_HASH + 1])
{
	char line[LINE];
	int err;

	if (m->fd < 0)
		return hash_has(m, hash);
	if (hash_has(m, hash)) /* none is ever taken out */
		return 1;
	if (flock(m->fd, LOCK_EX) < 0)
		return -errno;
	err = file_catch_up(m);
	if (err == 0 && hash_has(m, hash))
		err = 1;
	if (err == 0) {
		memset(line, '\n', sizeof(line));
		err = line_write(m, line);
	}
	if (err != 0)
		usb_imported_leave(m);
	return err;
}

int
usb_imported_add(struct usb_imported *m, const char hash[USB_HASH + 1])
{
	char line[LINE + 1];
	int err = 0;

	if (m->fd >= 0) {
		(void)snprintf(line, sizeof(line), "\n%.*s\n", USB_HASH, hash);
		err = line_write(m, line);
		if (err == 0 && fsync(m->fd) < 0)
			err = -errno;
		m->at += LINE;
		(void)flock(m->fd, LOCK_UN);
	}
	return err < 0 ? err : hash_put(m, hash);
}
