#include "daemon/export/export_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const ext[] = {
	[EXPORT_PGN] = "pgn",
	[EXPORT_NATIVE] = "json",
	[EXPORT_TRACE] = "board",
};

int
export_fail(struct export_job *j, const char *name, int err)
{
	(void)snprintf(j->why, sizeof(j->why), "%s: %s", name, strerror(-err));
	return err;
}

int
export_open(int folder, const char *name)
{
	struct stat st;
	int fd;

	/* A name without a folder in it: the link that is not followed is the only one there can be. */
	if (strchr(name, '/'))
		return -EEXIST;
	/*
	 * A fifo would wait for a writer without O_NONBLOCK. Not openat2, which no
	 * service with RestrictSUIDSGID= has.
	 */
	fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0) /* ENXIO: a socket, or a device without its driver */
		return errno == ELOOP || errno == ENXIO || errno == ENODEV || errno == EXDEV ||
				       errno == EACCES
			       ? -EEXIST
			       : -errno;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	return -EEXIST;
}

ssize_t
export_read(int fd, char *out, size_t len)
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

/* The text and nothing else, its beginning, or something else; or -errno. */
static int
holds(int fd, const char *text)
{
	char part[4096];
	size_t left = strlen(text) + 1; /* a byte more shows that the file goes on */

	for (;;) {
		size_t want = left < sizeof(part) ? left : sizeof(part);
		ssize_t n = export_read(fd, part, want);

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

/* 1: the name is free, 0: the text is there already, -EEXIST: it is taken, other -errno. */
static int
name_free(int folder, const char *name, const char *text)
{
	int fd = export_open(folder, name), same;

	if (fd == -ENOENT)
		return 1;
	if (fd < 0)
		return fd;
	/*
	 * An empty one is nobody's: FAT has it so for a moment under a new name. And
	 * what ends in the midst of the text is what mending has left of it. One whose
	 * sectors the medium gives no more may be anything.
	 */
	same = holds(fd, text);
	close(fd);
	if (same == HOLDS_BEGIN)
		return 1;
	return same == HOLDS_TEXT ? 0 : -EEXIST;
}

static int
write_file(struct export_job *j, const char *name, const char *text)
{
	struct record_file f;
	int err = record_file_open_in(&f, j->folder, name, EXPORT_TEMPORARY);

	if (err < 0)
		return export_fail(j, name, err);
	f.no_sync = j->no_sync;
	record_file_put(&f, text, strlen(text));
	err = record_file_close(&f, true);
	return err < 0 ? export_fail(j, name, err) : 0;
}

static void
told(struct export_job *j, const char *name, bool fresh)
{
	char path[EXPORT_UNDER_MAX + EXPORT_NAME_MAX];

	(void)snprintf(path, sizeof(path), "%s%s", j->under, name);
	if (j->source->file)
		j->source->file(j->source->user, path, fresh);
}

void
export_name(const char *name, unsigned n, char out[EXPORT_NAME_MAX])
{
	const char *dot = strrchr(name, '.');

	if (n < 2)
		(void)snprintf(out, EXPORT_NAME_MAX, "%s", name);
	else
		(void)snprintf(out, EXPORT_NAME_MAX, "%.*s-%u%s", (int)(dot - name), name, n, dot);
}

/* As name_free, of what is the export's own and changes: a file is replaced. */
static int
name_own(int folder, const char *name, const char *text)
{
	int is_free = name_free(folder, name, text), fd;

	if (is_free != -EEXIST)
		return is_free;
	fd = export_open(folder, name);
	if (fd < 0)
		return fd;
	close(fd);
	return 1;
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

/* As name_free, of the n-th name of a game. */
static int
name_of_game(struct export_job *j, const struct export_game *g, enum export_form form, unsigned n,
	     char out[EXPORT_NAME_MAX], const char *text)
{
	char name[EXPORT_NAME_MAX], pgn[EXPORT_NAME_MAX], record[EXPORT_NAME_MAX];
	int is_free;

	name_of(g, form, name);
	export_name(name, n, out);
	if (g->running)
		return name_own(j->folder, out, text);
	is_free = name_free(j->folder, out, text);
	if (is_free != -EEXIST || form == EXPORT_TRACE)
		return is_free;
	name_of(g, EXPORT_PGN, name);
	export_name(name, n, pgn);
	name_of(g, EXPORT_NATIVE, name);
	export_name(name, n, record);
	is_free = export_stale(j, g, record, pgn);
	return is_free == 0 ? -EEXIST : is_free;
}

/* 1: written, 0: it was there, or -errno, told. */
static int
put(struct export_job *j, const struct export_game *g, enum export_form form, const char *text)
{
	char name[EXPORT_NAME_MAX];
	int is_free = -EEXIST, err;

	for (unsigned n = 1; is_free == -EEXIST && n <= EXPORT_NAMES_MAX; n++) {
		is_free = name_of_game(j, g, form, n, name, text);
		if (is_free == -EEXIST)
			(void)snprintf(j->taken, sizeof(j->taken), "%s", name);
	}
	if (is_free < 0)
		return export_fail(j, name, is_free);
	err = is_free ? write_file(j, name, text) : 0;
	if (err < 0)
		return err;
	told(j, name, is_free);
	return is_free;
}

/* A game in one form; the PGN of one that is over goes to `all` too. As put. */
static int
put_form(struct export_job *j, const struct export_game *g, enum export_form form,
	 struct export_all *all)
{
	char *text = NULL;
	int err = j->source->text(j->source->user, g, form, &text, j->why);

	if (err < 0)
		return err;
	/* A game whose trace was not kept has an empty one. */
	if (*text)
		err = put(j, g, form, text);
	if (err >= 0 && form == EXPORT_PGN && !g->running) {
		int added = export_all_put(all, text);

		err = added < 0 ? added : err;
	}
	free(text);
	return err;
}

/* A folder in the folder, made where it is missing: its descriptor or -errno. */
static int
folder_open(int in, const char *name)
{
	int fd = -1;

	if (mkdirat(in, name, 0777) < 0 && errno != EEXIST)
		return -errno;
	fd = openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR ? -EEXIST : -errno;
	return fd;
}

/* From here on games go to the folder of that one. 0 or -errno, told; j->folder is the caller's. */
static int
folder_of(struct export_job *j, int top, const struct export_game *g)
{
	uint32_t from = j->folder_games && !g->running ? g->number / j->folder_games : 0;
	char name[EXPORT_UNDER_MAX] = "";
	int fd;

	if (from > 0)
		(void)snprintf(name, sizeof(name), "from-%05u/", from * j->folder_games);
	if (strcmp(name, j->under) == 0)
		return 0;
	if (j->folder != top)
		close(j->folder);
	j->folder = top;
	*j->under = '\0';
	if (from == 0)
		return 0;
	name[strlen(name) - 1] = '\0';
	fd = folder_open(top, name);
	if (fd < 0)
		return export_fail(j, name, fd);
	j->folder = fd;
	(void)snprintf(j->under, sizeof(j->under), "%.*s/", EXPORT_UNDER_MAX - 2, name);
	return 0;
}

static int
put_game(struct export_job *j, const struct export_game *g, struct export_all *all)
{
	const bool traces = j->traces && g->over && !g->running;
	bool fresh = false;

	for (unsigned form = EXPORT_PGN; form <= (traces ? EXPORT_TRACE : EXPORT_NATIVE); form++) {
		int err = put_form(j, g, (enum export_form)form, all);

		if (err < 0)
			return err;
		fresh |= err > 0;
	}
	j->fresh += fresh && !g->running;
	return 0;
}

/* running: the one of them that goes on, or of number 0. */
static int
put_games(struct export_job *j, struct export_all *all, struct export_game *running)
{
	const struct export_source *s = j->source;
	const int top = all->folder;
	char bad[EXPORT_WHY_MAX] = "";
	struct export_game g;
	int got, err;

	while ((got = s->next(s->user, &g, j->why)) == 1) {
		if (s->step && !s->step(s->user, j->games))
			return export_fail(j, "the export", -ECANCELED);
		err = folder_of(j, top, &g);
		if (err == 0)
			err = put_game(j, &g, all);
		/* One game that cannot be read keeps no other from leaving. */
		if (err == -EBADMSG && !*bad)
			memcpy(bad, j->why, sizeof(bad));
		else if (err < 0 && err != -EBADMSG)
			return err;
		j->games++;
		if (g.running)
			*running = g;
	}
	if (got < 0 || !*bad)
		return got;
	memcpy(j->why, bad, sizeof(bad));
	return -EBADMSG;
}

/* What an earlier export wrote of the game that runs, with a result that was taken back. */
static int
stale_remove(struct export_job *j, struct export_game g)
{
	const int top = j->folder;
	int err;

	g.running = false;
	err = folder_of(j, top, &g);
	if (err == 0)
		err = export_stale_remove(j, &g);
	if (j->folder != top)
		close(j->folder);
	j->folder = top;
	*j->under = '\0';
	return err;
}

int
export_run(struct export_job *j)
{
	struct export_all all;
	struct export_game running = { 0 };
	bool fresh = false, through;
	int err, closed;

	j->games = j->fresh = 0;
	*j->taken = *j->why = *j->under = '\0';
	err = export_all_open(&all, j);
	if (err < 0)
		return err;
	err = put_games(j, &all, &running);
	if (j->folder != all.folder)
		close(j->folder);
	j->folder = all.folder;
	*j->under = '\0';
	through = err == 0 || err == -EBADMSG;
	closed = export_all_close(&all, through, &fresh);
	if (!through || closed < 0)
		return through ? closed : err;
	if (fresh || all.at > 0)
		told(j, all.name, fresh);
	/* Behind all-games.pgn, which is known for ours by them. */
	closed = running.number ? stale_remove(j, running) : export_running_remove(j);
	return closed < 0 ? closed : err;
}
