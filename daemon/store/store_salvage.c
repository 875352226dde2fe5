/*
 * What happens to a damaged database: a new one is built beside it from all
 * that can be read and makes sense, then the old is renamed and the new takes
 * its place. At no moment is there less on the disk than before.
 *
 *   games.db.new           being built; thrown away if a power cut stops the building
 *   games.db.read          games.db by another name, for a log that was given a new head,
 *                          or a copy of it, for a new first page, or with what stands in
 *                          a log behind a hole, or what its pages hold
 *   games.db.pages         a copy of it while its pages are looked at (store_pages.c)
 *   games.db.more          built from .read; becomes games.db.new if there is more in it
 *   games.db -> games.db.damaged-N, with its -wal
 *   games.db.new -> games.db
 *
 * A cut between the two renames leaves games.db missing and games.db.new
 * complete; store_salvage_finish sees to that.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

struct copying {
	sqlite3 *from;
	struct db to;
	struct salvage *out;
	const struct salvage_watch *watch;
	uint32_t of;                /* the last game's number, 0: that cannot be read */
	uint32_t done;              /* of them */
	uint64_t rows, rows_before; /* read so far; when it was last asked whether there are more */
};

enum {
	/* Steps of SQLite's machine without a row, many times what any question here needs. */
	STUCK_STEPS = 1000000,
	SETTINGS_MAX = 1000,
};

/* Lost pages may lead in a ring: SQLite would go round and round. */
static int
is_stuck(void *arg)
{
	struct copying *c = arg;
	bool stuck = c->rows == c->rows_before;

	c->rows_before = c->rows;
	return stuck;
}

/* A question to the damaged file; NULL: not even that can be asked. */
static sqlite3_stmt *
ask(struct copying *c, const char *sql)
{
	sqlite3_stmt *q = NULL;

	if (sqlite3_prepare_v2(c->from, sql, -1, &q, NULL) != SQLITE_OK) {
		c->out->all_tables = false;
		return NULL;
	}
	return q;
}

/*
 * A question to a file of any version: between head and tail stand the columns
 * that came later, those of the newest version first.
 */
static sqlite3_stmt *
ask_newest(struct copying *c, const char *head, const char *const *newer, const char *tail)
{
	sqlite3_stmt *q = NULL;
	char sql[256];

	for (; *newer && !q; newer++) {
		snprintf(sql, sizeof(sql), "%s %s %s", head, *newer, tail);
		if (newer[1])
			(void)sqlite3_prepare_v2(c->from, sql, -1, &q, NULL);
		else
			q = ask(c, sql);
	}
	return q;
}

/* The next row, as long as rows can be read. */
static bool
row(struct copying *c, sqlite3_stmt *q)
{
	int code = q ? sqlite3_step(q) : SQLITE_DONE;

	c->rows++;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		c->out->all_tables = false;
	return code == SQLITE_ROW;
}

static const char *
text_of(sqlite3_stmt *q, int column)
{
	const unsigned char *text = sqlite3_column_text(q, column);

	return text ? (const char *)text : "";
}

/* ---- games ---- */

/* The head of a game, if it makes sense. */
static bool
salvage_head(sqlite3_stmt *q, struct record *r)
{
	const struct game *game = rules_game(text_of(q, 1));
	struct position start;
	struct rules_error why;

	if (!game || rules_parse(game, text_of(q, 2), &start, &why) < 0)
		return false;
	record_init(r, game, &start);
	if (record_date_valid(text_of(q, 3)))
		strcpy(r->date, text_of(q, 3));
	for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
		record_text_set(r->name[seat], text_of(q, 4 + seat));
	record_text_set(r->event, text_of(q, 8));
	record_text_set(r->site, text_of(q, 9));
	record_text_set(r->round, text_of(q, 10));
	if (chance_valid(text_of(q, 15)))
		strcpy(r->seeds, text_of(q, 15));
	snprintf(r->clock, sizeof(r->clock), "%s", text_of(q, 16));
	return true;
}

