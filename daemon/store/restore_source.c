/*
 * What is restored from: a file that is somebody's, on a stick perhaps, and stays as it is.
 *
 *   the journal of a daemon that runs   read where it is, as `halo backup` does
 *   a file with nothing beside it       read where it is, as one that nobody writes to
 *   one with a log, or damaged          a copy in the folder of games is read, which takes
 *                                       its log in, or is salvaged as a journal would be
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/backup_impl.h"

enum {
	COPY_BYTES = 64 * 1024,
	LEAST_BYTES = 4096, /* of a journal: a page */
};

/* The files that are a database together. */
static const char *const parts[] = { "", "-wal", "-journal" };

static bool
has_log(const char *file)
{
	char name[DB_PATH_MAX];
	struct stat st;

	for (unsigned i = 1; i < sizeof(parts) / sizeof(parts[0]); i++) {
		store_name_with(name, file, parts[i]);
		if (stat(name, &st) == 0 && st.st_size > 0)
			return true;
	}
	return false;
}

static bool
is_played(const char *file)
{
	char folder[DB_PATH_MAX], name[DB_PATH_MAX];

	store_name_with(folder, file, "");
	store_name_with(name, file, "");
	return strcmp(basename(name), "games.db") == 0 && backup_daemon_runs(dirname(folder));
}

/* A young journal is all in its log: who copied one without the other is to know. */
static int
tell(struct backup_copy *c, int err)
{
	char name[DB_PATH_MAX];

	store_name_with(name, c->file, "-wal");
	if (err == -ENODATA && access(name, F_OK) < 0)
		return backup_fail(c, err, "%s: its log, %.64s, is missing", c->from.why,
				   basename(name));
	return err < 0 ? backup_fail(c, err, "%s", c->from.why) : 0;
}

int
restore_look(struct backup_copy *c)
{
	int err;

	if (access(c->file, R_OK) < 0)
		return backup_fail(c, -errno, "%s: %s", store_told(c->file).text, strerror(errno));
	if (!c->ours && is_played(c->file)) {
		err = db_open(&c->from, c->file, DB_READ);
		/* That daemon may end before us, and its log is its own to take in. */
		if (err == 0)
			sqlite3_db_config(c->from.sql, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
		/* Neither can he, then. */
		if (err == 0 || !store_read_only(c->file))
			return tell(c, err < 0 ? err : db_check(&c->from));
	}
	if (has_log(c->file))
		return 1;
	err = db_open(&c->from, c->file, DB_STILL);
	if (err == 0)
		err = db_check(&c->from);
	if (!c->from.damaged)
		return tell(c, err);
	db_close(&c->from);
	return 1;
}

/* ---- the copy ---- */

/* By SQLite: the daemon reads its own journal so, and may have it open elsewhere (store_file.c). */
static int
copy_bytes(struct store_file *from, int to)
{
	uint64_t size = store_file_size(from);
	char bytes[COPY_BYTES];

	for (uint64_t at = 0; at < size;) {
		uint32_t n = size - at < sizeof(bytes) ? (uint32_t)(size - at) : sizeof(bytes);
		ssize_t put;

		if (!store_file_read(from, bytes, n, at))
			return -EIO;
		put = write(to, bytes, n);
		if (put <= 0)
			return put < 0 ? -errno : -EIO;
		at += (uint64_t)put;
	}
	return 0;
}

/* The one that is not there is passed over, but for the first. */
static int
copy_part(struct backup_copy *c, const char *part)
{
	char from[DB_PATH_MAX], to[DB_PATH_MAX];
	struct store_file *in;
	int out, err = 0;

	store_name_with(from, c->file, part);
	store_name_with(to, c->own, part);
	if (*part && access(from, F_OK) < 0 && errno == ENOENT)
		return 0;
	if (access(from, R_OK) < 0)
		return backup_fail(c, -errno, "%s: %s", store_told(from).text, strerror(errno));
	in = store_file_open(from);
	if (!in)
		return backup_fail(c, -EIO, "%s: %s", store_told(from).text, strerror(EIO));
	/* It holds what the game on the board hides. */
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (out < 0)
		err = -errno;
	else
		err = copy_bytes(in, out);
	if (out >= 0 && close(out) < 0 && err == 0)
		err = -errno;
	store_file_close(in);
	return err < 0 ? backup_fail(c, err, "%s: %s", store_told(to).text, strerror(-err)) : 0;
}

/* What was said of the copy is meant of the file. */
static int
tell_of_file(struct backup_copy *c, int err)
{
	const char *why = c->from.why;
	const struct store_told own = store_told(c->own);
	size_t n = strlen(own.text);

	if (strncmp(why, own.text, n) == 0)
		why += n;
	return backup_fail(c, err, "%s%s%s", store_told(c->file).text, *why == ':' ? "" : " ", why);
}

static void
step(void *arg, uint32_t done, uint32_t of)
{
	(void)arg;
	(void)done;
	(void)of;
}

/* Not so much as one page, with its log. */
static bool
is_scrap(const char *file)
{
	char name[DB_PATH_MAX];
	struct stat st;
	off_t bytes = 0;

	for (unsigned i = 0; i < 2; i++) {
		store_name_with(name, file, parts[i]);
		bytes += stat(name, &st) == 0 ? st.st_size : 0;
	}
	return bytes < LEAST_BYTES;
}

/* As a daemon does that finds it in its journal's place, and told how much. */
static int
salvage(struct backup_copy *c)
{
	const struct salvage_watch watch = { step, NULL };
	struct salvage v = { 0 };
	char why[STORE_WHY_MAX];
	int err = is_scrap(c->own) ? 0 : store_salvage(c->own, &watch, &v, why);

	if (err < 0)
		return backup_fail(c, err, "%s", why);
	if (v.games == 0)
		return backup_fail(c, -EINVAL,
				   "%s is damaged, or no backup: no game of it can be read",
				   store_told(c->file).text);
	store_name_with(c->damaged, v.aside, "");
	c->out->damaged = true;
	c->out->actions = v.actions;
	c->out->whole = v.cut == 0 && v.bare == 0 && v.all_tables;
	err = db_open(&c->from, c->own, DB_READ);
	return err < 0 ? tell_of_file(c, err) : 0;
}

int
restore_copy(struct backup_copy *c)
{
	int err = 0;

	snprintf(c->own, sizeof(c->own), "%.4000s/games.db.source", c->folder);
	restore_done(c);
	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]) && err == 0; i++)
		err = copy_part(c, parts[i]);
	if (err < 0)
		return err;
	if (store_log_has_hole(c->own))
		return salvage(c);
	err = db_open(&c->from, c->own, DB_READ);
	if (err == 0)
		err = db_check(&c->from);
	if (c->from.damaged) {
		db_close(&c->from);
		return salvage(c);
	}
	return err < 0 ? tell_of_file(c, err) : 0;
}

void
restore_done(struct backup_copy *c)
{
	char first[DB_PATH_MAX];

	db_close(&c->from);
	if (!*c->own)
		return;
	store_files_remove(c->own);
	/* Of this time, or of one that was cut short. */
	store_name_with(first, c->own, ".damaged-1");
	store_files_remove(*c->damaged ? c->damaged : first);
}
