/*
 * What single games draw beside the board and on it, in both designs: revealed and dealt masks,
 * answers to attempts, tricks and halos, the words for prices, what stacks are made of.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/faults.h"
#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/paint.h"
#include "ui/panel.h"
#include "ui/setup.h"

static struct ui_model model;
static struct draw_list list;
static struct metrics metrics;

static void
draw(unsigned size)
{
	metrics = metrics_of(stage_sizes[size].w, stage_sizes[size].h);
	ui_model_layout(&model, stage_sizes[size].w, stage_sizes[size].h, &list);
	assert_false(list.full);
}

static void
show(const char *stage, unsigned size)
{
	stage_load(stage, &model);
	draw(size);
}

static bool
is_inside(struct rect in, struct rect r)
{
	return r.x >= in.x && r.y >= in.y && r.x + r.w <= in.x + in.w && r.y + r.h <= in.y + in.h;
}

/* ---- texts ---- */

/* Texts that each design draws, and one that it does not; NULL: none. */
static const struct row {
	const char *stage, *has[STAGE_SIZES][3], *lacks;
} rows[] = {
	{ "panel-masquerade-answers",
	  { { "Yes: the bishop captures on g2", "\u2717 no", "\u2713 yes" },
	    { "Yes: the bishop captures on g2" } },
	  NULL },
	{ "panel-masquerade", { { "Bf1-b5" }, { NULL } }, "\u2717 no" },
	{ "panel-accounting-crooked",
	  { { "The Shareholder on g5 is now crooked", "crooked", "Innocent, Regulators" },
	    { "The Shareholder on g5 is now crooked", "crooked", "Innocent" } },
	  "trick" },
	{ "panel-accounting",
	  { { "You win when the enemy has no CEO (king), or when you have no innocent Shareholder left." },
	    { "A capture or a long move makes a piece crooked" } },
	  NULL },
	{ "panel-accounting-tricks",
	  { { "a trick: makes it crooked" }, { "a trick: crooked" } },
	  "Innocent" },
	{ "panel-dice", { { "Prices: 1 or 2 more moves", "=$5", "=$2" }, { "$5", "$2" } }, "Only dice" },
	{ "panel-dice-earned", { { "earned $6", "+$6", "$7" }, { "+$6", "$7" } }, NULL },
	{ "german-dice", { { "=5\u00a0$", "7\u00a0$" }, { "5\u00a0$", "7\u00a0$" } }, "$5" },
	{ "dice-roll",
	  { { "The dice say which pieces earn", "OK or Roll, or Real dice", "the enemy lost (?)" },
	    { "Which piece earns?", "+1, +2: more moves. ?: a lost enemy. K: it flies" } },
	  "=$" },
	{ "dice-buy", { { "the enemy lost (?)" }, { "?: a lost enemy" } }, NULL },
	{ "panel-american",
	  { { "The gauntlet is columns e, f, g" },
	    { "The gauntlet is columns e, f, g", "Generals in gauntlet e\u2013g" } },
	  NULL },
	{ "panel-abstract-first",
	  { { "Stack draughts or coins as high as the numbers." },
	    { "Stack draughts as numbered, or use chess pieces" } },
	  NULL },
	{ "panel-abstract", { { "e2-e3" }, { "e2-e3" } }, "draughts" },
	{ "setup-abstract", { { "Stack draughts" }, { "Stack draughts" } }, "RNBQKBNR" },
};

static bool
has_text(const char *part)
{
	for (unsigned i = 0; i < list.n; i++)
		if (list.cmd[i].kind == DRAW_TEXT &&
		    strstr(list.text + list.cmd[i].text, part) != NULL)
			return true;
	return false;
}

static void
test_texts(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (unsigned size = 0; size < STAGE_SIZES; size++) {
			const struct row *r = &rows[i];

			show(r->stage, size);
			for (unsigned k = 0; k < 3 && r->has[size][k] != NULL; k++)
				if (!has_text(r->has[size][k]))
					fault("%s %d: \"%s\" is not drawn", r->stage,
					      stage_sizes[size].w, r->has[size][k]);
			if (r->lacks != NULL && has_text(r->lacks))
				fault("%s %d: \"%s\" is drawn", r->stage, stage_sizes[size].w,
				      r->lacks);
		}
	faults_end();
}

