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
	struct record_walk at;   /* after `move` actions */
	struct footprint next;   /* of the next action */
	struct sqset lift;       /* squares whose piece the next action replaces, not seen empty yet */
	/* Pieces known on their squares, without marks; 0: unknown or none. */
	uint8_t standing[RULES_SQUARES_MAX];
	bool stands;             /* the pieces have matched *at since the replay came to `move` */
	struct guidance guidance;
	uint64_t look_us;        /* when the board is compared next; UINT64_MAX: after an edge */
};

extern const struct duty table_show_duty;

/*
 * Replays the record on the board, from move `move`, with position *at. Takes the record on
 * success. Returns 0, or -1 with t->why.
 */
MUST_USE int table_show_open(struct table *t, uint32_t client, struct record *r, uint32_t move,
			     const struct record_walk *at);
/* Ends the replay; no effect if there is none. */
void table_show_close(struct table *t);
/*
 * Writes the replay as a state for lamps and sentences. Returns false, with *out unchanged, if
 * there is none.
 */
bool table_show_state(const struct table *t, struct session_state *out);
/* Writes the next step of the replay as a sentence; there must be a replay. */
void table_show_words(const struct table *t, char out[WORDS_LINE]);