static sqlite3_stmt *
ask_actions(struct copying *c)
{
	static const char *const newer[] = { "coalesce(clock_us, -1)", "-1", NULL };

	return ask_newest(c, "SELECT number, text, coalesce(t_us, -1), game,", newer,
			  "FROM action WHERE game = ? ORDER BY number");
}

/*
 * The actions up to the first that is missing or not legal, and no more than the game counts:
 * on a page that is older than the game's stand those that were taken back. In a tree whose
 * pages are in disorder SQLite comes by other games' actions too, and compares with the end
 * alone.
 */
static void
salvage_actions(struct copying *c, uint32_t number, int64_t n, struct record *r)
{
	sqlite3_stmt *q = ask_actions(c);

	if (q)
		sqlite3_bind_int64(q, 1, number);
	while (row(c, q)) {
		int64_t t_us = sqlite3_column_int64(q, 2);

		if (r->n >= n || sqlite3_column_int64(q, 0) != r->n ||
		    sqlite3_column_int64(q, 3) != number ||
		    record_add_text(r, text_of(q, 1), t_us < 0 ? RECORD_NO_TIME : (uint64_t)t_us) <
			    0)
			break;
		if (sqlite3_column_int64(q, 4) >= 0)
			r->action[r->n - 1].clock_us = (uint64_t)sqlite3_column_int64(q, 4);
	}
	sqlite3_finalize(q);
}

/* The result, where the game is whole and the rules have nothing against it. */
static void
salvage_result(sqlite3_stmt *q, struct record *r)
{
	int64_t end = sqlite3_column_int64(q, 11);
	struct record_result rules;

	if (end < 0 || end > RECORD_LOST)
		return;
	r->result.end = (uint8_t)end;
	snprintf(r->result.reason, sizeof(r->result.reason), "%s", text_of(q, 12));
	r->result.score = (uint8_t)sqlite3_column_int(q, 13);
	if (record_result_settle(r, &rules) < 0)
		r->result = rules;
}

/* By the last, which is found at once. */
static void
games_count(struct copying *c)
{
	sqlite3_stmt *q = NULL;

	if (sqlite3_prepare_v2(c->from, "SELECT max(number) FROM game", -1, &q, NULL) ==
		    SQLITE_OK &&
	    sqlite3_step(q) == SQLITE_ROW)
		c->of = (uint32_t)sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	c->watch->step(c->watch->arg, 0, c->of);
}

static int
salvage_game(struct copying *c, sqlite3_stmt *q)
{
	int64_t n = sqlite3_column_int64(q, 14);
	uint32_t number = (uint32_t)sqlite3_column_int64(q, 0);
	struct record r = { 0 };
	int err;

	if (number == 0 || number != sqlite3_column_int64(q, 0) || !salvage_head(q, &r)) {
		c->out->cut++;
		return 0;
	}
	salvage_actions(c, number, n, &r);
	if ((int64_t)r.n >= n)
		salvage_result(q, &r);
	else
		c->out->cut++;
	err = db_record_add(&c->to, &r, &number);
	if (r.n || r.result.end)
		c->out->games++;
	else if (n > 0)
		c->out->bare++;
	c->out->actions += r.n;
	c->done += c->done < c->of;
	c->watch->step(c->watch->arg, c->done, c->of);
	record_finish(&r);
	return err;
}

/* All games in that order. */
static sqlite3_stmt *
ask_games(struct copying *c, const char *order)
{
	static const char *const newer[] = { "seeds, clock", "seeds, ''", "'', ''", NULL };
	char tail[48];

	snprintf(tail, sizeof(tail), "FROM game ORDER BY number %s", order);
	return ask_newest(c,
			  "SELECT number, rules, start, date, name0, name1, name2, name3, event, "
			  "site, round, end, reason, score, actions,",
			  newer, tail);
}

