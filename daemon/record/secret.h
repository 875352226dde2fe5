/*
 * What of a game must not be read by everybody while it is played: where
 * something is buried, what a mask is, whose hand holds which card. One place
 * for the view, the records and whoever else shows a running game.
 */
#pragma once
#include <stdbool.h>

#include "rules/rules.h"

/* An action as everybody is told it, by its printed text: "bury:?", "assign:?", else as it is. */
void secret_action_text(const char *action, char out[RULES_ACTION_TEXT]);
/* The same of an action that is legal in *p. */
void secret_action_print(const struct game *g, const struct position *p, struct action a,
			 char out[RULES_ACTION_TEXT]);
/* Does `seat` see of *p what the table does not? SEAT_NONE: is anything hidden at all? */
bool secret_held(const struct game *g, const struct position *p, unsigned seat);
