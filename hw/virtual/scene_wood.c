#include "hw/virtual/scene_wood.h"

#include <math.h>

#include "hw/virtual/chance.h"

enum { GAUNTLET_FIRST = 4, GAUNTLET_LAST = 6 }; /* files of American Chess */

struct colour {
	float r, g, b;
};

/* Maple, walnut, and a darker walnut frame; the tray has a felt lining. */
static const struct colour maple = { 231, 200, 152 };
static const struct colour walnut = { 151, 98, 60 };
static const struct colour frame = { 94, 56, 33 };
static const struct colour desk = { 58, 44, 38 };
static const struct colour felt = { 47, 72, 60 };

static float
lattice(int x, int y, uint64_t seed)
{
	uint64_t at = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;

	return (float)(chance(seed, 3, at) >> 40) / (float)(1 << 24);
}

static float
smooth(float t)
{
	return t * t * (3 - 2 * t);
}

/* Returns value noise, 0 to 1. */
static float
noise(float x, float y, uint64_t seed)
{
	float fx = floorf(x), fy = floorf(y);
	int ix = (int)fx, iy = (int)fy;
	float tx = smooth(x - fx), ty = smooth(y - fy);
	float top = lattice(ix, iy, seed) * (1 - tx) + lattice(ix + 1, iy, seed) * tx;
	float low = lattice(ix, iy + 1, seed) * (1 - tx) + lattice(ix + 1, iy + 1, seed) * tx;

	return top * (1 - ty) + low * ty;
}

/*
 * Returns the brightness of the wood at a point, about 0.8 to 1.1: growth rings
 * as bands bent by slow noise, pores as fine streaks along the grain. u runs
 * along the grain.
 */
static float
grain(float u, float v, uint64_t seed)
{
	float bend = noise(u * 0.006f, v * 0.02f, seed) * 9;
	float years = 0.5f + 0.5f * sinf(v * 0.21f + bend + (float)(seed % 17));
	float streak = noise(u * 0.03f, v * 0.9f, seed + 1);
	float pore = noise(u * 0.12f, v * 1.7f, seed + 2);

	return 0.88f + 0.11f * years + 0.09f * streak - (pore > 0.82f ? 0.05f : 0);
}

static uint32_t
argb(float a, struct colour c, float k)
{
	float r = c.r * k, g = c.g * k, b = c.b * k;

	r = r > 255 ? 255 : r;
	g = g > 255 ? 255 : g;
	b = b > 255 ? 255 : b;
	return (uint32_t)a << 24 | (uint32_t)r << 16 | (uint32_t)g << 8 | (uint32_t)b;
}

/* Returns the distance from a rectangle's edge in pixels; negative outside. */
static int
depth(const struct rect *r, int x, int y)
{
	int d = x - r->x;

	d = r->x + r->w - 1 - x < d ? r->x + r->w - 1 - x : d;
	d = y - r->y < d ? y - r->y : d;
	return r->y + r->h - 1 - y < d ? r->y + r->h - 1 - y : d;
}

static uint32_t
pixel_square(const struct table_layout *l, bool american, int x, int y)
{
	int sq = table_square_at(l, x, y);
	unsigned file = (unsigned)sq % l->files, rank = (unsigned)sq / l->files;
	bool light = (file + rank) % 2 == 1;
	int in_x = (x - l->board.x) % l->square, in_y = (y - l->board.y) % l->square;
	float k = light ? grain((float)x, (float)y, 100 + (uint64_t)sq)
			: grain((float)y, (float)x, 200 + (uint64_t)sq);

	if (american && file >= GAUNTLET_FIRST && file <= GAUNTLET_LAST)
		k *= 0.74f;
	/* Shade of a saw's width between the inlays. */
	if (in_x == 0 || in_y == 0)
		k *= 0.86f;
	return argb(255, light ? maple : walnut, k);
}

static uint32_t
pixel_frame(const struct table_layout *l, int x, int y)
{
	int in = depth(&l->frame, x, y);
	bool upright = x < l->board.x || x >= l->board.x + l->board.w;
	float k = upright ? grain((float)y, (float)x, 7) : grain((float)x, (float)y, 8);
	int to_board = -depth(&l->board, x, y);

	if (in < 3)
		k *= 1.25f - 0.05f * (float)in; /* a chamfer that reflects light */
	if (to_board <= 2)
		k *= 0.6f;
	return argb(255, frame, k);
}

static uint32_t
pixel_tray(const struct table_layout *l, int x, int y)
{
	int in = depth(&l->box, x, y);
	float k = 0.93f + 0.14f * noise((float)x * 0.9f, (float)y * 0.9f, 11);

	if (in < 8)
		k *= 0.62f + 0.0475f * (float)in; /* the shadow of its rim */
	return argb(255, felt, k);
}

static uint32_t
pixel_desk(const struct table_layout *l, int x, int y)
{
	int out = -depth(&l->frame, x, y), tray = -depth(&l->box, x, y);
	float k = grain((float)x, (float)y * 0.6f, 5);

	if (tray <= 4)
		return argb(255, frame, grain((float)y, (float)x, 9));
	if (out < 14)
		k *= 0.7f + 0.0214f * (float)out;
	return argb(255, desk, k);
}

void
scene_wood_ground(uint32_t *px, const struct table_layout *l, bool american)
{
	for (int y = 0; y < l->h; y++) {
		for (int x = 0; x < l->w; x++) {
			uint32_t *p = &px[y * l->w + x];

			if (depth(&l->board, x, y) >= 0)
				*p = pixel_square(l, american, x, y);
			else if (depth(&l->frame, x, y) >= 0)
				*p = pixel_frame(l, x, y);
			else if (depth(&l->box, x, y) >= 0)
				*p = pixel_tray(l, x, y);
			else
				*p = pixel_desk(l, x, y);
		}
	}
}

/* Returns the distance from the centre of a side * side picture; the rim is 1. */
static float
radius(int x, int y, int side)
{
	float half = (float)side / 2;

	return hypotf(((float)x + 0.5f - half) / half, ((float)y + 0.5f - half) / half);
}

void
scene_wood_glow(uint32_t *px, int side)
{
	for (int i = 0; i < side * side; i++) {
		float r = radius(i % side, i / side, side);
		float soft = r < 1 ? (1 - r) * (1 - r) * (1 + 2 * r) : 0;
		/* The light forms a ring, so that it is visible around a piece's base. */
		float ring = expf(-(r - 0.72f) * (r - 0.72f) / 0.018f);
		float a = 0.75f * soft + 0.8f * ring * (r < 1 ? 1 : 0);

		px[i] = (uint32_t)(255 * (a > 1 ? 1 : a)) << 24 | 0xffffff;
	}
}

void
scene_wood_disc(uint32_t *px, int side)
{
	for (int i = 0; i < side * side; i++) {
		float r = radius(i % side, i / side, side);
		float edge = (0.66f - r) * (float)side / 2;
		float a = edge < 0 ? 0 : edge > 1 ? 1 : edge;
		unsigned white = r > 0.6f || (r > 0.47f && r < 0.5f) ? 150 : 255;

		px[i] = (uint32_t)(255 * a) << 24 | white << 16 | white << 8 | white;
	}
}
