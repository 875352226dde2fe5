/*
 * The way back: which squares lack what, which have too much, and the one next
 * step, from the pieces that edges told apart (worlds.h), else from occupancy.
 *
 * Following the steps one by one needs as many as pieces are wrong, and one
 * more for each ring of pieces that stand on each other's squares, where none of
 * them could fill a free place of its kind: there are no fewer. Of several
 * arrangements that the edges allow the one that needs fewest is believed.
 */
#pragma once
#include "daemon/core/guidance.h"
#include "daemon/core/infer.h"

/* The numbers of candidate c of *f, INFER_NONE: the position *f began with, is the goal. */
void guide_compute(const struct infer *f, unsigned c, struct guidance *out);
/* The board stands as guide_compute's goal wants it. */
bool guide_reached(const struct guidance *g);
