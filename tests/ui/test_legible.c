/*
 * Tests legibility of all pages: text contrasts with its background, figures
 * have one width, and every card of rules fits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/contrast.h"
#include "tests/ui/faults.h"
#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/paint.h"
#include "ui/panel.h"

static char names[STAGES_MAX][STAGE_NAME];
static size_t n_names;
static struct ui_model model;
static struct draw_list list;

/* ---- figures ---- */

/* Returns the font size in pixels of a text in a box. */
static int
figures_set(struct painter *p, struct rect box, int px, unsigned flags, const char *text)
{
	draw_clear(&list, 800, 480);
	draw_text(&list, PAL_TEXT, box, px, flags, text);
	return painter_text_px(p, &list, &list.cmd[0]);
}

/* Returns the narrowest box that fits one figure four times at full size. */
static struct rect
box_narrowest(struct painter *p, int px, unsigned flags)
{
	int too_narrow = px, enough = 4 * px;

	while (enough - too_narrow > 1) {
		int w = (enough + too_narrow) / 2;

		if (figures_set(p, rect_of(9, 9, w, 2 * px), px, flags, "1111") == px)
			enough = w;
		else
			too_narrow = w;
	}
	return rect_of(9, 9, enough, 2 * px);
}

/* Checks that the box fits every figure, whose ink may extend over it by a pixel. */
static void
figures_check(struct painter *p, int px, unsigned flags)
{
	struct rect box = box_narrowest(p, px, flags);

	for (char c = '0'; c <= '9'; c++) {
		char text[] = { c, c, c, c, '\0' };

		assert_int_equal(figures_set(p, rect_inset(box, -1), px, flags, text), px);
		assert_true(figures_set(p, rect_inset(box, 2), px, flags, text) < px);
	}
}

static void
test_figures(void **unused)
{
	(void)unused;
	for (int px = 14; px <= 52; px++) {
		struct painter *p; /* one painter each, because a painter caches few fonts */
		struct ui_error err;

		assert_int_equal(painter_create(&p, &err), 0);
		figures_check(p, px, 0);
		figures_check(p, px, DRAW_BOLD);
		painter_destroy(p);
	}
}

/* ---- legible ---- */

/* Finds the colour under the first letters of a text; returns false if it is not uniform. */
static bool
ground_of(const struct draw_list *l, unsigned at, uint32_t *rgb)
{
	const struct draw_cmd *t = &l->cmd[at];
	int x = t->flags & DRAW_CENTRE || t->kind == DRAW_ICON ? t->box.x + t->box.w / 2
		: t->flags & DRAW_RIGHT                        ? t->box.x + t->box.w - t->size / 2
							       : t->box.x + t->size / 3;
	int y = t->flags & DRAW_TOP ? t->box.y + t->size / 2 : t->box.y + t->box.h / 2;

	for (unsigned i = at; i-- > 0;) {
		const struct draw_cmd *c = &l->cmd[i];

		if (!rect_has(c->box, x, y) || c->kind == DRAW_TEXT || c->kind == DRAW_FRAME ||
		    c->kind == DRAW_CROSS || c->kind == DRAW_ICON)
			continue;
		if ((c->kind != DRAW_FILL && c->kind != DRAW_DISC) ||
		    palette[c->meaning].alpha != 255)
			return false;
		*rgb = palette[c->meaning].rgb[l->theme];
		return true;
	}
	return false;
}

static void
test_contrast(void **unused)
{
	unsigned measured = 0;

	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_load(names[i], &model);
		for (size_t s = 0; s < STAGE_SIZES * PALETTE_THEMES; s++) {
			ui_model_layout(&model, stage_sizes[s % STAGE_SIZES].w,
					stage_sizes[s % STAGE_SIZES].h, &list);
			list.theme = (uint8_t)(s / STAGE_SIZES);
			for (unsigned c = 0; c < list.n; c++) {
				uint32_t under;
				double contrast;

				if ((list.cmd[c].kind != DRAW_TEXT &&
				     list.cmd[c].kind != DRAW_ICON) ||
				    !ground_of(&list, c, &under))
					continue;
				measured++;
				contrast = contrast_of(
					palette[list.cmd[c].meaning].rgb[list.theme], under);
				if (contrast < 4.5)
					fault("%s %ux%u: %s has contrast %.1f", names[i],
					      list.width, list.height,
					      list.cmd[c].kind == DRAW_ICON
						      ? "an icon"
						      : list.text + list.cmd[c].text,
					      contrast);
			}
		}
	}
	assert_true(measured > 5000);
	faults_end();
}

/* Checks that the side to move is written large in both designs. */
static void
test_turn(void **unused)
{
	struct painter *p;
	struct ui_error err;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	stage_load("midgame", &model);
	for (size_t s = 0; s < STAGE_SIZES; s++) {
		int px = 0;

		ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
		for (unsigned c = 0; c < list.n; c++)
			if (list.cmd[c].kind == DRAW_TEXT &&
			    strcmp(list.text + list.cmd[c].text, "Black to move") == 0)
				px = painter_text_px(p, &list, &list.cmd[c]);
		assert_true(px >= 18);
	}
	painter_destroy(p);
}

/* ---- help ---- */

static void
card_check(struct painter *p)
{
	for (size_t s = 0; s < STAGE_SIZES; s++) {
		ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
		for (unsigned c = 0; c < list.n; c++)
			if (list.cmd[c].kind == DRAW_TEXT &&
			    painter_text_px(p, &list, &list.cmd[c]) == 0)
				fault("%ux%u: \"%s\" does not fit", list.width, list.height,
				      list.text + list.cmd[c].text);
	}
}

/*
 * Checks that each of the eleven games has cards, and one that says what to do
 * before the first game.
 */
static void
test_help(void **unused)
{
	struct painter *p;
	struct ui_error err;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	stage_load("page-help", &model);
	for (unsigned g = 0; g < n_panels; g++) {
		const struct panel *h = panels[g];
		unsigned n = panel_help_cards(h);

		assert_true(n >= 2 && n <= HELP_CARDS_MAX);
		if (h->game != NULL)
			assert_true(strcmp(h->help[n - 1].title, "Before your first game") == 0 ||
			    strstr(h->help[n - 1].text, "Before your first game: ") != NULL ||
			    strstr(h->help[0].text, "Before your first game: ") != NULL);
		for (unsigned c = 0; c < n; c++) {
			assert_true(strlen(h->help[c].text) < HELP_CARD_TEXT);
			model.view.help_game = (uint8_t)g;
			model.view.help_card = (uint8_t)c;
			card_check(p);
		}
	}
	painter_destroy(p);
	faults_end();
}

static int
setup(void **unused)
{
	(void)unused;
	n_names = stages_list(names);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_contrast),
		cmocka_unit_test(test_turn),
		cmocka_unit_test(test_help),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
