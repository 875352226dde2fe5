/*
 * Tests properties of all pages: a killed screen returns to its page, and
 * nothing is painted without a change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/ui/faults.h"
#include "tests/ui/stages.h"
#include "ui/keep.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/secret.h"

static char names[STAGES_MAX][STAGE_NAME];
static size_t n_names;
static struct ui_model model, again;
static struct ui_message message;
static struct draw_list list, other;

/* ---- restarts ---- */

/* Removes temporary values, which end with the program. */
static void
moment_forget(struct ui_model *m)
{
	struct ui_out out = { .n = 0 };
	uint8_t page = m->view.page;

	secret_hide(m, &out);
	if (page == UI_PAGE_HANDOVER && !prompt_covers(&m->state.prompt))
		m->view.page = page; /* a person who is alone would have left it */
	if (m->view.page == UI_PAGE_CONFIRM)
		m->view.page = m->view.confirm_back;
	if (m->view.page == UI_PAGE_PIN)
		m->view.page = UI_PAGE_HANDOVER;
	m->view.focus.on = m->view.pressed.on = m->view.named = false;
	m->view.error[0] = '\0';
}

/* Applies the state as the daemon's next line brings it, and the replies that the page requests. */
static void
state_come(struct ui_model *m, const struct ui_model *from)
{
	message = (struct ui_message){ .kind = UI_MESSAGE_STATE };
	message.state = from->state;
	message.lesson_at = from->lesson_at;
	message.room = from->room;
	m->now_ms = from->now_ms;
	ui_model_message(m, &message);
	m->state_ms = from->state_ms;
	m->list = from->list;
	m->sheet = from->sheet;
	m->diagnostics = from->diagnostics;
	m->ticked = from->ticked;
	m->n_languages = from->n_languages;
	memcpy(m->language, from->language, sizeof(m->language));
	memcpy(m->language_own, from->language_own, sizeof(m->language_own));
	m->shown = from->shown;
	m->code = from->code;
	m->has_code = from->has_code;
	m->lessons = from->lessons;
	m->has_lessons = from->has_lessons;
	m->has_list = from->has_list;
	m->has_sheet = from->has_sheet;
	m->has_diagnostics = from->has_diagnostics;
	m->has_shown = from->has_shown;
	m->review = from->review;
	m->has_review = from->has_review;
}

static void
restart_check(const char *name)
{
	char path[] = "/tmp/halo-keep-XXXXXX", kept[KEEP_TEXT] = "";

	close(mkstemp(path));
	keep_write(path, &model.view, kept);
	ui_model_init(&again, "/run/haloboard/halod.sock", 99);
	ui_model_unlinked(&again, "");
	keep_read(path, &again);
	unlink(path);
	state_come(&again, &model);
	again.view.focus.on = false; /* a page may set it */
	moment_forget(&model);
	if (ui_model_page(&again) != ui_model_page(&model)) {
		fault("%s: page %s comes back as %s", name, page_of(ui_model_page(&model))->name,
		      page_of(ui_model_page(&again))->name);
		return;
	}
	ui_model_layout(&model, 800, 480, &list);
	ui_model_layout(&again, 800, 480, &other);
	if (draw_difference(&list, &other).w > 0)
		fault("%s: page %s comes back otherwise", name,
		      page_of(ui_model_page(&model))->name);
}

/* Checks that a refusal in one game is not shown in the next. */
static void
test_refusal_goes(void **unused)
{
	(void)unused;
	stage_load(names[0], &model);
	for (unsigned row = 0; row < 3; row++) {
		strcpy(model.view.error, "too large for this board");
		message = (struct ui_message){ .kind = UI_MESSAGE_STATE, .state = model.state };
		message.state.game_id += row == 1;
		if (row == 2)
			strcpy(message.state.game, "another");
		ui_model_message(&model, &message);
		assert_int_equal(model.view.error[0] == '\0', row > 0);
	}
}

/* Tests every stored state of every game on its page: killed and restarted. */
static void
test_restart(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		stage_load(names[i], &model);
		if (model.linked)
			restart_check(names[i]);
	}
	faults_end();
}

/* Tests every state on every page that can be opened from it. */
static void
test_restart_everywhere(void **unused)
{
	static struct ui_model loaded;

	(void)unused;
	for (size_t i = 0; i < n_names; i += 3) {
		stage_load(names[i], &loaded);
		for (int page = 0; page < UI_PAGES; page++) {
			model = loaded;
			if (!model.linked || page == UI_PAGE_CONNECT || page == UI_PAGE_CONFIRM ||
			    (page == UI_PAGE_OVER && model.state.phase != UI_PHASE_OVER) ||
			    (page == UI_PAGE_PLAY && model.state.phase != UI_PHASE_PLAYING) ||
			    (page == UI_PAGE_LESSON) != model.state.lesson.on ||
			    /* prompts lead to another page */
			    model.state.prompt.kind != UI_PROMPT_NONE)
				continue;
			if (model.view.revealed || model.view.seat[0] == '\0')
				snprintf(model.view.seat, sizeof(model.view.seat), "w");
			ui_model_go(&model, (enum ui_page)page);
			restart_check(names[i]);
		}
	}
	faults_end();
}

