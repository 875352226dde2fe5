/*
 * The clerk's thread: questions about kept games, files, imports. It has a
 * connection of its own, so that a long list never makes a move wait; an
 * import is one short transaction beside the writer's.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/store/backup_impl.h"
#include "hw/text/text.h"

enum {
	LIST_DEFAULT = 20,
};

/* One question being answered. */
struct clerk_case {
	struct store *s;
	struct db *db;
	struct store_ask *q;
	struct store_answer *a;
};

static int __attribute__((format(printf, 3, 4)))
fail(struct clerk_case *c, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	text_vprint(c->a->why, sizeof(c->a->why), fmt, ap);
	va_end(ap);
	c->a->err = err;
	return err;
}

static int
fail_db(struct clerk_case *c, int err)
{
	return fail(c, err, "%s", c->db->why);
}

static int
fail_cancelled(struct clerk_case *c)
{
	return fail(c, -ECANCELED, "cancelled");
}

/* The answer's text, which is given away; NULL: there was no memory for it. */
static int
answer_text(struct clerk_case *c, char *text)
{
	c->a->text = text;
	return text ? 0 : fail(c, -ENOMEM, "no memory");
}

static int
answer_json(struct clerk_case *c, json_t *json)
{
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	json_decref(json);
	return answer_text(c, text);
}

/* The connection, to the file that the writer writes to now. */
static int
clerk_connect(struct clerk_case *c)
{
	struct store_clerk *k = &c->s->clerk;
	unsigned generation = atomic_load(&c->s->generation);
	int err;

	if (k->db.sql && (k->generation != generation || db_replaced(&k->db)))
		db_close(&k->db);
	if (k->db.sql)
		return 0;
	err = store_open_to_read(&k->db, c->s->path, NULL, NULL);
	k->generation = generation;
	return err < 0 ? fail_db(c, err) : 0;
}

/* ---- list ---- */

static json_t *
game_json(struct db *db)
{
	const enum db_statement st = DB_GAMES_LIST;
	sqlite3_stmt *q = db->statement[st];
	struct record_result res = { .end = (uint8_t)sqlite3_column_int(q, 10),
				     .score = (uint8_t)sqlite3_column_int(q, 12) };
	char told[RECORD_RESULT_TEXT];
	const struct game *g = rules_game(db_text(db, st, 0));
	json_t *names = json_object();

	for (unsigned s = 0; g && s < rules_seats(g); s++)
		json_object_set_new(names, rules_seat_name(g, s),
				    store_json_column(db, st, 3 + (int)s));
	if (res.end > RECORD_LOST)
		res.end = RECORD_UNFINISHED;
	return json_pack(
		"{s:I,s:o,s:s,s:o,s:o,s:o,s:s,s:o,s:I,s:o}", "id",
		(json_int_t)sqlite3_column_int64(q, 16), "game", store_json_column(db, st, 0),
		"title", g ? rules_title(g) : "", "names", names, "white",
		store_json_column(db, st, 3), "black", store_json_column(db, st, 4), "result",
		record_result_told(&res, told), "reason", store_json_column(db, st, 11), "actions",
		(json_int_t)sqlite3_column_int64(q, 13), "date", store_json_column(db, st, 2));
}

/* Rows onto the page until it is full, by their number or their bytes. 0 or -errno. */
static int
list_rows(struct clerk_case *c, json_t *games, uint32_t limit)
{
	sqlite3_stmt *q = c->db->statement[DB_GAMES_LIST];
	int64_t last = 0;
	size_t used = 0;
	int got, put;

	while ((got = db_row(c->db, DB_GAMES_LIST)) == 1) {
		put = json_array_size(games) < limit
			      ? store_json_append(games, game_json(c->db), STORE_LIST_BYTES, &used)
			      : 0;
		if (put < 1) {
			db_done(c->db, DB_GAMES_LIST);
			c->a->n = (uint32_t)last;
			return put < 0 ? fail(c, put, "no memory") : 0;
		}
		last = sqlite3_column_int64(q, 16);
	}
	return got < 0 ? fail_db(c, got) : 0;
}

