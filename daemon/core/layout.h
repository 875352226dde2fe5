/*
 * Setting up a position by hands: a few pieces on a board that may hold a whole array. Any order will
 * do, and equal pieces count wherever they come from, the box included.
 *
 * Sensors do not identify a piece. If it may be the one that belongs on its square, it is taken for
 * that one: a lifted piece of the kind, or one from the box if none of the kind is in sight. A piece
 * that is lifted and put again on the same square is believed if none of the kind is misplaced, so
 * that no player gets stuck.
 */
#pragma once
#include "daemon/core/guidance.h"
#include "daemon/core/infer.h"

struct layout {
	const struct game *game;
	uint8_t want[RULES_SQUARES_MAX]; /* pieces; 0: the square is to be empty */
	uint8_t have[RULES_SQUARES_MAX]; /* pieces without marks, or LAYOUT_ANY */
	uint8_t up[RULES_SQUARES_MAX];   /* lifted pieces and LAYOUT_ANY; the last one was lifted last */
	uint8_t n_up;
	uint8_t from;                    /* square of the last edge if it was a lift, or RULES_NO_SQ */
	struct sqset blind;              /* squares without readings: taken as right */
};

enum { LAYOUT_ANY = 0xff }; /* a piece that is not known, and right where one belongs */

/* Begins with the readings of the board and the pieces known there. */
void layout_begin(struct layout *l, const struct game *g, const struct position *p,
		  const struct reading *board, const struct infer_known *known, struct sqset blind);
/* Adds an edge: the square is occupied now, or empty. */
void layout_edge(struct layout *l, unsigned sq, bool occupied);
/*
 * Computes the guidance; none if the position stands. Its steps are the pieces that have to be
 * touched. Its next step moves a piece to its place if one can, and takes pieces off last.
 */
void layout_guide(const struct layout *l, struct guidance *out);
/* Exports the pieces on the board; unknown ones that are right count as the right ones. */
void layout_know(const struct layout *l, struct infer_known *out);
