/*
 * Setting a game up: who sits where, what is shuffled, what a match carries on
 * from one game to the next.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/record/secret.h"
#include "daemon/table/table.h"

/* ---- what is drawn ---- */

enum { OPTIONS_MAX = 1024 };

/* The options with a seed of shuffling behind them. */
static int
with_seed(const char *options, uint64_t n, char out[OPTIONS_MAX])
{
	int len = snprintf(out, OPTIONS_MAX, "%s%sseed=%llu", options, *options ? " " : "",
			   (unsigned long long)n);

	return len < OPTIONS_MAX ? 0 : -1;
}

/* The start by these options and that seed; -1: they leave nothing to shuffle by. */
static int
start_by(const struct game *g, const char *options, uint64_t n, struct position *p)
{
	char text[OPTIONS_MAX];
	struct rules_error err;

	return with_seed(options, n, text) < 0 ? -1 : rules_start(g, text, p, &err);
}

/* Is something shuffled with these options? Then another seed gives another start. */
static bool
is_shuffled(const struct game *g, const char *options)
{
	struct position p, q;

	if (start_by(g, options, 1, &p) < 0 || start_by(g, options, 2, &q) < 0)
		return false;
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return memcmp(&p, &q, sizeof(p)) != 0;
}

int
table_first(struct table *t, const struct table_setup *s, struct position *p, bool *drawn)
{
	struct rules_error err = { .why = "too long" };
	char options[OPTIONS_MAX];
	int r = -1;

	*drawn = !s->position && *t->next_seed && is_shuffled(s->game, s->options);
	if (s->position)
		r = rules_parse(s->game, s->position, p, &err);
	else if (!*drawn)
		r = rules_start(s->game, s->options, p, &err);
	else if (with_seed(s->options, chance_start(t->next_seed), options) == 0)
		r = rules_start(s->game, options, p, &err);
	if (r < 0)
		(void)snprintf(t->why, sizeof(t->why), "%s: %s",
			       s->position ? "position" : "options", err.why);
	return r;
}

/* ---- who sits where ---- */

void
table_seat_names(struct table *t, const struct table_setup *s)
{
	uint8_t who[RULES_SEATS_MAX] = { 0, 1, 2, 3 };
	char name[RULES_SEATS_MAX][RECORD_TEXT_MAX];
	unsigned n = rules_seats(s->game);

	/* A name may point into the very fields that are set below. */
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		record_text_set(name[i], s->name[i] ? s->name[i] : "");
	if (s->seating == SEATING_LOT)
		chance_lot(t->game.seeds, n, who);
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++) {
		/* The neighbour is the same hand of the other colour. */
		unsigned from = s->seating == SEATING_SWAPPED ? i ^ 1u : who[i];

		t->seat_from[i] = (uint8_t)from;
		if (i < n)
			memcpy(t->game.name[i], name[from], sizeof(name[from]));
		else
			t->game.name[i][0] = '\0';
	}
}

/* ---- the same again ---- */

/* Did the seed decide how this game began? */
static bool
was_drawn(const struct table *t)
{
	const struct game *g = t->game.game;
	const struct position *first = session_first(&t->session);
	char start[RULES_POSITION_TEXT], drawn[RULES_POSITION_TEXT];
	struct position p;

	if (!*t->game.seeds || start_by(g, "", chance_start(t->game.seeds), &p) < 0)
		return false;
	rules_print(g, first, start);
	rules_print(g, &p, drawn);
	return is_shuffled(g, "") && strcmp(start, drawn) == 0;
}

/* The value behind "key=" in a printed position, its length in *len; NULL: it has none. */
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

/* Dice-Money: both begin with the winner's prices; undecided, as this game began. */
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

/* A game like this one: drawn anew where this one was, or where its start is a secret. */
static struct table_setup
same_game(const struct table *t, char start[RULES_POSITION_TEXT], enum table_seating seating)
{
	const struct game *g = t->game.game;
	bool anew = secret_held(g, session_first(&t->session), SEAT_NONE) && is_shuffled(g, "");
	struct table_setup s = { .game = g, .options = "", .seating = (uint8_t)seating };

	memcpy(start, t->game.start, RULES_POSITION_TEXT);
	if (!anew)
		s.position = start;
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		s.name[i] = t->game.name[i];
	s.round = (unsigned)strtoul(t->game.round, NULL, 10);
	s.clock = &t->clock.spec;
	return s;
}

int
table_again(struct table *t, bool stands)
{
	char start[RULES_POSITION_TEXT];
	struct table_setup s = same_game(t, start, SEATING_AS_NAMED);
	const struct table_match m = t->match;

	s.stands = stands;
	if (table_new(t, &s) < 0)
		return -1;
	table_match_go_on(t, &m, false);
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
	table_match_go_on(t, &m, true);
	return 0;
}
