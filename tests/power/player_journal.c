#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "tests/power/player.h"

/* Opens the journal while the daemon has it open, as docs/records.md allows. */
static sqlite3 *
open_journal(const struct player *p)
{
	char path[PLAYER_PATH + 16];
	sqlite3 *db = NULL;

	snprintf(path, sizeof(path), "%s/games.db", p->store);
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	    sqlite3_busy_timeout(db, RIG_PATIENCE_MS) == SQLITE_OK)
		return db;
	sqlite3_close(db);
	return NULL;
}

/* Returns each row's only column, or NULL on failure. */
static json_t *
read_column(sqlite3 *db, const char *sql, json_int_t number)
{
	json_t *rows = json_array();
	sqlite3_stmt *q = NULL;
	int got;

	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
		return NULL;
	sqlite3_bind_int64(q, 1, number);
	while ((got = sqlite3_step(q)) == SQLITE_ROW)
		json_array_append_new(rows, json_string((const char *)sqlite3_column_text(q, 0)));
	sqlite3_finalize(q);
	if (got == SQLITE_DONE)
		return rows;
	json_decref(rows);
	return NULL;
}

bool
player_journal(struct player *p, json_int_t number, char **start, json_t **actions)
{
	sqlite3 *db = open_journal(p);
	json_t *starts =
		db ? read_column(db, "SELECT start FROM game WHERE number = ?", number) : NULL;
	const char *text = json_string_value(json_array_get(starts, 0));

	*start = text ? strdup(text) : NULL;
	*actions = text ? read_column(db, "SELECT text FROM action WHERE game = ? ORDER BY number",
				      number)
			: NULL;
	json_decref(starts);
	sqlite3_close(db);
	return *actions != NULL;
}

void
player_start(struct player *p, const char *word)
{
	json_int_t number = json_integer_value(json_object_get(rig_state(&p->client), "game_id"));
	sqlite3 *db = open_journal(p);
	json_t *starts =
		db ? read_column(db, "SELECT start FROM game WHERE number = ?", number) : NULL;
	json_t *seeds =
		db ? read_column(db, "SELECT seeds FROM game WHERE number = ?", number) : NULL;
	const char *start = json_string_value(json_array_get(starts, 0));
	const char *seed = json_string_value(json_array_get(seeds, 0));

	if (start && seed) {
		uint64_t h = player_hash(PLAYER_HASH, start, strlen(start) + 1);

		player_tell("%s %s %016llx %016llx", word, rig_text(p->client.state, "game"),
			    (unsigned long long)player_hash(h, seed, strlen(seed) + 1),
			    (unsigned long long)h);
	}
	json_decref(seeds);
	json_decref(starts);
	sqlite3_close(db);
}
