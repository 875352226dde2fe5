/*
 * What a seat may choose in secret, and choices made for it: which square hides
 * a captured piece, which masks are dealt. Pure; chance comes as a number.
 */
#pragma once
#include <stdbool.h>

#include "daemon/record/secret.h"

enum secret_kind {
	SECRET_NONE,
	SECRET_BURY,
	SECRET_ASSIGN,
};

/* What the seat to act is to choose in *p. */
enum secret_kind secret_kind_of(const struct game *g, const struct position *p);
/* "bury:random", "assign:random", "assign:suggested"; else the word stands for itself. */
bool secret_is_lot(const char *word);
/*
 * The action that such a word becomes, by a number that nobody foresees. A
 * suggestion deals no kind its own way of capturing, so that every piece is
 * worth asking about. False: there is none such in *p.
 */
bool secret_draw(const struct game *g, const struct position *p, const char *word, uint64_t chance,
		 char out[RULES_ACTION_TEXT]);
