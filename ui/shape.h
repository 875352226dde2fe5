/* Draws shapes with smooth edges on a 32-bit surface, by cairo, inside the surface's clip. */
#pragma once
#include <SDL.h>

#include "ui/draw.h"

struct shape_ink {
	uint32_t rgb;		/* 0xrrggbb */
	uint8_t alpha;
};

void shape_fill(SDL_Surface *s, struct shape_ink ink, struct rect box, int radius);
/* Fills the box with squares of `side`; the one in the lower left corner is dark. */
void shape_checker(SDL_Surface *s, struct shape_ink light, struct shape_ink dark, struct rect box,
		   int side);
void shape_frame(SDL_Surface *s, struct shape_ink ink, struct rect box, int width);
void shape_cross(SDL_Surface *s, struct shape_ink ink, struct rect box, int width);
void shape_disc(SDL_Surface *s, struct shape_ink ink, struct rect box);
/* Draws modules of `side` pixels from the digits of draw_code, without smoothing. */
void shape_code(SDL_Surface *s, struct shape_ink ink, struct rect box, int side,
		const char *cells);
/* Draws an arrow from (box.x, box.y) to (box.w, box.h). */
void shape_arrow(SDL_Surface *s, struct shape_ink ink, struct rect ends, int width);
