/*
 * The touches of hands, and how an action of the rules becomes touches. It uses
 * the rule core and nothing of the inference.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"
#include "tests/daemon/hands/rng.h"

enum touch_kind {
	TOUCH_LIFT, /* the piece leaves the square */
	TOUCH_DROP, /* a piece arrives on an empty square */
	TOUCH_SWAP, /* a piece takes another's place, faster than any scan */
};

struct touch {
	uint64_t after_us; /* since the touch before */
	uint8_t kind;      /* enum touch_kind */
	uint8_t sq;
	uint8_t piece; /* DROP, SWAP: the piece */
	uint8_t object; /* enum touch_object */
};

/* The change to the square's checker, coin or halo, just before the touch. */
enum touch_object {
	OBJECT_LEFT,
	OBJECT_LAID,
	OBJECT_TAKEN,
};

enum { SCRIPT_TOUCHES_MAX = 256 };

struct script {
	unsigned n;
	struct touch touch[SCRIPT_TOUCHES_MAX];
	uint8_t on[RULES_SQUARES_MAX]; /* the piece on each square afterwards */
	unsigned oddities;             /* ODD_…: additions to the plain motion */
};

/* Additions to the plain motion: reasons for questions and losses. */
enum {
	ODD_SLIDE = 1 << 0,
	ODD_ADJUST = 1 << 1,
	ODD_PUT_BACK = 1 << 2,
	ODD_SECOND_THOUGHT = 1 << 3,
	ODD_LATE_THOUGHT = 1 << 4, /* after quiet made the first one final */
	ODD_SWAP = 1 << 5,
	ODD_SWAP_MISSED = 1 << 6,
	ODD_KNOCK = 1 << 7,
	ODD_GESTURE = 1 << 8,           /* touched a king or rook that castling leaves in place */
	ODD_SWAPPED_PROMOTION = 1 << 9, /* the pawn was set down on the last rank first */
	ODD_ODD_PIECE = 1 << 10,        /* a substitute for the promoted piece */
	ODD_EARLY = 1 << 11,            /* the opponent began before this was final */
	ODD_OVERLAP = 1 << 12,          /* … before it was complete */
	ODD_ARRIVES = 1 << 13,          /* arrivals before their departures */
	ODD_HELD = 1 << 14,             /* a victim held for over a second */
	ODD_SET_DOWN = 1 << 15,         /* a victim set down on the board for a while */
	ODD_SLOW = 1 << 16,             /* a touch took longer than the settle time */
	ODDITIES = 17,
};
/* Prints them as "slide adjust", at most size bytes. */
void script_oddities_print(unsigned oddities, char *out, unsigned size);

/* Starts a script on the board on[]. */
void script_init(struct script *s, const uint8_t on[RULES_SQUARES_MAX]);
void script_lift(struct script *s, unsigned sq, uint64_t after_us);
void script_drop(struct script *s, unsigned sq, uint8_t piece, uint64_t after_us);
void script_swap(struct script *s, unsigned sq, uint8_t piece, uint64_t after_us);

/* One piece's path: from a square or the box (RULES_NO_SQ) to a square or the box. */
struct carry {
	uint8_t from, to;
	uint8_t lifted, dropped; /* piece bytes; 0 where from or to is the box */
};

enum {
	CARRIES_MAX = 4,
	ORDER_MAX = 2 * CARRIES_MAX, /* lifts and drops of all carries */
	ORDERS_MAX = 24,
};

/* Lists the carries that turn the board of *p into the board after a. */
unsigned carries_of(const struct game *g, const struct position *p, struct action a,
		    struct carry out[CARRIES_MAX]);
/* Reverses the carries: from the board after to the board before. */
void carries_reverse(struct carry *c, unsigned n);

/* A sequence of hand movements: op = carry * 2, + 1 for its drop. */
struct order {
	uint8_t n;
	uint8_t op[ORDER_MAX];
};

/*
 * Lists every possible sequence of hands on the board on[], at most ORDERS_MAX,
 * in a fixed order.
 */
unsigned orders_of(const struct carry *c, unsigned n, const uint8_t on[RULES_SQUARES_MAX],
		   struct order out[ORDERS_MAX]);
