/*
 * The writer's thread: copies the first game that waits, and the settings, writes in one transaction
 * what the database lacks of them, and reports.
 *
 *   1) success                         the game counts as written, as it was copied
 *   2) full, read-only, an I/O error   rolled back, reported, retried after retry_ms
 *   3) damaged                         renamed, readable rows copied, then as 4)
 *   4) another file than before        compared with the game, which is added if it is missing
 *   5) not open                        as 2)
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

/* ---- the game and the settings as they are now ---- */

static bool
is_due(struct store *s)
{
	bool due;

	pthread_mutex_lock(&s->lock);
	due = s->first != s->last || store_entry_is_due(s->first) || s->first->trace_len > 0 ||
	      store_is_elsewhere(s, &s->first->head) || store_settings_are_due(&s->settings);
	pthread_mutex_unlock(&s->lock);
	return due;
}

/* Copies what is to be written, once the database is open. */
static void
copy_make(struct store *s)
{
	struct store_entry *e, *copy = &s->writer.copy;

	pthread_mutex_lock(&s->lock);
	e = s->first;
	copy->next = e->next;
	copy->head = e->head;
	copy->trace_len = e->trace_len;
	memcpy(copy->trace, e->trace, e->trace_len);
	/* Another database may lack actions from the first one on. */
	for (uint32_t i = store_is_elsewhere(s, &e->head) ? 0 : e->head.same; i < e->head.n; i++)
		copy->move[i] = e->move[i];
	e->low = UINT32_MAX;
	/* Settings belong to the running game, so they are not written before it is. */
	s->writer.settings.n = 0;
	if (e == s->last)
		s->writer.settings = s->settings;
	pthread_mutex_unlock(&s->lock);
}

static void
settings_written(struct store_settings *now, const struct store_settings *copy, bool less)
{
	for (unsigned i = 0; i < copy->n; i++)
		now->dirty[i] &=
			!copy->dirty[i] || strcmp(now->of[i].value, copy->of[i].value) != 0;
	for (unsigned i = 0; less && i < now->n; i++)
		now->dirty[i] = true;
}

/* Notes, with the lock, that the copy is on disk, and frees a game that has ended. */
static void
copy_written(struct store *s)
{
	struct store_entry *e = s->first, *copy = &s->writer.copy;

	settings_written(&s->settings, &s->writer.settings, s->writer.less);
	memcpy(s->writer.written_id, s->writer.id, sizeof(s->writer.id));
	/* Without room for a game, another one may have taken its place meanwhile. */
	if (e->head.id != copy->head.id)
		return;
	e->head.file = copy->head.file;
	e->head.number = copy->head.number;
	e->head.trace_part = copy->head.trace_part;
	e->head.written = copy->head.changes;
	e->head.rows = copy->head.n;
	e->head.same = copy->head.n < e->low ? copy->head.n : e->low;
	e->trace_len -= copy->trace_len;
	memmove(e->trace, e->trace + copy->trace_len, e->trace_len);
	/* It was copied after its last change: the next game began before. */
	if (copy->next) {
		s->first = e->next;
		s->n_entries--;
		free(e);
	}
}

/* ---- writing ---- */

static int
game_add(struct db *db, struct store_head *h)
{
	int err = db_game_add(db, &h->game, h->n, &h->number);

	if (err == 0 && *h->game.players)
		err = db_run(db, DB_PLAYERS_SET, "is", (int64_t)h->number, h->game.players);
	h->rows = h->same = h->trace_part = 0;
	return err;
}

static int
game_set(struct db *db, const struct store_head *h)
{
	const struct record *g = &h->game;

	return db_run(db, DB_GAME_SET, "sssssssisiii", g->date, g->name[0], g->name[1], g->name[2],
		      g->name[3], g->seeds, g->clock, (int64_t)g->result.end, g->result.reason,
		      (int64_t)g->result.score, (int64_t)h->n, (int64_t)h->number);
}

/*
 * Puts the game on the board. The game before it now needs its line in the archive, or is removed
 * if it has no action and no result.
 */
static int
running_set(struct store *s, const struct store_head *h)
{
	uint32_t keep = atomic_load(&s->keep_traces);
	struct db *db = &s->writer.db;
	int err = db_run(db, DB_ARCHIVE_DUE_RUNNING, "");

	atomic_fetch_add(&s->archive_due, 1);
	if (err == 0)
		err = db_run(db, DB_EMPTY_DROP, "i", (int64_t)h->number);
	if (err == 0)
		err = db_run(db, DB_EMPTY_TRACE_DROP, "i", (int64_t)h->number);
	if (err == 0)
		err = db_run(db, DB_PLAYERS_DROP, "");
	if (err == 0)
		err = db_run(db, DB_RUNNING_SET, "i", (int64_t)h->number);
	return err < 0 || keep == 0 ? err : db_run(db, DB_TRACE_THIN, "i", (int64_t)keep - 1);
}