static int
answer_list(struct clerk_case *c)
{
	uint32_t limit = c->q->limit ? c->q->limit : LIST_DEFAULT;
	json_t *games = json_array();
	int err;

	if (limit > STORE_LIST_MAX)
		limit = STORE_LIST_MAX;
	/* One more than is told: is there more? */
	db_ask(c->db, DB_GAMES_LIST, "ii", c->q->before ? (int64_t)c->q->before : INT64_MAX,
	       (int64_t)limit + 1);
	err = list_rows(c, games, limit);
	if (err == 0)
		return answer_json(c, games);
	json_decref(games);
	return err;
}

/* ---- one game ---- */

static int
told(struct clerk_case *c, const struct record *r)
{
	return answer_text(c, c->q->kind == STORE_PGN ? pgn_tell(r) : native_tell(r));
}

static int
answer_record(struct clerk_case *c)
{
	struct record r = { 0 };
	int err;

	if (c->q->record)
		return told(c, c->q->record);
	err = db_record(c->db, c->q->number, &r);
	if (err < 0)
		return fail_db(c, err);
	err = told(c, &r);
	record_finish(&r);
	return err;
}

/* A trace replays, so that of a game that is not over tells what the game hides. */
static int
trace_refuse(struct clerk_case *c)
{
	struct record r = { 0 };
	int err = db_record(c->db, c->q->number, &r);

	if (err < 0)
		return fail_db(c, err);
	if (r.result.end == RECORD_UNFINISHED)
		err = fail(c, -EPERM, "the trace of game %u can be had when it is over",
			   c->q->number);
	record_finish(&r);
	return err;
}

static int
answer_trace(struct clerk_case *c)
{
	char *text = NULL;
	int err = c->q->limit ? trace_refuse(c) : 0;

	if (err == 0 && (err = store_trace_text(c->db, c->q->number, &text)) < 0)
		return err == -ENOMEM ? fail(c, err, "no memory") : fail_db(c, err);
	return err < 0 ? err : answer_text(c, text);
}

static int
answer_export(struct clerk_case *c)
{
	json_t *files = json_array();
	int err = store_export(c->s, c->db, c->q, files, &c->a->n, c->a->why);

	if (err == 0)
		return answer_json(c, files);
	json_decref(files);
	c->a->err = err;
	return err;
}

/* ---- import ---- */

/*
 * The text is read twice: first each game is compared with all that are kept, which may take
 * long and holds nobody up; then, in a transaction of the writer's kind, those that are new
 * come in, compared only with what came since.
 */
struct import {
	struct clerk_case *c;
	bool *kept; /* n of the text's games, by the first reading */
	uint32_t n, room;
	bool news;      /* one of them is not */
	uint32_t last;  /* number of a game when the first reading began */
	uint32_t added; /* of the game that came in last, 0 none */
	json_t *numbers;
	size_t used;
};

typedef int import_step(struct import *in, struct record *r, uint32_t at);

static int
import_fail(struct import *in, int err)
{
	return err == -ENOMEM ? fail(in->c, err, "no memory") : fail_db(in->c, err);
}

static int
compare_game(struct import *in, struct record *r, uint32_t at)
{
	bool *more;
	int err;

	if (at == in->room) {
		more = realloc(in->kept, (2 * in->room + 64) * sizeof(*more));
		if (!more)
			return import_fail(in, -ENOMEM);
		in->kept = more;
		in->room = 2 * in->room + 64;
	}
	err = store_known(in->c->db, r, 0);
	if (err < 0)
		return import_fail(in, err);
	in->kept[at] = err == 1;
	in->n = at + 1;
	in->news |= err == 0;
	return 0;
}

static int
add_game(struct import *in, struct record *r, uint32_t at)
{
	struct clerk_case *c = in->c;
	uint32_t number = 0;
	int err = at < in->n && in->kept[at] ? 1 : store_known(c->db, r, in->last);

	if (err == 1) {
		c->a->kept++;
		return 0;
	}
	if (err == 0)
		err = db_record_add(c->db, r, &number);
	if (err < 0)
		return import_fail(in, err);
	in->added = number;
	/* Of very many the first are told, and how many they are. */
	if (json_array_size(in->numbers) == c->a->n++)
		err = store_json_append(in->numbers, json_integer(number), STORE_LIST_BYTES,
					&in->used);
	return err < 0 ? import_fail(in, -ENOMEM) : 0;
}

