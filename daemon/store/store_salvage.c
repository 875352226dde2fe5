/*
 * Replaces a damaged database. A new one is built beside it from all readable and valid rows; then
 * the old one is renamed and the new one takes its name. The disk always has at least what it had
 * before. Finished games that SQLite cannot read are added later from the archive
 * (store_archive.c).
 *
 *   games.db.new           being built; removed if a power cut stops the building
 *   games.db -> games.db.damaged-N, with its -wal
 *   games.db.new -> games.db
 *
 * A cut between the two renames leaves games.db missing and games.db.new complete;
 * store_salvage_finish completes that.
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
	uint32_t of;                /* the last game's number, 0: unreadable */
	uint32_t done;              /* games done */
	uint64_t rows, rows_before; /* rows read so far; the count at the last progress check */
	bool settings_lost;         /* some settings were lost, perhaps PINs */
};

enum {
	/* Steps of SQLite's virtual machine without a row: many times what any query here needs. */
	STUCK_STEPS = 1000000,
	SETTINGS_MAX = 1000,
};

/*
 * Reports whether no row was read since the last call. Damaged pages may form a
 * cycle, which SQLite would follow forever.
 */
static int
is_stuck(void *arg)
{
	struct copying *c = arg;
	bool stuck = c->rows == c->rows_before;

	c->rows_before = c->rows;
	return stuck;
}

/*
 * Reports whether that is an ordinary table with stored columns: the schema may be another
 * program's, so its tables may be views or compute columns.
 */
static bool
is_plain(struct copying *c, const char *table)
{
	static const char sql[] =
		"SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 AND sql LIKE "
		"'CREATE TABLE%' AND NOT EXISTS(SELECT 1 FROM pragma_table_xinfo(?1) WHERE "
		"hidden <> 0)";
	sqlite3_stmt *q = NULL;
	bool plain;

	if (sqlite3_prepare_v2(c->from, sql, -1, &q, NULL) == SQLITE_OK)
		sqlite3_bind_text(q, 1, table, -1, SQLITE_STATIC);
	plain = q && sqlite3_step(q) == SQLITE_ROW;
	sqlite3_finalize(q);
	return plain;
}

/* Prepares a query of the damaged file; NULL: the table cannot be read. */
static sqlite3_stmt *
prepare_query(struct copying *c, const char *table, const char *sql)
{
	sqlite3_stmt *q = NULL;

	if (is_plain(c, table) && sqlite3_prepare_v2(c->from, sql, -1, &q, NULL) == SQLITE_OK)
		return q;
	c->out->all_tables = false;
	return NULL;
}

/* Reads the next row while rows can be read. */
static bool
row(struct copying *c, sqlite3_stmt *q)
{
	int code = q ? sqlite3_step(q) : SQLITE_DONE;

	c->rows++;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		c->out->all_tables = false;
	return code == SQLITE_ROW;
}

/* ---- games ---- */

/*
 * Reads the actions up to the first missing or illegal one, at most the game's count, because an
 * old page may still have undone actions. Skips actions of other games, which SQLite returns from a
 * damaged tree.
 */
static void
salvage_actions(struct copying *c, uint32_t number, int64_t n, struct record *r)
{
	static const char sql[] =
		"SELECT number, text, coalesce(t_us, -1), game, "
		"coalesce(clock_us, -1) FROM action WHERE game = ? ORDER BY number";
	sqlite3_stmt *q = prepare_query(c, "action", sql);

	if (q)
		sqlite3_bind_int64(q, 1, number);
	while (row(c, q)) {
		int64_t t_us = sqlite3_column_int64(q, 2);

		if (r->n >= n || sqlite3_column_int64(q, 0) != r->n ||
		    sqlite3_column_int64(q, 3) != number ||
		    record_add_text(r, db_column(q, 1),
				    t_us < 0 ? RECORD_NO_TIME : (uint64_t)t_us) < 0)
			break;
		if (sqlite3_column_int64(q, 4) >= 0)
			r->action[r->n - 1].clock_us = (uint64_t)sqlite3_column_int64(q, 4);
	}
	sqlite3_finalize(q);
}

