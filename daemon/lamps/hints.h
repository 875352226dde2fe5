/*
 * Hints: where a lifted piece may move, and where it would be in danger.
 *
 * Listing and trying actions takes longer than drawing a frame, so the result is cached
 * until the query changes: once per lift, not once per frame. Pure and without allocation;
 * it uses about 25 KiB of stack.
 *
 * The query's position is public knowledge (rules_public), so no result reveals a secret.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/advice/advice.h"
#include "daemon/advice/facts.h"
#include "rules/rules.h"

/* The query, all by value, so that equal queries compare equal. */
struct hints_query {
	const struct game *game;
	struct position position; /* as public knowledge; actions start here */
	/* squares of *position with lifted pieces; none: show movable pieces */
	struct sqset up;
	bool safe;                   /* also find the opponent's captures */
	uint8_t reach_kind;          /* if no piece is lifted: also show the moves of this kind; 0: none */
	uint32_t graded;             /* number of *advice, or 0 */
	const struct advice *advice; /* for `position`, to grade the targets; NULL: none */
	struct action blunder;       /* what does it cost? Nothing else is found; ACT_NONE: none */
};

struct hints_answer {
	struct sqset legal;   /* targets of the lifted pieces, captures included */
	struct sqset capture; /* captures among them, and the victims' squares */
	struct sqset unsafe;  /* of `legal`: the opponent could capture there at once */
	struct sqset tricks;  /* of `legal`: the piece becomes crooked there (Accounting) */
	struct sqset helper;  /* pieces that can act with, or on, the lifted ones */
	struct sqset touch;   /* pieces that may receive a stone of the lifted stack */
	struct sqset lost;    /* own pieces that the rules destroy if the lifted piece moves */
	struct sqset promote; /* nothing up: pawns that must be promoted first */
	struct fact loss;     /* of `blunder` */
	struct sqset grade[ADVICE_CLASSES]; /* of `legal`: by the best action that leads there */
};

struct hints_cache {
	bool valid;
	struct hints_query query;
	struct hints_answer answer;
	uint32_t computed; /* number of computations, for tests and benchmarks */
};

/*
 * Returns the result, from the cache if the query is unchanged.
 *
 * If pieces of the side to act are up: the actions that move all of them. Other lifted
 * pieces count as victims: only actions that remove them count. With only victims up,
 * `helper` holds the pieces that can capture them; with nothing up, the pieces that can
 * move.
 *
 * An attempted capture counts as a capture, whatever its outcome. Secret
 * actions, dice, cards and purchases light nothing.
 *
 * `safe` tries every reply to each action: some ten microseconds on a desktop for chess, a
 * few hundred for the busiest positions of other games.
 */
const struct hints_answer *hints_get(struct hints_cache *c, const struct hints_query *q);
