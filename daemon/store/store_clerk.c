/*
 * The clerk's thread: requests about kept games, files, imports. It has its own
 * connection, so that a long list never delays a move; an import is one short
 * transaction beside the writer's.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "daemon/store/store_impl.h"
#include "hw/text/text.h"

enum {
	LIST_DEFAULT = 20,
	IMPORT_GAMES_MAX = 4096, /* new games of one import */
};

/* One request and its reply. */
struct clerk_case {
	struct store *s;
	struct db *db;
	struct store_ask *q;
	struct store_answer *a;
};

/* Sets the reply's error. Returns it. */
#define fail(c, error, ...) \
	(text_print((c)->a->why, sizeof((c)->a->why), __VA_ARGS__), (c)->a->err = (error))

static int
fail_db(struct clerk_case *c, int err)
{
	return fail(c, err, "%s", c->db->why);
}

/* Sets the reply's text, which the reply then owns; NULL: out of memory. */
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

/* Connects to the file that the writer uses now. */
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
	err = db_open(&k->db, c->s->path, DB_READ);
	k->generation = generation;
	return err < 0 ? fail_db(c, err) : 0;
}

/* Connects for what a reply can do without. Returns whether that worked. */
static bool
clerk_connect_quietly(struct clerk_case *c)
{
	if (clerk_connect(c) == 0)
		return true;
	c->a->err = 0;
	c->a->why[0] = '\0';
	return false;
}

/* Reads the review of the record, if there is one. */
static void
add_review(struct clerk_case *c, struct record *r)
{
	if (r->number && clerk_connect_quietly(c))
		db_record_review(c->db, r);
}

/* ---- list ---- */

static json_t *
game_json(struct db *db)
{
	const enum db_statement st = DB_GAMES_LIST;
	sqlite3_stmt *q = db->statement[st];
	struct record_result res = { .end = (uint8_t)sqlite3_column_int(q, 10),
				     .score = (uint8_t)sqlite3_column_int(q, 12) };
	char printed[RECORD_RESULT_TEXT];
	const struct game *g = rules_game(db_text(db, st, 0));
	json_t *names = json_object();

	for (unsigned s = 0; g && s < rules_seats(g); s++)
		json_object_set_new(names, rules_seat_name(g, s),
				    store_json_column(db, st, 3 + (int)s));
	if (res.end > RECORD_LOST)
		res.end = RECORD_UNFINISHED;
	return json_pack("{s:I,s:o,s:s,s:o,s:o,s:o,s:s,s:o,s:I,s:o,s:o,s:b}", "id",
			 (json_int_t)sqlite3_column_int64(q, 16), "game",
			 store_json_column(db, st, 0), "title", g ? rules_title(g) : "", "names",
			 names, "white", store_json_column(db, st, 3), "black",
			 store_json_column(db, st, 4), "result", record_result_print(&res, printed),
			 "reason", store_json_column(db, st, 11), "actions",
			 (json_int_t)sqlite3_column_int64(q, 13), "date",
			 store_json_column(db, st, 2), "event", store_json_column(db, st, 7),
			 "public", db_game_is_public(db, st, 17));
}

/* Adds rows to the page until it is full, by number or bytes. Returns 0 or -errno. */
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
	db_id_read(c->db, c->a->id);
	/* Ask for one more than the page holds, to see whether more follow. */
	db_ask(c->db, DB_GAMES_LIST, "iis", c->q->before ? (int64_t)c->q->before : INT64_MAX,
	       (int64_t)limit + 1, c->q->text ? c->q->text : "");
	err = list_rows(c, games, limit);
	if (err == 0)
		return answer_json(c, games);
	json_decref(games);
	return err;
}

/* ---- one game ---- */

static int
answer_public(struct clerk_case *c, struct record *r)
{
	if (c->q->kind != STORE_PGN)
		return answer_text(c, native_print_public(r));
	if (c->q->limit != STORE_PGN_PLAIN)
		add_review(c, r);
	if (c->q->limit == STORE_PGN_REVIEWED && !r->review)
		return answer_text(c, strdup(""));
	return answer_text(c, pgn_print_reviewed(r));
}

