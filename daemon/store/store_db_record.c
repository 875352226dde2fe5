/* Conversion between the journal's rows and records. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/review.h"
#include "daemon/store/store_db.h"

int
db_record_head(sqlite3_stmt *q, struct record *r, char why[STORE_WHY_MAX])
{
	const struct game *game = rules_game(db_column(q, 0));
	struct position start;
	struct rules_error error;

	if (!game) {
		(void)snprintf(why, STORE_WHY_MAX, "\"%.20s\" is no game known here",
			       db_column(q, 0));
		return -EBADMSG;
	}
	if (rules_parse(game, db_column(q, 1), &start, &error) < 0) {
		(void)snprintf(why, STORE_WHY_MAX, "start position: %s", error.why);
		return -EBADMSG;
	}
	record_init(r, game, &start);
	if (record_date_valid(db_column(q, 2)))
		strcpy(r->date, db_column(q, 2));
	for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
		record_text_set(r->name[seat], db_column(q, 3 + seat));
	record_text_set(r->event, db_column(q, 7));
	record_text_set(r->site, db_column(q, 8));
	record_text_set(r->round, db_column(q, 9));
	if (chance_valid(db_column(q, 14)))
		strcpy(r->seeds, db_column(q, 14));
	(void)snprintf(r->clock, sizeof(r->clock), "%s", db_column(q, 15));
	return 0;
}

static int
record_head(struct db *d, uint32_t number, struct record *r, uint32_t *n_actions)
{
	sqlite3_stmt *q = d->statement[DB_GAME_GET];
	char why[STORE_WHY_MAX];

	if (db_record_head(q, r, why) < 0)
		return db_fail(d, -EBADMSG, "game %u: %s", number, why);
	r->number = number;
	r->result.end = (uint8_t)sqlite3_column_int(q, 10);
	snprintf(r->result.reason, sizeof(r->result.reason), "%s", db_column(q, 11));
	r->result.score = (uint8_t)sqlite3_column_int(q, 12);
	r->revisable = sqlite3_column_int(q, 16) != 0;
	*n_actions = (uint32_t)sqlite3_column_int64(q, 13);
	if (r->result.end > RECORD_LOST)
		return db_fail(d, -EBADMSG, "game %u: no result has the number %u", number,
			       r->result.end);
	return 0;
}

/* Returns the time of a column: -1 is none. */
static uint64_t
time_of(int64_t us)
{
	return us < 0 ? RECORD_NO_TIME : (uint64_t)us;
}

static int64_t
column_of(uint64_t us)
{
	return us == RECORD_NO_TIME ? -1 : (int64_t)us;
}

static int
record_actions(struct db *d, uint32_t number, struct record *r)
{
	sqlite3_stmt *q;
	int got;

	db_ask(d, DB_ACTIONS_GET, "i", (int64_t)number);
	q = d->statement[DB_ACTIONS_GET];
	while ((got = db_row(d, DB_ACTIONS_GET)) == 1) {
		const char *text = db_text(d, DB_ACTIONS_GET, 1);
		int64_t t_us = sqlite3_column_int64(q, 2);

		got = -EINVAL;
		if (sqlite3_column_int64(q, 0) == r->n)
			got = record_add_text(r, text, time_of(t_us));
		if (got < 0) {
			got = db_fail(d, got == -EINVAL ? -EBADMSG : got,
				      "game %u: action %u, \"%.24s\", does not fit", number,
				      r->n + 1, text);
			break;
		}
		r->action[r->n - 1].clock_us = time_of(sqlite3_column_int64(q, 3));
	}
	db_done(d, DB_ACTIONS_GET);
	return got;
}

bool
db_game_is_public(struct db *d, enum db_statement st, int revisable)
{
	char why[STORE_WHY_MAX];
	struct record r = { 0 };

	if (db_record_head(d->statement[st], &r, why) < 0)
		return false;
	r.result.end = (uint8_t)sqlite3_column_int(d->statement[st], 10);
	r.revisable = sqlite3_column_int(d->statement[st], revisable) != 0;
	return record_is_public(&r);
}

/* Reads who plays, if the game has computers and is not finished. */
static int
record_players(struct db *d, uint32_t number, struct record *r)
{
	int got;

	db_ask(d, DB_PLAYERS_GET, "i", (int64_t)number);
	got = db_row(d, DB_PLAYERS_GET);
	if (got == 1)
		(void)snprintf(r->players, sizeof(r->players), "%s", db_text(d, DB_PLAYERS_GET, 0));
	db_done(d, DB_PLAYERS_GET);
	return got < 0 ? got : 0;
}

int
db_record(struct db *d, uint32_t number, struct record *r)
{
	struct record_result rules;
	uint32_t n_actions = 0;
	int got;

	db_ask(d, DB_GAME_GET, "i", (int64_t)number);
	got = db_row(d, DB_GAME_GET);
	if (got == 0)
		return db_fail(d, -ENOENT, "there is no game %u", number);
	if (got == 1)
		got = record_head(d, number, r, &n_actions);
	db_done(d, DB_GAME_GET);
	if (got == 0)
		got = record_players(d, number, r);
	if (got == 0)
		got = record_actions(d, number, r);
	/* More actions than the count are accepted, because each was checked to be legal. */
	if (got == 0 && r->n < n_actions)
		got = db_fail(d, -EBADMSG, "game %u: %u of its %u actions are there", number, r->n,
			      n_actions);
	if (got == 0 && record_result_settle(r, &rules) < 0)
		got = db_fail(d, -EBADMSG, "game %u: the result is \"%s\", but by the rules \"%s\"",
			      number, r->result.reason, rules.reason);
	if (got < 0)
		record_finish(r);
	return got;
}

void
db_record_review(struct db *d, struct record *r)
{
	db_ask(d, DB_REVIEW_GET, "i", (int64_t)r->number);
	if (db_row(d, DB_REVIEW_GET) == 1)
		r->review = strdup(db_text(d, DB_REVIEW_GET, 0));
	if (d->statement[DB_REVIEW_GET])
		db_done(d, DB_REVIEW_GET);
	if (r->review && !review_is_for(r)) {
		free(r->review);
		r->review = NULL;
	}
}

static int
record_action_add(struct db *d, const struct record *r, uint32_t i, struct position *p,
		  uint32_t number)
{
	const struct record_action *a = &r->action[i];
	char text[RULES_ACTION_TEXT];

	rules_action_print(r->game, p, a->action, text);
	rules_apply(r->game, p, a->action);
	return db_run(d, DB_ACTION_ADD, "iisii", (int64_t)number, (int64_t)i, text,
		      column_of(a->t_us), column_of(a->clock_us));
}

int
db_game_add(struct db *d, const struct record *r, uint32_t n, uint32_t *number)
{
	char start[RULES_POSITION_TEXT];
	int err;

	rules_print(r->game, &r->start, start);
	err = db_run(d, DB_GAME_ADD, "ssssssssssisiissi", rules_name(r->game), start, r->date,
		     r->name[0], r->name[1], r->name[2], r->name[3], r->event, r->site, r->round,
		     (int64_t)r->result.end, r->result.reason, (int64_t)r->result.score, (int64_t)n,
		     r->seeds, r->clock, (int64_t)*number);
	*number = (uint32_t)sqlite3_last_insert_rowid(d->sql);
	return err;
}

int
db_record_add(struct db *d, const struct record *r, uint32_t *number)
{
	struct position p = r->start;
	int err = db_game_add(d, r, r->n, number);

	for (uint32_t i = 0; err == 0 && i < r->n; i++)
		err = record_action_add(d, r, i, &p, *number);
	return err;
}
