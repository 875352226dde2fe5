#include "tests/ui/eyes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL_image.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/ui/program.h"
#include "ui/page.h"
#include "ui/paint.h"
#include "ui/panel.h"

/*
 * Words of an XWD file's header (X11/XWDFile.h, version 7), four bytes each,
 * most significant first.
 */
enum {
	XWD_HEAD_SIZE = 0,
	XWD_WIDTH = 4,
	XWD_HEIGHT = 5,
	XWD_BYTE_ORDER = 7, /* 0: least significant byte first */
	XWD_PIXEL_BITS = 11,
	XWD_LINE_BYTES = 12,
	XWD_COLOURS = 19,
	XWD_WORDS = 25,
	XWD_COLOUR_BYTES = 12,
};

static char folder[96];
static const uint8_t *map;
static size_t map_len;
static const uint8_t *pixels;
static size_t line_bytes;
static struct painter *painter;
static SDL_Surface *canvas;
static struct draw_list painted, next;
static bool is_painted;
static int pointer_x, pointer_y;

static uint32_t
head_word(unsigned i)
{
	const uint8_t *p = map + (size_t)i * 4;

	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void
picture_map(void)
{
	char path[128];
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "%s/Xvfb_screen0", folder);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) < 0 || st.st_size < XWD_WORDS * 4)
		fail_msg("%s: the X server keeps no picture there", path);
	map_len = (size_t)st.st_size;
	map = mmap(NULL, map_len, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	assert_true(map != MAP_FAILED);
	line_bytes = head_word(XWD_LINE_BYTES);
	pixels = map + head_word(XWD_HEAD_SIZE) + (size_t)head_word(XWD_COLOURS) * XWD_COLOUR_BYTES;
	assert_int_equal(head_word(XWD_WIDTH), EYES_WIDTH);
	assert_int_equal(head_word(XWD_HEIGHT), EYES_HEIGHT);
	assert_int_equal(head_word(XWD_PIXEL_BITS), 32);
	assert_int_equal(head_word(XWD_BYTE_ORDER), 0);
	assert_true(pixels + EYES_HEIGHT * line_bytes <= map + map_len);
}

void
eyes_open(struct program *server, const char *in)
{
	struct ui_error err;

	snprintf(folder, sizeof(folder), "%s", in);
	program_display(server, "800x480x24", folder);
	picture_map();
	assert_int_equal(painter_create(&painter, &err), 0);
	canvas = painter_surface(EYES_WIDTH, EYES_HEIGHT, &err);
	assert_non_null(canvas);
	eyes_pointer(EYES_WIDTH / 2, EYES_HEIGHT / 2); /* the server's initial place */
}

void
eyes_close(void)
{
	SDL_FreeSurface(canvas);
	painter_destroy(painter);
	munmap((void *)(uintptr_t)map, map_len);
	is_painted = false;
}

void
eyes_pointer(int x, int y)
{
	pointer_x = x;
	pointer_y = y;
}

/* Paints the model's picture on the canvas if it has changed. */
static void
picture_paint(const struct ui_model *m)
{
	ui_model_layout(m, EYES_WIDTH, EYES_HEIGHT, &next);
	if (is_painted && draw_difference(&next, &painted).w == 0)
		return;
	painter_paint(painter, &next, canvas);
	painted = next;
	is_painted = true;
}

static uint32_t
shown_at(int x, int y)
{
	const uint8_t *p = pixels + (size_t)y * line_bytes + (size_t)x * 4;

	return (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static uint32_t
wanted_at(int x, int y)
{
	const uint8_t *row = (const uint8_t *)canvas->pixels + (size_t)y * (size_t)canvas->pitch;
	uint32_t pixel;

	memcpy(&pixel, row + (size_t)x * 4, sizeof(pixel));
	return pixel & 0xffffff;
}

static bool
is_under_pointer(int x, int y)
{
	return abs(x - pointer_x) < EYES_POINTER && abs(y - pointer_y) < EYES_POINTER;
}

/* Compares two colours. At the edge of a clipped shape cairo may round each channel by 1. */
static bool
is_alike(uint32_t a, uint32_t b)
{
	for (unsigned shift = 0; shift < 24; shift += 8)
		if (abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > 1)
			return false;
	return true;
}

static bool
is_shown(struct rect box)
{
	for (int y = box.y; y < box.y + box.h; y++)
		for (int x = box.x; x < box.x + box.w; x++)
			if (!is_alike(shown_at(x, y), wanted_at(x, y)) && !is_under_pointer(x, y))
				return false;
	return true;
}

bool
eyes_see_part(const struct ui_model *m, struct rect box)
{
	picture_paint(m);
	return is_shown(box);
}

bool
eyes_see(const struct ui_model *m)
{
	static struct ui_model other; /* large */
	const struct rect whole = rect_of(0, 0, EYES_WIDTH, EYES_HEIGHT);

	if (eyes_see_part(m, whole))
		return true;
	if (!panel_blinks(m))
		return false;
	other = *m;
	other.now_ms += UI_BLINK_MS;
	return eyes_see_part(&other, whole);
}

void
eyes_fail(const struct ui_model *m, const char *why)
{
	SDL_Surface *shown = SDL_CreateRGBSurfaceWithFormat(0, EYES_WIDTH, EYES_HEIGHT, 32,
							    SDL_PIXELFORMAT_XRGB8888);
	char path[2][128];

	assert_non_null(shown);
	for (int y = 0; y < EYES_HEIGHT; y++)
		memcpy((uint8_t *)shown->pixels + y * shown->pitch, pixels + (size_t)y * line_bytes,
		       (size_t)EYES_WIDTH * 4);
	picture_paint(m);
	snprintf(path[0], sizeof(path[0]), "%s/shown.png", folder);
	snprintf(path[1], sizeof(path[1]), "%s/wanted.png", folder);
	(void)IMG_SavePNG(shown, path[0]);
	(void)IMG_SavePNG(canvas, path[1]);
	SDL_FreeSurface(shown);
	fail_msg("%s: %s is shown, not %s", why, path[0], path[1]);
}
