#include "daemon/store/store_db.h"
#include "hw/text/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/store/store_impl.h"

/*
 * FULL: a commit has returned when the disk says that it keeps it. The tests of power
 * cuts build a daemon with NORMAL, to see that they can fail.
 */
#ifndef DB_SYNCHRONOUS
#define DB_SYNCHRONOUS "FULL"
#endif

enum {
	/* The clerk's imports are short; longer waiting would only be trouble of another name. */
	BUSY_MS = 2000,
	/* Pages of 4 KiB: the games of an evening; the daemon has to stay small. */
	CACHE_PAGES = 64,
};

/* A name or place as PGN has it, where no quotation mark can stand. */
#define TOLD(text) "replace(" text ", '\"', '''')"
/* What PGN brings as nothing may be kept as "?" or "-". */
#define OR(value, unknown) "coalesce(nullif(" TOLD(value) ", ''), '" unknown "')"
#define ALIKE(column, value) \
	TOLD(column) " IN (" TOLD(value) ", " OR(value, "?") ", " OR(value, "-") ") AND "
#define PLAYED(number, value)                                                                \
	"EXISTS(SELECT 1 FROM action AS a WHERE a.game = game.number AND a.number = " number \
	" AND a.text = " value ")"
/* The last action, one in the middle, and an early one. */
#define PLAYED_SO(last, middle, early)                                  \
	"(actions = 0 OR (" PLAYED("actions - 1", last) " AND " PLAYED( \
		"actions / 2", middle) " AND " PLAYED("actions / 4", early) ")) AND "

/*
 * The schema, step by step: row i brings a database of version i to version
 * i + 1. Rows are never changed once released; a new version is a new row.
 */
static const char *const upgrades[DB_VERSION] = {
	"CREATE TABLE game("
	"  number INTEGER PRIMARY KEY AUTOINCREMENT," /* never given twice */
	"  rules TEXT NOT NULL, start TEXT NOT NULL, date TEXT NOT NULL,"
	"  name0 TEXT NOT NULL, name1 TEXT NOT NULL, name2 TEXT NOT NULL, name3 TEXT NOT NULL,"
	"  event TEXT NOT NULL, site TEXT NOT NULL, round TEXT NOT NULL,"
	"  end INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '',"
	"  score INTEGER NOT NULL DEFAULT 0, actions INTEGER NOT NULL DEFAULT 0) STRICT;"
	"CREATE TABLE action("
	"  game INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, t_us INTEGER,"
	"  PRIMARY KEY(game, number)) WITHOUT ROWID, STRICT;"
	"CREATE TABLE trace("
	"  game INTEGER NOT NULL, part INTEGER NOT NULL, text BLOB NOT NULL,"
	"  PRIMARY KEY(game, part)) WITHOUT ROWID, STRICT;"
	"CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;"
	"CREATE TABLE running(one INTEGER PRIMARY KEY CHECK(one = 1), game INTEGER) STRICT;"
	"CREATE INDEX game_finished ON game(number) WHERE end <> 0;",
	"ALTER TABLE game ADD COLUMN seeds TEXT NOT NULL DEFAULT '';",
	("ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '';"
	 "ALTER TABLE action ADD COLUMN clock_us INTEGER;"),
	"CREATE INDEX game_alike ON game(date, " TOLD("name0") ", " TOLD("name1") ");",
};

#define GAME_COLUMNS                                                                               \
	"rules, start, date, name0, name1, name2, name3, event, site, round, end, reason, score, " \
	"actions, seeds, clock"

