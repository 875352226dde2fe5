/* The database of a place, changed without the store. */
#pragma once
#include <sqlite3.h>
#include <stdio.h>

#include "place.h"

static inline void
place_run_sql(struct place *p, const char *sql)
{
	char path[96];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	/* A store may be using the database. */
	sqlite3_busy_timeout(db, TABLE_WAIT_MS);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}
