#include "ui/palette.h"

#include <string.h>

/*
 * Marks have the hues of the lamps that mean the same. tests/ui/test_palette.c checks that
 * neighbours are distinguishable for every kind of colour vision.
 */
/* clang-format off: a table: dark, light, contrast */
const struct palette_entry palette[PALETTE_N] = {
	[PAL_PAGE]		= { "page",		{ 0x14171d, 0xf3efe7, 0x000000 }, 255 },
	[PAL_CARD]		= { "card",		{ 0x222833, 0xe4ded2, 0x141a24 }, 255 },
	[PAL_BUTTON]		= { "button",		{ 0x343d4d, 0xd3cbbb, 0x2c3950 }, 255 },
	[PAL_BUTTON_MAIN]	= { "button-main",	{ 0xf0c75e, 0xf0c75e, 0xffd84d }, 255 },
	[PAL_BUTTON_ON]		= { "button-on",	{ 0x8fd0ff, 0x8cc6ee, 0xa8dcff }, 255 },
	[PAL_BUTTON_OFF]	= { "button-off",	{ 0x1b2028, 0xebe6dc, 0x0e1218 }, 255 },
	[PAL_PRESSED]		= { "pressed",		{ 0x56657f, 0xb5ab98, 0x425378 }, 255 },
	[PAL_FOCUS]		= { "focus",		{ 0x8fd0ff, 0x00609f, 0xa8dcff }, 255 },
	[PAL_TRAY]		= { "tray",		{ 0x927b62, 0xa58e74, 0xb89f80 }, 255 },
	[PAL_FACE]		= { "face",		{ 0xf2efe8, 0xffffff, 0xffffff }, 255 },
	[PAL_WARN]		= { "warn",		{ 0x4a2a12, 0xffe0c0, 0x502400 }, 255 },
	[PAL_TEXT]		= { "text",		{ 0xf2efe8, 0x1a1712, 0xffffff }, 255 },
	[PAL_TEXT_DIM]		= { "text-dim",		{ 0xa9b2c1, 0x46423a, 0xd4dae4 }, 255 },
	[PAL_TEXT_MAIN]		= { "text-main",	{ 0x1a1508, 0x1a1508, 0x000000 }, 255 },
	[PAL_TEXT_OFF]		= { "text-off",		{ 0x8a93a3, 0x625e55, 0xa4adbc }, 255 },
	[PAL_TEXT_SHOWN]	= { "text-shown",	{ 0x8fd0ff, 0x004f7f, 0xa8dcff }, 255 },
	[PAL_TEXT_WARN]		= { "text-warn",	{ 0xffc38a, 0x863800, 0xffd2a0 }, 255 },
	[PAL_TEXT_RED]		= { "text-red",		{ 0xa8201a, 0xa8201a, 0xa00000 }, 255 },
	[PAL_TEXT_DARK]		= { "text-dark",	{ 0x101318, 0x101318, 0x000000 }, 255 },
	[PAL_SQUARE_LIGHT]	= { "square-light",	{ 0xe3d2b4, 0xe3d2b4, 0xfff2da }, 255 },
	[PAL_SQUARE_DARK]	= { "square-dark",	{ 0x9a7a58, 0x9a7a58, 0xa8825a }, 255 },
	[PAL_GREEN_LIGHT]	= { "green-light",	{ 0xe4e8cc, 0xe4e8cc, 0xfafce6 }, 255 },
	[PAL_GREEN_DARK]	= { "green-dark",	{ 0x6f9060, 0x6f9060, 0x7aa066 }, 255 },
	[PAL_BLUE_LIGHT]	= { "blue-light",	{ 0xdde4ea, 0xdde4ea, 0xf4faff }, 255 },
	[PAL_BLUE_DARK]		= { "blue-dark",	{ 0x7f96ac, 0x7f96ac, 0x8ca8c4 }, 255 },
	[PAL_TEAM_BLUE]		= { "team-blue",	{ 0x78b4ff, 0x78b4ff, 0x8cc0ff }, 255 },
	[PAL_TEAM_RED]		= { "team-red",		{ 0xe0503c, 0xe0503c, 0xf05844 }, 255 },
	[PAL_EDGE]		= { "edge",		{ 0x101318, 0x101318, 0x000000 }, 255 },
	[PAL_ASKED]		= { "asked",	{ 0x9a5cff, 0x9a5cff, 0xb07cff }, 255 },
	[PAL_MISSING]		= { "missing",	{ 0x0a84d8, 0x0a84d8, 0x2a9cf0 }, 255 },
	[PAL_EXTRA]		= { "extra",	{ 0xd55e00, 0xd55e00, 0xf06a00 }, 255 },
	[PAL_CHECK]		= { "check",	{ 0xe0302a, 0xe0302a, 0xff4038 }, 255 },
	[PAL_FROM]		= { "from",	{ 0xf4f6f8, 0xf4f6f8, 0xffffff }, 255 },
	[PAL_TO]		= { "to",	{ 0x2fbf5a, 0x2fbf5a, 0x38e070 }, 255 },
	[PAL_PLAN]		= { "plan",	{ 0x16c4c4, 0x16c4c4, 0x30e0e0 }, 255 },
	[PAL_BEST]		= { "best",	{ 0x2fe85a, 0x2fe85a, 0x40ff70 }, 255 },
	[PAL_GOOD]		= { "good",	{ 0x3a9cff, 0x3a9cff, 0x58b0ff }, 255 },
	[PAL_PLAYABLE]		= { "playable",	{ 0x6468a0, 0x6468a0, 0x70708c }, 255 },
	[PAL_MISTAKE]		= { "mistake",	{ 0xb08a48, 0xb08a48, 0xc89c50 }, 255 },
	[PAL_BLUNDER]		= { "blunder",	{ 0xe0204a, 0xe0204a, 0xf83058 }, 255 },
	[PAL_CAPTURE]		= { "capture",	{ 0xe87a10, 0xe87a10, 0xff8c14 }, 255 },
	[PAL_UNSAFE]		= { "unsafe",	{ 0xb4305a, 0xb4305a, 0xd0386c }, 255 },
	[PAL_LEGAL]		= { "legal",	{ 0x3a9cff, 0x3a9cff, 0x58b0ff }, 255 },
	[PAL_HINT]		= { "hint",	{ 0xa8d8b8, 0xa8d8b8, 0xc0f0d0 }, 255 },
	[PAL_ZOMBIE]		= { "zombie",	{ 0xe1d700, 0xe1d700, 0xfff000 }, 255 },
	[PAL_CROOKED]		= { "crooked",	{ 0xc9a25a, 0xc9a25a, 0xe0b868 }, 255 },
	[PAL_MIRROR]		= { "mirror",	{ 0x4d81e4, 0x4d81e4, 0x6c9cff }, 255 },
	[PAL_LAST]		= { "last",	{ 0xd01068, 0xd01068, 0xd01068 }, 120 },
	[PAL_AREA]		= { "area",	{ 0x3a2a1c, 0x3a2a1c, 0x402c18 }, 110 },
	[PAL_WHY]		= { "why",	{ 0xe69f00, 0xe69f00, 0xffb400 }, 255 },
	[PAL_ARROW]		= { "arrow",	{ 0x0a84d8, 0x0a84d8, 0x2a9cf0 }, 225 },
};
/* clang-format on */

/* Returns the place of a name among n; 0 for any other name. */
static unsigned
name_find(const char *const names[], unsigned n, const char *name)
{
	unsigned i = n - 1;

	while (i > 0 && strcmp(names[i], name) != 0)
		i--;
	return i;
}

enum palette_theme
palette_theme_of(const char *name)
{
	static const char *const names[PALETTE_THEMES] = { "dark", "light", "contrast" };

	return (enum palette_theme)name_find(names, PALETTE_THEMES, name);
}

enum palette_board
palette_board_of(const char *name)
{
	static const char *const names[PALETTE_BOARDS] = { "wood", "green", "blue" };

	return (enum palette_board)name_find(names, PALETTE_BOARDS, name);
}
