/*
 * A backup back into a folder of games: into an empty place, or with what was there set
 * aside. What it is read from is restore_source.c.
 */
#include "daemon/store/backup_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "hw/text/text.h"

/* ---- what was made, should it come to nothing ---- */

int
backup_note_made(struct backup_copy *c, const char *path)
{
	char **made, *copy;
	struct stat st;

	if (lstat(path, &st) == 0)
		return 0;
	made = realloc(c->made, (c->n_made + 1) * sizeof(*made));
	copy = strdup(path);
	if (made)
		c->made = made;
	if (made && copy) {
		made[c->n_made++] = copy;
		return 0;
	}
	free(copy);
	return backup_fail(c, -ENOMEM, "no memory");
}

/* The last first: a folder goes where nobody has put anything into it meanwhile. */
static void
made_undo(struct backup_copy *c)
{
	for (size_t i = c->n_made; i-- > 0;)
		(void)remove(c->made[i]);
}

static void
made_free(struct backup_copy *c)
{
	for (size_t i = 0; i < c->n_made; i++)
		free(c->made[i]);
	free(c->made);
}

/* ---- saved games ---- */

/* A name of the backup is used as one only where `halo save` could have given it. */
static bool
saved_path(struct backup_copy *c, const char *name, char path[PATH_MAX])
{
	size_t n = strlen(name);
	char bare[STORE_NAME_MAX];

	if (n < 6 || n - 5 >= sizeof(bare) || strcmp(name + n - 5, ".json") != 0)
		return false;
	snprintf(bare, sizeof(bare), "%.*s", (int)(n - 5), name);
	return !store_name_refuse(bare) &&
	       snprintf(path, PATH_MAX, "%s/saved/%s", c->folder, name) < PATH_MAX;
}

/* What a damaged page gives may be anything. */
static bool
is_game(const char *text, size_t n)
{
	char why[NATIVE_WHY_MAX];
	struct record r = { 0 };
	bool is = text && native_parse(text, n, &r, why) == 0;

	record_finish(&r);
	return is;
}

/* A saved game whose name, NAME.json, is taken. */
static void
note_kept(struct store_backup *out, const char *name)
{
	char bare[STORE_NAME_MAX], shown[STORE_NAME_MAX];
	size_t at = strlen(out->names);

	if (out->kept++ >= STORE_KEPT_NAMED)
		return;
	snprintf(bare, sizeof(bare), "%.*s", (int)(strlen(name) - strlen(".json")), name);
	text_clean(shown, sizeof(shown), bare);
	snprintf(out->names + at, sizeof(out->names) - at, "%s%s", at ? ", " : "", shown);
}

static int
put_saved(struct backup_copy *c, sqlite3_stmt *q)
{
	const char *name = (const char *)sqlite3_column_text(q, 0), *text;
	char path[PATH_MAX];
	size_t n;
	int err;

	if (!name || !saved_path(c, name, path))
		return 0;
	if (access(path, F_OK) == 0) {
		note_kept(c->out, name);
		return 0;
	}
	text = sqlite3_column_blob(q, 1);
	n = (size_t)sqlite3_column_bytes(q, 1);
	if (*c->damaged && !is_game(text, n)) {
		c->out->whole = false;
		return 0;
	}
	err = backup_note_made(c, path);
	if (err == 0)
		err = record_file_write_own(path, text ? text : "", n);
	c->out->saved += err == 0;
	return err < 0 ? backup_fail(c, err, "%s: %s", store_told(path).text, strerror(-err))
		       : backup_give_to_owner(c, path);
}

