/* An SVG on a cairo surface; private to halo_formats. */
#pragma once
#include <cairo.h>

/* Drawn so wide; *height is told. cr NULL: only measured. 0, or -1: it cannot be drawn. */
int picture_draw(cairo_t *cr, const char *svg, double x, double y, double width, double *height);
/* What cairo's streams call to write to `out`, a FILE. */
cairo_status_t picture_stream(void *out, const unsigned char *data, unsigned len);