static const char *const statements[DB_STATEMENTS] = {
	[DB_BEGIN] = "BEGIN IMMEDIATE",
	[DB_COMMIT] = "COMMIT",
	[DB_ROLLBACK] = "ROLLBACK",
	[DB_GAME_ADD] =
		"INSERT INTO game(" GAME_COLUMNS ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
	[DB_GAME_ADD_NUMBERED] = "INSERT INTO game(" GAME_COLUMNS ", number) "
				 "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
	[DB_GAME_NAMES] = "UPDATE game SET date = ?, name0 = ?, name1 = ?, name2 = ?, name3 = ?, "
			  "seeds = ?, clock = ? WHERE number = ?",
	[DB_GAME_CLOCK] = "UPDATE game SET clock = ? WHERE number = ?",
	[DB_GAME_RESULT] = "UPDATE game SET end = ?, reason = ?, score = ? WHERE number = ?",
	[DB_GAME_COUNT] = "UPDATE game SET actions = ? WHERE number = ?",
	[DB_GAME_FORGET] = "DELETE FROM game WHERE number = ?1 AND end = 0 "
			   "AND NOT EXISTS(SELECT 1 FROM action WHERE game = ?1)",
	[DB_TRACE_FORGET] = "DELETE FROM trace WHERE game = ?1 "
			    "AND NOT EXISTS(SELECT 1 FROM game WHERE number = ?1)",
	[DB_ACTION_ADD] = "INSERT INTO action(game, number, text, t_us, clock_us) "
			  "VALUES(?,?,?,nullif(?,-1),nullif(?,-1))",
	[DB_ACTION_CUT] = "DELETE FROM action WHERE game = ? AND number >= ?",
	[DB_TRACE_ADD] = "INSERT INTO trace(game, part, text) VALUES(?,?,?)",
	[DB_SETTING_SET] = "INSERT INTO setting(key, value) VALUES(?,?) "
			   "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
	[DB_RUNNING_SET] = "INSERT INTO running(one, game) VALUES(1, nullif(?,0)) "
			   "ON CONFLICT(one) DO UPDATE SET game = excluded.game",
	[DB_RUNNING_GET] = "SELECT game FROM running WHERE game IS NOT NULL",
	[DB_GAME_GET] = "SELECT " GAME_COLUMNS " FROM game WHERE number = ?",
	[DB_ACTIONS_GET] = "SELECT number, text, coalesce(t_us, -1), coalesce(clock_us, -1) "
			   "FROM action WHERE game = ? ORDER BY number",
	[DB_ACTIONS_LAST] =
		"SELECT coalesce(max(number) + 1, 0), (SELECT coalesce(max(part) + 1, 0) "
		"FROM trace WHERE game = ?1) FROM action WHERE game = ?1",
	[DB_GAMES_LIST] = "SELECT " GAME_COLUMNS ", number FROM game WHERE number < ? "
			  "AND (actions > 0 OR end <> 0) ORDER BY number DESC LIMIT ?",
	/*
	 * Kept games that may be told by the same PGN, by what costs little to compare. Not the
	 * game on the board before it is over: it goes on, and will be another one.
	 */
	[DB_GAMES_ALIKE] =
		("SELECT number FROM game WHERE number > ?12 AND date = ?1 AND " ALIKE("name0", "?2")
			 ALIKE("name1", "?3") ALIKE("event", "?4") ALIKE("site", "?5")
				 ALIKE("round", "?6") "rules = ?7 AND actions = ?8 AND " PLAYED_SO(
					 "?9", "?10", "?11") "(end <> 0 OR number NOT IN (SELECT "
							     "coalesce(game, 0) FROM running))"),
	/*
	 * Those that were played here: an import has no times, and one without a
	 * move stands in a tournament's file, with its name.
	 */
	[DB_EVENING] = "SELECT " GAME_COLUMNS ", number FROM game WHERE number > ? "
		       "AND (EXISTS(SELECT 1 FROM action WHERE game = game.number "
		       "AND t_us IS NOT NULL) "
		       "OR (actions = 0 AND end <> 0 AND event = '' AND site = '')) "
		       "ORDER BY number LIMIT ?",
	[DB_PLAYED_NEXT] = "SELECT number FROM game WHERE number > ? "
			   "AND (actions > 0 OR end <> 0) ORDER BY number LIMIT 1",
	[DB_GAMES_LAST] = "SELECT coalesce(max(number), 0) FROM game",
	[DB_PLAYED_COUNT] = "SELECT count(*) FROM game WHERE actions > 0 OR end <> 0",
	[DB_TRACE_GET] = "SELECT text FROM trace WHERE game = ? ORDER BY part",
	/* Counted are games that have a trace: from the last one down, a step of the index each. */
	[DB_TRACE_OLDEST] = "WITH RECURSIVE kept(n) AS (SELECT max(game) FROM trace UNION ALL "
			    "SELECT (SELECT max(game) FROM trace WHERE game < n) FROM kept WHERE n "
			    "IS NOT NULL) "
			    "SELECT (SELECT min(game) FROM trace) FROM kept WHERE n IS NOT NULL "
			    "LIMIT 1 OFFSET ?",
	[DB_TRACE_DROP] = "DELETE FROM trace WHERE game = ?",
	[DB_SETTINGS_GET] = "SELECT key, value FROM setting ORDER BY key",
};

