/*
 * The board as a picture to play on by mouse, with SDL2. Draws on any SDL video
 * driver, "dummy" included, with SDL's software renderer.
 */
#pragma once
#include "hw/virtual/engine.h"

/*
 * Runs the engine on its own thread and the window on this one, which must be
 * the program's main thread, until either ends. Returns 0, or -1 after an error
 * on standard error.
 */
MUST_USE int window_run(struct engine *e);

/* window_run in parts, for tests: one step handles the queued events and redraws. */
struct window;
MUST_USE struct window *window_create(struct engine *e);
void window_destroy(struct window *w);
/* Waits up to wait_ms for input. Returns false if the window was closed. */
bool window_step(struct window *w, int wait_ms);
