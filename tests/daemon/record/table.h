/*
 * A substitute for the daemon's loop in the tests of the store: plays, marks
 * and pumps a game, and waits for events.
 */
#pragma once
#include "daemon/store/store.h"
#include "same.h"

enum {
	TABLE_WAIT_MS = 120000, /* far more than a test needs: a timeout is a failure */
};

struct table {
	struct store *store;
	struct record r; /* the session's game */
	uint64_t now_us;
};

/* Opens the store of a folder; fails the test if it does not open. */
void table_open(struct table *t, const char *folder);
/* Closes the store with everything on disk; fails the test if not. */
void table_close(struct table *t);

/* Begins a new game on the board and in the store. */
void table_begin(struct table *t, const char *game);
/* Plays n random actions, marks each, and pumps at the end. */
void table_play(struct table *t, unsigned n, uint64_t *seed);
void table_undo(struct table *t, unsigned n);
void table_end(struct table *t, struct record_result res);
/* Makes the end permanent. */
void table_close_end(struct table *t);

/* Waits until the store reports something, and processes the report. */
void table_wait(struct table *t);
/* Waits until everything marked is on disk. */
void table_settle(struct table *t);
/* Waits until the status reports the disk as working, or as failed. */
void table_await(struct table *t, bool working);
/* Waits until no trouble of the disk is reported, including the archive's. */
void table_await_well(struct table *t);

/* Sends a request and waits for the reply, which the caller frees. text is copied. */
struct store_answer *table_ask(struct table *t, enum store_question kind, uint32_t number,
			       const char *text);
/* Likewise, for a request with more arguments, which the store then owns. */
struct store_answer *table_ask_whole(struct table *t, const struct store_ask *q);
/* Saves another game, of six moves, under that name. */
void table_save(struct table *t, const char *name);
/* Checks that the store returns the running game of the table. */
void table_check(struct table *t);
