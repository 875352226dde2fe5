/*
 * Traces of games long over make way: one game's at a time, when the clerk has
 * nothing else to do. The commit does not sync, since a move would have to wait
 * for that; the log is synced when the database is free again, before the next.
 */
#include <fcntl.h>
#include <unistd.h>

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

/* So that at a power cut one commit of ours is under way at most: see store_log.c. */
static void
log_sync(const char *path)
{
	char name[DB_PATH_MAX];
	int fd;

	store_name_with(name, path, "-wal");
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)fdatasync(fd);
	close(fd);
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
	log_sync(db->path);
	return got == 0;
}
