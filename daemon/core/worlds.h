/*
 * Tracks which piece stands on which square, from edges alone: the set of arrangements
 * ("worlds") that lifts and drops since a known position allow.
 *
 * A piece is named by its square at the start, its home. A lift takes the piece of that
 * square into the air. A drop puts down any lifted piece, so worlds branch; without one,
 * it comes from the box. Where a sensor reads poles, a drop of the other colour is
 * excluded. A sensor that reads an object under a piece may have read another piece on it.
 *
 * The order of edges distinguishes castling from a rook move beside an adjusted king, and
 * a capture from a straightened victim: the occupied squares are the same.
 *
 * Fixed size, pure. When the worlds overflow, `vague` is set: callers then use occupancy
 * only and confirm more often. Pieces on which all worlds agreed are kept in a sketch:
 * only the mixed pieces become unknown (worlds_sketch.c).
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "rules/rules.h"

enum {
	/* All squares, because setting up may touch any of them. */
	WORLDS_TOUCHED_MAX = RULES_SQUARES_MAX,
	/* Four lifted pieces set down in any order make 24. */
	WORLDS_MAX = 64,
	WORLD_NOTHING = 0xff,	/* no piece on the square */
	WORLD_BOX = 0xfe,	/* a piece that was not on the board at the start */
	WORLD_MIXED = 0xfd,	/* in a sketch: one of the mixed pieces */
	WORLDS_ALIKE = 2,	/* likeness of a piece of the seen kind */
};

/* Content of each touched square: a home square, WORLD_BOX or WORLD_NOTHING. */
struct world {
	uint8_t at[WORLDS_TOUCHED_MAX];
};

struct worlds {
	uint8_t piece[RULES_SQUARES_MAX];	/* at the start, by home square; 0 empty */
	uint8_t index[RULES_SQUARES_MAX];	/* of a square in touched_sq; 0xff untouched */
	uint8_t touched_sq[WORLDS_TOUCHED_MAX];
	uint8_t pole[RULES_SQUARES_MAX];	/* as read now: enum pole */
	/* Present reading in stones; 0: unknown. An edge that changes only the level is a touch. */
	uint8_t level_min[RULES_SQUARES_MAX], level_max[RULES_SQUARES_MAX];
	uint8_t n_touched;
	bool vague;
	bool stacks;				/* levels count stones; else they show objects */
	bool sketched;				/* vague, with a valid sketch */
	/* a piece counts as the kind that was seen: a pawn never replaces a queen */
	bool exact;
	uint8_t files;				/* of the board */
	uint8_t mixed_up;			/* maximum number of `mixed` pieces in the air */
	struct sqset mixed;			/* homes of the pieces that were mixed up */
	struct world sketch;
	uint16_t n;				/* >= 1 unless vague */
	struct sqset home, now, touched;
	struct sqset odd;			/* homes of pieces that may read as the other colour */
	/* indexed like touched squares, but never in `touched` */
	struct sqset blind;
	struct world w[WORLDS_MAX];
};

/*
 * Begins with the pieces of *p on their squares and none touched. Squares of `blind` have
 * no readings: a piece may leave one unseen and be set down elsewhere, and a lifted one
 * may stand on one. `odd` may be set afterwards.
 */
void worlds_start(struct worlds *ws, const struct game *g, const struct position *p,
		  struct sqset blind);
/* Applies reading r of sq; a reading that changes nothing is ignored. */
void worlds_edge(struct worlds *ws, unsigned sq, struct reading r);
/* Like worlds_edge, but a dropped piece may come from the box although a piece is lifted. */
void worlds_edge_or_box(struct worlds *ws, unsigned sq, struct reading r);
/*
 * Like worlds_edge, with the piece that was put down (0: unknown). It is one of that kind
 * among the lifted ones (equal ones are interchangeable), else a promoted pawn (unless *ws
 * is `exact`), else one from the box.
 */
void worlds_put(struct worlds *ws, unsigned sq, struct reading r, uint8_t seen);

/* Reports whether the piece of `home` has that pole (enum pole), or the pole is unknown. */
bool worlds_pole_fits(const struct worlds *ws, unsigned home, uint8_t pole);

/* The knowledge about a dropped piece. */
struct dropped {
	uint8_t pole;
	uint8_t not_this;	/* a home, or WORLD_NOTHING */
	uint8_t seen;		/* the piece itself; 0: unknown */
	bool box;		/* it may come from the box in any case */
};

/*
 * Returns how well the dropped piece matches the piece of `home`: 0 excluded, higher is better,
 * WORLDS_ALIKE: it was seen.
 */
unsigned worlds_likeness(const struct worlds *ws, unsigned home, const struct dropped *d);

/* worlds_sketch.c, for worlds.c: what the worlds agree on, and the edges after it. */
void worlds_sketch_begin(struct worlds *ws);
void worlds_sketch_lift(struct worlds *ws, unsigned sq);
void worlds_sketch_drop(struct worlds *ws, unsigned sq, const struct dropped *d);
/* Reports whether every piece that the sketch knows is on a square where its kind belongs. */
bool worlds_sketch_home(const struct worlds *ws);

/* Returns the square of the piece of `home` in w, or WORLD_NOTHING if it is lifted. */
unsigned worlds_place(const struct worlds *ws, const struct world *w, unsigned home);
/* Reports whether some world has every piece at home (adjusting only). */
bool worlds_all_home(const struct worlds *ws);
