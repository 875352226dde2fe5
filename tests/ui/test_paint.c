/*
 * Compares the painter's pictures of stored states with small pictures in
 * golden/NAME.WxH.png. Both are compared at a third of their size, with a
 * tolerance, because other versions of font libraries place pixels slightly
 * differently.
 *
 * HALO_UPDATE_GOLDEN=1 rewrites the pictures; look at them before keeping them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL_image.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/ui/faults.h"
#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/paint.h"
#include "ui/panel.h"
#include "ui/shape.h"

enum {
	SHRINK = 3,
	CHANNEL_FAR = 40, /* a larger difference of a channel is another colour */
	PERMILLE_FAR = 2, /* tolerated pixels of another colour, in a thousand */
};

static char pictures[STAGES_MAX][STAGE_NAME];
static size_t n_pictures;

static struct ui_model model;
static struct draw_list list;
static struct painter *painter;

static SDL_Surface *
picture_paint(const char *name, struct stage_size size)
{
	struct ui_error err;
	SDL_Surface *s = painter_surface(size.w, size.h, &err);

	assert_non_null(s);
	stage_load(name, &model);
	ui_model_layout(&model, size.w, size.h, &list);
	painter_paint(painter, &list, s);
	return s;
}

static const uint8_t *
pixel_of(const SDL_Surface *s, int x, int y)
{
	return (const uint8_t *)s->pixels + y * s->pitch + x * 4;
}

/* Returns a picture in which each pixel is the mean of SHRINK x SHRINK. */
static SDL_Surface *
picture_shrink(const SDL_Surface *s)
{
	struct ui_error err;
	SDL_Surface *small = painter_surface(s->w / SHRINK, s->h / SHRINK, &err);

	assert_non_null(small);
	for (int y = 0; y < small->h; y++) {
		for (int x = 0; x < small->w; x++) {
			uint8_t *out = (uint8_t *)small->pixels + y * small->pitch + x * 4;

			for (int c = 0; c < 4; c++) {
				unsigned sum = 0;

				for (int i = 0; i < SHRINK * SHRINK; i++)
					sum += pixel_of(s, x * SHRINK + i % SHRINK,
							y * SHRINK + i / SHRINK)[c];
				out[c] = (uint8_t)(sum / (SHRINK * SHRINK));
			}
		}
	}
	return small;
}

static SDL_Surface *
picture_small(const char *name, struct stage_size size)
{
	SDL_Surface *s = picture_paint(name, size), *small = picture_shrink(s);

	SDL_FreeSurface(s);
	return small;
}

static bool
pixel_is_far(const uint8_t *a, const uint8_t *b)
{
	for (int c = 0; c < 3; c++)
		if (abs(a[c] - b[c]) > CHANNEL_FAR)
			return true;
	return false;
}

/* Returns pixels of another colour in a thousand; 1000 if the sizes differ. */
static int
pictures_differ(const SDL_Surface *a, const SDL_Surface *b)
{
	int far = 0;

	if (a->w != b->w || a->h != b->h)
		return 1000;
	for (int y = 0; y < a->h; y++)
		for (int x = 0; x < a->w; x++)
			far += pixel_is_far(pixel_of(a, x, y), pixel_of(b, x, y));
	return (far * 1000 + a->w * a->h - 1) / (a->w * a->h);
}

static void
golden_path(const char *name, struct stage_size size, char path[512])
{
	snprintf(path, 512, TEST_UI_DIR "/golden/%s.%dx%d.png", name, size.w, size.h);
}

static SDL_Surface *
golden_load(const char *name, struct stage_size size)
{
	char path[512];
	SDL_Surface *file, *s;

	golden_path(name, size, path);
	file = IMG_Load(path);
	if (file == NULL)
		fail_msg("%s: %s; HALO_UPDATE_GOLDEN=1 writes it", path, IMG_GetError());
	s = SDL_ConvertSurfaceFormat(file, SDL_PIXELFORMAT_ARGB8888, 0);
	SDL_FreeSurface(file);
	return s;
}

static void
golden_check(const char *name, struct stage_size size)
{
	SDL_Surface *now = picture_small(name, size), *kept;
	char path[512];
	int far;

	golden_path(name, size, path);
	if (getenv("HALO_UPDATE_GOLDEN") != NULL)
		assert_int_equal(IMG_SavePNG(now, path), 0);
	kept = golden_load(name, size);
	far = pictures_differ(now, kept);
	SDL_FreeSurface(now);
	SDL_FreeSurface(kept);
	if (far > PERMILLE_FAR)
		fault("%s: %d pixels in 1000 differ", path, far);
}

static void
test_golden(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < n_pictures; i++)
		for (size_t s = 0; s < STAGE_SIZES; s++)
			golden_check(pictures[i], stage_sizes[s]);
	faults_end();
}

