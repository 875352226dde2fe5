/*
 * Checks every stored state in both designs: command lists against golden text,
 * texts that fit their boxes, targets that are large enough and do not overlap.
 *
 * golden/NAME.txt holds both lists of states/NAME.json. HALO_UPDATE_GOLDEN=1
 * rewrites them; read the difference before keeping it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/drawn.h"
#include "tests/ui/faults.h"
#include "tests/ui/stages.h"
#include "ui/design.h"
#include "ui/page.h"
#include "ui/paint.h"

enum { TOUCH_MIN = 48, GOLDEN_MAX = 2 * DRAW_LIST_TEXT };

static char names[STAGES_MAX][STAGE_NAME];
static size_t n_names;
static struct ui_model model;
static struct draw_list list;
static char text[GOLDEN_MAX], golden[GOLDEN_MAX];

static void
stage_print(const char *name)
{
	size_t len = 0;

	stage_load(name, &model);
	for (size_t i = 0; i < STAGE_SIZES; i++) {
		ui_model_layout(&model, stage_sizes[i].w, stage_sizes[i].h, &list);
		len += drawn_print(&list, text + len, sizeof(text) - len);
	}
}

static void
golden_write(const char *path)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Reports the first line that differs. */
static void
golden_differs(const char *name)
{
	const char *a = text, *b = golden;
	unsigned line = 1;

	for (; *a == *b && *a != '\0'; a++, b++)
		line += *a == '\n';
	while (a > text && a[-1] != '\n')
		a--, b--;
	fault("golden/%s.txt:%u:\n  now  %.*s\n  kept %.*s", name, line, (int)strcspn(a, "\n"), a,
	      (int)strcspn(b, "\n"), b);
}

static void
golden_check(const char *name)
{
	char path[512];
	size_t len;
	FILE *f;

	snprintf(path, sizeof(path), TEST_UI_DIR "/golden/%s.txt", name);
	if (getenv("HALO_UPDATE_GOLDEN") != NULL)
		golden_write(path);
	f = fopen(path, "re");
	if (f == NULL) {
		fault("%s is missing; HALO_UPDATE_GOLDEN=1 writes it", path);
		return;
	}
	len = fread(golden, 1, sizeof(golden) - 1, f);
	fclose(f);
	golden[len] = '\0';
	if (strcmp(text, golden) != 0)
		golden_differs(name);
}

static void
test_golden(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_print(names[i]);
		golden_check(names[i]);
	}
	faults_end();
}

static bool
boxes_overlap(struct rect a, struct rect b)
{
	return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static bool
box_inside(struct rect b, int w, int h)
{
	return b.x >= 0 && b.y >= 0 && b.w > 0 && b.h > 0 && b.x + b.w <= w && b.y + b.h <= h;
}

static void
targets_check(const char *name)
{
	for (unsigned i = 0; i < list.n_targets; i++) {
		const struct draw_target *t = &list.target[i];

		if (t->box.w < TOUCH_MIN || t->box.h < TOUCH_MIN)
			fault("%s %ux%u: %s is %dx%d", name, list.width, list.height,
			      page_target_name(t->id), t->box.w, t->box.h);
		if (!box_inside(t->box, list.width, list.height))
			fault("%s %ux%u: %s lies outside", name, list.width, list.height,
			      page_target_name(t->id));
		for (unsigned j = 0; j < i; j++)
			if (boxes_overlap(t->box, list.target[j].box))
				fault("%s %ux%u: %s overlaps %s", name, list.width, list.height,
				      page_target_name(t->id), page_target_name(list.target[j].id));
	}
}

static void
test_targets(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_load(names[i], &model);
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			assert_false(list.full);
			targets_check(names[i]);
		}
	}
	faults_end();
}

static void
texts_check(struct painter *p, const char *name, int px_min)
{
	for (unsigned i = 0; i < list.n; i++) {
		const struct draw_cmd *c = &list.cmd[i];

		if (c->kind != DRAW_TEXT)
			continue;
		if (c->size < px_min)
			fault("%s %ux%u: \"%s\" has %u pixels", name, list.width, list.height,
			      list.text + c->text, c->size);
		if (!box_inside(c->box, list.width, list.height))
			fault("%s %ux%u: \"%s\" lies outside", name, list.width, list.height,
			      list.text + c->text);
		if (painter_text_px(p, &list, c) > 0 && painter_text_px(p, &list, c) < px_min)
			fault("%s %ux%u: \"%s\" is set in %d pixels", name, list.width, list.height,
			      list.text + c->text, painter_text_px(p, &list, c));
		if (painter_text_px(p, &list, c) == 0)
			fault("%s %ux%u: \"%s\" does not fit %dx%d", name, list.width, list.height,
			      list.text + c->text, c->box.w, c->box.h);
	}
}

