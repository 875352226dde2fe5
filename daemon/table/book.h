/*
 * The book of a game: its final moves as written and stored, and the public facts about
 * the position that follow from them. Pure: no clock, session or journal, so a long record
 * can be entered off the loop.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/session/session.h"
#include "rules/rules.h"
#include "daemon/record/record.h"

enum {
	BOOK_SAID = 32,			/* announcements kept for late readers */
	BOOK_STRIDE = 64,		/* maximum moves that a takeback replays */
};

struct table_move {
	char action[RULES_ACTION_TEXT];
	char san[RULES_SAN_TEXT];	/* "" if the game has none */
	struct move_note note;
	uint8_t effect;			/* rules_effect */
	uint64_t t_us;			/* since the game began */
	/* time left to the seat whose turn the move ended; CLOCK_NO_TIME: none ended */
	uint64_t clock_us;
	uint8_t presser;		/* seat whose clock it pressed, or SEAT_NONE */
	struct action done;
};

/* A public announcement of a final action. */
struct table_said {
	uint32_t move;			/* its number, from 0 */
	struct announcement said;
};

/* The book before a move, to return to. */
struct book_mark {
	struct position at;
	struct sqset hiding[2], left;
	unsigned n_said;
	struct table_said said[BOOK_SAID];
};

struct table_book {
	const struct game *game;
	struct position first, at;	/* before the moves and after them */
	/* before move 0, BOOK_STRIDE, … */
	struct book_mark mark[SESSION_ACTIONS_MAX / BOOK_STRIDE];
	unsigned n_said;		/* the latest ones, oldest first */
	struct table_said said[BOOK_SAID];
	bool hides;                     /* pieces are buried in this game; see book.c */
	struct sqset hiding[2];		/* by side: squares that may still hide a buried piece */
	struct sqset left;		/* squares left by pieces this turn */
	uint32_t n;
	struct table_move move[SESSION_ACTIONS_MAX];	/* last, so that a copy needs only the
							 * moves played */
};

/* Starts without moves. */
void book_begin(struct table_book *b, const struct game *g, const struct position *first);
/*
 * Adds a move, legal at b->at, with b->n < SESSION_ACTIONS_MAX. Returns it; the caller
 * fills in its times and presser.
 */
struct table_move *book_add(struct table_book *b, struct action a);
/* Removes the last n moves, n <= b->n: the book is then as if they had never been added. */
void book_cut(struct table_book *b, uint32_t n);
void book_copy(struct table_book *to, const struct table_book *from);
/*
 * Reports whether the game has secrets of a seat: once replaced it cannot be resumed,
 * because its PINs end with it.
 */
bool book_holds_secret(const struct table_book *b);

/* A record played in a session and a book off the loop, to continue it on the board. */
struct table_past {
	const struct record *record; /* the record replayed; not a copy */
	struct session session;      /* without a board: derived from the record only */
	struct table_book book;      /* the actions that could be played before an end */
};

/* Allocates over 2 MB; the record must outlive it. NULL: no memory, or no game in the record. */
struct table_past *table_past_make(const struct record *r);
void table_past_free(struct table_past *p);
/* Reports whether all of it could be played. */
static inline bool
table_past_whole(const struct table_past *p)
{
	return p->book.n == p->record->n;
}
