/*
 * Traces of games long over make way: one game's at a time, when the clerk has
 * nothing else to do. What is removed is not synced, so that no move waits for
 * it; a power cut that brings it back only means that it is removed once more.
 */
#include "daemon/store/store_impl.h"

/* 1 with the oldest that has to go in *game, 0: none has to, or -errno. */
static int
oldest(struct db *db, uint32_t keep, int64_t *game)
{
	int got;

	db_ask(db, DB_TRACE_OLDEST, "i", (int64_t)keep);
	got = db_row(db, DB_TRACE_OLDEST);
	if (got == 1)
		*game = sqlite3_column_int64(db->statement[DB_TRACE_OLDEST], 0);
	db_done(db, DB_TRACE_OLDEST);
	return got;
}

bool
store_thin(struct store *s)
{
	struct db *db = &s->clerk.db;
	uint32_t keep = atomic_load(&s->keep_traces);
	int64_t game = 0;
	int got;

	if (keep == 0 || !db->sql)
		return false;
	got = oldest(db, keep, &game);
	if (got != 1)
		return false;
	sqlite3_exec(db->sql, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL);
	got = db_run(db, DB_TRACE_DROP, "i", game);
	sqlite3_exec(db->sql, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
	return got == 0;
}
