/*
 * The archive: a second copy of the games that people can read. archive/000001-001000.jsonl has the
 * games 1 to 1000, and so on. A line is the native record of a closed game, which cannot be
 * continued. The table `archive` of the database has the length of each complete file:
 *
 *   a game is closed        the transaction that closes it deletes the row of its file
 *   the clerk is idle       it appends the missing lines of files without a row or of another
 *                           length, syncs the file and sets the row
 *   the database is opened  the writer reads files whose length is not that of their row, and
 *                           adds the games that the database lacks
 *
 * So a power cut at any moment leaves a file without a row, and its lines are compared with the
 * database. An incomplete line has no newline or is not valid JSON: it is ignored. If a game has
 * several lines, the last one counts.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/store/store_impl.h"

enum {
	FILE_NAME_MAX = 64,
	GONE = -1, /* a length that no file has */
};

static const char folder_name[] = "archive";

static uint32_t
file_of(uint32_t number)
{
	return (number - 1) / ARCHIVE_FILE_GAMES;
}

static void
file_name(uint32_t file, char out[FILE_NAME_MAX])
{
	uint64_t first = (uint64_t)file * ARCHIVE_FILE_GAMES + 1;

	snprintf(out, FILE_NAME_MAX, "%06llu-%06llu.jsonl", (unsigned long long)first,
		 (unsigned long long)first + ARCHIVE_FILE_GAMES - 1);
}

static void
archive_path(const char *folder, char out[DB_PATH_MAX])
{
	snprintf(out, DB_PATH_MAX, "%.4000s/%s", folder, folder_name);
}

static void
file_path(const char *folder, uint32_t file, char out[DB_PATH_MAX])
{
	char name[FILE_NAME_MAX];

	file_name(file, name);
	snprintf(out, DB_PATH_MAX, "%.4000s/%s/%s", folder, folder_name, name);
}

/* Returns the length of a file, 0 if it is missing. */
static off_t
file_size(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_size : 0;
}

/* ---- lines ---- */

/* Returns the number of the game on a whole line; 0: it is no record. */
static uint32_t
line_number(const char *line, size_t len)
{
	json_t *root = json_loadb(line, len, 0, NULL);
	json_int_t number = json_integer_value(json_object_get(root, "number"));

	if (!json_object_get(root, "haloboard"))
		number = 0;
	json_decref(root);
	return number > 0 && number <= UINT32_MAX ? (uint32_t)number : 0;
}

static void
scan_lines(FILE *f, struct archive_scan *scan)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	for (off_t at = 0; (n = getline(&line, &room, f)) > 0; at += n) {
		uint32_t number;

		scan->size = at + n;
		scan->torn = line[n - 1] != '\n';
		number = scan->torn ? 0 : line_number(line, (size_t)n);
		if (number && file_of(number) == scan->file)
			scan->line[(number - 1) % ARCHIVE_FILE_GAMES] = true;
	}
	free(line);
}

/*
 * Reads a file of the archive, which may be missing. Returns 0 or -errno; the
 * lines before an error count.
 */
static int
scan_file(const char *path, uint32_t file, struct archive_scan *scan)
{
	FILE *f = fopen(path, "re");
	int err = 0;

	memset(scan, 0, sizeof(*scan));
	scan->file = file;
	if (!f && errno != ENOENT)
		return -errno;
	errno = 0;
	if (f)
		scan_lines(f, scan);
	if (f && ferror(f))
		err = errno ? -errno : -EIO;
	if (f)
		fclose(f);
	scan->known = err == 0;
	return err;
}

/* ---- appending: the clerk's ---- */

/* Returns the length in the row of that file, GONE if there is no row or it cannot be read. */
static int64_t
row_of(struct db *db, uint32_t file)
{
	int64_t bytes = GONE;

	(void)!db_one(db, DB_ARCHIVE_GET, &bytes, "i", (int64_t)file);
	return bytes;
}

/*
 * Finds the first file whose length is not that of its row. Returns 1, 0 if
 * there is none, or -errno.
 */
