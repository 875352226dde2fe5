/*
 * The review of a finished game: the partner scores one action after the other, and the store keeps
 * the result (daemon/record/review.h).
 */
#pragma once
#include <stdio.h>

#include "daemon/record/review.h"
#include "daemon/table/duty.h"

struct table_review {
	uint32_t number;     /* the game that is reviewed, or whose review failed; 0: none */
	uint32_t done, of;   /* its actions */
	bool failed;         /* the partner could not go on, or the store could not keep the result */
	/* ---- private ---- */
	struct record *record; /* owned; NULL: nothing is to be scored */
	struct position at;    /* before action `done` */
	uint32_t task;         /* grows with each scored action */
	FILE *out;             /* writes to `text` */
	char *text;
	size_t size;
	uint64_t again_us;     /* after the last action: when a busy store is asked again */
};

extern const struct duty table_review_duty;

/*
 * Begins the review of the record, which replaces one that runs. Takes the record. Returns 0, or -1
 * with t->why: it cannot be reviewed, or there is no partner.
 */
MUST_USE int table_review_begin(struct table *t, struct record *r);
/* Reports whether the review of that game runs, or is on its way to the store. */
bool table_review_runs(const struct table *t, uint32_t number);
/* Returns the number of the action that the partner is to score, or 0. */
uint32_t table_review_wanted(const struct table *t);
/* Returns the wanted action's game, and writes its position and its text. */
const struct game *table_review_action(const struct table *t, char at[RULES_POSITION_TEXT],
				       char action[RULES_ACTION_TEXT]);
/*
 * Takes the wanted action's score, the best score and the best line, "d2d4 d7d5". Returns 0, or -1 if
 * they cannot be read.
 */
MUST_USE int table_review_take(struct table *t, int played, int best, const char *line);
/* Ends the review: the partner cannot go on. */
void table_review_failed(struct table *t, const char *why);
/* Handles the store's reply to the review that it was to keep. */
void table_review_kept(struct table *t, int err, const char *why);
