/*
 * Levels of play: how a search is weakened. Each level of a game beats the one below by about two
 * to one. docs/engine.md has the measured matches.
 */
#pragma once
#include "daemon/engine/engine.h"

enum {
	LEVEL_MAX = RULES_LEVELS_MAX,
	LEVEL_CAREFUL = 5,   /* from here on no queen is left hanging in one action */
	LEVEL_NODES = 20000, /* of the highest level, where levels are compared */
	LEVEL_ELO_MIN = 1350,
	LEVEL_ELO_MAX = 2000,
};

struct order;

/* How a task is weakened: the fields of struct engine_task of the same names. */
struct level {
	unsigned nodes, noise, blind, sure;
};

/*
 * Returns how a level is weakened, 1 to rules_levels; the highest is not, and levels above are that
 * one. LEVEL_NODES limits it only where levels are compared.
 */
struct level level_of(const struct game *g, unsigned level);
/* Returns how chess is weakened to an Elo number, LEVEL_ELO_MIN to LEVEL_ELO_MAX. */
struct level level_of_elo(unsigned elo);
/* Weakens a task; `nodes` is the smaller of the level's and the task's limit. */
void level_apply(struct level level, struct engine_task *task);
/* Removes from *o actions of the other side than the root's that task->blind overlooks. */
void level_overlook(const struct engine *e, const struct position *p, struct order *o);
