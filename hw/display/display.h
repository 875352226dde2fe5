/* Whether what SDL has opened can be seen at all. */
#pragma once
#include <stdbool.h>

/*
 * Behind SDL_InitSubSystem: SDL takes a driver that draws to nowhere where there is no
 * display (2.26 does), and whoever wants that names it in SDL_VIDEODRIVER. True: nobody
 * did, and SDL_GetError says which driver it is.
 */
bool display_shows_nothing(void);
