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
 *   review   an engine's review of a finished game (daemon/record/review.h); of other actions than
 *            the game's, after a takeback, it does not count
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
	"CREATE TABLE review(game INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;",
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

/*
 * Lists a schema's objects: the name, and the whole without white space, because sqlite3's .dump
 * and older tools format it differently.
 */
static const char objects[] =
	"SELECT type || ' ' || name, quote(type) || quote(name) || quote(tbl_name) || "
	"quote(replace(replace(sql, ' ', ''), char(10), '')) FROM sqlite_schema ORDER BY 1";

/* Adds the objects of the version to *ours, and each table of a backup that *sql has. */
static int
schema_make(sqlite3 *ours, int64_t version, sqlite3 *sql)
{
	sqlite3_stmt *q = NULL;
	int code = SQLITE_OK;

	for (int64_t i = 0; i < version && i < DB_VERSION && code == SQLITE_OK; i++)
		code = sqlite3_exec(ours, db_upgrades[i], NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(sql,
					  "SELECT name = 'saved' FROM sqlite_schema WHERE name IN "
					  "('saved', 'measured')",
					  -1, &q, NULL);
	while (code == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
		code = sqlite3_exec(ours, sqlite3_column_int(q, 0) ? DB_SAVED : DB_MEASURED, NULL,
				    NULL, NULL);
	sqlite3_finalize(q);
	return code;
}

/* Steps through both lists. Names the first difference: "its trigger cheat". */
static int
compare(sqlite3_stmt *theirs, sqlite3_stmt *ours, char foreign[DB_FOREIGN_MAX])
{
	char text[DB_FOREIGN_MAX] = "its list of tables";
	int a, b;

	do {
		a = sqlite3_step(theirs);
		b = sqlite3_step(ours);
	} while (a == SQLITE_ROW && b == SQLITE_ROW &&
		 strcmp(db_column(theirs, 1), db_column(ours, 1)) == 0);
	if (a != SQLITE_ROW && (a != SQLITE_DONE || b == SQLITE_DONE))
		return a == SQLITE_DONE ? SQLITE_OK : a;
	if (a == SQLITE_ROW &&
	    (b != SQLITE_ROW || strcmp(db_column(theirs, 0), db_column(ours, 0)) <= 0))
		snprintf(text, sizeof(text), "its %.72s", db_column(theirs, 0));
	text_clean(foreign, DB_FOREIGN_MAX, text);
	return SQLITE_OK;
}

int
db_schema_compare(sqlite3 *sql, int64_t version, char foreign[DB_FOREIGN_MAX])
{
	sqlite3_stmt *theirs = NULL, *own = NULL;
	sqlite3 *ours = NULL;
	int code = db_connect(":memory:", SQLITE_OPEN_READWRITE, &ours);

	*foreign = '\0';
	if (code == SQLITE_OK)
		code = schema_make(ours, version, sql);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(ours, objects, -1, &own, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(sql, objects, -1, &theirs, NULL);
	if (code == SQLITE_OK)
		code = compare(theirs, own, foreign);
	sqlite3_finalize(theirs);
	sqlite3_finalize(own);
	sqlite3_close(ours);
	return code;
}
