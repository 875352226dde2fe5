/*
 * What hands do to pieces, touch by touch, and how an action of the rules
 * becomes such touches. Knows the rule core and nothing of the inference.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"
#include "tests/daemon/hands/rng.h"

enum touch_kind {
	TOUCH_LIFT, /* the piece leaves the square */
	TOUCH_DROP, /* a piece arrives on an empty square */
	TOUCH_SWAP, /* a piece takes another's place, too fast for any scan */
};

struct touch {
	uint64_t after_us; /* since the touch before */
	uint8_t kind;      /* enum touch_kind */
	uint8_t sq;
	uint8_t piece; /* DROP, SWAP: which one */
	uint8_t object; /* enum touch_object */
};

/* What is done with the checker, coin or halo of the square, just before. */
enum touch_object {
	OBJECT_LEFT,
	OBJECT_LAID,
	OBJECT_TAKEN,
};

enum { SCRIPT_TOUCHES_MAX = 256 };

struct script {
	unsigned n;
	struct touch touch[SCRIPT_TOUCHES_MAX];
	uint8_t on[RULES_SQUARES_MAX]; /* what stands where once it is done */
	unsigned oddities;             /* ODD_…: what besides the plain motion is in it */
};

/* What a script holds beyond the plain motion: reasons for what is asked or lost. */
enum {
	ODD_SLIDE = 1 << 0,
	ODD_ADJUST = 1 << 1,
	ODD_PUT_BACK = 1 << 2,
	ODD_SECOND_THOUGHT = 1 << 3,
	ODD_LATE_THOUGHT = 1 << 4, /* after quiet had made the first one final */
	ODD_SWAP = 1 << 5,
	ODD_SWAP_MISSED = 1 << 6,
	ODD_KNOCK = 1 << 7,
	ODD_GESTURE = 1 << 8,           /* touched a king or rook that castling leaves in place */
	ODD_SWAPPED_PROMOTION = 1 << 9, /* the pawn stood on the last rank first */
	ODD_ODD_PIECE = 1 << 10,        /* another piece stands in for the promoted one */
	ODD_EARLY = 1 << 11,            /* the opponent began before this was final */
	ODD_OVERLAP = 1 << 12,          /* … before it was even done */
	ODDITIES = 13,
};
/* "slide adjust", at most size bytes */
void script_oddities_print(unsigned oddities, char *out, unsigned size);

/* Starts a script on a board where on[] stands. */
void script_init(struct script *s, const uint8_t on[RULES_SQUARES_MAX]);
void script_lift(struct script *s, unsigned sq, uint64_t after_us);
void script_drop(struct script *s, unsigned sq, uint8_t piece, uint64_t after_us);
void script_swap(struct script *s, unsigned sq, uint8_t piece, uint64_t after_us);

/* One piece's way: from a square or the box (RULES_NO_SQ) to a square or the box. */
struct carry {
	uint8_t from, to;
	uint8_t lifted, dropped; /* piece bytes; 0 where from or to is the box */
};

enum {
	CARRIES_MAX = 4,
	ORDER_MAX = 2 * CARRIES_MAX, /* lifts and drops of all carries */
	ORDERS_MAX = 24,
};

/* The carries that turn the board of *p into the board after a. */
unsigned carries_of(const struct game *g, const struct position *p, struct action a,
		    struct carry out[CARRIES_MAX]);
/* The same backwards: from the board after to the board before. */
void carries_reverse(struct carry *c, unsigned n);

/* A sequence of hand movements: op = carry * 2, + 1 for its drop. */
struct order {
	uint8_t n;
	uint8_t op[ORDER_MAX];
};

/* Every sequence that hands can do on the board on[]; at most ORDERS_MAX, in a fixed order. */
unsigned orders_of(const struct carry *c, unsigned n, const uint8_t on[RULES_SQUARES_MAX],
		   struct order out[ORDERS_MAX]);