/* Where they lie: of a journal that was salvaged in what was left of it. */
static sqlite3 *
saved_source(const struct backup_copy *c)
{
	sqlite3 *left = NULL;

	if (!*c->damaged)
		return c->from.sql;
	sqlite3_open_v2(c->damaged, &left, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	return left;
}

static int
put_files(struct backup_copy *c)
{
	char path[PATH_MAX];
	sqlite3_stmt *q = NULL;
	sqlite3 *source;
	int err, code;

	snprintf(path, sizeof(path), "%.4000s/saved", c->folder);
	err = backup_note_made(c, path);
	if (err == 0)
		err = store_saved_folder(c->folder, path);
	if (err < 0)
		return backup_fail(c, err, "%s: %s", store_told(path).text, strerror(-err));
	if ((err = backup_give_to_owner(c, path)) < 0)
		return err;
	source = saved_source(c);
	/* A journal that was copied by hand has no such table, and is as good. */
	code = sqlite3_prepare_v2(source, "SELECT name, text FROM saved", -1, &q, NULL);
	while (q && err == 0 && (code = sqlite3_step(q)) == SQLITE_ROW)
		err = put_saved(c, q);
	if (code != SQLITE_DONE && code != SQLITE_ERROR)
		c->out->whole = false;
	sqlite3_finalize(q);
	if (err == 0)
		err = backup_measured_put(c, source);
	if (source != c->from.sql)
		sqlite3_close(source);
	return err;
}

/* ---- what lies there ---- */

/* As backup_give_to_owner: also one that is there, from a restore that left it to root. */
static int
give_lock(struct backup_copy *c, int fd, const char *path)
{
	struct stat st, lock;

	if (geteuid() != 0)
		return 0;
	if (fstat(fd, &lock) < 0 || lock.st_nlink != 1)
		return backup_fail(c, -EMLINK, "%s: %s", store_told(path).text, strerror(EMLINK));
	if (stat(c->folder, &st) < 0 || fchown(fd, st.st_uid, st.st_gid) < 0)
		return backup_fail(c, -errno, "%s: %s", store_told(path).text, strerror(errno));
	return 0;
}

/* The daemon's own lock, for as long as this takes; -errno, told. */
static int
lock_folder(struct backup_copy *c)
{
	char path[DB_PATH_MAX];
	int fd, err;

	if (mkdir(c->folder, 0700) < 0 && errno != EEXIST)
		return backup_fail(c, -errno, "%s: %s", store_told(c->folder).text,
				   strerror(errno));
	snprintf(path, sizeof(path), "%.4000s/lock", c->folder);
	/* No link: whoever owns the folder would be given what it leads to. */
	fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return backup_fail(c, -errno, "%s: %s", store_told(path).text, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		err = give_lock(c, fd, path);
	else
		err = backup_fail(c, -EBUSY, "a halod keeps its games in %s: stop it first",
				  store_told(c->folder).text);
	if (err == 0)
		return fd;
	close(fd);
	return err;
}

/* The folder is locked by `lock`. */
static int
put_journal(struct backup_copy *c, int lock, const char *path)
{
	char fresh[DB_PATH_MAX];
	int err;

	store_name_with(fresh, path, ".new");
	err = backup_open_new(c, fresh);
	if (err == 0 &&
	    sqlite3_exec(c->to, "DROP TABLE IF EXISTS saved; DROP TABLE IF EXISTS measured", NULL,
			 NULL, NULL) != SQLITE_OK)
		err = backup_fail_to(c, fresh);
	err = backup_close_new(c, fresh, err);
	if (err == 0)
		err = backup_give_to_owner(c, fresh);
	/* What games the last daemon kept says nothing of this journal. */
	if (err == 0 && ftruncate(lock, 0) < 0)
		err = backup_fail(c, -errno, "%s: %s", store_told(c->folder).text, strerror(errno));
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
	return err < 0 ? backup_fail(c, err, "%s: %s", store_told(path).text, strerror(-err)) : 0;
}

/* Are there games that would be lost to sight? A journal without any is none. */
static int
refuse_games(struct backup_copy *c, const char *path)
{
	struct backup_copy there = { .why = c->why };
	uint32_t n;
	int err;

	if (access(path, F_OK) < 0)
		return 0;
	err = backup_open_journal(&there.from, path, false);
	if (err == -ENODATA)
		return 0;
	if (err < 0)
		return backup_fail(c, -EEXIST, "%s is there, and cannot be read",
				   store_told(path).text);
	n = backup_count(&there);
	db_close(&there.from);
	return n ? backup_fail(c, -EEXIST, "%s holds %u games already", store_told(path).text, n)
		 : 0;
}

static int
restore_into(struct backup_copy *c, int lock, bool replace, bool copied)
{
	char path[DB_PATH_MAX];
	int err;

	snprintf(path, sizeof(path), "%.4000s/games.db", c->folder);
	err = store_salvage_finish(path);
	if (err < 0)
		err = backup_fail(c, err, "%s: %s", store_told(path).text, strerror(-err));
	if (err == 0 && !replace)
		err = refuse_games(c, path);
	if (err == 0 && copied)
		err = restore_copy(c);
	if (err == 0)
		c->out->games = backup_count(c);
	/* Files first: whatever ends this leaves the old journal in its place. */
	if (err == 0)
		err = put_files(c);
	if (err == 0)
		err = put_journal(c, lock, path);
	if (err < 0)
		made_undo(c);
	return err;
}

static int
restore_from(struct backup_copy *c, bool replace)
{
	bool made = access(c->folder, F_OK) < 0;
	char path[DB_PATH_MAX];
	int lock, err, copied = restore_look(c);

	if (copied < 0 || (lock = lock_folder(c)) < 0)
		return copied < 0 ? copied : lock;
	err = restore_into(c, lock, replace, copied);
	restore_done(c);
	/* Of a folder that was made for nothing nothing stays. */
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

	*out = (struct store_backup){ .whole = true };
	*why = '\0';
	if (!c)
		return -ENOMEM;
	*c = (struct backup_copy){ .folder = folder, .file = file, .out = out, .why = why };
	err = restore_from(c, replace);
	db_close(&c->from);
	made_free(c);
	free(c);
	return err;
}
