#include "ui/assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct asset_place {
	const char *variable;
	const char *folders[3];
	const char *advice;
};

static const struct asset_place places[] = {
	[ASSET_FONT] = {
		.variable = "HALO_FONTS",
		.folders = { HALO_FONT_DIR, "/usr/share/fonts/truetype/dejavu",
			     "/usr/share/fonts/TTF" },
		.advice = "install the package fonts-dejavu-core, or set HALO_FONTS to its folder",
	},
	[ASSET_PIECE] = {
		.variable = "HALO_PIECES",
		.folders = { HALO_PIECES_SOURCE, HALO_PIECES_INSTALLED },
		.advice = "set HALO_PIECES to the folder of the pieces' pictures",
	},
};

static bool
try_folder(const char *folder, const char *name, char path[ASSET_PATH_MAX])
{
	int n;

	if (folder == NULL || folder[0] == '\0')
		return false;
	n = snprintf(path, ASSET_PATH_MAX, "%s/%s", folder, name);
	return n > 0 && n < ASSET_PATH_MAX && access(path, R_OK) == 0;
}

int
asset_find(enum asset_kind kind, const char *name, char path[ASSET_PATH_MAX], struct ui_error *err)
{
	const struct asset_place *p = &places[kind];

	if (try_folder(getenv(p->variable), name, path))
		return 0;
	for (size_t i = 0; i < sizeof(p->folders) / sizeof(p->folders[0]); i++)
		if (try_folder(p->folders[i], name, path))
			return 0;
	snprintf(err->why, sizeof(err->why), "%s not found: %s", name, p->advice);
	return -1;
}
