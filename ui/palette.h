/*
 * The meanings of colours. Pages use meanings; only this table defines colours. The setting `theme`
 * chooses one of three: dark, light, and one with the strongest contrast. The dark and the light
 * theme have the same colours for the board and its marks. The setting `squares` chooses the board.
 * tests/ui/test_palette.c checks:
 * - text on its background: contrast of at least 4.5 (WCAG 2.1, 1.4.3), and 7 in the third (1.4.6)
 * - marks on either kind of square: at least 3, because every frame has a
 *   dark edge; each mark also has its own shape, not only a colour
 * - marks that may be adjacent stay distinguishable for people who lack
 *   red, green or blue cones
 */
#pragma once
#include <stdint.h>

enum palette {
	/* surfaces */
	PAL_PAGE,
	PAL_CARD,
	PAL_BUTTON,
	PAL_BUTTON_MAIN,	/* the most likely choice */
	PAL_BUTTON_ON,		/* the chosen one of several */
	PAL_BUTTON_OFF,		/* not available now */
	PAL_PRESSED,
	PAL_FOCUS,
	PAL_TRAY,		/* behind pieces off the board */
	PAL_FACE,		/* of a die, a card */
	PAL_WARN,		/* a card that reports a problem */
	/* text */
	PAL_TEXT,
	PAL_TEXT_DIM,
	PAL_TEXT_MAIN,		/* on PAL_BUTTON_MAIN */
	PAL_TEXT_OFF,		/* on PAL_BUTTON_OFF */
	PAL_TEXT_SHOWN,		/* a move that is not final yet */
	PAL_TEXT_WARN,		/* on PAL_WARN and PAL_PAGE */
	PAL_TEXT_RED,		/* hearts and diamonds, on PAL_FACE */
	PAL_TEXT_DARK,		/* on PAL_BUTTON_ON, PAL_TRAY and light squares */
	/* the squares of each board, the light ones first */
	PAL_SQUARE_LIGHT,
	PAL_SQUARE_DARK,
	PAL_GREEN_LIGHT,
	PAL_GREEN_DARK,
	PAL_BLUE_LIGHT,
	PAL_BLUE_DARK,
	/* the board */
	PAL_TEAM_BLUE,		/* the pieces of Blue and Red */
	PAL_TEAM_RED,
	PAL_EDGE,		/* the dark line around every mark */
	/* what lamps mean, in hues of the lamps (docs/lamps.md) */
	PAL_ASKED,		/* ring: a question is open, or a hand is awaited here */
	PAL_MISSING,		/* ring: a piece belongs here */
	PAL_EXTRA,		/* cross: this piece does not belong here */
	PAL_CHECK,		/* frame and corners: a king in check */
	PAL_FROM,		/* frame: a piece was lifted from here; the shown move's start */
	PAL_TO,			/* frame: the shown move's end */
	PAL_PLAN,		/* frame: a computer's move, made by hands */
	PAL_BEST,		/* frame and dot: an action of the lifted piece that advice calls best */
	PAL_GOOD,		/* dot */
	PAL_PLAYABLE,		/* small dot */
	PAL_MISTAKE,		/* corners */
	PAL_BLUNDER,		/* cross */
	PAL_CAPTURE,		/* ring: the lifted piece may capture here */
	PAL_UNSAFE,		/* corners: … and could be captured here */
	PAL_LEGAL,		/* dot: the lifted piece may move here */
	PAL_HINT,		/* frame: a piece that can move; the reason of a refusal */
	PAL_ZOMBIE,		/* coin */
	PAL_CROOKED,		/* halo */
	PAL_MIRROR,		/* checker: behind the mirror */
	PAL_LAST,		/* tint: squares of the last move */
	PAL_AREA,		/* tint: the gauntlet, a seat's half, before the mirror */
	/* */
	PAL_WHY,		/* frame: a weak sensor */
	PAL_ARROW,		/* from the square to lift to the square to put */
	PALETTE_N,
};

enum palette_theme { PALETTE_DARK, PALETTE_LIGHT, PALETTE_CONTRAST, PALETTE_THEMES };

enum palette_board { BOARD_WOOD, BOARD_GREEN, BOARD_BLUE, PALETTE_BOARDS };

struct palette_entry {
	const char *name;	/* as printed in command lists */
	uint32_t rgb[PALETTE_THEMES];	/* 0xrrggbb, sRGB */
	uint8_t alpha;		/* 255: opaque */
};

extern const struct palette_entry palette[PALETTE_N];

/* Returns the theme with the setting's name; the default for any other name. */
enum palette_theme palette_theme_of(const char *name);
/* Returns the board with the setting's name, in the same way. */
enum palette_board palette_board_of(const char *name);
