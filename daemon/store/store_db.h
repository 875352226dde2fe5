/*
 * The journal's database: one connection, its statements, its errors. A
 * connection is used by one thread at a time.
 */
#pragma once
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "daemon/record/record.h"
#include "daemon/store/store.h"

enum {
	DB_PATH_MAX = 4096,
	DB_VERSION = 2,
	DB_APPLICATION = 0x48414c4f, /* "HALO" */
	DB_FOREIGN_MAX = 96,
};

/* A name or place as PGN prints it, without quotation marks. */
#define DB_AS_PGN(text) "replace(" text ", '\"', '''')"

/* Tables that a backup has in addition to those of a journal. */
#define DB_SAVED    "CREATE TABLE saved(name TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT"
#define DB_MEASURED "CREATE TABLE measured(name TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT"

enum db_statement {
	DB_BEGIN,
	DB_COMMIT,
	DB_ROLLBACK,
	DB_GAME_ADD,
	DB_GAME_SET,
	DB_EMPTY_DROP,
	DB_EMPTY_TRACE_DROP,
	DB_PLAYERS_SET,
	DB_PLAYERS_GET,
	DB_PLAYERS_DROP,
	DB_ACTION_ADD,
	DB_ACTION_CUT,
	DB_TRACE_ADD,
	DB_SETTING_SET,
	DB_RUNNING_SET,
	DB_RUNNING_GET,
	DB_ID_GET,
	DB_GAME_GET,
	DB_ACTIONS_GET,
	DB_GAME_ROWS,
	DB_GAMES_LIST,
	DB_GAMES_ALIKE,
	DB_EVENING,
	DB_PLAYED_NEXT,
	DB_PLAYED_COUNT,
	DB_TRACE_GET,
	DB_TRACE_THIN,
	DB_REVIEW_SET,
	DB_REVIEW_GET,
	DB_SETTINGS_GET,
	DB_GAME_DROP,
	DB_GAME_EXTENT,
	DB_CLOSED_GAMES,
	DB_ARCHIVE_GET,
	DB_ARCHIVE_SET,
	DB_ARCHIVE_DUE,
	DB_ARCHIVE_DUE_RUNNING,
	DB_STATEMENTS,
};

struct db {
	sqlite3 *sql; /* NULL: not open */
	sqlite3_stmt *statement[DB_STATEMENTS];
	char path[DB_PATH_MAX];
	dev_t device; /* identity of the file when it was opened */
	ino_t inode;
	bool damaged;            /* an error since the opening reported damage */
	bool foreign;            /* another program's, or a newer version's: left unchanged */
	bool laid;               /* it had no table when it was opened */
	int err;                 /* the last error, -errno */
	char why[STORE_WHY_MAX]; /* message of the last error */
};

enum db_mode {
	DB_READ,  /* an existing database, for queries */
	DB_WRITE, /* made if it is missing, upgraded if it is old */
	DB_CHECK, /* like DB_WRITE, and every page is checked */
};

/*
 * Opens the database, after setting d->path. Returns 0, or -errno with d->why set, and d->damaged
 * if the file must be renamed. -ENODATA: the file has no table, and the mode makes none.
 */
MUST_USE int db_open(struct db *d, const char *path, enum db_mode mode);
/* Sets whether a commit waits until the data is on disk. */
void db_sync(struct db *d, bool on);
/*
 * Checks every page. Returns 0, -EUCLEAN with d->damaged set, or the -errno
 * that prevented the check.
 */
MUST_USE int db_check(struct db *d);
/* Closes the database. A zeroed one is accepted. */
void db_close(struct db *d);
/* Gives the journal an id, STORE_ID, if it has none. On a full disk the next start tries again. */
void db_id_make(struct db *d);
/* Writes the journal's id, or "" if it has none. */
void db_id_read(struct db *d, char id[STORE_ID_SIZE]);
/*
 * Moves the log into the database and empties it. Pages that another connection still reads or
 * writes stay; this does not wait for them.
 */
void db_carry_over(struct db *d);
/* Reports whether the file under the path is no longer the one that was opened. */
bool db_replaced(const struct db *d);

/*
 * Binds and runs a statement that returns no rows. types: `i` int64_t, `s`
 * const char *, `b` const char * and size_t. Returns 0 or -errno.
 */
MUST_USE int db_run(struct db *d, enum db_statement st, const char *types, ...);
/*
 * Binds a query. The caller then calls db_row until it does not return 1, which
 * also resets the statement.
 */
void db_ask(struct db *d, enum db_statement st, const char *types, ...);
/*
 * Returns 1 for a row (columns by sqlite3_column_…(d->statement[st], …)), 0
 * after the last, or -errno.
 */
MUST_USE int db_row(struct db *d, enum db_statement st);
/* Ends a transaction that failed, and keeps its error. */
void db_rollback(struct db *d);
/* Ends a query before its last row. */
void db_done(struct db *d, enum db_statement st);

/*
 * Binds a query as db_run does, and reads one number, *out. Returns 1, 0 if there is no row (*out
 * is unchanged), or -errno.
 */
MUST_USE int db_one(struct db *d, enum db_statement st, int64_t *out, const char *types, ...);

/* Returns the number of games with a move or a result. */
uint32_t db_count_games(struct db *d);

/* Returns a text column of the current row, never NULL. */
static inline const char *
db_column(sqlite3_stmt *q, int column)
{
	const unsigned char *text = sqlite3_column_text(q, column);

	return text ? (const char *)text : "";
}

const char *db_text(struct db *d, enum db_statement st, int column);

/* Sets db->err and db->why to an error of the caller. Returns err. */
int db_fail(struct db *d, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* ---- store_db_record.c ---- */

/*
 * Reads the current row into *r (zeroed), without its result; its first columns are those of
 * DB_GAME_GET. Returns 0, or -EBADMSG with `why` set.
 */
MUST_USE int db_record_head(sqlite3_stmt *q, struct record *r, char why[STORE_WHY_MAX]);
/*
 * Reads the game of that number into *r (zeroed). Returns 0, -ENOENT, or
 * -EBADMSG if the rows are not a valid game.
 */
MUST_USE int db_record(struct db *d, uint32_t number, struct record *r);
/* Reads the review of r->number, if there is one of r's actions. Errors count as none. */
void db_record_review(struct db *d, struct record *r);
/*
 * Returns record_is_public of the game in the current row of DB_GAME_GET or DB_GAMES_LIST. Its
 * column `revisable` says whether the result can be withdrawn.
 */
bool db_game_is_public(struct db *d, enum db_statement st, int revisable);
/* Adds a game of n actions, without them, under that *number; 0: the next one. */
MUST_USE int db_game_add(struct db *d, const struct record *r, uint32_t n, uint32_t *number);
/*
 * Adds a whole record as a new game of that *number, 0: the next one. Call it
 * within a transaction.
 */
MUST_USE int db_record_add(struct db *d, const struct record *r, uint32_t *number);

/* ---- store_schema.c ---- */

/* The schema, step by step: row i upgrades version i to version i + 1. */
extern const char *const db_upgrades[DB_VERSION];
/*
 * Opens a connection that runs no trigger and no view of the file, and no function with effects
 * that the file names. Returns SQLite's code; close *sql whatever the code.
 */
MUST_USE int db_connect(const char *path, int flags, sqlite3 **sql);
/*
 * Compares the schema with that of a journal or backup of `version`. Returns SQLite's code;
 * `foreign` names the first difference, "": none.
 */
MUST_USE int db_schema_compare(sqlite3 *sql, int64_t version, char foreign[DB_FOREIGN_MAX]);
