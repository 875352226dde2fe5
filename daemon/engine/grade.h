/* The scores of all root actions, for advice. */
#pragma once
#include "daemon/engine/search.h"

enum {
	/* Scores that are further below the best are upper bounds: how bad such an action is takes long. */
	GRADE_RANGE = 700,
};

/*
 * Searches each action of the task alone, an action deeper each time, and reports all of them after
 * each whole iteration, best first. `world` has n positions: 1, or those that stand for what is
 * hidden, whose mean then counts. Writes the best action of the last whole iteration.
 */
void grade_deepen(struct engine *e, const struct position *world, unsigned n,
		  struct engine_report *best);
