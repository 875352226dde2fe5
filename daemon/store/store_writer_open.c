/* The writer's files: the folder's lock, the database, and the repair of a damaged one. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

enum {
	/* Salvages in one run of the daemon; a power cut causes one at most. */
	SALVAGES_MAX = 3,
	/* A backup holds the lock only while it checks for a daemon, so a second try succeeds. */
	LOCK_TRIES = 100,
	LOCK_WAIT_MS = 10,
};

static int __attribute__((format(printf, 3, 4)))
open_failed(struct store_writer *w, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vprint(w->db.why, sizeof(w->db.why), fmt, ap);
	va_end(ap);
	w->db.foreign = false;
	return err;
}

/* Returns the process in a lock, for the message; 0: none. */
static long
lock_holder(int fd)
{
	char text[16] = "";

	if (pread(fd, text, sizeof(text) - 1, 0) <= 0)
		return 0;
	return strtol(text, NULL, 10);
}

/*
 * Returns 0 with the lock; -EAGAIN if another process only checks it; or
 * another -errno, reported.
 */
static int
lock_try(struct store *s, const char *path, int *out)
{
	struct store_writer *w = &s->writer;
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), err;

	if (fd < 0)
		return open_failed(w, -errno, "%s: %s", store_path_text(path).text,
				   strerror(errno));
	*out = fd;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	(void)open_failed(w, err, "another halod (process %ld) keeps its games in %s",
			  lock_holder(fd), store_path_text(s->folder).text);
	/* Checking processes share the lock; a daemon holds it exclusively. */
	if (err == -EBUSY && flock(fd, LOCK_SH | LOCK_NB) == 0)
		err = -EAGAIN;
	close(fd);
	return err;
}

static int
lock_take(struct store *s)
{
	struct store_writer *w = &s->writer;
	char path[DB_PATH_MAX + 8];
	struct stat st;
	int fd = -1, err = -EAGAIN;

	snprintf(path, sizeof(path), "%s/lock", s->folder);
	for (unsigned i = 0; i < LOCK_TRIES && err == -EAGAIN; i++) {
		if (i > 0)
			poll(NULL, 0, LOCK_WAIT_MS);
		err = lock_try(s, path, &fd);
	}
	if (err < 0)
		return err == -EAGAIN ? -EBUSY : err;
	w->lock_fd = fd;
	/* A lock file with text was used by a daemon; the lock file of a restore is empty. */
	w->used = w->used || (fstat(fd, &st) == 0 && st.st_size > 0);
	/* The number is only for messages, because the kernel holds the lock itself. */
	(void)!dprintf(fd, "%-10ld\n", (long)getpid());
	return 0;
}

/* Reports progress: wakes the loop at each percent, or calls it if the loop waits in store_open. */
static void
repair_step(void *arg, uint32_t done, uint32_t of)
{
	struct store *s = arg;
	uint32_t before = atomic_load(&s->repair_done);

	atomic_store(&s->repair_of, of);
	atomic_store(&s->repair_done, done);
	if (s->opening && s->config.repairing)
		s->config.repairing(s->config.user, done, of);
	else if (of && (uint64_t)done * 100 / of != (uint64_t)before * 100 / of)
		store_wake(s->loop_fd);
}

/* Reads the games of the archive: all of them if the database is lost. Returns 0 or -errno. */
static int
archive_read(struct store *s, uint32_t *games)
{
	const struct salvage_watch watch = { repair_step, s };
	struct store_writer *w = &s->writer;
	int err;

	atomic_store(&s->repair_done, 0);
	atomic_store(&s->repairing, true);
	err = store_archive_read(s->folder, &w->db, &watch, games);
	atomic_store(&s->repairing, false);
	return err;
}

/* Renames a damaged database and salvages it; the connection is closed. */
static int
set_aside(struct store *s)
{
	const struct salvage_watch watch = { repair_step, s };
	struct store_writer *w = &s->writer;
	int err;

	if (w->salvages == SALVAGES_MAX)
		return open_failed(w, -EIO, "%s is damaged again and again: the disk is failing",
				   store_path_text(s->path).text);
	atomic_store(&s->repair_done, 0);
	atomic_store(&s->repairing, true);
	store_wake(s->loop_fd);
	pthread_mutex_lock(&s->replacing);
	err = store_salvage(s->path, &watch, &w->salvage, w->db.why);
	pthread_mutex_unlock(&s->replacing);
	atomic_store(&s->repairing, false);
	store_wake(s->loop_fd);
	if (err < 0)
		return err;
	w->salvages++;
	w->salvaged = true;
	w->damaged = false;
	return 0;
}

