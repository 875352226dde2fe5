/*
 * The writer's thread: takes the waiting requests, commits them in one transaction, and reports.
 * Requests that could not be written stay in the batch and are retried.
 *
 *   1) success                         the batch is committed, reported, dropped
 *   2) full, read-only, an I/O error   rolled back, reported, retried after retry_ms
 *   3) damaged                         renamed, readable rows copied, then as 4)
 *   4) another file than before        the running game is added if it is missing, and the
 *                                      loop must send again what the file lacks
 *   5) not open                        as 2)
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

enum {
	/* The loop takes notes at every turn: a full ring is soon empty. */
	NOTE_RETRY_MS = 20,
};

/* ---- the running game in another file ---- */

static int
game_add(struct db *db, struct store_written *next)
{
	const struct store_game *g = &next->game;
	const enum db_statement st = next->number ? DB_GAME_ADD_NUMBERED : DB_GAME_ADD;
	const char *types = next->number ? "ssssssssssisiissi" : "ssssssssssisiiss";
	int err =
		db_run(db, st, types, rules_name(g->game), g->start, g->date, g->name[0],
		       g->name[1], g->name[2], g->name[3], g->event, g->site, g->round, (int64_t)0,
		       "", (int64_t)0, (int64_t)0, g->seeds, g->clock, (int64_t)next->number);

	next->number = (uint32_t)sqlite3_last_insert_rowid(db->sql);
	return err;
}

/* Reads how much of the game, and of its trace, is in the file. */
static int
game_extent(struct db *db, struct store_written *next)
{
	sqlite3_stmt *q;
	int got;

	db_ask(db, DB_ACTIONS_LAST, "i", (int64_t)next->number);
	q = db->statement[DB_ACTIONS_LAST];
	got = db_row(db, DB_ACTIONS_LAST);
	if (got == 1) {
		next->n = (uint32_t)sqlite3_column_int64(q, 0);
		next->trace_part = (uint32_t)sqlite3_column_int64(q, 1);
	}
	db_done(db, DB_ACTIONS_LAST);
	return got < 0 ? got : 0;
}

/* Marks the game that was on the board as closed: the clerk writes its line after the commit. */
static int
archive_due(struct store *s)
{
	atomic_fetch_add(&s->archive_due, 1);
	return db_run(&s->writer.db, DB_ARCHIVE_DUE_RUNNING, "");
}

/*
 * Handles case 4. On entry, *next describes the running game in the previous file; on return,
 * what the present file has of it. *less: a part is missing.
 */
static int
game_recheck(struct store *s, struct store_written *next, bool *less)
{
	struct db *db = &s->writer.db;
	uint32_t had = next->n;
	int got, err;

	if (!next->on)
		return 0;
	db_ask(db, DB_GAME_GET, "i", (int64_t)next->number);
	got = db_row(db, DB_GAME_GET);
	db_done(db, DB_GAME_GET);
	if (got < 0 || (got == 0 && (got = game_add(db, next)) < 0))
		return got;
	if ((err = game_extent(db, next)) < 0)
		return err;
	*less = next->n < had || got == 0 || db->laid;
	if ((err = archive_due(s)) < 0)
		return err;
	return db_run(db, DB_RUNNING_SET, "i", (int64_t)next->number);
}

/* ---- requests ---- */

static int
trace_write_piece(struct store *s, struct store_written *next, uint64_t end)
{
	size_t at = (size_t)(next->trace_at % STORE_TRACE_MAX), len = STORE_TRACE_MAX - at;
	int err = 0;

	if (len > end - next->trace_at)
		len = (size_t)(end - next->trace_at);
	/* Without a game the trace is useless. */
	if (next->on && next->number)
		err = db_run(&s->writer.db, DB_TRACE_ADD, "iib", (int64_t)next->number,
			     (int64_t)next->trace_part++, s->trace.byte + at, len);
	next->trace_at += len;
	return err;
}

static int
trace_write(struct store *s, struct store_written *next, uint64_t end)
{
	int err = 0;

	while (err == 0 && next->trace_at < end)
		err = trace_write_piece(s, next, end);
	return err;
}

/* Counts actions as lost that should have been sent again, but cannot be any more. */
static void
count_lost(struct store_written *next)
{
	if (next->on && next->owed > next->n)
		next->lost += next->owed - next->n;
	next->owed = 0;
}