static int
next_due(struct db *db, const char *folder, uint32_t *file)
{
	int64_t above = 0;
	int got;

	for (;;) {
		char path[DB_PATH_MAX];
		int64_t number = 0;

		got = db_one(db, DB_PLAYED_NEXT, &number, "i", above);
		if (got < 1)
			return got;
		*file = file_of((uint32_t)number);
		file_path(folder, *file, path);
		if (row_of(db, *file) != (int64_t)file_size(path))
			return 1;
		above = ((int64_t)*file + 1) * ARCHIVE_FILE_GAMES;
	}
}

/* Lists the closed games of that file that have no line yet. Returns their count or -errno. */
static int
missing(struct db *db, const struct archive_scan *scan, uint32_t number[ARCHIVE_FILE_GAMES])
{
	const enum db_statement st = DB_CLOSED_GAMES;
	int64_t first = (int64_t)scan->file * ARCHIVE_FILE_GAMES + 1;
	int got, n = 0;

	db_ask(db, st, "ii", first, first + ARCHIVE_FILE_GAMES - 1);
	while ((got = db_row(db, st)) == 1) {
		uint32_t i = (uint32_t)(sqlite3_column_int64(db->statement[st], 0) - first);

		if (!scan->line[i])
			number[n++] = (uint32_t)first + i;
	}
	return got < 0 ? got : n;
}

/*
 * Opens a file of the archive for appending, and makes it if it is missing.
 * Returns the descriptor or -errno.
 */
static int
file_open(const char *folder, const char *path)
{
	char dir[DB_PATH_MAX];
	int fd;

	archive_path(folder, dir);
	if (mkdir(dir, 0700) == 0)
		(void)!record_folder_sync(dir);
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	/* The file may be a copy that others can read. */
	(void)!fchmod(fd, 0600);
	return fd;
}

/*
 * Reports whether the game was abandoned while it hid something. The archive
 * omits such a game: its end is never closed.
 */
static bool
is_left_hidden(const struct record *r)
{
	return r->result.end == RECORD_UNFINISHED && record_hides(r);
}

/* Appends one game to the file. A game that cannot be read is skipped: it counts as appended. */
static int
append_game(struct db *db, struct archive_scan *scan, int fd, uint32_t number)
{
	bool *there = &scan->line[(number - 1) % ARCHIVE_FILE_GAMES];
	struct record r = { 0 };
	char *line = NULL;
	size_t len;
	int err = db_record(db, number, &r);

	if (err == -EBADMSG || err == -ENOENT || (err == 0 && is_left_hidden(&r))) {
		record_finish(&r);
		*there = true;
		return 0;
	}
	if (err == 0)
		line = native_print_line(&r);
	record_finish(&r);
	if (!line)
		return err < 0 ? err : -ENOMEM;
	len = strlen(line);
	if (scan->torn)
		err = record_write_all(fd, "\n", 1);
	if (err == 0) {
		scan->size += scan->torn;
		scan->torn = false;
		err = record_write_all(fd, line, len);
	}
	free(line);
	if (err < 0)
		return err;
	*there = true;
	scan->size += (off_t)len;
	return 0;
}

/*
 * Appends games, at least one, until a request waits. Returns how many of them
 * are on disk, or -errno.
 */
static int
append_games(struct store *s, const char *path, const uint32_t *number, int n)
{
	struct archive_scan *scan = &s->clerk.scan;
	int fd = file_open(s->folder, path), err = fd < 0 ? fd : 0, i = 0;

	while (i < n && err == 0 && (i == 0 || ring_is_empty(&s->asks)))
		err = append_game(&s->clerk.db, scan, fd, number[i++]);
	if (fd >= 0 && fsync(fd) < 0 && err == 0)
		err = -errno;
	if (fd >= 0 && close(fd) < 0 && err == 0)
		err = -errno;
	if (err == 0)
		err = record_folder_sync(path);
	return err < 0 ? err : i;
}

