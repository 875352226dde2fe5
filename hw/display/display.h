/* Detects whether SDL's display is visible. */
#pragma once
#include <stdbool.h>

/*
 * Reports whether SDL draws to no visible display. Call after
 * SDL_InitSubSystem: without a display, SDL (from 2.26) chooses a driver
 * without output. A driver requested by SDL_VIDEODRIVER is accepted. If true,
 * SDL_GetError names the driver.
 */
bool display_shows_nothing(void);
