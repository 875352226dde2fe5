/*
 * How many histories explain the same edges: every sequence of legal actions of
 * the turn, and some of the opponent's, against every way in which hands may have
 * carried the pieces. Slow and simple; it shares nothing with the inference but
 * the rules, so that a question can be seen to have had a cause.
 *
 * A history explains the edges when pieces can have been taken up and set down in
 * the order of the edges so that in the end each stands where the actions put it.
 * Allowed besides: any piece taken up and set down again; one capture by a swap
 * that no scan saw; an opponent's piece still in the hand; consequences (pieces
 * that the rules remove or place) done or not. `end`, `pass` and a flight's
 * purchase need no hands, so they may stand between.
 */
#pragma once
#include <stdio.h>

#include "tests/daemon/hands/sim.h"

enum {
	ORACLE_HISTORIES_MAX = 64,
	ORACLE_DEPTH_MAX = 6, /* actions by hand in one history */
};

/* A moment when no hand was on the board. */
struct oracle_base {
	unsigned ply;                  /* the next, as meant */
	uint64_t start_us;             /* edges before it have led there */
	uint8_t on[RULES_SQUARES_MAX]; /* what stood where … */
	struct reading told[RULES_SQUARES_MAX]; /* … how strong it read some time before … */
	struct sqset stand_ins;                 /* … and what of it reads as the other colour */
	/* So many plies are beyond doubt: every history begins with what was meant there. */
	unsigned n_sure;
};

struct oracle_history {
	unsigned n;
	struct action action
		[ORACLE_DEPTH_MAX]; /* by hand; promotions to a queen or whatever comes first */
};

/* How much of a history was not seen: where one was seen whole, the others make no question. */
enum oracle_tier {
	TIER_SEEN,
	TIER_HELD,   /* the next to act has a piece in the hand */
	TIER_UNSEEN, /* a capture by a swap that no scan saw */
	TIERS,
};

struct oracle_answer {
	struct {
		unsigned n; /* different histories; at most so many are kept */
		struct oracle_history history[ORACLE_HISTORIES_MAX];
	} tier[TIERS];
	bool nothing;  /* only touching explains them as well: a history without an action */
	bool too_many; /* arrangements or sequences: the answer is no answer */
};

/*
 * The edges in s->log since *b, until s->now_us, with at most `depth` actions by
 * hand from the position that was meant there.
 */
void oracle_ask(const struct sim *s, const struct oracle_base *b, unsigned depth,
		struct oracle_answer *out);
/* Histories that were seen whole, touching alone among them; if there is none, all others. */
unsigned oracle_count(const struct oracle_answer *answer);
/* The best that there is was not seen: never taken for granted, were it the only one. */
bool oracle_unseen(const struct oracle_answer *answer);
/* The plies from `ply` to before `behind`, as meant, are among the histories. */
bool oracle_finds(const struct oracle_answer *answer, const struct meant *m, unsigned ply,
		  unsigned behind);
/* Some history has that action. */
bool oracle_holds(const struct oracle_answer *answer, struct action a);
/* A line for each history, from and to of its actions. */
void oracle_print(FILE *out, const struct game *g, const struct oracle_answer *answer);