/* Removes the game that ends if it has no action and no result. */
static int
remove_empty_game(struct store *s, const struct store_written *next)
{
	int err = 0;

	if (!next->on || next->n > 0 || next->owed > 0 || next->number == 0)
		return 0;
	err = db_run(&s->writer.db, DB_GAME_FORGET, "i", (int64_t)next->number);
	return err < 0 ? err : db_run(&s->writer.db, DB_TRACE_FORGET, "i", (int64_t)next->number);
}

/*
 * Writes the number of actions of the game on the board: with each batch, and
 * before the next game begins.
 */
static int
game_count(struct store *s, const struct store_written *next)
{
	if (!next->on)
		return 0;
	return db_run(&s->writer.db, DB_GAME_COUNT, "ii", (int64_t)next->n, (int64_t)next->number);
}

static int
setting_write(struct db *db, const struct store_setting *set)
{
	return db_run(db, DB_SETTING_SET, "ss", set->key, set->value);
}

static int
settings_with(struct db *db, const struct store_game *g)
{
	int err = 0;

	for (unsigned i = 0; err == 0 && i < STORE_WITH_MAX; i++)
		if (*g->with[i].key)
			err = setting_write(db, &g->with[i]);
	return err;
}

static int
apply_begin(struct store *s, const struct store_request *q, struct store_written *next)
{
	int err = trace_write(s, next, q->trace_at);

	if (err == 0)
		err = game_count(s, next);
	if (err == 0)
		err = remove_empty_game(s, next);
	count_lost(next);
	next->on = true;
	next->epoch = q->epoch;
	next->generation = q->generation;
	next->number = next->n = next->trace_part = 0;
	next->game = s->writer.game[s->writer.at_game++];
	if (err == 0)
		err = game_add(&s->writer.db, next);
	if (err == 0)
		err = settings_with(&s->writer.db, &next->game);
	if (err == 0)
		err = archive_due(s);
	return err < 0 ? err : db_run(&s->writer.db, DB_RUNNING_SET, "i", (int64_t)next->number);
}

static int
apply_resume(struct store *s, const struct store_request *q, struct store_written *next)
{
	bool less = false;
	int err;

	next->on = true;
	next->epoch = q->epoch;
	next->generation = q->generation;
	next->number = q->number;
	next->n = q->n;
	next->game = s->writer.game[s->writer.at_game++];
	/* The game may have been read from a read-only disk, and this disk may be another one. */
	err = game_recheck(s, next, &less);
	s->writer.note.resend |= less;
	return err;
}

static int
apply_names(struct store *s, const struct store_request *q, struct store_written *next)
{
	const struct store_game *g = &s->writer.game[s->writer.at_game++];

	if (q->epoch != next->epoch)
		return 0;
	next->game = *g;
	return db_run(&s->writer.db, DB_GAME_NAMES, "sssssssi", g->date, g->name[0], g->name[1],
		      g->name[2], g->name[3], g->seeds, g->clock, (int64_t)next->number);
}

static int
cut_to(struct store *s, struct store_written *next, uint32_t n)
{
	if (n >= next->n)
		return 0;
	next->n = n;
	return db_run(&s->writer.db, DB_ACTION_CUT, "ii", (int64_t)next->number, (int64_t)n);
}

static int
write_clock(struct store *s, const struct store_request *q, struct store_written *next)
{
	memcpy(next->game.clock, q->clock, sizeof(next->game.clock));
	return db_run(&s->writer.db, DB_GAME_CLOCK, "si", q->clock, (int64_t)next->number);
}

static int
apply_clock(struct store *s, const struct store_request *q, struct store_written *next)
{
	return next->on && q->epoch == next->epoch ? write_clock(s, q, next) : 0;
}

static int
apply_action(struct store *s, const struct store_request *q, struct store_written *next)
{
	int err;

	if (!next->on || q->epoch != next->epoch)
		return 0;
	next->generation = q->generation;
	if (q->n > next->n) {
		next->owed = q->n + 1 > next->owed ? q->n + 1 : next->owed;
		return 0;
	}
	/* The action was sent again: it replaces the old one. */
	if ((err = cut_to(s, next, q->n)) < 0)
		return err;
	if (*q->clock && (err = write_clock(s, q, next)) < 0)
		return err;
	next->n++;
	return db_run(&s->writer.db, DB_ACTION_ADD, "iisii", (int64_t)next->number, (int64_t)q->n,
		      q->text, (int64_t)q->t_us,
		      q->clock_us == CLOCK_NO_TIME ? (int64_t)-1 : (int64_t)q->clock_us);
}