/* Checks that the pictures cover every page, game, prompt and choice. */
static void
test_pictured(void **unused)
{
	static const char *const prompts[] = {
		[UI_PROMPT_NONE] = "none",         [UI_PROMPT_WHICH] = "which",
		[UI_PROMPT_CONFIRM] = "confirm",   [UI_PROMPT_TAKEBACK] = "takeback",
		[UI_PROMPT_NEW_GAME] = "new-game", [UI_PROMPT_PROMOTION] = "promotion",
		[UI_PROMPT_DRAW] = "draw",         [UI_PROMPT_RESIGN] = "resign",
		[UI_PROMPT_MENU] = "menu",         [UI_PROMPT_END] = "end",
		[UI_PROMPT_PAY] = "pay",           [UI_PROMPT_TIME] = "time",
		[UI_PROMPT_REVEAL] = "reveal",     [UI_PROMPT_ARRAY] = "array",
		[UI_PROMPT_BLUNDER] = "blunder",   [UI_PROMPT_PLAY_ON] = "play-on",
	};
	enum { PROMPTS = sizeof(prompts) / sizeof(prompts[0]) };
	bool page[UI_PAGES] = { false }, prompt[PROMPTS] = { false }, group[CHOICES] = { false };
	bool game[32] = { false };

	(void)unused;
	for (size_t i = 0; i < n_pictures; i++) {
		uint8_t groups[CHOICES];
		unsigned n;

		stage_load(pictures[i], &model);
		page[ui_model_page(&model)] = true;
		for (size_t k = 0; k < n_panels; k++)
			game[k] |= panels[k] == panel_of(model.state.game);
		if (model.state.prompt.kind < PROMPTS)
			prompt[model.state.prompt.kind] = true;
		n = choice_groups(&model.state, groups);
		for (unsigned g = 0; g < n; g++)
			group[groups[g]] = true;
	}
	for (int i = 0; i < UI_PAGES; i++)
		if (!page[i])
			fault("no picture of the page %s", page_of((enum ui_page)i)->name);
	for (int i = 0; i < PROMPTS; i++)
		if (!prompt[i])
			fault("no picture of the question %s", prompts[i]);
	for (int i = 0; i < CHOICES; i++)
		if (!group[i] && i != CHOICE_PASS) /* the only option: the session passes */
			fault("no picture of the choice %s", choice_title((enum choice_group)i));
	for (size_t i = 0; i + 1 < n_panels; i++)
		if (!game[i])
			fault("no picture of %s", panels[i]->game);
	faults_end();
}

/* Checks that the tolerance is narrow enough to detect one moved piece, or another page. */
static void
test_golden_can_fail(void **unused)
{
	SDL_Surface *kept = golden_load("midgame", stage_sizes[0]), *now;

	(void)unused;
	stage_load("midgame", &model);
	model.state.at[16] = model.state.at[8]; /* moves the pawn from a2 to a3 */
	model.state.at[8].letter = 0;
	ui_model_layout(&model, 800, 480, &list);
	now = painter_surface(800, 480, &(struct ui_error){ "" });
	painter_paint(painter, &list, now);
	{
		SDL_Surface *small = picture_shrink(now);

		assert_true(pictures_differ(small, kept) > PERMILLE_FAR);
		SDL_FreeSurface(small);
	}
	SDL_FreeSurface(now);
	SDL_FreeSurface(kept);
}

/* Checks that earlier content does not show through: painting twice equals painting once. */
static void
test_repaint(void **unused)
{
	SDL_Surface *a = picture_paint("midgame", stage_sizes[0]), *b;

	(void)unused;
	stage_load("menu", &model);
	ui_model_layout(&model, 800, 480, &list);
	painter_paint(painter, &list, a);
	b = picture_paint("menu", stage_sizes[0]);
	assert_memory_equal(a->pixels, b->pixels, (size_t)(a->pitch * a->h));
	SDL_FreeSurface(a);
	SDL_FreeSurface(b);
}

/* Checks that painting only the difference of two lists equals painting everything. */
static void
test_difference(void **unused)
{
	static char names[STAGES_MAX][STAGE_NAME];
	static struct draw_list lists[2];
	size_t n = stages_list(names);

	(void)unused;
	for (size_t k = 0; k < STAGE_SIZES; k++) {
		SDL_Surface *part = painter_surface(stage_sizes[k].w, stage_sizes[k].h,
						    &(struct ui_error){ "" });

		draw_clear(&lists[1], stage_sizes[k].w, stage_sizes[k].h);
		for (size_t i = 0; i < n; i++) {
			struct draw_list *was = &lists[(i + 1) % 2], *is = &lists[i % 2];
			SDL_Surface *whole = picture_paint(names[i], stage_sizes[k]);
			struct rect box;
			SDL_Rect dirty;

			*is = list;
			box = draw_difference(was, is);
			dirty = (SDL_Rect){ box.x, box.y, box.w, box.h };
			SDL_SetClipRect(part, &dirty);
			if (box.w > 0)
				painter_paint(painter, is, part);
			if (memcmp(part->pixels, whole->pixels, (size_t)(part->pitch * part->h)) !=
			    0)
				fail_msg("%s after %s: not all that differs was painted", names[i],
					 i > 0 ? names[i - 1] : "nothing");
			SDL_FreeSurface(whole);
		}
		SDL_FreeSurface(part);
	}
}

