#include "daemon/table/past.h"

#include <stdlib.h>

#include "daemon/table/table.h"

/* Plays one action in session and book; returns false if it is illegal. */
static bool
play_one(struct table_past *past, const struct record_action *ra)
{
	struct table_book *b = &past->book;
	struct position before = b->at;
	char text[RULES_ACTION_TEXT];
	struct table_move *m;

	rules_action_print(b->game, &b->at, ra->action, text);
	if (session_play(&past->session, text, 0) < 0)
		return false;
	m = book_add(b, ra->action);
	m->t_us = ra->t_us == RECORD_NO_TIME ? 0 : ra->t_us;
	table_clock_replayed(b, m, &before, ra->clock_us);
	return true;
}

struct table_past *
table_past_make(const struct record *r)
{
	const struct session_config c = session_config_default();
	struct table_past *past = r->game ? calloc(1, sizeof(*past)) : NULL;
	char start[RULES_POSITION_TEXT];
	struct rules_error err;

	if (!past)
		return NULL;
	past->record = r;
	rules_print(r->game, &r->start, start);
	book_begin(&past->book, r->game, &r->start);
	if (session_start(&past->session, &c, r->game, start, NULL, NULL, NULL, 0, &err) < 0)
		return past;
	for (uint32_t i = 0; i < r->n && play_one(past, &r->action[i]); i++)
		continue;
	return past;
}

void
table_past_free(struct table_past *p)
{
	free(p);
}
