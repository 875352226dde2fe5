/*
 * Finds fonts and pictures. Search order: the folder in an environment variable
 * (HALO_FONTS, HALO_PIECES), the one found or made at configure time, the one
 * of an installed package.
 */
#pragma once
#include <stddef.h>

#include "ui/state.h"

enum { ASSET_PATH_MAX = 512 };

enum asset_kind { ASSET_FONT, ASSET_PIECE };

/*
 * Finds a readable file and stores its path. Returns -1 if none exists; *err
 * then says what to install or set.
 */
MUST_USE int asset_find(enum asset_kind kind, const char *name, char path[ASSET_PATH_MAX],
			struct ui_error *err);