/* Games from one end of the table on, up to that number, as long as their own go on that way. */
static int
salvage_games_to(struct copying *c, const char *order, int64_t *number)
{
	bool up = strcmp(order, "ASC") == 0;
	int64_t end = *number, last = up ? INT64_MIN : INT64_MAX;
	sqlite3_stmt *q = ask_games(c, order);
	int err = 0;

	while (err == 0 && row(c, q)) {
		*number = sqlite3_column_int64(q, 0);
		if (up ? *number <= last : *number >= last || *number <= end) {
			c->out->all_tables = false;
			break;
		}
		last = *number;
		err = salvage_game(c, q);
	}
	sqlite3_finalize(q);
	*number = last;
	return err;
}

/*
 * Games in the order of their numbers as far as the table can be read, then
 * from its other end down to there.
 */
static int
salvage_games(struct copying *c)
{
	int64_t up_to = 0;
	int err = salvage_games_to(c, "ASC", &up_to);

	if (err == 0 && !c->out->all_tables)
		err = salvage_games_to(c, "DESC", &up_to);
	return err;
}

/* ---- the small tables: their types are asked for, since a lost page may hold another table's rows ---- */

static int
salvage_settings(struct copying *c)
{
	sqlite3_stmt *q = ask(c, "SELECT key, value FROM setting "
				 "WHERE typeof(key) = 'text' AND typeof(value) = 'text'");
	int err = 0;

	for (int i = 0; err == 0 && i < SETTINGS_MAX && row(c, q); i++, c->out->rest++)
		err = db_run(&c->to, DB_SETTING_SET, "ss", text_of(q, 0), text_of(q, 1));
	sqlite3_finalize(q);
	return err;
}

/* In the order of the table; where that goes back, pages lead in a ring. */
static int
salvage_traces(struct copying *c)
{
	sqlite3_stmt *q = ask(c, "SELECT game, part, text FROM trace "
				 "WHERE typeof(text) = 'blob' ORDER BY game, part");
	int64_t last_game = INT64_MIN, last_part = INT64_MIN;
	int err = 0;

	for (; err == 0 && row(c, q); c->out->rest++) {
		int64_t game = sqlite3_column_int64(q, 0), part = sqlite3_column_int64(q, 1);
		const char *text = sqlite3_column_blob(q, 2);

		if (game < last_game || (game == last_game && part <= last_part)) {
			c->out->all_tables = false;
			break;
		}
		last_game = game;
		last_part = part;
		err = db_run(&c->to, DB_TRACE_ADD, "iib", game, part, text ? text : "",
			     (size_t)sqlite3_column_bytes(q, 2));
	}
	sqlite3_finalize(q);
	return err;
}

/* Which game was on the board, and the highest number ever given. */
static int
salvage_rest(struct copying *c)
{
	sqlite3_stmt *q = ask(c, "SELECT game FROM running WHERE game IS NOT NULL");
	int64_t running = 0, highest = 0;
	char sql[192];

	if (row(c, q))
		running = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	q = ask(c, "SELECT seq FROM sqlite_sequence WHERE name = 'game'");
	if (row(c, q))
		highest = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	snprintf(sql, sizeof(sql),
		 "DELETE FROM sqlite_sequence; INSERT INTO sqlite_sequence "
		 "SELECT 'game', max(coalesce(max(number), 0), %lld) FROM game",
		 (long long)(highest > 0 && highest <= UINT32_MAX ? highest : 0));
	if (sqlite3_exec(c->to.sql, sql, NULL, NULL, NULL) != SQLITE_OK)
		return -EIO;
	c->out->rest += running > 0;
	return running > 0 ? db_run(&c->to, DB_RUNNING_SET, "i", running) : 0;
}

static int
salvage_all(struct copying *c)
{
	int err = db_run(&c->to, DB_BEGIN, "");

	games_count(c);
	if (err == 0)
		err = salvage_games(c);
	if (err == 0)
		err = salvage_settings(c);
	if (err == 0)
		err = salvage_traces(c);
	if (err == 0)
		err = salvage_rest(c);
	return err == 0 ? db_run(&c->to, DB_COMMIT, "") : err;
}

