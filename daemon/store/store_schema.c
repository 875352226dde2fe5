/*
 * The schema of a journal, and connections that accept no other.
 *
 * A schema is code: SQLite runs triggers when rows are written, views when they are read, and the
 * expressions of generated columns and indexes. A backup may come from an untrusted stick. So no
 * connection runs a trigger or a view, and a file is used only if its schema is exactly the one
 * below. Any other counts as damaged: its rows are salvaged into a new journal (store_salvage.c).
 */
#include <stdio.h>
#include <string.h>

#include "daemon/store/store_db.h"
#include "hw/text/text.h"

/*
 * Rows are never changed once released; a new version is a new row. PRAGMA user_version is the
 * version. The columns hold:
 *
 *   game     a kept game; rules: its name; name0 to name3: players by seat; end: enum record_end;
 *            actions: their number; seeds and clock: as in struct record
 *   action   number from 0; t_us since the game began, clock_us left to the seat that passed the
 *            turn by it; NULL: not measured
 *   trace    a part of a game's trace
 *   setting  settings, PINs as hashes, and state: STORE_CLOSED, STORE_ID, open questions
 *            (table_offer.c), known pieces (table_known.c)
 *   running  the game on the board
 *   archive  the length of a complete file of the archive (store_archive.c)
 */
const char *const db_upgrades[DB_VERSION] = {
	"CREATE TABLE game("
	"  number INTEGER PRIMARY KEY AUTOINCREMENT," /* never given twice */
	"  rules TEXT NOT NULL, start TEXT NOT NULL, date TEXT NOT NULL,"
	"  name0 TEXT NOT NULL, name1 TEXT NOT NULL, name2 TEXT NOT NULL, name3 TEXT NOT NULL,"
	"  event TEXT NOT NULL, site TEXT NOT NULL, round TEXT NOT NULL,"
	"  end INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '',"
	"  score INTEGER NOT NULL DEFAULT 0, actions INTEGER NOT NULL DEFAULT 0,"
	"  seeds TEXT NOT NULL DEFAULT '', clock TEXT NOT NULL DEFAULT '') STRICT;"
	"CREATE TABLE action("
	"  game INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, t_us INTEGER,"
	"  clock_us INTEGER,"
	"  PRIMARY KEY(game, number)) WITHOUT ROWID, STRICT;"
	"CREATE TABLE trace("
	"  game INTEGER NOT NULL, part INTEGER NOT NULL, text BLOB NOT NULL,"
	"  PRIMARY KEY(game, part)) WITHOUT ROWID, STRICT;"
	"CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;"
	"CREATE TABLE running(one INTEGER PRIMARY KEY CHECK(one = 1), game INTEGER) STRICT;"
	"CREATE TABLE archive(file INTEGER PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;"
	"CREATE INDEX game_finished ON game(number) WHERE end <> 0;"
	"CREATE INDEX game_alike ON game(date, " DB_AS_PGN("name0") ", " DB_AS_PGN("name1") ");",
};