static void
test_texts(void **unused)
{
	struct painter *p;
	struct ui_error err;

	(void)unused;
	if (painter_create(&p, &err) < 0)
		fail_msg("%s", err.why);
	for (size_t i = 0; i < n_names; i++) {
		if (strcmp(names[i], "hostile") == 0) /* contains texts to truncate */
			continue;
		stage_load(names[i], &model);
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			texts_check(p, names[i], s == 0 ? 18 : 14);
		}
	}
	painter_destroy(p);
	faults_end();
}

/* Checks that no text overlaps another, except a number on its label's line. */
static void
texts_apart_check(const char *name)
{
	for (unsigned i = 0; i < list.n; i++) {
		const struct draw_cmd *a = &list.cmd[i];

		for (unsigned j = 0; j < i; j++) {
			const struct draw_cmd *b = &list.cmd[j];

			if (a->kind == DRAW_TEXT && b->kind == DRAW_TEXT &&
			    (a->flags & DRAW_RIGHT) == 0 && boxes_overlap(a->box, b->box))
				fault("%s %ux%u: \"%s\" lies on \"%s\"", name, list.width,
				      list.height, list.text + a->text, list.text + b->text);
		}
	}
}

static void
test_texts_apart(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_load(names[i], &model);
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			texts_apart_check(names[i]);
		}
	}
	faults_end();
}

/*
 * Checks that panels omit rows without room when a card below needs space, and
 * that nothing is cut.
 */
static void
test_texts_beside_a_card(void **unused)
{
	struct painter *p;
	struct ui_error err;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	for (size_t i = 0; i < n_names; i++) {
		if (strncmp(names[i], "panel-", 6) != 0)
			continue;
		stage_load(names[i], &model);
		model.state.guidance = (struct ui_guidance){ .on = true,
							     .due = true,
							     .lift_sq = RULES_NO_SQ,
							     .put_sq = RULES_NO_SQ,
							     .text = "Take it off" };
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			texts_check(p, names[i], s == 0 ? 18 : 14);
			texts_apart_check(names[i]);
			targets_check(names[i]);
		}
	}
	painter_destroy(p);
	faults_end();
}

/* Shows that the check of test_texts can fail. */
static void
test_texts_can_fail(void **unused)
{
	struct painter *p;
	struct ui_error err;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	draw_clear(&list, 800, 480);
	draw_text(&list, PAL_TEXT, rect_of(0, 0, 100, 24), 18, 0, "Short");
	draw_text(&list, PAL_TEXT, rect_of(0, 0, 100, 24), 18, 0, "Much too long for its box");
	draw_text(&list, PAL_TEXT, rect_of(0, 0, 10, 100), 18, 0, "W");
	draw_text(&list, PAL_TEXT, rect_of(0, 0, 100, 10), 18, 0, "i");
	assert_true(painter_text_px(p, &list, &list.cmd[0]) > 0);
	assert_int_equal(painter_text_px(p, &list, &list.cmd[1]), 0);
	assert_int_equal(painter_text_px(p, &list, &list.cmd[2]), 0);
	assert_int_equal(painter_text_px(p, &list, &list.cmd[3]), 0);
	painter_destroy(p);
}

/* Checks windows from the smallest to beyond 4K: no list is full and nothing is outside. */
static void
test_windows(void **unused)
{
	static const struct stage_size windows[] = {
		{ 480, 320 },  { 799, 480 },   { 800, 479 },   { 1024, 600 }, { 1280, 720 },
		{ 720, 1280 }, { 3840, 2160 }, { 7680, 4320 }, { 480, 4320 },
	};

	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_load(names[i], &model);
		for (size_t w = 0; w < sizeof(windows) / sizeof(windows[0]); w++) {
			ui_model_layout(&model, windows[w].w, windows[w].h, &list);
			assert_false(list.full);
			targets_check(names[i]);
		}
	}
	faults_end();
}

/* ---- nothing moves ---- */

static bool
is_play(const struct ui_model *m)
{
	return ui_model_page(m) == UI_PAGE_PLAY && m->state.phase == UI_PHASE_PLAYING &&
	       !prompt_covers(&m->state.prompt);
}

static const struct draw_target *
target_of(const struct draw_list *l, unsigned id)
{
	for (unsigned i = 0; i < l->n_targets; i++)
		if (l->target[i].id == id)
			return &l->target[i];
	return NULL;
}

