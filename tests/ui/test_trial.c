/*
 * Tests what trials of the screen found: a row for each statement of its faults, with a
 * stored state and what is drawn, or must not be, in both sizes and both languages.
 *
 * Rows are English; german.h finds the German of their texts, and of the daemon's sentences in a
 * stored state. Each text must be large enough to read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "tests/ui/drawn.h"
#include "tests/ui/faults.h"
#include "tests/ui/german.h"
#include "tests/ui/stages.h"
#include "tests/ui/trial_rows.h"
#include "ui/language.h"
#include "ui/page.h"
#include "ui/paint.h"

enum { PRINTED = DRAW_LIST_TEXT, SETTINGS_PARTS = 24 };

static struct ui_model model;
static struct draw_list list;
static struct painter *painter;
static char printed[PRINTED];

/* Speaks a language, as do the daemon's sentences in the state. */
static void
speak(bool german)
{
	model.state.settings.known = true;
	strcpy(model.state.settings.language, german ? "de" : "");
	(void)language_follow(&model.state);
	if (german)
		german_state(&model.state);
}

/* ---- what is drawn ---- */

/* Reports whether a text is drawn, as such or as a part, large enough to read. */
static bool
is_told(const char *text)
{
	int least = list.width == stage_sizes[0].w ? 18 : 14;

	for (unsigned i = 0; i < list.n; i++)
		if (list.cmd[i].kind == DRAW_TEXT &&
		    strstr(list.text + list.cmd[i].text, text) != NULL &&
		    painter_text_px(painter, &list, &list.cmd[i]) >= least)
			return true;
	return false;
}

/* Reports whether a printed command begins with the two words of a mark and has the others. */
static bool
line_has(const char *line, const char *mark)
{
	char words[128], bounded[136], padded[320], *save, *word;
	size_t first = strcspn(mark, " "), len = strcspn(line, "\n");

	first += 1 + strcspn(mark + first + 1, " ");
	if (strncmp(line, mark, first) != 0 || line[first] != ' ')
		return false;
	(void)snprintf(words, sizeof(words), "%s", mark + first);
	(void)snprintf(padded, sizeof(padded), "%.*s ", len < 300 ? (int)len : 300, line);
	for (word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		(void)snprintf(bounded, sizeof(bounded), " %s ", word);
		if (strstr(padded + first, bounded) == NULL)
			return false;
	}
	return true;
}

/* Returns the box of a square of the board that is drawn, with White below; "head": the header. */
static struct rect
square_box(const char *square)
{
	for (unsigned i = 0; i < list.n_targets && strcmp(square, "head") == 0; i++)
		if (list.target[i].id == TARGET_NOW)
			return list.target[i].box;
	for (unsigned i = 0; i < list.n; i++) {
		struct rect board = list.cmd[i].box;
		int side = list.cmd[i].size;

		if (list.cmd[i].kind == DRAW_CHECKER)
			return rect_of(board.x + (square[0] - 'a') * side,
				       board.y + board.h - (square[1] - '0') * side, side, side);
	}
	return rect_of(0, 0, 0, 0);
}

/* Reports whether the box of a printed command, its first A,B CxD, is within a square. */
static bool
line_is_within(const char *line, const char *square)
{
	struct rect in = square_box(square);
	int x, y, w, h;

	for (; *line != '\n' && *line != '\0'; line++)
		if (*line == ' ' && sscanf(line, " %d,%d %dx%d", &x, &y, &w, &h) == 4)
			return x >= in.x && y >= in.y && x + w <= in.x + in.w && y + h <= in.y + in.h;
	return false;
}

/* Reports whether a mark is drawn: on a square, or with NULL anywhere. */
static bool
is_marked(const char *mark, const char *square)
{
	for (const char *line = printed; *line != '\0'; line += strcspn(line, "\n") + 1)
		if (line_has(line, mark) && (square == NULL || line_is_within(line, square)))
			return true;
	return false;
}

/* ---- rows ---- */

static void
text_check(const struct trial_row *r, bool german)
{
	bool wanted = r->how != NEVER;
	char text[LANG_TEXT];

	(void)snprintf(text, sizeof(text), "%s", r->what);
	if (german && r->how == NOTES)
		german_note(r->what, text);
	else if (german && r->how == NEVER && r->at != NULL)
		(void)snprintf(text, sizeof(text), "%s", r->at);
	else if (german)
		german_of(r->what, text);
	if (german && r->how == NEVER && r->at == NULL && strcmp(text, r->what) == 0)
		fault("%u, %s: \"%s\" names no German", r->fault, r->stage, r->what);
	if (german && r->how == TELLS && strcmp(text, r->what) == 0 && strchr(text, ' ') != NULL)
		fault("%u, %s: \"%s\" has no German", r->fault, r->stage, r->what);
	if (is_told(text) != wanted)
		fault("%u, %s %ux%u: \"%s\" is %s", r->fault, r->stage, list.width, list.height,
		      text, wanted ? "not drawn" : "drawn");
}