/* Checks that a clock's next second repaints its digits, not the page. */
static void
test_difference_is_small(void **unused)
{
	static struct draw_list before;
	struct rect box;

	(void)unused;
	stage_load("clock-dice", &model);
	model.now_ms = model.state_ms = 0;
	ui_model_layout(&model, 800, 480, &before);
	model.now_ms = 10;
	ui_model_layout(&model, 800, 480, &list);
	assert_true(draw_difference(&before, &list).w == 0); /* no digit has changed yet */
	assert_int_equal(draw_difference(&before, &list).w, 0);
	model.now_ms = ui_model_next_ms(&model);
	ui_model_layout(&model, 800, 480, &list);
	box = draw_difference(&before, &list);
	assert_true(box.w > 0 && box.w * box.h < 800 * 480 / 50);
}

static unsigned set; /* enum draw_pieces */

/* Paints one piece on a light square, 60 pixels wide. */
static SDL_Surface *
piece_paint_alone(struct ui_piece piece, unsigned flags)
{
	SDL_Surface *s = painter_surface(60, 60, &(struct ui_error){ "" });

	assert_non_null(s);
	draw_clear(&list, 60, 60);
	list.pieces = (uint8_t)set;
	draw_fill(&list, PAL_SQUARE_LIGHT, rect_of(0, 0, 60, 60), 0);
	draw_piece(&list, rect_of(0, 0, 60, 60), piece, flags);
	painter_paint(painter, &list, s);
	return s;
}

/*
 * Checks that every piece of every game has its own picture: no two look alike,
 * and none is a letter painted for want of a picture.
 */
static void
every_piece_check(void)
{
	static const char letters[] = "KQRBNPMCkqrbnpmc", stones[] = "KPNBRSQkpnbrsq",
			  marks[] = "*^@";
	SDL_Surface *all[sizeof(letters) + sizeof(stones) + sizeof(marks) + 1];
	unsigned n = 0;

	for (const char *c = letters; *c != '\0'; c++)
		all[n++] = piece_paint_alone((struct ui_piece){ *c, 0 }, 0);
	for (const char *c = stones; *c != '\0'; c++)
		all[n++] = piece_paint_alone((struct ui_piece){ *c, 0 }, DRAW_STONES);
	for (const char *c = marks; *c != '\0'; c++)
		all[n++] = piece_paint_alone((struct ui_piece){ 'R', *c }, 0);
	all[n++] = piece_paint_alone((struct ui_piece){ 'X', 0 }, 0); /* a letter on a disc */
	all[n++] = piece_paint_alone((struct ui_piece){ 'x', 0 }, 0);
	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < i; j++)
			if (pictures_differ(all[i], all[j]) < 20)
				fail_msg("pictures %u and %u look alike", j, i);
	/* M and C painted as letters would differ from X only in the letter */
	for (unsigned i = 0; i < n - 2; i++)
		assert_true(pictures_differ(all[i], all[n - 2]) > 100);
	for (unsigned i = 0; i < n; i++)
		SDL_FreeSurface(all[i]);
}

static void
test_every_piece(void **unused)
{
	(void)unused;
	for (set = 0; set < DRAW_SETS; set++)
		every_piece_check();
	set = DRAW_SET_CLASSIC;
}

/* Checks that each piece has a picture of its own in each set, of either colour. */
static void
test_sets(void **unused)
{
	static const struct {
		const char *letters;
		unsigned flags;
	} kinds[] = { { "KQRBNPMCkqrbnpmc", 0 }, { "KPNBRSQkpnbrsq", DRAW_STONES } };

	(void)unused;
	for (size_t k = 0; k < 2; k++) {
		for (const char *c = kinds[k].letters; *c != '\0'; c++) {
			SDL_Surface *of[DRAW_SETS];

			for (set = 0; set < DRAW_SETS; set++)
				of[set] = piece_paint_alone((struct ui_piece){ *c, 0 },
							    kinds[k].flags);
			for (unsigned i = 0; i < DRAW_SETS; i++)
				if (pictures_differ(of[i], of[(i + 1) % DRAW_SETS]) < 40)
					fail_msg("%c looks alike in sets %u and %u", *c, i,
						 (i + 1) % DRAW_SETS);
			for (unsigned i = 0; i < DRAW_SETS; i++)
				SDL_FreeSurface(of[i]);
		}
	}
	set = DRAW_SET_CLASSIC;
}

