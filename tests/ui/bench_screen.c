/*
 * Measures the time from the daemon's line on the socket to pixels: the link's
 * thread, parsing, layout, comparing, and painting the difference. All stored
 * states are shown in turn, so each frame differs from the previous one.
 *
 * Then measures the program itself on an X server, where a state is shown once
 * the last pixel of its change is in the server's picture. Also measures its
 * memory there and without a display, and its load at rest. In between, the frames of a
 * transition between two pages.
 *
 * usage: bench-screen [HALO-SCREEN [check]]
 *
 * check: runs few rounds and fails above the limits for memory and for
 * processor time a frame, which other programs do not lengthen.
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
#include <time.h>
#include <unistd.h>

#include "tests/ui/daemon.h"
#include "tests/ui/eyes.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "hw/client/client.h"
#include "ui/fade.h"
#include "ui/language.h"
#include "ui/link.h"
#include "ui/paint.h"

enum {
	ROUNDS = 40,
	ROUNDS_CHECK = 3,
	FRAMES_MAX = STAGES_MAX * ROUNDS,
	FRAME_MOST_MS = 33,
	SHOWN_WANTED = 500, /* pictures of the program on an X server */
	SHOWN_LOST_MS = 60000,
	LOOK_US = 100, /* interval between two reads of the server's picture */
	SKIPPED = 77,
	RESIDENT_MOST_MB = 48,
	FADES = 20,
	FADE_WANTED = 60, /* frames a second */
};

static int rounds = ROUNDS;
static bool too_much;

static char names[STAGES_MAX][STAGE_NAME];
static char *lines[STAGES_MAX];
static size_t n_names;
static struct ui_model model;
static struct draw_list list[2];

static double
now_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
number_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Draws the link's newest state on the surface. */
static void
frame(struct painter *p, SDL_Surface *s, struct link *l)
{
	static struct link_updates updates;
	struct rect box;
	SDL_Rect dirty;

	do {
		if (!link_wait(l, DAEMON_WAIT_MS) || !link_take(l, &updates) || !updates.linked) {
			fprintf(stderr, "bench-screen: %s\n", updates.why);
			exit(EXIT_FAILURE);
		}
	} while (!updates.has_state);
	ui_model_message(&model, &updates.state);
	ui_model_layout(&model, s->w, s->h, &list[0]);
	box = draw_difference(&list[1], &list[0]);
	dirty = (SDL_Rect){ box.x, box.y, box.w, box.h };
	SDL_SetClipRect(s, &dirty);
	if (box.w > 0)
		painter_paint(p, &list[0], s);
	list[1] = list[0];
}

/* The longest time of many, and its state. */
struct most {
	double ms;
	size_t at;
};

/* Times of many frames. */
struct times {
	size_t n;
	double ms[FRAMES_MAX];
};

static void
most_note(struct most *m, double ms, size_t at)
{
	if (ms > m->ms)
		*m = (struct most){ ms, at };
}

static void
limit(const char *what, double is, double most, const char *unit)
{
	if (is <= most)
		return;
	fprintf(stderr, "bench-screen: %s: %.2f %s, more than %.0f\n", what, is, unit, most);
	too_much = true;
}

static void
bench(struct painter *p, struct stage_size size)
{
	static double took[FRAMES_MAX], worked[FRAMES_MAX];
	struct most most = { 0 }, work = { 0 }, first = { 0 };
	static struct daemon d;
	struct ui_error err;
	SDL_Surface *s = painter_surface(size.w, size.h, &err);
	struct link_options o = { .path = d.path };
	struct link *l;
	size_t n = 0;

	daemon_init(&d);
	daemon_listen(&d);
	if (link_create(&o, &l) < 0)
		exit(EXIT_FAILURE);
	daemon_accept(&d);
	daemon_says(&d, daemon_hello);
	ui_model_init(&model, "", 1);
	draw_clear(&list[1], size.w, size.h);
	for (int round = 0; round <= rounds; round++) {
		for (size_t i = 0; i < n_names; i++) {
			double start = now_ms(CLOCK_MONOTONIC);
			double before = now_ms(CLOCK_PROCESS_CPUTIME_ID);

			daemon_says(&d, lines[i]);
			frame(p, s, l);
			before = now_ms(CLOCK_PROCESS_CPUTIME_ID) - before;
			most_note(round == 0 ? &first : &work, before, i);
			if (round == 0)
				continue;
			worked[n] = before;
			took[n] = now_ms(CLOCK_MONOTONIC) - start;
			most_note(&most, took[n++], i);
		}
	}
	link_destroy(l);
	daemon_die(&d);
	daemon_finish(&d);
	qsort(took, n, sizeof(took[0]), number_compare);
	qsort(worked, n, sizeof(worked[0]), number_compare);
	printf("screen %dx%d: socket to pixels median %.2f ms, 99 %% %.2f ms, most %.2f ms (%s), "
	       "work median %.2f ms, 99 %% %.2f ms, most %.2f ms (%s), at first sight %.2f ms "
	       "(%s); "
	       "%zu frames\n",
	       size.w, size.h, took[n / 2], took[n * 99 / 100], most.ms, names[most.at],
	       worked[n / 2], worked[n * 99 / 100], work.ms, names[work.at], first.ms,
	       names[first.at], n);
	limit("work for a frame, 99 %", worked[n * 99 / 100], FRAME_MOST_MS, "ms");
	SDL_FreeSurface(s);
}