static int
write_result(struct store *s, const struct store_written *next, const struct record_result *res)
{
	return db_run(&s->writer.db, DB_GAME_RESULT, "isii", (int64_t)res->end, res->reason,
		      (int64_t)res->score, (int64_t)next->number);
}

static int
apply_cut(struct store *s, const struct store_request *q, struct store_written *next)
{
	static const struct record_result none = { .end = RECORD_UNFINISHED };
	int err;

	if (!next->on || q->epoch != next->epoch)
		return 0;
	next->generation = q->generation;
	if (next->owed > q->n)
		next->owed = q->n;
	if ((err = cut_to(s, next, q->n)) < 0)
		return err;
	return write_result(s, next, &none);
}

static int
apply_result(struct store *s, const struct store_request *q, struct store_written *next)
{
	int err;

	/* If actions must be sent again, the result will be sent again too. */
	if (!next->on || q->epoch != next->epoch || q->n != next->n)
		return 0;
	/*
	 * The trace is in the same transaction: a reader that sees the result sees the whole
	 * trace.
	 */
	err = trace_write(s, next, q->trace_at);
	return err < 0 ? err : write_result(s, next, &q->result);
}

static int
apply_setting(struct store *s, const struct store_request *q)
{
	int err = setting_write(&s->writer.db, &q->setting);

	if (err == 0 && strcmp(q->setting.key, STORE_CLOSED) == 0)
		err = archive_due(s);
	return err;
}

static int
apply(struct store *s, const struct store_request *q, struct store_written *next)
{
	switch ((enum store_request_kind)q->kind) {
	case REQUEST_BEGIN:
		return apply_begin(s, q, next);
	case REQUEST_RESUME:
		return apply_resume(s, q, next);
	case REQUEST_NAMES:
		return apply_names(s, q, next);
	case REQUEST_ACTION:
		return apply_action(s, q, next);
	case REQUEST_CLOCK:
		return apply_clock(s, q, next);
	case REQUEST_CUT:
		return apply_cut(s, q, next);
	case REQUEST_RESULT:
		return apply_result(s, q, next);
	case REQUEST_SETTING:
		return apply_setting(s, q);
	}
	return -EINVAL;
}

/* ---- batches ---- */

static void
batch_take(struct store *s)
{
	struct store_writer *w = &s->writer;

	while (w->n < STORE_BATCH && w->n_games < STORE_GAMES &&
	       ring_get(&s->requests, &w->batch[w->n])) {
		uint8_t kind = w->batch[w->n++].kind;

		if (kind == REQUEST_BEGIN || kind == REQUEST_RESUME || kind == REQUEST_NAMES)
			/*
			 * The loop puts the game into its ring before the request, so the game
			 * is there.
			 */
			w->n_games += ring_get(&s->games, &w->game[w->n_games]);
	}
}

/*
 * Returns where the trace of the batch's last game ends. The order of reads matters: text after
 * the beginning of a game is visible only after its request, or the limit in its place, is.
 */
static uint64_t
trace_end(struct store *s, const struct store_written *next)
{
	uint64_t head = atomic_load_explicit(&s->trace.head, memory_order_acquire);
	uint64_t limit = atomic_load_explicit(&s->trace.limit, memory_order_acquire);

	if (!ring_is_empty(&s->requests))
		return next->trace_at;
	return head < limit ? head : limit;
}

static int
batch_apply(struct store *s, bool *less)
{
	struct store_writer *w = &s->writer;
	uint64_t end = trace_end(s, &w->next);
	int err = 0;

	w->at_game = 0;
	if (w->recheck)
		err = game_recheck(s, &w->next, less);
	for (uint32_t i = 0; err == 0 && i < w->n; i++)
		err = apply(s, &w->batch[i], &w->next);
	if (err == 0)
		err = trace_write(s, &w->next, end);
	if (err == 0)
		err = game_count(s, &w->next);
	return err;
}