/* ---- errors ---- */

static int
errno_of(sqlite3 *sql, int code)
{
	int system = sql ? sqlite3_system_errno(sql) : 0;

	switch (code & 0xff) {
	case SQLITE_FULL:
		return -ENOSPC;
	case SQLITE_READONLY:
		return -EROFS;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return -EAGAIN;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return -EUCLEAN;
	case SQLITE_NOMEM:
		return -ENOMEM;
	case SQLITE_CANTOPEN:
		return system ? -system : -ENOENT;
	default:
		return system ? -system : -EIO;
	}
}

int
db_fail(struct db *d, int err, const char *fmt, ...)
{
	va_list ap;

	d->err = err;
	va_start(ap, fmt);
	text_vprint(d->why, sizeof(d->why), fmt, ap);
	va_end(ap);
	return err;
}

/* What SQLite said last. */
static int
db_failed(struct db *d, int code)
{
	int err = errno_of(d->sql, code);

	if (err == -EUCLEAN)
		d->damaged = true;
	if (err == -ENOSPC)
		return db_fail(d, err, "the disk with %s is full", store_told(d->path).text);
	if (err == -EROFS && store_read_only(d->path))
		return db_fail(d, err, STORE_READ_ONLY, store_told(d->path).text);
	if (err == -EROFS)
		return db_fail(d, err, "%s cannot be written: read-only", store_told(d->path).text);
	if (err == -EUCLEAN)
		return db_fail(d, err, "%s: %.60s", store_told(d->path).text,
			       d->sql ? sqlite3_errmsg(d->sql) : sqlite3_errstr(code));
	return db_fail(d, err, "%s: %.60s (%s)", store_told(d->path).text,
		       d->sql ? sqlite3_errmsg(d->sql) : sqlite3_errstr(code), strerror(-err));
}

/* ---- statements ---- */

static sqlite3_stmt *
db_statement(struct db *d, enum db_statement st)
{
	if (!d->statement[st] &&
	    sqlite3_prepare_v3(d->sql, statements[st], -1, SQLITE_PREPARE_PERSISTENT,
			       &d->statement[st], NULL) != SQLITE_OK)
		return NULL;
	return d->statement[st];
}

static void
db_bind(sqlite3_stmt *q, const char *types, va_list ap)
{
	for (int i = 0; types[i]; i++) {
		const char *text;

		switch (types[i]) {
		case 'i':
			sqlite3_bind_int64(q, i + 1, va_arg(ap, int64_t));
			break;
		case 's':
			sqlite3_bind_text(q, i + 1, va_arg(ap, const char *), -1, SQLITE_STATIC);
			break;
		case 'b':
			text = va_arg(ap, const char *);
			sqlite3_bind_blob64(q, i + 1, text, va_arg(ap, size_t), SQLITE_STATIC);
			break;
		default:
			abort(); /* a type that this function does not know */
		}
	}
}

int
db_run(struct db *d, enum db_statement st, const char *types, ...)
{
	sqlite3_stmt *q = db_statement(d, st);
	va_list ap;
	int code;

	if (!q)
		return db_failed(d, sqlite3_errcode(d->sql));
	va_start(ap, types);
	db_bind(q, types, ap);
	va_end(ap);
	code = sqlite3_step(q);
	if (code != SQLITE_DONE && code != SQLITE_ROW) {
		int err = db_failed(d, code);

		sqlite3_reset(q);
		return err;
	}
	sqlite3_reset(q);
	sqlite3_clear_bindings(q);
	return 0;
}

void
db_ask(struct db *d, enum db_statement st, const char *types, ...)
{
	sqlite3_stmt *q = db_statement(d, st);
	va_list ap;

	if (!q)
		return; /* db_row tells */
	va_start(ap, types);
	db_bind(q, types, ap);
	va_end(ap);
}