/* ---- files ---- */

/* What is only needed while a salvage goes on. */
static void
remove_beside(const char *path)
{
	static const char *const names[] = { ".read", ".pages", ".more" };
	char name[DB_PATH_MAX];

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		store_name_with(name, path, names[i]);
		store_files_remove(name);
	}
}

int
store_salvage_finish(const char *path)
{
	char fresh[DB_PATH_MAX], aside[DB_PATH_MAX];

	store_name_with(fresh, path, ".new");
	remove_beside(path);
	if (access(path, F_OK) == 0)
		return 0;
	store_name_aside(path, "damaged", aside);
	store_files_move_log(path, aside);
	if (rename(fresh, path) < 0 && errno != ENOENT)
		return -errno;
	return store_folder_sync(path);
}

/* Closing moved the log into the database, unless the disk had no room for it. */
static int
built_whole(const char *fresh, char why[STORE_WHY_MAX])
{
	char log[DB_PATH_MAX];
	struct stat st;

	store_name_with(log, fresh, "-wal");
	if (stat(log, &st) < 0 || st.st_size == 0)
		return 0;
	snprintf(why, STORE_WHY_MAX, "%s could not be written whole", store_told(fresh).text);
	return -ENOSPC;
}

static bool
is_empty(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_size == 0;
}

