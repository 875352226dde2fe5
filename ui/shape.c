#include "ui/shape.h"

#include <math.h>

struct point {
	float x, y;
};

/* One shape, and its signed distance: negative inside. */
struct shape {
	struct point a, b; /* centre and half size, or the ends of a line */
	float radius, width;
	float (*distance)(const struct shape *f, struct point p);
};

static struct point
minus(struct point a, struct point b)
{
	return (struct point){ a.x - b.x, a.y - b.y };
}

static float
clamp01(float v)
{
	return v < 0 ? 0 : v > 1 ? 1 : v;
}

static float
box_distance(const struct shape *f, struct point p)
{
	float x = fabsf(p.x - f->a.x) - f->b.x + f->radius;
	float y = fabsf(p.y - f->a.y) - f->b.y + f->radius;
	float outside = hypotf(x > 0 ? x : 0, y > 0 ? y : 0);
	float inside = x > y ? x : y;

	return outside + (inside < 0 ? inside : 0) - f->radius;
}

static float
frame_distance(const struct shape *f, struct point p)
{
	float d = box_distance(f, p), inner = -(d + f->width);

	return d > inner ? d : inner;
}

static float
segment_distance(struct point a, struct point b, struct point p)
{
	struct point pa = minus(p, a), ba = minus(b, a);
	float length = ba.x * ba.x + ba.y * ba.y;
	float h = length > 0 ? clamp01((pa.x * ba.x + pa.y * ba.y) / length) : 0;

	return hypotf(pa.x - ba.x * h, pa.y - ba.y * h);
}

static float
cross_distance(const struct shape *f, struct point p)
{
	float down = segment_distance((struct point){ f->a.x - f->b.x, f->a.y - f->b.y },
				      (struct point){ f->a.x + f->b.x, f->a.y + f->b.y }, p);
	float up = segment_distance((struct point){ f->a.x - f->b.x, f->a.y + f->b.y },
				    (struct point){ f->a.x + f->b.x, f->a.y - f->b.y }, p);

	return (down < up ? down : up) - f->width / 2;
}

/* A line from a that ends in a head twice as wide; the tip is b. */
static float
arrow_distance(const struct shape *f, struct point p)
{
	struct point ab = minus(f->b, f->a), rel = minus(p, f->a);
	float length = hypotf(ab.x, ab.y), head = f->width * 2.2f;
	float along, across, shaft, tip;

	if (length < 1)
		return 1;
	along = (rel.x * ab.x + rel.y * ab.y) / length;
	across = fabsf(rel.x * ab.y - rel.y * ab.x) / length;
	shaft = fmaxf(across - f->width / 2, fmaxf(-along, along - (length - head)));
	/* The head's sides fall at 40 degrees from the tip. */
	tip = fmaxf((across - (length - along) * 0.84f) * 0.766f, length - head - along);
	return fminf(shaft, tip);
}

static uint32_t
channel(uint32_t over, uint32_t under, unsigned shift, uint32_t alpha)
{
	uint32_t o = over >> shift & 0xff, u = under >> shift & 0xff;

	return ((o * alpha + u * (255 - alpha) + 127) / 255) << shift;
}

static void
pixel_blend(uint32_t *px, uint32_t rgb, uint32_t alpha)
{
	if (alpha == 255)
		*px = 0xff000000 | rgb;
	else if (alpha > 0)
		*px = 0xff000000 | channel(rgb, *px, 16, alpha) | channel(rgb, *px, 8, alpha) |
		      channel(rgb, *px, 0, alpha);
}

static uint32_t *
row_of(SDL_Surface *s, int y)
{
	return (uint32_t *)(void *)((uint8_t *)s->pixels + y * s->pitch);
}

/* The part of a box that may be painted. */
static SDL_Rect
clip(const SDL_Surface *s, int x, int y, int w, int h)
{
	SDL_Rect box = { x, y, w, h }, out;

	if (!SDL_IntersectRect(&box, &s->clip_rect, &out))
		out = (SDL_Rect){ 0, 0, 0, 0 };
	return out;
}

static void
shape_paint(SDL_Surface *s, struct shape_ink ink, const struct shape *f, SDL_Rect area)
{
	for (int y = area.y; y < area.y + area.h; y++) {
		uint32_t *row = row_of(s, y);

		for (int x = area.x; x < area.x + area.w; x++) {
			struct point p = { (float)x + 0.5f, (float)y + 0.5f };
			float cover = clamp01(0.5f - f->distance(f, p));

			pixel_blend(&row[x], ink.rgb, (uint32_t)(cover * (float)ink.alpha + 0.5f));
		}
	}
}

static void
rows_fill(SDL_Surface *s, struct shape_ink ink, SDL_Rect area)
{
	for (int y = area.y; y < area.y + area.h; y++) {
		uint32_t *row = row_of(s, y);

		if (ink.alpha == 255)
			SDL_memset4(row + area.x, 0xff000000 | ink.rgb, (size_t)area.w);
		else
			for (int x = area.x; x < area.x + area.w; x++)
				pixel_blend(&row[x], ink.rgb, ink.alpha);
	}
}

