/*
 * Where pieces may stand once hands have worked: every arrangement that the edges
 * of the sensors allow. A part of the oracle, see oracle.h.
 */
#pragma once
#include "tests/daemon/hands/sim.h"

enum {
	LAYOUTS_MAX = 8192,
	LAYOUT_AIR_MAX = 12, /* pieces off their squares at a time */
	LAYOUT_EDGES_MAX = 1024,
	LAYOUT_BUCKETS = 4 * LAYOUTS_MAX,
	LAYOUT_NONE = 0xff,
	LAYOUT_BOX = 0xfe, /* a piece that did not stand on the board */
};

/* What stands on each square: a piece by the square where it stood at first. */
struct layout {
	uint8_t at[RULES_SQUARES_MAX];
	uint8_t n_air, n_box;
	uint8_t stage;               /* actions that were done on the way there; see layouts_walk */
	uint8_t air[LAYOUT_AIR_MAX]; /* off the board, sorted */
};

/* A reading that lasted, from when it began. */
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
	/* Given: what stood where at first; are there poles, and which homes read oddly; levels; boxes. */
	const struct game *game;
	uint8_t on[RULES_SQUARES_MAX];
	bool poles, levels;
	struct sqset stand_ins;
	struct reading told[RULES_SQUARES_MAX]; /* levels, before the first edge of the log */
	unsigned n_boxes;
	struct sqset box_squares; /* where those may be set down */

	unsigned n_edges;
	struct layout_edge edge[LAYOUT_EDGES_MAX];
	struct sqset touched, occupied;         /* … in the end */
	struct reading last[RULES_SQUARES_MAX]; /* of touched squares */

	struct layout first;
	struct layout_list *all; /* of list[] */
	struct layout_list list[3];
};

/* Stage s + 1 is done on that layout: *w may be changed then, by what is over with it. */
typedef bool layouts_done(const void *stages, unsigned s, struct layout *w);

/* The readings of s->log since from_us that lasted, and what they leave. */
void layouts_read(struct layouts *l, const struct sim *s, uint64_t from_us);
/* l->all: what l->edge[] allow. */
void layouts_find(struct layouts *l);
/*
 * The same, where `n` stages must be done one after the other on the way: the
 * layouts with all of them, each between some two edges. l->all is left alone;
 * the list is l's, and overwritten by the next walk.
 */
const struct layout_list *layouts_walk(struct layouts *l, unsigned n, layouts_done *done,
				       const void *stages);
/* What one scan saw set down at once, in the other order. False: there is no such scan. */
bool layouts_turn_ties(struct layouts *l);
/* The piece of that square may read so. */
bool layouts_may_be(const struct layouts *l, uint8_t piece, struct reading r);
/* That piece comes back no more. */
void layout_drop_out(struct layout *w, uint8_t piece);
bool layout_holds(const struct layout *w, uint8_t piece);
