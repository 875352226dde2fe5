/*
 * Kills the program by SIGKILL on every page and prompt of a stored state and
 * restarts it: it must show the same picture, with seats' private pages closed.
 * SDL's dummy driver writes each frame to a file. A change that is not visible
 * makes no frame.
 *
 * usage: test-ui-restart HALO-SCREEN pages|all
 *
 * pages: one state of each page, 800 x 480; all: every state in both designs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <SDL.h>
#include <dirent.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/ui/daemon.h"
#include "tests/ui/faults.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "hw/client/client.h"
#include "ui/keep.h"
#include "ui/language.h"
#include "ui/page.h"
#include "ui/secret.h"
#include "ui/paint.h"

enum { PATIENCE_MS = 120000, LOOK_MS = 3, FRAME_NAME = 256 };

static const char *halo_screen;
static bool all;
static struct daemon served;
static struct program screen;
static struct painter *painter;
static struct ui_model model;
static struct draw_list list;
static char keep[128];
static unsigned n_starts;
static int differing; /* pixels of the last comparison, -1: no frame */

/* ---- the expected picture ---- */

/* Removes confirmations, typed text and secrets, which end with the program. */
static void
moment_forget(struct ui_model *m)
{
	struct ui_out out = { .n = 0 };

	secret_hide(m, &out);
	if (m->view.page == UI_PAGE_CONFIRM)
		m->view.page = m->view.confirm_back;
	if (m->view.page == UI_PAGE_PIN)
		m->view.page = UI_PAGE_HANDOVER;
	m->view.focus.on = m->view.pressed.on = m->view.named = false;
	m->view.error[0] = '\0';
}

/*
 * Returns the state that a daemon sends to a new screen: the table's view, with
 * stopped clocks, whose digits would otherwise change. The caller frees it.
 */
static char *
table_line(const char *name)
{
	char *line = stage_line(name), *text;
	json_t *state = json_loads(line, 0, NULL), *clock = json_object_get(state, "clock");

	free(line);
	if (json_is_object(clock))
		json_object_set_new(clock, "running", json_null());
	json_object_del(state, "viewer");
	json_object_set_new(state, "secret", json_null());
	text = json_dumps(state, JSON_COMPACT);
	json_decref(state);
	return text;
}

static void
state_come(const char *name)
{
	static struct ui_message message;
	struct ui_room room;
	struct ui_error err;
	char *line = table_line(name);

	assert_int_equal(
		ui_message_parse(daemon_hello, strlen(daemon_hello) - 1, &message, &err), 0);
	room = message.room;
	assert_int_equal(ui_message_parse(line, strlen(line), &message, &err), 0);
	message.room = room;
	ui_model_message(&model, &message);
	language_list(&model); /* the same list as the program's */
	free(line);
}

static SDL_Surface *
wanted_paint(struct stage_size size)
{
	struct ui_error err;
	SDL_Surface *s = painter_surface(size.w, size.h, &err);

	ui_model_layout(&model, size.w, size.h, &list);
	painter_paint(painter, &list, s);
	return s;
}

/* ---- the actual picture ---- */

/* Finds the newest frame; returns false if there is none. */
static bool
frame_newest(char name[FRAME_NAME])
{
	DIR *dir = opendir(".");
	struct dirent *e;

	name[0] = '\0';
	while ((e = readdir(dir)) != NULL)
		if (strstr(e->d_name, ".bmp") != NULL && strcmp(e->d_name, name) > 0)
			snprintf(name, FRAME_NAME, "%s", e->d_name);
	closedir(dir);
	return name[0] != '\0';
}

static void
frames_remove(void)
{
	char name[FRAME_NAME];

	while (frame_newest(name))
		unlink(name);
}

/* Counts the pixels that differ. */
static int
pictures_differ(const SDL_Surface *a, const SDL_Surface *b)
{
	int n = 0;

	if (a->w != b->w || a->h != b->h)
		return a->w * a->h;
	for (int y = 0; y < a->h; y++) {
		const uint32_t *p = (const void *)((const char *)a->pixels + y * a->pitch);
		const uint32_t *q = (const void *)((const char *)b->pixels + y * b->pitch);

		for (int x = 0; x < a->w; x++)
			n += ((p[x] ^ q[x]) & 0xffffff) != 0;
	}
	return n;
}

/* Compares the newest frame. A partly written frame differs and is compared again. */
static bool
frame_is(const SDL_Surface *wanted)
{
	char name[FRAME_NAME];
	SDL_Surface *file, *now;

	differing = -1;
	if (!frame_newest(name) || (file = SDL_LoadBMP(name)) == NULL)
		return false;
	now = SDL_ConvertSurfaceFormat(file, SDL_PIXELFORMAT_ARGB8888, 0);
	differing = pictures_differ(now, wanted);
	SDL_FreeSurface(file);
	SDL_FreeSurface(now);
	return differing == 0;
}

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool
frame_wait(const SDL_Surface *wanted)
{
	int64_t end = now_ms() + PATIENCE_MS;

	while (!frame_is(wanted)) {
		if (now_ms() > end)
			return false;
		poll(NULL, 0, LOOK_MS);
	}
	return true;
}

/* ---- the two programs ---- */

