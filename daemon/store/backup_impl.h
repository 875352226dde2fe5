/* Internal interface of backup and restore; not for other files. */
#pragma once
#include "daemon/store/store_backup.h"
#include "daemon/store/store_impl.h"

struct backup_copy {
	const char *folder, *file;
	struct db from; /* the journal; restoring: the copy of the backup */
	sqlite3 *to;    /* the new backup */
	char own[DB_PATH_MAX]; /* restoring: the path of the copy */
	struct store_backup *out;
	char *why;
};

/* Files beside the journal that a backup has in a table of their own: `name`, `text`. */
struct backup_files {
	const char *table, *folder, *suffix; /* folder: in that of the games */
	size_t max;                          /* bytes of a file; no reader takes a longer one */
};

enum { BACKUP_SAVED, BACKUP_MEASURED, BACKUP_FILES };

/* ---- store_backup.c ---- */

extern const struct backup_files backup_files[BACKUP_FILES];
/*
 * Writes the path of a file. A name is used only if it is one of the daemon's: that in a backup may
 * be arbitrary.
 */
MUST_USE bool backup_path(const struct backup_copy *c, const struct backup_files *f,
			  const char *name, char path[PATH_MAX]);

/* Sets why. Returns err. */
int backup_fail(struct backup_copy *c, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Sets why to the path and its error. Returns err. */
int backup_fail_at(struct backup_copy *c, int err, const char *path);
/* Sets why to SQLite's last error on that path. Returns -errno. */
int backup_fail_sql(struct backup_copy *c, sqlite3 *sql, const char *path);
/* Adds a name: "a.ini, b.ini"; a full list ends with "…". */
void backup_add_name(char list[STORE_NAMES_MAX], const char *name);
/* Counts a copied file in c->out. */
void backup_count_file(struct backup_copy *c, const struct backup_files *f, const char *name);
/* Gives the file to the daemon's user if this process runs as root. */
MUST_USE int backup_give_to_owner(struct backup_copy *c, const char *path);
/* Reports whether a daemon now keeps its games in that folder. */
bool backup_daemon_runs(const char *folder);
