/*
 * A backup is a database like the journal, and has the saved games in a table of
 * its own. So it can be read with sqlite3, and what is in it is one file.
 */
#include "daemon/store/store_backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/store/store_impl.h"

enum {
	/* Copied between two looks at the source: some of it in a cache, not all. */
	STEP_PAGES = 256,
};

struct copy {
	const char *folder, *file;
	struct db from;
	sqlite3 *to;
	struct store_backup *out;
	char *why;
};

static int __attribute__((format(printf, 3, 4))) fail(struct copy *c, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(c->why, STORE_WHY_MAX, fmt, ap);
	va_end(ap);
	return err;
}

/* What SQLite said last of what is being written. */
static int
fail_to(struct copy *c, const char *path)
{
	bool full = (sqlite3_errcode(c->to) & 0xff) == SQLITE_FULL;

	return fail(c, full ? -ENOSPC : -EIO, "%.120s: %.60s", path, sqlite3_errmsg(c->to));
}

/* ---- pages ---- */

/* One moment of the source, whatever is written meanwhile. */
static int
copy_pages(struct copy *c, const char *path)
{
	sqlite3_backup *b;
	int code;

	sqlite3_exec(c->from.sql, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
	b = sqlite3_backup_init(c->to, "main", c->from.sql, "main");
	if (!b)
		return fail_to(c, path);
	do
		code = sqlite3_backup_step(b, STEP_PAGES);
	while (code == SQLITE_OK);
	sqlite3_backup_finish(b);
	sqlite3_exec(c->from.sql, "COMMIT", NULL, NULL, NULL);
	return code == SQLITE_DONE ? 0 : fail_to(c, path);
}

/* The new database under `path`, with the pages of the source; synced by close_new alone. */
static int
open_new(struct copy *c, const char *path)
{
	static const char plain[] = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF";
	int err;

	store_files_remove(path);
	if (sqlite3_open_v2(path, &c->to,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			    NULL) != SQLITE_OK)
		return fail_to(c, path);
	sqlite3_exec(c->to, plain, NULL, NULL, NULL);
	err = copy_pages(c, path);
	/* The pages say that there is a log beside them; there is none. */
	if (err == 0 && sqlite3_exec(c->to, plain, NULL, NULL, NULL) != SQLITE_OK)
		err = fail_to(c, path);
	return err;
}

static int
close_new(struct copy *c, const char *path, int err)
{
	int fd;

	sqlite3_close(c->to);
	c->to = NULL;
	if (err < 0)
		return err;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) < 0)
		err = fail(c, -errno, "%.150s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return err;
}

static uint32_t
count_games(struct copy *c)
{
	sqlite3_stmt *q = NULL;
	uint32_t n = 0;

	sqlite3_prepare_v2(c->from.sql, "SELECT count(*) FROM game WHERE actions > 0 OR end <> 0",
			   -1, &q, NULL);
	if (q && sqlite3_step(q) == SQLITE_ROW)
		n = (uint32_t)sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return n;
}

/* ---- saved games ---- */

/* One file of the folder saved/ into the backup. */
static int
take_saved(struct copy *c, sqlite3_stmt *q, const char *name)
{
	char path[PATH_MAX], *text;
	size_t len;
	int err;

	if (snprintf(path, sizeof(path), "%s/saved/%s", c->folder, name) >= (int)sizeof(path))
		return 0;
	err = record_file_read(path, NATIVE_FILE_MAX, &text, &len);
	if (err < 0)
		return fail(c, err, "%.150s: %s", path, strerror(-err));
	sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_blob64(q, 2, text, len, SQLITE_STATIC);
	if (sqlite3_step(q) != SQLITE_DONE)
		err = fail_to(c, c->file);
	sqlite3_reset(q);
	free(text);
	c->out->saved += err == 0;
	return err;
}