/* Returns a picture of a state. */
static SDL_Surface *
picture_of(struct painter *p, struct stage_size size, const char *name)
{
	struct ui_error err;
	SDL_Surface *s = painter_surface(size.w, size.h, &err);

	stage_load(name, &model);
	ui_model_layout(&model, size.w, size.h, &list[0]);
	painter_paint(p, &list[0], s);
	return s;
}

/* Returns the processor time that a process used, in milliseconds. */
static double
worked_ms(pid_t pid)
{
	clockid_t clock;

	return clock_getcpuclockid(pid, &clock) == 0 ? now_ms(clock) : 0;
}

/* Mixes one frame of a transition and shows it; returns the time of this process and the server. */
static double
fade_frame(struct fade *f, SDL_Surface *to, SDL_Window *window, SDL_Surface *shown, uint64_t now,
	   pid_t server)
{
	double before = now_ms(CLOCK_PROCESS_CPUTIME_ID) + (window != NULL ? worked_ms(server) : 0);

	fade_mix(f, to, shown, now);
	if (window == NULL)
		return now_ms(CLOCK_PROCESS_CPUTIME_ID) - before;
	assert_int_equal(SDL_UpdateWindowSurface(window), 0); /* waits for the server */
	return now_ms(CLOCK_PROCESS_CPUTIME_ID) + worked_ms(server) - before;
}

/*
 * Measures the frames of transitions between two pages: the mixing alone, or in a window with the
 * copy to its X server.
 */
static void
bench_fade(struct painter *p, struct stage_size size, SDL_Window *window, pid_t server)
{
	SDL_Surface *from = picture_of(p, size, "midgame"), *to = picture_of(p, size, "menu");
	SDL_Surface *own =
		SDL_CreateRGBSurfaceWithFormat(0, size.w, size.h, 32, SDL_PIXELFORMAT_RGB888);
	SDL_Surface *shown = window != NULL ? SDL_GetWindowSurface(window) : own;
	double worked = 0, most = 0;
	struct fade f = { 0 };
	unsigned n = 0;

	assert_non_null(shown);
	for (unsigned i = 0; i < FADES; i++) {
		SDL_BlitSurface(from, NULL, shown, NULL);
		fade_begin(&f, shown, 0);
		for (uint64_t now = 0; fade_is_on(&f); now += FADE_FRAME_MS) {
			double took = fade_frame(&f, to, window, shown, now, server);

			most = took > most ? took : most;
			worked += took;
			n++;
		}
	}
	worked /= n;
	printf("transition %dx%d%s: work for a frame %.2f ms, most %.2f ms: %.0f frames a second "
	       "on one core (wanted %d)\n",
	       size.w, size.h, window != NULL ? " with the copy to the X server" : "", worked, most,
	       1000 / worked, FADE_WANTED);
	limit("work for a frame of a transition", worked, 1000.0 / FADE_WANTED, "ms");
	SDL_FreeSurface(from);
	SDL_FreeSurface(to);
	SDL_FreeSurface(own);
}

