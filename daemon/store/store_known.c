/*
 * Finds out whether an incoming game is already kept: a kept game has the same PGN, apart from the
 * number. Other data, such as microseconds, is not in PGN and is ignored: otherwise a game played
 * here would count as new when its export is imported.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/pgn.h"
#include "daemon/store/store_impl.h"

/* Prints the last action, which differs in most games of the same players and day; "": none. */
static void
last_print(const struct record *r, char out[RULES_ACTION_TEXT])
{
	struct position p = r->start;

	*out = '\0';
	for (uint32_t i = 0; i < r->n; i++) {
		if (i + 1 == r->n)
			rules_action_print(r->game, &p, r->action[i].action, out);
		rules_apply(r->game, &p, r->action[i].action);
	}
}

/*
 * Reports whether the kept game prints the same PGN as r. *pgn caches the PGN of r. Returns 1, 0 or
 * -errno; 0 if the kept game cannot be read.
 */
static int
is_same_pgn(struct db *db, uint32_t number, const struct record *r, char **pgn)
{
	struct record kept = { 0 };
	char *text;
	int got = db_record(db, number, &kept);

	if (got < 0)
		return got == -EBADMSG ? 0 : got;
	/* An import must not reveal whether a guess about secrets is right. */
	if (record_stage_of(&kept) == RECORD_STAGE_ENDED && record_hides(&kept)) {
		record_finish(&kept);
		return 0;
	}
	kept.number = 0;
	/*
	 * Before its record is public, a game's PGN has only the hash of the seed, and a record
	 * has no place for a hash.
	 */
	if (!record_is_public(&kept) && !*r->seeds)
		*kept.seeds = '\0';
	text = pgn_print(&kept);
	if (!*pgn)
		*pgn = pgn_print(r);
	got = text && *pgn ? strcmp(text, *pgn) == 0 : -ENOMEM;
	free(text);
	record_finish(&kept);
	return got;
}

int
store_known(struct db *db, const struct record *r)
{
	const enum db_statement st = DB_GAMES_ALIKE;
	char last[RULES_ACTION_TEXT];
	int got, known = 0;
	char *pgn = NULL;

	last_print(r, last);
	db_ask(db, st, "sssssssis", r->date, r->name[0], r->name[1], r->event, r->site, r->round,
	       rules_name(r->game), (int64_t)r->n, last);
	while (known == 0 && (got = db_row(db, st)) != 0) {
		uint32_t number =
			got == 1 ? (uint32_t)sqlite3_column_int64(db->statement[st], 0) : 0;

		known = got == 1 ? is_same_pgn(db, number, r, &pgn) : got;
	}
	if (known != 0)
		db_done(db, st);
	free(pgn);
	return known;
}
