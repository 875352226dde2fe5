/*
 * Filled shapes with smooth edges on a 32-bit surface, from their distance
 * functions: a pixel is covered as far as its centre lies inside the edge.
 * Everything is clipped to the surface.
 */
#pragma once
#include <SDL.h>

#include "ui/draw.h"

struct shape_ink {
	uint32_t rgb;		/* 0xrrggbb */
	uint8_t alpha;
};

void shape_fill(SDL_Surface *s, struct shape_ink ink, struct rect box, int radius);
/* Squares of `side` that fill the box; dark is the one in the lower left corner. */
void shape_checker(SDL_Surface *s, struct shape_ink light, struct shape_ink dark, struct rect box,
		   int side);
void shape_frame(SDL_Surface *s, struct shape_ink ink, struct rect box, int width);
void shape_cross(SDL_Surface *s, struct shape_ink ink, struct rect box, int width);
void shape_disc(SDL_Surface *s, struct shape_ink ink, struct rect box);
/* Modules of `side` pixels, by the digits of draw_code; no edge is smoothed. */
void shape_code(SDL_Surface *s, struct shape_ink ink, struct rect box, int side,
		const char *cells);
/* From (box.x, box.y) to (box.w, box.h). */
void shape_arrow(SDL_Surface *s, struct shape_ink ink, struct rect ends, int width);
