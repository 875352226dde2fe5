/*
 * Tests the transitions between pages on SDL's dummy display, which writes each frame to a file:
 * nothing is drawn when nothing changes, input meets the new page while frames are still due, and
 * without transitions a new page takes one frame.
 *
 * usage: test-ui-fade PATH-OF-HALO-SCREEN
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL.h>
#include <cmocka.h>
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/ui/daemon.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "ui/fade.h"

enum {
	LOOK_MS = 5,
	CALM_MS = 400, /* no frame while the program sleeps so long: the picture is at rest */
	FRAMES_MOST = FADE_MS / FADE_FRAME_MS + 2,
	TRIES = 50, /* a busy machine may stop the test for a whole transition */
	PICTURE_NAME = 64,
	STAT_TEXT = 512,
};

static const char *halo_screen;
static struct program screen;
static struct daemon served;
static char folder[] = "/tmp/halo-fade-XXXXXX";
static char newest[PICTURE_NAME]; /* the newest frame's file */

static void
pause_ms(long ms)
{
	const struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* Returns how many frames were shown so far, and removes all but the newest. */
static int
frames_count(void)
{
	static int last;
	DIR *dir = opendir(folder);
	struct dirent *e;

	assert_non_null(dir);
	while ((e = readdir(dir)) != NULL) {
		const char *number = strchr(e->d_name, '-');
		int n = number == NULL ? 0 : atoi(number + 1);

		if (n <= last)
			continue;
		if (newest[0] != '\0')
			unlink(newest);
		last = n;
		snprintf(newest, sizeof(newest), "%.63s", e->d_name);
	}
	closedir(dir);
	return last;
}

/* Reports whether a thread waits for an event or a moment, not for a processor or the disk. */
static bool
thread_sleeps(const char *id)
{
	char path[PATH_MAX], text[STAT_TEXT] = "";
	const char *name_end;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/stat", (int)screen.pid, id);
	f = fopen(path, "r");
	if (f == NULL)
		return false; /* it has just ended */
	(void)fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	name_end = strrchr(text, ')');
	return name_end != NULL && strncmp(name_end, ") S", 3) == 0;
}

/* Reports whether all threads of the screen sleep. A stopped or delayed one does not. */
static bool
screen_sleeps(void)
{
	char path[PATH_MAX];
	bool all = true;
	struct dirent *e;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)screen.pid);
	dir = opendir(path);
	assert_non_null(dir);
	while ((e = readdir(dir)) != NULL)
		all &= e->d_name[0] == '.' || thread_sleeps(e->d_name);
	closedir(dir);
	return all;
}

/*
 * Waits until no frame comes any more, and returns the number of frames. Only moments in which
 * the screen sleeps count: a busy machine may stop it for longer than CALM_MS.
 */
static int
rest_wait(void)
{
	int n = frames_count(), calm = 0;

	while (calm < CALM_MS) {
		int now;

		pause_ms(LOOK_MS);
		now = frames_count();
		if (now != n)
			calm = 0;
		else if (screen_sleeps())
			calm += LOOK_MS;
		n = now;
	}
	return n;
}

/* Sends a stored state with the setting. */
static void
state_say(const char *stage, bool transitions)
{
	char *line = stage_line(stage), *rest = strchr(line, '{') + 1;

	assert_null(strstr(line, "\"settings\""));
	daemon_says(&served, transitions ? "{\"settings\":{\"transitions\":true},"
					 : "{\"settings\":{\"transitions\":false},");
	daemon_says(&served, rest);
	free(line);
}

/* Returns the newest frame's file; the caller frees it. */
static char *
picture_read(size_t *size)
{
	return SDL_LoadFile(newest, size);
}

static void
test_off_is_one_frame(void **unused)
{
	int before;

	(void)unused;
	state_say("midgame", false);
	before = rest_wait();
	for (int i = 1; i <= 4; i++) {
		state_say(i % 2 != 0 ? "over" : "midgame", false);
		assert_int_equal(rest_wait(), before + i);
	}
}

/* Shows the page with a transition, and returns the number of its frames. */
static int
transition_count(void)
{
	int before;

	state_say("midgame", true);
	before = rest_wait();
	state_say("over", true);
	return rest_wait() - before;
}

