/*
 * The past of a game: a record's actions, played in. The rules are asked a thousand times
 * for a long one, so it is made away from the loop, by the journal's clerk or before the
 * loop begins; the loop copies it. Depends on the record alone.
 */
#pragma once
#include "daemon/record/record.h"
#include "daemon/session/session.h"
#include "daemon/table/book.h"

struct table_past {
	const struct record *record;	/* whose game it is: not a copy */
	struct session session;		/* of no board: what is played in is told of it alone */
	struct table_book book;		/* as many actions as could be played before an end */
};

/* Allocated, over 2 MB; the record outlives it. NULL: no memory, or no game in the record. */
struct table_past *table_past_make(const struct record *r);
void table_past_free(struct table_past *p);
/* All of it could be played. */
static inline bool
table_past_whole(const struct table_past *p)
{
	return p->book.n == p->record->n;
}
