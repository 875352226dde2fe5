/*
 * The hand at the table: the effect of a mouse on pieces and sensors. A test is
 * a script of mouse commands on the start array; the sensors' edges and the
 * final board are compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw/virtual/table.h"

enum {
	STEP_US = 400000,
	EDGES_MAX = 512,
};

static struct board b;
static struct vboard v;
static struct table t;

static void
load(const char *name, int w, int h)
{
	char path[4096], why[VBOARD_WHY_MAX];
	struct board_error err;
	struct man men[BOARD_SQUARES_MAX];
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);

	assert_int_equal(board_find(name, path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &b, &err), 0);
	assert_int_equal(vboard_init(&v, &b, 0, NULL, why), 0);
	assert_int_equal(field_parse(table_start_field(&b), &b, men, why), 0);
	vboard_setup(&v, men, 0);
	table_init(&t, &v, w, h);
}

/*
 * Finds a place by name: a square, "box", "box:Q" (a slot), or a button such as
 * "clock" or "set".
 */
static void
place(const char *name, int *x, int *y)
{
	int sq = square_parse(name, b.files, b.ranks);
	struct rect r = t.layout.box;

	if (sq >= 0)
		r = table_square(&t.layout, (unsigned)sq);
	for (unsigned i = 0; i < t.layout.n_slots; i++)
		if (strncmp(name, "box:", 4) == 0 && t.layout.slot[i].letter == name[4])
			r = t.layout.slot[i].at;
	for (unsigned i = 0; i < t.layout.n_buttons; i++) {
		const char *button = t.layout.button[i].name;

		if (strcmp(name, button ? button : "set") == 0)
			r = t.layout.button[i].at;
	}
	*x = r.x + r.w / 2;
	*y = r.y + r.h / 2;
}

struct edges {
	size_t len;
	char text[EDGES_MAX];
};

/* Appends the squares whose reading has changed. */
static void
edges_note(struct edges *e, bool before[BOARD_SQUARES_MAX])
{
	for (unsigned sq = 0; sq < (unsigned)b.files * b.ranks; sq++) {
		char name[3];

		if (vboard_reads(&v, sq) == before[sq])
			continue;
		before[sq] = !before[sq];
		square_name(sq, b.files, name);
		e->len += (size_t)snprintf(e->text + e->len, sizeof(e->text) - e->len, "%c%s ",
					   before[sq] ? '+' : '-', name);
	}
}

static void
mouse(const char *verb, const char *where, uint64_t t_us)
{
	int x, y;

	place(where, &x, &y);
	if (strcmp(verb, "down") == 0)
		table_down(&t, x, y, false, t_us);
	else if (strcmp(verb, "slide") == 0)
		table_down(&t, x, y, true, t_us);
	else if (strcmp(verb, "move") == 0)
		table_move(&t, x, y, t_us);
	else if (strcmp(verb, "up") == 0)
		table_up(&t, x, y, t_us);
	else if (strcmp(verb, "cancel") == 0)
		table_cancel(&t, t_us);
	else
		fail_msg("no verb %s", verb);
}

struct row {
	const char *mouse; /* "verb place …" */
	const char *edges; /* in order of steps, by square within a step */
	const char *field; /* the final board; "": the start array */
};

