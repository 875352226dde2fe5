/* What shape.c and icon.c share: cairo on the painter's surface. */
#pragma once
#include <cairo.h>

#include "ui/shape.h"

/* Returns a context that paints with the ink inside the surface's clip; the caller destroys it. */
cairo_t *ink_begin(SDL_Surface *s, struct shape_ink ink);
