/*
 * Converts command lists to pixels. The window, --shot and the tests share this
 * software painter, so all three show the same picture. It needs no display.
 *
 * It allocates fonts, and caches pictures of texts and pieces in tables of
 * fixed length with least-recently-used replacement.
 */
#pragma once
#include <SDL.h>

#include "ui/draw.h"

struct painter;

/* Opens the fonts. Returns 0, or -1 with *err set. The caller destroys the painter. */
MUST_USE int painter_create(struct painter **out, struct ui_error *err);
void painter_destroy(struct painter *p);

/*
 * Paints the whole list on a 32-bit surface (XRGB8888 or ARGB8888), inside its clip rectangle only.
 * The painter keeps no reference to the surface. A piece without a picture is painted as its letter
 * and reported once on stderr.
 */
void painter_paint(struct painter *p, const struct draw_list *l, SDL_Surface *s);

/*
 * Returns the font size of a DRAW_TEXT command in pixels; 0 if its box is too
 * small for the text.
 */
int painter_text_px(struct painter *p, const struct draw_list *l, const struct draw_cmd *c);

/*
 * Creates a surface for painter_paint. Returns NULL with *err set on failure.
 * The caller frees it.
 */
SDL_Surface *painter_surface(int w, int h, struct ui_error *err);