static void
test_on_ends_with_the_same_picture(void **unused)
{
	size_t size[2];
	char *picture[2];
	int shown = 0;

	(void)unused;
	state_say("over", false);
	(void)rest_wait();
	picture[0] = picture_read(&size[0]);
	for (int i = 0; i < TRIES && shown < 2; i++) {
		shown = transition_count();
		assert_in_range(shown, 1, FRAMES_MOST);
	}
	picture[1] = picture_read(&size[1]);
	assert_true(shown >= 2);
	assert_true(size[0] > 0 && size[0] == size[1]);
	assert_memory_equal(picture[0], picture[1], size[0]);
	SDL_free(picture[0]);
	SDL_free(picture[1]);
}

static void
test_nothing_changes(void **unused)
{
	int before;

	(void)unused;
	state_say("midgame", true);
	before = rest_wait();
	for (int i = 0; i < 3; i++)
		state_say("midgame", true);
	assert_int_equal(rest_wait(), before);
}

/* Waits for the request to start the next game. */
static void
next_hear(void)
{
	char line[DAEMON_LINE] = "";

	while (strstr(line, "\"next\"") == NULL)
		if (daemon_hear(&served, line) == NULL)
			fail_msg("the screen has ended");
}

static void
test_input_meets_the_new_page(void **unused)
{
	static const char presses[] =
		"{\"kind\":\"button\",\"button\":\"hint\",\"what\":\"down\"}\n"
		"{\"kind\":\"button\",\"button\":\"hint\",\"what\":\"up\"}\n"
		"{\"kind\":\"button\",\"button\":\"ok\",\"what\":\"down\"}\n"
		"{\"kind\":\"button\",\"button\":\"ok\",\"what\":\"up\"}\n";
	int during = 0;

	(void)unused;
	for (int i = 0; i < TRIES && during == 0; i++) {
		int before;

		state_say("midgame", true);
		before = rest_wait();
		state_say("over", true);
		while (frames_count() == before)
			pause_ms(1);
		daemon_says(&served, presses);
		next_hear();
		before = frames_count();
		/* The focus may still be painted: more than one frame is a transition. */
		during = rest_wait() - before > 2;
	}
	assert_true(during);
}

static void
test_mixing(void **unused)
{
	struct fade f = { 0 };
	SDL_Surface *s[3];
	uint32_t half;

	(void)unused;
	for (int i = 0; i < 3; i++)
		s[i] = SDL_CreateRGBSurfaceWithFormat(0, 8, 8, 32, SDL_PIXELFORMAT_ARGB8888);
	SDL_SetSurfaceBlendMode(s[1], SDL_BLENDMODE_NONE);
	SDL_FillRect(s[0], NULL, 0xff0000c0);
	SDL_FillRect(s[1], NULL, 0xff000040);
	fade_begin(&f, s[0], 1000);
	assert_true(fade_is_on(&f));
	fade_mix(&f, s[1], s[2], 1000 + FADE_MS / 2 - FADE_FRAME_MS);
	memcpy(&half, s[2]->pixels, sizeof(half));
	assert_in_range(half & 0xff, 0x7c, 0x84);
	assert_true(fade_is_on(&f) && f.next_ms > 1000);
	fade_mix(&f, s[1], s[2], 1000 + FADE_MS);
	assert_false(fade_is_on(&f));
	assert_memory_equal(s[1]->pixels, s[2]->pixels, (size_t)s[1]->pitch * 8);
	for (int i = 0; i < 3; i++)
		SDL_FreeSurface(s[i]);
}

static int
setup(void **unused)
{
	const char *argv[] = { halo_screen, "--size", "480x320", "--socket", served.path, NULL };

	(void)unused;
	daemon_init(&served);
	daemon_listen(&served);
	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	unsetenv("XDG_RUNTIME_DIR");
	setenv("SDL_VIDEODRIVER", "dummy", 1);
	setenv("SDL_AUDIODRIVER", "dummy", 1);
	setenv("SDL_VIDEO_DUMMY_SAVE_FRAMES", "1", 1);
	setenv("LSAN_OPTIONS", "print_suppressions=0:suppressions=" TEST_UI_DIR "/lsan.supp", 1);
	program_start(&screen, argv);
	daemon_accept(&served);
	daemon_says(&served, daemon_hello);
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
	daemon_die(&served);
	daemon_finish(&served);
	(void)frames_count();
	unlink(newest);
	(void)chdir("/");
	rmdir(folder);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_off_is_one_frame),
		cmocka_unit_test(test_on_ends_with_the_same_picture),
		cmocka_unit_test(test_nothing_changes),
		cmocka_unit_test(test_input_meets_the_new_page),
		cmocka_unit_test(test_mixing),
	};

	if (argc != 2)
		return 2;
	halo_screen = argv[1];
	return cmocka_run_group_tests(tests, setup, teardown);
}
