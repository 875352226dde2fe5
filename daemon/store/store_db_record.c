/* Games between the journal's rows and records. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/store/store_db.h"

static int
record_head(struct db *d, uint32_t number, struct record *r, uint32_t *n_actions)
{
	enum db_statement st = DB_GAME_GET;
	const struct game *game = rules_game(db_text(d, st, 0));
	struct position start;
	struct rules_error why;

	if (!game)
		return db_fail(d, -EBADMSG, "game %u: \"%.20s\" is no game known here", number,
			       db_text(d, st, 0));
	if (rules_parse(game, db_text(d, st, 1), &start, &why) < 0)
		return db_fail(d, -EBADMSG, "game %u: start position: %s", number, why.why);
	record_init(r, game, &start);
	r->number = number;
	if (record_date_valid(db_text(d, st, 2)))
		strcpy(r->date, db_text(d, st, 2));
	for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
		record_text_set(r->name[seat], db_text(d, st, 3 + seat));
	record_text_set(r->event, db_text(d, st, 7));
	record_text_set(r->site, db_text(d, st, 8));
	record_text_set(r->round, db_text(d, st, 9));
	r->result.end = (uint8_t)sqlite3_column_int(d->statement[st], 10);
	snprintf(r->result.reason, sizeof(r->result.reason), "%s", db_text(d, st, 11));
	r->result.score = (uint8_t)sqlite3_column_int(d->statement[st], 12);
	*n_actions = (uint32_t)sqlite3_column_int64(d->statement[st], 13);
	if (chance_valid(db_text(d, st, 14)))
		strcpy(r->seeds, db_text(d, st, 14));
	(void)snprintf(r->clock, sizeof(r->clock), "%s", db_text(d, st, 15));
	if (r->result.end > RECORD_LOST)
		return db_fail(d, -EBADMSG, "game %u: no result has the number %u", number,
			       r->result.end);
	return 0;
}

/* A time as a column has it: -1 stands for none. */
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
		got = record_actions(d, number, r);
	/* More than were counted are good all the same: they are legal, one after the other. */
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
db_record_add(struct db *d, const struct record *r, uint32_t *number)
{
	enum db_statement st = *number ? DB_GAME_ADD_NUMBERED : DB_GAME_ADD;
	const char *types = *number ? "ssssssssssisiissi" : "ssssssssssisiiss";
	char start[RULES_POSITION_TEXT];
	struct position p = r->start;
	int err;

	rules_print(r->game, &r->start, start);
	err = db_run(d, st, types, rules_name(r->game), start, r->date, r->name[0], r->name[1],
		     r->name[2], r->name[3], r->event, r->site, r->round, (int64_t)r->result.end,
		     r->result.reason, (int64_t)r->result.score, (int64_t)r->n, r->seeds, r->clock,
		     (int64_t)*number);
	*number = (uint32_t)sqlite3_last_insert_rowid(d->sql);
	for (uint32_t i = 0; err == 0 && i < r->n; i++)
		err = record_action_add(d, r, i, &p, *number);
	return err;
}
