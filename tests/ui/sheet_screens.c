/*
 * A contact sheet: every stored state with a golden picture, in both designs, at
 * a third of its size, in a theme of the setting `theme`.
 *
 * usage: sheet-screens THEME FILE.png
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL_image.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/stages.h"
#include "ui/paint.h"

enum { SHRINK = 3, COLUMNS = 6, GAP = 6 };

static const char *theme;

/* Stores the mean of SHRINK by SHRINK pixels at (x, y) of the sheet. */
static void
shrink(const SDL_Surface *from, SDL_Surface *to, int x0, int y0)
{
	for (int y = 0; y < from->h / SHRINK; y++) {
		for (int x = 0; x < from->w / SHRINK; x++) {
			unsigned sum[4] = { 0, 0, 0, 0 };
			uint8_t *out = (uint8_t *)to->pixels + (y0 + y) * to->pitch + (x0 + x) * 4;

			for (int i = 0; i < SHRINK * SHRINK; i++) {
				const uint8_t *in = (const uint8_t *)from->pixels +
						    (y * SHRINK + i / SHRINK) * from->pitch +
						    (x * SHRINK + i % SHRINK) * 4;

				for (int c = 0; c < 4; c++)
					sum[c] += in[c];
			}
			for (int c = 0; c < 4; c++)
				out[c] = (uint8_t)(sum[c] / (SHRINK * SHRINK));
		}
	}
}

static void
stage_paint(struct painter *p, const char *name, struct stage_size size, SDL_Surface *sheet, int x,
	    int y)
{
	static struct ui_model model;
	static struct draw_list list;
	SDL_Surface *s = painter_surface(size.w, size.h, &(struct ui_error){ "" });

	stage_load(name, &model);
	snprintf(model.state.settings.theme, sizeof(model.state.settings.theme), "%s", theme);
	ui_model_layout(&model, size.w, size.h, &list);
	painter_paint(p, &list, s);
	shrink(s, sheet, x, y);
	SDL_FreeSurface(s);
}

int
main(int argc, char **argv)
{
	static char all[STAGES_MAX][STAGE_NAME], names[STAGES_MAX][STAGE_NAME];
	size_t n_all = stages_list(all), n = 0;
	int wide = 800 / SHRINK, high = 480 / SHRINK, small_w = 480 / SHRINK,
	    small_h = 320 / SHRINK;
	int rows, small_columns, width, y = GAP;
	struct ui_error err = { "" };
	struct painter *p;
	SDL_Surface *sheet;

	for (size_t i = 0; i < n_all; i++)
		if (stage_is_pictured(all[i]))
			memcpy(names[n++], all[i], STAGE_NAME);
	width = COLUMNS * (wide + GAP) + GAP;
	small_columns = (width - GAP) / (small_w + GAP);
	rows = ((int)n + COLUMNS - 1) / COLUMNS;
	if (argc != 3 || painter_create(&p, &err) < 0) {
		fprintf(stderr, "sheet-screens: %s\n", argc != 3 ? "THEME FILE.png" : err.why);
		return 2;
	}
	theme = argv[1];
	sheet = painter_surface(width,
				rows * (high + GAP) + 2 * GAP +
					((int)n + small_columns - 1) / small_columns *
						(small_h + GAP),
				&err);
	SDL_FillRect(sheet, NULL, 0xff5a6068);
	for (int i = 0; i < (int)n; i++)
		stage_paint(p, names[i], stage_sizes[0], sheet, GAP + i % COLUMNS * (wide + GAP),
			    y + i / COLUMNS * (high + GAP));
	y += rows * (high + GAP);
	for (int i = 0; i < (int)n; i++)
		stage_paint(p, names[i], stage_sizes[1], sheet,
			    GAP + i % small_columns * (small_w + GAP),
			    y + i / small_columns * (small_h + GAP));
	if (IMG_SavePNG(sheet, argv[2]) < 0) {
		fprintf(stderr, "sheet-screens: %s: %s\n", argv[2], IMG_GetError());
		return 1;
	}
	SDL_FreeSurface(sheet);
	painter_destroy(p);
	return 0;
}