/* Every game of the text, up to the first error. Of the two readings the first takes the time. */
static int
import_read(struct import *in, import_step *step)
{
	struct clerk_case *c = in->c;
	const size_t len = strlen(c->q->text);
	struct pgn_reader p;
	struct pgn_error why;
	struct record r = { 0 };
	uint32_t n = 0, left_out = 0;
	int got, err = 0;

	pgn_reader_init(&p, c->q->text, len);
	while (err == 0 && (got = pgn_read(&p, &r, &why)) != 0) {
		if (!store_work_step(c->s, (uint32_t)(step == compare_game ? p.at : len))) {
			err = fail_cancelled(c);
		} else if (pgn_left_out(got, &r, &why)) {
			left_out++;
		} else if (got < 0) {
			err = fail(c, -EINVAL, "line %u, column %u: game %u: %s%s%s", why.line,
				   why.column, why.game, why.move, *why.move ? ": " : "", why.why);
		} else {
			r.number = 0; /* the one it had in another journal */
			err = step(in, &r, n++);
		}
	}
	record_finish(&r);
	c->a->left_out = left_out;
	if (err == 0 && n + left_out == 0)
		err = fail(c, -EINVAL, "there is no game in it");
	return err;
}

static int
run(struct clerk_case *c, enum db_statement st)
{
	int err = db_run(c->db, st, "");

	return err < 0 ? fail_db(c, err) : 0;
}

static int
import_last(struct import *in)
{
	const enum db_statement st = DB_GAMES_LAST;
	struct db *db = in->c->db;
	int got;

	db_ask(db, st, "");
	got = db_row(db, st);
	if (got == 1)
		in->last = (uint32_t)sqlite3_column_int64(db->statement[st], 0);
	db_done(db, st);
	return got < 0 ? fail_db(in->c, got) : 0;
}

static int
import_all(struct import *in)
{
	int err = import_last(in);

	if (err == 0)
		err = import_read(in, compare_game);
	if (err == 0 && !in->news)
		return import_read(in, add_game);
	if (err == 0)
		err = run(in->c, DB_BEGIN);
	if (err == 0)
		err = import_read(in, add_game);
	if (err == 0)
		err = run(in->c, DB_COMMIT);
	if (err == 0)
		store_lock_note(&in->c->s->writer, in->added);
	return err;
}

/* While the file stays what it is: see store.replacing. */
static int
import_locked(struct clerk_case *c)
{
	struct import in = { .c = c, .numbers = json_array() };
	int err = clerk_connect(c);

	store_work_begin(c->s, STORE_WORK_IMPORT, (uint32_t)strlen(c->q->text));
	if (err == 0)
		err = import_all(&in);
	store_work_end(c->s);
	free(in.kept);
	if (err == 0)
		return answer_json(c, in.numbers);
	json_decref(in.numbers);
	if (c->db->sql && !sqlite3_get_autocommit(c->db->sql))
		(void)!db_run(c->db, DB_ROLLBACK, "");
	return err;
}

static int
answer_import(struct clerk_case *c)
{
	int err;

	/* Who asks for a list behind it is not kept waiting for a repair. */
	if (pthread_mutex_trylock(&c->s->replacing) != 0)
		return fail(
			c, -EAGAIN,
			"the record of games is being repaired: no game comes in before that is "
			"done");
	err = import_locked(c);
	pthread_mutex_unlock(&c->s->replacing);
	return err;
}

/* ---- saved games ---- */

static int
save_path(struct clerk_case *c, char path[PATH_MAX])
{
	const char *why = store_name_refuse(c->q->text);

	if (why)
		return fail(c, -EINVAL, "%s", why);
	if (snprintf(path, PATH_MAX, "%s/saved/%s.json", c->s->folder, c->q->text) >= PATH_MAX)
		return fail(c, -ENAMETOOLONG, "the folder's name is too long");
	return 0;
}

static int
answer_save(struct clerk_case *c)
{
	char path[PATH_MAX], folder[PATH_MAX];
	char *text;
	int err = save_path(c, path);

	if (err < 0)
		return err;
	err = store_saved_folder(c->s->folder, folder);
	if (err < 0)
		return fail(c, err, "%s: %s", store_told(folder).text, strerror(-err));
	text = native_print(c->q->record);
	if (!text)
		return fail(c, -ENOMEM, "no memory");
	err = record_file_write_own(path, text, strlen(text));
	free(text);
	if (err < 0)
		return fail(c, err, "%s: %s", store_told(path).text, strerror(-err));
	return answer_text(c, strdup(path));
}

