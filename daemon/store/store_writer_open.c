/* The writer's file: the folder's lock, the database, what to do when it is damaged. */
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
	/* Of one run: more than that is no accident of a power cut. */
	SALVAGES_MAX = 3,
	/* A backup looks whether a daemon runs, and is gone before the second try. */
	LOCK_TRIES = 100,
	LOCK_WAIT_MS = 10,
	LOCK_TEXT = 40,
	/*
	 * Games that a journal lacks by its lock: a year's, as where an old file was put in its
	 * place. More is a lock's damage, as nothing guards what is in it; less may be that too,
	 * and costs a gap in the numbers.
	 */
	NUMBERS_MISSED_MAX = 50000,
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

/* What is in a lock: a process, for the message, and a game's number. 0: it does not say. */
static void
lock_read(int fd, long *holder, uint32_t *number)
{
	char text[LOCK_TEXT] = "", *end = text;

	if (pread(fd, text, sizeof(text) - 1, 0) <= 0)
		*text = '\0';
	*holder = strtol(text, &end, 10);
	*number = (uint32_t)strtoul(end, NULL, 10);
}

/*
 * Always as long, over what is there: a disk that is full has room for it, and cut off with the
 * power it says what it said before.
 */
static void
lock_write(struct store_writer *w)
{
	char text[LOCK_TEXT];
	int n = snprintf(text, sizeof(text), "%-10ld\n%-10u\n", (long)getpid(), w->number_noted);

	if (pwrite(w->lock_fd, text, (size_t)n, 0) != n)
		return; /* what is in it stays */
}

void
store_lock_note(struct store_writer *w, uint32_t number)
{
	pthread_mutex_lock(&w->noting);
	if (number > w->number_noted && w->lock_fd >= 0) {
		w->number_noted = number;
		lock_write(w);
	}
	pthread_mutex_unlock(&w->noting);
}

/* The journal is open, and the number its own. In one: what the clerk notes behind it is higher. */
static void
lock_renew(struct store_writer *w)
{
	pthread_mutex_lock(&w->noting);
	w->number_noted = db_last_number(&w->db);
	lock_write(w);
	pthread_mutex_unlock(&w->noting);
}

