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
};

/* Loads the settings from disk. The writer reports errors. */
static void
settings_load(struct store *s, struct db *db)
{
	struct store_settings *set = &s->settings;
	bool fits;

	db_ask(db, DB_SETTINGS_GET, "");
	while (db_row(db, DB_SETTINGS_GET) == 1 && set->n < STORE_SETTINGS_MAX) {
		struct store_setting *to = &set->of[set->n];
		const char *key = db_text(db, DB_SETTINGS_GET, 0);
		const char *value = db_text(db, DB_SETTINGS_GET, 1);

		fits = strlen(key) < STORE_KEY_MAX && strlen(value) < STORE_VALUE_MAX;
		if (fits) {
			strcpy(to->key, key);
			strcpy(to->value, value);
			set->n++;
		}
	}
	db_done(db, DB_SETTINGS_GET);
	s->marks.settings = *set;
}

static void
threads_stop(struct store *s, bool clerk)
{
	atomic_store(&s->stop, true);
	store_wake(s->writer_fd);
	store_wake(s->clerk_fd);
	pthread_join(s->writer.thread, NULL);
	if (clerk)
		pthread_join(s->clerk.thread, NULL);
}

static int
threads_start(struct store *s)
{
	static const int fault[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
	sigset_t all, old;
	int err;

	/*
	 * Signals are for the loop. Faults are not blocked: the thread that causes one runs the
	 * handler.
	 */
	sigfillset(&all);
	for (size_t i = 0; i < sizeof(fault) / sizeof(fault[0]); i++)
		sigdelset(&all, fault[i]);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = pthread_create(&s->writer.thread, NULL, store_writer_main, s);
	if (err == 0 && (err = pthread_create(&s->clerk.thread, NULL, store_clerk_main, s)) != 0)
		threads_stop(s, false);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -err;
}

static void
store_destroy(struct store *s)
{
	store_writer_close(s);
	pthread_mutex_destroy(&s->replacing);
	pthread_mutex_destroy(&s->lock);
	for (struct store_entry *e = s->first, *next; e; e = next) {
		next = e->next;
		free(e);
	}
	close(s->loop_fd);
	close(s->writer_fd);
	close(s->clerk_fd);
	free(s);
}

static struct store *
store_create(const char *folder, const struct store_config *c)
{
	struct store *s = calloc(1, sizeof(*s));

	if (!s || !(s->first = calloc(1, sizeof(*s->first)))) {
		free(s);
		return NULL;
	}
	s->config = *c;
	s->last = s->first;
	s->n_entries = 1;
	s->marks.low = UINT32_MAX;
	pthread_mutex_init(&s->replacing, NULL);
	pthread_mutex_init(&s->lock, NULL);
	snprintf(s->folder, sizeof(s->folder), "%s", folder);
	snprintf(s->path, sizeof(s->path), "%s/games.db", folder);
	s->writer.lock_fd = -1;
	s->status.caught_up = true;
	s->loop_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->writer_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->clerk_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	ring_init(&s->asks, s->ask_slot, STORE_ASKS, sizeof(s->ask_slot[0]));
	ring_init(&s->answers, s->answer_slot, STORE_ASKS, sizeof(struct store_answer *));
	return s;
}

static void
status_first(struct store *s, int err)
{
	s->report = (struct store_report){ .working = err == 0, .err = err };
	if (err < 0)
		store_trouble_print(&s->writer, s->report.what);
	else
		memcpy(s->report.what, s->writer.found, STORE_WHY_MAX);
	s->status.working = s->report.working;
	s->status.err = err;
	memcpy(s->status.what, s->report.what, STORE_WHY_MAX);
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
	if (s->loop_fd < 0 || s->writer_fd < 0 || s->clerk_fd < 0) {
		store_destroy(s);
		return -ENOMEM;
	}
	s->opening = true;
	err = store_writer_open(s);
	s->opening = false;
	if (err == 0)
		settings_load(s, &s->writer.db);
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
	struct store_answer *a;
	bool kept;

	if (!s)
		return 0;
	(void)wait_for_disk(s, wait_ms);
	threads_stop(s, true);
	store_poll(s); /* the writer's last transaction */
	kept = s->status.caught_up;
	while ((a = store_answer_take(s))) {
		kept &= a->kind != STORE_FILE || a->err == 0;
		store_answer_free(a);
	}
	store_destroy(s);
	return kept ? 0 : -EIO;
}

/*
 * If the folder's lock could not be taken, as on a disk that is read-only, the settings have not
 * been read: without the PINs a game that hides something would be open to everybody.
 */
static void
settings_load_late(struct store *s, struct db *db)
{
	pthread_mutex_lock(&s->lock);
	if (s->settings.n == 0)
		settings_load(s, db);
	pthread_mutex_unlock(&s->lock);
}

int
store_resume(struct store *s, struct record *r, char why[STORE_WHY_MAX])
{
	struct db *db = calloc(1, sizeof(*db));
	int64_t number = 0;
	int got;

	assert(s->ids == 0);
	snprintf(why, STORE_WHY_MAX, "no memory");
	if (!db)
		return -ENOMEM;
	got = db_open(db, s->path, DB_READ);
	if (got == 0)
		settings_load_late(s, db);
	if (got == 0)
		got = db_one(db, DB_RUNNING_GET, &number, "");
	if (got == 1)
		got = db_record(db, (uint32_t)number, r) < 0 ? db->err : 1;
	snprintf(why, STORE_WHY_MAX, "%s", got < 0 ? db->why : "");
	db_close(db);
	free(db);
	if (got == 1)
		store_resume_with(s, r);
	return got;
}
