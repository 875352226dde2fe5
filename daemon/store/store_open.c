/* Opening and closing of the store: memory, threads, settings, the game to continue. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

enum {
	/* Interval at which store_close polls. */
	CLOSE_POLL_MS = 50,
	STORE_THREADS = 3,
};

static void
rings_init(struct store *s)
{
	ring_init(&s->requests, s->request_slot, STORE_REQUESTS, sizeof(s->request_slot[0]));
	ring_init(&s->games, s->game_slot, STORE_GAMES, sizeof(s->game_slot[0]));
	ring_init(&s->notes, s->note_slot, STORE_NOTES, sizeof(s->note_slot[0]));
	ring_init(&s->asks, s->ask_slot, STORE_ASKS, sizeof(s->ask_slot[0]));
	ring_init(&s->answers, s->answer_slot, STORE_ASKS, sizeof(struct store_answer *));
	atomic_init(&s->trace.limit, STORE_NO_LIMIT);
}

/* Loads the settings from disk. The writer reports errors. */
static void
settings_load(struct store *s, struct db *db)
{
	struct store_sender *d = &s->sender;
	bool fits;

	db_ask(db, DB_SETTINGS_GET, "");
	while (db_row(db, DB_SETTINGS_GET) == 1 && d->n_settings < STORE_SETTINGS_MAX) {
		struct store_setting *to = &d->setting[d->n_settings];
		const char *key = db_text(db, DB_SETTINGS_GET, 0);
		const char *value = db_text(db, DB_SETTINGS_GET, 1);

		fits = strlen(key) < STORE_KEY_MAX && strlen(value) < STORE_VALUE_MAX;
		if (fits) {
			strcpy(to->key, key);
			strcpy(to->value, value);
			d->n_settings++;
		}
	}
	db_done(db, DB_SETTINGS_GET);
}

/* Loads the settings of a journal that cannot be written, for example on a read-only disk. */
static void
settings_load_only(struct store *s)
{
	struct db *db = calloc(1, sizeof(*db));

	if (db && db_open(db, s->path, DB_READ) == 0) {
		settings_load(s, db);
		db_close(db);
	}
	free(db);
}

struct store_thread {
	pthread_t *thread;
	void *(*run)(void *store);
};

static void
threads_of(struct store *s, struct store_thread out[STORE_THREADS])
{
	out[0] = (struct store_thread){ &s->writer.thread, store_writer_main };
	out[1] = (struct store_thread){ &s->clerk.thread, store_clerk_main };
	out[2] = (struct store_thread){ &s->checker.thread, store_check_main };
}

/* Stops the first n threads. */
static void
threads_stop(struct store *s, const struct store_thread *threads, unsigned n)
{
	atomic_store(&s->stop, true);
	store_wake(s->writer_fd);
	store_wake(s->clerk_fd);
	store_wake(s->checker.fd);
	for (unsigned i = 0; i < n; i++)
		pthread_join(*threads[i].thread, NULL);
}

