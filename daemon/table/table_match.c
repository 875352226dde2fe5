/* The same game again, and the next game of a match: what is drawn again, and what is kept. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/record/secret.h"
#include "daemon/table/table.h"

/* Reports whether the seed decided the game's start. */
static bool
was_drawn(const struct table *t)
{
	const struct game *g = t->game.game;
	const struct position *first = session_first(&t->session);
	char start[RULES_POSITION_TEXT], drawn[RULES_POSITION_TEXT];
	struct position p;

	if (!*t->game.seeds || table_start_by(g, "", chance_start(t->game.seeds), &p) < 0)
		return false;
	rules_print(g, first, start);
	rules_print(g, &p, drawn);
	return table_is_shuffled(g, "") && strcmp(start, drawn) == 0;
}

/* Returns the value of "key=" in a printed position, with its length; NULL: absent. */
static const char *
key_value(const char *position, const char *key, size_t *len)
{
	const char *at = strstr(position, key);

	if (!at)
		return NULL;
	at += strlen(key);
	*len = strcspn(at, " ");
	return at;
}

/*
 * Writes the prices of both sides: the winner's prices, or after a draw the prices at the start
 * of this game.
 */
static void
carry_prices(const struct table *t, char start[RULES_POSITION_TEXT])
{
	const struct record_result res = record_session_result(&t->state);
	char last[RULES_POSITION_TEXT], head[RULES_POSITION_TEXT];
	const char *to, *from, *slash;
	size_t to_len, len;

	if (res.end != RECORD_WHITE_WINS && res.end != RECORD_BLACK_WINS)
		return;
	rules_print(t->game.game, t->state.settled, last);
	to = key_value(start, "prices=", &to_len);
	from = key_value(last, "prices=", &len);
	if (!to || !from)
		return;
	slash = memchr(from, '/', len);
	assert(slash);
	if (res.end == RECORD_BLACK_WINS) {
		len -= (size_t)(slash + 1 - from);
		from = slash + 1;
	} else {
		len = (size_t)(slash - from);
	}
	(void)snprintf(head, sizeof(head), "%.*s%.*s/%.*s%s", (int)(to - start), start, (int)len,
		       from, (int)len, from, to + to_len);
	memcpy(start, head, RULES_POSITION_TEXT);
}

/*
 * Returns the setup of this game, to be drawn again if this game was drawn or its start is
 * secret.
 */
static struct table_setup
same_game(const struct table *t, char start[RULES_POSITION_TEXT], enum table_seating seating)
{
	const struct game *g = t->game.game;
	bool anew = secret_held(g, session_first(&t->session), SEAT_NONE) && table_is_shuffled(g, "");
	struct table_setup s = { .game = g, .options = "", .seating = (uint8_t)seating };

	rules_print(g, &t->game.start, start);
	if (!anew)
		s.position = start;
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		s.name[i] = t->game.name[i];
	table_seats_players(t, s.player);
	s.round = (unsigned)strtoul(t->game.round, NULL, 10);
	s.clock = table_clock_spec(t);
	return s;
}

int
table_again(struct table *t, bool stands)
{
	char start[RULES_POSITION_TEXT];
	struct table_setup s = same_game(t, start, SEATING_AS_NAMED);
	const struct table_match m = table_match(t);

	s.stands = stands;
	if (table_new(t, &s) < 0)
		return -1;
	table_match_continue(t, &m, false);
	return 0;
}

int
table_next(struct table *t, enum table_seating seating)
{
	char start[RULES_POSITION_TEXT];
	struct table_setup s = same_game(t, start, seating);
	struct table_match m;

	if (was_drawn(t))
		s.position = NULL;
	carry_prices(t, start);
	s.round = (s.round ? s.round : 1) + 1;
	m = table_match_counted(t);
	if (table_new(t, &s) < 0)
		return -1;
	table_match_continue(t, &m, true);
	return 0;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_NEW_GAME && table_again(t, true) < 0)
		log_line(LOG_BUG, "the new game that was offered cannot begin: %s", t->why);
	return false;
}

const struct duty table_match_duty = { .event = event };
