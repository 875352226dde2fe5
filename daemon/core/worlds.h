/*
 * Which piece stands where, as far as edges tell: the set of arrangements
 * ("worlds") that lifts and drops since a known position allow.
 *
 * A piece is named by the square it stood on at the start, its home. A lift
 * takes the piece of that square into the air; a drop puts down any piece that
 * is in the air, so worlds branch there, or, where none is, one from the box.
 * Where a sensor tells poles, a drop of the other colour is ruled out. One that feels
 * an object come or go under a piece may have felt another piece come with it.
 *
 * This is what tells castling from a rook move beside an adjusted king, and a
 * capture from a victim that was only straightened: they leave the same
 * squares occupied, but not every order of edges allows both.
 *
 * Fixed size, pure. More worlds than there is room for make it vague: then callers go
 * by occupancy, ask more and believe less. What all worlds agreed on is kept as a sketch:
 * only the pieces that were mixed up are unknown from then on (worlds_sketch.c).
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "rules/rules.h"

enum {
	/* All of them: a mess, and who wanders about to mend it, may touch any square. */
	WORLDS_TOUCHED_MAX = RULES_SQUARES_MAX,
	/* Four pieces in the air and set down in any order make 24. */
	WORLDS_MAX = 64,
	WORLD_NOTHING = 0xff,	/* no piece on the square */
	WORLD_BOX = 0xfe,	/* a piece that was not on the board at the start */
	WORLD_MIXED = 0xfd,	/* in a sketch: one of those that were mixed up */
	WORLDS_ALIKE = 2,	/* the likeness of a piece of the kind that was seen */
};

/* What stands on each touched square: a home square, WORLD_BOX or WORLD_NOTHING. */
struct world {
	uint8_t at[WORLDS_TOUCHED_MAX];
};

struct worlds {
	uint8_t piece[RULES_SQUARES_MAX];	/* at the start, by home square; 0 empty */
	uint8_t index[RULES_SQUARES_MAX];	/* of a square in touched_sq; 0xff untouched */
	uint8_t touched_sq[WORLDS_TOUCHED_MAX];
	uint8_t pole[RULES_SQUARES_MAX];	/* as read now: enum pole */
	/* As read now, stones' worth of field; 0: not told. An edge of level alone is a touch. */
	uint8_t level_min[RULES_SQUARES_MAX], level_max[RULES_SQUARES_MAX];
	uint8_t n_touched;
	bool vague;
	bool stacks;				/* levels are stones; else they tell objects */
	bool sketched;				/* vague, and there is a sketch */
	bool exact;				/* a piece that was seen is of its kind: no pawn for a queen */
	uint8_t files;				/* of the board */
	uint8_t mixed_up;			/* of `mixed`, in the air: so many at most */
	struct sqset mixed;			/* homes of the pieces that were mixed up */
	struct world sketch;
	uint16_t n;				/* >= 1 unless vague */
	struct sqset home, now, touched;
	struct sqset odd;			/* homes of pieces that may read as the other colour */
	struct sqset blind;			/* has a place among the touched, but is in no `touched` */
	struct world w[WORLDS_MAX];
};

/*
 * Begins with the pieces of *p on their squares and all of them untouched. On
 * squares of `blind` nothing is ever read: a piece may leave one unseen and be set
 * down elsewhere, and one that is in the air may stand on one. `odd` may be set then.
 */
void worlds_start(struct worlds *ws, const struct game *g, const struct position *p,
		  struct sqset blind);
/* The square reads so from now on; a reading that changes nothing is ignored. */
void worlds_edge(struct worlds *ws, unsigned sq, struct reading r);
/*
 * The same, where it is known which piece was put down (0: it is not): of those in the
 * air it is one of that kind, which of several alike is all the same, else (but where
 * *ws is `exact`) the pawn that was promoted, else one from the box.
 */
void worlds_put(struct worlds *ws, unsigned sq, struct reading r, uint8_t seen);

/* The piece of that home has that pole, enum pole, or the sensor does not tell. */
bool worlds_pole_fits(const struct worlds *ws, unsigned home, uint8_t pole);

/* What is known of a piece that is put down. */
struct dropped {
	uint8_t pole;
	uint8_t not_this;	/* a home, or WORLD_NOTHING */
	uint8_t seen;		/* the piece itself, 0: nobody knows */
};

/* It may be the piece of that home: 0 not at all; the more alike, the more; WORLDS_ALIKE: it was seen. */
unsigned worlds_likeness(const struct worlds *ws, unsigned home, const struct dropped *d);

/* worlds_sketch.c, for worlds.c: what the worlds agree on, and an edge after that. */
void worlds_sketch_begin(struct worlds *ws);
void worlds_sketch_lift(struct worlds *ws, unsigned sq);
void worlds_sketch_drop(struct worlds *ws, unsigned sq, const struct dropped *d);
/* Every piece that the sketch knows stands where one like it belongs. */
bool worlds_sketch_home(const struct worlds *ws);

/* Where the piece of that home stands in w: a square, or WORLD_NOTHING: in the air. */
unsigned worlds_place(const struct worlds *ws, const struct world *w, unsigned home);
/* Some world has every piece at home (only adjusting happened). */
bool worlds_all_home(const struct worlds *ws);
