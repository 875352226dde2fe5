/* Renders SVG to pixels with librsvg and cairo. */
#include <cairo.h>
#include <errno.h>
#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/formats/diagram_impl.h"
#include "daemon/formats/picture.h"

int
picture_draw(cairo_t *cr, const char *svg, double x, double y, double width, double *height)
{
	GError *err = NULL;
	RsvgHandle *h = rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), &err);
	RsvgRectangle box = { x, y, width, 0 };
	double w, tall;
	bool drawn;

	if (!h) {
		g_error_free(err);
		return -1;
	}
	drawn = rsvg_handle_get_intrinsic_size_in_pixels(h, &w, &tall) && w > 0;
	*height = drawn ? tall * width / w : 0;
	box.height = *height;
	if (drawn && cr && !rsvg_handle_render_document(h, cr, &box, &err)) {
		g_error_free(err);
		drawn = false;
	}
	g_object_unref(h);
	return drawn ? 0 : -1;
}

cairo_status_t
picture_stream(void *out, const unsigned char *data, unsigned len)
{
	return fwrite(data, 1, len, out) == len ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Makes the PNG in memory first, so that the file on disk is always complete. */
static int
png_write(cairo_surface_t *s, const char *path, char why[DIAGRAM_WHY])
{
	char *data = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&data, &size);
	cairo_status_t drawn;
	int err = -ENOMEM;

	if (out) {
		drawn = cairo_surface_write_to_png_stream(s, picture_stream, out);
		if (fclose(out) == 0 && drawn == CAIRO_STATUS_SUCCESS)
			err = record_file_write(path, data, size);
	}
	free(data);
	if (err < 0)
		snprintf(why, DIAGRAM_WHY, "%.90s: %s", path, strerror(-err));
	return err < 0 ? -1 : 0;
}

int
picture_png(const char *svg, unsigned width, const char *path, char why[DIAGRAM_WHY])
{
	cairo_surface_t *s;
	cairo_t *cr;
	double height;
	int err = -1;

	snprintf(why, DIAGRAM_WHY, "the picture cannot be drawn");
	if (picture_draw(NULL, svg, 0, 0, width, &height) < 0)
		return -1;
	s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)(height + 0.5));
	cr = cairo_create(s);
	if (picture_draw(cr, svg, 0, 0, width, &height) == 0 &&
	    cairo_status(cr) == CAIRO_STATUS_SUCCESS)
		err = png_write(s, path, why);
	cairo_destroy(cr);
	cairo_surface_destroy(s);
	return err;
}
