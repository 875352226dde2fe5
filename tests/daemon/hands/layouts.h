/*
 * The possible positions of the pieces: every arrangement that the sensors'
 * edges allow. A part of the oracle, see oracle.h.
 */
#pragma once
#include "tests/daemon/hands/sim.h"

enum {
	LAYOUTS_MAX = 8192,
	LAYOUT_AIR_MAX = 12, /* pieces off their squares at a time */
	LAYOUT_EDGES_MAX = 1024,
	LAYOUT_BUCKETS = 4 * LAYOUTS_MAX,
	LAYOUT_NONE = 0xff,
	LAYOUT_BOX = 0xfe, /* a piece that was not on the board */
};

/* The piece on each square, named by its first square. */
struct layout {
	uint8_t at[RULES_SQUARES_MAX];
	uint8_t n_air, n_box;
	uint8_t stage;               /* actions completed so far; see layouts_walk */
	uint8_t air[LAYOUT_AIR_MAX]; /* off the board, sorted */
};

/* A reading that lasted, with the time of its beginning. */
struct layout_edge {
	uint64_t t_us;
	uint8_t sq;
	struct reading reading;
};

struct layout_list {
	unsigned n;
	bool too_many;
	struct layout layout[LAYOUTS_MAX];
	uint16_t bucket[LAYOUT_BUCKETS]; /* index + 1, by hash */
};

struct layouts {
	/* Input: the first arrangement; poles, and homes that read oddly; levels; boxes. */
	const struct game *game;
	uint8_t on[RULES_SQUARES_MAX];
	bool poles, levels;
	struct sqset stand_ins;
	struct reading reported[RULES_SQUARES_MAX]; /* levels, before the first edge of the log */
	unsigned n_boxes;
	struct sqset box_squares; /* where pieces from the box may be set down */

	unsigned n_edges;
	struct layout_edge edge[LAYOUT_EDGES_MAX];
	struct sqset touched, occupied;         /* … at the end */
	struct reading last[RULES_SQUARES_MAX]; /* of touched squares */

	struct layout first;
	struct layout_list *all; /* of list[] */
	struct layout_list list[3];
};

/*
 * Called when stage s + 1 is complete on that layout; may remove from *w what
 * can no longer follow.
 */
typedef bool layouts_done(const void *stages, unsigned s, struct layout *w);

/* Collects the lasting readings of s->log since from_us, and the squares they leave. */
void layouts_read(struct layouts *l, const struct sim *s, uint64_t from_us);
/* Fills l->all with what l->edge[] allow. */
void layouts_find(struct layouts *l);
/*
 * Like layouts_find, where `n` stages must be completed one after the other.
 * Returns the layouts with all stages, each between two edges. l->all is
 * unchanged; the list belongs to l, and the next walk overwrites it.
 */
const struct layout_list *layouts_walk(struct layouts *l, unsigned n, layouts_done *done,
				       const void *stages);
/* Reverses drops that one scan saw together. Returns false if there is no such scan. */
bool layouts_turn_ties(struct layouts *l);
/* Reports whether the piece of that square may read so. */
bool layouts_may_be(const struct layouts *l, uint8_t piece, struct reading r);
/* Removes that piece for good. */
void layout_drop_out(struct layout *w, uint8_t piece);
bool layout_holds(const struct layout *w, uint8_t piece);