static int
answer_record(struct clerk_case *c)
{
	struct record r = { 0 };
	int err;

	if (c->q->record)
		return answer_public(c, c->q->record);
	err = db_record(c->db, c->q->number, &r);
	if (err < 0)
		return fail_db(c, err);
	err = answer_public(c, &r);
	record_finish(&r);
	return err;
}

/*
 * Refuses the trace of a game whose record is not public: a trace can be
 * replayed, which shows what is hidden.
 */
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
	else if (!record_is_public(&r))
		err = fail(c, -EPERM,
			   "game %u still keeps its secrets: its trace can be had after Reveal, or "
			   "when the next game has begun",
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

/* ---- traces ---- */

int
store_trace_text(struct db *db, uint32_t number, char **text)
{
	size_t size = 0;
	FILE *out = open_memstream(text, &size);
	sqlite3_stmt *q;
	int got;

	if (!out)
		return -ENOMEM;
	db_ask(db, DB_TRACE_GET, "i", (int64_t)number);
	q = db->statement[DB_TRACE_GET];
	while ((got = db_row(db, DB_TRACE_GET)) == 1) {
		int len = sqlite3_column_bytes(q, 0);

		if (len > 0)
			fwrite(sqlite3_column_blob(q, 0), 1, (size_t)len, out);
	}
	if (fclose(out) != 0 && got == 0)
		got = -ENOMEM;
	if (got < 0)
		free(*text);
	return got;
}

/* ---- import ---- */

/* Compares and adds the games one by one, in one transaction: a message holds few. */
struct import {
	struct clerk_case *c;
	uint32_t n;            /* games read, with those that are kept already */
	uint32_t first, added; /* numbers of the first and last added game, 0 none */
	json_t *numbers;
	size_t used;
};

static int
import_fail(struct import *in, int err)
{
	return err == -ENOMEM ? fail(in->c, err, "no memory") : fail_db(in->c, err);
}

/* Adds a game, unless it is kept already. */
static int
add_game(struct import *in, const struct record *r)
{
	struct clerk_case *c = in->c;
	uint32_t number = 0;
	int err = store_known(c->db, r);

	if (err == 1) {
		c->a->kept++;
		return 0;
	}
	if (c->a->n == IMPORT_GAMES_MAX)
		return fail(c, -E2BIG, "more than %d games in one message", IMPORT_GAMES_MAX);
	if (err == 0)
		err = db_record_add(c->db, r, &number);
	if (err < 0)
		return import_fail(in, err);
	in->first = in->first ? in->first : number;
	in->added = number;
	/* A reply with very many games has only their count and the first numbers. */
	if (json_array_size(in->numbers) == c->a->n++)
		err = store_json_append(in->numbers, json_integer(number), STORE_LIST_BYTES,
					&in->used);
	return err < 0 ? import_fail(in, -ENOMEM) : 0;
}

/* Adds every game of the text, up to the first error. */
static int
import_games(struct import *in)
{
	struct clerk_case *c = in->c;
	struct pgn_reader p;
	struct pgn_error why;
	struct record r = { 0 };
	int got, err = 0;

	pgn_reader_init(&p, c->q->text, strlen(c->q->text));
	while (err == 0 && (got = pgn_read(&p, &r, &why)) != 0) {
		in->n++;
		if (pgn_left_out(got, &r, &why)) {
			c->a->left_out++;
		} else if (got < 0) {
			err = fail(c, -EINVAL, "line %u, column %u: game %u: %s%s%s", why.line,
				   why.column, why.game, why.move, *why.move ? ": " : "", why.why);
		} else {
			r.number = 0; /* its number in another journal */
			err = add_game(in, &r);
		}
	}
	record_finish(&r);
	if (err == 0 && in->n == 0)
		err = fail(c, -EINVAL, "there is no game in it");
	return err;
}

static int
run(struct clerk_case *c, enum db_statement st)
{
	int err = db_run(c->db, st, "");

	return err < 0 ? fail_db(c, err) : 0;
}

/* Marks the games for the archive: the clerk appends them when all of them are in the journal. */
static int
archive_due(struct import *in)
{
	int err;

	if (!in->first)
		return 0;
	atomic_fetch_add(&in->c->s->archive_due, 1);
	err = db_run(in->c->db, DB_ARCHIVE_DUE, "ii", (int64_t)(in->first - 1) / ARCHIVE_FILE_GAMES,
		     (int64_t)(in->added - 1) / ARCHIVE_FILE_GAMES);
	return err < 0 ? fail_db(in->c, err) : 0;
}

/* Runs an import while the file must not be replaced: see store.replacing. */
static int
import_locked(struct clerk_case *c)
{
	struct import in = { .c = c, .numbers = json_array() };
	int err = clerk_connect(c);

	if (err == 0)
		err = run(c, DB_BEGIN);
	if (err == 0)
		err = import_games(&in);
	if (err == 0)
		err = archive_due(&in);
	if (err == 0)
		err = run(c, DB_COMMIT);
	if (err == 0)
		return answer_json(c, in.numbers);
	json_decref(in.numbers);
	db_rollback(c->db);
	return err;
}

static int
answer_import(struct clerk_case *c)
{
	int err;

	/*
	 * If a repair runs, refuse at once: the clerk could serve no other request while it
	 * waited.
	 */
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
		return fail(c, err, "%s: %s", store_path_text(folder).text, strerror(-err));
	text = native_print(c->q->record);
	if (!text)
		return fail(c, -ENOMEM, "no memory");
	err = record_file_write_own(path, text, strlen(text));
	free(text);
	if (err < 0)
		return fail(c, err, "%s: %s", store_path_text(path).text, strerror(-err));
	return answer_text(c, strdup(path));
}

/*
 * Refuses a finished game that is kept already: opened, it would be listed, exported and
 * counted twice.
 */
static int
refuse_kept(struct clerk_case *c, const char *culprit)
{
	struct record *r = c->a->record;
	const uint32_t number = r->number;
	int known;

	if (r->result.end == RECORD_UNFINISHED || c->q->limit != 0)
		return 0;
	/* A saved game can be opened even if the journal cannot. */
	if (!clerk_connect_quietly(c))
		return 0;
	r->number = 0; /* its number in another journal */
	known = store_known(c->db, r);
	r->number = number;
	if (known < 0)
		return known == -ENOMEM ? fail(c, known, "no memory") : fail_db(c, known);
	if (known == 0)
		return 0;
	return fail(c, -EEXIST,
		    "%.64s: this game is over, and kept already; halo open … --force opens it as "
		    "one more",
		    culprit);
}

/* Reads a record. culprit: the file's name, or the key of the message with the text. */
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
		return fail(c, err, "%s: %s", store_path_text(path).text, strerror(-err));
	err = read_record(c, text, len, c->q->text);
	free(text);
	return err;
}

