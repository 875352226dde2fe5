/* Names of the lights in the protocol. */
#include "ui/state.h"

static const char *const light_names[UI_LIGHTS] = {
	"asked",  "missing", "extra", "check", "from",   "to",      "plan",   "capture", "unsafe",
	"legal",  "hint",    "stick", "zombie", "crooked", "mirror", "last",    "area",
};

const char *
ui_light_name(enum ui_light light)
{
	return light_names[light];
}
