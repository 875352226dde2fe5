/* A kept game that is replayed on the board, while no game runs. */
#pragma once
#include "daemon/core/guidance.h"
#include "daemon/record/record.h"
#include "daemon/session/session.h"
#include "daemon/table/duty.h"
#include "daemon/words/words.h"

struct table_showing {
	const struct game *game; /* NULL: none is replayed */
	uint32_t number, move;   /* the pieces stand, or are to stand, as after `move` actions */
	uint8_t stage;           /* enum words_replay */
	/* ---- private ---- */
	uint32_t client;         /* the client that replays it: the screen */
	struct record *record;   /* owned */
	struct table_aside *play; /* the session of the replay; owned */
	uint32_t first;          /* number of actions before those of that session */
	uint32_t planned;        /* the last action that the session got from the record */
	bool stands;             /* the pieces have matched the position since the page opened */
	struct guidance guidance;
};

extern const struct duty table_show_duty;

/*
 * Replays the record on the board, from move `move`. Takes the record on success. Returns 0, or
 * -1 with t->why.
 */
MUST_USE int table_show_open(struct table *t, uint32_t client, struct record *r, uint32_t move);
/* Ends the replay; no effect if there is none. */
void table_show_close(struct table *t);
/*
 * Writes the replay as a state for lamps and sentences. Returns false, with *out unchanged, if
 * there is none.
 */
bool table_show_state(const struct table *t, struct session_state *out);
/* Writes the next step of the replay as a sentence; there must be a replay. */
void table_show_words(const struct table *t, char out[WORDS_LINE]);
