/*
 * Tests the program's command line: options, pictures without a display, and a
 * window of SDL's dummy driver that survives its daemon.
 *
 * usage: test-ui-screen PATH-OF-HALO-SCREEN
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL_image.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/ui/daemon.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"

#define STATE(name) TEST_UI_DIR "/states/" name ".json"

static const char *halo_screen;
static struct daemon served;
static char shot[96]; /* path for pictures */

struct usage_row {
	const char *args[7];
	int status;
	const char *says; /* beginning of its output */
};

static const struct usage_row usages[] = {
	{ { "--help" }, 0, "usage: halo-screen" },
	{ { "--version" }, 0, "halo-screen " },
	{ { "--nonsense" }, 2, NULL },
	{ { "--size", "800" }, 2, "halo-screen: --size wants WIDTHxHEIGHT, as 800x480\n" },
	{ { "--size", "x480" }, 2, "halo-screen: --size wants WIDTHxHEIGHT, as 800x480\n" },
	{ { "--size", "479x320" },
	  2,
	  "halo-screen: --size must lie between 480x320 and 7680x4320\n" },
	{ { "--size", "800x4321" }, 2, "halo-screen: --size must lie between" },
	{ { "--size", "800x480x" }, 2, "halo-screen: --size must lie between" },
	{ { "chess" }, 2, "halo-screen: takes no arguments but its options" },
	{ { "--state", STATE("start") }, 2, "halo-screen: --state goes with --shot\n" },
	{ { "--shot", "/nowhere/x.png", "--state", STATE("start") },
	  1,
	  "halo-screen: /nowhere/x.png: cannot write\n" },
	{ { "--shot", "x.png", "--state", "nothing.json" },
	  1,
	  "halo-screen: nothing.json: No such file or directory\n" },
	{ { "--shot", "x.png", "--state", TEST_UI_DIR "/CMakeLists.txt" }, 1, "halo-screen: " },
	{ { "--socket", "/nowhere/halod.sock", "--shot", "x.png" },
	  1,
	  "halo-screen: /nowhere/halod.sock: The board's program, halod, is not running.\n" },
};

static void
test_usage(void **unused)
{
	(void)unused;
	unsetenv("RUNTIME_DIRECTORY");
	unsetenv("XDG_RUNTIME_DIR");
	for (size_t i = 0; i < sizeof(usages) / sizeof(usages[0]); i++) {
		const struct usage_row *row = &usages[i];
		const char *argv[9] = { halo_screen };
		struct program p;
		int status;

		for (size_t a = 0; a < 7; a++)
			argv[a + 1] = row->args[a];
		program_start(&p, argv);
		status = program_end(&p);
		if (status != row->status ||
		    (row->says != NULL && strncmp(p.text, row->says, strlen(row->says)) != 0))
			fail_msg("%s %s: status %d, says %s", row->args[0],
				 row->args[1] != NULL ? row->args[1] : "", status, p.text);
	}
}

static void
picture_check(int w, int h)
{
	SDL_Surface *s = IMG_Load(shot);

	assert_non_null(s);
	assert_int_equal(s->w, w);
	assert_int_equal(s->h, h);
	SDL_FreeSurface(s);
	unlink(shot);
}

static void
test_shot_stored(void **unused)
{
	const char *argv[] = { halo_screen,      "--shot", shot,      "--state",
			       STATE("midgame"), "--size", "480x320", NULL };
	struct program p;

	(void)unused;
	program_start(&p, argv);
	assert_int_equal(program_end(&p), 0);
	assert_string_equal(p.text, "");
	picture_check(480, 320);
}

static void
test_shot_live(void **unused)
{
	const char *argv[] = { halo_screen, "--shot", shot, "--socket", served.path, NULL };
	char *state = stage_line("midgame");
	struct program p;

	(void)unused;
	daemon_listen(&served);
	program_start(&p, argv);
	daemon_accept(&served);
	daemon_says(&served, daemon_hello);
	daemon_says(&served, state);
	assert_int_equal(program_end(&p), 0);
	daemon_die(&served);
	free(state);
	picture_check(800, 480);
}

/* Kills and restarts the daemon twice; the screen must reconnect, and exit on a signal. */
static void
test_window(void **unused)
{
	const char *argv[] = { halo_screen, "--socket", served.path, NULL };
	char *state = stage_line("midgame");
	struct program p;

	(void)unused;
	setenv("SDL_VIDEODRIVER", "dummy", 1);
	program_start(&p, argv);
	for (int i = 0; i < 3; i++) {
		daemon_listen(&served);
		daemon_accept(&served);
		daemon_says(&served, daemon_hello);
		daemon_says(&served, state);
		daemon_die(&served);
	}
	kill(p.pid, SIGTERM);
	assert_int_equal(program_end(&p), 0);
	assert_string_equal(p.text, "");
	free(state);
}

static void
test_no_display(void **unused)
{
	const char *argv[] = { halo_screen, "--socket", served.path, NULL };
	struct program p;

	(void)unused;
	setenv("SDL_VIDEODRIVER", "no such driver", 1);
	program_start(&p, argv);
	assert_int_equal(program_end(&p), 1);
	assert_non_null(strstr(p.text, "halo-screen: no display (--shot works without one): "));
	/* The display is gone: SDL would otherwise continue and draw invisibly. */
	setenv("DISPLAY", ":not-there", 1);
	setenv("SDL_VIDEODRIVER", "x11,offscreen", 1);
	program_start(&p, argv);
	assert_int_equal(program_end(&p), 1);
	assert_non_null(strstr(p.text, "only its driver 'offscreen'"));
}

static int
setup(void **unused)
{
	(void)unused;
	daemon_init(&served);
	snprintf(shot, sizeof(shot), "%s/shot.png", served.dir);
	return 0;
}

static int
teardown(void **unused)
{
	(void)unused;
	daemon_finish(&served);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_usage),      cmocka_unit_test(test_shot_stored),
		cmocka_unit_test(test_shot_live),  cmocka_unit_test(test_window),
		cmocka_unit_test(test_no_display),
	};

	if (argc != 2)
		return 2;
	halo_screen = argv[1];
	return cmocka_run_group_tests(tests, setup, teardown);
}
