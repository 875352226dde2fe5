/*
 * The pictures of docs/pictures. docs/pictures/draw.sh calls this program.
 *
 * usage: page-pictures FILE.png STATE.json     the page of a stored state, 800 x 480
 *        page-pictures FILE.png A.png B.png    two pictures side by side
 *
 * A page is written with a palette of 256 colours: it has few colours, and the
 * file is a third as long.
 */
#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/language.h"
#include "ui/model.h"
#include "ui/paint.h"
#include "ui/stored.h"

enum {
	WIDE = 800,
	HIGH = 480,
	PIXELS = WIDE * HIGH,
	PALETTE = 256,
	GAP = 8,
};

struct colour {
	uint32_t rgb;
	unsigned n; /* pixels */
	int at;     /* in the palette */
};

/* The colours of a page, each once, by their value. */
struct colours {
	size_t n;
	struct colour all[PIXELS];
};

static int
fail(const char *file, const char *why)
{
	fprintf(stderr, "page-pictures: %s: %s\n", file, why);
	return 1;
}

static int
png_save(SDL_Surface *s, const char *file)
{
	return IMG_SavePNG(s, file) < 0 ? fail(file, IMG_GetError()) : 0;
}

/* ---- a page with a palette ---- */

static int
rgb_compare(const void *a, const void *b)
{
	const struct colour *x = a, *y = b;

	return (x->rgb > y->rgb) - (x->rgb < y->rgb);
}

/* Sorts the most frequent colour first. */
static int
n_compare(const void *a, const void *b)
{
	const struct colour *x = a, *y = b;

	return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : rgb_compare(a, b);
}

static uint32_t
pixel(const SDL_Surface *s, int i)
{
	const uint8_t *row = (const uint8_t *)s->pixels + i / WIDE * s->pitch;
	uint32_t argb;

	memcpy(&argb, row + i % WIDE * 4, 4);
	return argb & 0xffffff;
}

static void
colours_count(const SDL_Surface *s, struct colours *c)
{
	for (int i = 0; i < PIXELS; i++)
		c->all[i] = (struct colour){ .rgb = pixel(s, i), .n = 1 };
	qsort(c->all, PIXELS, sizeof(c->all[0]), rgb_compare);
	c->n = 1;
	for (size_t i = 1; i < PIXELS; i++) {
		if (c->all[i].rgb == c->all[c->n - 1].rgb)
			c->all[c->n - 1].n++;
		else
			c->all[c->n++] = c->all[i];
	}
}

static int
distance(uint32_t rgb, SDL_Color to)
{
	int r = (int)(rgb >> 16) - to.r, g = (int)(rgb >> 8 & 0xff) - to.g,
	    b = (int)(rgb & 0xff) - to.b;

	return r * r + g * g + b * b;
}

static int
nearest(uint32_t rgb, const SDL_Color chosen[PALETTE])
{
	int best = 0;

	for (int i = 1; i < PALETTE; i++)
		if (distance(rgb, chosen[i]) < distance(rgb, chosen[best]))
			best = i;
	return best;
}

/* Takes the most frequent colours; the others become the nearest of these. */
static void
palette_choose(struct colours *c, SDL_Color chosen[PALETTE])
{
	qsort(c->all, c->n, sizeof(c->all[0]), n_compare);
	for (int i = 0; i < PALETTE; i++) {
		uint32_t rgb = c->all[(size_t)i < c->n ? (size_t)i : 0].rgb;

		chosen[i] =
			(SDL_Color){ (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb, 255 };
	}
	for (size_t i = 0; i < c->n; i++)
		c->all[i].at = nearest(c->all[i].rgb, chosen);
	qsort(c->all, c->n, sizeof(c->all[0]), rgb_compare);
}

static int
page_save(const SDL_Surface *s, const char *file)
{
	static struct colours colours;
	SDL_Color chosen[PALETTE];
	SDL_Surface *to = SDL_CreateRGBSurfaceWithFormat(0, WIDE, HIGH, 8, SDL_PIXELFORMAT_INDEX8);
	int err;

	if (to == NULL)
		return fail(file, SDL_GetError());
	colours_count(s, &colours);
	palette_choose(&colours, chosen);
	SDL_SetPaletteColors(to->format->palette, chosen, 0, PALETTE);
	for (int i = 0; i < PIXELS; i++) {
		struct colour key = { .rgb = pixel(s, i) };
		const struct colour *found =
			bsearch(&key, colours.all, colours.n, sizeof(colours.all[0]), rgb_compare);

		((uint8_t *)to->pixels)[i / WIDE * to->pitch + i % WIDE] = (uint8_t)found->at;
	}
	err = png_save(to, file);
	SDL_FreeSurface(to);
	return err;
}

static int
page_draw(const char *file, const char *state)
{
	static struct ui_model model;
	static struct draw_list list;
	struct ui_error err = { "" };
	struct painter *p = NULL;
	SDL_Surface *s;
	int failed;

	ui_model_init(&model, "/run/haloboard/halod.sock", 1);
	if (stored_load(state, &model, &err) < 0 || painter_create(&p, &err) < 0)
		return fail(state, err.why);
	(void)language_follow(&model.state);
	s = painter_surface(WIDE, HIGH, &err);
	if (s == NULL) {
		painter_destroy(p);
		return fail(state, err.why);
	}
	ui_model_layout(&model, WIDE, HIGH, &list);
	painter_paint(p, &list, s);
	failed = page_save(s, file);
	SDL_FreeSurface(s);
	painter_destroy(p);
	return failed;
}

/* ---- two pictures ---- */

static int
pair_save(const char *file, SDL_Surface *a, SDL_Surface *b)
{
	int w = a->w + GAP + b->w, h = a->h > b->h ? a->h : b->h, err;
	SDL_Rect left = { 0, (h - a->h) / 2, a->w, a->h },
		 right = { a->w + GAP, (h - b->h) / 2, b->w, b->h };
	SDL_Surface *s = SDL_CreateRGBSurfaceWithFormat(0, w, h, 24, SDL_PIXELFORMAT_RGB24);

	if (s == NULL)
		return fail(file, SDL_GetError());
	SDL_FillRect(s, NULL, SDL_MapRGB(s->format, 255, 255, 255));
	SDL_BlitSurface(a, NULL, s, &left);
	SDL_BlitSurface(b, NULL, s, &right);
	err = png_save(s, file);
	SDL_FreeSurface(s);
	return err;
}

static int
pair_draw(const char *file, const char *left, const char *right)
{
	SDL_Surface *a = IMG_Load(left), *b = IMG_Load(right);
	int err = a == NULL || b == NULL ? fail(a == NULL ? left : right, IMG_GetError())
					 : pair_save(file, a, b);

	SDL_FreeSurface(a);
	SDL_FreeSurface(b);
	return err;
}

int
main(int argc, char **argv)
{
	if (argc == 3)
		return page_draw(argv[1], argv[2]);
	if (argc == 4)
		return pair_draw(argv[1], argv[2], argv[3]);
	fputs("usage: page-pictures FILE.png STATE.json | FILE.png A.png B.png\n", stderr);
	return 2;
}