/* Sends the state and all replies that its page requests. */
static void
all_say(const char *name)
{
	char path[512], *line = table_line(name), *answer;
	json_t *file, *item;
	size_t i;

	daemon_says(&served, daemon_hello);
	daemon_says(&served, line);
	daemon_says(&served, "\n");
	free(line);
	snprintf(path, sizeof(path), TEST_UI_DIR "/states/%s.json", name);
	file = json_load_file(path, 0, NULL);
	json_array_foreach(json_object_get(json_object_get(file, "screen"), "answers"), i, item)
	{
		json_object_set_new(item, "kind", json_string("ok"));
		answer = json_dumps(item, JSON_COMPACT);
		daemon_says(&served, answer);
		daemon_says(&served, "\n");
		free(answer);
	}
	json_decref(file);
}

static void
screen_start(const char *name, struct stage_size size)
{
	char wxh[16];
	const char *argv[] = { halo_screen, "--socket", served.path, "--keep",
			       keep,        "--size",   wxh,         NULL };

	frames_remove();
	snprintf(wxh, sizeof(wxh), "%dx%d", size.w, size.h);
	program_start(&screen, argv);
	daemon_accept(&served);
	/*
	 * The program has read the file by now. Remove it, so the next one
	 * reads this program's file.
	 */
	unlink(keep);
	all_say(name);
	n_starts++;
}

static void
screen_kill(void)
{
	kill(screen.pid, SIGKILL);
	assert_int_equal(program_end(&screen), -SIGKILL);
}

static void
kept_wait(void)
{
	int64_t end = now_ms() + PATIENCE_MS;

	while (access(keep, R_OK) < 0 && now_ms() < end)
		poll(NULL, 0, LOOK_MS);
}

/* ---- the tests ---- */

static void
restart_check(const char *name, struct stage_size size)
{
	const char *page = page_of(ui_model_page(&model))->name;
	char before[KEEP_TEXT] = "";
	SDL_Surface *wanted;

	keep_write(keep, &model.view, before);
	moment_forget(&model);
	state_come(name);
	wanted = wanted_paint(size);
	screen_start(name, size);
	if (!frame_wait(wanted))
		fault("%s %dx%d: page %s does not come, %d pixels are others", name, size.w, size.h,
		      page, differing);
	kept_wait();
	screen_kill();
	screen_start(name, size);
	if (!frame_wait(wanted))
		fault("%s %dx%d: page %s does not come back, %d pixels are others", name, size.w,
		      size.h, page, differing);
	screen_kill();
	SDL_FreeSurface(wanted);
}

/* Reports whether the state fits a line; one state exists to be rejected. */
static bool
fits_line(const char *name)
{
	char *line = stage_line(name);
	bool fits = strlen(line) <= CLIENT_LINE_MAX;

	free(line);
	return fits;
}

static void
test_restart(void **unused)
{
	static char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);
	bool seen[UI_PAGES] = { false };

	(void)unused;
	for (size_t i = 0; i < n; i++) {
		stage_load(names[i], &model);
		if (!model.linked || !fits_line(names[i]))
			continue;
		if (!all && seen[model.view.page])
			continue;
		seen[model.view.page] = true;
		restart_check(names[i], stage_sizes[0]);
		stage_load(names[i], &model);
		if (all)
			restart_check(names[i], stage_sizes[1]);
	}
	print_message("%u starts\n", n_starts);
	faults_end();
	assert_true(n_starts >= 2 * (UI_PAGES - 1));
}

static unsigned
frames_count(void)
{
	DIR *dir = opendir(".");
	struct dirent *e;
	unsigned n = 0;

	while ((e = readdir(dir)) != NULL)
		n += strstr(e->d_name, ".bmp") != NULL;
	closedir(dir);
	return n;
}

/* Sends a state of the play page and waits for its frame. */
static void
state_show(const char *name)
{
	char *line = table_line(name);
	SDL_Surface *wanted;

	stage_load("midgame", &model);
	state_come(name);
	wanted = wanted_paint(stage_sizes[0]);
	daemon_says(&served, line);
	daemon_says(&served, "\n");
	if (!frame_wait(wanted))
		fail_msg("%s does not come", name);
	SDL_FreeSurface(wanted);
	free(line);
}

/* Checks that only one frame follows a hundred messages without a change and one with a change. */
static void
test_rest(void **unused)
{
	char *line = table_line("midgame");
	unsigned before, after;

	(void)unused;
	screen_start("midgame", stage_sizes[0]);
	state_show("shown");
	state_show("midgame");
	before = frames_count();
	for (int i = 0; i < 100; i++) {
		daemon_says(&served, line);
		daemon_says(&served, "\n");
	}
	state_show("shown");
	after = frames_count();
	screen_kill();
	free(line);
	assert_int_equal(after, before + 1);
}

static int
setup(void **unused)
{
	struct ui_error err;

	(void)unused;
	daemon_init(&served);
	daemon_listen(&served);
	snprintf(keep, sizeof(keep), "%s/page", served.dir);
	setenv("SDL_VIDEODRIVER", "dummy", 1);
	setenv("SDL_AUDIODRIVER", "dummy", 1);
	setenv("SDL_VIDEO_DUMMY_SAVE_FRAMES", "1", 1);
	return chdir(served.dir) < 0 ? -1 : painter_create(&painter, &err);
}

static int
teardown(void **unused)
{
	(void)unused;
	frames_remove();
	unlink(keep);
	painter_destroy(painter);
	daemon_finish(&served);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rest),
					    cmocka_unit_test(test_restart) };

	if (argc != 3)
		return 2;
	halo_screen = argv[1];
	all = strcmp(argv[2], "all") == 0;
	return cmocka_run_group_tests(tests, setup, teardown);
}
