/*
 * A backup is a database like the journal, and has the saved games in a table of
 * its own, and in another what was measured on the board. So it can be read with
 * sqlite3, and what is in it is one file.
 */
#include "daemon/store/backup_impl.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "hw/text/text.h"

enum {
	/* Copied between two looks at the source: some of it in a cache, not all. */
	STEP_PAGES = 256,
};

int
backup_fail(struct backup_copy *c, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vprint(c->why, STORE_WHY_MAX, fmt, ap);
	va_end(ap);
	return err;
}

int
backup_fail_to(struct backup_copy *c, const char *path)
{
	bool full = (sqlite3_errcode(c->to) & 0xff) == SQLITE_FULL;

	return backup_fail(c, full ? -ENOSPC : -EIO, "%s: %.60s", store_told(path).text,
			   sqlite3_errmsg(c->to));
}

/* ---- pages ---- */

/* One moment of the source, whatever is written meanwhile. */
static int
copy_pages(struct backup_copy *c, const char *path)
{
	sqlite3_backup *b;
	int code;

	sqlite3_exec(c->from.sql, "BEGIN; SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
	b = sqlite3_backup_init(c->to, "main", c->from.sql, "main");
	if (!b)
		return backup_fail_to(c, path);
	do
		code = sqlite3_backup_step(b, STEP_PAGES);
	while (code == SQLITE_OK);
	sqlite3_backup_finish(b);
	sqlite3_exec(c->from.sql, "COMMIT", NULL, NULL, NULL);
	return code == SQLITE_DONE ? 0 : backup_fail_to(c, path);
}

int
backup_open_new(struct backup_copy *c, const char *path)
{
	static const char plain[] = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF";
	int err;

	store_files_remove(path);
	store_file_make(path);
	if (sqlite3_open_v2(path, &c->to,
			    SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
			    NULL) != SQLITE_OK)
		return backup_fail_to(c, path);
	sqlite3_exec(c->to, plain, NULL, NULL, NULL);
	err = copy_pages(c, path);
	/* The pages say that there is a log beside them; there is none. */
	if (err == 0 && sqlite3_exec(c->to, plain, NULL, NULL, NULL) != SQLITE_OK)
		err = backup_fail_to(c, path);
	return err;
}

int
backup_close_new(struct backup_copy *c, const char *path, int err)
{
	int fd;

	sqlite3_close(c->to);
	c->to = NULL;
	if (err < 0)
		return err;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fsync(fd) < 0)
		err = backup_fail(c, -errno, "%s: %s", store_told(path).text, strerror(errno));
	if (fd >= 0)
		close(fd);
	return err;
}

uint32_t
backup_count(struct backup_copy *c)
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

void
backup_add_name(char list[STORE_NAMES_MAX], const char *name)
{
	char clean[STORE_NAME_MAX * 4];
	size_t n = strlen(list);

	text_clean(clean, sizeof(clean), name);
	if (n + strlen(clean) + sizeof(", , …") > STORE_NAMES_MAX)
		strcpy(clean, "…");
	if (n < 3 || strcmp(list + n - 3, "…") != 0)
		snprintf(list + n, STORE_NAMES_MAX - n, "%s%s", n ? ", " : "", clean);
}

/*
 * One file of the folder saved/ into the backup. A link is not followed: the folder is the
 * daemon's, and who makes the backup may read more than the daemon.
 */
static int
take_saved(struct backup_copy *c, sqlite3_stmt *q, int folder, const char *name)
{
	char *text;
	size_t len;
	int err = record_file_read_in(folder, name, NATIVE_FILE_MAX, &text, &len);

	if (err == -EINVAL || err == -EFBIG) {
		backup_add_name(c->out->passed, name);
		return 0;
	}
	if (err < 0)
		return backup_fail(c, err, "%s/saved/%s: %s", store_told(c->folder).text, name,
				   strerror(-err));
	sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_blob64(q, 2, text, len, SQLITE_STATIC);
	if (sqlite3_step(q) != SQLITE_DONE)
		err = backup_fail_to(c, c->file);
	sqlite3_reset(q);
	free(text);
	c->out->saved += err == 0;
	return err;
}

