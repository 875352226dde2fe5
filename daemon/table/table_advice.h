/* Advice of the partner about a person's next action: graded light and the hint button. */
#pragma once
#include "daemon/advice/advice.h"
#include "daemon/table/duty.h"
#include "daemon/words/words.h"

struct table_advice {
	/* As the seat has chosen, else as the settings. */
	struct {
		uint8_t graded_pieces; /* in a turn; 0: no limit */
		bool asks_blunders;    /* before they are final */
	} seat[RULES_SEATS_MAX];
	/* ---- private ---- */
	struct advice advice;
	uint8_t step; /* enum words_hint: presses of the hint button in this position */
	uint8_t whose; /* turn it is, in which lifted pieces are counted */
	uint32_t n_actions;
	struct action asked; /* the shown action, if EVENT_BLUNDER was sent for it */
};

extern const struct duty table_advice_duty;
/* Sets how a seat uses advice: its limit of graded pieces, and whether it is asked before blunders. */
void table_advice_limit(struct table *t, unsigned seat, unsigned pieces);
void table_advice_ask(struct table *t, unsigned seat, bool asks);

/* Returns the task (struct table_seats) whose position the partner is to grade, or 0. */
uint32_t table_advice_wanted(const struct table *t);
/*
 * Takes the scores of the table's legal actions (advice_set) for the wanted task. Returns 0, or -1
 * if they cannot be read.
 */
MUST_USE int table_advice_take(struct table *t, const char *scores);
/* Writes the sentence of the hint button; returns false if there is none. */
bool table_advice_words(const struct table *t, char out[WORDS_LINE]);
