/*
 * The review of a finished game: an engine's score of each action, and of the best one instead.
 * As text, a line for each action in the order of play:
 *
 *	e2e4 30 35 d2d4 d7d5 c2c4	the action, its score, the best score, the best line
 *	roll:2,5			not scored: chance, or the only legal action
 *
 * Scores are centipawns of the game from the view of the side that acts. REVIEW_WON - n is a win
 * in n moves. The text is kept with the game and can be computed again. Pure.
 */
#pragma once
#include "daemon/advice/advice.h"
#include "daemon/record/record.h"

enum {
	REVIEW_LINE = 8, /* actions of the best line, at most */
	REVIEW_ROW = (REVIEW_LINE + 1) * RULES_ACTION_TEXT + 16, /* a line of the text, its NUL */
	REVIEW_ACTIONS_MAX = 2000, /* of a game; the scores fit into a message */
	REVIEW_WON = ADVICE_WON,
	REVIEW_WON_MOVES = 1000, /* the longest distance to a win */
};

/* The review of one action. */
struct review_row {
	bool scored;
	int played, best; /* scores */
	unsigned n;       /* actions of the best line */
	struct action line[REVIEW_LINE];
};

/*
 * Reads the line of action `a`, played at *at. Actions behind one that is not legal are dropped.
 * Returns the text behind it, or NULL if it is not that action's line.
 */
const char *review_read(const char *text, const struct game *g, const struct position *at,
			struct action a, struct review_row *row);
/* Prints the line of action `a`, which review_read reads. */
void review_print(const struct game *g, const struct position *at, struct action a,
		  const struct review_row *row, char out[REVIEW_ROW]);
/* Reports whether the record has a review, and it is that of its actions. */
bool review_is_for(const struct record *r);
/*
 * Makes a record that has the best line instead of action `move`, from 1, and of all later ones, and
 * no result. Returns 0; -ENOENT: that action has no review; or -ENOMEM; then *out is empty.
 */
MUST_USE int review_line(const struct record *r, uint32_t move, struct record *out);
/* Reports whether the action is a decision of a player: neither chance nor the only legal one. */
bool review_is_choice(const struct game *g, const struct position *at);
/* Returns the class (enum advice_class) of a scored action, ADVICE_CLASSES of any other. */
unsigned review_class(const struct review_row *row);
/* Returns whether Black acts, whose scores change their sign in White's view. */
bool review_is_black(const struct game *g, const struct position *at);