/* The folder, NULL where there is none; 0 or -errno. */
static int
open_saved(struct backup_copy *c, DIR **d)
{
	char path[PATH_MAX];
	int fd;

	*d = NULL;
	snprintf(path, sizeof(path), "%.4000s/saved", c->folder);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0 && (errno == ELOOP || errno == ENOTDIR)) {
		backup_add_name(c->out->passed, "saved");
		return 0;
	}
	if (fd < 0)
		return backup_fail(c, -errno, "%s: %s", store_told(path).text, strerror(errno));
	*d = fdopendir(fd);
	if (*d)
		return 0;
	close(fd);
	return backup_fail(c, -ENOMEM, "no memory");
}

/* Those that `halo save` wrote; what else lies there is nobody's. */
static int
take_all_saved(struct backup_copy *c)
{
	sqlite3_stmt *q = NULL;
	struct dirent *e;
	DIR *d;
	int err;

	if (sqlite3_exec(c->to,
			 "DROP TABLE IF EXISTS saved;"
			 "CREATE TABLE saved(name TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT",
			 NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(c->to, "INSERT INTO saved(name, text) VALUES(?,?)", -1, &q, NULL) !=
		    SQLITE_OK)
		return backup_fail_to(c, c->file);
	err = open_saved(c, &d);
	while (d && err == 0 && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		if (n > 5 && strcmp(e->d_name + n - 5, ".json") == 0 && *e->d_name != '.')
			err = take_saved(c, q, dirfd(d), e->d_name);
	}
	if (d)
		closedir(d);
	sqlite3_finalize(q);
	return err;
}

int
backup_give_to_owner(struct backup_copy *c, const char *path)
{
	struct stat st;

	if (stat(c->folder, &st) < 0 || (geteuid() == 0 && lchown(path, st.st_uid, st.st_gid) < 0))
		return backup_fail(c, -errno, "%s: %s", store_told(path).text, strerror(errno));
	return 0;
}

/* ---- what lies there ---- */

bool
backup_daemon_runs(const char *folder)
{
	char path[DB_PATH_MAX];
	bool runs;
	int fd;

	snprintf(path, sizeof(path), "%.4000s/lock", folder);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	/* For a moment: a halod that starts just now tries again (lock_take). */
	runs = flock(fd, LOCK_SH | LOCK_NB) < 0;
	close(fd);
	return runs;
}

int
backup_open_journal(struct db *db, const char *path, bool running)
{
	if (!running && store_log_has_hole(path)) {
		*db = (struct db){ 0 };
		snprintf(db->why, sizeof(db->why),
			 "%s is damaged: start halod, which saves what can be read",
			 store_told(path).text);
		return -EUCLEAN;
	}
	return db_open(db, path, DB_READ);
}

/* ---- backup ---- */

static int
backup_into(struct backup_copy *c, const char *part)
{
	char path[DB_PATH_MAX], room[DB_PATH_MAX];
	int err;

	snprintf(path, sizeof(path), "%.4000s/games.db", c->folder);
	if (access(path, F_OK) < 0)
		return backup_fail(c, -errno, "%s: %s", store_told(path).text, strerror(errno));
	store_name_with(room, c->file, "");
	if (store_read_only(path))
		err = store_open_to_read(&c->from, path, dirname(room), c->out);
	else
		err = backup_open_journal(&c->from, path, backup_daemon_runs(c->folder));
	if (err < 0)
		return backup_fail(c, err, "%s", c->from.why);
	c->out->games = backup_count(c);
	err = backup_open_new(c, part);
	if (err == 0)
		err = take_all_saved(c);
	if (err == 0)
		err = backup_measured_take(c);
	return backup_close_new(c, part, err);
}

int
store_backup(const char *folder, const char *file, struct store_backup *out,
	     char why[STORE_WHY_MAX])
{
	struct backup_copy *c = calloc(1, sizeof(*c));
	char part[DB_PATH_MAX];
	mode_t mask;
	int err;

	*out = (struct store_backup){ .whole = true };
	*why = '\0';
	if (!c)
		return -ENOMEM;
	*c = (struct backup_copy){ .folder = folder, .file = file, .out = out, .why = why };
	store_name_with(part, file, ".part");
	if (access(file, F_OK) == 0) {
		free(c);
		snprintf(why, STORE_WHY_MAX, "%s is there already", store_told(file).text);
		return -EEXIST;
	}
	/* It holds what the game on the board hides. */
	mask = umask(077);
	err = backup_into(c, part);
	umask(mask);
	if (err == 0 && rename(part, file) < 0)
		err = backup_fail(c, -errno, "%s: %s", store_told(file).text, strerror(errno));
	if (err == 0)
		err = store_folder_sync(file);
	if (err < 0)
		store_files_remove(part);
	db_close(&c->from);
	free(c);
	return err;
}
