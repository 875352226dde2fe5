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
 * FULL: a commit returns when the disk reports the data as stored. The power-cut tests build a
 * daemon with NORMAL, to prove that they can fail.
 */
#ifndef DB_SYNCHRONOUS
#define DB_SYNCHRONOUS "FULL"
#endif

enum {
	/* The clerk's imports are short, so a longer wait would only hide an error. */
	BUSY_MS = 2000,
	/* Pages of 4 KiB: enough for the games of an evening, in a small daemon. */
	CACHE_PAGES = 64,
};

/* An empty value in PGN may be kept as "?" or "-". */
#define OR(value, unknown) "coalesce(nullif(" DB_AS_PGN(value) ", ''), '" unknown "')"
#define ALIKE(column, value)                                                  \
	DB_AS_PGN(column)                                                     \
	" IN (" DB_AS_PGN(value) ", " OR(value, "?") ", " OR(value, "-") ") " \
									 "AND "
#define GAME_COLUMNS                                                                               \
	"rules, start, date, name0, name1, name2, name3, event, site, round, end, reason, score, " \
	"actions, seeds, clock"

/*
 * The result of a game can be withdrawn while the game is on the board, unless the players have
 * closed it.
 */
#define REVISABLE                                                                               \
	"end <> 0 AND EXISTS(SELECT 1 FROM running WHERE running.game = game.number) AND NOT "  \
	"EXISTS(SELECT 1 FROM setting WHERE key = '" STORE_CLOSED "' AND value = game.number)"

