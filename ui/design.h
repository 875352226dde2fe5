/*
 * The design of the screen: spaces, sizes, types, colours by meaning, kinds of buttons, icons.
 * Pages use these names and no number of pixels (tests/ui/design.sh). Two designs, 800 x 480 and
 * 480 x 320, are each drawn to the pixel; a larger window scales the design that fits. Sizes
 * never depend on content, so no element moves when content changes.
 *
 * tests/ui/test_layout.c checks: every touchable area is at least 48 pixels wide and high; text is
 * at least 18 pixels in the large design and 14 in the small.
 */
#pragma once
#include <stdbool.h>

#include "ui/draw.h"
#include "ui/palette.h" /* colours by meaning, in three themes */

enum {
	METRICS_WIDTH_MIN = 480,
	METRICS_HEIGHT_MIN = 320,
	METRICS_WIDTH_MAX = 7680,
	METRICS_HEIGHT_MAX = 4320,
};

/* The scale of sizes: each has a value in either design (design.c). */
enum measure {
	/* spaces */
	SPACE_LINE,		/* a thin line */
	SPACE_TIGHT,		/* inside a button */
	SPACE_NEAR,		/* between parts of one element */
	SPACE_ROWS,		/* between rows of a panel */
	SPACE_TILE,		/* inside a game's tile */
	SPACE_WIDE,
	GAP,			/* between elements */
	PAD,			/* inside cards, and around the page */
	RADIUS,			/* of a corner */
	FRAME,			/* width of the frame around an element */
	/* type */
	TEXT_SMALL,
	TEXT_USUAL,
	TEXT_TITLE,
	/* heights */
	LINE_LIST,		/* of a line in a list */
	ROW,			/* of pieces, dice or a clock */
	ROW_CARDS,
	TOUCH,			/* of a usual button */
	BAR,			/* at the top of a page */
	CARD_NOTICE,		/* below a panel */
	DIALOG_HEIGHT,
	/* widths */
	ICON,			/* of the smallest icon; also its height */
	WIDTH_NUMBER,		/* of a move */
	PICTURE,		/* of a playing card; height of a tray */
	WIDTH_SHORT,		/* of a word */
	BUTTON,			/* of a button in the top bar */
	WIDTH_LABEL,		/* of what names a row */
	WIDTH_COLUMN,		/* of a name or a value in a list */
	WIDTH_TEXT,		/* of sentences beside a picture */
	DIALOG_WIDTH,
	WIDTH_BOARD,		/* the panel gets the remaining width */
	MEASURES,
};

enum button_look {
	BUTTON_PLAIN,
	BUTTON_MAIN,		/* the most likely choice */
	BUTTON_ON,		/* the chosen one of several */
	BUTTON_OFF,		/* visible but disabled: no target */
};

/* Pictures of lines, in the colour of the text beside them (icon.c). */
enum icon {
	ICON_DONE,
	ICON_MENU,
	ICON_UNDO,
	ICON_PAUSE,
	ICON_ONWARD,
	ICON_CLAIM,
	ICON_HINTS,
	ICON_AGREED,
	ICON_RESIGN,
	ICON_NEW,
	ICON_RECORDS,
	ICON_EVENING,
	ICON_BOARD,
	ICON_FLIP,
	ICON_SETTINGS,
	ICON_RULES,
	ICON_SYSTEM,
	ICON_LIGHTS,
	ICON_SOUND,
	ICON_PLAY,
	ICON_USB,
	ICONS,
};

/* The most used sizes of a window, in its pixels. */
struct metrics {
	bool compact;			/* the 480 x 320 design */
	int w, h;
	int scale_1024;			/* scale of the design; 1024: unscaled */
	int pad, gap, radius, touch, bar, button_w, list_line, frame;
	int small_px, text_px, title_px;	/* font sizes */
	int small_line, text_line, title_line;	/* line height of each */
	struct rect board;		/* including its coordinates */
	struct rect panel;		/* right of it, inside the margins */
	struct rect whole;		/* the window inside the margins */
};

/*
 * Returns the sizes for a window. A window smaller than the small design shows
 * it cropped at the right and bottom.
 */
struct metrics metrics_of(int w, int h);
/* Returns a size of the scale in pixels of the window. */
int measure(const struct metrics *g, enum measure m);
/* Converts `n` pixels of the design to pixels of the window. */
int metrics_px(const struct metrics *g, int n);
