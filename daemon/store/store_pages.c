/*
 * A journal read page by page. In SQLite's file the rows of a table are reached from its
 * first page through inner ones; where one of those is lost, all that hangs below is lost to
 * SQLite, though it lies there whole. Here no page leads to another: each that can hold rows
 * is read by itself, in the order of the file.
 *
 *   games.db.pages    a copy of the file, its log laid over it, with a first page of our own:
 *                     that of a database with two tables, `rows` and `keyed`, of one page
 *                     each, behind all others
 *
 * A page that holds rows is put into the place of one of the two as its only leaf, and SQLite
 * reads the table: what a cell is, a row, a text that goes on elsewhere, is for it to say, and
 * that it is none. It looks at the file anew as the counter in the first page has changed,
 * which the format keeps for that. Where it stops it goes on behind the cell that it could not
 * read. Pages within a tree without row numbers hold rows too: a leaf is made of them.
 *
 * Which table of the journal a row is of tell its columns' types (table below). What a row
 * says is not judged here: the rules do that as the new journal is read by whoever salvages.
 *
 * No old row comes back in the place of a newer one, nor an action that was taken back:
 *
 *   1) What leaves the journal is overwritten, page or cell (secure_delete, store_db.c).
 *   2) Of two rows with one key, which only a file that somebody else wrote can hold, the
 *      action is taken that was played later; of other rows the first in the file.
 *   3) Actions beyond those that their game counts go.
 *   4) A page whose last frame in the log is damaged is not taken as it was before
 *      (store_log.c).
 *
 * The form is that of SQLite's file format, 1.3 and 1.6; all offsets in the damaged file are
 * somebody's rubbish until looked at.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/store_bytes.h"
#include "daemon/store/store_impl.h"

enum {
	/* The first page's. */
	HEAD = 100,
	AT_CHANGES = 24,
	AT_PAGES = 28,
	/* Of a page: its kind, then cells, then where each begins. */
	AT_CELLS = 3,
	LEAF_HEAD = 8,
	INNER_HEAD = 12,
	CHILD = 4,      /* bytes of an inner page's cell that say what hangs below */
	CELL_LEAST = 6, /* what a cell and its place take: no page holds more of them */
	KEYED_INNER = 2,
	KEYED_LEAF = 10,
	ROWS_LEAF = 13,

	PAGE_MAX = 65536,
	LOCK_AT = 0x40000000,  /* SQLite locks bytes there, and no page lies on them */
	ROW_MAX = 1024 * 1024, /* bytes of one: a part of a trace has STORE_TRACE_MAX at most */
	CACHE_KIB = 8192,      /* of the journal that is written: rows come in some disorder */
	PAGES_A_STEP = 512,    /* between two words of how far it is */
};

/* The tables that stand for those of the journal, by what their pages are. */
enum window { WINDOW_ROWS, WINDOW_KEYED, WINDOWS };

static const char *const window_sql[WINDOWS] = {
	"SELECT rowid, * FROM rows",
	"SELECT * FROM keyed",
};

/* As few letters as can be: it has to fit on a page of 512 bytes. */
#define WINDOW_SCHEMA                                                  \
	"CREATE TABLE rows(a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q);"        \
	"CREATE TABLE keyed(a,b,c,d,e,PRIMARY KEY(a,b))WITHOUT ROWID;" \
	"PRAGMA writable_schema=ON;"                                   \
	"UPDATE sqlite_schema SET rootpage = CASE name WHEN 'rows' THEN %u ELSE %u END"

/*
 * What a row of the window is by the types of its columns: i, t, b, 0 an integer, a text, a
 * blob, null; I and T the same or null, as what came in a later version is. In `rows` the
 * number of the row stands first.
 */