/* Those that `halo save` wrote; what else lies there is nobody's. */
static int
take_all_saved(struct copy *c)
{
	char path[PATH_MAX];
	sqlite3_stmt *q = NULL;
	struct dirent *e;
	DIR *d;
	int err = 0;

	if (sqlite3_exec(c->to,
			 "DROP TABLE IF EXISTS saved;"
			 "CREATE TABLE saved(name TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT",
			 NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(c->to, "INSERT INTO saved(name, text) VALUES(?,?)", -1, &q, NULL) !=
		    SQLITE_OK)
		return fail_to(c, c->file);
	snprintf(path, sizeof(path), "%.4000s/saved", c->folder);
	d = opendir(path);
	while (d && err == 0 && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		if (n > 5 && strcmp(e->d_name + n - 5, ".json") == 0 && *e->d_name != '.')
			err = take_saved(c, q, e->d_name);
	}
	if (d)
		closedir(d);
	sqlite3_finalize(q);
	return err;
}

/* As root the files are not root's but the daemon's. */
static int
give_to_owner(struct copy *c, const char *path)
{
	struct stat st;

	if (stat(c->folder, &st) < 0 || (geteuid() == 0 && chown(path, st.st_uid, st.st_gid) < 0))
		return fail(c, -errno, "%.150s: %s", path, strerror(errno));
	return 0;
}

/* A name of the backup is used as one only where `halo save` could have given it. */
static bool
saved_path(struct copy *c, const char *name, char path[PATH_MAX])
{
	size_t n = strlen(name);
	char bare[STORE_NAME_MAX];

	if (n < 6 || n - 5 >= sizeof(bare) || strcmp(name + n - 5, ".json") != 0)
		return false;
	snprintf(bare, sizeof(bare), "%.*s", (int)(n - 5), name);
	return !store_name_refuse(bare) &&
	       snprintf(path, PATH_MAX, "%s/saved/%s", c->folder, name) < PATH_MAX;
}

static int
put_saved(struct copy *c, sqlite3_stmt *q)
{
	const char *name = (const char *)sqlite3_column_text(q, 0), *text;
	char path[PATH_MAX];
	int err;

	if (!name || !saved_path(c, name, path))
		return 0;
	if (access(path, F_OK) == 0) {
		c->out->kept++;
		return 0;
	}
	text = sqlite3_column_blob(q, 1);
	err = record_file_write(path, text ? text : "", (size_t)sqlite3_column_bytes(q, 1));
	c->out->saved += err == 0;
	return err < 0 ? fail(c, err, "%.150s: %s", path, strerror(-err)) : give_to_owner(c, path);
}

static int
put_all_saved(struct copy *c)
{
	char path[PATH_MAX];
	sqlite3_stmt *q = NULL;
	int err = 0;

	snprintf(path, sizeof(path), "%.4000s/saved", c->folder);
	if (mkdir(path, 0777) < 0 && errno != EEXIST)
		return fail(c, -errno, "%.150s: %s", path, strerror(errno));
	if ((err = give_to_owner(c, path)) < 0)
		return err;
	/* A journal that was copied by hand has no such table, and is as good. */
	if (sqlite3_prepare_v2(c->from.sql, "SELECT name, text FROM saved", -1, &q, NULL) !=
	    SQLITE_OK)
		return 0;
	while (err == 0 && sqlite3_step(q) == SQLITE_ROW)
		err = put_saved(c, q);
	sqlite3_finalize(q);
	return err;
}

/* ---- what lies there ---- */

static bool
daemon_runs(const struct copy *c)
{
	char path[DB_PATH_MAX];
	bool runs;
	int fd;

	snprintf(path, sizeof(path), "%.4000s/lock", c->folder);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	runs = flock(fd, LOCK_SH | LOCK_NB) < 0;
	close(fd);
	return runs;
}

/*
 * Opens the journal as it is. Not one whose log has lost something, which a running
 * daemon would have seen: closing it would take the log away with what it still holds.
 */
static int
open_journal(struct db *db, const char *path, bool running)
{
	if (!running && store_log_has_hole(path)) {
		*db = (struct db){ 0 };
		snprintf(db->why, sizeof(db->why),
			 "%.100s is damaged: start halod, which saves what can be read", path);
		return -EUCLEAN;
	}
	return db_open(db, path, DB_READ);
}

/* ---- backup ---- */

static int
backup_into(struct copy *c, const char *part)
{
	char path[DB_PATH_MAX];
	int err;

	snprintf(path, sizeof(path), "%.4000s/games.db", c->folder);
	if (access(path, F_OK) < 0)
		return fail(c, -errno, "%.150s: %s", path, strerror(errno));
	err = open_journal(&c->from, path, daemon_runs(c));
	if (err < 0)
		return fail(c, err, "%s", c->from.why);
	c->out->games = count_games(c);
	err = open_new(c, part);
	if (err == 0)
		err = take_all_saved(c);
	return close_new(c, part, err);
}

int
store_backup(const char *folder, const char *file, struct store_backup *out,
	     char why[STORE_WHY_MAX])
{
	struct copy *c = calloc(1, sizeof(*c));
	char part[DB_PATH_MAX];
	mode_t mask;
	int err;

	*out = (struct store_backup){ 0 };
	*why = '\0';
	if (!c)
		return -ENOMEM;
	*c = (struct copy){ .folder = folder, .file = file, .out = out, .why = why };
	store_name_with(part, file, ".part");
	if (access(file, F_OK) == 0) {
		free(c);
		snprintf(why, STORE_WHY_MAX, "%.150s is there already", file);
		return -EEXIST;
	}
	/* It holds what the game on the board hides. */
	mask = umask(077);
	err = backup_into(c, part);
	umask(mask);
	if (err == 0 && rename(part, file) < 0)
		err = fail(c, -errno, "%.150s: %s", file, strerror(errno));
	if (err == 0)
		err = store_folder_sync(file);
	if (err < 0)
		store_files_remove(part);
	db_close(&c->from);
	free(c);
	return err;
}

/* ---- restore ---- */

/* A backup, whole, of a layout that this program knows. */
static int
open_backup(struct copy *c)
{
	int err;

	if (access(c->file, R_OK) < 0)
		return fail(c, -errno, "%.150s: %s", c->file, strerror(errno));
	err = db_open(&c->from, c->file, DB_READ);
	if (err == 0)
		err = db_check(&c->from);
	if (err == -EUCLEAN)
		return fail(c, -EINVAL,
			    "%.130s; halod saves what it can of a damaged one put in as games.db",
			    c->from.why);
	if (err < 0)
		return fail(c, err, "%s", c->from.why);
	c->out->games = count_games(c);
	return 0;
}

/* The daemon's own lock, for as long as this takes; -errno, told. */
static int
lock_folder(struct copy *c)
{
	char path[DB_PATH_MAX];
	int fd;

	if (mkdir(c->folder, 0777) < 0 && errno != EEXIST)
		return fail(c, -errno, "%.150s: %s", c->folder, strerror(errno));
	snprintf(path, sizeof(path), "%.4000s/lock", c->folder);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return fail(c, -errno, "%.150s: %s", path, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	close(fd);
	return fail(c, -EBUSY, "a halod keeps its games in %.100s: stop it first", c->folder);
}

static int
put_journal(struct copy *c, const char *path)
{
	char fresh[DB_PATH_MAX];
	int err;

	store_name_with(fresh, path, ".new");
	err = open_new(c, fresh);
	if (err == 0 &&
	    sqlite3_exec(c->to, "DROP TABLE IF EXISTS saved", NULL, NULL, NULL) != SQLITE_OK)
		err = fail_to(c, fresh);
	err = close_new(c, fresh, err);
	if (err == 0)
		err = give_to_owner(c, fresh);
	if (err < 0) {
		store_files_remove(fresh);
		return err;
	}
	if (access(path, F_OK) == 0) {
		store_name_aside(path, "replaced", c->out->aside);
		err = store_files_replace(path, fresh, c->out->aside);
	} else {
		err = rename(fresh, path) < 0 ? -errno : store_folder_sync(path);
	}
	return err < 0 ? fail(c, err, "%.150s: %s", path, strerror(-err)) : 0;
}

/* Are there games that would be lost to sight? A journal without any is none. */
static int
refuse_games(struct copy *c, const char *path)
{
	struct copy there = { .why = c->why };
	uint32_t n;

	if (access(path, F_OK) < 0)
		return 0;
	if (open_journal(&there.from, path, false) < 0)
		return fail(c, -EEXIST, "%.150s is there, and cannot be read", path);
	n = count_games(&there);
	db_close(&there.from);
	return n ? fail(c, -EEXIST, "%.120s holds %u games already", path, n) : 0;
}

static int
restore_from(struct copy *c, bool replace)
{
	char path[DB_PATH_MAX], saved[DB_PATH_MAX];
	int lock, err = open_backup(c);

	if (err < 0 || (lock = lock_folder(c)) < 0)
		return err < 0 ? err : lock;
	snprintf(path, sizeof(path), "%.4000s/games.db", c->folder);
	snprintf(saved, sizeof(saved), "%.4000s/saved", c->folder);
	err = store_salvage_finish(path);
	if (err < 0)
		err = fail(c, err, "%.150s: %s", path, strerror(-err));
	if (err == 0 && !replace)
		err = refuse_games(c, path);
	/* Saved games first: whatever ends this leaves the old journal in its place. */
	if (err == 0)
		err = put_all_saved(c);
	if (err == 0)
		err = put_journal(c, path);
	close(lock);
	return err;
}

int
store_restore(const char *folder, const char *file, bool replace, struct store_backup *out,
	      char why[STORE_WHY_MAX])
{
	struct copy *c = calloc(1, sizeof(*c));
	int err;

	*out = (struct store_backup){ 0 };
	*why = '\0';
	if (!c)
		return -ENOMEM;
	*c = (struct copy){ .folder = folder, .file = file, .out = out, .why = why };
	err = restore_from(c, replace);
	db_close(&c->from);
	free(c);
	return err;
}
