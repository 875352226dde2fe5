/*
 * Is a game that comes in kept already? The same is what the same PGN tells, but for the
 * number: whatever a record has beside that, as the microseconds of its moves, is lost on
 * the way through PGN, and would make a game that was played here another one when it comes
 * back.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/pgn.h"
#include "daemon/store/store_impl.h"

/* The actions by which nearly all games of the same players and day differ. */
struct marks {
	char last[RULES_ACTION_TEXT], middle[RULES_ACTION_TEXT], early[RULES_ACTION_TEXT];
};

/* "" each of a game without an action. */
static void
marks_of(const struct record *r, struct marks *out)
{
	struct position p = r->start;

	memset(out, 0, sizeof(*out));
	for (uint32_t i = 0; i < r->n; i++) {
		struct action a = r->action[i].action;

		if (i == r->n / 4)
			rules_action_print(r->game, &p, a, out->early);
		if (i == r->n / 2)
			rules_action_print(r->game, &p, a, out->middle);
		if (i + 1 == r->n)
			rules_action_print(r->game, &p, a, out->last);
		rules_apply(r->game, &p, a);
	}
}

/*
 * Does the kept game tell what r does, whose text is pgn? 1, 0 or -errno; one that cannot be
 * read tells nothing.
 */
static int
tells(struct db *db, uint32_t number, const struct record *r, const char *pgn)
{
	struct record kept = { 0 };
	char *text;
	int got = db_record(db, number, &kept);

	if (got < 0)
		return got == -EBADMSG ? 0 : got;
	kept.number = 0;
	/* What is told of a game that is not over has the seed's hash alone, which no record keeps. */
	if (kept.result.end == RECORD_UNFINISHED && !*r->seeds)
		*kept.seeds = '\0';
	text = pgn_print(&kept);
	got = text ? strcmp(text, pgn) == 0 : -ENOMEM;
	free(text);
	record_finish(&kept);
	return got;
}

int
store_known(struct db *db, const struct record *r, uint32_t after)
{
	const enum db_statement st = DB_GAMES_ALIKE;
	struct marks marks;
	char *pgn = pgn_print(r);
	int got, known = 0;

	if (!pgn)
		return -ENOMEM;
	marks_of(r, &marks);
	db_ask(db, st, "sssssssisssi", r->date, r->name[0], r->name[1], r->event, r->site, r->round,
	       rules_name(r->game), (int64_t)r->n, marks.last, marks.middle, marks.early,
	       (int64_t)after);
	while (known == 0 && (got = db_row(db, st)) != 0) {
		uint32_t number =
			got == 1 ? (uint32_t)sqlite3_column_int64(db->statement[st], 0) : 0;

		known = got == 1 ? tells(db, number, r, pgn) : got;
	}
	if (known != 0)
		db_done(db, st);
	free(pgn);
	return known;
}
