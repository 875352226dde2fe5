/* The local screen, the pages of seats and their tokens. */
#pragma once
#include "daemon/table/duty.h"
#include "rules/rules.h"

enum { TABLE_TOKEN = 33 }; /* NUL included */

struct table_pages {
	char token[RULES_SEATS_MAX][TABLE_TOKEN]; /* of this game, "" none */
	/* ---- private ---- */
	uint32_t screen; /* the client that is the local screen, or 0 */
	uint8_t open;    /* the seat whose page is open on the screen, or SEAT_NONE */
};

extern const struct duty table_page_duty;

/* Makes the client the local screen. Returns 0, or -1 with t->why if another client is. */
MUST_USE int table_screen(struct table *t, uint32_t client);
/* Returns whether the client is the local screen; client 0: whether there is none. */
bool table_is_screen(const struct table *t, uint32_t client);
/* Opens the seat's page on the screen; SEAT_NONE closes it. Returns 0, or -1 with t->why. */
MUST_USE int table_page_open(struct table *t, uint32_t client, unsigned seat);
/* Returns the view of the client: a seat's, or SEAT_TABLE. */
unsigned table_viewer(const struct table *t, uint32_t client);
bool table_token_fits(const struct table *t, unsigned seat, const char *token);
/* Replaces the seat's token. */
void table_token_renew(struct table *t, unsigned seat);
/* Returns whether the action, or its mere possibility, is a secret of the seat to act. */
bool table_is_secret(const struct table *t, const char *action);
/* Returns 0, or -1 with t->why if a burial waits for the board (session_burial_waits). */
MUST_USE int table_burial_ready(struct table *t, const char *action);
/* Resolves "bury:random" and the like (secret_choice.h) to an action of the seat to act. */
bool table_draw_secret(struct table *t, const char *word, char out[RULES_ACTION_TEXT]);
/* Compares secrets of that length, in a time that does not depend on them. */
bool table_equals(const char *a, const char *b, size_t len);
