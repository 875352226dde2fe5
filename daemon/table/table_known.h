/* Known pieces by square, from game to game and after a restart. */
#pragma once
#include "daemon/core/infer.h"
#include "daemon/store/store.h"
#include "daemon/table/duty.h"

struct table_pieces {
	/* ---- private ---- */
	bool unseen[BOARD_SQUARES_MAX]; /* by board square: changed without an edge for the
					 * session */
	/* by board square: the piece that a lesson left on an unseen square; 0: unknown */
	uint8_t aside[BOARD_SQUARES_MAX];
	bool taken;                     /* `stood` was copied from the session before */
	struct infer_known stood;       /* known pieces by squares of the session's game */
	bool strange;                   /* the pieces need not be the usual array */
};

extern const struct duty table_known_duty;

/* Copies the knowledge of the running session, before a session of game g begins. */
void table_known_take(struct table *t, const struct game *g);
/* Writes what the running session knows, by squares of game g. */
void table_known_places(const struct table *t, const struct game *g, struct infer_known *out);
/* Reports whether pieces known in one game are known in the other: stones are another set, and stacks change. */
bool table_known_same_set(const struct game *a, const struct game *b);
/* Notes the pieces that a lesson of game g leaves on the board, where the game's session saw no edge. */
void table_known_aside(struct table *t, const struct game *g, const struct infer_known *k);
/*
 * Writes the game's pieces, by squares of game g, if every square reads as in the game. Else none is
 * known, as after other pieces were set up. The pieces are those of the game on the board: in a game with
 * another set (table_known_same_set) the caller writes INFER_FOREIGN instead.
 */
void table_known_if_home(const struct table *t, const struct game *g, struct infer_known *out);
/* Reports whether every square reads as in the game. */
bool table_known_home(const struct table *t);
/* Returns the known pieces for the comparison with *p. Call it once for each game. */
const struct infer_known *table_known(struct table *t, const struct game *g, const struct position *p);
/* Returns the last result of table_known. */
const struct infer_known *table_known_stood(const struct table *t);
/* Returns whether a new game must ask if its array is set up; said: a player just confirmed it. */
bool table_known_doubts(const struct table *t, bool said);
/* Stores the known pieces with a game that begins, before store_begin. */
void table_known_begin(struct table *t);
/* Returns the stored pieces of the journal's game that still fit the readings, or NULL. */
const struct infer_known *table_known_resume(struct table *t);
