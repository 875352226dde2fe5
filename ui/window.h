/*
 * The window: converts events to touches and shows the page. Paints when the
 * command list has changed and sleeps otherwise.
 */
#pragma once
#include <stdbool.h>

#include "ui/link.h"

struct window_options {
	int w, h;
	bool fullscreen;
	const char *socket;	/* of the daemon */
	const char *keep;	/* file that saves the page; "": none */
};

/* Runs until the window is closed. Returns 0, or -1 with *err set: no display, no font, … */
MUST_USE int window_run(const struct window_options *o, struct ui_error *err);
