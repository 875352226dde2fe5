/*
 * Restores a backup into a folder of games, which is empty or whose games are renamed. The file of
 * the user, possibly on a stick, is copied to the folder with its log, and is not changed. The copy
 * is checked and becomes the journal:
 *
 *   games.db.source        the copy; removed after an error, and by the next restore
 *   games.db.new           the finished copy, as of a salvage (store_salvage.c)
 *   games.db -> games.db.replaced-N, archive -> archive.replaced-N
 *   games.db.new -> games.db
 */
#include "daemon/store/backup_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/text/text.h"

enum {
	COPY_BYTES = 1 << 20,
};

/* ---- the copy ---- */

/* Copies one of the files. A missing log is skipped. Returns 0, or -errno with why set. */
static int
copy_part(struct backup_copy *c, const char *suffix)
{
	char from[DB_PATH_MAX], to[DB_PATH_MAX];
	int in, out, err = 0;
	struct stat st;
	ssize_t n = 1;

	store_name_with(from, c->file, suffix);
	store_name_with(to, c->own, suffix);
	/* Opening a pipe must not wait for its writer. */
	in = open(from, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (in < 0 && *suffix && errno == ENOENT)
		return 0;
	if (in < 0)
		return backup_fail_at(c, -errno, from);
	if (fstat(in, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(in);
		return S_ISDIR(st.st_mode) ? backup_fail_at(c, -EISDIR, from)
					   : backup_fail(c, -EINVAL, "%s is no file",
							 store_path_text(from).text);
	}
	/* The file contains the secrets of the game on the board. */
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	while (out >= 0 && n > 0)
		n = sendfile(out, in, NULL, COPY_BYTES);
	if (out < 0 || n < 0)
		err = backup_fail_at(c, -errno, to);
	if (out >= 0)
		close(out);
	close(in);
	return err;
}

/* Names the original file in the message, instead of the copy. */
static int
fail_of_file(struct backup_copy *c, int err)
{
	const char *why = c->from.why;
	const struct store_path_text own = store_path_text(c->own);
	size_t n = strlen(own.text);

	if (strncmp(why, own.text, n) == 0)
		why += n;
	return backup_fail(c, err, "%s%s%s", store_path_text(c->file).text, *why == ':' ? "" : " ",
			   why);
}

/*
 * Refuses a damaged copy, and one with a schema of its own: a daemon that finds
 * it as its journal repairs it, a restore does not.
 */
static int
fail_damaged(struct backup_copy *c)
{
	char why[STORE_WHY_MAX];

	(void)fail_of_file(c, -EINVAL);
	memcpy(why, c->why, sizeof(why));
	return backup_fail(
		c, -EINVAL,
		"%.180s; as games.db in an empty folder, a halod reads of it what it can", why);
}

/* Makes the copy and opens it as c->from. Returns 0, or -errno with why set. */
static int
copy_open(struct backup_copy *c)
{
	int err;

	store_files_remove(c->own);
	err = copy_part(c, "");
	if (err == 0)
		err = copy_part(c, "-wal");
	if (err < 0)
		return err;
	err = db_open(&c->from, c->own, DB_CHECK);
	if (c->from.damaged)
		return fail_damaged(c);
	if (err == 0 && c->from.laid)
		return backup_fail(c, -ENODATA, "%s holds no games", store_path_text(c->file).text);
	return err < 0 ? fail_of_file(c, err) : 0;
}

/* ---- files ---- */

static int
restore_file(struct backup_copy *c, const struct backup_files *f, sqlite3_stmt *q)
{
	const char *name = (const char *)sqlite3_column_text(q, 0);
	const char *text = sqlite3_column_blob(q, 1);
	size_t n = (size_t)sqlite3_column_bytes(q, 1);
	const bool saved = f == &backup_files[BACKUP_SAVED];
	char path[PATH_MAX];
	int err;

	if (!name || n > f->max || !backup_path(c, f, name, path))
		return 0;
	if (access(path, F_OK) == 0) {
		c->out->kept += saved;
		backup_add_name(saved ? c->out->names : c->out->measured_kept, name);
		return 0;
	}
	err = record_file_write_own(path, text ? text : "", n);
	if (err < 0)
		return backup_fail_at(c, err, path);
	backup_count_file(c, f, name);
	return backup_give_to_owner(c, path);
}

/* Writes the files of one table. */
static int
restore_table(struct backup_copy *c, const struct backup_files *f)
{
	sqlite3_stmt *q = NULL;
	char sql[64];
	int err = 0, code;

	snprintf(sql, sizeof(sql), "SELECT name, text FROM %s", f->table);
	/* A journal that was copied by hand has no such table, and is accepted. */
	code = sqlite3_prepare_v2(c->from.sql, sql, -1, &q, NULL);
	while (q && err == 0 && (code = sqlite3_step(q)) == SQLITE_ROW)
		err = restore_file(c, f, q);
	if (err == 0 && code != SQLITE_DONE && code != SQLITE_ERROR)
		err = backup_fail_sql(c, c->from.sql, c->file);
	sqlite3_finalize(q);
	return err;
}

static int
restore_files(struct backup_copy *c)
{
	char path[PATH_MAX];
	int err = store_saved_folder(c->folder, path);

	if (err < 0)
		return backup_fail_at(c, err, path);
	err = backup_give_to_owner(c, path);
	for (unsigned i = 0; i < BACKUP_FILES && err == 0; i++)
		err = restore_table(c, &backup_files[i]);
	return err;
}

/* ---- locks and existing games ---- */

/*
 * Gives the lock file to the daemon's user, like backup_give_to_owner, even if an earlier restore
 * left it to root.
 */
static int
give_lock(struct backup_copy *c, int fd, const char *path)
{
	struct stat st, lock;

	if (geteuid() != 0)
		return 0;
	if (fstat(fd, &lock) < 0 || lock.st_nlink != 1)
		return backup_fail(c, -EMLINK, "%s: %s", store_path_text(path).text,
				   strerror(EMLINK));
	if (stat(c->folder, &st) < 0 || fchown(fd, st.st_uid, st.st_gid) < 0)
		return backup_fail_at(c, -errno, path);
	return 0;
}

/*
 * Takes the daemon's lock for the time of the restore. Returns the descriptor,
 * or -errno with why set.
 */
static int
lock_folder(struct backup_copy *c)
{
	char path[DB_PATH_MAX];
	int fd, err;

	if (mkdir(c->folder, 0700) < 0 && errno != EEXIST)
		return backup_fail_at(c, -errno, c->folder);
	snprintf(path, sizeof(path), "%.4000s/lock", c->folder);
	/* Does not follow a link, because the target would be given to the folder's owner. */
	fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return backup_fail_at(c, -errno, path);
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		err = give_lock(c, fd, path);
	else
		err = backup_fail(c, -EBUSY, "a halod keeps its games in %s: stop it first",
				  store_path_text(c->folder).text);
	if (err == 0)
		return fd;
	close(fd);
	return err;
}

/* Removes the tables of a backup from the copy and closes it; it is then synced and has no log. */
static int
copy_close(struct backup_copy *c)
{
	static const char drop[] = "DROP TABLE IF EXISTS saved; DROP TABLE IF EXISTS measured";
	int err = 0;

	if (sqlite3_exec(c->from.sql, drop, NULL, NULL, NULL) != SQLITE_OK)
		err = backup_fail_sql(c, c->from.sql, c->own);
	db_close(&c->from);
	if (err == 0 && !store_file_is_whole(c->own))
		err = backup_fail(c, -ENOSPC, "%s could not be written whole",
				  store_path_text(c->own).text);
	return err < 0 ? err : backup_give_to_owner(c, c->own);
}

/* Replaces the journal by the copy. */
static int
replace_journal(struct backup_copy *c, const char *path)
{
	char fresh[DB_PATH_MAX];
	int err = copy_close(c);

	if (err < 0)
		return err;
	/* The archive belongs to the replaced games; the next daemon writes a new one. */
	err = store_archive_aside(c->folder);
	if (err < 0)
		return backup_fail(c, err, "%s/archive: %s", store_path_text(c->folder).text,
				   strerror(-err));
	store_name_with(fresh, path, ".new");
	if (rename(c->own, fresh) < 0)
		err = -errno;
	if (err == 0 && access(path, F_OK) == 0) {
		store_name_aside(path, "replaced", c->out->aside);
		err = store_files_replace(path, fresh, c->out->aside);
	} else if (err == 0) {
		err = rename(fresh, path) < 0 ? -errno : record_folder_sync(path);
	}
	return err < 0 ? backup_fail_at(c, err, path) : 0;
}

/* Counts the games of the journal, 0 if there is none. Returns 0, or -errno with why set. */
static int
count_games(struct backup_copy *c, const char *path, uint32_t *n)
{
	struct db there = { 0 };
	int err = access(path, F_OK) < 0 ? -ENODATA : db_open(&there, path, DB_READ);

	*n = 0;
	if (err == 0)
		*n = db_count_games(&there);
	db_close(&there);
	if (err == 0 || err == -ENODATA)
		return 0;
	return backup_fail(c, -EEXIST, "%s is there, and cannot be read",
			   store_path_text(path).text);
}

/* Refuses to replace games, whether in the journal or only in the archive. */
static int
refuse_games(struct backup_copy *c, const char *path)
{
	uint32_t n;
	int err = count_games(c, path, &n);

	if (err < 0)
		return err;
	if (n)
		return backup_fail(c, -EEXIST, "%s holds %u game%s already",
				   store_path_text(path).text, n, n == 1 ? "" : "s");
	return store_archive_is_there(c->folder)
		       ? backup_fail(c, -EEXIST, "%s/archive holds games already",
				     store_path_text(c->folder).text)
		       : 0;
}

static int
restore_into(struct backup_copy *c, bool replace)
{
	char path[DB_PATH_MAX];
	int err;

	snprintf(path, sizeof(path), "%.4000s/games.db", c->folder);
	snprintf(c->own, sizeof(c->own), "%.4000s/games.db.source", c->folder);
	err = store_salvage_finish(path);
	if (err < 0)
		err = backup_fail_at(c, err, path);
	if (err == 0 && !replace)
		err = refuse_games(c, path);
	if (err == 0)
		err = copy_open(c);
	if (err == 0)
		c->out->games = db_count_games(&c->from);
	/*
	 * Restores the files first, so that an error before the last step leaves the old
	 * journal in place.
	 */
	if (err == 0)
		err = restore_files(c);
	if (err == 0)
		err = replace_journal(c, path);
	db_close(&c->from);
	store_files_remove(c->own);
	return err;
}

/* Reports whether the file is the journal of a running daemon, which cannot be copied. */
static bool
is_played(const char *file)
{
	char folder[DB_PATH_MAX], name[DB_PATH_MAX];

	store_name_with(folder, file, "");
	store_name_with(name, file, "");
	return strcmp(basename(name), "games.db") == 0 && backup_daemon_runs(dirname(folder));
}

static int
restore_from(struct backup_copy *c, bool replace)
{
	bool made = access(c->folder, F_OK) < 0;
	char path[DB_PATH_MAX];
	int lock, err;

	if (access(c->file, R_OK) < 0)
		return backup_fail_at(c, -errno, c->file);
	if (is_played(c->file))
		return backup_fail(c, -EBUSY, "%s is in use by a halod: restore a backup of it",
				   store_path_text(c->file).text);
	lock = lock_folder(c);
	if (lock < 0)
		return lock;
	err = restore_into(c, replace);
	/* Remove a folder that this restore made. */
	snprintf(path, sizeof(path), "%.4000s/lock", c->folder);
	if (err < 0 && made && unlink(path) == 0)
		(void)rmdir(c->folder);
	close(lock);
	return err;
}

int
store_restore(const char *folder, const char *file, bool replace, struct store_backup *out,
	      char why[STORE_WHY_MAX])
{
	struct backup_copy *c = calloc(1, sizeof(*c));
	int err;

	*out = (struct store_backup){ 0 };
	*why = '\0';
	if (!c)
		return -ENOMEM;
	*c = (struct backup_copy){ .folder = folder, .file = file, .out = out, .why = why };
	err = restore_from(c, replace);
	free(c);
	return err;
}
