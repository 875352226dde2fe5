/*
 * The board as a picture to play on by mouse; SDL2. Draws on any SDL video
 * driver, "dummy" included, with SDL's software renderer.
 */
#pragma once
#include "hw/virtual/engine.h"

/*
 * Runs the engine on a thread of its own and the window on this one, which must
 * be the program's first, until either ends. 0, or -1 told on standard error.
 */
MUST_USE int window_run(struct engine *e);

/* The same in pieces, for tests: one step handles what is queued and redraws. */
struct window;
MUST_USE struct window *window_create(struct engine *e);
void window_destroy(struct window *w);
/* Waits up to wait_ms for input. False: the window was closed. */
bool window_step(struct window *w, int wait_ms);
