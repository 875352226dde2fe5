/* A ply in the hands of a style: the plain motion and additional touches. */
#pragma once
#include "tests/daemon/hands/rng.h"
#include "tests/daemon/hands/script.h"
#include "tests/daemon/hands/style.h"

/*
 * Appends to *s the touches of a player who intends `a` in *p; the board of *s is that of
 * *p. was: the position before the last action, or NULL. tidies: pieces may be adjusted
 * after the motion. Not for a player who must choose on the screen at once.
 */
void motion_play(struct script *s, const struct game *g, const struct position *was,
		 const struct position *p, struct action a, const struct style *st, struct rng *rng,
		 bool tidies);
/* Appends the carries in that order, slowly and without other touches. */
void motion_plain(struct script *s, const struct carry *c, const struct order *o,
		  uint64_t touch_us);
/* Appends a takeback of an action; *before is the position in which it was played. */
void motion_take_back(struct script *s, const struct game *g, const struct position *before,
		      struct action a, const struct style *st, struct rng *rng);
