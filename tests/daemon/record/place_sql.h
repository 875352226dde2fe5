/* The database of a place, changed behind the store's back. */
#pragma once
#include <sqlite3.h>
#include <stdio.h>

#include "place.h"

/* What makes a journal of this version one of an earlier. */
#define NO_ALIKE "DROP INDEX game_alike;"
#define NO_CLOCK                                       \
	NO_ALIKE "ALTER TABLE game DROP COLUMN clock;" \
		 "ALTER TABLE action DROP COLUMN clock_us;"
#define OLDEST NO_CLOCK "ALTER TABLE game DROP COLUMN seeds; PRAGMA user_version = 1"

static inline void
place_run_sql(struct place *p, const char *sql)
{
	char path[96];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	/* A store may be at it. */
	sqlite3_busy_timeout(db, TABLE_WAIT_MS);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}