static int
build(const char *path, const char *fresh, const struct salvage_watch *watch, struct salvage *out,
      char why[STORE_WHY_MAX])
{
	struct copying *c = calloc(1, sizeof(*c));
	int err;

	snprintf(why, STORE_WHY_MAX, "no memory");
	if (!c)
		return -ENOMEM;
	c->out = out;
	c->watch = watch;
	store_files_remove(fresh);
	/*
	 * Read-only: closing must not write its log into a damaged file. An empty one is
	 * not opened at all: its log, which it must have lost, would be removed.
	 */
	sqlite3_open_v2(is_empty(path) ? ":memory:" : path, &c->from,
			SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
	/* Makes SQLite read what there is of a file that ends too early. */
	sqlite3_exec(c->from, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
	sqlite3_progress_handler(c->from, STUCK_STEPS, is_stuck, c);
	err = db_open(&c->to, fresh, DB_WRITE);
	if (err == 0) {
		/* All of it is one commit: a log would be as long again, and nobody goes on from it. */
		sqlite3_exec(c->to.sql, "PRAGMA journal_mode = OFF", NULL, NULL, NULL);
		err = salvage_all(c);
	}
	if (err < 0)
		snprintf(why, STORE_WHY_MAX, "while saving what can be read: %.220s", c->to.why);
	db_close(&c->to);
	sqlite3_close(c->from);
	free(c);
	return err < 0 ? err : built_whole(fresh, why);
}

/* Nothing that was asked for could not be read, and all of it made sense. */
static bool
is_whole(const struct salvage *v)
{
	return v->all_tables && v->cut == 0 && v->bare == 0;
}

/* Is there more in it? */
static bool
is_more(const struct salvage *a, const struct salvage *b)
{
	if (a->games != b->games)
		return a->games > b->games;
	return a->actions != b->actions ? a->actions > b->actions : a->rest > b->rest;
}

/*
 * SQLite passes over a log without a head, whatever it holds. With a new head its frames
 * are read too, from beside another name of the database. 1, or 0: not to be had that way.
 */
static int
log_renewed(const char *path, const char *again, const struct salvage_watch *watch, bool *all,
	    char why[STORE_WHY_MAX])
{
	(void)watch;
	(void)why; /* what is in the way of this is told by what is done without */
	return link(path, again) == 0 && store_log_mend(path, again, all);
}

/* Nor does it read a database without one: a copy has a new one, and the log as it is or mended. */
static int
head_renewed(const char *path, const char *again, const struct salvage_watch *watch, bool *all,
	     char why[STORE_WHY_MAX])
{
	char log[DB_PATH_MAX], copy[DB_PATH_MAX];
	int got = store_head_renew(path, again, why);

	(void)watch;
	*all = !store_log_has_hole(path);
	if (got != 1 || store_log_mend(path, again, all))
		return got;
	store_name_with(log, path, "-wal");
	store_name_with(copy, again, "-wal");
	unlink(copy);
	if (link(log, copy) < 0 && errno != ENOENT) {
		snprintf(why, STORE_WHY_MAX, "%s: %s", store_told(copy).text, strerror(errno));
		return -errno;
	}
	return 1;
}

/* It may hold less than what ends before a hole in the log: what was taken back behind it. */
static bool
is_newer(const struct salvage *a, const struct salvage *b)
{
	return a->cut == 0 && a->bare == 0 && a->games >= b->games;
}

/* What stands behind a hole in the log, where all of it is there or SQLite finds its way without. */
static int
log_laid(const char *path, const char *again, const struct salvage_watch *watch, bool *all,
	 char why[STORE_WHY_MAX])
{
	int got = store_log_copy(path, again, all);

	(void)watch;
	if (got < 0)
		snprintf(why, STORE_WHY_MAX, "%s: %s", store_told(again).text, strerror(-got));
	return got;
}

static bool
lacks_room(int err)
{
	return err == -ENOSPC || err == -EDQUOT || err == -EFBIG;
}

/*
 * What a road to more gives is taken where it is more than what was built without. The first
 * two mend what SQLite does not complain of; the others are for what it could not read. The
 * last is passed over where it finds no room and there are games without it: what is played
 * now is to be recorded, and the old file is kept.
 */
static int
build_more(const char *path, const char *fresh, const struct salvage_watch *watch, bool before_hole,
	   struct salvage *out, char why[STORE_WHY_MAX])
{
	static int (*const roads[])(const char *, const char *, const struct salvage_watch *,
				    bool *, char *) = { log_renewed, head_renewed, log_laid,
							store_pages_find };
	const unsigned n = sizeof(roads) / sizeof(roads[0]), n_silent = 2;
	char again[DB_PATH_MAX], more[DB_PATH_MAX];
	int err = 0;

	store_name_with(again, path, ".read");
	store_name_with(more, path, ".more");
	for (unsigned i = 0; i < n && err >= 0 && !(i >= n_silent && is_whole(out)); i++) {
		struct salvage v = { 0 };

		memcpy(v.aside, out->aside, sizeof(v.aside));
		err = roads[i](path, again, watch, &v.all_tables, why);
		if (err == 1 && (err = build(again, more, watch, &v, why)) == 0 &&
		    (is_more(&v, out) || (before_hole && is_newer(&v, out))) &&
		    rename(more, fresh) == 0) {
			*out = v;
			before_hole = before_hole && roads[i] != log_laid;
		}
		remove_beside(path);
		if (lacks_room(err) && i + 1 == n && out->games > 0)
			err = 0; /* and is told as not whole: else this road was not gone */
	}
	return err < 0 ? err : 0;
}

int
store_salvage(const char *path, const struct salvage_watch *watch, struct salvage *out,
	      char why[STORE_WHY_MAX])
{
	char fresh[DB_PATH_MAX];
	bool hole = store_log_has_hole(path);
	int err;

	*out = (struct salvage){ .all_tables = !hole };
	store_name_with(fresh, path, ".new");
	store_name_aside(path, "damaged", out->aside);
	remove_beside(path);
	err = build(path, fresh, watch, out, why);
	if (err == 0)
		err = build_more(path, fresh, watch, hole, out, why);
	if (err < 0) {
		store_files_remove(fresh);
		return err;
	}
	err = store_files_replace(path, fresh, out->aside);
	if (err < 0)
		snprintf(why, STORE_WHY_MAX, "%s cannot be set aside: %s", store_told(path).text,
			 strerror(-err));
	return err;
}
