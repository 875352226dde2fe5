/*
 * A journal on a disk that was mounted read-only, as the kernel does to one that fails.
 * SQLite reads a journal with the help of a file beside it, which cannot be made there. So
 * it is read as `halo restore` reads somebody's file (restore_source.c): where it is, or,
 * with its log or damaged, as a copy that nobody else sees.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/backup_impl.h"

bool
store_read_only(const char *path)
{
	return access(path, W_OK) < 0 && errno == EROFS;
}

/* A folder of ours in `room`, or, NULL, where there may be some. 0 or -errno. */
static int
folder_make(const char *room, char path[DB_PATH_MAX])
{
	const char *const rooms[] = { room ? room : getenv("TMPDIR"), "/var/tmp", "/tmp",
				      getenv("RUNTIME_DIRECTORY") };
	int err = -ENOENT;

	for (unsigned i = 0; i < (room ? 1 : sizeof(rooms) / sizeof(rooms[0])); i++) {
		if (!rooms[i] || !*rooms[i])
			continue;
		snprintf(path, DB_PATH_MAX, "%.4000s/haloboard-XXXXXX", rooms[i]);
		if (mkdtemp(path))
			return 0;
		err = -errno;
	}
	return err;
}

/* c->from is the copy then, whose files have no names any more: whatever ends us, none stays. */
static int
read_copy(struct backup_copy *c, const char *room)
{
	char folder[DB_PATH_MAX];
	struct db open = { 0 };
	int err = folder_make(room, folder);

	if (err < 0)
		return backup_fail(c, err, "%s cannot be read: no room for a copy: %s",
				   store_told(c->file).text, strerror(-err));
	c->folder = folder;
	err = restore_copy(c);
	/* Nobody is to write to what is gone when it is closed. */
	if (err == 0 && sqlite3_exec(c->from.sql, "PRAGMA query_only = ON", NULL, NULL, NULL))
		err = backup_fail(c, -EIO, "%s: %.60s", store_told(c->file).text,
				  sqlite3_errmsg(c->from.sql));
	if (err == 0) {
		open = c->from;
		c->from = (struct db){ 0 };
	}
	restore_done(c);
	if (err == 0)
		c->from = open;
	rmdir(folder);
	return err;
}

/* The copy stands for the journal: it is named in messages, and looked at whether it is another. */
static int
stand_for(struct db *db, const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return db_fail(db, -errno, "%s: %s", store_told(path).text, strerror(errno));
	snprintf(db->path, sizeof(db->path), "%s", path);
	db->device = st.st_dev;
	db->inode = st.st_ino;
	db->still = true;
	return 0;
}

static int
read_still(struct db *db, const char *path, const char *room, struct store_backup *out)
{
	struct backup_copy *c = calloc(1, sizeof(*c));
	int err;

	*db = (struct db){ 0 };
	if (!c)
		return db_fail(db, -ENOMEM, "no memory");
	*c = (struct backup_copy){ .file = path, .ours = !room, .out = out, .why = db->why };
	err = restore_look(c);
	if (err == 1)
		err = read_copy(c, room);
	if (err == 0) {
		*db = c->from;
		err = stand_for(db, path);
	} else {
		db->err = err;
		db_close(&c->from);
	}
	free(c);
	return err;
}

int
store_open_to_read(struct db *db, const char *path, const char *room, struct store_backup *out)
{
	struct store_backup none = { 0 };
	int err;

	if (!store_read_only(path))
		return db_open(db, path, DB_READ);
	err = read_still(db, path, room, out ? out : &none);
	if (store_read_only(path))
		return err;
	/* Written to again since: what was read may be of two moments. */
	db_close(db);
	return db_open(db, path, DB_READ);
}