/* American Chess has Blue and Red: no page of it names White or Black. */
static void
test_sides_named(void **unused)
{
	char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names), seen = 0;

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		stage_load(names[i], &model);
		if (strcmp(model.state.game, "american") != 0)
			continue;
		seen++;
		draw(0);
		if (has_text("White") || has_text("Black"))
			fault("%s: a side of American Chess has another name", names[i]);
	}
	assert_true(seen > 5);
	faults_end();
}

/* ---- masks ---- */

/* Prints the letters of the pieces that are drawn inside a box, in their order. */
static void
pieces_in(struct rect box, char out[DRAW_CMDS_MAX])
{
	size_t n = 0;

	for (unsigned i = 0; i < list.n; i++)
		if (list.cmd[i].kind == DRAW_PIECE && is_inside(box, list.cmd[i].box))
			out[n++] = list.cmd[i].piece.letter;
	out[n] = '\0';
}

/* After *Reveal* the result page pairs each kind of both sides with what it captured as. */
static void
test_revealed(void **unused)
{
	static const char *const stages[] = { "page-over-masks", "page-over-masks-match" };
	char letters[DRAW_CMDS_MAX];

	(void)unused;
	for (unsigned i = 0; i < 2 * STAGE_SIZES; i++) {
		show(stages[i / 2], i % 2);
		pieces_in(metrics.panel, letters);
		assert_string_equal(letters, "KQkrQNqkRBrnBRbbNKnq");
		model.state.closed = false;
		draw(i % 2);
		pieces_in(metrics.panel, letters);
		assert_string_equal(letters, "");
	}
}

/* After *Reveal* the result page of Cooperative Chess shows both hands and the next cards. */
static void
test_revealed_cards(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < STAGE_SIZES; i++) {
		show("page-over-coop-open", i);
		assert_true(has_text("8\u2665") && has_text("10\u2663") && has_text("4\u2666"));
		show("page-over-coop-hidden", i);
		assert_false(has_text("8\u2665") || has_text("10\u2663"));
	}
}

/* The masks of a side's pieces have its colour, while they are dealt and afterwards. */
static void
test_colours_of_masks(void **unused)
{
	char letters[DRAW_CMDS_MAX];

	(void)unused;
	for (unsigned i = 0; i < 4 * STAGE_SIZES; i++) {
		bool white_deals = i & 1, dealt = i & 2;
		unsigned n = 0;

		stage_load("handover-masks", &model);
		snprintf(model.view.seat, sizeof(model.view.seat), "%s", white_deals ? "w" : "b");
		if (dealt)
			model.secret.n_words = 0;
		strcpy(model.secret.keys.mask[white_deals], "RKNBQ");
		draw(i / 4);
		pieces_in(metrics.whole, letters);
		for (const char *c = letters; *c != '\0'; c++, n++)
			assert_true((*c >= 'a') == white_deals);
		assert_int_equal(n, 2 * UI_KINDS);
	}
}

/* ---- crooked pieces ---- */

static bool
has_sign(const char *square)
{
	const struct page_draw d = { .m = &model, .s = &model.state, .g = &metrics, .l = &list };
	unsigned sq = (unsigned)(square[0] - 'a' + (square[1] - '1') * 8);
	struct rect box = board_box(&d, metrics.board, 8, 8, sq);

	for (unsigned i = 0; i < list.n; i++)
		if (list.cmd[i].kind == DRAW_DISC && list.cmd[i].meaning == PAL_CROOKED &&
		    is_inside(box, list.cmd[i].box))
			return true;
	return false;
}

/* Of a lifted piece's squares those are marked where it becomes crooked, if hints are lit. */
static void
test_tricks(void **unused)
{
	(void)unused;
	for (unsigned size = 0; size < STAGE_SIZES; size++) {
		show("panel-accounting-tricks", size);
		assert_true(has_sign("e3") && has_sign("f4") && has_sign("g5"));
		assert_false(has_sign("d2") || has_sign("c1") || has_sign("c4"));
		memset(&model.state.light[UI_LIGHT_LEGAL], 0, sizeof(struct sqset));
		draw(size);
		assert_false(has_sign("e3") || has_sign("f4"));
	}
}

/* The diagrams of the rules mark tricks, too. */
static void
test_tricks_explained(void **unused)
{
	const struct help_show *show = panel_of("accounting")->pieces;
	static struct ui_state s;

	(void)unused;
	assert_string_equal(show->step[1].lift, "d4"); /* the CFO */
	assert_true(help_show_state("accounting", show, 1, &s));
	assert_true(sqset_has(s.light[UI_LIGHT_LEGAL], 35)); /* d5, an honest step from d4 */
	assert_false(sqset_has(s.tricks, 35));
	assert_true(sqset_has(s.light[UI_LIGHT_LEGAL], 43));
	assert_true(sqset_has(s.tricks, 43));
}