int
db_connect(const char *path, int flags, sqlite3 **sql)
{
	static const struct {
		int option, value;
	} safe[] = {
		{ SQLITE_DBCONFIG_DEFENSIVE, 1 },
		{ SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
		{ SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
		{ SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
	};
	int code = sqlite3_open_v2(path, sql, flags | SQLITE_OPEN_NOMUTEX, NULL);

	for (unsigned i = 0; i < sizeof(safe) / sizeof(safe[0]) && code == SQLITE_OK; i++)
		code = sqlite3_db_config(*sql, safe[i].option, safe[i].value, NULL);
	return code;
}

/* ---- comparing ---- */

/* A schema without white space, because sqlite3's .dump and older tools format it differently. */
#define BARE(sql) "replace(replace(" sql ", ' ', ''), char(10), '')"

enum { OPTIONAL = -2 }; /* the version of the tables that only a backup has */

/* Lists the objects of every version in the table `ours` of an in-memory database. */
static int
list_ours(sqlite3 *sql)
{
	static const char list[] = "INSERT INTO ours SELECT type, name, tbl_name, " BARE(
		"sql") ", %d FROM sqlite_schema WHERE (tbl_name IN ('saved', 'measured')) = %d";
	char insert[sizeof(list) + 16];
	int code = sqlite3_exec(sql, "CREATE TEMP TABLE ours(type, name, tbl_name, sql, version)",
				NULL, NULL, NULL);

	for (int i = 0; i <= DB_VERSION && code == SQLITE_OK; i++) {
		bool last = i == DB_VERSION;

		snprintf(insert, sizeof(insert), list, last ? OPTIONAL : i + 1, last);
		code = sqlite3_exec(sql, last ? DB_SAVED ";" DB_MEASURED : db_upgrades[i], NULL,
				    NULL, NULL);
		if (code == SQLITE_OK)
			code = sqlite3_exec(sql, insert, NULL, NULL, NULL);
	}
	return code;
}

/* Counts the objects of a version in `ours`, except optional ones; -1: no memory. */
static int
count_ours(sqlite3 *ours, int64_t version)
{
	sqlite3_stmt *q = NULL;
	int n = -1;

	if (sqlite3_prepare_v2(ours, "SELECT count(*) FROM ours WHERE version = ?", -1, &q, NULL) ==
	    SQLITE_OK) {
		sqlite3_bind_int64(q, 1, version);
		if (sqlite3_step(q) == SQLITE_ROW)
			n = sqlite3_column_int(q, 0);
	}
	sqlite3_finalize(q);
	return n;
}

/* Names an unknown object: "its trigger cheat". */
static void
report_foreign(sqlite3_stmt *object, char foreign[DB_FOREIGN_MAX])
{
	const char *type = (const char *)sqlite3_column_text(object, 0);
	const char *name = (const char *)sqlite3_column_text(object, 1);
	char text[DB_FOREIGN_MAX];

	snprintf(text, sizeof(text), "its %.12s %.60s", type ? type : "object", name ? name : "?");
	text_clean(foreign, DB_FOREIGN_MAX, text);
}

/*
 * Looks up each object in `ours`. Returns SQLite's code; *n counts the objects of the file's
 * own version.
 */
static int
look_up(sqlite3_stmt *objects, sqlite3_stmt *find, int *n, char foreign[DB_FOREIGN_MAX])
{
	int code;

	while ((code = sqlite3_step(objects)) == SQLITE_ROW) {
		for (int i = 0; i < 4; i++)
			sqlite3_bind_value(find, i + 1, sqlite3_column_value(objects, i));
		if (sqlite3_step(find) != SQLITE_ROW) {
			report_foreign(objects, foreign);
			return SQLITE_OK;
		}
		*n += sqlite3_column_int64(find, 0) != OPTIONAL;
		sqlite3_reset(find);
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int
compare(sqlite3 *sql, sqlite3 *ours, int64_t version, char foreign[DB_FOREIGN_MAX])
{
	sqlite3_stmt *objects = NULL, *find = NULL;
	int n = 0, code = list_ours(ours);

	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(
			ours,
			"SELECT version FROM ours WHERE type IS ?1 AND name IS ?2 "
			"AND tbl_name IS ?3 AND sql IS " BARE(
				"?4") " AND version IN (?5, ?6) LIMIT 1",
			-1, &find, NULL);
	if (code == SQLITE_OK) {
		sqlite3_bind_int64(find, 5, version);
		sqlite3_bind_int64(find, 6, OPTIONAL);
		code = sqlite3_prepare_v2(sql,
					  "SELECT type, name, tbl_name, sql FROM sqlite_schema", -1,
					  &objects, NULL);
	}
	if (code == SQLITE_OK)
		code = look_up(objects, find, &n, foreign);
	if (code == SQLITE_OK && !*foreign && n != count_ours(ours, version))
		snprintf(foreign, DB_FOREIGN_MAX, "its list of tables");
	sqlite3_finalize(find);
	sqlite3_finalize(objects);
	return code;
}

int
db_schema_compare(sqlite3 *sql, int64_t version, char foreign[DB_FOREIGN_MAX])
{
	sqlite3 *ours = NULL;
	int code = db_connect(":memory:", SQLITE_OPEN_READWRITE, &ours);

	*foreign = '\0';
	if (code == SQLITE_OK)
		code = compare(sql, ours, version, foreign);
	sqlite3_close(ours);
	return code;
}