/* Reports whether a press of Done may find an action or continue the clocks. */
static bool
press_finds(const struct ui_state *s)
{
	if ((s->guidance.on && !s->guidance.due) || s->refusal.on)
		return false;
	return s->guidance.due || !sqset_empty(s->lifted) ||
	       !sqset_empty(s->blind) || s->clock.paused != UI_PAUSED_NO ||
	       s->prompt.kind != UI_PROMPT_NONE;
}

/* Reports whether Done may be disabled, as it would do nothing: no action and no set-up ends. */
static bool
nothing_is_done(const struct ui_state *s)
{
	return s->guidance.onward || ui_state_lacks(s) || strcmp(s->keys.stage, "roll") == 0 ||
	       (!s->has_provisional && s->guidance.rank == 0 && !choice_ends(s) &&
		!press_finds(s));
}

static void
stays_check(const char *name, const struct draw_list *first, unsigned squares)
{
	static const unsigned ids[] = { TARGET_DONE, TARGET_HINT, TARGET_MENU };

	for (unsigned c = 0; c < 2 + squares; c++) /* background, squares, coordinates */
		if (memcmp(&list.cmd[c].box, &first->cmd[c].box, sizeof(struct rect)) != 0)
			fault("%s %ux%u: part %u of the board is elsewhere", name, list.width,
			      list.height, c);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		const struct draw_target *a = target_of(first, ids[i]),
					 *b = target_of(&list, ids[i]);

		if (ids[i] == TARGET_DONE && b == NULL && nothing_is_done(&model.state))
			continue;
		if (ids[i] == TARGET_HINT && b == NULL && model.state.has_plan)
			continue; /* only the planned move counts */
		if (a == NULL || b == NULL || memcmp(&a->box, &b->box, sizeof(a->box)) != 0)
			fault("%s %ux%u: %s is elsewhere", name, list.width, list.height,
			      page_target_name(ids[i]));
	}
}

/* Checks that board and buttons keep their places in all games. */
static void
test_board_stays(void **unused)
{
	static struct draw_list first[2]; /* 8 x 8 squares, and 11 x 9 */
	unsigned seen = 0;

	(void)unused;
	for (size_t s = 0; s < STAGE_SIZES; s++) {
		bool known[2] = { false, false };

		for (size_t i = 0; i < n_names; i++) {
			bool wide;

			stage_load(names[i], &model);
			wide = model.state.files != 8;
			if (!is_play(&model) || (wide && model.state.files != 11))
				continue;
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			if (!known[wide] && target_of(&list, TARGET_DONE) != NULL) {
				first[wide] = list;
				known[wide] = true;
			}
			if (!known[wide])
				continue;
			stays_check(names[i], &first[wide],
				    model.state.files + (unsigned)model.state.ranks);
			seen++;
		}
		assert_true(known[0] && known[1]);
	}
	assert_true(seen > 80);
	faults_end();
}

/* Sets every number of a game, short or long. */
static void
numbers_set(struct ui_keys *k, bool is_long)
{
	for (unsigned side = 0; side < 2; side++) {
		k->money[side] = is_long ? 188 : 1;
		if (!k->hand[side].open)
			k->hand[side].n = is_long ? 18 : 1;
		k->checkers[side] = is_long ? 88 : 1;
		k->combos[side] = is_long ? 120 : 1;
		for (unsigned i = 0; i < UI_PRICES; i++)
			k->price[side][i] = is_long ? 88 : 1;
	}
	k->passes = k->passes == 0 ? 0 : is_long ? 3 : 1;
}

/* Checks that a change of numbers moves nothing: every element keeps its place. */
static void
test_numbers_stay(void **unused)
{
	static struct draw_list before;

	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_load(names[i], &model);
		if (!is_play(&model))
			continue;
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			numbers_set(&model.state.keys, false);
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &before);
			numbers_set(&model.state.keys, true);
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			if (before.n != list.n)
				fault("%s %ux%u: %u things, then %u", names[i], list.width,
				      list.height, before.n, list.n);
			for (unsigned c = 0; c < list.n && c < before.n; c++)
				if (memcmp(&before.cmd[c].box, &list.cmd[c].box,
					   sizeof(struct rect)) != 0)
					fault("%s %ux%u: \"%s\" jumps", names[i], list.width,
					      list.height, list.text + list.cmd[c].text);
		}
	}
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
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_texts_can_fail),
		cmocka_unit_test(test_texts_beside_a_card),
		cmocka_unit_test(test_texts_apart),
		cmocka_unit_test(test_windows),
		cmocka_unit_test(test_board_stays),
		cmocka_unit_test(test_numbers_stay),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
