/* Names of the lights, and of the levels of hints, in the protocol. */
#include <string.h>

#include "ui/state.h"

static const char *const light_names[UI_LIGHTS] = {
	"asked", "missing",  "extra",   "check",   "from",    "to",     "plan",  "best",
	"good",  "playable", "mistake", "blunder", "capture", "unsafe", "legal", "hint",
	"stick", "zombie",   "crooked", "mirror",  "last",    "area",
};

static const char *const hints_names[UI_HINTS_LEVELS] = { "off", "moves", "safe", "graded" };

const char *
ui_light_name(enum ui_light light)
{
	return light_names[light];
}

const char *
ui_hints_name(unsigned level)
{
	return hints_names[level % UI_HINTS_LEVELS];
}

unsigned
ui_hints_of(const char *name)
{
	unsigned level = 0;

	while (level < UI_HINTS_LEVELS && strcmp(name, hints_names[level]) != 0)
		level++;
	return level;
}
