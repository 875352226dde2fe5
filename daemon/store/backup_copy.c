/* Shared by backup and restore: messages, counts, the folder's owner, the check for a daemon. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/store/backup_impl.h"
#include "hw/text/text.h"

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
backup_fail_sql(struct backup_copy *c, sqlite3 *sql, const char *path)
{
	const bool full = (sqlite3_errcode(sql) & 0xff) == SQLITE_FULL;

	return backup_fail(c, full ? -ENOSPC : -EIO, "%s: %.60s", store_path_text(path).text,
			   sqlite3_errmsg(sql));
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
		return backup_fail(c, -errno, "%s: %s", store_path_text(path).text,
				   strerror(errno));
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
