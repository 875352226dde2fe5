/*
 * Costs of the journal in a year of play. Every statement takes as many steps of SQLite's machine
 * among 50,000 games as among 500. It scans no table, and reads a handful of pages. Steps are
 * counted, so the speed of the machine does not matter; bench-store measures milliseconds.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/store/store_db.h"
#include "help.h"

enum {
	FEW = 500,
	YEAR = 50000,
	ACTIONS = 4,
	A_DAY = 50, /* games of the same two players */
	LISTED = 100,
	/* A leaf and its parents in each of three tables, and the pages of a list of 100. */
	PAGES_MOST = 12,
	PAGES_OPEN = 8,
	/* A binary search needs a few more steps in a bigger table. */
	STEPS_MORE = 8,
};

static struct db db;
static char path[96];

/* ---- a journal of that many games ---- */

static void run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void
run(const char *fmt, ...)
{
	char sql[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sql, sizeof(sql), fmt, ap);
	va_end(ap);
	if (sqlite3_exec(db.sql, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db.sql));
}

static void
fill(int games)
{
	run("PRAGMA synchronous = OFF; BEGIN;"
	    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	    "INSERT INTO game(number, rules, start, date, name0, name1, name2, name3, event, site, "
	    "round, end, reason, score, actions) SELECT i, 'chess', "
	    "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', "
	    "strftime('%%Y.%%m.%%d', '2026-01-01', (i / %d) || ' days'), 'Anna', "
	    "'Ben', '', '', '', '', '', 3, 'agreed', 0, %d FROM n",
	    games, A_DAY, ACTIONS);
	run("WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	    "INSERT INTO action(game, number, text, t_us) "
	    "SELECT i / %d + 1, i %% %d, 'e2e4', i FROM n",
	    games * ACTIONS - 1, ACTIONS, ACTIONS);
	run("INSERT INTO trace(game, part, text) SELECT number, 0, x'302b6532' FROM game");
	run("INSERT INTO running(one, game) VALUES(1, %d);"
	    "INSERT INTO setting(key, value) VALUES('hints', 'safe');"
	    "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
	    "INSERT INTO archive(file, bytes) SELECT i, 300000 FROM n; COMMIT;"
	    "PRAGMA wal_checkpoint(TRUNCATE)",
	    games, games / 1000);
}

/* ---- every statement, as the store uses it ---- */

static char nothing[] = "";

#define NAMES nothing, nothing, nothing, nothing

static void
run_query(enum db_statement st, int64_t games)
{
	static const char chess[] = "chess";
	const char *types = "";

	switch (st) {
	case DB_GAMES_LIST:
		db_ask(&db, st, "iis", games / 2, (int64_t)LISTED, nothing);
		return;
	case DB_GAMES_ALIKE:
		db_ask(&db, st, "sssssssis", "2026.01.02", "Anna", "Ben", nothing, nothing,
		       nothing, chess, (int64_t)ACTIONS, "e2e4");
		return;
	case DB_EVENING:
		db_ask(&db, st, "ii", games - LISTED, (int64_t)LISTED);
		return;
	case DB_GAME_ADD:
		db_ask(&db, st, "ssssssssssisiissi", chess, nothing, nothing, NAMES, nothing,
		       nothing, nothing, (int64_t)0, nothing, (int64_t)0, (int64_t)0, nothing,
		       nothing, games + 7);
		return;
	case DB_GAME_SET:
		db_ask(&db, st, "sssssssisiii", nothing, NAMES, nothing, nothing, (int64_t)1,
		       nothing, (int64_t)0, (int64_t)ACTIONS, games / 2);
		return;
	case DB_ACTION_ADD:
		db_ask(&db, st, "iisii", games / 2, (int64_t)ACTIONS, chess, (int64_t)1,
		       (int64_t)-1);
		return;
	case DB_ACTION_CUT:
		db_ask(&db, st, "ii", games / 2, (int64_t)2);
		return;
	case DB_TRACE_ADD:
		db_ask(&db, st, "iib", games / 2, (int64_t)1, chess, sizeof(chess));
		return;
	case DB_SETTING_SET:
		db_ask(&db, st, "ss", "hints", "moves");
		return;
	case DB_REVIEW_SET:
		db_ask(&db, st, "is", games / 2, "e2e4\n");
		return;
	case DB_PLAYERS_SET:
		db_ask(&db, st, "is", games / 2, "person computer:4");
		return;
	case DB_TRACE_THIN:
		/* The number of kept traces does not grow with the games. */
		db_ask(&db, st, "i", (int64_t)20);
		return;
	case DB_CLOSED_GAMES:
		/* Those of one file. */
		db_ask(&db, st, "ii", games - LISTED + 1, games);
		return;
	case DB_ARCHIVE_SET:
	case DB_ARCHIVE_DUE:
		db_ask(&db, st, "ii", games / 1000, games / 1000);
		return;
	case DB_GAME_DROP:
	case DB_GAME_EXTENT:
	case DB_ARCHIVE_GET:
	case DB_RUNNING_SET:
	case DB_GAME_GET:
	case DB_ACTIONS_GET:
	case DB_GAME_ROWS:
	case DB_PLAYED_NEXT:
	case DB_TRACE_GET:
	case DB_REVIEW_GET:
	case DB_EMPTY_DROP:
	case DB_EMPTY_TRACE_DROP:
	case DB_PLAYERS_GET:
		types = "i";
		break;
	case DB_BEGIN:
	case DB_COMMIT:
	case DB_ROLLBACK:
	case DB_RUNNING_GET:
	case DB_ARCHIVE_DUE_RUNNING:
	case DB_ID_GET:
	case DB_PLAYED_COUNT:
	case DB_SETTINGS_GET:
	case DB_PLAYERS_DROP:
	case DB_STATEMENTS:
		break;
	}
	db_ask(&db, st, types, games / 2);
}