/* Paints a board of four squares and returns the colour of one of them. */
static uint32_t
square_rgb(enum palette_board board, int x, int y)
{
	SDL_Surface *s = painter_surface(20, 20, &(struct ui_error){ "" });
	const uint8_t *px;
	uint32_t rgb;

	assert_non_null(s);
	draw_clear(&list, 20, 20);
	list.board = (uint8_t)board;
	draw_checker(&list, rect_of(0, 0, 20, 20), 10);
	painter_paint(painter, &list, s);
	px = pixel_of(s, x, y);
	rgb = (uint32_t)px[2] << 16 | (uint32_t)px[1] << 8 | px[0];
	SDL_FreeSurface(s);
	return rgb;
}

static void
test_boards(void **unused)
{
	static const struct {
		uint8_t board, light, dark;
	} rows[] = { { BOARD_WOOD, PAL_SQUARE_LIGHT, PAL_SQUARE_DARK },
		     { BOARD_GREEN, PAL_GREEN_LIGHT, PAL_GREEN_DARK },
		     { BOARD_BLUE, PAL_BLUE_LIGHT, PAL_BLUE_DARK } };

	(void)unused;
	for (size_t i = 0; i < PALETTE_BOARDS; i++) {
		enum palette_board board = (enum palette_board)rows[i].board;

		assert_int_equal(square_rgb(board, 5, 15), palette[rows[i].dark].rgb[0]);
		assert_int_equal(square_rgb(board, 15, 15), palette[rows[i].light].rgb[0]);
	}
}

/* Checks that shapes are clipped to the surface wherever they are drawn. */
static void
test_clipping(void **unused)
{
	static const int at[] = { -30000, -40, -1, 0, 25, 49, 50, 30000 };
	struct shape_ink ink = { 0xff8000, 200 };
	SDL_Surface *s = painter_surface(50, 50, &(struct ui_error){ "" });

	(void)unused;
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		for (size_t j = 0; j < sizeof(at) / sizeof(at[0]); j++) {
			shape_fill(s, ink, rect_of(at[i], at[j], 60, 40), 7);
			shape_fill(s, ink, rect_of(at[i], at[j], at[j], at[i]), 3);
			shape_frame(s, ink, rect_of(at[i], at[j], 60, 40), 3);
			shape_cross(s, ink, rect_of(at[i], at[j], 30, 30), 3);
			shape_disc(s, ink, rect_of(at[i], at[j], 30, 30));
			shape_checker(s, ink, ink, rect_of(at[i], at[j], 80, 80), 10);
			shape_arrow(s, ink, rect_of(at[i], at[j], at[j], at[i]), 9);
		}
	}
	SDL_FreeSurface(s);
}

/* Paints unusual texts in boxes of any size. */
static void
test_odd_texts(void **unused)
{
	static const char *const texts[] = { "",
					     " ",
					     "          ",
					     "\xf0\x9f\x99\x82 \xe2\x80\xae",
					     "слово слово слово",
					     "W",
					     "a b c d e f g h i j k l m n" };
	SDL_Surface *s = painter_surface(100, 100, &(struct ui_error){ "" });

	(void)unused;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		for (int side = 0; side < 100; side += 9) {
			draw_clear(&list, 100, 100);
			draw_text(&list, PAL_TEXT, rect_of(0, 0, side, 100 - side), 14, DRAW_CENTRE,
				  texts[i]);
			draw_piece(&list, rect_of(0, 0, side, side),
				   (struct ui_piece){ i % 2 ? '?' : 'm', '*' }, 0);
			painter_paint(painter, &list, s);
		}
	}
	SDL_FreeSurface(s);
}

static int
setup(void **unused)
{
	static char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);
	struct ui_error err = { "" };

	(void)unused;
	for (size_t i = 0; i < n; i++)
		if (stage_is_pictured(names[i]))
			memcpy(pictures[n_pictures++], names[i], STAGE_NAME);
	return painter_create(&painter, &err);
}

static int
teardown(void **unused)
{
	(void)unused;
	painter_destroy(painter);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_golden_can_fail),
		cmocka_unit_test(test_pictured),
		cmocka_unit_test(test_every_piece),
		cmocka_unit_test(test_sets),
		cmocka_unit_test(test_boards),
		cmocka_unit_test(test_repaint),
		cmocka_unit_test(test_difference),
		cmocka_unit_test(test_difference_is_small),
		cmocka_unit_test(test_clipping),
		cmocka_unit_test(test_odd_texts),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
