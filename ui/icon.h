/* Draws the icons of ui/design.h from lines on a grid of 24 x 24, by cairo. */
#pragma once
#include "ui/shape.h"

/* Draws an icon in the middle of the box, inside the surface's clip. */
void icon_draw(SDL_Surface *s, struct shape_ink ink, struct rect box, unsigned icon);
