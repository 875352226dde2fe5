/*
 * What was measured on boards (hw/board/board_measured.h) in a backup: files of the folder
 * of games, each a row of a table of its own. They are read by halod alone, which takes
 * none that was measured for another description; here they are texts.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/backup_impl.h"
#include "hw/text/text.h"

enum {
	/* As large as a description may be (BOARD_FILE_MAX): halod reads none that is larger. */
	MEASURED_MAX = 64 * 1024,
};

/* A board's name, and .ini; in a backup it may be anything. */
static bool
measured_path(const struct backup_copy *c, const char *name, char path[PATH_MAX])
{
	size_t n = strlen(name);
	char board[STORE_NAME_MAX];

	if (n < 5 || n - 4 >= sizeof(board) || strcmp(name + n - 4, ".ini") != 0)
		return false;
	snprintf(board, sizeof(board), "%.*s", (int)(n - 4), name);
	return !store_name_refuse(board) &&
	       snprintf(path, PATH_MAX, "%s/%s", c->folder, name) < PATH_MAX;
}

/* ---- backup ---- */

static int
take(struct backup_copy *c, sqlite3_stmt *q, int folder, const char *name)
{
	char path[PATH_MAX], *text;
	size_t len;
	int err;

	if (!measured_path(c, name, path))
		return 0;
	err = record_file_read_in(folder, name, MEASURED_MAX, &text, &len);
	/* A link or a pipe is none of ours, whoever we are. */
	if (err == -EINVAL || err == -EFBIG || err == -ENOENT)
		return 0;
	if (err < 0)
		return backup_fail(c, err, "%s: %s", store_told(path).text, strerror(-err));
	sqlite3_bind_text(q, 1, name, -1, SQLITE_STATIC);
	sqlite3_bind_blob64(q, 2, text, len, SQLITE_STATIC);
	if (sqlite3_step(q) != SQLITE_DONE)
		err = backup_fail_to(c, c->file);
	sqlite3_reset(q);
	free(text);
	if (err == 0)
		backup_add_name(c->out->measured, name);
	return err;
}

int
backup_measured_take(struct backup_copy *c)
{
	sqlite3_stmt *q = NULL;
	struct dirent *e;
	int err = 0;
	DIR *d;

	if (sqlite3_exec(c->to,
			 "DROP TABLE IF EXISTS measured;"
			 "CREATE TABLE measured(name TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT",
			 NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(c->to, "INSERT INTO measured(name, text) VALUES(?,?)", -1, &q,
			       NULL) != SQLITE_OK)
		return backup_fail_to(c, c->file);
	d = opendir(c->folder);
	if (!d)
		err = backup_fail(c, -errno, "%s: %s", store_told(c->folder).text, strerror(errno));
	while (d && err == 0 && (e = readdir(d)))
		err = take(c, q, dirfd(d), e->d_name);
	if (d)
		closedir(d);
	sqlite3_finalize(q);
	return err;
}

/* ---- restoring ---- */

/* What a damaged page gives may be anything. */
static bool
is_text(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)text[i] < ' ' && (!text[i] || !strchr("\t\r\n", text[i])))
			return false;
	return true;
}

static int
put(struct backup_copy *c, sqlite3_stmt *q)
{
	const char *name = (const char *)sqlite3_column_text(q, 0);
	const char *text = sqlite3_column_blob(q, 1);
	size_t n = (size_t)sqlite3_column_bytes(q, 1);
	char path[PATH_MAX];
	int err;

	if (!name || !text || n > MEASURED_MAX || !measured_path(c, name, path))
		return 0;
	if (access(path, F_OK) == 0) {
		backup_add_name(c->out->measured_kept, name);
		return 0;
	}
	if (*c->damaged && !is_text(text, n)) {
		c->out->whole = false;
		return 0;
	}
	err = backup_note_made(c, path);
	if (err == 0)
		err = record_file_write_own(path, text, n);
	if (err < 0)
		return backup_fail(c, err, "%s: %s", store_told(path).text, strerror(-err));
	backup_add_name(c->out->measured, name);
	return backup_give_to_owner(c, path);
}

int
backup_measured_put(struct backup_copy *c, sqlite3 *source)
{
	sqlite3_stmt *q = NULL;
	int err = 0, code;

	/* A journal that was copied by hand has no such table, and an older backup neither. */
	code = sqlite3_prepare_v2(source, "SELECT name, text FROM measured", -1, &q, NULL);
	while (q && err == 0 && (code = sqlite3_step(q)) == SQLITE_ROW)
		err = put(c, q);
	if (code != SQLITE_ROW && code != SQLITE_DONE && code != SQLITE_ERROR)
		c->out->whole = false;
	sqlite3_finalize(q);
	return err;
}
