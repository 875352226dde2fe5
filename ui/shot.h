/* Writes a picture of a page to a file, without a display. */
#pragma once
#include "ui/model.h"

struct shot_options {
	const char *file;	/* PNG to write */
	const char *state;	/* stored state, NULL: the daemon's current one */
	const char *socket;	/* of the daemon, used without `state` */
	int w, h;
};

enum { SHOT_WAIT_MS = 5000 };	/* wait for the daemon's first state */

/* Returns 0, or -1 with *err set. */
MUST_USE int shot_take(const struct shot_options *o, struct ui_error *err);
