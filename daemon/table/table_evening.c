/*
 * What goes beyond one game: the running score of a match, and since when it is
 * this evening.
 *
 * A match is a game and those that `next` makes of it. Its points belong to the
 * players, wherever they sit now.
 *
 * An evening is the games with numbers behind a certain one. It begins
 *   1) when somebody says so
 *   2) with the first game of another day
 *   3) where nobody knows the day: with a daemon that finds no unfinished game,
 *      since a board that was unplugged in the middle of one goes on with it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/table/table.h"

/* ---- a match ---- */

/* What the seat made of the game on the board, in half points; a shared score counts whole. */
static unsigned
made(const struct table *t, unsigned seat)
{
	struct record_result res = record_session_result(&t->state);
	int halves = record_halves(res.end, seat);

	if (res.end == RECORD_SCORED)
		return 2u * res.score;
	return halves > 0 ? (unsigned)halves : 0;
}

static void
keep_match(const struct table *t)
{
	const struct table_match *m = &t->match;
	char text[STORE_VALUE_MAX] = "";
	size_t len = 0;

	for (unsigned i = 0; m->on && i < RULES_SEATS_MAX; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%u %u ", m->halves[i],
					m->who[i]);
	if (t->store && (m->on || store_setting(t->store, "match")) &&
	    store_setting_set(t->store, "match", text) < 0)
		log_line(LOG_BUG, "the match has no room");
}

void
table_match_forget(struct table *t)
{
	t->match = (struct table_match){ .on = false, .who = { 0, 1, 2, 3 } };
	keep_match(t);
}

void
table_match_resume(struct table *t)
{
	const char *at = t->store ? store_setting(t->store, "match") : NULL;
	struct table_match m = { .on = true };
	int n;

	t->match = (struct table_match){ .on = false, .who = { 0, 1, 2, 3 } };
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++, at += n) {
		unsigned who;

		n = 0;
		if (!at || sscanf(at, "%u %u %n", &m.halves[i], &who, &n) != 2 ||
		    who >= RULES_SEATS_MAX)
			return;
		m.who[i] = (uint8_t)who;
	}
	t->match = m;
}

struct table_match
table_match_counted(const struct table *t)
{
	struct table_match m = t->match;

	for (unsigned s = 0; s < rules_seats(t->state.game); s++)
		m.halves[m.who[s]] += made(t, s);
	return m;
}

void
table_match_go_on(struct table *t, const struct table_match *before, bool counts)
{
	t->match = *before;
	t->match.on = t->match.on || counts;
	for (unsigned s = 0; counts && s < RULES_SEATS_MAX; s++)
		t->match.who[s] = before->who[t->seat_from[s]];
	keep_match(t);
	t->version++;
}

unsigned
table_match_halves(const struct table *t, unsigned seat)
{
	return t->match.halves[t->match.who[seat]] + (t->state.over ? made(t, seat) : 0);
}

/* ---- an evening ---- */

static void
begin_evening(struct table *t, uint32_t after, const char *date)
{
	char text[STORE_VALUE_MAX];

	t->evening_after = after;
	(void)snprintf(t->evening_date, sizeof(t->evening_date), "%s", date);
	(void)snprintf(text, sizeof(text), "%u %s", after, date);
	if (t->store && store_setting_set(t->store, "evening", text) < 0)
		log_line(LOG_BUG, "the evening has no room");
}

void
table_evening_init(struct table *t)
{
	const char *kept = t->store ? store_setting(t->store, "evening") : NULL;
	unsigned after;
	int n = 0;

	strcpy(t->evening_date, RECORD_DATE_UNSET);
	if (!kept || sscanf(kept, "%u %n", &after, &n) != 1 || !record_date_valid(kept + n))
		return;
	t->evening_after = after;
	(void)snprintf(t->evening_date, sizeof(t->evening_date), "%s", kept + n);
}

/* Before a game begins: the one on the board has its number still. */
void
table_evening_game(struct table *t)
{
	char today[RECORD_DATE_SIZE];

	(void)table_today(t, today);
	if (strcmp(today, RECORD_DATE_UNSET) == 0 || strcmp(today, t->evening_date) == 0)
		return;
	/* A day that was only unknown is the same evening's. */
	if (strcmp(t->evening_date, RECORD_DATE_UNSET) == 0)
		begin_evening(t, t->evening_after, today);
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
	/* A game that goes on is the new evening's first. */
	begin_evening(t, last > 0 && !t->state.over ? last - 1 : last, today);
	t->version++;
}
