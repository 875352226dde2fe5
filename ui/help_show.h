/*
 * A diagram of the help that moves: a position and a few actions, which the rule core applies.
 * The help is the only part of the screen that applies actions.
 */
#pragma once
#include <stdbool.h>

#include "ui/state.h"

enum { HELP_STEPS_MAX = 8 };

/* A step: an action, or the square of a lifted piece whose squares are lit, or only a sentence. */
struct help_step {
	const char *action, *lift;	/* NULL: none */
	const char *text;		/* NULL: end of the steps */
};

struct help_show {
	const char *title;		/* NULL: end of the list */
	const char *position;
	struct help_step step[HELP_STEPS_MAX + 1];
};

unsigned help_show_steps(const struct help_show *show);
/*
 * Writes the picture of a step, counted from 0, into *s: pieces, marks and lights. Returns false
 * if the rule core refuses the position, an action, or a lifted piece without a move.
 */
bool help_show_state(const char *game, const struct help_show *show, unsigned step,
		     struct ui_state *s);
