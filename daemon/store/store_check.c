/*
 * A long journal looked at page by page while the game goes on: a year of play
 * takes seconds to read, and nobody waits for that at the start. A short one has
 * been looked at by whoever opened it. What is found to be damaged the writer
 * sets aside, as if it had met with it itself.
 */
#include <linux/ioprio.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

enum {
	/* Read at the start: a tenth of a second from the slowest card. */
	AT_ONCE_BYTES = 4 * 1024 * 1024,
	/* Steps of SQLite's machine between two looks whether all this is still wanted. */
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

/* Not while the disk has better things to do. */
static void
stand_back(void)
{
	(void)setpriority(PRIO_PROCESS, (id_t)gettid(), NICE_LEAST);
	(void)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0,
		      IOPRIO_PRIO_VALUE(IOPRIO_CLASS_IDLE, 0));
}

static int
is_unwanted(void *store)
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
		sqlite3_progress_handler(db->sql, LOOK_STEPS, is_unwanted, s);
		damaged = db_check(db) < 0 && db->damaged;
		db_close(db);
	}
	if (!damaged || is_unwanted(s))
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
