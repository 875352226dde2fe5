/*
 * Facts about an action that a beginner understands, shown by the rules alone: what it captures,
 * whether that is defended, what it attacks. Positions are public knowledge. Pure; uses about 60 KiB
 * of stack.
 */
#pragma once
#include "rules/rules.h"

enum fact_kind {
	FACT_NONE,       /* nothing simple can be said */
	FACT_WINS,       /* the action wins the game */
	FACT_TAKES_FREE, /* captures `piece` on `sq`, and no reply captures there */
	FACT_TAKES,      /* captures `piece` on `sq` */
	FACT_BECOMES,    /* the moving piece becomes `piece` */
	FACT_SAVES,      /* `piece`, which moves away from `sq`, would be captured there */
	FACT_CHECKS,     /* the other side's king is in check */
	FACT_ATTACKS,    /* attacks `piece` on `sq`, and no reply would capture back there */
	FACT_ENDS_CHECK, /* the own king is no longer in check */
	FACT_FREES,      /* then the own `piece` on `sq` can go to more squares than now */
	FACT_GIVES_GAME, /* of a bad action: a reply wins the game */
	FACT_LOSES,      /* of a bad action: a reply captures `piece` on `sq`, and gains more by it */
};

struct fact {
	uint8_t kind; /* enum fact_kind */
	uint8_t piece, sq;
};

/* Returns the most important fact about a legal action of *p. */
struct fact fact_of(const struct game *g, const struct position *p, struct action a);

/* Returns what a bad action costs: what its best reply captures, or FACT_NONE. */
struct fact fact_loss(const struct game *g, const struct position *p, struct action a);

/*
 * Plays actions that happen by themselves, and actions that move no piece, until the side other
 * than `colour` may move a piece: dice, the turn's end, a burial, a promotion. Returns the number of
 * that side's actions in list[]; 0: unknown.
 */
size_t fact_replies(const struct game *g, struct position *p, unsigned colour, struct action *list);