/*
 * Checks that choices and typed text of every page are restored: every byte of
 * the view that is not temporary.
 */
static void
test_keep_whole(void **unused)
{
	static const struct ui_setup setup = { .game = 4,
					       .lot = 2,
					       .hints = { 2, 0, 1, 2 },
					       .option = { 1, 0, 1 },
					       .mode = 3,
					       .minutes = { 7, 2 },
					       .seconds = { 1, 8 },
					       .side = 2,
					       .n_entry = 2,
					       .entry = "51",
					       .by_cards = true,
					       .n_drawn = 3,
					       .drawn = { 'A', '6', 'T' },
					       .namer = 1,
					       .who = 2,
					       .level = { 0, 4, 10, 0 },
					       .name = { "Anna", "Ben" } };
	char path[] = "/tmp/halo-keep-XXXXXX", kept[KEEP_TEXT] = "";

	(void)unused;
	close(mkstemp(path));
	ui_model_init(&model, "", 1);
	model.view.setup = setup;
	model.view.n_back = 2;
	model.view.back[0] = 40;
	model.view.back[1] = 21;
	model.view.before = 12;
	model.view.code_id = 7;
	model.view.show_line = 5;
	model.view.reviewed = true;
	model.view.code_part = 2;
	model.view.n_date = 5;
	memcpy(model.view.date, "20260", 6);
	keep_write(path, &model.view, kept);
	ui_model_init(&again, "", 1);
	keep_read(path, &again);
	unlink(path);
	assert_memory_equal(&again.view.setup, &setup, sizeof(setup));
	assert_memory_equal(again.view.back, model.view.back, sizeof(model.view.back));
	assert_int_equal(again.view.n_back, 2);
	assert_int_equal(again.view.before, 12);
	assert_int_equal(again.view.code_id, 7);
	assert_int_equal(again.view.show_line, 5);
	assert_true(again.view.reviewed);
	assert_int_equal(again.view.code_part, 2);
	assert_int_equal(again.view.n_date, 5);
	assert_string_equal(again.view.date, "20260");
}

/* Checks that the file contains no secret: no PIN, no mask, not even whether a page was open. */
static void
test_keep_is_silent(void **unused)
{
	char one[KEEP_TEXT], two[KEEP_TEXT];

	(void)unused;
	stage_load("handover-masks", &model);
	keep_print(&model.view, one);
	memcpy(model.view.mask, "NBRQK", 6);
	memcpy(model.view.pin, "4711", 5);
	model.view.n_pin = 4;
	model.view.shuffle = 12345;
	model.view.revealed = model.view.kept = false;
	keep_print(&model.view, two);
	assert_string_equal(one, two);
	assert_non_null(strstr(one, "\"page\":\"handover\""));
}

/* Checks that a malformed file is treated as missing. */
static void
test_keep_nonsense(void **unused)
{
	static const char *const texts[] = { "",
					     "{",
					     "[]",
					     "{\"screen\":7}",
					     "{\"screen\":{\"page\":\"nowhere\"}}",
					     "{\"screen\":{\"page\":\"home\",\"mode\":99}}" };

	(void)unused;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char path[] = "/tmp/halo-keep-XXXXXX";
		int fd = mkstemp(path);

		assert_true(write(fd, texts[i], strlen(texts[i])) == (ssize_t)strlen(texts[i]));
		close(fd);
		ui_model_init(&again, "", 1);
		keep_read(path, &again);
		assert_int_equal(again.view.page, UI_PAGE_PLAY);
		unlink(path);
	}
	keep_read("/nowhere/x", &again);
	keep_write("/nowhere/x", &again.view, (char[KEEP_TEXT]){ "" });
}

/* ---- rest ---- */

/*
 * Checks that only running clocks, a last chance, an open page and live sensors
 * change the picture by themselves.
 */
