/*
 * Tests the window on a real X server (Xvfb), touched by xdotool: clicks and
 * keys reach the daemon as requests, and targets are drawn at their places.
 *
 * usage: test-ui-window PATH-OF-HALO-SCREEN
 *
 * Exits with 77, ctest's code for skipped, if one of the two tools is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/ui/daemon.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "ui/page.h"

enum { SKIPPED = 77 };

static const char *halo_screen;
static struct program server, screen;
static struct daemon served;
static struct draw_list list;
static struct ui_model model;

static int
tool_run(const char *const *argv, char *text, size_t size)
{
	struct program p;
	int status;

	program_start(&p, argv);
	status = program_end(&p);
	if (text != NULL)
		snprintf(text, size, "%.*s", (int)strcspn(p.text, "\n"), p.text);
	return status;
}

static bool
tools_are_there(void)
{
	static const char *const x[] = { "sh", "-c", "command -v Xvfb && command -v xdotool",
					 NULL };

	return tool_run(x, NULL, 0) == 0;
}

/* Stores the middle of a target that the page must have. */
static void
target_middle(unsigned id, unsigned arg, char x[8], char y[8])
{
	ui_model_layout(&model, 800, 480, &list);
	for (unsigned i = 0; i < list.n_targets; i++) {
		const struct draw_target *t = &list.target[i];

		if (t->id != id || t->arg != arg)
			continue;
		snprintf(x, 8, "%d", t->box.x + t->box.w / 2);
		snprintf(y, 8, "%d", t->box.y + t->box.h / 2);
		return;
	}
	fail_msg("no target %s", page_target_name(id));
}

/* Waits until the program shows the daemon's state, or the lost connection. */
static void
shown_wait(const char *title)
{
	const char *argv[] = { "xdotool", "search", "--sync", "--name", title, NULL };

	assert_int_equal(tool_run(argv, NULL, 0), 0);
}

/* Clicks in the program's window, and in the test's own model. */
static void
click(unsigned id, unsigned arg)
{
	static char window[32];
	char x[8], y[8];
	const char *find[] = { "xdotool", "search", "--sync", "--name", "Haloboard", NULL };
	const char *argv[] = { "xdotool", "mousemove", "--sync", "--window", window,
			       x,         y,           "click",  "1",        NULL };
	struct ui_out out = { .n = 0 };

	assert_int_equal(tool_run(find, window, sizeof(window)), 0);
	target_middle(id, arg, x, y);
	assert_int_equal(tool_run(argv, NULL, 0), 0);
	ui_model_press(&model, &list, atoi(x), atoi(y), &out);
	ui_model_release(&model, &list, atoi(x), atoi(y), &out);
}

static void
key(const char *name)
{
	const char *argv[] = { "xdotool", "search", "--name", "Haloboard", "windowfocus",
			       "--sync",  "key",    name,     NULL };

	assert_int_equal(tool_run(argv, NULL, 0), 0);
}

/*
 * Checks the next request. Requests for the board's buttons may come at any
 * time and are skipped.
 */
static void
heard_check(const char *start)
{
	static const char focus[] = "{\"kind\":\"focus\"";
	char line[DAEMON_LINE] = "";

	do {
		if (daemon_hear(&served, line) == NULL)
			fail_msg("heard nothing, not %s", start);
	} while (strncmp(line, focus, sizeof(focus) - 1) == 0);
	if (strncmp(line, start, strlen(start)) != 0)
		fail_msg("heard %s, not %s", line, start);
}

static void
daemon_up(const char *stage)
{
	char *state = stage_line(stage);

	daemon_listen(&served);
	daemon_accept(&served);
	daemon_says(&served, daemon_hello);
	/* Pages fade into each other, and clicks come while they do. */
	daemon_says(&served, "{\"settings\":{\"transitions\":true},");
	daemon_says(&served, strchr(state, '{') + 1);
	free(state);
	stage_load(stage, &model);
	shown_wait("Haloboard: Chess");
}

static void
test_clicks(void **unused)
{
	(void)unused;
	daemon_up("midgame");
	click(TARGET_HINT, 0);
	heard_check("{\"kind\":\"press\",\"button\":\"hint\"");
	click(TARGET_MENU, 0);
	click(TARGET_PAGE, UI_PAGE_SEATS);
	click(TARGET_HINTS, 1);
	click(TARGET_ROW, 0);
	heard_check("{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"safe\"");
	/* The daemon restarts under an open page, which must stay open. */
	daemon_die(&served);
	shown_wait("Haloboard: connecting");
	daemon_up("shown");
	ui_model_go(&model, UI_PAGE_HINTS);
	click(TARGET_BACK, 0);
	ui_model_go(&model, UI_PAGE_SEATS);
	click(TARGET_BACK, 0);
	ui_model_go(&model, UI_PAGE_MENU);
	click(TARGET_UNDO, 0);
	heard_check("{\"kind\":\"undo\"");
}

static void
test_keys(void **unused)
{
	(void)unused;
	key("Tab");
	key("Return");
	heard_check("{\"kind\":\"press\",\"button\":\"ok\"");
	key("shift+Tab"); /* from Done back to Menu */
	key("Return");
	key("Escape");
	key("Tab");
	key("Right");
	key("space");
	heard_check("{\"kind\":\"press\",\"button\":\"hint\"");
}

static int
setup(void **unused)
{
	const char *s[] = { halo_screen, "--socket", served.path, NULL };

	(void)unused;
	daemon_init(&served);
	program_display(&server, "1024x600x24", NULL);
	/* libdbus, loaded by SDL, keeps a buffer until the process ends. */
	setenv("LSAN_OPTIONS", "print_suppressions=0:suppressions=" TEST_UI_DIR "/lsan.supp", 1);
	program_start(&screen, s);
	return 0;
}

static int
teardown(void **unused)
{
	int status;

	(void)unused;

	kill(screen.pid, SIGTERM);
	status = program_end(&screen);
	if (status != 0)
		fail_msg("halo-screen ends with %d: %s", status, screen.text);
	kill(server.pid, SIGTERM);
	program_end(&server);
	daemon_finish(&served);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clicks),
		cmocka_unit_test(test_keys),
	};

	if (argc != 2)
		return 2;
	if (!tools_are_there())
		return SKIPPED;
	halo_screen = argv[1];
	return cmocka_run_group_tests(tests, setup, teardown);
}
