/*
 * A backup is a database like the journal, with one more table for saved games
 * and one for board measurements. So sqlite3 can read it, and everything is in
 * one file.
 */
#include "daemon/store/backup_impl.h"

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
#include "hw/text/text.h"

/* ---- shared with the restore ---- */

/* The measurements of a board: hw/board/board_measured.h; 64 KiB is its BOARD_FILE_MAX. */
const struct backup_files backup_files[BACKUP_FILES] = {
	[BACKUP_SAVED] = { "saved", "/saved", ".json", NATIVE_FILE_MAX },
	[BACKUP_MEASURED] = { "measured", "", ".ini", 64 * 1024 },
};

bool
backup_path(const struct backup_copy *c, const struct backup_files *f, const char *name,
	    char path[PATH_MAX])
{
	size_t n = strlen(name), end = strlen(f->suffix);
	char bare[STORE_NAME_MAX];

	if (n <= end || n - end >= sizeof(bare) || strcmp(name + n - end, f->suffix) != 0)
		return false;
	snprintf(bare, sizeof(bare), "%.*s", (int)(n - end), name);
	return !store_name_refuse(bare) &&
	       snprintf(path, PATH_MAX, "%s%s/%s", c->folder, f->folder, name) < PATH_MAX;
}

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
backup_fail_at(struct backup_copy *c, int err, const char *path)
{
	return backup_fail(c, err, "%s: %s", store_path_text(path).text, strerror(-err));
}

int
backup_fail_sql(struct backup_copy *c, sqlite3 *sql, const char *path)
{
	const bool full = (sqlite3_errcode(sql) & 0xff) == SQLITE_FULL;

	return backup_fail(c, full ? -ENOSPC : -EIO, "%s: %.60s", store_path_text(path).text,
			   sqlite3_errmsg(sql));
}

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

void
backup_count_file(struct backup_copy *c, const struct backup_files *f, const char *name)
{
	if (f == &backup_files[BACKUP_SAVED])
		c->out->saved++;
	else
		backup_add_name(c->out->measured, name);
}

int
backup_give_to_owner(struct backup_copy *c, const char *path)
{
	struct stat st;

	if (stat(c->folder, &st) < 0 || (geteuid() == 0 && lchown(path, st.st_uid, st.st_gid) < 0))
		return backup_fail_at(c, -errno, path);
	return 0;
}

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
	/* The lock is held for a moment only; a halod that starts meanwhile retries (lock_take). */
	runs = flock(fd, LOCK_SH | LOCK_NB) < 0;
	close(fd);
	return runs;
}

/* ---- files ---- */

/*
 * Copies one file into the backup, or passes it over. Links are not followed: the daemon could
 * make one to a file that only the user of the backup may read.
 */
static int
take_file(struct backup_copy *c, const struct backup_files *f, sqlite3_stmt *q, int folder,
	  const char *name)
{
	char path[PATH_MAX], *text;
	size_t len;
	int err;

	if (!backup_path(c, f, name, path))
		return 0;
	err = record_file_read_in(folder, name, f->max, &text, &len);
	if (err == -EINVAL || err == -EFBIG || err == -ENOENT) {
		backup_add_name(c->out->passed, name);
		return 0;
	}
	if (err < 0)
		return backup_fail_at(c, err, path);
	sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_blob64(q, 2, text, len, SQLITE_STATIC);
	if (sqlite3_step(q) != SQLITE_DONE)
		err = backup_fail_sql(c, c->to, c->file);
	sqlite3_reset(q);
	free(text);
	if (err == 0)
		backup_count_file(c, f, name);
	return err;
}

