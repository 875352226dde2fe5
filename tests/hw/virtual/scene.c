/*
 * The picture of the wooden board, drawn without a window: on 11 x 9 squares with the men of
 * American Chess the gauntlet is stained and the men are blue and red.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw/virtual/scene.h"

enum { W = 900, H = 640 };

static struct board b;
static struct vboard v;
static struct table t;
static struct scene_view view;
static SDL_Surface *picture;

static unsigned
sq(const char *name)
{
	return (unsigned)square_parse(name, b.files, b.ranks);
}

static void
set_up(const char *field)
{
	struct man men[BOARD_SQUARES_MAX];
	char why[VBOARD_WHY_MAX];

	assert_int_equal(field_parse(field, &b, men, why), 0);
	vboard_setup(&v, men, 0);
}

static int
begin(void **state)
{
	char path[4096], why[VBOARD_WHY_MAX];
	struct board_error err;
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);

	(void)state;
	assert_int_equal(board_find("hall-11x9", path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &b, &err), 0);
	assert_int_equal(vboard_init(&v, &b, 0, NULL, why), 0);
	table_init(&t, &v, W, H);
	return 0;
}

static void
draw(void)
{
	struct scene scene;
	SDL_Renderer *renderer;

	picture = SDL_CreateRGBSurfaceWithFormat(0, W, H, 32, SDL_PIXELFORMAT_ARGB8888);
	assert_non_null(picture);
	renderer = SDL_CreateSoftwareRenderer(picture);
	assert_non_null(renderer);
	scene_init(&scene, renderer);
	scene_view_fill(&view, &t);
	scene_draw(&scene, &view);
	SDL_RenderPresent(renderer);
	scene_finish(&scene);
	SDL_DestroyRenderer(renderer);
}

/* Computes the mean colour of a part of a square, in fractions of 16 of its side. */
static void
mean_of(const char *name, int x0, int x1, int y0, int y1, unsigned mean[3])
{
	struct rect r = table_square(&t.layout, sq(name));
	unsigned n = 0;

	memset(mean, 0, 3 * sizeof(*mean));
	for (int y = r.y + r.h * y0 / 16; y < r.y + r.h * y1 / 16; y++) {
		for (int x = r.x + r.w * x0 / 16; x < r.x + r.w * x1 / 16; x++, n++) {
			uint32_t px;

			memcpy(&px, (const uint8_t *)picture->pixels + y * picture->pitch + x * 4,
			       sizeof(px));
			for (unsigned c = 0; c < 3; c++)
				mean[c] += px >> (16 - 8 * c) & 0xff;
		}
	}
	assert_true(n > 0);
	for (unsigned c = 0; c < 3; c++)
		mean[c] /= n;
}

/* Returns the brightness of an empty square. */
static unsigned
wood(const char *name)
{
	unsigned mean[3];

	mean_of(name, 1, 15, 1, 15, mean);
	return mean[0] + mean[1] + mean[2];
}

static void
american_men_are_blue_and_red(void **state)
{
	static const char *const in[] = { "e5", "f5", "g5" }, *const out[] = { "c5", "d5", "i5" };
	unsigned mean[3];

	(void)state;
	set_up(table_start_field(&b));
	draw();
	assert_true(view.american);
	for (unsigned i = 0; i < 3; i++) /* squares of the same colour */
		assert_true(wood(in[i]) * 10 < wood(out[i]) * 9);
	mean_of("e1", 6, 10, 11, 13, mean); /* the body of a general */
	assert_true(mean[2] > mean[0] + 40);
	mean_of("e9", 6, 10, 11, 13, mean);
	assert_true(mean[0] > mean[2] + 60);
	SDL_FreeSurface(picture);
}

/* Chess on the same board has plain wood, and White and Black. */
static void
chess_is_plain(void **state)
{
	unsigned mean[3];

	(void)state;
	set_up("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	draw();
	assert_false(view.american);
	assert_true(wood("e5") * 10 >= wood("c5") * 9);
	for (unsigned square = 0; square < (unsigned)b.files * b.ranks; square++)
		if (v.square[square].man.letter == 'Q') {
			char name[4];

			snprintf(name, sizeof(name), "%c%u", (char)('a' + square % b.files),
				 (unsigned)(square / b.files + 1) % 10);
			mean_of(name, 6, 10, 11, 13, mean);
			assert_true(mean[0] > 150 && mean[2] < mean[0] + 20);
		}
	SDL_FreeSurface(picture);
}

/* Files and ranks change their order, and each point keeps its square. */
static void
a_flipped_board_turns_its_squares(void **state)
{
	(void)state;
	table_flip(&t);
	set_up(table_start_field(&b));
	for (unsigned square = 0; square < (unsigned)b.files * b.ranks; square++) {
		struct rect r = table_square(&t.layout, square);

		assert_int_equal(table_square_at(&t.layout, r.x, r.y), square);
	}
	assert_int_equal(table_square(&t.layout, sq("k9")).x, t.layout.board.x);
	assert_int_equal(table_square(&t.layout, sq("a1")).y, t.layout.board.y);
	draw();
	assert_true(wood("f5") < wood("h5"));
	table_resize(&t, W, H);
	assert_true(t.layout.flipped);
	table_flip(&t);
	SDL_FreeSurface(picture);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(american_men_are_blue_and_red),
		cmocka_unit_test(chess_is_plain),
		cmocka_unit_test(a_flipped_board_turns_its_squares),
	};

	if (TTF_Init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, begin, NULL);
}
