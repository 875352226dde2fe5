/*
 * What colours mean. Pages speak of meanings; this table alone speaks of
 * colours, in three dark themes, of which a setting chooses one: the usual one, one for a
 * bright room, one for a dark room with less light in everything. Held by tests/ui/test_palette.c:
 *
 *   - text on what it is drawn on: contrast of at least 4.5 (WCAG 2.1, 1.4.3)
 *   - marks on either square: at least 3, thanks to the dark edge that every
 *     frame carries; and no mark is told by colour alone, each has a shape
 *   - marks that may stand side by side stay apart for people who lack red,
 *     green or blue cones
 */
#pragma once
#include <stdint.h>

enum palette {
	/* surfaces */
	PAL_PAGE,
	PAL_CARD,
	PAL_BUTTON,
	PAL_BUTTON_MAIN,	/* what one most likely wants */
	PAL_BUTTON_OFF,		/* cannot be had now */
	PAL_PRESSED,
	PAL_FOCUS,
	PAL_TRAY,		/* behind pieces off the board */
	PAL_FACE,		/* of a die, a card */
	PAL_WARN,		/* a card that tells of something wrong */
	/* text */
	PAL_TEXT,
	PAL_TEXT_DIM,
	PAL_TEXT_MAIN,		/* on PAL_BUTTON_MAIN */
	PAL_TEXT_OFF,		/* on PAL_BUTTON_OFF */
	PAL_TEXT_SHOWN,		/* a move that is not final yet */
	PAL_TEXT_WARN,		/* on PAL_WARN and PAL_PAGE */
	PAL_TEXT_RED,		/* hearts and diamonds, on PAL_FACE */
	PAL_TEXT_DARK,		/* on PAL_TRAY and light squares */
	/* the board */
	PAL_SQUARE_LIGHT,
	PAL_SQUARE_DARK,
	PAL_EDGE,		/* the dark line around every mark */
	PAL_LAST,		/* tint: squares of the last move */
	PAL_LIFTED,		/* frame: a piece is up from here */
	PAL_LEGAL,		/* dot: the lifted piece may go here */
	PAL_CHECK,		/* frame and corners: a king in check */
	PAL_MISSING,		/* ring: a piece belongs here */
	PAL_EXTRA,		/* cross: this piece does not belong here */
	PAL_WRONG,		/* cross and frame: another piece belongs here */
	PAL_WHY,		/* frame: why a move was refused */
	PAL_ARROW,		/* from where to lift to where to put */
	PAL_MARK,		/* the badge of a marked piece */
	PALETTE_N,
};

enum palette_theme { PALETTE_STANDARD, PALETTE_BRIGHT, PALETTE_CALM, PALETTE_THEMES };

struct palette_entry {
	const char *name;	/* as printed in command lists */
	uint32_t rgb[PALETTE_THEMES];	/* 0xrrggbb, sRGB */
	uint8_t alpha;		/* 255: opaque */
};

extern const struct palette_entry palette[PALETTE_N];

/* By the setting's word; any other is the usual one. */
enum palette_theme palette_theme_of(const char *name);
/* The contrast ratio of WCAG 2.1 of two colours, 1 to 21. */
double palette_contrast(uint32_t rgb_a, uint32_t rgb_b);
/* `over` with its alpha laid on `under`, as the painter does it. */
uint32_t palette_blend(uint32_t over, uint8_t alpha, uint32_t under);
