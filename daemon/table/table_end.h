/* The end of the game on the board, until it is permanent. */
#pragma once
#include "daemon/table/duty.h"

struct table_secrets {
	/* ---- private ---- */
	bool closing; /* CLOSING in table_end.c, once the session reports closed */
	bool between; /* result of secret_between_seats for the game on the board */
	bool start;   /* its start position contains secrets */
};

extern const struct duty table_end_duty;

/* Returns whether players of the game on the board have secrets from one another. */
bool table_hides_between(const struct table *t);
/* Returns whether the result is permanent, also after a power cut. */
bool table_end_is_closed(const struct table *t);
/* Returns whether the record of the game on the board is public (record_is_public). */
bool table_is_public(const struct table *t);
/* Returns whether the game has ended and has a secret that table_reveal can show. */
bool table_can_reveal(const struct table *t);
/* Asks on the board and its screen whether to close the end. Returns 0, or -1 with t->why. */
MUST_USE int table_reveal(struct table *t);
/* Resumes the journal's game with its result; closed: a permanent one. */
void table_end_resume(struct table *t, bool closed);
/* Closes the end of an opened record: its owner could read all of it. */
void table_end_opened(struct table *t);
