/* What differs between games, for one search: a const struct per game, in games/. */
#pragma once
#include <stdbool.h>

#include "daemon/engine/level.h"
#include "rules/game_list.h"
#include "rules/text.h"

struct engine;

/* What may follow an action: one position, or one of two. */
struct fork {
	unsigned n;
	int ways[2]; /* how likely each is, if n is 2: both above 0 */
	struct position child[2];
};

struct eval_weight;

struct traits {
	/* Evaluates an unfinished position from White's view, in centipawns; partners: from theirs. */
	int (*eval)(const struct position *p);
	const struct eval_weight *weights; /* what `eval` adds up */
	/*
	 * Returns the centipawns that an action wins at once: its captures, promotions, removals. 0:
	 * the action is quiet and no part of the quiescence search.
	 */
	int (*gain)(const struct position *p, struct action a);
	/* Reports whether a turn may be skipped without benefit. NULL: skipping proves nothing. */
	bool (*may_skip)(const struct position *p);
	/* Returns the expected result of an exchange on a.to. NULL: pieces differ from chess. */
	int (*exchange)(const struct position *p, struct action a);
	/* Reports whether the side to act may lose the game next. NULL: if its king is in check. */
	bool (*in_danger)(const struct position *p);
	/*
	 * Reports whether the position surely is not finished, unless its king is in check, so that
	 * quiescence needs only the list of captures. NULL: it lists all actions.
	 */
	bool (*is_lively)(const struct position *p);
	/* Reports whether the position can be played. NULL: all can. */
	bool (*can_play)(const struct position *p);
	/*
	 * Replaces what the view or the seat to act may not know by a random choice that fits the
	 * rest. NULL: nothing is hidden.
	 */
	void (*imagine)(struct position *p, const struct engine_view *view, uint64_t *random);
	/*
	 * Replaces what the seat to act may not know by what it believes. NULL: `imagine` draws
	 * worlds instead.
	 */
	void (*believe)(struct engine *e, struct position *p);
	/* Applies an action whose effect may not be known. NULL: effects are known. */
	void (*fork)(const struct engine *e, const struct position *p, struct action a,
		     struct fork *out);
	/*
	 * Writes the text of a position in place of that of a view, with placeholders for what the
	 * view hides. NULL: views hide nothing.
	 */
	void (*fill)(const char *text, struct text *out);
	/*
	 * Completes a parsed position: puts what its text names without a square on squares that may
	 * hide it, by side. Returns 0, or -1 with *err set, also if other squares hide something. NULL:
	 * nothing is buried.
	 */
	int (*bury)(const struct game *g, const char *text, struct position *p,
		    const uint64_t hiding[2], struct rules_error *err);
	bool repeats;         /* repetition is a draw */
	bool reduce;          /* late quiet actions are searched less deeply */
	bool partners;        /* all seats maximise the same score */
	unsigned quiet_plies; /* bounds the quiescence search */
	/*
	 * By number, below the highest, which is not weakened: found by matches between neighbours
	 * (docs/engine.md). Below LEVEL_CAREFUL a level overlooks actions; from there on it completes
	 * an iteration of two actions, so that it sees each answer.
	 */
	struct level level[LEVEL_MAX + 1];
};

/* traits_chess and so on, of the games that the engine plays. */
#define TRAITS_DECLARE(name) extern const struct traits traits_##name;
GAME_LIST(TRAITS_DECLARE)

/* Returns the traits of a game; NULL: the engine does not play it. */
const struct traits *traits_of(const struct game *g);

/* Returns the side that maximises: the colour to act; one side alone for partners. */
static inline unsigned
traits_side(const struct traits *t, const struct position *p)
{
	return t->partners ? 0 : p->b.seat & 1;
}
