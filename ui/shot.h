/* A picture of a page in a file, made without any display. */
#pragma once
#include "ui/model.h"

struct shot_options {
	const char *file;	/* PNG to write */
	const char *state;	/* stored state, NULL: the daemon's current one */
	const char *socket;	/* of the daemon, used without `state` */
	int w, h;
};

enum { SHOT_WAIT_MS = 5000 };	/* for a daemon to tell its state */

/* 0, or -1 with *err told. */
MUST_USE int shot_take(const struct shot_options *o, struct ui_error *err);
