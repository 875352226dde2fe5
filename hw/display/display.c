#include "hw/display/display.h"

#include <SDL.h>
#include <string.h>

bool
display_shows_nothing(void)
{
	static const char *const blind[] = { "offscreen", "dummy", "evdev" };
	const char *driver = SDL_GetCurrentVideoDriver(), *named = SDL_GetHint(SDL_HINT_VIDEODRIVER);

	for (size_t i = 0; driver && i < sizeof(blind) / sizeof(blind[0]); i++)
		if (strcmp(driver, blind[i]) == 0 && !(named && strcmp(named, driver) == 0)) {
			SDL_SetError("SDL found no display, only its driver '%s'", driver);
			return true;
		}
	return false;
}