/* 0 with the lock; -EAGAIN: somebody looks at it and does not want it; or -errno, told. */
static int
lock_try(struct store *s, const char *path, int *out)
{
	struct store_writer *w = &s->writer;
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	const bool read_only = fd < 0 && errno == EROFS;
	uint32_t number;
	long holder;
	int err;

	/* Nobody is to be kept out there; one who writes to that disk by another way is seen. */
	if (read_only)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && read_only)
		return open_failed(w, -EROFS, STORE_READ_ONLY, store_told(s->path).text);
	if (fd < 0)
		return open_failed(w, -errno, "%s: %s", store_told(path).text, strerror(errno));
	*out = fd;
	if (flock(fd, (read_only ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0) {
		if (!read_only)
			return 0;
		close(fd);
		return open_failed(w, -EROFS, STORE_READ_ONLY, store_told(s->path).text);
	}
	err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	lock_read(fd, &holder, &number);
	(void)open_failed(w, err, "another halod (process %ld) keeps its games in %s", holder,
			  store_told(s->folder).text);
	/* Who looks shares it, who has it does not. */
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
	long holder;
	int fd = -1, err = -EAGAIN;

	snprintf(path, sizeof(path), "%s/lock", s->folder);
	for (unsigned i = 0; i < LOCK_TRIES && err == -EAGAIN; i++) {
		if (i > 0)
			poll(NULL, 0, LOCK_WAIT_MS);
		err = lock_try(s, path, &fd);
	}
	if (err < 0)
		return err == -EAGAIN ? -EBUSY : err;
	/* For messages alone: the lock itself is the kernel's. */
	lock_read(fd, &holder, &w->number_before);
	pthread_mutex_lock(&w->noting);
	w->lock_fd = fd;
	/* It holds until the journal is open: who starts next is to know of it too. */
	w->number_noted = w->number_before;
	lock_write(w);
	pthread_mutex_unlock(&w->noting);
	return 0;
}

static void
lock_release(struct store_writer *w)
{
	pthread_mutex_lock(&w->noting);
	if (w->lock_fd >= 0)
		close(w->lock_fd);
	w->lock_fd = -1;
	pthread_mutex_unlock(&w->noting);
}

/* A file that was just made is safe once its folder says so on disk. */
static void
folder_sync(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

static void
tell_salvage(struct store_writer *w, const struct salvage *v)
{
	const char *name = strrchr(v->aside, '/');
	char bare[48] = "";

	if (v->bare)
		snprintf(bare, sizeof(bare), ", %u more lost all their actions", v->bare);
	snprintf(w->found, sizeof(w->found),
		 "the record of games was damaged: %u games with %u actions were saved%s%s; "
		 "it is kept as %.24s",
		 v->games, v->actions, bare,
		 v->cut || !v->all_tables ? ", some not whole or not at all" : "",
		 name ? name + 1 : v->aside);
}

/* A percent more wakes the loop; where it is the loop that waits for this, it is called. */
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

/* Sets a damaged database aside; the connection is closed. */
static int
set_aside(struct store *s)
{
	const struct salvage_watch watch = { repair_step, s };
	struct store_writer *w = &s->writer;
	struct salvage v;
	int err;

	if (w->salvages == SALVAGES_MAX)
		return open_failed(w, -EIO, "%s is damaged again and again: the disk is failing",
				   store_told(s->path).text);
	atomic_store(&s->repair_done, 0);
	atomic_store(&s->repairing, true);
	store_wake(s->loop_fd);
	pthread_mutex_lock(&s->replacing);
	err = store_salvage(s->path, &watch, &v, w->db.why);
	pthread_mutex_unlock(&s->replacing);
	atomic_store(&s->repairing, false);
	store_wake(s->loop_fd);
	if (err < 0)
		return err;
	w->salvages++;
	w->damaged = false;
	tell_salvage(w, &v);
	return 0;
}

/* No journal where there was one: somebody, or a disk, has taken it. */
static void
tell_gone(struct store_writer *w, const char *path)
{
	char fresh[DB_PATH_MAX];

	store_name_with(fresh, path, ".new");
	if (w->used && access(path, F_OK) < 0 && errno == ENOENT && access(fresh, F_OK) < 0)
		snprintf(w->found, sizeof(w->found),
			 "the record of games, %.60s, is gone, and a new one was begun",
			 strrchr(path, '/') + 1);
}

/* What was written to a log that no database goes with, and no salvage either. */
static void
tell_alone(struct store_writer *w, const char *path)
{
	char name[DB_PATH_MAX];
	struct stat st;

	store_name_with(name, path, ".new");
	if (access(path, F_OK) == 0 || access(name, F_OK) == 0)
		return;
	store_name_with(name, path, "-wal");
	if (stat(name, &st) < 0 || st.st_size == 0)
		return;
	store_name_aside(path, "damaged", name);
	snprintf(w->found, sizeof(w->found),
		 "the record of games is gone, and a new one was begun; what was written last "
		 "is kept as %.60s-wal",
		 strrchr(name, '/') + 1);
}

/*
 * A journal is never without a table once it holds a game: a disk has lost it. The first
 * start cut short at once looks the same; better told once too often.
 */
static void
tell_empty(struct store_writer *w, const char *path)
{
	snprintf(w->found, sizeof(w->found),
		 "the record of games, %.60s, was empty, and a new one was begun",
		 strrchr(path, '/') + 1);
}

/* A sound journal, and of before that game: its log was taken away, or it was set back by hand. */
static void
tell_short(struct store_writer *w, const char *path, uint32_t number)
{
	snprintf(w->found, sizeof(w->found),
		 "the record of games, %.60s, ends before game %u, which was kept in it",
		 strrchr(path, '/') + 1, number);
}

/* Sticks may hold the games that are missing: their numbers are not given again. */
static int
numbers_pass(struct store_writer *w, uint32_t number)
{
	int err = 0;

	if (number - db_last_number(&w->db) <= NUMBERS_MISSED_MAX)
		err = db_numbers_pass(&w->db, number);
	if (err < 0)
		db_close(&w->db);
	return err;
}

/* As it is, without a look at its pages by us. */
static int
database_take(struct store *s)
{
	struct store_writer *w = &s->writer;
	uint32_t number = w->number_before;
	int err = db_open(&w->db, s->path, store_check_mode(s));

	if (err < 0)
		return err;
	if (w->db.laid && !w->begun)
		tell_empty(w, s->path);
	if (w->db.laid || db_last_number(&w->db) >= number)
		return 0;
	err = numbers_pass(w, number);
	if (err == 0)
		tell_short(w, s->path, number);
	return err;
}

/* The file is one that we have had open already. */
static bool
is_known(const struct store *s)
{
	const struct store_writer *w = &s->writer;
	struct stat st;

	return stat(s->path, &st) == 0 && st.st_dev == w->device && st.st_ino == w->inode;
}

/*
 * Not asked of a file that is known: the clerk may be writing to it while it is looked
 * at, and half a commit of his would be taken for a hole.
 */
static bool
log_has_hole(const struct store *s)
{
	return !is_known(s) && store_log_has_hole(s->path);
}

/*
 * What sessions before left in the log goes into the database, so that a disk that loses a
 * part of the log takes no more than one, and a log that grew is read once. Where the disk
 * refuses that, the log has it all.
 */
static void
carry_over(struct store *s)
{
	if (!is_known(s))
		db_carry_over(&s->writer.db);
}

static int
database_open(struct store *s)
{
	struct store_writer *w = &s->writer;
	int err;

	tell_gone(w, s->path);
	tell_alone(w, s->path);
	err = store_salvage_finish(s->path);
	if (err < 0)
		return open_failed(w, err, "%s: %s", store_told(s->path).text, strerror(-err));
	w->begun = w->begun || access(s->path, F_OK) < 0;
	/* SQLite would drop what follows the hole, and the log with it. */
	if (!w->damaged)
		w->damaged = log_has_hole(s);
	if (!w->damaged) {
		err = database_take(s);
		w->damaged = err < 0 && w->db.damaged;
		if (!w->damaged)
			return err;
	}
	err = set_aside(s);
	return err < 0 ? err : db_open(&w->db, s->path, DB_CHECK);
}

int
store_writer_open(struct store *s)
{
	struct store_writer *w = &s->writer;
	int err;

	if (mkdir(s->folder, 0700) < 0 && errno != EEXIST)
		return open_failed(w, -errno, "the folder for games %s cannot be made: %s",
				   store_told(s->folder).text, strerror(errno));
	w->used = w->used || (w->lock_fd < 0 && store_folder_used(s->folder));
	if (w->lock_fd < 0 && (err = lock_take(s)) < 0)
		return err;
	store_files_hide(s->path);
	err = database_open(s);
	if (err == 0) {
		carry_over(s);
		w->device = w->db.device;
		w->inode = w->db.inode;
		w->used = true;
		w->begun = false;
		w->number_before = 0;
		lock_renew(w);
		folder_sync(s->folder);
		atomic_fetch_add(&s->generation, 1);
		store_check_begin(s);
	}
	w->recheck = true;
	return err;
}

void
store_writer_close(struct store *s)
{
	db_close(&s->writer.db);
	lock_release(&s->writer);
}
