/*
 * The board's two directions: with each value of the setting `below`, each side to move, and
 * each design, squares, pieces, coordinates and arrows are where they belong. The board is no
 * place to touch in either direction.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/paint.h"

static struct ui_model model;
static struct draw_list list;
static struct metrics metrics;

static void
show(const char *stage, const char *below, const char *to_act, unsigned size)
{
	stage_load(stage, &model);
	snprintf(model.state.settings.below, sizeof(model.state.settings.below), "%s", below);
	snprintf(model.state.to_act, sizeof(model.state.to_act), "%s", to_act);
	metrics = metrics_of(stage_sizes[size].w, stage_sizes[size].h);
	ui_model_layout(&model, stage_sizes[size].w, stage_sizes[size].h, &list);
	assert_false(list.full);
}

static struct rect
box_of(unsigned sq)
{
	const struct page_draw d = { .m = &model, .s = &model.state, .g = &metrics, .l = &list };

	return board_box(&d, metrics.board, model.state.files, model.state.ranks, sq);
}

static bool
is_inside(struct rect in, struct rect r)
{
	return r.x >= in.x && r.y >= in.y && r.x + r.w <= in.x + in.w && r.y + r.h <= in.y + in.h;
}

/* Returns the text drawn with its middle in the row or column of a box, outside the board. */
static bool
has_name(const char *name, bool below, struct rect box)
{
	for (unsigned i = 0; i < list.n; i++) {
		const struct draw_cmd *c = &list.cmd[i];
		int x = c->box.x + c->box.w / 2, y = c->box.y + c->box.h / 2;

		if (c->kind != DRAW_TEXT || strcmp(list.text + c->text, name) != 0)
			continue;
		if (below ? y > box.y + box.h && x > box.x && x < box.x + box.w
			  : x < box.x && y > box.y && y < box.y + box.h)
			return true;
	}
	return false;
}

static const struct row {
	const char *below, *to_act;
	bool flipped;
} rows[] = {
	{ "white", "w", false }, { "white", "b", false }, { "black", "w", true },
	{ "black", "b", true },  { "turn", "w", false },  { "turn", "b", true },
	{ "turn", "", false },   { "", "b", false },      { "turn", "bq", true },
	{ "turn", "wk", false },
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static void
row_check(const struct row *row, const char *stage)
{
	unsigned files = model.state.files, last = files * model.state.ranks - 1u;
	struct rect a1 = box_of(0), far = box_of(last);
	char name[] = { (char)('a' + files - 1), '\0' };

	if (row->flipped != (a1.x > far.x) || row->flipped != (a1.y < far.y))
		fail_msg("%s: below %s, %s to act", stage, row->below, row->to_act);
	assert_true(has_name("a", true, row->flipped ? rect_of(a1.x, far.y, a1.w, a1.h) : a1));
	assert_true(has_name(name, true, row->flipped ? far : rect_of(far.x, a1.y, a1.w, a1.h)));
	assert_true(has_name("1", false, row->flipped ? rect_of(far.x, a1.y, a1.w, a1.h) : a1));
	for (unsigned sq = 0; sq <= last; sq++) {
		bool found = model.state.at[sq].letter == 0;

		for (unsigned i = 0; i < list.n; i++)
			found |= list.cmd[i].kind == DRAW_PIECE &&
				 list.cmd[i].piece.letter == model.state.at[sq].letter &&
				 is_inside(box_of(sq), list.cmd[i].box);
		assert_true(found);
	}
}

static void
test_directions(void **unused)
{
	static const char *const stages[] = { "midgame", "board-11x9" };

	(void)unused;
	for (unsigned i = 0; i < ROWS * 2 * STAGE_SIZES; i++) {
		const struct row *row = &rows[i / 2 / STAGE_SIZES];

		show(stages[i & 1], row->below, row->to_act, i / 2 % STAGE_SIZES);
		row_check(row, stages[i & 1]);
	}
}

/* The number of a stack is readable also where a question frames the stack. */
static void
test_numbers(void **unused)
{
	(void)unused;
	for (unsigned size = 0; size < STAGE_SIZES; size++) {
		int frame = -1, number = -1;

		show("panel-abstract-giver", "white", "w", size);
		for (unsigned i = 0; i < list.n; i++) {
			const struct draw_cmd *c = &list.cmd[i];

			if (!is_inside(metrics.board, c->box))
				continue;
			if (c->kind == DRAW_FRAME && c->meaning == PAL_ASKED)
				frame = (int)i;
			if (c->kind == DRAW_TEXT && c->meaning == PAL_TEXT_DARK)
				number = number < 0 ? (int)i : number;
		}
		assert_true(frame >= 0 && number > frame);
	}
}

/* An arrow leads from the middle of its first square to the middle of its second. */
static void
test_arrow(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < ROWS; i++) {
		unsigned arrows = 0;

		show("guidance", rows[i].below, rows[i].to_act, 0);
		for (unsigned c = 0; c < list.n; c++) {
			const struct draw_cmd *a = &list.cmd[c];

			if (a->kind != DRAW_ARROW)
				continue;
			arrows++;
			assert_true(
				rect_has(box_of(model.state.guidance.lift_sq), a->box.x, a->box.y));
			assert_true(
				rect_has(box_of(model.state.guidance.put_sq), a->box.w, a->box.h));
		}
		assert_int_equal(arrows, 1);
	}
}