/* Sets the row of a complete file, unless the writer has closed another of its games meanwhile. */
static int
note_row(struct db *db, const struct archive_scan *scan, uint32_t number[ARCHIVE_FILE_GAMES])
{
	int err = db_run(db, DB_BEGIN, "");

	if (err < 0)
		return err;
	err = missing(db, scan, number);
	if (err == 0)
		err = db_run(db, DB_ARCHIVE_SET, "ii", (int64_t)scan->file, (int64_t)scan->size);
	if (err >= 0)
		err = db_run(db, DB_COMMIT, "");
	if (err < 0)
		db_rollback(db);
	return err;
}

/* Appends the missing lines of a file, or some of them if a request waits. Returns 0 or -errno. */
static int
complete_file(struct store *s, uint32_t file)
{
	struct archive_scan *scan = &s->clerk.scan;
	uint32_t number[ARCHIVE_FILE_GAMES];
	char path[DB_PATH_MAX];
	int n, done, err = 0;

	file_path(s->folder, file, path);
	if (!scan->known || scan->file != file || scan->size != file_size(path))
		err = scan_file(path, file, scan);
	n = err < 0 ? err : missing(&s->clerk.db, scan, number);
	done = n > 0 ? append_games(s, path, number, n) : n;
	if (done < n || done < 0)
		return done < 0 ? done : 0;
	/* The commit need not be durable: if it is lost, the file is compared once more. */
	db_sync(&s->clerk.db, false);
	err = note_row(&s->clerk.db, scan, number);
	db_sync(&s->clerk.db, true);
	return err;
}

static void
report(struct store *s, int err)
{
	if (atomic_exchange(&s->archive_err, err) != err)
		store_wake(s->writer_fd);
}

bool
store_archive_turn(struct store *s)
{
	unsigned due = atomic_load(&s->archive_due);
	struct db *db = &s->clerk.db;
	uint32_t file = 0;
	int got, err;

	if (due == s->clerk.archived || !db->sql)
		return false;
	got = next_due(db, s->folder, &file);
	err = got == 1 ? complete_file(s, file) : got;
	if (got == 0)
		s->clerk.archived = due;
	if (db->damaged)
		store_check_report(s);
	else
		report(s, err);
	if (err < 0)
		db_close(db);
	return got == 1 && err == 0;
}

/* ---- reading in: the writer's ---- */

/*
 * Returns the state of a game in the database: *end and *actions. Returns 1, 0
 * if it is missing, or -errno.
 */
static int
extent(struct db *db, uint32_t number, int64_t *end, int64_t *actions)
{
	const enum db_statement st = DB_GAME_EXTENT;
	int got;

	db_ask(db, st, "i", (int64_t)number);
	got = db_row(db, st);
	if (got == 1) {
		*end = sqlite3_column_int64(db->statement[st], 0);
		*actions = sqlite3_column_int64(db->statement[st], 1);
	}
	db_done(db, st);
	return got;
}

struct reading {
	struct db *db;
	const struct salvage_watch *watch;
	uint32_t games;                 /* added to the database */
	bool added[ARCHIVE_FILE_GAMES]; /* of the present file: a later line replaces the game */
};

/* Replaces a game by that of the record. Returns 1 or -errno. */
static int
put_game(struct reading *in, const struct record *r)
{
	uint32_t number = r->number;
	bool *added = &in->added[(number - 1) % ARCHIVE_FILE_GAMES];
	int err = db_run(in->db, DB_GAME_DROP, "i", (int64_t)number);

	if (err == 0)
		err = db_run(in->db, DB_ACTION_CUT, "ii", (int64_t)number, (int64_t)0);
	if (err == 0)
		err = db_record_add(in->db, r, &number);
	if (err == 0 && !*added)
		in->watch->step(in->watch->arg, ++in->games, 0);
	*added = true;
	return err;
}

/* Adds the game of a whole line unless the database has all of it. Returns 0 or -errno. */
static int
read_game(struct reading *in, const char *line, size_t len, uint32_t number)
{
	int64_t end = 0, actions = -1;
	char why[NATIVE_WHY_MAX];
	struct record r = { 0 };
	int err = extent(in->db, number, &end, &actions);

	if (in->added[(number - 1) % ARCHIVE_FILE_GAMES])
		end = RECORD_UNFINISHED, actions = -1;
	if (err < 0 || end != RECORD_UNFINISHED || native_parse(line, len, &r, why) < 0)
		return err < 0 ? err : 0;
	err = r.result.end == RECORD_UNFINISHED && (int64_t)r.n <= actions ? 0 : put_game(in, &r);
	record_finish(&r);
	return err;
}

