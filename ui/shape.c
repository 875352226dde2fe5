#include "ui/shape.h"

#include <math.h>

#include "ui/ink.h"

cairo_t *
ink_begin(SDL_Surface *s, struct shape_ink ink)
{
	cairo_surface_t *pixels = cairo_image_surface_create_for_data(
		s->pixels, CAIRO_FORMAT_ARGB32, s->w, s->h, s->pitch);
	cairo_t *c = cairo_create(pixels);

	cairo_surface_destroy(pixels); /* the context keeps it */
	cairo_rectangle(c, s->clip_rect.x, s->clip_rect.y, s->clip_rect.w, s->clip_rect.h);
	cairo_clip(c);
	cairo_set_source_rgba(c, (ink.rgb >> 16 & 0xff) / 255.0, (ink.rgb >> 8 & 0xff) / 255.0,
			      (ink.rgb & 0xff) / 255.0, ink.alpha / 255.0);
	return c;
}

static void
rounded_box(cairo_t *c, double x, double y, double w, double h, double radius)
{
	cairo_new_sub_path(c);
	cairo_arc(c, x + w - radius, y + radius, radius, -M_PI_2, 0);
	cairo_arc(c, x + w - radius, y + h - radius, radius, 0, M_PI_2);
	cairo_arc(c, x + radius, y + h - radius, radius, M_PI_2, M_PI);
	cairo_arc(c, x + radius, y + radius, radius, M_PI, -M_PI_2);
	cairo_close_path(c);
}

void
shape_fill(SDL_Surface *s, struct shape_ink ink, struct rect box, int radius)
{
	cairo_t *c;

	if (box.w <= 0 || box.h <= 0)
		return;
	c = ink_begin(s, ink);
	if (radius <= 0 || 2 * radius > box.w || 2 * radius > box.h)
		cairo_rectangle(c, box.x, box.y, box.w, box.h);
	else
		rounded_box(c, box.x, box.y, box.w, box.h, radius);
	cairo_fill(c);
	cairo_destroy(c);
}

void
shape_checker(SDL_Surface *s, struct shape_ink light, struct shape_ink dark, struct rect box,
	      int side)
{
	int below = box.y + box.h;
	cairo_t *c;

	shape_fill(s, light, box, 0);
	c = ink_begin(s, dark);
	for (int row = 0; row * side < box.h; row++)
		for (int column = row % 2; column * side < box.w; column += 2)
			cairo_rectangle(c, box.x + column * side, below - (row + 1) * side, side,
					side);
	cairo_fill(c);
	cairo_destroy(c);
}

/* Reports whether a module in a row of hexadecimal digits is dark. */
static bool
is_dark(const char *row, int x)
{
	int digit = row[x / 4] <= '9' ? row[x / 4] - '0' : row[x / 4] - 'a' + 10;

	return (digit >> (3 - x % 4) & 1) != 0;
}

void
shape_code(SDL_Surface *s, struct shape_ink ink, struct rect box, int side, const char *cells)
{
	int modules = box.w / side, digits = draw_code_digits(modules);
	cairo_t *c = ink_begin(s, ink);

	for (int y = 0; y < modules; y++)
		for (int x = 0; x < modules; x++)
			if (is_dark(cells + (ptrdiff_t)y * digits, x))
				cairo_rectangle(c, box.x + x * side, box.y + y * side, side, side);
	cairo_fill(c);
	cairo_destroy(c);
}

void
shape_frame(SDL_Surface *s, struct shape_ink ink, struct rect box, int width)
{
	double half = width / 2.0;
	cairo_t *c;

	if (box.w <= 3 * width || box.h <= 3 * width) {
		shape_fill(s, ink, box, width);
		return;
	}
	c = ink_begin(s, ink);
	rounded_box(c, box.x + half, box.y + half, box.w - width, box.h - width, width);
	cairo_set_line_width(c, width);
	cairo_stroke(c);
	cairo_destroy(c);
}

void
shape_cross(SDL_Surface *s, struct shape_ink ink, struct rect box, int width)
{
	struct rect in = rect_inset(box, width / 2 + 1);
	cairo_t *c;

	if (box.w <= 0 || box.h <= 0)
		return;
	c = ink_begin(s, ink);
	cairo_move_to(c, in.x, in.y);
	cairo_line_to(c, in.x + in.w, in.y + in.h);
	cairo_move_to(c, in.x, in.y + in.h);
	cairo_line_to(c, in.x + in.w, in.y);
	cairo_set_line_width(c, width);
	cairo_set_line_cap(c, CAIRO_LINE_CAP_ROUND);
	cairo_stroke(c);
	cairo_destroy(c);
}

void
shape_disc(SDL_Surface *s, struct shape_ink ink, struct rect box)
{
	int side = box.w < box.h ? box.w : box.h;
	cairo_t *c;

	if (side <= 0)
		return;
	c = ink_begin(s, ink);
	cairo_arc(c, box.x + box.w / 2.0, box.y + box.h / 2.0, side / 2.0, 0, 2 * M_PI);
	cairo_fill(c);
	cairo_destroy(c);
}

/* The sides of the head form 40 degrees with the axis. */
#define HEAD_SLOPE 0.84

void
shape_arrow(SDL_Surface *s, struct shape_ink ink, struct rect ends, int width)
{
	double across = ends.w - ends.x, down = ends.h - ends.y, length = hypot(across, down);
	double half = width / 2.0, head = fmin(2.2 * width, length);
	cairo_t *c;

	if (length < 1)
		return;
	c = ink_begin(s, ink);
	cairo_translate(c, ends.x, ends.y);
	cairo_rotate(c, atan2(down, across));
	cairo_rectangle(c, 0, -half, length - head, width);
	cairo_move_to(c, length - head, -head * HEAD_SLOPE);
	cairo_line_to(c, length, 0);
	cairo_line_to(c, length - head, head * HEAD_SLOPE);
	cairo_close_path(c);
	cairo_fill(c);
	cairo_destroy(c);
}
