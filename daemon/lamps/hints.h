/*
 * Hints: where a lifted piece may go, and where it would be in danger.
 *
 * Listing and trying actions takes longer than drawing a frame, so the answer
 * is kept until the question changes: once a lift, not once a frame. Pure and
 * without allocation; the working memory is the stack (about 25 KiB).
 *
 * The position that is asked about is one that everybody at the table may know
 * (rules_public), so no answer tells a secret.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* What is asked: all of it by value, so that equal questions compare equal. */
struct hints_query {
	const struct game *game;
	struct position position; /* as the table may know it; the actions start here */
	struct sqset up;          /* squares of *position whose pieces are up; none: who can move */
	bool safe;                /* also look for the opponent's captures */
	uint8_t reach_kind;       /* nothing up: also where pieces of this kind may go; 0: none */
};

struct hints_answer {
	struct sqset legal;   /* where the pieces that are up may go; captures too */
	struct sqset capture; /* of these, where they capture; also the victims' squares */
	struct sqset unsafe;  /* of `legal`: the opponent could capture there at once */
	struct sqset helper;  /* pieces that can act with, or on, those that are up */
	struct sqset touch;   /* pieces that may take a stone of the stack that is up */
	struct sqset lost;    /* own pieces that the rules destroy if the piece that is up goes */
	struct sqset promote; /* nothing up: pawns to be promoted before anything else */
};

struct hints_cache {
	bool valid;
	struct hints_query query;
	struct hints_answer answer;
	uint32_t computed; /* how often it was worked out, for tests and benches */
};

/*
 * The answer, from the cache when the question is the same as last time.
 *
 * One or several pieces of the side to act are up: the actions that move all of
 * them. Others among them are taken for victims: only actions that take them off
 * count. With victims alone up, `helper` holds what can take them; with nothing
 * up, `helper` holds what can move.
 *
 * An attempted capture (Masquerade) counts as a capture, whatever its answer.
 * Secret actions, dice, cards and purchases light nothing.
 *
 * `safe` tries each such action and every answer to it: some ten microseconds on
 * a desktop for chess, a few hundred for the busiest positions of other games.
 */
const struct hints_answer *hints_get(struct hints_cache *c, const struct hints_query *q);
