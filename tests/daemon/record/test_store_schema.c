/*
 * Journals with additions to their schema: as a backup they are refused; found by a daemon, no
 * addition runs or stays, and every game is there.
 */
#include <errno.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store/store_backup.h"
#include "daemon/store/store_db.h"
#include "place_sql.h"

enum { GAMES = 5, ACTIONS = 12 };

/* Replaces a table by a view, which reads another table or computes its content. */
#define VIEW(table, columns)                 \
	"ALTER TABLE " table " RENAME TO t;" \
	"CREATE VIEW " table " AS SELECT " columns " FROM t"
#define GAME_COLUMNS                                                                          \
	"number, 'abstract' AS rules, start, date, name0, name1, name2, name3, event, site, " \
	"round, end, reason, score, actions, seeds, clock"
#define ENDLESS                                                                          \
	"WITH RECURSIVE c(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM c) SELECT n, 0, " \
	"zeroblob(100000) FROM c"

static const struct attack {
	const char *name, *sql;
} attacks[] = {
	{ "a trigger on games", "CREATE TRIGGER cheat AFTER INSERT ON game BEGIN "
				"UPDATE setting SET value = 'cheated'; END" },
	{ "a trigger on settings", "CREATE TRIGGER cheat BEFORE UPDATE ON setting BEGIN "
				   "DELETE FROM game; END" },
	{ "a trigger on deleting", "CREATE TRIGGER cheat BEFORE DELETE ON game BEGIN "
				   "DELETE FROM action; END" },
	{ "a view for a table", VIEW("game", GAME_COLUMNS) },
	{ "a view without an end", "ALTER TABLE trace RENAME TO t;"
				   "CREATE VIEW trace(game, part, text) AS " ENDLESS },
	{ "a view beside", "CREATE VIEW cheat AS SELECT * FROM setting" },
	{ "a generated column", "ALTER TABLE game ADD COLUMN cheat TEXT AS (hex(rules))" },
	{ "an index on an expression", "CREATE INDEX cheat ON action(length(text) + t_us)" },
	{ "a check", "PRAGMA writable_schema = ON;"
		     "UPDATE sqlite_schema SET sql = replace(sql, 'part INTEGER', "
		     "'part INTEGER CHECK(part < 100)') WHERE name = 'trace'" },
	{ "a default", "PRAGMA writable_schema = ON;"
		       "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT NOT NULL DEFAULT', "
		       "'TEXT DEFAULT') WHERE name = 'game'" },
	{ "a table beside", "CREATE TABLE cheat(x)" },
	{ "statistics", "ANALYZE" },
	{ "no index", "DROP INDEX game_alike" },
	{ "no version", "PRAGMA user_version = 0" },
};

/*
 * Reports whether the table of games is not a plain one: then it is not read,
 * and its games come from the archive.
 */
static bool
is_unread(const struct attack *a)
{
	return strstr(a->sql, "ALTER TABLE game") != NULL;
}

enum { ATTACKS = sizeof(attacks) / sizeof(attacks[0]) };

static void
play_games(struct place *p)
{
	uint64_t seed = 5;

	table_open(&p->t, p->folder);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	for (unsigned i = 0; i < GAMES; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, ACTIONS, &seed);
		table_settle(&p->t);
	}
}

/* Writes the first object that does not belong to a journal, "" if none. */
static void
foreign_in(const char *folder, char foreign[DB_FOREIGN_MAX])
{
	char path[128];
	sqlite3 *sql;

	snprintf(path, sizeof(path), "%.100s/games.db", folder);
	assert_int_equal(sqlite3_open(path, &sql), SQLITE_OK);
	assert_int_equal(db_schema_compare(sql, DB_VERSION, foreign), SQLITE_OK);
	sqlite3_close(sql);
}

/*
 * Checks that all games are there, including the one on the board unless
 * `lost`, and that another can be played.
 */
