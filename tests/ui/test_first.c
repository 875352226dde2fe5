/*
 * Walks through the first steps of a new board on unmodified programs, by touch: the language
 * changes at once, a piece that is walked over the board ticks its squares and makes no move, and
 * the steps do not return after a restart of both programs, but when they are asked for.
 *
 * usage: test-ui-first HALO-SCREEN HALOD HALO-BOARD BOARDS
 *
 * Exits with 77, ctest's code for skipped, if Xvfb or xdotool is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tests/ui/sitting.h"
#include "ui/language.h"

enum {
	ASK_MS = 50,   /* between two queries of the sensors */
	ROW_FIRST = 2, /* the settings' row of the first steps */
	SET_UP = 32,   /* pieces */
	SQ_A4 = 3 * RULES_FILES_MAX,
	SQ_E4 = 3 * RULES_FILES_MAX + 4,
	SQ_E5 = 4 * RULES_FILES_MAX + 4,
};

static const char *const *programs;

static void
page_is(enum ui_page page, unsigned step)
{
	sitting_seen();
	assert_string_equal(page_of(ui_model_page(&sitting_model))->name, page_of(page)->name);
	assert_int_equal(sitting_model.view.more, step);
}

/* Waits until the daemon has the language, and speaks it as the program does. */
static void
language_wait(const char *language)
{
	sitting_follow();
	while (strcmp(sitting_model.state.settings.language, language) != 0)
		sitting_news();
	(void)language_follow(&sitting_model.state);
	sitting_seen();
}

static void
language_choose(const char *language)
{
	unsigned at = 0;

	while (at < sitting_model.n_languages && strcmp(sitting_model.language[at], language) != 0)
		at++;
	assert_true(at < sitting_model.n_languages);
	sitting_touch(TARGET_OPTION, at + 1);
	language_wait(language);
}

static void
sensors_ask(void)
{
	sitting_model.wants = true; /* as the program does every half second */
	sitting_follow();
	rig_pause(&sitting_rig, ASK_MS);
}

/* Waits until that many squares are ticked. */
static void
ticked_wait(unsigned n)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (sqset_count(sitting_model.ticked) < n) {
		assert_true(rig_now_us() < end);
		sensors_ask();
	}
	assert_int_equal(sqset_count(sitting_model.ticked), n);
	sitting_seen();
}

/* Waits until the daemon has counted another edge of the square after that many. */
static void
edge_wait(unsigned sq, uint32_t before)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (sitting_model.diagnostics.at[sq].edges <= before) {
		assert_true(rig_now_us() < end);
		sensors_ask();
	}
}

/* Waits until the daemon takes moves, or until it takes none. */
static void
moves_wait(bool taken)
{
	sitting_follow();
	while (sitting_model.state.calibration.on == taken)
		sitting_news();
	if (!taken)
		sensors_ask(); /* the copy's and the screen's baseline */
}

/* A legal move in the start array during the check is none, also after the check. */
static void
array_walk(void)
{
	moves_wait(false);
	ticked_wait(0);
	rig_board(&sitting_rig, "lift e2");
	ticked_wait(1);
	rig_board(&sitting_rig, "put e4 P");
	ticked_wait(2);
	sitting_touch(TARGET_STEP, 0); /* asks before it leaves out the other squares */
	sitting_touch(TARGET_STEP, 0);
	moves_wait(true);
	sitting_quiet();
	assert_int_equal(sitting_actions(), 0);
	assert_false(sitting_model.state.has_provisional);
	sitting_touch(TARGET_BACK, 0);
	moves_wait(false);
	rig_board(&sitting_rig, "lift e4");
	rig_board(&sitting_rig, "put e2 P");
}

static void
squares_walk(void)
{
	array_walk();
	rig_board(&sitting_rig, "setup 8/8/8/8/8/8/8/8");
	ticked_wait(SET_UP + 1);
	for (unsigned file = 0; file < 8; file++) {
		uint32_t edges = sitting_model.diagnostics.at[SQ_A4 + file].edges;

		rig_board(&sitting_rig, "put %c4 R", 'a' + (int)file);
		edge_wait(SQ_A4 + file, edges);
		rig_board(&sitting_rig, "lift %c4", 'a' + (int)file);
		edge_wait(SQ_A4 + file, edges + 1);
	}
	ticked_wait(SET_UP + 8);
	assert_true(sqset_has(sitting_model.ticked, SQ_E4));
	assert_false(sqset_has(sitting_model.ticked, SQ_E5));
	assert_int_equal(sitting_actions(), 0);
}

/* The steps at the first start. */
static void
test_steps(void **unused)
{
	(void)unused;
	sitting_is_first = true;
	sitting_begin(programs, "reed-8x8", "1");
	page_is(UI_PAGE_FIRST, 0);
	language_choose("de");
	sitting_touch(TARGET_OPTION, 0);
	language_wait("");
	sitting_touch(TARGET_STEP, 0);
	page_is(UI_PAGE_FIRST, 1);
	assert_string_equal(sitting_model.room.name, "reed-8x8");
	sitting_touch(TARGET_STEP, 0);
	page_is(UI_PAGE_FIRST, 2);
	squares_walk();
	sitting_kill(); /* it returns to the step, without its ticks */
	page_is(UI_PAGE_FIRST, 2);
	moves_wait(false);
	rig_board(&sitting_rig, "put h1 R");
	ticked_wait(1);
	sitting_touch(TARGET_STEP, 0); /* asks before it leaves out the other squares */
	page_is(UI_PAGE_FIRST, 2);
	sitting_touch(TARGET_BACK, 0);
	sitting_touch(TARGET_STEP, 0);
	sitting_touch(TARGET_STEP, 0);
	sitting_touch(TARGET_STEP, 0);
	page_is(UI_PAGE_FIRST, 3);
	sitting_touch(TARGET_KEY, 'b');
	sitting_touch(TARGET_STEP, 0);
	page_is(UI_PAGE_FIRST, 4);
	sitting_touch(TARGET_STEP, 0);
	page_is(UI_PAGE_HOME, 0);
}

/* Restarts of the screen, without its kept page, and of the daemon. */
static void
test_not_again(void **unused)
{
	(void)unused;
	while (!sitting_model.state.settings.introduced)
		sitting_news();
	sitting_anew();
	page_is(UI_PAGE_HOME, 0);
	sitting_restart();
	sitting_anew();
	page_is(UI_PAGE_HOME, 0);
	assert_true(ui_model_is_new(&sitting_model)); /* only the setting prevents them */
}

static void
test_asked_for(void **unused)
{
	(void)unused;
	sitting_touch(TARGET_PAGE, UI_PAGE_SETTINGS);
	sitting_touch(TARGET_ROW, ROW_FIRST);
	page_is(UI_PAGE_FIRST, 0);
	sitting_touch(TARGET_STEP, 0);
	sitting_touch(TARGET_DONE, 0);
	page_is(UI_PAGE_SETTINGS, 0);
	sitting_end();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_not_again),
		cmocka_unit_test(test_asked_for),
	};

	if (argc != 5)
		return 2;
	if (!sitting_can())
		return SITTING_SKIPPED;
	programs = (const char *const *)(argv + 1);
	sitting_by = SITTING_TOUCH;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