/* Reads the result, if the game is complete and the rules allow the result. */
static void
salvage_result(sqlite3_stmt *q, struct record *r)
{
	int64_t end = sqlite3_column_int64(q, 10);
	struct record_result rules;

	if (end < 0 || end > RECORD_LOST)
		return;
	r->result.end = (uint8_t)end;
	snprintf(r->result.reason, sizeof(r->result.reason), "%s", db_column(q, 11));
	r->result.score = (uint8_t)sqlite3_column_int(q, 12);
	if (record_result_settle(r, &rules) < 0)
		r->result = rules;
}

/* Counts the games by the highest number, because that is found without reading them all. */
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
	int64_t n = sqlite3_column_int64(q, 13);
	uint32_t number = (uint32_t)sqlite3_column_int64(q, 16);
	char why[STORE_WHY_MAX];
	struct record r = { 0 };
	int err;

	if (number == 0 || number != sqlite3_column_int64(q, 16) ||
	    db_record_head(q, &r, why) < 0) {
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
	c->out->actions += r.n;
	c->done += c->done < c->of;
	c->watch->step(c->watch->arg, c->done, c->of);
	record_finish(&r);
	return err;
}

/* Prepares a query of all games in that order. */
static sqlite3_stmt *
ask_games(struct copying *c, const char *order)
{
	char sql[256];

	snprintf(sql, sizeof(sql),
		 "SELECT rules, start, date, name0, name1, name2, name3, event, site, round, end, "
		 "reason, score, actions, seeds, clock, number FROM game ORDER BY number %s",
		 order);
	return prepare_query(c, "game", sql);
}

