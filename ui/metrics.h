/*
 * Sizes for a window. Two designs, 800 x 480 and 480 x 320, each drawn to the
 * pixel; a larger window scales the one that fits. Nothing depends on content,
 * so nothing moves when content changes.
 *
 * Held by tests/ui/test_layout.c: whatever can be touched is at least 48 pixels
 * both ways, text at least 18 pixels in the large design and 14 in the small.
 */
#pragma once
#include <stdbool.h>

#include "ui/draw.h"

enum {
	METRICS_WIDTH_MIN = 480,
	METRICS_HEIGHT_MIN = 320,
	METRICS_WIDTH_MAX = 7680,
	METRICS_HEIGHT_MAX = 4320,
};

struct metrics {
	bool compact;			/* the 480 x 320 design */
	int w, h;
	int scale_1024;			/* of the design, 1024: as drawn */
	int pad, gap, radius;
	int touch;			/* height of a usual button */
	int small_px, text_px, title_px;	/* font sizes */
	int small_line, text_line, title_line;	/* and what a line of each takes */
	struct rect board;		/* with its coordinates */
	struct rect panel;		/* right of it, inside the margins */
	struct rect whole;		/* the window inside the margins */
};

/* Windows smaller than the small design get it, cut at the right and below. */
struct metrics metrics_of(int w, int h);
/* `n` pixels of the design. */
int metrics_px(const struct metrics *g, int n);
