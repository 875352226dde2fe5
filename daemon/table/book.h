/*
 * The book of a game: its final moves as they are written and kept, and what is known
 * by them of the position they have led to. Pure: no clock, no session, no journal, so
 * that a long record is written into one away from the loop.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/session/session.h"
#include "rules/rules.h"

enum {
	BOOK_SAID = 32,			/* announcements that are kept for those who look later */
	BOOK_STRIDE = 64,		/* moves that a takeback plays again at most */
};

struct table_move {
	char action[RULES_ACTION_TEXT];
	char san[RULES_SAN_TEXT];	/* "" where the game has none */
	uint64_t t_us;			/* since the game began */
	uint64_t clock_us;		/* left to who passed the turn by it; CLOCK_NO_TIME: it did not */
	uint8_t presser;		/* whose clock it pressed, or SEAT_NONE */
	struct action done;
};

/* What the rules told everybody of a final action. */
struct table_said {
	uint32_t move;			/* its number, from 0 */
	struct announcement said;
};

/* The book before a move, to come back to. */
struct book_mark {
	struct position at;
	struct sqset hiding[2], left;
};

struct table_book {
	const struct game *game;
	struct position first, at;	/* before the moves and after them */
	struct book_mark mark[SESSION_ACTIONS_MAX / BOOK_STRIDE];	/* before move 0, BOOK_STRIDE … */
	unsigned n_said;		/* the latest, oldest first */
	struct table_said said[BOOK_SAID];
	bool hides;			/* pieces are buried in this game; see book_hiding.c */
	struct sqset hiding[2];		/* by side: squares that may still hide a piece it buried */
	struct sqset left;		/* squares that pieces went away from this turn */
	uint32_t n;
	struct table_move move[SESSION_ACTIONS_MAX];	/* last: no more of them is copied than are played */
};

/* No move yet. */
void book_begin(struct table_book *b, const struct game *g, const struct position *first);
/*
 * One more, legal at b->at, b->n < SESSION_ACTIONS_MAX. The move is returned: its times
 * and whose clock it pressed are the caller's to fill in.
 */
struct table_move *book_add(struct table_book *b, struct action a);
/* The last n moves are gone, n <= b->n; what was announced before them stays. */
void book_cut(struct table_book *b, uint32_t n);
void book_copy(struct table_book *to, const struct table_book *from);
/* It holds what a seat alone may know: put aside it cannot be played on, for its PINs end with it. */
bool book_holds_secret(const struct table_book *b);