enum { SIDE = 60 };

static SDL_Surface *
piece_painted(struct painter *p, char mark)
{
	struct ui_error err;
	SDL_Surface *s = painter_surface(SIDE, SIDE, &err);

	assert_non_null(s);
	draw_clear(&list, SIDE, SIDE);
	draw_piece(&list, rect_of(0, 0, SIDE, SIDE), (struct ui_piece){ 'R', mark }, 0);
	painter_paint(p, &list, s);
	return s;
}

/* A halo is a ring around the piece: it changes the edge of the square, and no inner pixel. */
static void
test_halo(void **unused)
{
	struct painter *p;
	struct ui_error err;
	SDL_Surface *plain, *crooked;
	unsigned inner = 0, outer = 0;

	(void)unused;
	assert_int_equal(painter_create(&p, &err), 0);
	plain = piece_painted(p, 0);
	crooked = piece_painted(p, '*');
	for (int i = 0; i < SIDE * SIDE; i++) {
		int x = i % SIDE, y = i / SIDE, cx = 2 * x - SIDE, cy = 2 * y - SIDE;
		bool in = cx * cx + cy * cy < SIDE * SIDE / 2;
		bool differ = memcmp((char *)plain->pixels + y * plain->pitch + 4 * x,
				     (char *)crooked->pixels + y * crooked->pitch + 4 * x, 4) != 0;

		inner += in && differ;
		outer += !in && differ;
	}
	assert_int_equal(inner, 0);
	assert_true(outer > SIDE * 4);
	SDL_FreeSurface(plain);
	SDL_FreeSurface(crooked);
	painter_destroy(p);
}

/* ---- prices ---- */

/* The bought item, to be used this turn, is marked among the headings. */
static void
test_bought(void **unused)
{
	(void)unused;
	for (unsigned size = 0; size < STAGE_SIZES; size++) {
		unsigned marked[2] = { 0, 0 };

		for (unsigned bought = 0; bought < 2; bought++) {
			stage_load("panel-dice", &model);
			model.state.keys.extra = (uint8_t)bought;
			draw(size);
			for (unsigned i = 0; i < list.n; i++)
				marked[bought] += list.cmd[i].meaning == PAL_BUTTON_MAIN;
		}
		assert_int_equal(marked[1], marked[0] + 1);
	}
}

/* The drawn array of each number is the one that the rules begin with. */
static void
test_arrays(void **unused)
{
	const struct game *g = rules_game("chess960");
	struct position start;
	struct rules_error err;
	char options[16], at[SETUP_FILES], name[4];

	(void)unused;
	for (unsigned index = 0; index < 960; index++) {
		(void)snprintf(options, sizeof(options), "index=%u", index);
		assert_int_equal(rules_start(g, options, &start, &err), 0);
		setup_array(index, at);
		for (unsigned file = 0; file < SETUP_FILES; file++) {
			rules_piece_print(g, rules_at(g, &start, file), name);
			assert_int_equal(at[file], name[0]);
		}
	}
}

/* Of two players who must agree each keeps the place of the own button. */
static void
test_agreeing(void **unused)
{
	struct rect black = rect_of(0, 0, 0, 0);

	(void)unused;
	for (unsigned agreed = 0; agreed < 2; agreed++) {
		stage_load("draw-asked", &model);
		model.state.prompt.needs = 3;
		model.state.prompt.agreed = (uint8_t)agreed; /* bit 0: White */
		draw(0);
		for (unsigned i = 0; i < list.n_targets; i++)
			if (list.target[i].id == TARGET_AGREE && list.target[i].arg == 1) {
				if (agreed == 0)
					black = list.target[i].box;
				assert_memory_equal(&black, &list.target[i].box, sizeof(black));
			}
	}
	assert_true(black.w > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_sides_named),
		cmocka_unit_test(test_revealed),
		cmocka_unit_test(test_revealed_cards),
		cmocka_unit_test(test_tricks),
		cmocka_unit_test(test_colours_of_masks),
		cmocka_unit_test(test_tricks_explained),
		cmocka_unit_test(test_halo),
		cmocka_unit_test(test_bought),
		cmocka_unit_test(test_arrays),
		cmocka_unit_test(test_agreeing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
