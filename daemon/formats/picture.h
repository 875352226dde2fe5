/* Draws an SVG on a cairo surface; private to halo_formats. */
#pragma once
#include <cairo.h>

/*
 * Draws with that width and returns the height in *height. cr NULL: only measures. Returns
 * 0, or -1 if it cannot be drawn.
 */
int picture_draw(cairo_t *cr, const char *svg, double x, double y, double width, double *height);
/* Callback of cairo's streams: writes to `out`, a FILE. */
cairo_status_t picture_stream(void *out, const unsigned char *data, unsigned len);