/* Counts the file's first actions that are the game's. Returns 0 or -errno. */
static int
same_count(struct db *db, const struct store_entry *e, uint32_t *same)
{
	const enum db_statement st = DB_ACTIONS_GET;
	int got;

	*same = 0;
	db_ask(db, st, "i", (int64_t)e->head.number);
	while ((got = db_row(db, st)) == 1 && *same < e->head.n) {
		const struct store_move *a = &e->move[*same];
		sqlite3_stmt *q = db->statement[st];

		if (sqlite3_column_int64(q, 0) != *same || strcmp(db_column(q, 1), a->text) != 0 ||
		    sqlite3_column_int64(q, 2) != (int64_t)a->t_us)
			break;
		++*same;
	}
	db_done(db, st);
	return got < 0 ? got : 0;
}

/*
 * Reports whether a file's game is the one on the board though no action is the same: an older file
 * of this journal has actions that were all taken back since.
 */
static bool
is_taken_back(const struct store_writer *w, const struct store_head *h, bool running)
{
	return h->n == 0 && running && *w->id && strcmp(w->id, w->written_id) == 0;
}

/*
 * Handles case 4: finds out how much of the game, and of its trace, is in the file. An older file
 * may have actions that were taken back, another journal has another game of that number: the game
 * then gets a new number.
 */
static int
game_compare(struct store *s, struct store_entry *e)
{
	const enum db_statement st = DB_GAME_ROWS;
	struct store_head *h = &e->head;
	struct db *db = &s->writer.db;
	uint32_t same = h->same;
	bool other = false, running;
	char start[RULES_POSITION_TEXT];
	int got, err = 0;

	rules_print(h->game.game, &h->game.start, start);
	db_ask(db, st, "iss", (int64_t)h->number, rules_name(h->game.game), start);
	got = db_row(db, st);
	if (got == 1) {
		h->rows = (uint32_t)sqlite3_column_int64(db->statement[st], 0);
		h->trace_part = (uint32_t)sqlite3_column_int64(db->statement[st], 1);
		other = sqlite3_column_int(db->statement[st], 2) == 0;
		running = sqlite3_column_int(db->statement[st], 3) != 0;
		err = same_count(db, e, &h->same);
		other |= h->rows > 0 && h->same == 0 && !is_taken_back(&s->writer, h, running);
	}
	db_done(db, st);
	if (other)
		h->number = 0;
	if (err == 0 && (got == 0 || other))
		err = game_add(db, h);
	s->writer.less = got == 0 || other || h->same < same || db->laid;
	return got < 0 ? got : err < 0 ? err : running_set(s, h);
}

static int
moves_write(struct db *db, const struct store_entry *e)
{
	const struct store_head *h = &e->head;
	int err = 0;

	if (h->rows > h->same)
		err = db_run(db, DB_ACTION_CUT, "ii", (int64_t)h->number, (int64_t)h->same);
	for (uint32_t i = h->same; i < h->n && err == 0; i++)
		err = db_run(db, DB_ACTION_ADD, "iisii", (int64_t)h->number, (int64_t)i,
			     e->move[i].text, (int64_t)e->move[i].t_us,
			     (int64_t)e->move[i].clock_us);
	return err;
}

/* Writes the game and its trace. */
static int
game_write(struct store *s, struct store_entry *e)
{
	struct store_head *h = &e->head;
	struct db *db = &s->writer.db;
	bool empty = h->n == 0 && h->game.result.end == RECORD_UNFINISHED;
	int err = 0;

	/* An empty game that has ended is not written. */
	if (h->id == 0 || (e->next && empty && h->number == 0))
		return 0;
	if (store_is_elsewhere(s, h))
		err = game_compare(s, e);
	else if (h->number == 0 && (err = game_add(db, h)) == 0)
		err = running_set(s, h);
	h->file = atomic_load(&s->generation);
	if (err == 0)
		err = moves_write(db, e);
	if (err == 0)
		err = game_set(db, h);
	if (err == 0 && e->trace_len > 0)
		err = db_run(db, DB_TRACE_ADD, "iib", (int64_t)h->number, (int64_t)h->trace_part++,
			     e->trace, e->trace_len);
	return err;
}

static int
settings_write(struct store *s)
{
	const struct store_settings *set = &s->writer.settings;
	struct db *db = &s->writer.db;
	int err = 0;

	for (unsigned i = 0; err == 0 && i < set->n; i++) {
		/* A file that lost a part of the game may lack its PINs. */
		if (!set->dirty[i] && !s->writer.less)
			continue;
		err = db_run(db, DB_SETTING_SET, "ss", set->of[i].key, set->of[i].value);
		if (err == 0 && strcmp(set->of[i].key, STORE_CLOSED) == 0) {
			atomic_fetch_add(&s->archive_due, 1);
			err = db_run(db, DB_ARCHIVE_DUE_RUNNING, "");
		}
	}
	return err;
}

