/*
 * haloboard/import: PGN that somebody put there. Each game is sent to the daemon
 * by itself, so that one broken game keeps no other out, and what it holds is
 * remembered, so that it comes in once however often the stick is plugged in.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/pgn.h"
#include "daemon/usb/usb.h"

enum { HASH = 64 };

/* ---- what came in before ---- */

static int
imported_put(struct usb_imported *m, const char *hash)
{
	if (m->n == m->room) {
		size_t room = m->room ? 2 * m->room : 256;
		void *more = realloc(m->hash, room * sizeof(*m->hash));

		if (!more)
			return -ENOMEM;
		m->hash = more;
		m->room = room;
	}
	(void)snprintf(m->hash[m->n++], HASH + 1, "%s", hash);
	return 0;
}

static bool
imported_has(const struct usb_imported *m, const char *hash)
{
	for (size_t i = 0; i < m->n; i++)
		if (memcmp(m->hash[i], hash, HASH) == 0)
			return true;
	return false;
}

int
usb_imported_load(struct usb_imported *m, const char *folder)
{
	char line[HASH + 8];
	int err = 0;
	FILE *f;

	if (!*folder)
		return 0;
	if (snprintf(m->path, sizeof(m->path), "%s/imported", folder) >= (int)sizeof(m->path))
		return -ENAMETOOLONG;
	f = fopen(m->path, "re");
	if (!f)
		return errno == ENOENT ? 0 : -errno;
	while (err == 0 && fgets(line, sizeof(line), f))
		if (strspn(line, "0123456789abcdef") == HASH) {
			line[HASH] = '\0';
			err = imported_put(m, line);
		}
	fclose(f);
	return err;
}

void
usb_imported_free(struct usb_imported *m)
{
	free(m->hash);
	m->hash = NULL;
	m->n = m->room = 0;
}