/*
 * Marks the game on the board as closed if it has that number, because only closed games have
 * lines.
 */
static int
close_running(struct db *db, uint32_t number)
{
	int64_t running = 0;
	int got = db_one(db, DB_RUNNING_GET, &running, "");
	char text[16];

	if (got < 0 || number != running)
		return got < 0 ? got : 0;
	snprintf(text, sizeof(text), "%u", number);
	return db_run(db, DB_SETTING_SET, "ss", STORE_CLOSED, text);
}

/* Reads all games of a file, or none. Returns 0 or -errno. */
static int
read_games(struct reading *in, FILE *f, uint32_t file)
{
	const uint32_t before = in->games;
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	int err = db_run(in->db, DB_BEGIN, "");

	memset(in->added, 0, sizeof(in->added));
	while (err == 0 && (n = getline(&line, &room, f)) > 0) {
		uint32_t number = line[n - 1] == '\n' ? line_number(line, (size_t)n) : 0;

		if (number == 0 || file_of(number) != file)
			continue;
		err = read_game(in, line, (size_t)n, number);
		if (err == 0)
			err = close_running(in->db, number);
	}
	free(line);
	if (err == 0)
		err = db_run(in->db, DB_COMMIT, "");
	if (err < 0) {
		in->games = before;
		db_rollback(in->db);
	}
	return err;
}

static int
read_file(struct reading *in, const char *path, uint32_t file)
{
	FILE *f = fopen(path, "re");
	int err = f ? read_games(in, f, file) : 0;

	if (f)
		fclose(f);
	return err;
}

/* Reports whether that is the name of a file of the archive, and sets *file. */
static bool
is_file(const char *name, uint32_t *file)
{
	unsigned long long first = strtoull(name, NULL, 10);
	char is[FILE_NAME_MAX];

	if (first == 0 || first > UINT32_MAX)
		return false;
	*file = file_of((uint32_t)first);
	file_name(*file, is);
	return strcmp(name, is) == 0;
}

int
store_archive_read(const char *folder, struct db *db, const struct salvage_watch *watch,
		   uint32_t *games)
{
	struct reading in = { .db = db, .watch = watch };
	unsigned files = 0;
	char path[DB_PATH_MAX];
	struct dirent *e;
	uint32_t file;
	int err = 0;
	DIR *d;

	archive_path(folder, path);
	d = opendir(path);
	while (d && err == 0 && !db->damaged && (e = readdir(d))) {
		if (!is_file(e->d_name, &file))
			continue;
		file_path(folder, file, path);
		if (row_of(db, file) == (int64_t)file_size(path))
			continue;
		/*
		 * Report progress only from the second file on: after a power cut one file is
		 * usual, and takes a moment.
		 */
		if (files++ > 0)
			watch->step(watch->arg, in.games, 0);
		err = read_file(&in, path, file);
	}
	if (d)
		closedir(d);
	*games = in.games;
	return err;
}

/* ---- restoring ---- */

bool
store_archive_is_there(const char *folder)
{
	char path[DB_PATH_MAX];
	struct dirent *e;
	bool found = false;
	uint32_t file;
	DIR *d;

	archive_path(folder, path);
	d = opendir(path);
	while (d && !found && (e = readdir(d)))
		found = is_file(e->d_name, &file);
	if (d)
		closedir(d);
	return found;
}

int
store_archive_aside(const char *folder)
{
	char path[DB_PATH_MAX], aside[DB_PATH_MAX];
	unsigned n = 1;

	archive_path(folder, path);
	if (access(path, F_OK) < 0)
		return 0;
	do
		snprintf(aside, sizeof(aside), "%.4000s/%s.replaced-%u", folder, folder_name, n++);
	while (access(aside, F_OK) == 0);
	return rename(path, aside) < 0 ? -errno : record_folder_sync(path);
}