/* A piece to be put on the board is paler than one that stands there, but no ghost: it has to be read. */
static void
test_missing(void **unused)
{
	(void)unused;
	for (unsigned size = 0; size < STAGE_SIZES; size++) {
		unsigned missing = 0;

		show("guidance", "white", "w", size);
		for (unsigned i = 0; i < list.n; i++) {
			const struct draw_cmd *c = &list.cmd[i];

			for (unsigned sq = 0; sq < 64 && c->kind == DRAW_PIECE; sq++)
				if (sqset_has(model.state.guidance.missing, sq) &&
				    is_inside(box_of(sq), c->box)) {
					assert_int_equal(c->flags & (DRAW_PALE | DRAW_GHOST), DRAW_PALE);
					missing++;
				}
		}
		assert_true(missing > 0);
	}
}

/* The corners of a mistake have a visible colour, on the board and in the card that explains them. */
static void
test_corners_seen(void **unused)
{
	(void)unused;
	for (unsigned size = 0; size < STAGE_SIZES; size++) {
		unsigned corners = 0;

		show("board-graded", "white", "w", size);
		for (unsigned i = 0; i < list.n; i++)
			if (list.cmd[i].kind == DRAW_DISC && list.cmd[i].meaning == PAL_MISTAKE) {
				assert_true(list.cmd[i].box.w >= 4);
				corners++;
			}
		assert_int_equal(corners, 3 * 4);
	}
}

/* A touch on any square of the board, in either direction, touches nothing. */
static void
test_touch(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < ROWS * STAGE_SIZES; i++) {
		show("midgame", rows[i / 2].below, rows[i / 2].to_act, i % STAGE_SIZES);
		for (unsigned sq = 0; sq < 64; sq++) {
			struct rect box = box_of(sq);

			assert_null(draw_hit(&list, box.x + box.w / 2, box.y + box.h / 2));
		}
	}
}

/* Returns the sum of the colours in the middle of a square. */
static int
brightness(const SDL_Surface *s, struct rect square)
{
	const uint8_t *pixel = (const uint8_t *)s->pixels + (square.y + square.h / 2) * s->pitch +
			       (square.x + square.w / 2) * 4;

	return pixel[0] + pixel[1] + pixel[2];
}

/* Removes everything that is drawn after the squares. */
static void
squares_only(void)
{
	unsigned n = 0;

	while (n < list.n && list.cmd[n].kind != DRAW_CHECKER)
		n++;
	assert_true(n < list.n);
	list.n = (uint16_t)(n + 1);
}

static void
corner_check(struct painter *p, struct stage_size size)
{
	struct rect a1 = box_of(0), far = box_of(model.state.files * model.state.ranks - 1u);
	struct rect corner =
		rect_of(a1.x < far.x ? a1.x : far.x, a1.y > far.y ? a1.y : far.y, a1.w, a1.h);
	struct rect right = rect_of(corner.x + corner.w, corner.y, corner.w, corner.h);
	struct ui_error err;
	SDL_Surface *s = painter_surface(size.w, size.h, &err);

	assert_non_null(s);
	squares_only();
	painter_paint(p, &list, s);
	assert_true(brightness(s, corner) < brightness(s, right));
	SDL_FreeSurface(s);
}

/* The painted square at the lower left is dark in both directions. */
static void
test_corners_painted(void **unused)
{
	static const char *const stages[] = { "midgame", "board-11x9" };
	struct painter *p;
	struct ui_error err;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	for (unsigned i = 0; i < 4 * STAGE_SIZES; i++) {
		show(stages[i & 1], i & 2 ? "black" : "white", "w", i / 4);
		corner_check(p, stage_sizes[i / 4]);
	}
	painter_destroy(p);
}

/* The corner at the lower left is dark in both directions if files and ranks sum to even. */
static void
test_corners(void **unused)
{
	static const char *const games[] = { "chess",      "chess960",      "accounting",
					     "dice-money", "abstract",      "zombie",
					     "masquerade", "crowded-house", "cooperative",
					     "half-alice", "american" };

	(void)unused;
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		const struct game *g = rules_game(games[i]);

		assert_int_equal((rules_files(g) + rules_ranks(g)) % 2, 0);
	}
}

static void
test_looks(void **unused)
{
	(void)unused;
	stage_load("board-flipped", &model);
	ui_model_layout(&model, 800, 480, &list);
	assert_int_equal(list.board, BOARD_GREEN);
	assert_int_equal(list.pieces, DRAW_SET_BOLD);
	stage_load("board-letters", &model);
	ui_model_layout(&model, 800, 480, &list);
	assert_int_equal(list.board, BOARD_BLUE);
	assert_int_equal(list.pieces, DRAW_SET_LETTERS);
	stage_load("midgame", &model);
	ui_model_layout(&model, 800, 480, &list);
	assert_int_equal(list.board, BOARD_WOOD);
	assert_int_equal(list.pieces, DRAW_SET_CLASSIC);
}

/* Another set of pieces changes the whole picture, because commands do not name it. */
static void
test_change(void **unused)
{
	static struct draw_list before;

	(void)unused;
	show("midgame", "white", "w", 0);
	before = list;
	snprintf(model.state.settings.pieces, sizeof(model.state.settings.pieces), "bold");
	ui_model_layout(&model, 800, 480, &list);
	assert_int_equal(draw_difference(&before, &list).w, 800);
	before = list;
	snprintf(model.state.settings.squares, sizeof(model.state.settings.squares), "blue");
	ui_model_layout(&model, 800, 480, &list);
	assert_true(draw_difference(&before, &list).w >= 8 * box_of(0).w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_directions), cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_arrow),      cmocka_unit_test(test_touch),
		cmocka_unit_test(test_corners),    cmocka_unit_test(test_looks),
		cmocka_unit_test(test_change),     cmocka_unit_test(test_corners_painted),
		cmocka_unit_test(test_missing),    cmocka_unit_test(test_corners_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