/* Reads games in that order, up to that number, until a number does not follow the order. */
static int
salvage_games_to(struct copying *c, const char *order, int64_t *number)
{
	bool up = strcmp(order, "ASC") == 0;
	int64_t end = *number, last = up ? INT64_MIN : INT64_MAX;
	sqlite3_stmt *q = ask_games(c, order);
	int err = 0;

	while (err == 0 && row(c, q)) {
		*number = sqlite3_column_int64(q, 16);
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

/* Reads games by number until an error, then backwards from the last one to that place. */
static int
salvage_games(struct copying *c)
{
	int64_t up_to = 0;
	int err = salvage_games_to(c, "ASC", &up_to);

	if (err == 0 && !c->out->all_tables)
		err = salvage_games_to(c, "DESC", &up_to);
	return err;
}

/* ---- small tables: types are checked, since a damaged page may hold another table's rows ---- */

static int
salvage_settings(struct copying *c)
{
	static const char sql[] = "SELECT key, value FROM setting WHERE typeof(key) = 'text' AND "
				  "typeof(value) = 'text'";
	const bool all = c->out->all_tables;
	sqlite3_stmt *q;
	int err = 0;

	c->out->all_tables = true;
	q = prepare_query(c, "setting", sql);
	for (int i = 0; err == 0 && i < SETTINGS_MAX && row(c, q); i++)
		err = db_run(&c->to, DB_SETTING_SET, "ss", db_column(q, 0), db_column(q, 1));
	sqlite3_finalize(q);
	c->settings_lost = !c->out->all_tables;
	c->out->all_tables &= all;
	return err;
}

/*
 * Copies traces in the order of the table. If the numbers go backwards, the damaged pages form
 * a cycle.
 */
static int
salvage_traces(struct copying *c)
{
	sqlite3_stmt *q = prepare_query(c, "trace",
					"SELECT game, part, text FROM trace "
					"WHERE typeof(text) = 'blob' ORDER BY game, part");
	int64_t last_game = INT64_MIN, last_part = INT64_MIN;
	int err = 0;

	while (err == 0 && row(c, q)) {
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

/* Reports whether a game hides something that a lost PIN may have protected. */
static bool
game_hides(struct copying *c, uint32_t number)
{
	struct record r = { 0 };
	bool hides = db_record(&c->to, number, &r) == 0 && record_hides(&r);

	record_finish(&r);
	return hides;
}

/*
 * Copies the game on the board, and discards state of lost games, because their numbers are
 * used again.
 */
static int
salvage_running(struct copying *c)
{
	static const char sql[] = "DELETE FROM trace WHERE game NOT IN (SELECT number FROM game);"
				  "DELETE FROM setting WHERE key = '" STORE_CLOSED "' AND "
				  "NOT EXISTS(SELECT 1 FROM game WHERE number = value)";
	sqlite3_stmt *q =
		prepare_query(c, "running", "SELECT game FROM running WHERE game IS NOT NULL");
	int64_t running = 0;

	if (row(c, q))
		running = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	if (sqlite3_exec(c->to.sql, sql, NULL, NULL, NULL) != SQLITE_OK)
		return -EIO;
	if (running > 0 && c->settings_lost && game_hides(c, (uint32_t)running)) {
		c->out->not_resumed = (uint32_t)running;
		running = 0;
	}
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
		err = salvage_running(c);
	return err == 0 ? db_run(&c->to, DB_COMMIT, "") : err;
}

/* ---- files ---- */

int
store_salvage_finish(const char *path)
{
	char fresh[DB_PATH_MAX], aside[DB_PATH_MAX];

	store_name_with(fresh, path, ".new");
	/* SQLite would remove the log of an empty file. */
	if (store_file_is_there(path))
		return 0;
	store_name_aside(path, "damaged", aside);
	store_files_move_log(path, aside);
	if (rename(fresh, path) < 0 && errno != ENOENT)
		return -errno;
	return record_folder_sync(path);
}

/* Connects read-only: closing must not write the log into a damaged file. */
static sqlite3 *
salvage_connect(const char *path)
{
	sqlite3 *sql = NULL;

	(void)!db_connect(path, SQLITE_OPEN_READONLY, &sql);
	/* Outside defensive mode, SQLite reads as much of a truncated file as there is. */
	sqlite3_db_config(sql, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
	sqlite3_exec(sql, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
	return sql;
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
	c->from = salvage_connect(path);
	sqlite3_progress_handler(c->from, STUCK_STEPS, is_stuck, c);
	err = db_open(&c->to, fresh, DB_WRITE);
	if (err == 0) {
		/*
		 * Everything is one commit. A log would be as large again and of no use after
		 * an error.
		 */
		sqlite3_exec(c->to.sql, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
		err = salvage_all(c);
	}
	if (err < 0)
		snprintf(why, STORE_WHY_MAX, "while saving what can be read: %.220s", c->to.why);
	db_close(&c->to);
	sqlite3_close(c->from);
	free(c);
	if (err < 0 || store_file_is_whole(fresh))
		return err;
	snprintf(why, STORE_WHY_MAX, "%s could not be written whole", store_path_text(fresh).text);
	return -ENOSPC;
}

int
store_salvage(const char *path, const struct salvage_watch *watch, struct salvage *out,
	      char why[STORE_WHY_MAX])
{
	char fresh[DB_PATH_MAX];
	int err;

	*out = (struct salvage){ .all_tables = true };
	store_name_with(fresh, path, ".new");
	store_name_aside(path, "damaged", out->aside);
	err = build(path, fresh, watch, out, why);
	if (err < 0) {
		store_files_remove(fresh);
		return err;
	}
	err = store_files_replace(path, fresh, out->aside);
	if (err < 0)
		snprintf(why, STORE_WHY_MAX, "%s cannot be set aside: %s",
			 store_path_text(path).text, strerror(-err));
	return err;
}