static const struct kind {
	enum window window;
	const char *types;
	const char *put; /* ?1 is the first column */
} kinds[] = {
	{ WINDOW_KEYED, "iitII",
	  "INSERT INTO action(game, number, text, t_us, clock_us) VALUES(?1, ?2, ?3, ?4, ?5) "
	  "ON CONFLICT(game, number) DO UPDATE SET text = excluded.text, t_us = excluded.t_us, "
	  "clock_us = excluded.clock_us WHERE excluded.t_us > t_us" },
	{ WINDOW_KEYED, "iib00",
	  "INSERT INTO trace(game, part, text) VALUES(?1, ?2, ?3) ON CONFLICT DO NOTHING" },
	{ WINDOW_KEYED, "tt000",
	  "INSERT INTO setting(key, value) VALUES(?1, ?2) ON CONFLICT DO NOTHING" },
	{ WINDOW_ROWS, "i0ttttttttttitiiTT",
	  "INSERT INTO game(number, rules, start, date, name0, name1, name2, name3, event, site, "
	  "round, end, reason, score, actions, seeds, clock) VALUES(?1, ?3, ?4, ?5, ?6, ?7, ?8, "
	  "?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, coalesce(?17, ''), coalesce(?18, '')) "
	  "ON CONFLICT DO NOTHING" },
	{ WINDOW_ROWS, "iti000000000000000",
	  "UPDATE sqlite_sequence SET seq = max(seq, ?3) WHERE name = ?2" },
	{ WINDOW_ROWS, "i0i000000000000000",
	  "INSERT INTO running(one, game) VALUES(?1, ?3) ON CONFLICT DO NOTHING" },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct search {
	const char *path;
	char copy[DB_PATH_MAX];
	const struct salvage_watch *watch;
	char *why;
	struct store_file *from; /* the damaged file */
	int at;                  /* its copy */
	uint32_t page, pages;
	uint32_t changes;
	sqlite3 *sql; /* reads the copy */
	sqlite3_stmt *read[WINDOWS];
	struct db to;
	sqlite3_stmt *put[KINDS];
	bool found; /* a row */
	enum store_laid laid;
	unsigned char held[PAGE_MAX];
	unsigned char leaf[PAGE_MAX];
};

static int
failed(struct search *s, int err, const char *what)
{
	snprintf(s->why, STORE_WHY_MAX, "%s: %.80s", store_told(s->copy).text, what);
	return err;
}

/* ---- the copy ---- */

/* The first of the two pages behind all others. */
static uint32_t
first_window(const struct search *s)
{
	uint32_t locked = LOCK_AT / s->page + 1;

	return s->pages + 1 <= locked && locked <= s->pages + WINDOWS ? locked + 1 : s->pages + 1;
}

static off_t
offset_of(const struct search *s, uint32_t page)
{
	return (off_t)(page - 1) * (off_t)s->page;
}

static int
put_at(struct search *s, const unsigned char *bytes, size_t len, off_t at)
{
	ssize_t put = pwrite(s->at, bytes, len, at);

	if (put == (ssize_t)len)
		return 0;
	return put < 0 ? failed(s, -errno, strerror(errno))
		       : failed(s, -ENOSPC, "the disk is full");
}

/* A first page by SQLite itself, of a database that lives in memory. */
static int
put_schema(struct search *s)
{
	uint32_t window = first_window(s);
	unsigned char *image = NULL;
	sqlite3 *sql = NULL;
	sqlite3_int64 len = 0;
	char schema[400];
	int err;

	snprintf(schema, sizeof(schema), "PRAGMA page_size=%u;" WINDOW_SCHEMA, s->page, window,
		 window + 1);
	if (sqlite3_open(":memory:", &sql) == SQLITE_OK &&
	    sqlite3_exec(sql, schema, NULL, NULL, NULL) == SQLITE_OK)
		image = sqlite3_serialize(sql, "main", &len, 0);
	sqlite3_close(sql);
	if (!image || len < (sqlite3_int64)s->page) {
		sqlite3_free(image);
		return failed(s, -ENOMEM, "no memory");
	}
	store_word_put(image + AT_PAGES, window + 1);
	err = put_at(s, image, s->page, 0);
	sqlite3_free(image);
	if (err == 0 && ftruncate(s->at, offset_of(s, window + WINDOWS)) < 0)
		err = failed(s, -errno, strerror(errno));
	return err;
}

/* How far it is: the pages are copied, then looked at. */
static void
step(struct search *s, uint32_t done)
{
	if (done % PAGES_A_STEP == 0)
		s->watch->step(s->watch->arg, done / 2, s->pages);
}

static int
copy_pages(struct search *s)
{
	int err = 0;

	for (uint32_t i = 1; i < s->pages && err == 0; i += PAGES_A_STEP) {
		uint32_t end = s->pages - i < PAGES_A_STEP ? s->pages : i + PAGES_A_STEP;

		step(s, i - 1);
		err = store_file_copy(s->from, s->at, s->page, i, end);
	}
	if (err == 0)
		err = store_log_lay(s->path, s->page, s->pages, s->at, &s->laid);
	return err < 0 ? failed(s, err, strerror(-err)) : 0;
}

/* Pages of a file of that length, the last perhaps not whole. */
static int
count_pages(struct search *s, uint64_t size)
{
	if (size / s->page >= UINT32_MAX / 2)
		return failed(s, -EFBIG, "too long to be looked at page by page");
	s->pages = (uint32_t)((size + s->page - 1) / s->page);
	return 0;
}

static int
make_copy(struct search *s)
{
	struct stat st;
	int err;

	s->from = store_file_open(s->path);
	if (!s->from)
		return failed(s, -EIO, "the damaged file cannot be read");
	s->at = open(s->copy, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (s->at < 0)
		return failed(s, -errno, strerror(errno));
	/* A disk that does not give it is one way to lose it. */
	if (!store_file_read(s->from, s->held, HEAD, 0))
		memset(s->held, 0, HEAD);
	s->page = store_head_page(s->held);
	if ((err = count_pages(s, store_file_size(s->from))) < 0 || (err = copy_pages(s)) < 0)
		return err;
	/* The log may have made it longer. */
	if (fstat(s->at, &st) < 0)
		return failed(s, -errno, strerror(errno));
	err = count_pages(s, (uint64_t)st.st_size);
	/* Of a file of a few bytes nothing was copied; the first page is ours all the same. */
	if (s->pages == 0)
		s->pages = 1;
	return err < 0 ? err : put_schema(s);
}

/* ---- rows ---- */

static bool
is_of_type(int type, char as)
{
	switch (as) {
	case 'i':
		return type == SQLITE_INTEGER;
	case 'I':
		return type == SQLITE_INTEGER || type == SQLITE_NULL;
	case 't':
		return type == SQLITE_TEXT;
	case 'T':
		return type == SQLITE_TEXT || type == SQLITE_NULL;
	case 'b':
		return type == SQLITE_BLOB;
	default:
		return type == SQLITE_NULL;
	}
}

static bool
is_of_kind(sqlite3_stmt *row, const struct kind *k)
{
	for (int i = 0; k->types[i]; i++)
		if (!is_of_type(sqlite3_column_type(row, i), k->types[i]))
			return false;
	return true;
}

/* A row that the journal's own layout does not take is none of its. */
static int
put_row(struct search *s, sqlite3_stmt *row, unsigned kind)
{
	sqlite3_stmt *put = s->put[kind];
	int n = sqlite3_bind_parameter_count(put), code;

	for (int i = 0; i < n; i++)
		sqlite3_bind_value(put, i + 1, sqlite3_column_value(row, i));
	code = sqlite3_step(put) & 0xff;
	sqlite3_reset(put);
	s->found |= code == SQLITE_DONE;
	if (code == SQLITE_DONE || code == SQLITE_CONSTRAINT)
		return 0;
	return failed(s, code == SQLITE_FULL ? -ENOSPC : -EIO, sqlite3_errmsg(s->to.sql));
}

static int
take_row(struct search *s, enum window window, sqlite3_stmt *row)
{
	for (unsigned i = 0; i < KINDS; i++)
		if (kinds[i].window == window && is_of_kind(row, &kinds[i]))
			return put_row(s, row, i);
	return 0;
}

/* ---- pages ---- */

/* The cells of the page at hand, at most as many as fit. */
static uint32_t
count_cells(const struct search *s)
{
	uint32_t most = (s->page - INNER_HEAD) / CELL_LEAST, n = store_half_at(s->held + AT_CELLS);

	return n < most ? n : most;
}

/* A leaf of the page's cells from `first` on, in the window's place; SQLite sees that it changed. */
static int
show(struct search *s, enum window window, uint32_t first, uint32_t n)
{
	bool inner = s->held[0] == KEYED_INNER;
	const unsigned char *cell = s->held + (inner ? INNER_HEAD : LEAF_HEAD);
	unsigned char changes[4];
	int err;

	memcpy(s->leaf, s->held, s->page);
	memset(s->leaf, 0, LEAF_HEAD);
	s->leaf[0] = window == WINDOW_KEYED ? KEYED_LEAF : ROWS_LEAF;
	store_half_put(s->leaf + AT_CELLS, n - first);
	for (uint32_t i = first; i < n; i++)
		store_half_put(s->leaf + LEAF_HEAD + (size_t)2 * (i - first),
			       store_half_at(cell + (size_t)2 * i) + (inner ? CHILD : 0));
	err = put_at(s, s->leaf, s->page, offset_of(s, first_window(s) + window));
	store_word_put(changes, ++s->changes);
	return err < 0 ? err : put_at(s, changes, sizeof(changes), AT_CHANGES);
}

/* All rows of the page at hand that can be read. */
static int
take_rows(struct search *s, enum window window)
{
	sqlite3_stmt *read = s->read[window];
	uint32_t n = count_cells(s);
	int err = 0, code = SQLITE_ROW;

	for (uint32_t first = 0; first < n && code != SQLITE_DONE && err == 0; first++) {
		err = show(s, window, first, n);
		while (err == 0 && (code = sqlite3_step(read)) == SQLITE_ROW) {
			err = take_row(s, window, read);
			first++;
		}
		sqlite3_reset(read);
		if ((code & 0xff) == SQLITE_NOMEM)
			err = failed(s, -ENOMEM, "no memory");
	}
	return err;
}

static int
look_at_page(struct search *s, uint32_t page)
{
	if (pread(s->at, s->held, s->page, offset_of(s, page)) != (ssize_t)s->page)
		return 0;
	switch (s->held[0]) {
	case ROWS_LEAF:
		return take_rows(s, WINDOW_ROWS);
	case KEYED_LEAF:
	case KEYED_INNER:
		return take_rows(s, WINDOW_KEYED);
	default:
		return 0;
	}
}

static int
look_at_pages(struct search *s)
{
	int err = 0;

	for (uint32_t page = 2; page <= s->pages && err == 0; page++) {
		err = look_at_page(s, page);
		step(s, s->pages + page);
	}
	return err;
}

/* ---- the new journal ---- */

static int
run(struct search *s, const char *sql)
{
	if (sqlite3_exec(s->to.sql, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return failed(s, (sqlite3_errcode(s->to.sql) & 0xff) == SQLITE_FULL ? -ENOSPC : -EIO,
		      sqlite3_errmsg(s->to.sql));
}

/* Of use for as long as it is salvaged from: without a log, and no sync. */
static int
open_journal(struct search *s, const char *again)
{
	char sql[160];
	int err;

	store_files_remove(again);
	if ((err = db_open(&s->to, again, DB_WRITE)) < 0)
		return failed(s, err, s->to.why);
	snprintf(sql, sizeof(sql),
		 "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -%d; "
		 "BEGIN; INSERT INTO sqlite_sequence(name, seq) VALUES('game', 0)",
		 CACHE_KIB);
	err = run(s, sql);
	for (unsigned i = 0; i < KINDS && err == 0; i++)
		if (sqlite3_prepare_v2(s->to.sql, kinds[i].put, -1, &s->put[i], NULL) != SQLITE_OK)
			err = failed(s, -EIO, sqlite3_errmsg(s->to.sql));
	return err;
}

static int
open_copy(struct search *s)
{
	bool open = sqlite3_open_v2(s->copy, &s->sql, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
				    NULL) == SQLITE_OK;

	if (open) {
		sqlite3_limit(s->sql, SQLITE_LIMIT_LENGTH, ROW_MAX);
		sqlite3_exec(s->sql, "PRAGMA mmap_size = 0", NULL, NULL, NULL);
	}
	for (unsigned i = 0; i < WINDOWS && open; i++)
		open = sqlite3_prepare_v2(s->sql, window_sql[i], -1, &s->read[i], NULL) ==
		       SQLITE_OK;
	return open ? 0 : failed(s, -EIO, sqlite3_errmsg(s->sql));
}

/* A number that the new journal tells. */
static bool
is_so(struct search *s, const char *sql)
{
	sqlite3_stmt *q = NULL;
	bool so = sqlite3_prepare_v2(s->to.sql, sql, -1, &q, NULL) == SQLITE_OK &&
		  sqlite3_step(q) == SQLITE_ROW && sqlite3_column_int(q, 0);

	sqlite3_finalize(q);
	return so;
}

static int
search(struct search *s, const char *again, bool *all)
{
	int err = make_copy(s);

	if (err == 0)
		err = open_copy(s);
	if (err == 0)
		err = open_journal(s, again);
	if (err == 0)
		err = look_at_pages(s);
	if (err == 0)
		err = run(s, "DELETE FROM action WHERE (game, number) IN "
			     "(SELECT a.game, a.number FROM game AS g CROSS JOIN action AS a "
			     "ON a.game = g.number AND a.number >= g.actions)");
	if (err == 0)
		err = run(s, "COMMIT");
	if (err < 0)
		return err;
	/* Every number up to the last that was given, or that an action names. */
	*all = s->laid == STORE_LAID_ALL &&
	       is_so(s, "SELECT count(*) = max((SELECT max(seq) FROM sqlite_sequence), "
			"(SELECT coalesce(max(game), 0) FROM action)) FROM game");
	return s->found;
}

int
store_pages_find(const char *path, const char *again, const struct salvage_watch *watch, bool *all,
		 char why[STORE_WHY_MAX])
{
	struct search *s = calloc(1, sizeof(*s));
	int found;

	if (!s)
		return -ENOMEM;
	*s = (struct search){ .path = path, .watch = watch, .why = why, .at = -1 };
	store_name_with(s->copy, path, ".pages");
	found = search(s, again, all);
	for (unsigned i = 0; i < KINDS; i++)
		sqlite3_finalize(s->put[i]);
	for (unsigned i = 0; i < WINDOWS; i++)
		sqlite3_finalize(s->read[i]);
	sqlite3_close(s->sql);
	db_close(&s->to);
	store_file_close(s->from);
	if (s->at >= 0)
		close(s->at);
	unlink(s->copy);
	free(s);
	return found;
}
