/*
 * Hints: where a lifted piece may go, and where it would be in danger.
 *
 * Listing and trying actions takes longer than drawing a frame, so the answer
 * is kept until the question changes: once a lift, not once a frame. Pure and
 * without allocation; the working memory is the stack (about 20 KiB).
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
};

struct hints_answer {
	struct sqset legal;   /* where the pieces that are up may go; captures too */
	struct sqset capture; /* of these, where they capture; also the victims' squares */
	struct sqset unsafe;  /* of `legal`: the opponent could capture there at once */
	struct sqset helper;  /* pieces that can act with, or on, those that are up */
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
 * them. Pieces of the other side among them are taken for victims: only actions
 * that capture them count. With a victim alone up, `helper` holds what can
 * capture it; with nothing up, `helper` holds what can move.
 *
 * `safe` tries each such action and every answer to it: for chess some ten
 * microseconds on a desktop, once a lift.
 */
const struct hints_answer *hints_get(struct hints_cache *c, const struct hints_query *q);