static const struct row rows[] = {
	{ "down e2 up e4", "-e2 +e4 ", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" },
	/* A piece held high triggers no sensor. */
	{ "down e2 move e3 move d5 up e4", "-e2 +e4 ",
	  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" },
	{ "down e2 up e2", "-e2 +e2 ", "" },
	/* Onto another piece, which goes to the box, after a gap. */
	{ "down e2 up e7", "-e2 -e7 +e7 ", "rnbqkbnr/ppppPppp/8/8/8/8/PPPP1PPP/RNBQKBNR" },
	{ "down e2 up box", "-e2 ", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR" },
	{ "down e2 up box down box:P up e5", "-e2 +e5 ",
	  "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR" },
	{ "down box:Q up e5", "+e5 ", "rnbqkbnr/pppppppp/8/4Q3/8/8/PPPPPPPP/RNBQKBNR" },
	/* All pawns are on the board: the box is empty of them. */
	{ "down box:P up e5", "", "" },
	{ "down box:Q up box", "", "" },
	/* Sliding: each square closes and opens again. */
	{ "slide e2 move e3 move e4 up e4", "-e2 +e3 -e3 +e4 ",
	  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" },
	/* … at any speed of the mouse. */
	{ "slide e2 up e6", "-e2 +e6 ", "rnbqkbnr/pppppppp/4P3/8/8/8/PPPP1PPP/RNBQKBNR" },
	{ "slide e2 move e6 up e6", "-e2 +e6 ", "rnbqkbnr/pppppppp/4P3/8/8/8/PPPP1PPP/RNBQKBNR" },
	/* A piece is touched to slide but not moved. */
	{ "slide e2 up e2", "", "" },
	/* Over other pieces: their sensors do not change. */
	{ "slide d1 move d2 move d3 up d3", "-d1 +d3 ",
	  "rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNB1KBNR" },
	{ "slide d1 move d3 up box", "-d1 +d3 -d3 ",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR" },
	{ "slide e2 move e3 up e7", "-e2 +e3 -e3 -e7 +e7 ",
	  "rnbqkbnr/ppppPppp/8/8/8/8/PPPP1PPP/RNBQKBNR" },
	/* Cancelled moves. */
	{ "down e2 move e4 cancel e4", "-e2 +e2 ", "" },
	{ "slide e2 move e4 cancel e4", "-e2 +e4 +e2 -e4 ", "" },
	{ "down box:Q cancel e4 up e4", "", "" },
	/* Clicks on empty squares do nothing. */
	{ "down e4 up e5", "", "" },
	{ "up e5", "", "" },
	/* A second button while holding a piece changes nothing. */
	{ "down e2 down d2 up e4", "-e2 +e4 ", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" },
	{ "down e2 up box down set up set", "-e2 +e2 ", "" },
	/* A piece on the target square is lifted first, and replaced visibly. */
	{ "down e2 up e7 down set up set", "-e2 -e7 +e7 +e2 -e7 +e7 ", "" },
};

static void
row_run(const struct row *row)
{
	bool before[BOARD_SQUARES_MAX] = { false };
	struct edges seen = { 0 };
	struct man men[BOARD_SQUARES_MAX];
	char words[256], field[FIELD_TEXT_MAX], *save = NULL;
	uint64_t t_us = STEP_US;

	load("reed-8x8", 960, 720);
	edges_note(&seen, before);
	memset(&seen, 0, sizeof(seen));
	snprintf(words, sizeof(words), "%s", row->mouse);
	for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		mouse(w, strtok_r(NULL, " ", &save), t_us);
		edges_note(&seen, before);
		for (; vboard_next_us(&v) <= t_us + STEP_US / 2; edges_note(&seen, before))
			vboard_run(&v, vboard_next_us(&v));
		t_us += STEP_US;
	}
	for (unsigned sq = 0; sq < 64; sq++)
		men[sq] = v.square[sq].man;
	field_print(&b, men, field);
	if (strcmp(seen.text, row->edges) != 0)
		fail_msg("%s: edges %s, not %s", row->mouse, seen.text, row->edges);
	if (strcmp(field, row->field[0] ? row->field : table_start_field(&b)) != 0)
		fail_msg("%s: in the end %s", row->mouse, field);
	assert_false(t.hand.holding);
}

static void
the_hand_does_what_the_mouse_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		row_run(&rows[i]);
}

static void
buttons_are_held_as_long_as_the_mouse(void **state)
{
	(void)state;
	load("reed-8x8", 960, 720);
	for (unsigned i = 0; i < b.n_buttons; i++) {
		mouse("down", b.button[i].name, 0);
		for (unsigned k = 0; k < b.n_buttons; k++)
			assert_int_equal(v.pressed[k], k == i);
		mouse("up", "e5", 1);
		assert_false(v.pressed[i]);
	}
	table_press(&t, "gong", true, 2); /* no such button: ignored */
}

/* A command removed the piece that the hand is about to slide. */
static void
the_board_may_change_under_the_hand(void **state)
{
	char why[VBOARD_WHY_MAX];

	(void)state;
	load("reed-8x8", 960, 720);
	mouse("slide", "e2", 0);
	assert_int_equal(vboard_lift(&v, 12, 1, why), 0);
	mouse("move", "e4", 2);
	mouse("up", "e4", 3);
	assert_false(t.hand.holding);
	assert_int_equal(v.square[28].man.letter, 0);
	assert_false(vboard_reads(&v, 28));
}

static int
overlap(const struct rect *p, const struct rect *q)
{
	return p->x < q->x + q->w && q->x < p->x + p->w && p->y < q->y + q->h && q->y < p->y + p->h;
}

/* Nothing overlaps or leaves the window, at any size, on both boards. */
static void
the_layout_holds_at_every_size(void **state)
{
	static const int sizes[][2] = { { 480, 320 }, { 640, 480 },   { 800, 480 }, { 960, 720 },
					{ 720, 960 }, { 1920, 1080 }, { 1, 1 } };

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
		const struct table_layout *l = &t.layout;
		struct rect all[TABLE_BUTTONS_MAX + 2 * TABLE_KINDS_MAX + 1];
		unsigned n = 0;

		load(i % 2 ? "hall-11x9" : "reed-8x8", sizes[i / 2][0], sizes[i / 2][1]);
		all[n++] = l->frame;
		for (unsigned k = 0; k < l->n_slots; k++)
			all[n++] = l->slot[k].at;
		for (unsigned k = 0; k < l->n_buttons; k++)
			all[n++] = l->button[k].at;
		for (unsigned p = 0; p < n; p++) {
			assert_true(all[p].x >= 0 && all[p].x + all[p].w <= l->w);
			assert_true(all[p].y >= 0 && all[p].y + all[p].h <= l->h);
			assert_true(all[p].w > 0 && all[p].h > 0);
			for (unsigned q = p + 1; q < n; q++)
				assert_false(overlap(&all[p], &all[q]));
		}
		for (unsigned sq = 0; sq < (unsigned)b.files * b.ranks; sq++) {
			struct rect r = table_square(l, sq);

			assert_int_equal(table_square_at(l, r.x, r.y), sq);
			assert_int_equal(table_square_at(l, r.x + r.w - 1, r.y + r.h - 1), sq);
		}
		assert_true(l->square >= 16);
	}
}

/* Pieces neither on the board nor in the hand are in the box. */
static void
the_box_keeps_count(void **state)
{
	(void)state;
	load("hall-11x9", 1080, 720);
	assert_int_equal(table_box_count(&t, 'Q'), 2);
	assert_int_equal(table_box_count(&t, 'c'), 0);
	assert_int_equal(table_box_count(&t, 'k'), 1);
	assert_int_equal(table_box_count(&t, 'x'), 0);
	mouse("down", "d3", 0);
	assert_int_equal(table_box_count(&t, 'C'), 0);
	mouse("up", "box", 1);
	assert_int_equal(table_box_count(&t, 'C'), 1);
}

/* "Set up" lays the target that the daemon waits for, with the pieces that change lifted. */
static void
set_up_lays_the_target(void **state)
{
	static const char array[] = "qbbnrnkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNRNKR";
	char field[FIELD_TEXT_MAX];
	struct man men[BOARD_SQUARES_MAX];
	int x, y;

	(void)state;
	load("reed-8x8", 960, 720);
	place("set", &x, &y);
	assert_true(table_is_setup(&t.layout, x, y));
	place("ok", &x, &y);
	assert_false(table_is_setup(&t.layout, x, y));
	strcpy(t.target, array);
	mouse("down", "set", STEP_US);
	assert_false(vboard_reads(&v, 0));
	assert_true(vboard_reads(&v, 8));
	mouse("up", "set", 2 * STEP_US);
	while (vboard_next_us(&v) <= 4 * STEP_US)
		vboard_run(&v, vboard_next_us(&v));
	for (unsigned sq = 0; sq < 64; sq++)
		men[sq] = v.square[sq].man;
	field_print(&b, men, field);
	assert_string_equal(field, array);
}

/* The windows of board and screen stand side by side on a laptop's display. */
static void
the_window_leaves_room_for_the_screen(void **state)
{
	static const char *const names[] = { "reed-8x8", "hall-11x9" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		load(names[i], 1080, 720);
		assert_true(table_window_w(&b, table_window_h(&b, 1366, 768)) <= 1366 - 800);
		assert_true(table_window_h(&b, 1366, 768) > 370);
		assert_int_equal(table_window_h(&b, 1920, 1080), 720);
		assert_int_equal(table_window_h(&b, 640, 480), TABLE_MIN_H);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_hand_does_what_the_mouse_says),
		cmocka_unit_test(buttons_are_held_as_long_as_the_mouse),
		cmocka_unit_test(the_board_may_change_under_the_hand),
		cmocka_unit_test(the_layout_holds_at_every_size),
		cmocka_unit_test(the_box_keeps_count),
		cmocka_unit_test(set_up_lays_the_target),
		cmocka_unit_test(the_window_leaves_room_for_the_screen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