static struct shape
box_shape(struct rect box, float radius, float width)
{
	struct point half = { (float)box.w / 2, (float)box.h / 2 };

	return (struct shape){ .a = { (float)box.x + half.x, (float)box.y + half.y },
			       .b = half,
			       .radius = radius,
			       .width = width };
}

void
shape_fill(SDL_Surface *s, struct shape_ink ink, struct rect box, int radius)
{
	struct shape f = box_shape(box, (float)radius, 0);
	int far_x = box.x + box.w - radius, far_y = box.y + box.h - radius;

	if (box.w <= 0 || box.h <= 0)
		return;
	if (radius <= 0 || 2 * radius > box.w || 2 * radius > box.h) {
		rows_fill(s, ink, clip(s, box.x, box.y, box.w, box.h));
		return;
	}
	f.distance = box_distance;
	rows_fill(s, ink, clip(s, box.x + radius, box.y, box.w - 2 * radius, radius));
	rows_fill(s, ink, clip(s, box.x, box.y + radius, box.w, box.h - 2 * radius));
	rows_fill(s, ink, clip(s, box.x + radius, far_y, box.w - 2 * radius, radius));
	shape_paint(s, ink, &f, clip(s, box.x, box.y, radius, radius));
	shape_paint(s, ink, &f, clip(s, far_x, box.y, radius, radius));
	shape_paint(s, ink, &f, clip(s, box.x, far_y, radius, radius));
	shape_paint(s, ink, &f, clip(s, far_x, far_y, radius, radius));
}

void
shape_checker(SDL_Surface *s, struct shape_ink light, struct shape_ink dark, struct rect box,
	      int side)
{
	int below = box.y + box.h;

	for (int row = 0; row * side < box.h; row++)
		for (int column = 0; column * side < box.w; column++)
			rows_fill(s, (row + column) % 2 == 0 ? dark : light,
				  clip(s, box.x + column * side, below - (row + 1) * side, side,
				       side));
}

/* Whether a module of a row of hexadecimal digits is dark. */
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

	for (int y = 0; y < modules; y++)
		for (int x = 0; x < modules; x++)
			if (is_dark(cells + (ptrdiff_t)y * digits, x))
				rows_fill(s, ink,
					  clip(s, box.x + x * side, box.y + y * side, side, side));
}

void
shape_frame(SDL_Surface *s, struct shape_ink ink, struct rect box, int width)
{
	struct shape f = box_shape(box, (float)width * 1.5f, (float)width);
	int edge = 2 * width + 1,
	    inside = box.h - 2 * edge; /* its corners are round: wider than it */

	f.distance = frame_distance;
	if (box.w <= 0 || box.h <= 0)
		return;
	if (box.w <= 2 * edge || inside <= 0) {
		shape_paint(s, ink, &f, clip(s, box.x, box.y, box.w, box.h));
		return;
	}
	shape_paint(s, ink, &f, clip(s, box.x, box.y, box.w, edge));
	shape_paint(s, ink, &f, clip(s, box.x, box.y + edge, edge, inside));
	shape_paint(s, ink, &f, clip(s, box.x + box.w - edge, box.y + edge, edge, inside));
	shape_paint(s, ink, &f, clip(s, box.x, box.y + edge + inside, box.w, edge));
}

void
shape_cross(SDL_Surface *s, struct shape_ink ink, struct rect box, int width)
{
	struct shape f = box_shape(rect_inset(box, width / 2 + 1), 0, (float)width);

	f.distance = cross_distance;
	if (box.w > 0 && box.h > 0)
		shape_paint(s, ink, &f, clip(s, box.x, box.y, box.w, box.h));
}

void
shape_disc(SDL_Surface *s, struct shape_ink ink, struct rect box)
{
	int side = box.w < box.h ? box.w : box.h;
	struct shape f = box_shape(box, (float)side / 2, 0);

	f.b = (struct point){ (float)side / 2, (float)side / 2 };
	f.distance = box_distance;
	if (side > 0)
		shape_paint(s, ink, &f, clip(s, box.x, box.y, box.w, box.h));
}

void
shape_arrow(SDL_Surface *s, struct shape_ink ink, struct rect ends, int width)
{
	struct shape f = { .a = { (float)ends.x, (float)ends.y },
			   .b = { (float)ends.w, (float)ends.h },
			   .width = (float)width,
			   .distance = arrow_distance };
	int reach = 2 * width + 2;
	int left = ends.x < ends.w ? ends.x : ends.w, top = ends.y < ends.h ? ends.y : ends.h;

	shape_paint(s, ink, &f,
		    clip(s, left - reach, top - reach, abs(ends.w - ends.x) + 2 * reach,
			 abs(ends.h - ends.y) + 2 * reach));
}