static void
check_games(const char *name, const char *folder, bool lost)
{
	char foreign[DB_FOREIGN_MAX], why[STORE_WHY_MAX];
	struct table t = { 0 };
	uint64_t seed = 7;

	table_open(&t, folder);
	if (strcmp(store_setting(t.store, "hints"), "safe") != 0)
		fail_msg("%s: the setting is '%s'", name, store_setting(t.store, "hints"));
	if (!lost &&
	    (store_resume(t.store, &t.r, why) != 1 || t.r.number != GAMES || t.r.n != ACTIONS))
		fail_msg("%s: not the game on the board", name);
	for (uint32_t number = 1; number <= (lost ? GAMES - 1 : GAMES); number++) {
		struct store_answer *a = table_ask(&t, STORE_NATIVE, number, NULL);

		if (a->err)
			fail_msg("%s: game %u: %s", name, number, a->why);
		store_answer_free(a);
	}
	table_begin(&t, "chess");
	table_play(&t, ACTIONS, &seed);
	table_check(&t);
	table_close(&t);
	foreign_in(folder, foreign);
	if (*foreign)
		fail_msg("%s: %s is left", name, foreign);
}

static void
test_refused(void **state)
{
	struct place *p = *state;
	char file[128], folder[128], why[STORE_WHY_MAX];
	struct store_backup out;

	play_games(p);
	table_close(&p->t);
	for (unsigned i = 0; i < ATTACKS; i++) {
		struct place bad = { 0 };

		snprintf(bad.folder, sizeof(bad.folder), "%.40s/bad%u", p->folder, i);
		snprintf(file, sizeof(file), "%s/games.db", bad.folder);
		snprintf(folder, sizeof(folder), "%s/restored%u", p->folder, i);
		assert_int_equal(mkdir(bad.folder, 0700), 0);
		if (store_backup(p->folder, file, &out, why) != 0)
			fail_msg("%s", why);
		place_run_sql(&bad, attacks[i].sql);
		if (store_restore(folder, file, false, &out, why) != -EINVAL ||
		    !strstr(why, "a halod reads of it what it can"))
			fail_msg("%s: %s", attacks[i].name, why);
		assert_int_equal(access(folder, F_OK), -1);
	}
}

/* As the daemon's own journal, copied by hand or modified. */
static void
test_opened(void **state)
{
	struct place *p = *state;
	char aside[128];

	for (unsigned i = 0; i < ATTACKS; i++) {
		struct table t = { 0 };

		play_games(p);
		table_close(&p->t);
		p->t = (struct table){ 0 };
		place_run_sql(p, attacks[i].sql);
		table_open(&t, p->folder);
		if (!strstr(store_status(t.store)->what, "kept as games.db.damaged-1"))
			fail_msg("%s: %s", attacks[i].name, store_status(t.store)->what);
		table_close(&t);
		snprintf(aside, sizeof(aside), "%s/games.db.damaged-1", p->folder);
		assert_int_equal(access(aside, F_OK), 0);
		check_games(attacks[i].name, p->folder, is_unread(&attacks[i]));
		help_folder_remove(p->folder);
		assert_int_equal(mkdir(p->folder, 0700), 0);
	}
}

/* A connection runs no code of a file, whatever its content. */
static void
test_connection(void **state)
{
	struct place *p = *state;
	char path[96];
	sqlite3_stmt *q = NULL;
	sqlite3 *sql;

	play_games(p);
	table_close(&p->t);
	place_run_sql(p, "CREATE TRIGGER cheat AFTER UPDATE ON setting BEGIN DELETE FROM game; END;"
			 "CREATE VIEW cheater AS SELECT * FROM game");
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(db_connect(path, SQLITE_OPEN_READWRITE, &sql), SQLITE_OK);
	assert_int_equal(sqlite3_exec(sql, "UPDATE setting SET value = 'all'", NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(sql, "SELECT count(*) FROM game", -1, &q, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(q, 0), GAMES);
	sqlite3_finalize(q);
	assert_int_equal(sqlite3_prepare_v2(sql, "SELECT * FROM cheater", -1, &q, NULL),
			 SQLITE_ERROR);
	/* Defensive: even the store's own statements cannot change a schema directly. */
	assert_int_not_equal(sqlite3_exec(sql,
					  "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET "
					  "sql = '' WHERE name = 'game'",
					  NULL, NULL, NULL),
			     SQLITE_OK);
	sqlite3_close(sql);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_refused, place_setup, place_teardown),
		cmocka_unit_test_setup_teardown(test_opened, place_setup, place_teardown),
		cmocka_unit_test_setup_teardown(test_connection, place_setup, place_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
