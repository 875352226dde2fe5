/*
 * What stands in for the daemon's loop in the tests of the store: a game that
 * is played, marked and pumped, and waiting that ends when something happens.
 */
#pragma once
#include "daemon/record/record.h"
#include "daemon/store/store.h"

enum {
	TABLE_WAIT_MS = 120000, /* far beyond what a test needs: then it has failed */
};

struct table {
	struct store *store;
	struct record r; /* the session's game */
	uint64_t now_us;
};

/* Opens the store of a folder; fails the test if it does not open. */
void table_open(struct table *t, const char *folder);
/* Closes it with all on disk; fails the test if not. */
void table_close(struct table *t);

/* A new game on the board and in the store. */
void table_begin(struct table *t, const char *game);
/* Plays n actions at random, each marked, pumped at the end. */
void table_play(struct table *t, unsigned n, uint64_t *seed);
void table_undo(struct table *t, unsigned n);
void table_end(struct table *t, struct record_result res);

/* Waits until the store reports something and takes it in. */
void table_wait(struct table *t);
/* Waits until everything marked is on disk. */
void table_settle(struct table *t);
/* Waits until the status says that the disk works, or does not. */
void table_await(struct table *t, bool working);

/* Asks and waits; the caller frees. text is copied. */
struct store_answer *table_ask(struct table *t, enum store_question kind, uint32_t number,
			       const char *text);
/* The same for a question that brings more along, which is handed over. */
struct store_answer *table_ask_whole(struct table *t, const struct store_ask *q);
/* Another game, of six moves, is saved under that name. */
void table_save(struct table *t, const char *name);
/* The running game as the store gives it back is the one on the table. */
void table_check(struct table *t);