static const char *const statements[DB_STATEMENTS] = {
	[DB_BEGIN] = "BEGIN IMMEDIATE",
	[DB_COMMIT] = "COMMIT",
	[DB_ROLLBACK] = "ROLLBACK",
	/* number 0: the next one */
	[DB_GAME_ADD] = "INSERT INTO game(" GAME_COLUMNS ", number) "
			"VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,nullif(?,0))",
	[DB_GAME_SET] = "UPDATE game SET date = ?, name0 = ?, name1 = ?, name2 = ?, name3 = ?, "
			"seeds = ?, clock = ?, end = ?, reason = ?, score = ?, actions = ? "
			"WHERE number = ?",
	/* The game on the board, unless it has that number. */
	[DB_EMPTY_DROP] = "DELETE FROM game WHERE number IN (SELECT game FROM running) AND "
			  "number <> ? AND end = 0 AND actions = 0",
	[DB_EMPTY_TRACE_DROP] = "DELETE FROM trace WHERE game IN (SELECT game FROM running) AND "
				"game <> ? AND NOT EXISTS(SELECT 1 FROM game WHERE number = "
				"trace.game)",
	/* Who plays a game with computers; not kept once it cannot be continued. */
	[DB_PLAYERS_SET] = "INSERT INTO setting(key, value) VALUES('" STORE_PLAYERS "' || ?, ?) "
			   "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
	[DB_PLAYERS_GET] = "SELECT value FROM setting WHERE key = '" STORE_PLAYERS "' || ?",
	[DB_PLAYERS_DROP] = "DELETE FROM setting WHERE key GLOB '" STORE_PLAYERS "*' AND NOT EXISTS("
			    "SELECT 1 FROM game WHERE end = 0 AND "
			    "number = CAST(substr(key, length('" STORE_PLAYERS "') + 1) AS INTEGER))",
	[DB_ACTION_ADD] = "INSERT INTO action(game, number, text, t_us, clock_us) "
			  "VALUES(?,?,?,nullif(?,-1),nullif(?,-1))",
	[DB_ACTION_CUT] = "DELETE FROM action WHERE game = ? AND number >= ?",
	[DB_TRACE_ADD] = "INSERT INTO trace(game, part, text) VALUES(?,?,?)",
	[DB_SETTING_SET] = "INSERT INTO setting(key, value) VALUES(?,?) "
			   "ON CONFLICT(key) DO UPDATE SET value = excluded.value",
	[DB_RUNNING_SET] = "INSERT INTO running(one, game) VALUES(1, nullif(?,0)) "
			   "ON CONFLICT(one) DO UPDATE SET game = excluded.game",
	[DB_ID_GET] = "SELECT value FROM setting WHERE key = '" STORE_ID "'",
	[DB_RUNNING_GET] = "SELECT game FROM running WHERE game IS NOT NULL",
	[DB_GAME_GET] = "SELECT " GAME_COLUMNS ", " REVISABLE " FROM game WHERE number = ?",
	[DB_ACTIONS_GET] = "SELECT number, text, coalesce(t_us, -1), coalesce(clock_us, -1) "
			   "FROM action WHERE game = ? ORDER BY number",
	[DB_GAME_ROWS] =
		"SELECT (SELECT coalesce(max(number) + 1, 0) FROM action WHERE game = ?1), "
		"(SELECT coalesce(max(part) + 1, 0) FROM trace WHERE game = ?1), "
		"rules = ?2 AND start = ?3, "
		"end = 0 AND EXISTS(SELECT 1 FROM running WHERE game = ?1) "
		"FROM game WHERE number = ?1",
	/* ?3: text to find in what a list shows of a game, "" for all games. */
	[DB_GAMES_LIST] =
		"SELECT " GAME_COLUMNS ", number, " REVISABLE " FROM game WHERE number < ?1 "
		"AND (actions > 0 OR end <> 0) AND (?3 = '' OR instr(lower(date || ' ' || rules || "
		"' ' "
		"|| name0 || ' ' || name1 || ' ' || name2 || ' ' || name3 || ' ' || event "
		"|| ' ' || site || ' ' || reason || ' ' || CASE end WHEN 1 THEN '1-0' "
		"WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' WHEN 4 THEN score "
		"WHEN 5 THEN 'lost' ELSE '*' END), lower(?3)) > 0) ORDER BY number DESC LIMIT ?2",
	/*
	 * Kept games that may have the same PGN, selected by cheap comparisons. The game on the
	 * board is excluded before its end, since it will still change.
	 */
	[DB_GAMES_ALIKE] =
		("SELECT number FROM game WHERE date = ?1 AND " ALIKE("name0", "?2")
			 ALIKE("name1", "?3") ALIKE("event", "?4") ALIKE("site", "?5")
				 ALIKE("round", "?6") "rules = ?7 AND actions = ?8 AND (actions = "
						      "0 OR EXISTS(SELECT 1 "
						      "FROM action AS a WHERE a.game = "
						      "game.number AND a.number = actions - 1 "
						      "AND a.text = ?9)) AND (end <> 0 OR number "
						      "NOT IN (SELECT coalesce(game, 0) FROM "
						      "running))"),
	/*
	 * Games that were played here: their last action has a time, unlike imported ones. A game
	 * without an action counts if it has neither event nor site, as imported games of
	 * tournaments have.
	 */
	[DB_EVENING] = "SELECT " GAME_COLUMNS ", number FROM game WHERE number > ? "
		       "AND ((SELECT t_us FROM action WHERE game = game.number "
		       "ORDER BY number DESC LIMIT 1) IS NOT NULL "
		       "OR (actions = 0 AND end <> 0 AND event = '' AND site = '')) "
		       "ORDER BY number LIMIT ?",
	[DB_PLAYED_NEXT] = "SELECT number FROM game WHERE number > ? "
			   "AND (actions > 0 OR end <> 0) ORDER BY number LIMIT 1",
	[DB_PLAYED_COUNT] = "SELECT count(*) FROM game WHERE actions > 0 OR end <> 0",
	[DB_TRACE_GET] = "SELECT text FROM trace WHERE game = ? ORDER BY part",
	/*
	 * Removes the traces of the last game but ?1 that has one, and of the games before it, of
	 * a hundred at most: counts them from the newest, one index step each.
	 */
	[DB_TRACE_THIN] = "WITH RECURSIVE kept(n) AS (SELECT max(game) FROM trace UNION ALL "
			  "SELECT (SELECT max(game) FROM trace WHERE game < n) FROM kept WHERE n "
			  "IS NOT NULL) "
			  "DELETE FROM trace WHERE game < (SELECT min(game) + 100 FROM trace) AND "
			  "game <= (SELECT n FROM kept WHERE n IS NOT NULL LIMIT 1 OFFSET ?)",
	[DB_REVIEW_SET] = "INSERT INTO review(game, text) SELECT number, ?2 FROM game WHERE "
			  "number = ?1 ON CONFLICT(game) DO UPDATE SET text = excluded.text",
	[DB_REVIEW_GET] = "SELECT text FROM review WHERE game = ?",
	[DB_SETTINGS_GET] =
		"SELECT key, value FROM setting WHERE key <> '" STORE_ID "' AND key NOT GLOB '" STORE_PLAYERS
		"*' ORDER BY key",
	[DB_GAME_DROP] = "DELETE FROM game WHERE number = ?",
	[DB_GAME_EXTENT] = "SELECT end, actions FROM game WHERE number = ?",
	/* Games that cannot be continued. */
	[DB_CLOSED_GAMES] = "SELECT number FROM game WHERE number BETWEEN ? AND ? AND "
			    "(end <> 0 OR (actions > 0 AND number NOT IN (SELECT coalesce(game, 0) "
			    "FROM running))) AND NOT (" REVISABLE ") ORDER BY number",
	/* A file of the archive that has a row is complete and has that length. */
	[DB_ARCHIVE_GET] = "SELECT bytes FROM archive WHERE file = ?",
	[DB_ARCHIVE_SET] = "INSERT INTO archive(file, bytes) VALUES(?,?) "
			   "ON CONFLICT(file) DO UPDATE SET bytes = excluded.bytes",
	[DB_ARCHIVE_DUE] = "DELETE FROM archive WHERE file BETWEEN ? AND ?",
	[DB_ARCHIVE_DUE_RUNNING] =
		"DELETE FROM archive WHERE file IN (SELECT (game - 1) / 1000 FROM running)",
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

/* Sets d->err and d->why to SQLite's last error. */
static int
db_failed(struct db *d, int code)
{
	int err = errno_of(d->sql, code);

	if (err == -EUCLEAN)
		d->damaged = true;
	if (err == -ENOSPC)
		return db_fail(d, err, "the disk with %s is full", store_path_text(d->path).text);
	if (err == -EROFS)
		return db_fail(d, err, "%s cannot be written: read-only",
			       store_path_text(d->path).text);
	if (err == -EUCLEAN)
		return db_fail(d, err, "%s: %.60s", store_path_text(d->path).text,
			       d->sql ? sqlite3_errmsg(d->sql) : sqlite3_errstr(code));
	return db_fail(d, err, "%s: %.60s (%s)", store_path_text(d->path).text,
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
			abort(); /* unknown type */
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
		return; /* db_row reports it */
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
db_rollback(struct db *d)
{
	char why[STORE_WHY_MAX];

	memcpy(why, d->why, sizeof(why));
	if (d->sql && !sqlite3_get_autocommit(d->sql))
		(void)!db_run(d, DB_ROLLBACK, "");
	memcpy(d->why, why, sizeof(why));
}

void
db_done(struct db *d, enum db_statement st)
{
	sqlite3_reset(d->statement[st]);
}

int
db_one(struct db *d, enum db_statement st, int64_t *out, const char *types, ...)
{
	sqlite3_stmt *q = db_statement(d, st);
	va_list ap;
	int got;

	va_start(ap, types);
	if (q)
		db_bind(q, types, ap);
	va_end(ap);
	got = db_row(d, st);
	if (got == 1)
		*out = sqlite3_column_int64(q, 0);
	db_done(d, st);
	return got;
}

uint32_t
db_count_games(struct db *d)
{
	int64_t n = 0;

	(void)!db_one(d, DB_PLAYED_COUNT, &n, "");
	return (uint32_t)n;
}

const char *
db_text(struct db *d, enum db_statement st, int column)
{
	return db_column(d->statement[st], column);
}

/* ---- opening ---- */

static int
db_exec(struct db *d, const char *sql)
{
	int code = sqlite3_exec(d->sql, sql, NULL, NULL, NULL);

	return code == SQLITE_OK ? 0 : db_failed(d, code);
}

/* Runs a pragma that returns one number. */
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
 * Sets d->damaged unless the result is "ok". Unlike quick_check, this check finds a page of a table
 * without row numbers that another page has overwritten.
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
		err = db_fail(d, -EUCLEAN, "%s: %.80s", store_path_text(d->path).text,
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
		err = db_exec(d, db_upgrades[version]);
	snprintf(sql, sizeof(sql), "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
		 DB_APPLICATION, DB_VERSION);
	return err < 0 ? err : db_exec(d, sql);
}

/*
 * Makes a new journal in the database file itself, so that the file is valid without its log. If
 * the disk refuses that, the log has it all.
 */
static int
db_create(struct db *d)
{
	int err = db_upgrade(d, 0);

	if (err < 0)
		return err;
	d->laid = true;
	(void)sqlite3_wal_checkpoint_v2(d->sql, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	return 0;
}

/*
 * Compares the schema of a journal with that of its version. db_identify handles databases of other
 * programs.
 */
static int
check_schema(struct db *d)
{
	int64_t application = 0, version = 0;
	char foreign[DB_FOREIGN_MAX];
	int err, code;

	if ((err = db_number(d, "PRAGMA application_id", &application)) < 0 ||
	    (err = db_number(d, "PRAGMA user_version", &version)) < 0)
		return err;
	if (application != DB_APPLICATION || version > DB_VERSION)
		return 0;
	code = db_schema_compare(d->sql, version, foreign);
	if (code != SQLITE_OK)
		return db_failed(d, code);
	if (!*foreign)
		return 0;
	d->damaged = true;
	return db_fail(d, -EUCLEAN, "%s: %s does not belong to a record of games",
		       store_path_text(d->path).text, foreign);
}

/* Runs check_schema in one transaction: a daemon may upgrade the journal meanwhile. */
static int
db_schema(struct db *d)
{
	int err = db_exec(d, "BEGIN");

	if (err < 0)
		return err;
	err = check_schema(d);
	sqlite3_exec(d->sql, "COMMIT", NULL, NULL, NULL);
	return err;
}

/* Checks that the database is a journal, of a known version. */
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
		return mode == DB_READ ? db_fail(d, -ENODATA, "%s holds no games",
						 store_path_text(d->path).text)
				       : db_create(d);
	d->foreign = application != DB_APPLICATION || version > DB_VERSION;
	if (application != DB_APPLICATION)
		return db_fail(d, -EINVAL, "%s is a database, but not of this program",
			       store_path_text(d->path).text);
	if (version > DB_VERSION)
		return db_fail(
			d, -EINVAL,
			"%s was written by a newer haloboard (version %d, this one knows %d)",
			store_path_text(d->path).text, (int)version, DB_VERSION);
	if (version < DB_VERSION && mode != DB_READ)
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
	if (mode != DB_READ &&
	    (err = db_exec(d, "PRAGMA journal_mode = WAL; PRAGMA synchronous = " DB_SYNCHRONOUS)) <
		    0)
		return err;
	/* Before the check of all pages, which would evaluate expressions of a foreign schema. */
	if ((err = db_schema(d)) < 0)
		return err;
	if (mode == DB_CHECK && (err = db_check(d)) < 0)
		return err;
	return db_identify(d, mode);
}

int
db_open(struct db *d, const char *path, enum db_mode mode)
{
	/* Even read-only use needs the -shm file, which WAL keeps beside the database. */
	int flags = SQLITE_OPEN_READWRITE | (mode == DB_READ ? 0 : SQLITE_OPEN_CREATE);
	struct stat st = { 0 };
	int code, err;

	memset(d, 0, sizeof(*d));
	snprintf(d->path, sizeof(d->path), "%s", path);
	if (mode != DB_READ)
		store_file_make(path);
	code = db_connect(path, flags, &d->sql);
	err = code == SQLITE_OK ? db_prepare(d, mode) : db_failed(d, code);
	if (err == 0 && stat(path, &st) < 0)
		err = db_fail(d, -errno, "%s: %s", store_path_text(path).text, strerror(errno));
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

void
db_sync(struct db *d, bool on)
{
	sqlite3_exec(d->sql, on ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", NULL,
		     NULL, NULL);
}

void
db_id_make(struct db *d)
{
	(void)db_exec(d, "INSERT OR IGNORE INTO setting(key, value) "
			 "VALUES('" STORE_ID "', lower(hex(randomblob(4))))");
}

void
db_id_read(struct db *d, char id[STORE_ID_SIZE])
{
	*id = '\0';
	db_ask(d, DB_ID_GET, "");
	if (db_row(d, DB_ID_GET) == 1)
		(void)snprintf(id, STORE_ID_SIZE, "%.*s", STORE_ID_SIZE - 1,
			       db_text(d, DB_ID_GET, 0));
	db_done(d, DB_ID_GET);
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
