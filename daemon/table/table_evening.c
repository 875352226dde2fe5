/*
 * State beyond one game: the running score of a match, and the start of the evening.
 *
 * A match is a game and the games that `next` starts from it. Points belong to the players,
 * regardless of their present seats. An evening is the games with numbers above a certain one. It
 * begins
 *
 *   1) on request
 *   2) with the first game of another date
 *   3) without a date: with a daemon that finds no unfinished game, because a board
 *      unplugged during one resumes it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/table/table.h"

/* ---- a match ---- */

/* Returns the seat's half points for the game on the board; a shared score counts in full. */
static unsigned
half_points(const struct table *t, unsigned seat)
{
	struct record_result res = record_session_result(&t->state);
	int halves = record_halves(res.end, seat);

	if (res.end == RECORD_SCORED)
		return 2u * res.score;
	return halves > 0 ? (unsigned)halves : 0;
}

static void
keep_match(struct table *t)
{
	const struct table_match *m = &t->evening.match;
	char text[STORE_VALUE_MAX] = "";
	size_t len = 0;

	for (unsigned i = 0; m->on && i < RULES_SEATS_MAX; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%u %u ", m->halves[i],
					m->who[i]);
	table_keep(t, "match", text);
}

static void
reset_match(struct table *t)
{
	t->evening.match = (struct table_match){ .on = false, .who = { 0, 1, 2, 3 } };
	keep_match(t);
}

static void
resume_match(struct table *t)
{
	const char *at = table_kept(t, "match");
	struct table_match m = { .on = true };
	int n;

	t->evening.match = (struct table_match){ .on = false, .who = { 0, 1, 2, 3 } };
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++, at += n) {
		unsigned who;

		n = 0;
		if (!at || sscanf(at, "%u %u %n", &m.halves[i], &who, &n) != 2 ||
		    who >= RULES_SEATS_MAX)
			return;
		m.who[i] = (uint8_t)who;
	}
	t->evening.match = m;
}

struct table_match
table_match(const struct table *t)
{
	return t->evening.match;
}

void
table_match_seated(struct table *t, const uint8_t from[RULES_SEATS_MAX])
{
	memcpy(t->evening.seat_from, from, sizeof(t->evening.seat_from));
}

struct table_match
table_match_counted(const struct table *t)
{
	struct table_match m = t->evening.match;

	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		m.halves[m.who[s]] += half_points(t, s);
	return m;
}

void
table_match_continue(struct table *t, const struct table_match *before, bool counts)
{
	t->evening.match = *before;
	t->evening.match.on = t->evening.match.on || counts;
	for (unsigned s = 0; counts && s < RULES_SEATS_MAX; s++)
		t->evening.match.who[s] = before->who[t->evening.seat_from[s]];
	keep_match(t);
	t->version++;
}

unsigned
table_match_halves(const struct table *t, unsigned seat)
{
	return t->evening.match.halves[t->evening.match.who[seat]] + (t->state.over ? half_points(t, seat) : 0);
}

/* ---- an evening ---- */

static void
begin_evening(struct table *t, uint32_t after, const char *date)
{
	char text[STORE_VALUE_MAX];

	t->evening.after = after;
	(void)snprintf(t->evening.date, sizeof(t->evening.date), "%s", date);
	(void)snprintf(text, sizeof(text), "%u %s", after, date);
	table_keep(t, "evening", text);
}

static void
init(struct table *t)
{
	const char *kept = table_kept(t, "evening");
	unsigned after;
	int n = 0;

	strcpy(t->evening.date, RECORD_DATE_UNSET);
	if (!kept || sscanf(kept, "%u %n", &after, &n) != 1 || !record_date_valid(kept + n))
		return;
	t->evening.after = after;
	(void)snprintf(t->evening.date, sizeof(t->evening.date), "%s", kept + n);
}

/* Runs before the next game begins, while t->game still is the ended game. */
static void
leave(struct table *t)
{
	char today[RECORD_DATE_SIZE];

	(void)table_today(t, today);
	if (strcmp(today, RECORD_DATE_UNSET) == 0 || strcmp(today, t->evening.date) == 0)
		return;
	/* The date of the evening was unknown until now: the evening continues. */
	if (strcmp(t->evening.date, RECORD_DATE_UNSET) == 0)
		begin_evening(t, t->evening.after, today);
	else
		begin_evening(t, table_number(t), today);
}

void
table_evening_started(struct table *t, const struct record *resume)
{
	char today[RECORD_DATE_SIZE];

	(void)table_today(t, today);
	if (strcmp(today, RECORD_DATE_UNSET) == 0 && resume && resume->game &&
	    resume->result.end != RECORD_UNFINISHED)
		begin_evening(t, resume->number, today);
}

void
table_evening_reset(struct table *t)
{
	char today[RECORD_DATE_SIZE];
	uint32_t last = table_number(t);

	(void)table_today(t, today);
	/* A resumed game is the new evening's first. */
	begin_evening(t, last > 0 && !t->state.over ? last - 1 : last, today);
	t->version++;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT)
		init(t);
	else if (e->kind == DUTY_LEAVE)
		leave(t);
	else if (e->kind == DUTY_FRESH)
		reset_match(t);
	else if (e->kind == DUTY_RESUMED)
		resume_match(t);
	return false;
}

const struct duty table_evening_duty = { .event = event };