int
db_row(struct db *d, enum db_statement st)
{
	sqlite3_stmt *q = d->statement[st];
	int code, err = 0;

	if (!q)
		return db_failed(d, sqlite3_errcode(d->sql));
	code = sqlite3_step(q);
	if (code == SQLITE_ROW)
		return 1;
	if (code != SQLITE_DONE)
		err = db_failed(d, code);
	sqlite3_reset(q);
	return err;
}

void
db_done(struct db *d, enum db_statement st)
{
	sqlite3_reset(d->statement[st]);
}

const char *
db_text(struct db *d, enum db_statement st, int column)
{
	const unsigned char *text = sqlite3_column_text(d->statement[st], column);

	return text ? (const char *)text : "";
}

/* ---- opening ---- */

/* For questions alone, as it is. */
static bool
only_read(enum db_mode mode)
{
	return mode == DB_READ || mode == DB_STILL;
}

static int
db_exec(struct db *d, const char *sql)
{
	int code = sqlite3_exec(d->sql, sql, NULL, NULL, NULL);

	return code == SQLITE_OK ? 0 : db_failed(d, code);
}

/* The one number that a pragma answers. */
static int
db_number(struct db *d, const char *sql, int64_t *number)
{
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(d->sql, sql, -1, &q, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	if (code == SQLITE_ROW)
		*number = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return code == SQLITE_ROW ? 0 : db_failed(d, code);
}

/*
 * "ok", or the database is to be set aside. quick_check would not see a page that was written
 * over another of a table without row numbers.
 */
int
db_check(struct db *d)
{
	sqlite3_stmt *q = NULL;
	int code = sqlite3_prepare_v2(d->sql, "PRAGMA integrity_check(1)", -1, &q, NULL);
	int err = 0;

	if (code == SQLITE_OK)
		code = sqlite3_step(q);
	if (code != SQLITE_ROW) {
		err = db_failed(d, code);
	} else if (strcmp((const char *)sqlite3_column_text(q, 0), "ok") != 0) {
		d->damaged = true;
		err = db_fail(d, -EUCLEAN, "%s: %.80s", store_told(d->path).text,
			      (const char *)sqlite3_column_text(q, 0));
	}
	sqlite3_finalize(q);
	return err;
}

static int
db_upgrade(struct db *d, int64_t version)
{
	char sql[96];
	int err = db_exec(d, "BEGIN EXCLUSIVE");

	for (; err == 0 && version < DB_VERSION; version++)
		err = db_exec(d, upgrades[version]);
	snprintf(sql, sizeof(sql), "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		 DB_APPLICATION, DB_VERSION);
	return err < 0 ? err : db_exec(d, sql);
}

/*
 * A new journal, in the file itself: without its log it is one as well. Where the disk
 * refuses that, the log has it all.
 */
static int
db_lay(struct db *d)
{
	int err = db_upgrade(d, 0);

	if (err < 0)
		return err;
	d->laid = true;
	(void)sqlite3_wal_checkpoint_v2(d->sql, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	return 0;
}

/* Is it ours, and of a version that this program knows? */
static int
db_identify(struct db *d, enum db_mode mode)
{
	int64_t application = 0, version = 0, tables = 0;
	int err;

	if ((err = db_number(d, "PRAGMA application_id", &application)) < 0 ||
	    (err = db_number(d, "PRAGMA user_version", &version)) < 0 ||
	    (err = db_number(d, "SELECT count(*) FROM sqlite_schema", &tables)) < 0)
		return err;
	if (tables == 0 && version == 0)
		return only_read(mode)
			       ? db_fail(d, -ENODATA, "%s holds no games", store_told(d->path).text)
			       : db_lay(d);
	d->foreign = application != DB_APPLICATION || version > DB_VERSION;
	if (application != DB_APPLICATION)
		return db_fail(d, -EINVAL, "%s is a database, but not of this program",
			       store_told(d->path).text);
	if (version > DB_VERSION)
		return db_fail(
			d, -EINVAL,
			"%s was written by a newer haloboard (version %d, this one knows %d)",
			store_told(d->path).text, (int)version, DB_VERSION);
	if (version < DB_VERSION && !only_read(mode))
		return db_upgrade(d, version);
	return 0;
}

static int
db_prepare(struct db *d, enum db_mode mode)
{
	char sql[160];
	int err;

	sqlite3_extended_result_codes(d->sql, 1);
	sqlite3_busy_timeout(d->sql, BUSY_MS);
	snprintf(sql, sizeof(sql),
		 "PRAGMA cache_size = %d; PRAGMA mmap_size = 0; PRAGMA temp_store = memory",
		 CACHE_PAGES);
	if ((err = db_exec(d, sql)) < 0)
		return err;
	/* What is deleted is overwritten: a damaged journal is read by its pages (store_pages.c). */
	if (!only_read(mode) &&
	    (err = db_exec(d, "PRAGMA secure_delete = ON; PRAGMA journal_mode = WAL; "
			      "PRAGMA synchronous = " DB_SYNCHRONOUS)) < 0)
		return err;
	if (mode == DB_CHECK && (err = db_check(d)) < 0)
		return err;
	return db_identify(d, mode);
}

/* The name of a file that nobody writes to, as a URI, in which every other byte is escaped. */
static int
open_still(struct db *d, const char *path)
{
	static const char query[] = "?immutable=1";
	size_t room = 3 * strlen(path) + sizeof("file://") + sizeof(query);
	char *uri = malloc(room), *at = uri;
	int code;

	if (!uri)
		return SQLITE_NOMEM;
	at += snprintf(at, room, "file:%s", *path == '/' ? "//" : "");
	for (const char *c = path; *c; c++)
		at += snprintf(at, 4, *c == '/' ? "/" : "%%%02x", (unsigned char)*c);
	memcpy(at, query, sizeof(query));
	code = sqlite3_open_v2(uri, &d->sql,
			       SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL);
	free(uri);
	return code;
}

int
db_open(struct db *d, const char *path, enum db_mode mode)
{
	/* Read-only still needs the -shm file, which WAL keeps beside the database. */
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
		    (mode == DB_READ ? 0 : SQLITE_OPEN_CREATE);
	struct stat st = { 0 };
	int code, err;

	memset(d, 0, sizeof(*d));
	snprintf(d->path, sizeof(d->path), "%s", path);
	if (!only_read(mode))
		store_file_make(path);
	code = mode == DB_STILL ? open_still(d, path) : sqlite3_open_v2(path, &d->sql, flags, NULL);
	err = code == SQLITE_OK ? db_prepare(d, mode) : db_failed(d, code);
	if (err == 0 && stat(path, &st) < 0)
		err = db_fail(d, -errno, "%s: %s", store_told(path).text, strerror(errno));
	if (err < 0) {
		sqlite3_close(d->sql);
		d->sql = NULL;
		return err;
	}
	d->device = st.st_dev;
	d->inode = st.st_ino;
	return 0;
}

void
db_close(struct db *d)
{
	for (unsigned i = 0; i < DB_STATEMENTS; i++) {
		sqlite3_finalize(d->statement[i]);
		d->statement[i] = NULL;
	}
	sqlite3_close(d->sql);
	d->sql = NULL;
}

uint32_t
db_last_number(struct db *d)
{
	sqlite3_stmt *q = NULL;
	uint32_t number = 0;

	if (sqlite3_prepare_v2(d->sql, "SELECT seq FROM sqlite_sequence WHERE name = 'game'", -1,
			       &q, NULL) == SQLITE_OK &&
	    sqlite3_step(q) == SQLITE_ROW)
		number = (uint32_t)sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return number;
}

int
db_numbers_pass(struct db *d, uint32_t number)
{
	char sql[160];

	snprintf(sql, sizeof(sql),
		 "BEGIN IMMEDIATE; DELETE FROM sqlite_sequence WHERE name = 'game';"
		 "INSERT INTO sqlite_sequence(name, seq) VALUES('game', %u); COMMIT",
		 number);
	return db_exec(d, sql);
}

void
db_carry_over(struct db *d)
{
	sqlite3_busy_timeout(d->sql, 0);
	(void)sqlite3_wal_checkpoint_v2(d->sql, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	sqlite3_busy_timeout(d->sql, BUSY_MS);
}

bool
db_replaced(const struct db *d)
{
	struct stat st;

	return stat(d->path, &st) < 0 || st.st_dev != d->device || st.st_ino != d->inode;
}