/* Writes all of the batch, or nothing. */
static int
batch_write(struct store *s, bool *less)
{
	struct store_writer *w = &s->writer;
	unsigned due = atomic_load(&s->archive_due);
	int err = db_run(&w->db, DB_BEGIN, "");

	if (err < 0)
		return err;
	w->next = w->now;
	err = batch_apply(s, less);
	if (err == 0)
		err = db_run(&w->db, DB_COMMIT, "");
	if (err < 0) {
		char why[STORE_WHY_MAX];

		/* Keep the first error instead of the rollback's. */
		memcpy(why, w->db.why, sizeof(why));
		if (!sqlite3_get_autocommit(w->db.sql))
			(void)!db_run(&w->db, DB_ROLLBACK, "");
		memcpy(w->db.why, why, sizeof(why));
		return err;
	}
	w->now = w->next;
	w->recheck = false;
	/* Counts again, because a clerk that checked before the commit found nothing due. */
	if (atomic_load(&s->archive_due) != due) {
		atomic_fetch_add(&s->archive_due, 1);
		store_wake(s->clerk_fd);
	}
	return 0;
}

/* ---- reports ---- */

static void
note_send(struct store *s)
{
	struct store_writer *w = &s->writer;

	if (!w->note_due || !ring_put(&s->notes, &w->note))
		return;
	w->note_due = w->note.resend = false;
	store_wake(s->loop_fd);
}

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

static void
report_written(struct store *s, bool less)
{
	struct store_writer *w = &s->writer;
	struct store_note *note = &w->note;

	note->epoch = w->now.epoch;
	note->generation = w->now.generation;
	note->number = w->now.number;
	note->n = w->now.n;
	note->lost = w->now.lost;
	note->done += w->n;
	note->working = true;
	note->resend |= less;
	note->err = 0;
	what_print(s, note->what);
	w->n = w->n_games = 0;
	w->note_due = true;
	atomic_store_explicit(&s->trace.tail, w->now.trace_at, memory_order_release);
	note_send(s);
}

void
store_trouble_print(const struct store_writer *w, char what[STORE_WHY_MAX])
{
	static const char later[] = "; the game goes on, and is written later";
	static const char never[] = "; the game goes on without a record";

	text_print(what, STORE_WHY_MAX, "%.*s%s", (int)(STORE_WHY_MAX - sizeof(later)), w->db.why,
		   w->db.foreign ? never : later);
}

static void
report_trouble(struct store *s, int err)
{
	struct store_writer *w = &s->writer;
	char what[STORE_WHY_MAX];

	store_trouble_print(w, what);
	if (!w->note.working && w->note.err == err && strcmp(w->note.what, what) == 0)
		return;
	w->note.working = false;
	w->note.err = err;
	memcpy(w->note.what, what, sizeof(what));
	w->note_due = true;
	note_send(s);
}

/* ---- the thread ---- */

static bool
anything_waits(struct store *s)
{
	return s->writer.n > 0 || s->writer.recheck ||
	       trace_end(s, &s->writer.now) > s->writer.now.trace_at;
}

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

/* Processes one batch. Returns 0 if written, 1 if there was nothing to do, or -errno, reported. */
static int
work_once(struct store *s)
{
	struct store_writer *w = &s->writer;
	bool less = false;
	int err;

	batch_take(s);
	if (store_check_failed(s)) {
		w->damaged = true;
		db_close(&w->db);
	}
	if (!anything_waits(s) && w->db.sql && w->note.working &&
	    w->archive_err == atomic_load(&s->archive_err))
		return 1;
	err = connection_ready(s);
	if (err == 0)
		err = batch_write(s, &less);
	if (err < 0) {
		/* Remembers damage seen while writing, because opening the file may not find it. */
		bool again = w->db.sql && w->db.damaged;

		w->damaged |= again;
		report_trouble(s, err);
		db_close(&w->db); /* a new connection has no old errors */
		return again ? 0 : err;
	}
	report_written(s, less);
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
	struct store_writer *w = &s->writer;
	int got = 0;

	while (!atomic_load(&s->stop)) {
		do
			got = work_once(s);
		while (got == 0 && !atomic_load(&s->stop));
		note_send(s);
		if (!atomic_load(&s->stop))
			wait_for_work(s, got < 0       ? store_retry_ms(s)
					 : w->note_due ? NOTE_RETRY_MS
						       : -1);
	}
	/* Writes requests that came after the last batch and before the stop, usually trace. */
	if (got >= 0)
		(void)work_once(s);
	return NULL;
}
