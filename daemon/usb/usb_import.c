/*
 * haloboard/import: PGN that somebody put there. Each game is sent to the daemon
 * by itself, so that one broken game keeps no other out. It comes in once, however
 * often the stick is plugged in: the journal knows what it keeps.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/pgn.h"
#include "daemon/usb/usb.h"
#include "hw/text/text.h"

enum {
	NAME_LOGGED = 268, /* bytes of "import/NAME" in the log */
	WHAT = 240,
	MEASURE_MAX = 4 * NAME_LOGGED,
};

/* ---- what is told ---- */

/* "import/NAME", the end of a longer name left out. */
static void
name_show(char *out, size_t size, const char *name)
{
	char whole[MEASURE_MAX], shown[NAME_LOGGED - sizeof("import/…")];
	size_t room = size - sizeof("import/…");

	text_clean(whole, sizeof(whole), name);
	text_clean(shown, room, name);
	(void)snprintf(out, size, "import%s%s%s", *name ? "/" : "", shown,
		       strcmp(whole, shown) != 0 ? "…" : "");
}

/*
 * What is wrong with a file, or "": the folder. It may hold what a stranger wrote, so
 * all of it is cleaned.
 */
static void
log_wrong(const char *file, const char *what)
{
	char name[NAME_LOGGED], line[NAME_LOGGED + WHAT], clean[NAME_LOGGED + WHAT];

	name_show(name, sizeof(name), file);
	(void)snprintf(line, sizeof(line), "%s%s", name, what);
	text_clean(clean, sizeof(clean), line);
	(void)cli_refused("%s", clean);
}

/* The same to people, who see one line. */
static void
show_wrong(struct usb_import *i, const char *file, const char *what)
{
	char name[USB_FILE], line[USB_FILE + WHAT];

	name_show(name, sizeof(name), file);
	(void)snprintf(line, sizeof(line), "%s%s", name, what);
	text_clean(i->error, sizeof(i->error), line);
	i->file[0] = '\0';
}

/* The first that is told is shown, or what waits. */
static void __attribute__((format(printf, 3, 4)))
tell(struct usb_import *i, const char *file, const char *fmt, ...)
{
	char what[WHAT];
	va_list ap;

	va_start(ap, fmt);
	text_vprint(what, sizeof(what), fmt, ap);
	va_end(ap);
	log_wrong(file, what);
	if (i->errors++ == 0 || i->waits)
		show_wrong(i, file, what);
}

/* The same of a game that does not come in. left_out: of what is wrong more is to be shown. */
static void
tell_game(struct usb_import *i, const char *file, const struct pgn_error *why, bool left_out)
{
	bool shown = i->errors == 0 && !(left_out && *i->error);
	char what[WHAT];

	text_print(what, sizeof(what), ":%u:%u: game %u: %s%s%s", why->line, why->column, why->game,
		   why->move, *why->move ? ": " : "", why->why);
	log_wrong(file, what);
	i->errors += !left_out;
	if (!shown)
		return;
	show_wrong(i, file, what);
	i->mistake = *why;
	name_show(i->file, USB_FILE, file);
}

/* From here on nothing is read this time; why is told last, and shown. */
static void __attribute__((format(printf, 3, 4)))
wait_for_next(struct usb_import *i, const char *file, const char *fmt, ...)
{
	char why[WHAT];
	va_list ap;

	va_start(ap, fmt);
	text_vprint(why, sizeof(why), fmt, ap);
	va_end(ap);
	i->waits = true;
	tell(i, file, "%s", why);
}

/* False: no more is read now. game: of the file, the one that comes next. */
static bool
goes_on(struct usb_import *i, const char *file, unsigned game)
{
	if (i->waits || !i->go_on(i->arg))
		return false;
	if (i->late(i->arg))
		wait_for_next(i, file,
			      ": game %u and all that follow wait for the next time: %d minutes "
			      "are enough",
			      game, USB_IMPORT_SECONDS_MAX / 60);
	return !i->waits;
}

/* ---- a game ---- */

/* 0, or -EREMOTE: the daemon is gone. */
static int
text_send(struct usb_import *i, const char *text, const char *file, unsigned game)
{
	json_t *answer;

	if (i->games == i->games_max) {
		wait_for_next(i, file,
			      ": game %u and all that follow wait for the next time: %u are enough",
			      game, i->games_max);
		return 0;
	}
	answer = cli_ask(i->link, json_pack("{s:s,s:s}", "kind", "import", "text", text));
	if (answer)
		i->games += (unsigned)json_integer_value(json_object_get(answer, "n"));
	else if (!i->link->gone)
		tell(i, file, ": game %u: %s", game, cli_said);
	json_decref(answer);
	return i->link->gone ? -EREMOTE : 0;
}