/* Reads a record for the loop, because reading a long one takes too long there. */
static int
answer_read(struct clerk_case *c)
{
	return read_record(c, c->q->text, strlen(c->q->text), "record");
}

/* ---- one game, and an evening ---- */

static int
answer_get(struct clerk_case *c)
{
	int err;

	if (c->q->record) {
		/* The record moves to the reply; the request is freed without it. */
		c->a->record = c->q->record;
		c->q->record = NULL;
		if (c->q->limit)
			add_review(c, c->a->record);
		return 0;
	}
	c->a->record = calloc(1, sizeof(*c->a->record));
	if (!c->a->record)
		return fail(c, -ENOMEM, "no memory");
	err = db_record(c->db, c->q->number, c->a->record);
	if (err == 0 && c->q->limit)
		add_review(c, c->a->record);
	if (err == 0)
		return 0;
	free(c->a->record);
	c->a->record = NULL;
	return fail_db(c, err);
}

/* Keeps a review while the file must not be replaced: see store.replacing. */
static int
answer_review(struct clerk_case *c)
{
	int err;

	if (pthread_mutex_trylock(&c->s->replacing) != 0)
		return fail(c, -EAGAIN, "the record of games is being repaired");
	err = clerk_connect(c);
	if (err == 0 && (err = db_run(c->db, DB_REVIEW_SET, "is", (int64_t)c->q->number,
				      c->q->text)) < 0)
		err = fail_db(c, err);
	pthread_mutex_unlock(&c->s->replacing);
	return err;
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

/* The request has only a slow function, which `make` runs. */
static int
answer_make(struct clerk_case *c)
{
	(void)c;
	return 0;
}

/* ---- the thread ---- */

static const struct {
	int (*answer)(struct clerk_case *c);
	bool asks_database;
} answers[] = {
	[STORE_LIST] = { answer_list, true },      [STORE_PGN] = { answer_record, true },
	[STORE_NATIVE] = { answer_record, true },  [STORE_TRACE] = { answer_trace, true },
	[STORE_IMPORT] = { answer_import, false }, [STORE_SAVE] = { answer_save, false },
	[STORE_OPEN] = { answer_open, false },     [STORE_READ] = { answer_read, false },
	[STORE_GET] = { answer_get, true },        [STORE_EVENING] = { answer_evening, true },
	[STORE_FILE] = { answer_file, false },     [STORE_MAKE] = { answer_make, false },
	[STORE_REVIEW] = { answer_review, false },
};

/* Runs the request's slow function, to spare the loop. */
static void
make(struct clerk_case *c)
{
	c->a->unmake = c->q->unmake;
	c->a->made = c->q->make(c->a->record, c->q->arg);
	if (!c->a->made)
		(void)fail(c, -ENOMEM, "no memory");
}

/* Reports whether a request has the arguments of its kind. */
static bool
ask_complete(const struct store_ask *q)
{
	bool needs_text = q->kind == STORE_IMPORT || q->kind == STORE_SAVE ||
			  q->kind == STORE_OPEN || q->kind == STORE_READ ||
			  q->kind == STORE_REVIEW;

	return q->kind <= STORE_REVIEW && (!needs_text || q->text) &&
	       (q->kind != STORE_SAVE || q->record) && (q->kind != STORE_FILE || q->write) &&
	       (q->kind != STORE_MAKE || q->make);
}

static void
answer_ask(struct store *s, struct store_ask *q, struct store_answer *a)
{
	struct clerk_case c = { .s = s, .db = &s->clerk.db, .q = q, .a = a };

	a->tag = q->tag;
	a->kind = q->kind;
	a->use = q->use;
	if (!ask_complete(q))
		(void)fail(&c, -EINVAL, "this question is not complete");
	else if (!answers[q->kind].asks_database || q->record || clerk_connect(&c) == 0)
		(void)answers[q->kind].answer(&c);
	if (a->err == 0 && (a->record || q->kind == STORE_MAKE) && q->make)
		make(&c);
	a->arg = q->arg;
	q->arg = NULL;
	/* After an error the next request opens a new connection. */
	if (a->err < 0)
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
	/* The ring has room: never more requests are open than replies fit. */
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

/* Frees the remaining requests without a reply, but writes the requested files. */
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

static bool
archive_is_due(const struct store *s)
{
	return atomic_load(&s->archive_due) != s->clerk.archived;
}

/* Works between requests: on a file of the archive, or on the check of a long database. */
static bool
clerk_works(struct store *s)
{
	struct store_answer a = { 0 };
	struct clerk_case c = { .s = s, .db = &s->clerk.db, .a = &a };
	bool more = false;

	if (archive_is_due(s) && pthread_mutex_trylock(&s->replacing) == 0) {
		if (clerk_connect(&c) == 0)
			more = store_archive_turn(s);
		pthread_mutex_unlock(&s->replacing);
	}
	if (more || !atomic_load(&s->unchecked))
		return more;
	return clerk_connect(&c) == 0 && store_check_turn(s);
}

/* Returns how long the clerk sleeps: until the retry while lines of the archive are missing. */
static int
clerk_rests(struct store *s)
{
	if (clerk_works(s))
		return 0;
	return archive_is_due(s) ? store_retry_ms(s) : -1;
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
		poll(&p, 1, clerk_rests(s));
		n = read(s->clerk_fd, &count, sizeof(count));
		(void)n;
	}
	clerk_stop(s);
	(void)clerk_works(s);
	db_close(&s->clerk.db);
	return NULL;
}
