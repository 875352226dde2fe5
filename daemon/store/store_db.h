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
	DB_VERSION = 4,
	DB_APPLICATION = 0x48414c4f, /* "HALO" */
};

enum db_statement {
	DB_BEGIN,
	DB_COMMIT,
	DB_ROLLBACK,
	DB_GAME_ADD,
	DB_GAME_ADD_NUMBERED,
	DB_GAME_NAMES,
	DB_GAME_CLOCK,
	DB_GAME_RESULT,
	DB_GAME_COUNT,
	DB_GAME_FORGET,
	DB_TRACE_FORGET,
	DB_ACTION_ADD,
	DB_ACTION_CUT,
	DB_TRACE_ADD,
	DB_SETTING_SET,
	DB_RUNNING_SET,
	DB_RUNNING_GET,
	DB_GAME_GET,
	DB_ACTIONS_GET,
	DB_ACTIONS_LAST,
	DB_GAMES_LIST,
	DB_GAMES_ALIKE,
	DB_EVENING,
	DB_PLAYED_NEXT,
	DB_GAMES_LAST,
	DB_PLAYED_COUNT,
	DB_TRACE_GET,
	DB_TRACE_OLDEST,
	DB_TRACE_DROP,
	DB_SETTINGS_GET,
	DB_STATEMENTS,
};

struct db {
	sqlite3 *sql; /* NULL: not open */
	sqlite3_stmt *statement[DB_STATEMENTS];
	char path[DB_PATH_MAX];
	dev_t device; /* which file it was when it was opened */
	ino_t inode;
	bool damaged;            /* an error said so since it was opened */
	bool foreign;            /* it is another program's, or a newer one's: left alone */
	bool still;              /* of a disk that is read-only: to open it again is of no use */
	bool laid;               /* there was no table in it when it was opened */
	int err;                 /* the last error, -errno */
	char why[STORE_WHY_MAX]; /* the last error in words */
};

enum db_mode {
	DB_READ,  /* an existing database, for questions */
	DB_STILL, /* the same of a file that nobody writes to: nothing at all is written */
	DB_WRITE, /* made if it is missing, upgraded if it is old */
	DB_CHECK, /* as DB_WRITE, and every page looked at */
};

/*
 * Sets d->path first. 0 or -errno, d->why tells, d->damaged when it is to be set aside.
 * -ENODATA: there is no table in it, and none is made for questions.
 */
MUST_USE int db_open(struct db *d, const char *path, enum db_mode mode);
/* Looks at every page. 0, -EUCLEAN with d->damaged set, or what kept it from looking. */
MUST_USE int db_check(struct db *d);
/* A zeroed one is accepted. */
void db_close(struct db *d);
/* The highest number ever given to a game; 0: none, or that cannot be asked. */
uint32_t db_last_number(struct db *d);
/* The next game's number is above that one, which is above the highest so far. 0 or -errno. */
MUST_USE int db_numbers_pass(struct db *d, uint32_t number);
/*
 * The log goes into the database, and is empty then; not what somebody still reads or writes,
 * who is not waited for.
 */
void db_carry_over(struct db *d);
/* The file under the path is no longer the one that was opened. */
bool db_replaced(const struct db *d);

/*
 * Binds and runs a statement that gives no rows. types: `i` int64_t, `s` const
 * char *, `b` const char * and size_t. 0 or -errno.
 */
MUST_USE int db_run(struct db *d, enum db_statement st, const char *types, ...);
/* Binds; the caller steps with db_row until it is not 1, then nothing is left to do. */
void db_ask(struct db *d, enum db_statement st, const char *types, ...);
/* 1: a row, columns by sqlite3_column_…(d->statement[st], …); 0: no more; -errno. */
MUST_USE int db_row(struct db *d, enum db_statement st);
/* Ends a question before its last row. */
void db_done(struct db *d, enum db_statement st);

/* A column that is text, never NULL. */
const char *db_text(struct db *d, enum db_statement st, int column);

/* An error of the caller's own, which db->err and db->why tell then. Returns err. */
int db_fail(struct db *d, int err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* ---- store_db_record.c ---- */

/* The game of that number into *r (zeroed). 0, -ENOENT, -EBADMSG: what stands there is no game. */
MUST_USE int db_record(struct db *d, uint32_t number, struct record *r);
/* A whole record as a new game of that *number, 0: the next one. To be called within a transaction. */
MUST_USE int db_record_add(struct db *d, const struct record *r, uint32_t *number);