static int
threads_start(struct store *s)
{
	struct store_thread threads[STORE_THREADS];
	unsigned n = 0;
	static const int fault[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
	sigset_t all, old;
	int err = 0;

	threads_of(s, threads);
	/*
	 * Signals are for the loop. Faults are not blocked: the thread that causes one runs the
	 * handler.
	 */
	sigfillset(&all);
	for (size_t i = 0; i < sizeof(fault) / sizeof(fault[0]); i++)
		sigdelset(&all, fault[i]);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	for (; n < STORE_THREADS && err == 0; n += err == 0)
		err = pthread_create(threads[n].thread, NULL, threads[n].run, s);
	if (err != 0)
		threads_stop(s, threads, n);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -err;
}

static void
store_destroy(struct store *s)
{
	store_writer_close(s);
	pthread_mutex_destroy(&s->replacing);
	close(s->loop_fd);
	close(s->writer_fd);
	close(s->clerk_fd);
	close(s->checker.fd);
	free(s);
}

static struct store *
store_create(const char *folder, const struct store_config *c)
{
	struct store *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->config = *c;
	pthread_mutex_init(&s->replacing, NULL);
	snprintf(s->folder, sizeof(s->folder), "%s", folder);
	snprintf(s->path, sizeof(s->path), "%s/games.db", folder);
	s->writer.lock_fd = -1;
	s->sender.cut = STORE_NO_CUT;
	s->sender.reserved = STORE_RESERVED;
	s->status.caught_up = true;
	s->loop_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->writer_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->clerk_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->checker.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	rings_init(s);
	return s;
}

static void
status_first(struct store *s, int err)
{
	s->status.working = s->writer.note.working = err == 0;
	s->status.err = s->writer.note.err = err;
	if (err < 0)
		store_trouble_print(&s->writer, s->writer.note.what);
	else
		memcpy(s->writer.note.what, s->writer.found, STORE_WHY_MAX);
	memcpy(s->status.what, s->writer.note.what, STORE_WHY_MAX);
}

int
store_open(const char *folder, const struct store_config *c, struct store **out,
	   char why[STORE_WHY_MAX])
{
	struct store *s = strlen(folder) < DB_PATH_MAX - 64 ? store_create(folder, c) : NULL;
	int err;

	*out = NULL;
	snprintf(why, STORE_WHY_MAX, "%s: no memory, or a name too long",
		 store_path_text(folder).text);
	if (!s)
		return -ENOMEM;
	if (s->loop_fd < 0 || s->writer_fd < 0 || s->clerk_fd < 0 || s->checker.fd < 0) {
		store_destroy(s);
		return -ENOMEM;
	}
	s->opening = true;
	err = store_writer_open(s);
	s->opening = false;
	if (err == 0)
		settings_load(s, &s->writer.db);
	else if (err != -EBUSY)
		settings_load_only(s);
	status_first(s, err);
	if (err == -EBUSY || (err = threads_start(s)) < 0) {
		snprintf(why, STORE_WHY_MAX, "%s",
			 err == -EBUSY ? s->writer.db.why : strerror(-err));
		store_destroy(s);
		return err == -EBUSY ? err : -ENOMEM;
	}
	*why = '\0';
	*out = s;
	return 0;
}

/*
 * Measures the wait by counting poll's timeouts, because the store reads no clock; early
 * wake-ups hardly matter.
 */
static bool
wait_for_disk(struct store *s, uint32_t wait_ms)
{
	uint32_t waited_ms = 0;

	store_poll(s);
	while (!s->status.caught_up && waited_ms < wait_ms) {
		struct pollfd p = { .fd = s->loop_fd, .events = POLLIN };

		waited_ms += poll(&p, 1, CLOSE_POLL_MS) == 0 ? CLOSE_POLL_MS : 1;
		store_poll(s);
	}
	return s->status.caught_up;
}

int
store_close(struct store *s, uint32_t wait_ms)
{
	struct store_thread threads[STORE_THREADS];
	struct store_answer *a;
	bool kept;

	if (!s)
		return 0;
	kept = wait_for_disk(s, wait_ms);
	threads_of(s, threads);
	threads_stop(s, threads, STORE_THREADS);
	while ((a = store_answer_take(s))) {
		kept &= a->kind != STORE_FILE || a->err == 0;
		store_answer_free(a);
	}
	store_destroy(s);
	return kept ? 0 : -EIO;
}

int
store_resume(struct store *s, struct record *r, char why[STORE_WHY_MAX])
{
	struct db *db = calloc(1, sizeof(*db));
	int64_t number = 0;
	int got;

	assert(!s->sender.on && s->sender.put == 0);
	snprintf(why, STORE_WHY_MAX, "no memory");
	if (!db)
		return -ENOMEM;
	got = db_open(db, s->path, DB_READ);
	if (got == 0)
		got = db_one(db, DB_RUNNING_GET, &number, "");
	if (got == 1)
		got = db_record(db, (uint32_t)number, r) < 0 ? db->err : 1;
	snprintf(why, STORE_WHY_MAX, "%s", got < 0 ? db->why : "");
	db_close(db);
	free(db);
	if (got == 1)
		store_sender_resume(s, r);
	return got;
}
