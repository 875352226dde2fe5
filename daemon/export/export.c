#include "daemon/export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/text/text_file.h"

static const char *const ext[] = {
	[EXPORT_PGN] = "pgn",
	[EXPORT_NATIVE] = "json",
	[EXPORT_REVIEW] = "review.pgn",
	[EXPORT_TRACE] = "board",
};

/* Sets j->why to the path of that name and the error. Returns err. */
static int
fail(struct export_job *j, const char *name, int err)
{
	(void)snprintf(j->why, sizeof(j->why), "%s%s: %s", j->under, name, strerror(-err));
	return err;
}

int
export_open(int folder, const char *name)
{
	/* The name has no folder, so O_NOFOLLOW covers the only possible link. */
	int fd = strchr(name, '/') ? -EINVAL : text_file_open(folder, name, O_NOFOLLOW);

	return fd == -EINVAL || fd == -EISDIR || fd == -ENODEV || fd == -EXDEV || fd == -EACCES
		       ? -EEXIST
		       : fd;
}

/* Reads until `len` bytes are there or the file ends. Returns the number of bytes, or -errno. */
static ssize_t
read_part(int fd, char *out, size_t len)
{
	size_t at = 0;

	while (at < len) {
		ssize_t n = read(fd, out + at, len - at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		at += (size_t)n;
	}
	return (ssize_t)at;
}

enum { HOLDS_OTHER, HOLDS_TEXT, HOLDS_BEGIN };

/* Compares the file with the text: equal, the beginning of the text, or different; or -errno. */
static int
holds(int fd, const char *text)
{
	char part[4096];
	size_t left = strlen(text) + 1; /* one byte more, to detect a longer file */

	for (;;) {
		size_t want = left < sizeof(part) ? left : sizeof(part);
		ssize_t n = read_part(fd, part, want);

		if (n < 0)
			return (int)n;
		if ((size_t)n < want && memcmp(part, text, (size_t)n) == 0)
			return (size_t)n + 1 == left ? HOLDS_TEXT : HOLDS_BEGIN;
		if ((size_t)n < want || want == left || memcmp(part, text, want) != 0)
			return HOLDS_OTHER;
		text += want;
		left -= want;
	}
}

static int
write_file(struct export_job *j, const char *name, const char *text)
{
	struct record_file f;
	int err = record_file_open_in(&f, j->folder, name, EXPORT_TEMPORARY);

	if (err < 0)
		return fail(j, name, err);
	f.no_sync = j->no_sync;
	record_file_append(&f, text, strlen(text));
	err = record_file_close(&f, true);
	return err < 0 ? fail(j, name, err) : 0;
}

static void
report_file(struct export_job *j, const char *name, bool fresh)
{
	char path[EXPORT_PATH_MAX];

	(void)snprintf(path, sizeof(path), "%s%s", j->under, name);
	if (j->source->file)
		j->source->file(j->source->user, path, fresh);
}

enum file_state {
	FILE_TAKEN, /* the name belongs to something else, which stays */
	FILE_SAME,
	FILE_DUE,
};

/*
 * Returns the state of a file that is to have this text. own: every export writes it anew, so a
 * regular file is replaced. Returns an enum file_state, or -errno with why set.
 */
static int
file_state(struct export_job *j, const char *name, const char *text, bool own)
{
	int fd = export_open(j->folder, name), same = HOLDS_OTHER;

	if (fd == -ENOENT)
		return FILE_DUE;
	if (fd < 0 && fd != -EEXIST)
		return fail(j, name, fd);
	if (fd >= 0) {
		same = holds(fd, text);
		close(fd);
	}
	if (same == HOLDS_TEXT)
		return FILE_SAME;
	/*
	 * Replace an empty file, which FAT may leave under a new name, and a file that is the
	 * beginning of the text, as a repair leaves it. Keep a file with unreadable sectors: its
	 * content is unknown.
	 */
	if (same == HOLDS_BEGIN || (own && fd >= 0))
		return FILE_DUE;
	(void)snprintf(j->taken, sizeof(j->taken), "%s%s", j->under, name);
	return FILE_TAKEN;
}

/* Writes a file if it is due. Returns 1 if it was written, 0, or -errno with why set. */
static int
put_file(struct export_job *j, const char *name, const char *text, bool own)
{
	int state = file_state(j, name, text, own), err = 0;

	if (state == FILE_DUE)
		err = write_file(j, name, text);
	if (state < 0 || err < 0)
		return state < 0 ? state : err;
	if (state != FILE_TAKEN)
		report_file(j, name, state == FILE_DUE);
	return state == FILE_DUE;
}

static void
name_of(const struct export_game *g, enum export_form form, char out[EXPORT_NAME_MAX])
{
	struct record r = { .game = g->game, .number = g->number };

	memcpy(r.date, g->date, sizeof(r.date));
	if (g->running)
		(void)snprintf(out, EXPORT_NAME_MAX, "running.%s", ext[form]);
	else
		record_file_name(&r, ext[form], out);
}

/* A game's texts by form; NULL: none is written. */
struct texts {
	char *of[EXPORT_TRACE + 1];
};

/* Returns 1 if something was written, 0 if all files existed, or -errno with why set. */
static int
write_forms(struct export_job *j, const struct export_game *g, const struct texts *t)
{
	char name[EXPORT_NAME_MAX];
	int fresh = 0;

	for (unsigned form = 0; form <= EXPORT_TRACE; form++) {
		int err = 0;

		name_of(g, (enum export_form)form, name);
		if (t->of[form])
			err = put_file(j, name, t->of[form], g->running);
		if (err < 0)
			return err;
		fresh |= err;
	}
	return fresh;
}

/*
 * Opens a subfolder, and makes it if it is missing. A new folder is synced at once: if the stick is
 * pulled before the folder's entry is written, all files in it are lost. Returns a descriptor or
 * -errno.
 */
static int
folder_open(const struct export_job *j, int in, const char *name)
{
	bool made = mkdirat(in, name, 0777) == 0;
	int fd = -1;

	if (!made && errno != EEXIST)
		return -errno;
	/* Some file systems of USB sticks have no fsync for folders. */
	if (made && !j->no_sync && fsync(in) < 0 && errno != EINVAL)
		return -errno;
	fd = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR ? -EEXIST : -errno;
	return fd;
}

/*
 * Sets j->folder and j->under for a game, in the journal's folder `top`.
 * Returns 0, or -errno with why set.
 */
static int
folder_of(struct export_job *j, int top, const struct export_game *g)
{
	const uint32_t from = j->folder_games && !g->running ? g->number / j->folder_games : 0;
	const size_t board = strcspn(j->under, "/") + 1;
	char name[EXPORT_UNDER_MAX] = "";
	int fd;

	if (from > 0)
		(void)snprintf(name, sizeof(name), "from-%05u/", from * j->folder_games);
	if (strcmp(name, j->under + board) == 0)
		return 0;
	if (j->folder != top)
		close(j->folder);
	j->folder = top;
	j->under[board] = '\0';
	if (from == 0)
		return 0;
	name[strlen(name) - 1] = '\0';
	fd = folder_open(j, top, name);
	if (fd < 0)
		return fail(j, name, fd);
	j->folder = fd;
	(void)snprintf(j->under + board, sizeof(j->under) - board, "%.20s/", name);
	return 0;
}

/* Reads the texts of a game that must be written. Returns 0, or -errno with why set. */
static int
texts_get(struct export_job *j, const struct export_game *g, struct texts *t)
{
	const bool over = g->over && !g->running;
	const unsigned last = !over ? EXPORT_NATIVE : j->traces ? EXPORT_TRACE : EXPORT_REVIEW;
	int err = 0;

	*t = (struct texts){ 0 };
	for (unsigned form = 0; err == 0 && form <= last; form++)
		err = j->source->text(j->source->user, g, (enum export_form)form, &t->of[form],
				      j->why);
	/* A game without a review or a kept trace has an empty one. */
	for (unsigned form = EXPORT_REVIEW; form <= EXPORT_TRACE; form++)
		if (t->of[form] && !*t->of[form]) {
			free(t->of[form]);
			t->of[form] = NULL;
		}
	return err;
}

static int
write_game(struct export_job *j, const struct export_game *g, FILE *all)
{
	struct texts t;
	int err = texts_get(j, g, &t);

	if (err == 0)
		err = write_forms(j, g, &t);
	if (err > 0) {
		j->fresh += !g->running;
		err = 0;
	}
	/* A text in memory reports a failed write here alone, not when it is closed. */
	if (err == 0 && !g->running && fputs(t.of[EXPORT_PGN], all) < 0)
		err = fail(j, "all-games.pgn", -ENOMEM);
	for (unsigned form = 0; form <= EXPORT_TRACE; form++)
		free(t.of[form]);
	return err;
}

/* Writes all games, and to `all` their PGN. *runs: one of them is still running. */
static int
write_games(struct export_job *j, FILE *all, bool *runs)
{
	const struct export_source *s = j->source;
	const int top = j->folder;
	char bad[EXPORT_WHY_MAX] = "";
	struct export_game g;
	int got, err;

	while ((got = s->next(s->user, &g, j->why)) == 1) {
		if (s->step && !s->step(s->user, j->games))
			return fail(j, "the export", -ECANCELED);
		err = folder_of(j, top, &g);
		if (err == 0)
			err = write_game(j, &g, all);
		/* One unreadable game does not prevent the export of others. */
		if (err == -EBADMSG && !*bad)
			memcpy(bad, j->why, sizeof(bad));
		else if (err < 0 && err != -EBADMSG)
			return err;
		j->games++;
		*runs |= g.running;
	}
	if (got < 0 || !*bad)
		return got;
	memcpy(j->why, bad, sizeof(bad));
	return -EBADMSG;
}

/* Removes running.* of an earlier export, if no game runs. Returns 0, or -errno with why set. */
static int
running_remove(struct export_job *j)
{
	static const struct export_game running = { .running = true };
	char name[EXPORT_NAME_MAX];
	bool removed = false;

	for (unsigned form = EXPORT_PGN; form <= EXPORT_NATIVE; form++) {
		int fd;

		name_of(&running, (enum export_form)form, name);
		fd = export_open(j->folder, name);
		if (fd < 0)
			continue;
		close(fd);
		if (unlinkat(j->folder, name, 0) < 0)
			return fail(j, name, -errno);
		removed = true;
	}
	/* Some file systems of USB sticks have no fsync for folders. */
	if (removed && !j->no_sync && fsync(j->folder) < 0 && errno != EINVAL)
		return fail(j, "", -errno);
	return 0;
}

/* Exports into the journal's folder, which is j->folder. */
static int
run(struct export_job *j)
{
	const int top = j->folder;
	char *text = NULL;
	size_t size;
	FILE *all = open_memstream(&text, &size);
	bool runs = false;
	int err, closed = 0;

	if (!all)
		return fail(j, "all-games.pgn", -ENOMEM);
	err = write_games(j, all, &runs);
	if (j->folder != top)
		close(j->folder);
	j->folder = top;
	j->under[strcspn(j->under, "/") + 1] = '\0';
	if (fclose(all) != 0)
		closed = fail(j, "all-games.pgn", -ENOMEM);
	else if ((err == 0 || err == -EBADMSG) && *text)
		closed = put_file(j, "all-games.pgn", text, true);
	free(text);
	if (closed >= 0 && !runs && (err == 0 || err == -EBADMSG))
		closed = running_remove(j);
	return closed < 0 ? closed : err;
}

/*
 * Reports whether the text looks like an id. A backup may come from anywhere,
 * and the id becomes a part of a file's name.
 */
static bool
is_id(const char *id)
{
	return id && strlen(id) == EXPORT_ID_LENGTH &&
	       strspn(id, "0123456789abcdef") == EXPORT_ID_LENGTH;
}

int
export_run(struct export_job *j)
{
	const bool named = is_id(j->journal);
	const int folder = j->folder;
	char name[EXPORT_UNDER_MAX];
	int err;

	j->games = j->fresh = 0;
	*j->taken = *j->why = *j->under = '\0';
	(void)snprintf(name, sizeof(name), "board%s%s", named ? "-" : "", named ? j->journal : "");
	j->folder = folder_open(j, folder, name);
	if (j->folder < 0) {
		err = fail(j, name, j->folder);
	} else {
		(void)snprintf(j->under, sizeof(j->under), "%.20s/", name);
		err = run(j);
		close(j->folder);
	}
	j->folder = folder;
	return err;
}