static void
test_idle(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < n_names; i++) {
		struct ui_out out = { .n = 0 };
		bool moves;

		stage_load(names[i], &model);
		if (!model.linked)
			continue;
		moves = (model.view.revealed && !ui_model_is_unwatched(&model)) ||
			model.view.n_pin > 0 ||
			model.view.page == UI_PAGE_BOARD || panel_blinks(&model) ||
			(model.view.page == UI_PAGE_FIRST && page_first.senses(&model)) ||
			(model.state.clock.on && model.state.clock.running[0] != '\0' &&
			 model.view.page == UI_PAGE_PLAY);
		if ((ui_model_next_ms(&model) != UI_NEVER) != moves)
			fault("%s: %s by itself", names[i], moves ? "does not go on" : "goes on");
		if (moves)
			continue;
		ui_model_layout(&model, 800, 480, &list);
		ui_model_tick(&model, model.now_ms + 3600000, &out);
		ui_model_layout(&model, 800, 480, &other);
		if (draw_difference(&list, &other).w > 0 || out.n > 0)
			fault("%s: another picture after an hour of rest", names[i]);
	}
	faults_end();
}

/* ---- clocks ---- */

struct time_row {
	int64_t left_ms;
	const char *text;
};

static const struct time_row times[] = {
	{ 0, "0:00.0" },        { 99, "0:00.0" },       { 100, "0:00.1" },
	{ 9999, "0:09.9" },     { 10000, "0:10" },      { 10001, "0:11" },
	{ 59000, "0:59" },      { 59001, "1:00" },      { 3599000, "59:59" },
	{ 3600000, "1:00:00" }, { 3661000, "1:01:01" }, { 36000000, "10:00:00" },
};

static void
test_clock_text(void **unused)
{
	char text[16];

	(void)unused;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		clock_text(times[i].left_ms, text);
		assert_string_equal(text, times[i].text);
	}
}

/*
 * Checks that the picture is constant between two changes and differs at each
 * change, to the millisecond.
 */
static void
clock_run(const char *name, const char *running, const char *gains, int32_t left_ms)
{
	struct ui_clock *c;
	uint64_t next;
	int changes = 0;

	stage_load(name, &model);
	c = &model.state.clock;
	snprintf(c->running, sizeof(c->running), "%s", running);
	snprintf(c->gains, sizeof(c->gains), "%s", gains);
	for (unsigned i = 0; i < c->n; i++)
		c->seat[i].left_ms = left_ms + (int32_t)i * 3333;
	for (; (next = ui_model_next_ms(&model)) != UI_NEVER && changes < 150; changes++) {
		assert_true(next > model.now_ms);
		ui_model_layout(&model, 480, 320, &list);
		model.now_ms = next - 1;
		ui_model_layout(&model, 480, 320, &other);
		assert_int_equal(draw_difference(&list, &other).w, 0);
		model.now_ms = next;
		ui_model_layout(&model, 480, 320, &other);
		if (draw_difference(&list, &other).w == 0)
			fail_msg("%s: no digit changes at %u", name, (unsigned)next);
	}
	assert_true(changes > 100);
}

static void
test_clock_runs(void **unused)
{
	(void)unused;
	clock_run("clock-two", "w", "", 11234);
	clock_run("clock-two", "b", "", 600000);
	clock_run("clock-two", "w", "b", 12500); /* an hourglass */
	clock_run("clock-four", "bq", "", 10001);
}

/* Checks that the place of a text does not depend on the time shown. */
static void
test_clock_stays(void **unused)
{
	static const int32_t left[] = { 9000, 12345, 700000, 3000000 };

	(void)unused;
	stage_load("clock-two", &model);
	model.state.clock.seat[0].left_ms = 8123;
	ui_model_layout(&model, 800, 480, &list);
	for (size_t i = 0; i < sizeof(left) / sizeof(left[0]); i++) {
		unsigned at = 0;

		model.state.clock.seat[0].left_ms = left[i];
		ui_model_layout(&model, 800, 480, &other);
		for (unsigned k = 0; k < other.n; k++) { /* tenths appear and vanish */
			while (at < list.n && (list.cmd[at].box.x != other.cmd[k].box.x ||
					       list.cmd[at].box.y != other.cmd[k].box.y ||
					       list.cmd[at].box.w != other.cmd[k].box.w))
				at++;
			assert_true(at < list.n);
		}
	}
}

/* Checks that a last chance blinks no faster than lamps may: three times a second. */
static void
test_blink(void **unused)
{
	uint64_t first;

	(void)unused;
	stage_load("panel-dice-last", &model);
	first = ui_model_next_ms(&model);
	model.now_ms = first;
	assert_true(2 * (ui_model_next_ms(&model) - first) >= 1000 / 3);
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
		cmocka_unit_test(test_restart),       cmocka_unit_test(test_restart_everywhere),
		cmocka_unit_test(test_keep_whole),    cmocka_unit_test(test_keep_is_silent),
		cmocka_unit_test(test_keep_nonsense), cmocka_unit_test(test_idle),
		cmocka_unit_test(test_clock_text),    cmocka_unit_test(test_clock_runs),
		cmocka_unit_test(test_clock_stays),   cmocka_unit_test(test_blink),
		cmocka_unit_test(test_refusal_goes),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
