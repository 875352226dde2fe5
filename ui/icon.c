#include "ui/icon.h"

#include <math.h>
#include <stdlib.h>

#include "ui/design.h"
#include "ui/ink.h"

enum { GRID = 24, STROKE = 2, NUMBERS_MAX = 5 };

/*
 * Steps of each icon, a letter and whole numbers: M x y: starts a line; L x y: goes on to a point;
 * Z: closes the line; A x y r from to: goes on by an arc, clockwise, in degrees; O x y r: a
 * circle; D x y r: a disc.
 */
/* NOLINTBEGIN(bugprone-suspicious-missing-comma): some icons take two lines */
static const char *const icons[ICONS] = {
	[ICON_DONE] = "M4 13 L10 19 L20 6",
	[ICON_MENU] = "M4 6 L20 6 M4 12 L20 12 M4 18 L20 18",
	[ICON_UNDO] = "M9 4 L4 9 L9 14 M4 9 L14 9 A14 14 5 270 450 L9 19",
	[ICON_PAUSE] = "M8 5 L8 19 M16 5 L16 19",
	[ICON_ONWARD] = "M7 4 L19 12 L7 20 Z",
	[ICON_CLAIM] =
		"M12 3 L12 20 M8 20 L16 20 M5 6 L19 6 M2 14 L5 6 L8 14 Z M16 14 L19 6 L22 14 Z",
	[ICON_HINTS] = "A12 9 6 130 410 L15 17 L9 17 Z M10 21 L14 21",
	[ICON_AGREED] = "O12 12 9 M8 10 L16 10 M8 14 L16 14",
	[ICON_RESIGN] = "M6 21 L6 3 L19 3 L16 8 L19 13 L6 13",
	[ICON_NEW] = "O12 12 9 M12 8 L12 16 M8 12 L16 12",
	[ICON_RECORDS] = "M5 3 L19 3 L19 21 L5 21 Z M9 8 L15 8 M9 12 L15 12 M9 16 L13 16",
	[ICON_EVENING] = "M7 3 L17 3 L17 9 A12 9 5 0 180 Z M7 10 A7 7 3 90 180 L4 5 L7 5 "
			 "M17 5 L20 5 L20 7 A17 7 3 0 90 M12 14 L12 20 M8 20 L16 20",
	[ICON_BOARD] = "M4 4 L20 4 L20 20 L4 20 Z M12 4 L12 20 M4 12 L20 12 D8 8 2 D16 16 2",
	[ICON_FLIP] = "M8 20 L8 4 M3 9 L8 4 L13 9 M16 4 L16 20 M11 15 L16 20 L21 15",
	[ICON_SETTINGS] = "M3 7 L21 7 M3 17 L21 17 D9 7 3 D15 17 3",
	[ICON_RULES] = "M12 6 L8 4 L3 4 L3 18 L8 18 L12 20 L16 18 L21 18 L21 4 L16 4 L12 6 L12 20",
	[ICON_SYSTEM] = "M12 3 L12 11 M16 6 A12 13 8 300 600",
	[ICON_LIGHTS] = "O12 12 4 M12 2 L12 4 M12 20 L12 22 M2 12 L4 12 M20 12 L22 12 M5 5 L6 6 "
			"M18 18 L19 19 M5 19 L6 18 M18 6 L19 5",
	[ICON_SOUND] = "M3 9 L7 9 L12 5 L12 19 L7 15 L3 15 Z M15 9 A12 12 4 310 410 "
		       "M18 6 A12 12 9 315 405",
	[ICON_PLAY] =
		"O12 7 4 M10 11 L8 17 M14 11 L16 17 M8 17 L16 17 M6 21 L18 21 L16 17 M6 21 L8 17",
	[ICON_USB] = "M8 9 L16 9 L16 21 L8 21 Z M10 9 L10 3 L14 3 L14 9",
};
/* NOLINTEND(bugprone-suspicious-missing-comma) */

static void
circle_draw(cairo_t *c, const double n[NUMBERS_MAX], bool filled)
{
	if (filled)
		cairo_stroke(c); /* the lines so far must not be filled */
	cairo_new_sub_path(c);
	cairo_arc(c, n[0], n[1], n[2], 0, 2 * M_PI);
	if (filled) {
		cairo_stroke_preserve(c);
		cairo_fill(c);
	}
}

static void
step_draw(cairo_t *c, char step, const double n[NUMBERS_MAX])
{
	switch (step) {
	case 'M':
		cairo_move_to(c, n[0], n[1]);
		break;
	case 'L':
		cairo_line_to(c, n[0], n[1]);
		break;
	case 'A':
		cairo_arc(c, n[0], n[1], n[2], n[3] * M_PI / 180, n[4] * M_PI / 180);
		break;
	case 'Z':
		cairo_close_path(c);
		break;
	default: /* O and D */
		circle_draw(c, n, step == 'D');
		break;
	}
}

/* Reads the numbers of a step; returns the rest of the text. */
static const char *
numbers_read(const char *at, double n[NUMBERS_MAX])
{
	for (unsigned i = 0; i < NUMBERS_MAX; i++) {
		char *end;
		long value = strtol(at, &end, 10);

		if (end == at)
			break;
		n[i] = (double)value;
		at = end;
	}
	while (*at == ' ')
		at++;
	return at;
}

void
icon_draw(SDL_Surface *s, struct shape_ink ink, struct rect box, unsigned icon)
{
	int side = box.w < box.h ? box.w : box.h;
	cairo_t *c;

	if (icon >= ICONS || side <= 0)
		return;
	c = ink_begin(s, ink);
	cairo_translate(c, box.x + (box.w - side) / 2.0, box.y + (box.h - side) / 2.0);
	cairo_scale(c, side / (double)GRID, side / (double)GRID);
	cairo_set_line_width(c, STROKE);
	cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(c, CAIRO_LINE_JOIN_ROUND);
	for (const char *at = icons[icon]; *at != '\0';) {
		double n[NUMBERS_MAX] = { 0 };
		char step = *at;

		at = numbers_read(at + 1, n);
		step_draw(c, step, n);
	}
	cairo_stroke(c);
	cairo_destroy(c);
}
