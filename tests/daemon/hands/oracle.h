/*
 * The number of histories that explain the same edges. A history is a sequence of legal
 * actions of the turn and some of the opponent's. Each is tested against every way in which
 * hands may have carried the pieces. Slow and simple; it shares only the rules with the
 * inference, so it can judge whether a question had a cause.
 *
 * A history explains the edges if pieces can be lifted and set down in the order of the
 * edges so that each ends where the actions put it. Also allowed: any piece lifted and
 * returned; one captured piece on a free square; one capture by a swap that no scan saw. An
 * opponent's piece may still be in the hand, and consequences (pieces that the rules remove
 * or place) may be done or not. `end`, `pass` and a flight's purchase need no hands, so
 * they may come in between.
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
	unsigned ply;                  /* the next, as intended */
	uint64_t start_us;             /* edges before it led there */
	uint8_t on[RULES_SQUARES_MAX]; /* the piece on each square … */
	struct reading reported[RULES_SQUARES_MAX]; /* … its reading some time before … */
	struct sqset stand_ins;                 /* … and which pieces read as the other colour */
	/* The number of certain plies: every history begins with the intended ones. */
	unsigned n_sure;
};

struct oracle_history {
	unsigned n;
	struct action action
		[ORACLE_DEPTH_MAX]; /* by hand; one promotion represents all kinds */
};

/* The unseen part of a history: a history seen whole excludes the others. */
enum oracle_tier {
	TIER_SEEN,
	TIER_HELD,   /* the next player has a piece in the hand */
	TIER_UNSEEN, /* a capture by a swap that no scan saw */
	TIERS,
};

struct oracle_answer {
	struct {
		unsigned n; /* different histories; the list is limited */
		struct oracle_history history[ORACLE_HISTORIES_MAX];
	} tier[TIERS];
	bool nothing;  /* touching alone explains the edges too: a history without an action */
	bool too_many; /* arrangements or sequences overflowed: the answer is invalid */
};

/*
 * Examines the edges in s->log from *b to s->now_us. At most `depth` actions by
 * hand follow the position intended there.
 */
void oracle_ask(const struct sim *s, const struct oracle_base *b, unsigned depth,
		struct oracle_answer *out);
/*
 * Returns the number of histories seen whole, touching alone included; if there
 * are none, of all others.
 */
unsigned oracle_count(const struct oracle_answer *answer);
/* Reports whether the best histories were unseen: even a single one is never certain. */
bool oracle_unseen(const struct oracle_answer *answer);
/* Reports whether the plies from `ply` to before `behind`, as intended, are a history. */
bool oracle_finds(const struct oracle_answer *answer, const struct meant *m, unsigned ply,
		  unsigned behind);
/* Reports whether some history has that action. */
bool oracle_holds(const struct oracle_answer *answer, struct action a);
/* Prints a line for each history, with the squares of its actions. */
void oracle_print(FILE *out, const struct game *g, const struct oracle_answer *answer);