struct cost {
	int steps, scanned, sorted, pages;
};

/*
 * Returns the cost of a statement on a new connection that has read only the
 * schema; rolled back.
 */
static struct cost
cost_of(enum db_statement st, int64_t games)
{
	struct cost c;
	sqlite3_stmt *q;
	int got, high;

	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	if (st != DB_BEGIN)
		assert_int_equal(db_run(&db, DB_BEGIN, ""), 0);
	sqlite3_db_status(db.sql, SQLITE_DBSTATUS_CACHE_MISS, &c.pages, &high, 1);
	run_query(st, games);
	do
		got = db_row(&db, st);
	while (got == 1);
	assert_int_equal(got, 0);
	q = db.statement[st];
	c.steps = sqlite3_stmt_status(q, SQLITE_STMTSTATUS_VM_STEP, 0);
	c.scanned = sqlite3_stmt_status(q, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0);
	c.sorted = sqlite3_stmt_status(q, SQLITE_STMTSTATUS_SORT, 0);
	sqlite3_db_status(db.sql, SQLITE_DBSTATUS_CACHE_MISS, &c.pages, &high, 0);
	if (!sqlite3_get_autocommit(db.sql))
		assert_int_equal(db_run(&db, DB_ROLLBACK, ""), 0);
	db_close(&db);
	return c;
}

static void
costs(int games, struct cost out[DB_STATEMENTS])
{
	char folder[64];
	int high, pages;

	help_folder(folder);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	fill(games);
	db_close(&db);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	sqlite3_db_status(db.sql, SQLITE_DBSTATUS_CACHE_MISS, &pages, &high, 0);
	db_close(&db);
	print_message("%d games: %d pages are read to open the journal\n", games, pages);
	assert_in_range(pages, 1, PAGES_OPEN);
	for (unsigned st = 0; st < DB_STATEMENTS; st++)
		out[st] = cost_of(st, games);
	help_folder_remove(folder);
}

static void
test_year(void **state)
{
	static struct cost few[DB_STATEMENTS], year[DB_STATEMENTS];

	(void)state;
	costs(FEW, few);
	costs(YEAR, year);
	for (unsigned st = 0; st < DB_STATEMENTS; st++) {
		const struct cost *a = &few[st], *b = &year[st];

		print_message("statement %2u: %5d and %5d steps, %d scanned, %d sorted, %d pages\n",
			      st, a->steps, b->steps, b->scanned, b->sorted, b->pages);
		/* Counts all games, for an export of all of them. */
		if (st == DB_PLAYED_COUNT)
			continue;
		if (b->steps > a->steps + STEPS_MORE || b->scanned || b->sorted ||
		    b->pages > PAGES_MOST)
			fail_msg("statement %u costs more the more games there are", st);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_year) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
