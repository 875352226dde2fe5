/*
 * The review of a finished game. Actions that are no choice are passed over; each other one is a task
 * of the partner.
 *
 *   event                          number     record   task
 *   a client asks for a review     the game   its own  a new number
 *   the partner scored the action  the same   the same a new number
 *   … and it was the last one      the same   none     none: the store keeps the text
 *   … but the store is busy        the same   the same none, and the store is asked again
 *   the store has kept it          none       none     none
 *   the partner or the store fails the same   none     none, and `failed`
 *
 * While no partner is connected the task waits.
 */
#include "daemon/table/table_review.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/log.h"
#include "daemon/table/table.h"
#include "hw/text/text.h"

/* A busy store is asked again after this long. */
enum { AGAIN_US = 1000000 };

/* Ends the scoring and frees the record; `number` stays. */
static void
finish(struct table_review *v)
{
	if (v->out)
		(void)fclose(v->out);
	free(v->text);
	if (v->record)
		record_finish(v->record);
	free(v->record);
	v->out = NULL;
	v->text = NULL;
	v->record = NULL;
}

static void
fail(struct table *t, const char *why)
{
	log_line(LOG_GAME, "the review of game %u ended: %s", t->review.number, why);
	finish(&t->review);
	t->review.failed = true;
	t->version++;
}

/* Passes the finished text to the store, now or later. */
static void
keep(struct table *t)
{
	struct table_review *v = &t->review;
	struct store_ask q = { .kind = STORE_REVIEW, .number = v->number, .text = strdup(v->text) };

	if (!q.text)
		fail(t, "no memory");
	else if (store_ask(t->store, &q) == -EAGAIN)
		v->again_us = t->now_us + AGAIN_US;
	else
		finish(v);
}

/* Ends the text, after the last action. */
static void
end_text(struct table *t)
{
	struct table_review *v = &t->review;
	bool written = fclose(v->out) == 0;

	v->out = NULL;
	if (written && t->store) {
		table_lesson_mistakes_note(t, v->record, v->text);
		keep(t);
	} else {
		fail(t, "no memory, or no games are kept");
	}
}

/* Writes the line of the action and goes on to the next one that is a choice. */
static void
write_row(struct table_review *v, const struct review_row *row)
{
	const struct record *r = v->record;
	const struct action a = r->action[v->done].action;
	char line[REVIEW_ROW];

	review_print(r->game, &v->at, a, row, line);
	(void)fputs(line, v->out);
	rules_apply(r->game, &v->at, a);
	v->done++;
}

/* Finds the next action to score, or keeps the review. */
static void
go_on(struct table *t)
{
	static const struct review_row none = { .scored = false };
	struct table_review *v = &t->review;

	while (v->done < v->of && !review_is_choice(v->record->game, &v->at))
		write_row(v, &none);
	v->task += 1u + (v->task == UINT32_MAX);
	t->version++;
	if (v->done == v->of)
		end_text(t);
}

static int
refuse(struct table *t, const struct record *r)
{
	if (rules_partners(r->game))
		return table_refuse(t, tr("in this game all play together: there is nothing to "
					  "review"));
	if (r->result.end == RECORD_UNFINISHED)
		return table_refuse(t, tr("only a finished game can be reviewed"));
	if (!record_is_public(r))
		return table_refuse(t, tr("this game still hides something: it can be reviewed when "
					  "that is revealed"));
	if (r->n == 0 || r->n > REVIEW_ACTIONS_MAX)
		return table_refuse(t, r->n ? tr("this game is too long for a review")
					    : tr("this game has no move"));
	if (table_is_partner(t, 0))
		return table_refuse(t, tr("halo-partner, which reviews games, is not running"));
	return 0;
}

int
table_review_begin(struct table *t, struct record *r)
{
	struct table_review *v = &t->review;

	if (refuse(t, r) < 0) {
		record_finish(r);
		free(r);
		return -1;
	}
	finish(v);
	v->record = r;
	v->out = open_memstream(&v->text, &v->size);
	if (!v->out) {
		finish(v);
		v->number = 0;
		return table_refuse(t, "out of memory");
	}
	v->number = r->number;
	v->done = 0;
	v->of = r->n;
	v->failed = false;
	v->at = r->start;
	go_on(t);
	return 0;
}

bool
table_review_runs(const struct table *t, uint32_t number)
{
	return t->review.number == number && !t->review.failed;
}

uint32_t
table_review_wanted(const struct table *t)
{
	const struct table_review *v = &t->review;

	return v->record && v->done < v->of && !table_is_partner(t, 0) ? v->task : 0;
}

const struct game *
table_review_action(const struct table *t, char at[RULES_POSITION_TEXT],
		    char action[RULES_ACTION_TEXT])
{
	const struct table_review *v = &t->review;
	const struct game *g = v->record->game;

	rules_print(g, &v->at, at);
	rules_action_print(g, &v->at, v->record->action[v->done].action, action);
	return g;
}

int
table_review_take(struct table *t, int played, int best, const char *line)
{
	struct table_review *v = &t->review;
	const struct record *r = v->record;
	char text[REVIEW_ROW], action[RULES_ACTION_TEXT];
	struct review_row row;

	rules_action_print(r->game, &v->at, r->action[v->done].action, action);
	text_print(text, sizeof(text) - 1, "%s %d %d %s", action, played, best, line);
	(void)strcat(text, "\n");
	if (!review_read(text, r->game, &v->at, r->action[v->done].action, &row) || !row.scored)
		return -1;
	write_row(v, &row);
	go_on(t);
	return 0;
}

void
table_review_failed(struct table *t, const char *why)
{
	char text[80];

	text_clean(text, sizeof(text), why);
	fail(t, text);
}

void
table_review_kept(struct table *t, int err, const char *why)
{
	/* Another review may have begun meanwhile. */
	if (t->review.record)
		return;
	if (err < 0) {
		fail(t, why);
		return;
	}
	t->review.number = 0;
	t->version++;
}

/* Returns when a busy store is asked again to keep the finished text. */
static uint64_t
deadline(const struct table *t)
{
	const struct table_review *v = &t->review;

	return v->record && v->done == v->of ? v->again_us : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	(void)now_us;
	keep(t);
}

const struct duty table_review_duty = { .turn = turn, .deadline = deadline };