static void
mark_check(const struct trial_row *r)
{
	const char *at = r->at;

	do {
		if (is_marked(r->what, at) != (r->how == SHOWS))
			fault("%u, %s %ux%u: %s on %.2s is %s", r->fault, r->stage, list.width,
			      list.height, r->what, at != NULL ? at : "--",
			      r->how == SHOWS ? "not drawn" : "drawn");
		at = at != NULL ? strchr(at, ' ') : NULL;
	} while (at != NULL && *++at != '\0');
}

static void
row_check(const struct trial_row *r, const char *stage)
{
	for (unsigned i = 0; i < 2 * STAGE_SIZES; i++) {
		struct stage_size size = stage_sizes[i / 2];

		stage_load(stage, &model);
		speak(i % 2 == 1);
		ui_model_layout(&model, size.w, size.h, &list);
		(void)drawn_print(&list, printed, sizeof(printed));
		if (r->how != SHOWS && r->how != LACKS)
			text_check(r, i % 2 == 1);
		else
			mark_check(r);
	}
}

static void
test_rows(void **unused)
{
	unsigned seen = 0;

	(void)unused;
	for (size_t i = 0; i < n_trial_rows; i++) {
		row_check(&trial_rows[i], trial_rows[i].stage);
		seen |= 1u << trial_rows[i].fault;
	}
	assert_int_equal(seen, (1u << (TRIAL_FAULTS + 1)) - 2);
	faults_end();
}

/* Labels of the first trial that no page may have. */
static void
test_labels_gone(void **unused)
{
	static const char *const labels[] = { "Own page", "as usual",    "as named",  "by lot",
					      "Props",    "Keep traces", "king side", "king's to" };
	char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);

	(void)unused;
	for (size_t i = 0; i < n * STAGE_SIZES; i++) {
		stage_load(names[i / STAGE_SIZES], &model);
		ui_model_layout(&model, stage_sizes[i % STAGE_SIZES].w,
				stage_sizes[i % STAGE_SIZES].h, &list);
		for (size_t k = 0; k < sizeof(labels) / sizeof(labels[0]); k++)
			if (is_told(labels[k]))
				fault("%s: \"%s\" is drawn", names[i / STAGE_SIZES], labels[k]);
	}
	faults_end();
}

/* Reports whether a sentence is drawn within a box. */
static bool
is_explained(struct rect box)
{
	for (unsigned i = 0; i < list.n; i++) {
		const struct draw_cmd *c = &list.cmd[i];
		const char *text = list.text + c->text;

		if (c->kind == DRAW_TEXT && text[0] != '\0' && text[strlen(text) - 1] == '.' &&
		    c->box.x >= box.x && c->box.y >= box.y && c->box.y + c->box.h <= box.y + box.h)
			return true;
	}
	return false;
}

/* Checks that every setting has a sentence. */
static void
test_settings_explained(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < 2 * STAGE_SIZES * SETTINGS_PARTS; i++) {
		struct stage_size size = stage_sizes[i / 2 % STAGE_SIZES];

		stage_load("page-settings", &model);
		speak(i % 2 == 1);
		model.view.more = (uint8_t)(i / 2 / STAGE_SIZES);
		ui_model_layout(&model, size.w, size.h, &list);
		for (unsigned t = 0; t < list.n_targets; t++)
			if (list.target[t].id == TARGET_ROW && !is_explained(list.target[t].box))
				fault("setting %u %dx%d has no sentence", list.target[t].arg, size.w,
				      size.h);
	}
	faults_end();
}

/* The look-up finds the sentences that the daemon itself writes in German. */
static void
test_german(void **unused)
{
	static const char *const pairs[][2] = {
		{ "castling-half", "german-castling-half" },
		{ "array-asked", "german-array" },
		{ "page-replay-board", "german-replay-board" },
	};
	char text[LANG_TEXT];

	(void)unused;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		stage_load(pairs[i][1], &model);
		(void)snprintf(text, sizeof(text), "%s", model.state.message);
		stage_load(pairs[i][0], &model);
		speak(true);
		assert_string_equal(model.state.message, text);
	}
}

static int
setup(void **unused)
{
	struct ui_error err;

	(void)unused;
	german_begin();
	return painter_create(&painter, &err);
}

static int
teardown(void **unused)
{
	(void)unused;
	painter_destroy(painter);
	german_end();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_german),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_labels_gone),
		cmocka_unit_test(test_settings_explained),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
