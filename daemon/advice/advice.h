/*
 * Advice: an engine's scores of the legal actions of one position, and how good that makes each.
 * The position is public knowledge, and the scores come from the table's view, so that lights
 * reveal no secret. Pure and without allocation; advice_set uses about 70 KiB of stack.
 */
#pragma once
#include "rules/rules.h"

/* By the loss of winning chances against the best action. */
enum advice_class {
	ADVICE_BEST,
	ADVICE_GOOD,
	ADVICE_PLAYABLE,
	ADVICE_MISTAKE,
	ADVICE_BLUNDER,
	ADVICE_CLASSES, /* also: none, no score is known */
};

enum {
	ADVICE_WON = 30000, /* the score of a win, less the moves until it; the greatest */
};

/* Advice for one position; all zero: none. */
struct advice {
	const struct game *game; /* NULL: no advice */
	struct position at;      /* public */
	uint32_t number;         /* grows with every change */
	uint16_t n;
	struct advice_row {
		struct action action;
		int16_t score;    /* centipawns, from the view of the seat to act */
	} row[RULES_ACTIONS_MAX]; /* the first is the best */
};

/*
 * Reads scores, "e2e4 35 e2e3 -20", of actions that are legal in *at, which replace all earlier
 * ones. Returns 0, or -1 for any other text: then there is no advice.
 */
MUST_USE int advice_set(struct advice *a, const struct game *g, const struct position *at,
			const char *scores);
/* Reports whether there is advice for this position. */
bool advice_is_for(const struct advice *a, const struct game *g, const struct position *at);
/* Returns the class (enum advice_class) of an action of a's position. */
unsigned advice_class(const struct advice *a, struct action action);
/* Returns the loss against the best action in chances: in an even game centipawns, less in a decided one. */
int advice_loss(int score, int best);
/* Returns the class of a score, if that of the best action is `best`. */
unsigned advice_class_of(int score, int best);
