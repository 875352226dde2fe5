/*
 * Where fonts and pictures lie. Looked for, in this order: the folder an
 * environment variable names (HALO_FONTS, HALO_PIECES), the one found or made at
 * configure time, the one of an installed package.
 */
#pragma once
#include <stddef.h>

#include "ui/state.h"

enum { ASSET_PATH_MAX = 512 };

enum asset_kind { ASSET_FONT, ASSET_PIECE };

/* The path of a readable file; -1 with *err telling what to install or set. */
MUST_USE int asset_find(enum asset_kind kind, const char *name, char path[ASSET_PATH_MAX],
			struct ui_error *err);
