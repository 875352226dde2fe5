#include "ui/palette.h"

#include <math.h>
#include <string.h>

/*
 * The marks are the eight colours of Okabe and Ito, who chose them to stay
 * apart for every kind of colour vision; two are made lighter for the theme.
 */
/* clang-format off: a table: standard, bright, calm */
const struct palette_entry palette[PALETTE_N] = {
	[PAL_PAGE]		= { "page",		{ 0x14171d, 0x000000, 0x07080b }, 255 },
	[PAL_CARD]		= { "card",		{ 0x222833, 0x141a24, 0x101317 }, 255 },
	[PAL_BUTTON]		= { "button",		{ 0x343d4d, 0x2c3950, 0x1b1f26 }, 255 },
	[PAL_BUTTON_MAIN]	= { "button-main",	{ 0xf0c75e, 0xffd84d, 0xbf9940 }, 255 },
	[PAL_BUTTON_OFF]	= { "button-off",	{ 0x1b2028, 0x0e1218, 0x0b0e11 }, 255 },
	[PAL_PRESSED]		= { "pressed",		{ 0x56657f, 0x50628a, 0x303842 }, 255 },
	[PAL_FOCUS]		= { "focus",		{ 0x8fd0ff, 0xa8dcff, 0x71a0b5 }, 255 },
	[PAL_TRAY]		= { "tray",		{ 0x927b62, 0xa88f70, 0x8c745a }, 255 },
	[PAL_FACE]		= { "face",		{ 0xf2efe8, 0xffffff, 0xc1b9a4 }, 255 },
	[PAL_WARN]		= { "warn",		{ 0x4a2a12, 0x502400, 0x291405 }, 255 },
	[PAL_TEXT]		= { "text",		{ 0xf2efe8, 0xffffff, 0xc1b9a4 }, 255 },
	[PAL_TEXT_DIM]		= { "text-dim",		{ 0xa9b2c1, 0xd4dae4, 0x989a98 }, 255 },
	[PAL_TEXT_MAIN]		= { "text-main",	{ 0x1a1508, 0x000000, 0x000000 }, 255 },
	[PAL_TEXT_OFF]		= { "text-off",		{ 0x8a93a3, 0xa4adbc, 0x808078 }, 255 },
	[PAL_TEXT_SHOWN]	= { "text-shown",	{ 0x8fd0ff, 0xa8dcff, 0x71a0b5 }, 255 },
	[PAL_TEXT_WARN]		= { "text-warn",	{ 0xffc38a, 0xffd2a0, 0xcb9660 }, 255 },
	[PAL_TEXT_RED]		= { "text-red",		{ 0xa8201a, 0xa00000, 0x7a0c08 }, 255 },
	[PAL_TEXT_DARK]		= { "text-dark",	{ 0x101318, 0x000000, 0x000000 }, 255 },
	[PAL_SQUARE_LIGHT]	= { "square-light",	{ 0xe3d2b4, 0xfff2da, 0xb5a27e }, 255 },
	[PAL_SQUARE_DARK]	= { "square-dark",	{ 0x9a7a58, 0xa8825a, 0x7a5d3c }, 255 },
	[PAL_EDGE]		= { "edge",		{ 0x101318, 0x000000, 0x000000 }, 255 },
	[PAL_LAST]		= { "last",		{ 0xf0e442, 0xfff000, 0xbfb02c }, 120 },
	[PAL_LIFTED]		= { "lifted",		{ 0x7ecbfa, 0x8cd8ff, 0x639cb1 }, 255 },
	[PAL_LEGAL]		= { "legal",		{ 0x009e73, 0x00b482, 0x006a48 }, 255 },
	[PAL_CHECK]		= { "check",		{ 0xd55e00, 0xf06a00, 0xa84600 }, 255 },
	[PAL_MISSING]		= { "missing",		{ 0x0a84d8, 0x2a9cf0, 0x066598 }, 255 },
	[PAL_EXTRA]		= { "extra",		{ 0xd55e00, 0xf06a00, 0xa84600 }, 255 },
	[PAL_WRONG]		= { "wrong",		{ 0xd55e00, 0xf06a00, 0xa84600 }, 255 },
	[PAL_WHY]		= { "why",		{ 0xe69f00, 0xffb400, 0xd89400 }, 255 },
	[PAL_ARROW]		= { "arrow",		{ 0x0a84d8, 0x2a9cf0, 0x066598 }, 225 },
	[PAL_MARK]		= { "mark",		{ 0xcc79a7, 0xe08cbc, 0xaa637d }, 255 },
};
/* clang-format on */

enum palette_theme
palette_theme_of(const char *name)
{
	static const char *const names[PALETTE_THEMES] = { "standard", "bright", "calm" };
	unsigned i = PALETTE_THEMES - 1;

	while (i > 0 && strcmp(names[i], name) != 0)
		i--;
	return (enum palette_theme)i;
}

static double
channel_linear(uint32_t rgb, unsigned shift)
{
	double c = (double)(rgb >> shift & 0xff) / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double
luminance(uint32_t rgb)
{
	return 0.2126 * channel_linear(rgb, 16) + 0.7152 * channel_linear(rgb, 8) +
	       0.0722 * channel_linear(rgb, 0);
}

double
palette_contrast(uint32_t rgb_a, uint32_t rgb_b)
{
	double a = luminance(rgb_a), b = luminance(rgb_b);

	return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static uint32_t
channel_blend(uint32_t over, uint32_t alpha, uint32_t under, unsigned shift)
{
	uint32_t o = over >> shift & 0xff, u = under >> shift & 0xff;

	return ((o * alpha + u * (255 - alpha) + 127) / 255) << shift;
}

uint32_t
palette_blend(uint32_t over, uint8_t alpha, uint32_t under)
{
	return channel_blend(over, alpha, under, 16) | channel_blend(over, alpha, under, 8) |
	       channel_blend(over, alpha, under, 0);
}