/* A line more at the end of the file: a torn one is no hash, and its game comes in again. */
static int
imported_add(struct usb_imported *m, const char *hash)
{
	char line[HASH + 3];
	int fd, err = 0;

	if (*m->path) {
		fd = open(m->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
		if (fd < 0)
			return -errno;
		/* A newline before, too: the last line may be a torn one. */
		(void)snprintf(line, sizeof(line), "\n%s\n", hash);
		if (write(fd, line, strlen(line)) != (ssize_t)strlen(line) || fsync(fd) < 0)
			err = -EIO;
		close(fd);
	}
	return err < 0 ? err : imported_put(m, hash);
}

/* ---- a file ---- */

static void __attribute__((format(printf, 3, 4)))
tell(struct usb_import *i, const char *file, const char *fmt, ...)
{
	char name[USB_TEXT], line[512];
	va_list ap;
	int n;

	usb_clean(name, sizeof(name), file);
	n = snprintf(line, sizeof(line), "import/%s", name);
	va_start(ap, fmt);
	(void)vsnprintf(line + n, sizeof(line) - (size_t)n, fmt, ap);
	va_end(ap);
	(void)cli_refused("%s", line);
	if (i->errors++ == 0 || i->full)
		(void)snprintf(i->error, sizeof(i->error), "%.*s", USB_TEXT - 1, line);
}

/* 0, or -errno: the daemon is gone, or nothing can be remembered. */
static int
game_send(struct usb_import *i, struct record *r, const char *file, const struct pgn_reader *at)
{
	char hash[HASH + 1], *text;
	json_t *answer;
	int err = 0;

	r->number = 0; /* the one it had in another journal */
	text = pgn_print(r);
	if (!text)
		return -ENOMEM;
	SHA256Data((const uint8_t *)text, strlen(text), hash);
	if (imported_has(i->imported, hash)) {
		free(text);
		return 0;
	}
	if (i->games == i->games_max) {
		free(text);
		i->full = true;
		tell(i, file, ": game %u and all that follow wait for the next time: %u are enough",
		     at->game, i->games_max);
		return 0;
	}
	answer = cli_ask(i->link, json_pack("{s:s,s:s}", "kind", "import", "text", text));
	free(text);
	if (answer) {
		i->games++;
		err = imported_add(i->imported, hash);
	} else if (i->link->gone) {
		err = -EREMOTE;
	} else {
		tell(i, file, ": game %u: %.200s", at->game, cli_said);
	}
	json_decref(answer);
	return err;
}

static bool
goes_on(const struct usb_import *i)
{
	return !i->full && i->go_on(i->arg);
}

static int
text_import(struct usb_import *i, const char *file, const char *text, size_t len)
{
	struct pgn_reader reader;
	struct record r = { 0 };
	struct pgn_error why;
	int got, err = 0;

	pgn_reader_init(&reader, text, len);
	while (err == 0 && goes_on(i) && (got = pgn_read(&reader, &r, &why)) != 0) {
		if (got > 0)
			err = game_send(i, &r, file, &reader);
		else
			tell(i, file, ":%u:%u: game %u: %s%s%s", why.line, why.column, why.game,
			     why.move, *why.move ? ": " : "", why.why);
	}
	record_finish(&r);
	return err;
}

/* Whole into memory; it is a file of at most that many bytes. */
static int
file_read(int fd, size_t len, char **text)
{
	size_t at = 0;

	*text = malloc(len + 1);
	if (!*text)
		return -ENOMEM;
	while (at < len) {
		ssize_t n = read(fd, *text + at, len - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			int err = n < 0 ? errno : EIO;

			free(*text);
			*text = NULL;
			return err > 0 ? -err : -EIO;
		}
		at += (size_t)n;
	}
	(*text)[len] = '\0';
	return 0;
}

static int
file_import(struct usb_import *i, int folder, const char *name)
{
	int fd = export_open(folder, name), err = 0;
	struct stat st;
	char *text;

	if (fd == -EEXIST) {
		tell(i, name, ": this is no file, and is not read");
		return 0;
	}
	if (fd < 0)
		return fd == -ENOENT ? 0 : fd;
	if (fstat(fd, &st) < 0) {
		err = -errno;
	} else if (st.st_size > USB_IMPORT_BYTES_MAX) {
		tell(i, name, ": longer than %d MiB, and is not read",
		     USB_IMPORT_BYTES_MAX / 1024 / 1024);
	} else if ((err = file_read(fd, (size_t)st.st_size, &text)) == 0) {
		err = text_import(i, name, text, (size_t)st.st_size);
		free(text);
	}
	close(fd);
	return err;
}

/* ---- the folder ---- */

static bool
is_pgn(const char *name)
{
	size_t len = strlen(name);

	return *name != '.' && len > 4 && strcasecmp(name + len - 4, ".pgn") == 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Names of PGN files, by the alphabet. How many, or -errno. */
static int
names_read(struct usb_import *i, DIR *d, char (*name)[256])
{
	const struct dirent *e;
	unsigned seen = 0;
	int n = 0;

	while (seen < USB_IMPORT_ENTRIES_MAX && (errno = 0, e = readdir(d))) {
		seen++;
		if (!is_pgn(e->d_name))
			continue;
		if (n == USB_IMPORT_FILES_MAX) {
			tell(i, "", ": more than %d files: the others are not read",
			     USB_IMPORT_FILES_MAX);
			break;
		}
		memcpy(name[n++], e->d_name, sizeof(e->d_name));
	}
	if (errno)
		return -errno;
	if (seen == USB_IMPORT_ENTRIES_MAX)
		tell(i, "", ": more than %d names: the others are not looked at",
		     USB_IMPORT_ENTRIES_MAX);
	qsort(name, (size_t)n, sizeof(*name), by_name);
	return n;
}

int
usb_import_run(struct usb_import *i, int folder)
{
	char(*name)[256] = calloc(USB_IMPORT_FILES_MAX, sizeof(*name));
	int fd = usb_folder(folder, "import"), n = 0, err = 0;
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	/* A file or a link of that name is nobody's import. */
	if (fd < 0 && fd != -ENOENT && fd != -ENOTDIR && fd != -ELOOP)
		err = fd;
	if (!name || (fd >= 0 && !d))
		err = -ENOMEM;
	if (err == 0 && d)
		n = names_read(i, d, name);
	if (n < 0)
		err = n;
	for (int k = 0; err == 0 && k < n && goes_on(i); k++)
		err = file_import(i, fd, name[k]);
	free(name);
	if (d)
		closedir(d);
	else if (fd >= 0)
		close(fd);
	return err;
}