/* Measures transitions in a window, with SDL's software surface. */
static void
bench_fade_shown(struct painter *p, struct stage_size size, pid_t server)
{
	SDL_Window *window;

	setenv("SDL_VIDEODRIVER", "x11", 1);
	SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
	assert_int_equal(SDL_InitSubSystem(SDL_INIT_VIDEO), 0);
	window = SDL_CreateWindow("bench-screen", 0, 0, size.w, size.h, 0);
	assert_non_null(window);
	bench_fade(p, size, window, server);
	SDL_DestroyWindow(window);
	SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

/* ---- the program ---- */

static double
resident_mb(pid_t pid)
{
	char path[64];
	long pages = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
	f = fopen(path, "re");
	if (f == NULL)
		return 0;
	if (fscanf(f, "%*d %ld", &pages) != 1)
		pages = 0;
	fclose(f);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

/* Prints the program's memory, and its load without input. */
static void
rest_tell(const struct program *p, const char *where)
{
	enum { CALM_S = 2, REST_S = 10, REST_CHECK_S = 2 };
	unsigned rest_s = rounds == ROUNDS ? REST_S : REST_CHECK_S;
	double mb, before;

	sleep(CALM_S);
	before = worked_ms(p->pid);
	sleep(rest_s);
	mb = resident_mb(p->pid);
	printf("halo-screen, %s: %.1f MB resident after every stored state; at rest %.3f %% of a "
	       "core\n",
	       where, mb, (worked_ms(p->pid) - before) / 10 / rest_s);
	limit("halo-screen resident", mb, RESIDENT_MOST_MB, "MB");
	if (mb < 1)
		too_much = true; /* the program has ended */
}

static void
program_connect(struct program *p, struct daemon *d, const char *const *argv)
{
	daemon_init(d);
	unsetenv("XDG_RUNTIME_DIR");
	daemon_listen(d);
	program_start(p, argv);
	daemon_accept(d);
	daemon_says(d, daemon_hello);
}

static void
program_leave(struct program *p, struct daemon *d)
{
	kill(p->pid, SIGTERM);
	program_end(p);
	daemon_die(d);
	daemon_finish(d);
}

/* Shows every state on SDL's dummy display, then measures at rest. */
static void
bench_dummy(const char *halo_screen)
{
	static struct daemon d;
	const char *argv[] = { halo_screen, "--socket", d.path, NULL };
	struct program p;

	setenv("SDL_VIDEODRIVER", "dummy", 1);
	program_connect(&p, &d, argv);
	for (size_t i = 0; i < n_names; i++)
		daemon_says(&d, lines[i]);
	rest_tell(&p, "without a display (SDL's dummy driver is asked every 16 ms)");
	program_leave(&p, &d);
}

/*
 * Finds the last pixel, in the order of sending, in which two pictures differ.
 * Pixels under the server's pointer in the middle are ignored. Returns false if
 * there is none.
 */
static bool
last_difference(const SDL_Surface *a, const SDL_Surface *b, struct rect *at)
{
	for (int y = a->h - 1; y >= 0; y--) {
		const uint32_t *one = (const void *)((const uint8_t *)a->pixels + y * a->pitch);
		const uint32_t *two = (const void *)((const uint8_t *)b->pixels + y * b->pitch);

		for (int x = a->w - 1; x >= 0; x--) {
			if (one[x] == two[x] ||
			    (abs(x - a->w / 2) < EYES_POINTER && abs(y - a->h / 2) < EYES_POINTER))
				continue;
			*at = rect_of(x, y, 1, 1);
			return true;
		}
	}
	return false;
}

/* Applies the state, unless its picture changes by itself: a running clock, or blinking. */
static bool
state_take(size_t i)
{
	static struct ui_model before;
	static struct ui_message message;
	struct ui_error err;

	before = model;
	if (ui_message_parse(lines[i], strlen(lines[i]) - 1, &message, &err) < 0) {
		fprintf(stderr, "bench-screen: %s: %s\n", names[i], err.why);
		exit(EXIT_FAILURE);
	}
	message.room =
		(struct ui_room){ .files = 8,
				  .ranks = 8 }; /* the program has it from the hello message */
	ui_model_message(&model, &message);
	if (ui_model_next_ms(&model) != UI_NEVER) {
		model = before;
		return false;
	}
	(void)language_follow(&model.state);
	ui_model_layout(&model, EYES_WIDTH, EYES_HEIGHT, &list[0]);
	return true;
}

/*
 * Waits until the server's picture matches the model's in the box; returns
 * milliseconds since start.
 */
static double
seen_wait(struct rect box, double start)
{
	const struct timespec look = { .tv_nsec = LOOK_US * 1000 };

	while (!eyes_see_part(&model, box)) {
		if (now_ms(CLOCK_MONOTONIC) - start > SHOWN_LOST_MS)
			eyes_fail(&model, "bench-screen");
		nanosleep(&look, NULL);
	}
	return now_ms(CLOCK_MONOTONIC) - start;
}

/* Shows all states in turn until there are enough times; the first picture is not counted. */
static void
states_show(struct painter *painter, struct daemon *d, pid_t pid, struct times *took,
	    struct times *worked)
{
	const struct rect whole = rect_of(0, 0, EYES_WIDTH, EYES_HEIGHT);
	size_t wanted = rounds == ROUNDS ? SHOWN_WANTED : n_names / 2;
	struct ui_error err;
	SDL_Surface *shown = painter_surface(EYES_WIDTH, EYES_HEIGHT, &err);
	SDL_Surface *next = painter_surface(EYES_WIDTH, EYES_HEIGHT, &err);

	ui_model_init(&model, d->path, 1);
	for (size_t i = 0; took->n < wanted; i = (i + 1) % n_names) {
		bool first = !model.has_state, differs;
		double start, before;
		struct rect at = whole;

		if (!state_take(i))
			continue;
		painter_paint(painter, &list[0], next);
		differs = first || last_difference(shown, next, &at);
		(void)eyes_see_part(&model, at); /* paints the expected picture beforehand */
		before = worked_ms(pid);
		start = now_ms(CLOCK_MONOTONIC);
		daemon_says(d, lines[i]);
		if (!first && differs) {
			took->ms[took->n++] = seen_wait(at, start);
			worked->ms[worked->n++] = worked_ms(pid) - before;
		}
		(void)seen_wait(whole, now_ms(CLOCK_MONOTONIC));
		SDL_BlitSurface(next, NULL, shown, NULL);
	}
	SDL_FreeSurface(shown);
	SDL_FreeSurface(next);
}

/* Measures on a separate X server, which draws into memory. */
static void
bench_window(struct painter *painter, const char *halo_screen)
{
	static struct daemon d;
	static struct times took, worked;
	const char *argv[] = { halo_screen, "--fullscreen", "--socket", d.path, NULL };
	struct program p, server;
	char folder[] = "/tmp/halo-glass-XXXXXX", picture[64];

	if (mkdtemp(folder) == NULL)
		exit(EXIT_FAILURE);
	setenv("SDL_AUDIODRIVER", "dummy", 1);
	eyes_open(&server, folder);
	program_connect(&p, &d, argv);
	states_show(painter, &d, p.pid, &took, &worked);
	qsort(took.ms, took.n, sizeof(took.ms[0]), number_compare);
	qsort(worked.ms, worked.n, sizeof(worked.ms[0]), number_compare);
	printf("halo-screen, X server %dx%d: socket to its picture median %.2f ms, 99 %% %.2f ms, "
	       "most %.2f ms, work of the program median %.2f ms, 99 %% %.2f ms, most %.2f ms; "
	       "%zu pictures\n",
	       EYES_WIDTH, EYES_HEIGHT, took.ms[took.n / 2], took.ms[took.n * 99 / 100],
	       took.ms[took.n - 1], worked.ms[worked.n / 2], worked.ms[worked.n * 99 / 100],
	       worked.ms[worked.n - 1], took.n);
	limit("the program's work for a frame, 99 %", worked.ms[worked.n * 99 / 100], FRAME_MOST_MS,
	      "ms");
	rest_tell(&p, "X server");
	program_leave(&p, &d);
	for (size_t i = 0; i < STAGE_SIZES; i++)
		bench_fade_shown(painter, stage_sizes[i], server.pid);
	eyes_close();
	kill(server.pid, SIGTERM);
	program_end(&server);
	snprintf(picture, sizeof(picture), "%s/Xvfb_screen0", folder);
	unlink(picture);
	rmdir(folder);
}

static bool
has_server(void)
{
	static const char *const x[] = { "sh", "-c", "command -v Xvfb", NULL };
	struct program p;

	program_start(&p, x);
	return program_end(&p) == 0;
}

int
main(int argc, char **argv)
{
	struct painter *p;
	struct ui_error err;

	size_t n = stages_list(names);

#ifdef __SANITIZE_ADDRESS__
	if (argc > 2) /* the sanitizer's time and memory would be counted */
		return SKIPPED;
#endif
	if (argc > 2)
		rounds = ROUNDS_CHECK;
	for (size_t i = 0; i < n; i++) {
		char *line = stage_line(names[i]);

		if (strlen(line) <= CLIENT_LINE_MAX) { /* one state is there to be rejected */
			memmove(names[n_names], names[i], STAGE_NAME);
			lines[n_names++] = line;
		} else {
			free(line);
		}
	}
	if (painter_create(&p, &err) < 0) {
		fprintf(stderr, "bench-screen: %s\n", err.why);
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < STAGE_SIZES; i++)
		bench(p, stage_sizes[i]); /* the first run fills the caches of texts and pieces */
	for (size_t i = 0; i < STAGE_SIZES; i++)
		bench_fade(p, stage_sizes[i], NULL, 0);
	if (argc > 1) {
		bench_dummy(argv[1]);
		if (has_server())
			bench_window(p, argv[1]);
		else
			printf("halo-screen, X server: no Xvfb here, not measured\n");
	}
	painter_destroy(p);
	for (size_t i = 0; i < n_names; i++)
		free(lines[i]);
	return argc > 2 && too_much ? EXIT_FAILURE : EXIT_SUCCESS;
}
