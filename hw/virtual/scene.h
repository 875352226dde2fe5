/*
 * The picture: wood, pieces, lamps, box and buttons, drawn by SDL from a
 * snapshot. The board's lock is thus held for a copy, not for a whole frame.
 */
#pragma once
#include <SDL.h>
#include <SDL_ttf.h>

#include "hw/virtual/table.h"

enum {
	SCENE_LETTERS = 128,
};

/* Everything that a frame shows; equal views give equal frames. */
struct scene_view {
	struct table_layout layout;
	struct table_hand hand;
	struct man man[BOARD_SQUARES_MAX];
	uint8_t lamp[BOARD_SQUARES_MAX][3];
	bool pressed[BOARD_BUTTONS_MAX];
	unsigned count[2 * TABLE_KINDS_MAX];
	bool american; /* the men are Blue and Red, the gauntlet is stained */
};

/* Pictures of one size; recreated when the size changes. */
struct scene {
	SDL_Renderer *renderer;
	int square;    /* size of the pictures */
	bool american; /* the men have other colours */
	SDL_Texture *glow;
	SDL_Texture *disc;                 /* under letters without a picture */
	SDL_Texture *piece[SCENE_LETTERS]; /* by letter; NULL: disc and letter */
	TTF_Font *font, *small;            /* NULL: no text */
	char font_path[512];
};

void scene_init(struct scene *s, SDL_Renderer *renderer);
void scene_finish(struct scene *s);
void scene_view_fill(struct scene_view *v, const struct table *t);
void scene_draw(struct scene *s, const struct scene_view *v);