static int
game_send(struct usb_import *i, struct record *r, const char *file, unsigned game)
{
	char *text;
	int err;

	r->number = 0; /* the one it had in another journal */
	text = pgn_print(r);
	if (!text) {
		tell(i, file, ": game %u: %s", game, strerror(ENOMEM));
		return 0;
	}
	err = text_send(i, text, file, game);
	free(text);
	return err;
}

/* ---- a file ---- */

static int
text_import(struct usb_import *i, const char *file, const char *text, size_t len)
{
	struct pgn_reader reader;
	struct record r = { 0 };
	struct pgn_error why;
	int got, err = 0;
	bool left_out;

	pgn_reader_init(&reader, text, len);
	while (err == 0 && (got = pgn_read(&reader, &r, &why)) != 0) {
		if (!goes_on(i, file, reader.game))
			break;
		left_out = pgn_left_out(got, &r, &why);
		if (got > 0 && !left_out)
			err = game_send(i, &r, file, reader.game);
		else
			tell_game(i, file, &why, left_out);
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
	int fd = export_open(folder, name), bad = 0, err = 0;
	char *text = NULL;
	struct stat st;

	if (fd == -ENOENT) /* gone since */
		return 0;
	if (fd == -EEXIST)
		tell(i, name, ": this is no file that can be read here");
	else if (fd < 0 || fstat(fd, &st) < 0)
		bad = fd < 0 ? fd : -errno;
	else if (st.st_size > USB_IMPORT_BYTES_MAX)
		tell(i, name, ": longer than %d MiB, and is not read",
		     USB_IMPORT_BYTES_MAX / 1024 / 1024);
	else
		bad = file_read(fd, (size_t)st.st_size, &text);
	if (bad < 0)
		tell(i, name, ": cannot be read: %s", strerror(-bad));
	if (text)
		err = text_import(i, name, text, (size_t)st.st_size);
	free(text);
	if (fd >= 0)
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
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* One more, the caller's; a name may be longer than struct dirent says: FAT and exFAT count letters. */
static bool
name_take(struct usb_import *i, const char *name, char **out)
{
	*out = strdup(name);
	if (!*out)
		tell(i, name, ": cannot be read: %s", strerror(ENOMEM));
	return *out != NULL;
}

/* Names of PGN files, by the alphabet, each the caller's. How many. */
static unsigned
names_read(struct usb_import *i, DIR *d, char *name[USB_IMPORT_FILES_MAX])
{
	const struct dirent *e;
	unsigned seen = 0, n = 0;

	while (seen < USB_IMPORT_ENTRIES_MAX && (errno = 0, e = readdir(d))) {
		seen++;
		if (!is_pgn(e->d_name))
			continue;
		if (n == USB_IMPORT_FILES_MAX) {
			tell(i, "", ": more than %d files: the others are not read",
			     USB_IMPORT_FILES_MAX);
			break;
		}
		n += name_take(i, e->d_name, &name[n]);
	}
	if (!e && errno)
		tell(i, "", ": some of it cannot be read: %s", strerror(errno));
	if (seen == USB_IMPORT_ENTRIES_MAX)
		tell(i, "", ": more than %d names: the others are not looked at",
		     USB_IMPORT_ENTRIES_MAX);
	qsort(name, n, sizeof(*name), by_name);
	return n;
}

static int
folder_import(struct usb_import *i, DIR *d)
{
	char *name[USB_IMPORT_FILES_MAX];
	unsigned n = names_read(i, d, name);
	int err = 0;

	for (unsigned k = 0; err == 0 && k < n && goes_on(i, name[k], 1); k++)
		err = file_import(i, dirfd(d), name[k]);
	for (unsigned k = 0; k < n; k++)
		free(name[k]);
	return err;
}

int
usb_import_run(struct usb_import *i, int folder)
{
	int fd = usb_folder(folder, "import"), err = fd < 0 ? -fd : 0;
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	if (fd >= 0 && !d) {
		err = errno;
		close(fd);
	}
	/* A file or a link of that name is nobody's import. */
	if (!d) {
		if (err != ENOENT && err != ENOTDIR && err != ELOOP)
			tell(i, "", ": cannot be read: %s", strerror(err));
		return 0;
	}
	err = folder_import(i, d);
	closedir(d);
	return err;
}
