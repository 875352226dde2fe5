/*
 * Imports the PGN files of a stick's top folder and of haloboard/import. Each game is sent to the daemon by
 * itself, so that a bad game does not block others. A game is added once,
 * however often the stick is plugged in: the journal rejects games that it has.
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

/* ---- messages ---- */

/* Writes "import/NAME", or NAME of the top folder; a longer name is cut. */
static void
name_show(const struct usb_import *i, char *out, size_t size, const char *name)
{
	char whole[MEASURE_MAX], shown[NAME_LOGGED - sizeof("import/…")];
	size_t room = size - sizeof("import/…");

	text_clean(whole, sizeof(whole), name);
	text_clean(shown, room, name);
	text_print(out, size, "%s%s%s%s", *i->in || *name ? i->in : "the top folder",
		   *i->in && *name ? "/" : "", shown, strcmp(whole, shown) != 0 ? "…" : "");
}

/*
 * Prints an error of a file, or of the folder (""), as one line. The text may come from the stick,
 * so it is sanitised.
 */
static void
line_print(const struct usb_import *i, const char *file, size_t name_size, const char *what, char *out,
	   size_t size)
{
	char name[NAME_LOGGED], line[NAME_LOGGED + WHAT];

	name_show(i, name, name_size, file);
	(void)snprintf(line, sizeof(line), "%s%s", name, what);
	text_clean(out, size, line);
}

static void
log_wrong(const struct usb_import *i, const char *file, const char *what)
{
	char line[NAME_LOGGED + WHAT];

	line_print(i, file, NAME_LOGGED, what, line, sizeof(line));
	(void)cli_refused("%s", line);
}

/* Sets the line for the screen. */
static void
show_wrong(struct usb_import *i, const char *file, const char *what)
{
	line_print(i, file, USB_FILE, what, i->error, sizeof(i->error));
	i->file[0] = '\0';
}

/* Reports an error. The screen shows the first error, or the reason why the import waits. */
static void __attribute__((format(printf, 3, 4)))
report(struct usb_import *i, const char *file, const char *fmt, ...)
{
	char what[WHAT];
	va_list ap;

	va_start(ap, fmt);
	text_vprint(what, sizeof(what), fmt, ap);
	va_end(ap);
	log_wrong(i, file, what);
	if (i->errors++ == 0 || i->waits)
		show_wrong(i, file, what);
}

/*
 * Reports a game that is not imported. left_out: this is no error, and is shown only if no
 * error is.
 */
static void
report_game(struct usb_import *i, const char *file, const struct pgn_error *why, bool left_out)
{
	bool shown = i->errors == 0 && !(left_out && *i->error);
	char what[WHAT];

	text_print(what, sizeof(what), ":%u:%u: game %u: %s%s%s", why->line, why->column, why->game,
		   why->move, *why->move ? ": " : "", why->why);
	log_wrong(i, file, what);
	i->errors += !left_out;
	if (!shown)
		return;
	show_wrong(i, file, what);
	i->mistake = *why;
	name_show(i, i->file, USB_FILE, file);
}

/* Stops the import until the next time. The reason is reported last and shown. */
#define wait_for_next(i, ...) ((i)->waits = true, report(i, __VA_ARGS__))

/* Reports whether to continue. game: the next one of the file. */
static bool
may_import_more(struct usb_import *i, const char *file, unsigned game)
{
	if (i->waits || !i->may_continue(i->arg))
		return false;
	if (i->late(i->arg))
		wait_for_next(i, file,
			      ": game %u and all that follow wait for the next time: %d minutes "
			      "are enough",
			      game, USB_IMPORT_SECONDS_MAX / 60);
	return !i->waits;
}

/* ---- a game ---- */

/* Sends a game. Returns 0, or -EREMOTE if the daemon is gone. */
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
		report(i, file, ": game %u: %s", game, cli_said);
	json_decref(answer);
	return i->link->gone ? -EREMOTE : 0;
}

static int
game_send(struct usb_import *i, struct record *r, const char *file, unsigned game)
{
	char *text;
	int err;

	r->number = 0; /* its number in another journal */
	text = pgn_print(r);
	if (!text) {
		report(i, file, ": game %u: %s", game, strerror(ENOMEM));
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
		if (!may_import_more(i, file, reader.game))
			break;
		left_out = pgn_left_out(got, &r, &why);
		if (got > 0 && !left_out)
			err = game_send(i, &r, file, reader.game);
		else
			report_game(i, file, &why, left_out);
	}
	record_finish(&r);
	return err;
}

static int
file_import(struct usb_import *i, int folder, const char *name)
{
	char *text = NULL;
	size_t len = 0;
	int bad = record_file_read_in(folder, name, USB_IMPORT_BYTES_MAX, &text, &len), err = 0;

	if (bad == -EINVAL || bad == -EACCES)
		report(i, name, ": this is no file that can be read here");
	else if (bad == -EFBIG)
		report(i, name, ": longer than %d MiB, and is not read",
		       USB_IMPORT_BYTES_MAX / 1024 / 1024);
	else if (bad < 0 && bad != -ENOENT) /* removed meanwhile */
		report(i, name, ": cannot be read: %s", strerror(-bad));
	else if (bad == 0)
		err = text_import(i, name, text, len);
	free(text);
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

/* Adds one name, owned by the caller. It may exceed struct dirent: FAT and exFAT count letters. */
static bool
name_take(struct usb_import *i, const char *name, char **out)
{
	*out = strdup(name);
	if (!*out)
		report(i, name, ": cannot be read: %s", strerror(ENOMEM));
	return *out != NULL;
}

/* Lists the names of PGN files in alphabetic order, each owned by the caller. Returns how many. */
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
			report(i, "", ": more than %d files: the others are not read",
			       USB_IMPORT_FILES_MAX);
			break;
		}
		n += name_take(i, e->d_name, &name[n]);
	}
	if (!e && errno)
		report(i, "", ": some of it cannot be read: %s", strerror(errno));
	if (seen == USB_IMPORT_ENTRIES_MAX)
		report(i, "", ": more than %d names: the others are not looked at",
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

	for (unsigned k = 0; err == 0 && k < n && may_import_more(i, name[k], 1); k++)
		err = file_import(i, dirfd(d), name[k]);
	for (unsigned k = 0; k < n; k++)
		free(name[k]);
	return err;
}

int
usb_import_run(struct usb_import *i, int folder, const char *in)
{
	int fd = usb_folder(folder, *in ? in : "."), err = fd < 0 ? -fd : 0;
	DIR *d = fd >= 0 ? fdopendir(fd) : NULL;

	if (fd >= 0 && !d) {
		err = errno;
		close(fd);
	}
	i->in = in;
	/* If the name belongs to a file or a link, there is no import folder. */
	if (!d) {
		if (err != ENOENT && err != ENOTDIR && err != ELOOP)
			report(i, "", ": cannot be read: %s", strerror(err));
		return 0;
	}
	err = folder_import(i, d);
	closedir(d);
	return err;
}
