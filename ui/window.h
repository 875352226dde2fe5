/*
 * The window: events in, pixels out. Paints when the command list has changed
 * and sleeps otherwise.
 */
#pragma once
#include <stdbool.h>

#include "ui/link.h"

struct window_options {
	int w, h;
	bool fullscreen;
	const char *socket;	/* of the daemon */
	const char *keep;	/* file of the page, "": it is not kept */
};

/* Runs until it is closed. 0, or -1 with *err told: no display, no font, … */
MUST_USE int window_run(const struct window_options *o, struct ui_error *err);