/* Opens the folder of files, NULL if there is none. Returns 0 or -errno. */
static int
open_folder(struct backup_copy *c, const struct backup_files *f, DIR **d)
{
	char path[PATH_MAX];
	int fd;

	*d = NULL;
	snprintf(path, sizeof(path), "%.4000s%s", c->folder, f->folder);
	fd = open(path, O_RDONLY | O_DIRECTORY | (*f->folder ? O_NOFOLLOW : 0) | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return 0;
	if (fd < 0 && (errno == ELOOP || errno == ENOTDIR)) {
		backup_add_name(c->out->passed, f->table);
		return 0;
	}
	if (fd < 0)
		return backup_fail_at(c, -errno, path);
	*d = fdopendir(fd);
	if (*d)
		return 0;
	close(fd);
	return backup_fail(c, -ENOMEM, "no memory");
}

/* Copies the files that the daemon wrote; other files are not copied. */
static int
take_files(struct backup_copy *c, const struct backup_files *f)
{
	sqlite3_stmt *q = NULL;
	struct dirent *e;
	char sql[64];
	DIR *d;
	int err;

	snprintf(sql, sizeof(sql), "INSERT INTO %s(name, text) VALUES(?,?)", f->table);
	if (sqlite3_prepare_v2(c->to, sql, -1, &q, NULL) != SQLITE_OK)
		return backup_fail_sql(c, c->to, c->file);
	err = open_folder(c, f, &d);
	while (d && err == 0 && (e = readdir(d)))
		err = take_file(c, f, q, dirfd(d), e->d_name);
	if (d)
		closedir(d);
	sqlite3_finalize(q);
	return err;
}

/* ---- backup ---- */

/* Copies a consistent snapshot of the journal to a new file, even while a daemon writes. */
static int
copy_journal(struct backup_copy *c, const char *part)
{
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(c->from.sql, "VACUUM INTO ?", -1, &q, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_bind_text(q, 1, part, -1, SQLITE_STATIC);
	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	sqlite3_finalize(q);
	if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
		return backup_fail(c, -EIO,
				   "%s/games.db is damaged: halod repairs it when it starts",
				   store_path_text(c->folder).text);
	return code == SQLITE_DONE ? 0 : backup_fail_sql(c, c->from.sql, part);
}

/* Adds the tables that only a backup has, in one commit that is synced. */
static int
add_files(struct backup_copy *c, const char *part)
{
	static const char begin[] = "BEGIN; DROP TABLE IF EXISTS saved; DROP TABLE IF EXISTS "
				    "measured;" DB_SAVED ";" DB_MEASURED;
	int err = 0;

	if (db_connect(part, SQLITE_OPEN_READWRITE, &c->to) != SQLITE_OK ||
	    sqlite3_exec(c->to, begin, NULL, NULL, NULL) != SQLITE_OK)
		err = backup_fail_sql(c, c->to, part);
	for (unsigned i = 0; i < BACKUP_FILES && err == 0; i++)
		err = take_files(c, &backup_files[i]);
	if (err == 0 && sqlite3_exec(c->to, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
		err = backup_fail_sql(c, c->to, part);
	sqlite3_close(c->to);
	return err;
}

static int
backup_into(struct backup_copy *c, const char *part)
{
	char path[DB_PATH_MAX];
	int err;

	snprintf(path, sizeof(path), "%.4000s/games.db", c->folder);
	if (access(path, F_OK) < 0)
		return backup_fail_at(c, -errno, path);
	err = db_open(&c->from, path, DB_READ);
	if (err < 0)
		return backup_fail(c, err, "%s", c->from.why);
	c->out->games = db_count_games(&c->from);
	store_files_remove(part);
	err = copy_journal(c, part);
	return err < 0 ? err : add_files(c, part);
}

int
store_backup(const char *folder, const char *file, struct store_backup *out,
	     char why[STORE_WHY_MAX])
{
	struct backup_copy *c = calloc(1, sizeof(*c));
	char part[DB_PATH_MAX];
	mode_t mask;
	int err;

	*out = (struct store_backup){ 0 };
	*why = '\0';
	if (!c)
		return -ENOMEM;
	*c = (struct backup_copy){ .folder = folder, .file = file, .out = out, .why = why };
	store_name_with(part, file, ".part");
	if (access(file, F_OK) == 0) {
		free(c);
		snprintf(why, STORE_WHY_MAX, "%s is there already", store_path_text(file).text);
		return -EEXIST;
	}
	/* The file contains the secrets of the game on the board. */
	mask = umask(077);
	err = backup_into(c, part);
	umask(mask);
	if (err == 0 && rename(part, file) < 0)
		err = backup_fail_at(c, -errno, file);
	if (err == 0)
		err = record_folder_sync(file);
	if (err < 0)
		store_files_remove(part);
	db_close(&c->from);
	free(c);
	return err;
}