/* Makes all settings due: a damaged database may have lost any of them. */
static void
settings_renew(struct store *s)
{
	pthread_mutex_lock(&s->lock);
	for (unsigned i = 0; i < s->settings.n; i++)
		s->settings.dirty[i] = true;
	pthread_mutex_unlock(&s->lock);
}

/* ---- what was found ---- */

static void
report_salvage(struct store_writer *w, uint32_t archived)
{
	const struct salvage *v = &w->salvage;
	const char *name = strrchr(v->aside, '/');
	char lost[112] = "";

	if (v->not_resumed)
		snprintf(lost, sizeof(lost),
			 "; game %u hides something, its PINs are lost, and it does not go on",
			 v->not_resumed);
	else if (v->cut || !v->all_tables)
		snprintf(lost, sizeof(lost),
			 "; last moves, games that the archive lacks, traces or settings may be lost");
	snprintf(w->found, sizeof(w->found),
		 "the record of games was damaged: %u games were saved, %u of them from the "
		 "archive%s; it is kept as %.24s",
		 db_count_games(&w->db), archived, lost, name ? name + 1 : v->aside);
}

/* Reports that a journal is new though games were kept here, or that it lacked games. */
static void
report_loss(struct store *s, uint32_t archived)
{
	struct store_writer *w = &s->writer;
	const char *name = strrchr(s->path, '/') + 1;
	char from[80] = "";

	if (archived)
		snprintf(from, sizeof(from), "; %u %s read from the archive", archived,
			 archived == 1 ? "game was" : "games were");
	if (w->db.laid && w->used)
		snprintf(w->found, sizeof(w->found),
			 "the record of games, %.60s, is gone or empty, and a new one was begun%s",
			 name, from);
	else if (archived)
		snprintf(w->found, sizeof(w->found),
			 "the record of games, %.60s, lacked games that the archive has%s; last "
			 "moves of the game on the board may be lost",
			 name, from);
}

/* ---- opening ---- */

/*
 * Adds the archive's games, and reports what was found. If that fails, the database is not
 * used, because new games would get the numbers of the missing ones.
 */
static int
database_complete(struct store *s)
{
	struct store_writer *w = &s->writer;
	uint32_t archived = 0;
	int err = archive_read(s, &archived);

	if (w->salvaged)
		report_salvage(w, archived);
	else
		report_loss(s, archived);
	/* The next attempt reports the salvage again, and not only what it adds itself. */
	if (err == 0)
		w->salvaged = false;
	return err;
}

static int
database_open(struct store *s)
{
	struct store_writer *w = &s->writer;
	int err;

	err = store_salvage_finish(s->path);
	if (err < 0)
		return open_failed(w, err, "%s: %s", store_path_text(s->path).text, strerror(-err));
	if (!w->damaged) {
		enum db_mode mode = store_check_mode(s);

		w->unchecked = mode != DB_CHECK;
		err = db_open(&w->db, s->path, mode);
		if (err == 0)
			err = database_complete(s);
		/* Reading the archive may have found damage. */
		w->damaged = w->db.damaged;
		if (!w->damaged)
			return err;
		db_close(&w->db);
	}
	w->unchecked = false;
	err = set_aside(s);
	if (err == 0)
		settings_renew(s);
	if (err == 0)
		err = db_open(&w->db, s->path, DB_CHECK);
	if (err == 0)
		err = database_complete(s);
	return err;
}

int
store_writer_open(struct store *s)
{
	struct store_writer *w = &s->writer;
	int err;

	if (mkdir(s->folder, 0700) < 0 && errno != EEXIST)
		return open_failed(w, -errno, "the folder for games %s cannot be made: %s",
				   store_path_text(s->folder).text, strerror(errno));
	if (w->lock_fd < 0 && (err = lock_take(s)) < 0)
		return err;
	store_files_hide(s->path);
	err = database_open(s);
	if (err == 0) {
		db_id_make(&w->db);
		db_id_read(&w->db, w->id);
		db_carry_over(&w->db);
		w->used = true;
		(void)!record_folder_sync(s->path);
		atomic_store(&s->unchecked, w->unchecked ? atomic_load(&s->generation) + 1 : 0);
		atomic_fetch_add(&s->generation, 1);
		atomic_fetch_add(&s->archive_due, 1);
		store_wake(s->clerk_fd);
	}
	if (err < 0)
		db_close(&w->db);
	return err;
}

void
store_writer_close(struct store *s)
{
	db_close(&s->writer.db);
	if (s->writer.lock_fd >= 0)
		close(s->writer.lock_fd);
	s->writer.lock_fd = -1;
}
