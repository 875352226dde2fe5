/*
 * The past of a game: a record's actions, replayed. A long record needs a thousand calls of the
 * rules, so the journal's clerk or start-up makes the past; the loop only copies it. Depends only
 * on the record.
 */
#pragma once
#include "daemon/record/record.h"
#include "daemon/session/session.h"
#include "daemon/table/book.h"

struct table_past {
	const struct record *record;	/* the record replayed; not a copy */
	struct session session;		/* without a board: derived from the record only */
	struct table_book book;		/* the actions that could be played before an end */
};

/* Allocates over 2 MB; the record must outlive it. NULL: no memory, or no game in the record. */
struct table_past *table_past_make(const struct record *r);
void table_past_free(struct table_past *p);
/* Reports whether all of it could be played. */
static inline bool
table_past_whole(const struct table_past *p)
{
	return p->book.n == p->record->n;
}
