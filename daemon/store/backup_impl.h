/* What a backup and its restoring share; nobody else includes this. */
#pragma once
#include "daemon/store/store_backup.h"
#include "daemon/store/store_impl.h"

struct backup_copy {
	const char *folder, *file;
	struct db from;
	/* Restoring: the copy that is read instead of the file, and what was salvaged; "" none. */
	char own[DB_PATH_MAX], damaged[DB_PATH_MAX];
	sqlite3 *to;
	/*
	 * The daemon looks at its own journal. A connection for which SQLite found the file beside it
	 * read-only would keep the writer's from being any better.
	 */
	bool ours;
	/* Restoring: what was not there before, in the order of its being made. Allocated. */
	char **made;
	size_t n_made;
	struct store_backup *out;
	char *why;
};

/* Tells why. err. */
int backup_fail(struct backup_copy *c, int err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* What SQLite said last of what is being written. -errno. */
int backup_fail_to(struct backup_copy *c, const char *path);
/* The new database under `path`, with the pages of the source; synced by backup_close_new alone. */
MUST_USE int backup_open_new(struct backup_copy *c, const char *path);
MUST_USE int backup_close_new(struct backup_copy *c, const char *path, int err);
/* Games of the source with a move or a result. */
uint32_t backup_count(struct backup_copy *c);
/* "a.ini, b.ini"; where there is no room for all, "…" at the end. */
void backup_add_name(char list[STORE_NAMES_MAX], const char *name);
/* As root the files are not root's but the daemon's. */
MUST_USE int backup_give_to_owner(struct backup_copy *c, const char *path);
/* Restoring: the name, if it is free, is to be so again should this fail. 0 or -ENOMEM, told. */
MUST_USE int backup_note_made(struct backup_copy *c, const char *path);
/* A daemon keeps its games in that folder, now. */
bool backup_daemon_runs(const char *folder);
/*
 * Opens the journal as it is. Not one whose log has lost something, which a running
 * daemon would have seen: closing it would take the log away with what it still holds.
 */
MUST_USE int backup_open_journal(struct db *db, const char *path, bool running);

/* ---- store_still.c ---- */

/*
 * The journal for questions, on a disk that is read-only too; a copy that is needed for that
 * lies in `room`. NULL: the daemon asks, and any place for such things will do. *out, which may be
 * NULL: told as by store_restore where what is read was salvaged. 0 or -errno, db->why tells.
 */
MUST_USE int store_open_to_read(struct db *db, const char *path, const char *room,
				struct store_backup *out);

/* ---- backup_measured.c ---- */

/* The files of the folder into a table, and back from that of `source`. */
MUST_USE int backup_measured_take(struct backup_copy *c);
MUST_USE int backup_measured_put(struct backup_copy *c, sqlite3 *source);

/* ---- restore_source.c ---- */

/* The file as c->from: 0; 1: only a copy can be read; -errno, told. Nothing is changed. */
MUST_USE int restore_look(struct backup_copy *c);
/* The copy, in c->folder: taken, its log taken in, or salvaged. 0 or -errno, told. */
MUST_USE int restore_copy(struct backup_copy *c);
/* Closes c->from, and removes the copy. */
void restore_done(struct backup_copy *c);