/* Writes all of the copy, or nothing. */
static int
copy_write(struct store *s)
{
	struct store_writer *w = &s->writer;
	unsigned due = atomic_load(&s->archive_due);
	int err = db_run(&w->db, DB_BEGIN, "");

	if (err < 0)
		return err;
	w->less = false;
	copy_make(s);
	err = game_write(s, &w->copy);
	if (err == 0)
		err = settings_write(s);
	if (err == 0)
		err = db_run(&w->db, DB_COMMIT, "");
	if (err < 0) {
		db_rollback(&w->db);
		return err;
	}
	/* Counts again, because a clerk that checked before the commit found nothing due. */
	if (atomic_load(&s->archive_due) != due) {
		atomic_fetch_add(&s->archive_due, 1);
		store_wake(s->clerk_fd);
	}
	return 0;
}

/* ---- reports ---- */

/* Writes what was found when the journal was opened, or the archive's error. */
static void
what_print(struct store *s, char what[STORE_WHY_MAX])
{
	struct store_writer *w = &s->writer;

	w->archive_err = atomic_load(&s->archive_err);
	if (w->archive_err)
		text_print(what, STORE_WHY_MAX,
			   "%s/archive cannot be written: %s; games are recorded, and the archive "
			   "gets them later",
			   store_path_text(s->folder).text, strerror(-w->archive_err));
	else
		memcpy(what, w->found, STORE_WHY_MAX);
}

void
store_trouble_print(const struct store_writer *w, char what[STORE_WHY_MAX])
{
	static const char later[] = "; the game goes on, and is written later";
	static const char never[] = "; the game goes on without a record";

	text_print(what, STORE_WHY_MAX, "%.*s%s", (int)(STORE_WHY_MAX - sizeof(later)), w->db.why,
		   w->db.foreign ? never : later);
}

/* Reports to the loop; err: 0, the copy is on disk, or -errno. */
static void
report(struct store *s, int err)
{
	struct store_report now = { .working = err == 0, .err = err };
	bool news;

	if (err == 0)
		what_print(s, now.what);
	else
		store_trouble_print(&s->writer, now.what);
	pthread_mutex_lock(&s->lock);
	if (err == 0)
		copy_written(s);
	news = err == 0 || s->report.err != err || strcmp(s->report.what, now.what) != 0;
	s->report = now;
	pthread_mutex_unlock(&s->lock);
	if (news)
		store_wake(s->loop_fd);
}

/* ---- the thread ---- */

/*
 * Makes sure that the connection uses the file at the path. Returns -errno if
 * it cannot be opened.
 */
static int
connection_ready(struct store *s)
{
	struct store_writer *w = &s->writer;

	if (w->db.sql && db_replaced(&w->db)) {
		/* The file or its folder was replaced: reopen lock and file. */
		store_writer_close(s);
	}
	return w->db.sql ? 0 : store_writer_open(s);
}

/*
 * Marks the file for a salvage, which may lose actions of any game: none counts as compared from now
 * on.
 */
static void
damaged(struct store *s)
{
	s->writer.damaged = true;
	atomic_fetch_add(&s->generation, 1);
}

/* Writes one game. Returns 0 if written, 1 if there was nothing to do, or -errno, reported. */
static int
work_once(struct store *s)
{
	struct store_writer *w = &s->writer;
	int err;

	if (store_check_failed(s)) {
		damaged(s);
		db_close(&w->db);
	}
	if (!is_due(s) && w->db.sql && s->report.working &&
	    w->archive_err == atomic_load(&s->archive_err))
		return 1;
	err = connection_ready(s);
	if (err == 0)
		err = copy_write(s);
	report(s, err);
	if (err < 0) {
		/* Remembers damage seen while writing, because opening the file may not find it. */
		bool again = w->db.sql && w->db.damaged;

		if (again)
			damaged(s);
		db_close(&w->db); /* a new connection has no old errors */
		return again ? 0 : err;
	}
	return 0;
}

static void
wait_for_work(struct store *s, int timeout_ms)
{
	struct pollfd p = { .fd = s->writer_fd, .events = POLLIN };
	uint64_t count;
	ssize_t n;

	poll(&p, 1, timeout_ms);
	n = read(s->writer_fd, &count, sizeof(count));
	(void)n;
}

void *
store_writer_main(void *store)
{
	struct store *s = store;
	int got = 0;

	while (!atomic_load(&s->stop)) {
		do
			got = work_once(s);
		while (got == 0 && !atomic_load(&s->stop));
		if (!atomic_load(&s->stop))
			wait_for_work(s, got < 0 ? store_retry_ms(s) : -1);
	}
	/* Writes what was waiting when the stop was requested, usually parts of the trace. */
	while (got >= 0 && (got = work_once(s)) == 0)
		continue;
	return NULL;
}