/* A game that is over and kept, opened again, would be one more in lists, exports and evenings. */
static int
refuse_kept(struct clerk_case *c, const char *culprit)
{
	struct record *r = c->a->record;
	const uint32_t number = r->number;
	int known;

	if (r->result.end == RECORD_UNFINISHED || c->q->limit != 0)
		return 0;
	if (clerk_connect(c) < 0) {
		/* What can still be opened is not kept from the board by that. */
		c->a->err = 0;
		c->a->why[0] = '\0';
		return 0;
	}
	r->number = 0; /* the one it had in another journal */
	known = store_known(c->db, r, 0);
	r->number = number;
	if (known < 0)
		return known == -ENOMEM ? fail(c, known, "no memory") : fail_db(c, known);
	if (known == 0)
		return 0;
	return fail(c, -EEXIST,
		    "%.64s: this game is over, and kept already; \"force\":true (halo open … "
		    "--force) opens it as one more",
		    culprit);
}

/* culprit: the file's name, or the key of the message that it stood in. */
static int
read_record(struct clerk_case *c, const char *text, size_t len, const char *culprit)
{
	char why[NATIVE_WHY_MAX];
	int err = 0;

	c->a->record = calloc(1, sizeof(*c->a->record));
	if (!c->a->record)
		err = fail(c, -ENOMEM, "no memory");
	else if (native_parse(text, len, c->a->record, why) < 0)
		err = fail(c, -EBADMSG, "%.64s: %s", culprit, why);
	else
		err = refuse_kept(c, culprit);
	if (err < 0 && c->a->record) {
		record_finish(c->a->record);
		free(c->a->record);
		c->a->record = NULL;
	}
	return err;
}

static int
answer_open(struct clerk_case *c)
{
	char path[PATH_MAX];
	char *text;
	size_t len;
	int err = save_path(c, path);

	if (err < 0)
		return err;
	err = record_file_read(path, NATIVE_FILE_MAX, &text, &len);
	if (err == -ENOENT)
		return fail(c, err, "no game is saved under the name %s", c->q->text);
	if (err < 0)
		return fail(c, err, "%s: %s", store_told(path).text, strerror(-err));
	err = read_record(c, text, len, c->q->text);
	free(text);
	return err;
}

/* A long one takes longer than the loop may be kept from lamps and clients. */
static int
answer_read(struct clerk_case *c)
{
	return read_record(c, c->q->text, strlen(c->q->text), "record");
}

/* ---- a game as it is, and an evening ---- */

static int
answer_get(struct clerk_case *c)
{
	int err;

	if (c->q->record) {
		/* The question is the clerk's own copy, and freed without it. */
		c->a->record = c->q->record;
		c->q->record = NULL;
		return answer_text(c, strdup(c->q->text));
	}
	c->a->record = calloc(1, sizeof(*c->a->record));
	if (!c->a->record)
		return fail(c, -ENOMEM, "no memory");
	err = db_record(c->db, c->q->number, c->a->record);
	if (err == 0)
		return answer_text(c, strdup(c->q->text));
	free(c->a->record);
	c->a->record = NULL;
	return fail_db(c, err);
}

static int
answer_evening(struct clerk_case *c)
{
	int err = 0;

	c->a->text = store_evening(c->db, c->q->number, &err);
	return err < 0 ? fail_db(c, err) : 0;
}

static int
answer_file(struct clerk_case *c)
{
	char why[STORE_WHY_MAX] = "";
	int err = c->q->write(c->q->arg, why);

	if (err < 0)
		return fail(c, err, "%s", why);
	c->a->text = c->q->text;
	c->q->text = NULL;
	return 0;
}

/* ---- the thread ---- */

static const struct {
	int (*answer)(struct clerk_case *c);
	bool asks_database;
} answers[] = {
	[STORE_LIST] = { answer_list, true },       [STORE_PGN] = { answer_record, true },
	[STORE_NATIVE] = { answer_record, true },   [STORE_TRACE] = { answer_trace, true },
	[STORE_EXPORT] = { answer_export, true },   [STORE_IMPORT] = { answer_import, false },
	[STORE_SAVE] = { answer_save, false },      [STORE_OPEN] = { answer_open, false },
	[STORE_READ] = { answer_read, false },      [STORE_GET] = { answer_get, true },
	[STORE_EVENING] = { answer_evening, true }, [STORE_FILE] = { answer_file, false },
};

