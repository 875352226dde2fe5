/*
 * Checks a long journal page by page during the game, because reading a year of play at the
 * start would take seconds. A short journal is checked while it is opened. After damage, the
 * writer replaces the database as if it had found the damage itself.
 */
#include <sys/stat.h>

#include "daemon/store/store_impl.h"

enum {
	/*
	 * Largest size checked at the start, which takes a tenth of a second on the slowest
	 * card.
	 */
	AT_ONCE_BYTES = 4 * 1024 * 1024,
	/* SQLite's virtual machine steps between two looks for a request. */
	LOOK_STEPS = 20000,
};

enum db_mode
store_check_mode(const struct store *s)
{
	struct stat st;

	return stat(s->path, &st) == 0 && st.st_size > AT_ONCE_BYTES ? DB_WRITE : DB_CHECK;
}

void
store_check_report(struct store *s)
{
	atomic_store(&s->bad, s->clerk.generation);
	store_wake(s->writer_fd);
}

bool
store_check_failed(struct store *s)
{
	unsigned bad = atomic_exchange(&s->bad, 0);

	return bad && bad == atomic_load(&s->generation);
}

static int
is_wanted(void *store)
{
	struct store *s = store;

	return atomic_load(&s->stop) || !ring_is_empty(&s->asks);
}

bool
store_check_turn(struct store *s)
{
	struct db *db = &s->clerk.db;
	unsigned generation = s->clerk.generation;
	int err;

	if (!db->sql || atomic_load(&s->unchecked) != generation)
		return false;
	sqlite3_progress_handler(db->sql, LOOK_STEPS, is_wanted, s);
	err = db_check(db);
	sqlite3_progress_handler(db->sql, 0, NULL, NULL);
	if (err < 0 && is_wanted(s))
		return true;
	(void)atomic_compare_exchange_strong(&s->unchecked, &generation, 0);
	if (db->damaged)
		store_check_report(s);
	return false;
}
