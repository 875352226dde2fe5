/*
 * Guidance back to the position: missing, extra and wrong squares, and the next step. It
 * uses the pieces that edges identify (worlds.h), else occupancy.
 *
 * The number of steps is minimal: one for each wrong piece, and one more for each ring of
 * pieces on each other's squares without a free square of their kinds. Of several
 * arrangements that the edges allow, the one with the fewest steps is used.
 */
#pragma once
#include "daemon/core/guidance.h"
#include "daemon/core/infer.h"

/*
 * Computes the guidance to the position after candidate c of *f (INFER_NONE: the position
 * *f began with).
 */
void guide_compute(const struct infer *f, unsigned c, struct guidance *out);
/* Computes the guidance to the pieces that are due (infer_set_due); off if none are. */
void guide_due(const struct infer *f, struct guidance *out);
