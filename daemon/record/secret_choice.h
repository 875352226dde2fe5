/*
 * Secret choices of a seat, and random choices made for it: the square that hides a
 * captured piece, the deal of masks. Pure; the caller provides the random number.
 */
#pragma once
#include <stdbool.h>

#include "daemon/record/secret.h"

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
