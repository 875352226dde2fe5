/*
 * Checks a long journal page by page during the game, because reading a year of play at the
 * start would take seconds. A short journal is checked while it is opened. After damage, the
 * writer replaces the database as if it had found the damage itself.
 */
#include <linux/ioprio.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

enum {
	/*
	 * Largest size checked at the start, which takes a tenth of a second on the slowest
	 * card.
	 */
	AT_ONCE_BYTES = 4 * 1024 * 1024,
	/* SQLite's virtual machine steps between two checks for a stop. */
	LOOK_STEPS = 20000,
	NICE_LEAST = 19,
};

enum db_mode
store_check_mode(struct store *s)
{
	struct stat st;
	bool long_one = stat(s->path, &st) == 0 && st.st_size > AT_ONCE_BYTES;

	s->writer.unchecked = long_one;
	return long_one ? DB_WRITE : DB_CHECK;
}

void
store_check_begin(struct store *s)
{
	if (!s->writer.unchecked)
		return;
	s->writer.unchecked = false;
	atomic_store(&s->checker.wanted, atomic_load(&s->generation));
	store_wake(s->checker.fd);
}

bool
store_check_failed(struct store *s)
{
	unsigned bad = atomic_exchange(&s->checker.bad, 0);

	return bad && bad == atomic_load(&s->generation);
}

/* Lowers the thread's CPU and disk priority. */
static void
stand_back(void)
{
	(void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICE_LEAST);
	(void)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0,
		      IOPRIO_PRIO_VALUE(IOPRIO_CLASS_IDLE, 0));
}

static int
is_cancelled(void *store)
{
	struct store *s = store;

	return atomic_load(&s->stop) ||
	       atomic_load(&s->checker.wanted) != atomic_load(&s->generation);
}

static void
check(struct store *s)
{
	struct db *db = &s->checker.db;
	unsigned generation = atomic_load(&s->checker.wanted);
	bool damaged;

	if (db_open(db, s->path, DB_READ) < 0) {
		damaged = db->damaged;
	} else {
		sqlite3_progress_handler(db->sql, LOOK_STEPS, is_cancelled, s);
		damaged = db_check(db) < 0 && db->damaged;
		db_close(db);
	}
	if (!damaged || is_cancelled(s))
		return;
	atomic_store(&s->checker.bad, generation);
	store_wake(s->writer_fd);
}

void *
store_check_main(void *store)
{
	struct store *s = store;
	unsigned done = 0;

	stand_back();
	while (!atomic_load(&s->stop)) {
		struct pollfd p = { .fd = s->checker.fd, .events = POLLIN };
		uint64_t count;
		ssize_t n;

		if (atomic_load(&s->checker.wanted) != done) {
			done = atomic_load(&s->checker.wanted);
			check(s);
			continue;
		}
		poll(&p, 1, -1);
		n = read(s->checker.fd, &count, sizeof(count));
		(void)n;
	}
	return NULL;
}
