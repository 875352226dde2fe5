/*
 * Secrets of a running game: graves, masks, hands of cards. Views, records and displays use
 * these functions only.
 */
#pragma once
#include <stdbool.h>

#include "rules/rules.h"

/* Prints the public form of an action's text: "bury:?", "assign:?", else unchanged. */
void secret_action_text(const char *action, char out[RULES_ACTION_TEXT]);
/* The same for an action that is legal in *p. */
void secret_action_print(const struct game *g, const struct position *p, struct action a,
			 char out[RULES_ACTION_TEXT]);
/*
 * Reports whether players have secrets from each other by the game's rules and start:
 * graves, masks, dealt hands. Such a game uses PINs for private pages
 * (daemon/table/table_pin.c).
 */
bool secret_between_seats(const struct game *g, const struct position *start);
/* Reports whether the game rolls dice, so that its seeds predict rolls. */
bool secret_in_seeds(const struct game *g);
/* Reports whether `seat` sees more of *p than the table does; SEAT_NONE: whether any seat does. */
bool secret_held(const struct game *g, const struct position *p, unsigned seat);

/* ---- choices of a seat, and random choices made for it ---- */

enum secret_kind {
	SECRET_NONE,
	SECRET_BURY,
	SECRET_ASSIGN,
};

/* Returns the choice of the seat to act in *p. */
enum secret_kind secret_kind_of(const struct game *g, const struct position *p);
/* Reports whether a word is a random choice: "bury:random", "assign:random", "assign:suggested". */
bool secret_is_random(const char *word);
/*
 * Returns the action for such a word, drawn by an unpredictable number. In a
 * suggested deal the king captures as a queen, rook or bishop, and the queen as a king, bishop or
 * knight. Returns false if *p has no such action.
 */
bool secret_draw(const struct game *g, const struct position *p, const char *word, uint64_t chance,
		 char out[RULES_ACTION_TEXT]);
