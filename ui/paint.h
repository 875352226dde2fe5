/*
 * Command lists become pixels: one software painter for the window, for --shot
 * and for tests, so that all three show the same. Needs no display.
 *
 * It allocates: fonts, and pictures of texts and pieces in tables of fixed
 * length, the one used longest ago making room for the next.
 */
#pragma once
#include <SDL.h>

#include "ui/draw.h"

struct painter;

/* Opens the fonts. 0, or -1 with *err told. The caller destroys it. */
MUST_USE int painter_create(struct painter **out, struct ui_error *err);
void painter_destroy(struct painter *p);

/*
 * Paints the whole list on a surface of 32 bits a pixel (XRGB8888 or ARGB8888),
 * which the painter does not keep; only inside its clip rectangle. A piece whose picture is missing is painted
 * as its letter, and said once on stderr.
 */
void painter_paint(struct painter *p, const struct draw_list *l, SDL_Surface *s);

/* In how many pixels the text of a DRAW_TEXT command is set; 0: it does not show whole in its box. */
int painter_text_px(struct painter *p, const struct draw_list *l, const struct draw_cmd *c);
/* Whether the text of a DRAW_TEXT command shows whole in its box. */
bool painter_text_fits(struct painter *p, const struct draw_list *l, const struct draw_cmd *c);

/* A surface painter_paint can use, NULL with *err told. The caller frees it. */
SDL_Surface *painter_surface(int w, int h, struct ui_error *err);
