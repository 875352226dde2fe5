/* A ply as hands of a style play it: the plain motion and what they do besides. */
#pragma once
#include "tests/daemon/hands/rng.h"
#include "tests/daemon/hands/script.h"
#include "tests/daemon/hands/style.h"

/*
 * Appends to *s what a player does who means `a` in *p; the board of *s is that
 * of *p. tidies: pieces may be adjusted once the motion is done; not by a player
 * who has to choose on the screen at once.
 */
void motion_play(struct script *s, const struct game *g, const struct position *p, struct action a,
		 const struct style *st, struct rng *rng, bool tidies);
/* The carries in that order, slowly and with nothing besides. */
void motion_plain(struct script *s, const struct carry *c, const struct order *o,
		  uint64_t touch_us);
/* An action taken back: *before is the position it was played in. */
void motion_take_back(struct script *s, const struct game *g, const struct position *before,
		      struct action a, const struct style *st, struct rng *rng);
