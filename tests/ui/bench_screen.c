/*
 * How long a change takes from the daemon's line on the socket to pixels: the
 * link's thread, parsing, layout, comparing and painting what differs, over every
 * stored state in turn, so that each frame differs from the one before. Then
 * what the program itself holds in memory, and what it does at rest.
 * usage: bench-screen [HALO-SCREEN [check]]
 * check: few rounds, and more than the limits is an error: the processor's
 * work for a frame, which others on the machine do not lengthen, and the memory.
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
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "ui/link.h"
#include "ui/paint.h"

enum {
	ROUNDS = 40,
	ROUNDS_CHECK = 3,
	FRAMES_MAX = STAGES_MAX * ROUNDS,
	FRAME_MOST_MS = 33,
	SKIPPED = 77,
	RESIDENT_MOST_MB = 48,
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

/* The newest state off the link, on the surface. */
static void
frame(struct painter *p, SDL_Surface *s, struct link *l)
{
	static struct link_news news;
	struct rect box;
	SDL_Rect dirty;

	do {
		if (!link_wait(l, DAEMON_WAIT_MS) || !link_take(l, &news) || !news.linked) {
			fprintf(stderr, "bench-screen: %s\n", news.why);
			exit(EXIT_FAILURE);
		}
	} while (!news.has_state);
	ui_model_message(&model, &news.state);
	ui_model_layout(&model, s->w, s->h, &list[0]);
	box = draw_difference(&list[1], &list[0]);
	dirty = (SDL_Rect){ box.x, box.y, box.w, box.h };
	SDL_SetClipRect(s, &dirty);
	if (box.w > 0)
		painter_paint(p, &list[0], s);
	list[1] = list[0];
}

/* The longest of many, and of which state. */
struct most {
	double ms;
	size_t at;
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

/* The n-th number of a file of /proc. */
static unsigned long
proc_number(pid_t pid, const char *name, unsigned n)
{
	char path[64], text[1024] = "", *at = text;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	f = fopen(path, "re");
	if (f == NULL || fgets(text, sizeof(text), f) == NULL)
		n = 0;
	if (f != NULL)
		fclose(f);
	while (n-- > 0 && at != NULL)
		at = strchr(at + 1, ' ');
	return at != NULL ? strtoul(at, NULL, 10) : 0;
}

/* The program itself, shown a game on SDL's dummy display, then left alone. */
static void
bench_program(const char *halo_screen)
{
	static struct daemon d;
	const char *argv[] = { halo_screen, "--socket", d.path, NULL };
	enum { REST_S = 10, REST_CHECK_S = 2, UTIME = 13, STIME = 14 };
	unsigned rest_s = rounds == ROUNDS ? REST_S : REST_CHECK_S;
	struct program p;
	unsigned long before, after;
	double mb;

	daemon_init(&d);
	setenv("SDL_VIDEODRIVER", "dummy", 1);
	unsetenv("XDG_RUNTIME_DIR");
	daemon_listen(&d);
	program_start(&p, argv);
	daemon_accept(&d);
	daemon_says(&d, daemon_hello);
	for (size_t i = 0; i < n_names; i++)
		daemon_says(&d, lines[i]);
	sleep(2);
	before = proc_number(p.pid, "stat", UTIME) + proc_number(p.pid, "stat", STIME);
	sleep(rest_s);
	after = proc_number(p.pid, "stat", UTIME) + proc_number(p.pid, "stat", STIME);
	mb = (double)proc_number(p.pid, "statm", 1) * (double)sysconf(_SC_PAGESIZE) / 1e6;
	limit("halo-screen resident", mb, RESIDENT_MOST_MB, "MB");
	if (mb < 1)
		too_much = true; /* it has ended */
	printf("halo-screen: %.1f MB resident after every stored state; at rest %.2f %% of a core "
	       "(SDL's dummy driver is asked every 16 ms)\n",
	       mb, (double)(after - before) * 100 / (double)sysconf(_SC_CLK_TCK) / rest_s);
	kill(p.pid, SIGTERM);
	program_end(&p);
	daemon_die(&d);
	daemon_finish(&d);
}

int
main(int argc, char **argv)
{
	struct painter *p;
	struct ui_error err;

	size_t n = stages_list(names);

#ifdef __SANITIZE_ADDRESS__
	if (argc > 2) /* what it does and holds besides is not the program's */
		return SKIPPED;
#endif
	if (argc > 2)
		rounds = ROUNDS_CHECK;
	for (size_t i = 0; i < n; i++) {
		char *line = stage_line(names[i]);

		if (strlen(line) <= UI_LINE_MAX) { /* one state is there to be refused */
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
		bench(p, stage_sizes[i]); /* the first fills the tables of texts and pieces */
	if (argc > 1)
		bench_program(argv[1]);
	painter_destroy(p);
	for (size_t i = 0; i < n_names; i++)
		free(lines[i]);
	return argc > 2 && too_much ? EXIT_FAILURE : EXIT_SUCCESS;
}