/* What takes long, so that the loop need not do it. */
static void
make(struct clerk_case *c)
{
	c->a->unmake = c->q->unmake;
	c->a->made = c->q->make(c->a->record, c->q->text);
	if (!c->a->made)
		(void)fail(c, -ENOMEM, "no memory");
}

/* What a question must bring along. */
static bool
ask_complete(const struct store_ask *q)
{
	bool needs_text = q->kind == STORE_EXPORT || q->kind == STORE_IMPORT ||
			  q->kind == STORE_SAVE || q->kind == STORE_OPEN || q->kind == STORE_READ ||
			  q->kind == STORE_GET;

	return q->kind <= STORE_FILE && (!needs_text || q->text) &&
	       (q->kind != STORE_SAVE || q->record) && (q->kind != STORE_FILE || q->write);
}

static void
answer_ask(struct store *s, struct store_ask *q, struct store_answer *a)
{
	struct clerk_case c = { .s = s, .db = &s->clerk.db, .q = q, .a = a };

	a->tag = q->tag;
	a->kind = q->kind;
	if (!ask_complete(q))
		(void)fail(&c, -EINVAL, "this question is not complete");
	else if (!answers[q->kind].asks_database || q->record || clerk_connect(&c) == 0)
		(void)answers[q->kind].answer(&c);
	if (a->err == 0 && a->record && q->make)
		make(&c);
	/*
	 * A connection that failed is not asked again: the next question opens a new one.
	 * But for one that was put in between: what it is in the midst of goes on.
	 */
	if (a->err < 0 && s->clerk.db.sql && !s->clerk.between && !s->clerk.db.still)
		db_close(&s->clerk.db);
}

static void
answer_next(struct store *s)
{
	struct store_answer *a;
	struct store_ask q;

	if (!ring_get(&s->asks, &q))
		return;
	a = calloc(1, sizeof(*a));
	if (a)
		answer_ask(s, &q, a);
	/* There is room: no more questions are out than answers fit. */
	(void)!ring_put(&s->answers, &a);
	store_wake(s->loop_fd);
	store_ask_free(&q);
}

static void
clerk_turn(struct store *s)
{
	while (!atomic_load(&s->stop) && !ring_is_empty(&s->asks))
		answer_next(s);
}

void
store_clerk_between(struct store *s)
{
	struct store_ask q;

	s->clerk.between = true;
	while (ring_peek(&s->asks, &q) && q.kind != STORE_EXPORT && q.kind != STORE_IMPORT)
		answer_next(s);
	s->clerk.between = false;
}

/* Nobody hears an answer any more; files are written all the same. */
static void
clerk_stop(struct store *s)
{
	struct store_ask q;

	while (ring_peek(&s->asks, &q)) {
		if (q.kind == STORE_FILE)
			answer_next(s);
		else if (ring_get(&s->asks, &q))
			store_ask_free(&q);
	}
}

/* Of its own accord, between questions; a question has to wait for one trace at most. */
static bool
clerk_thins(struct store *s)
{
	struct store_answer a = { 0 };
	struct clerk_case c = { .s = s, .db = &s->clerk.db, .a = &a };
	bool thinned;

	if (atomic_load(&s->keep_traces) == 0 || pthread_mutex_trylock(&s->replacing) != 0)
		return false;
	thinned = clerk_connect(&c) == 0 && store_thin(s);
	pthread_mutex_unlock(&s->replacing);
	return thinned;
}

void *
store_clerk_main(void *store)
{
	struct store *s = store;

	while (!atomic_load(&s->stop)) {
		struct pollfd p = { .fd = s->clerk_fd, .events = POLLIN };
		uint64_t count;
		ssize_t n;

		clerk_turn(s);
		poll(&p, 1, clerk_thins(s) ? 0 : -1);
		n = read(s->clerk_fd, &count, sizeof(count));
		(void)n;
	}
	clerk_stop(s);
	db_close(&s->clerk.db);
	return NULL;
}
