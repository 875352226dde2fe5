/*
 * How long a change takes from the daemon's line to pixels: parsing, layout,
 * comparing and painting the whole page, over every stored state in turn, so
 * that each frame differs from the one before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/ui/stages.h"
#include "ui/message.h"
#include "ui/paint.h"

enum { ROUNDS = 40, FRAMES_MAX = STAGES_MAX * ROUNDS };

static char names[STAGES_MAX][STAGE_NAME];
static char *lines[STAGES_MAX];
static size_t n_names;
static struct ui_model model;
static struct ui_message message;
static struct draw_list list[2];

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
number_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void
frame(struct painter *p, SDL_Surface *s, const char *line)
{
	struct ui_error err;

	if (ui_message_parse(line, strlen(line) - 1, &message, &err) < 0) {
		fprintf(stderr, "bench-screen: %s\n", err.why);
		exit(EXIT_FAILURE);
	}
	ui_model_message(&model, &message);
	ui_model_layout(&model, s->w, s->h, &list[0]);
	if (!draw_equal(&list[0], &list[1]))
		painter_paint(p, &list[0], s);
	list[1] = list[0];
}

static void
bench(struct painter *p, struct stage_size size)
{
	static double took[FRAMES_MAX];
	struct ui_error err;
	SDL_Surface *s = painter_surface(size.w, size.h, &err);
	size_t n = 0;

	ui_model_init(&model, "", 1);
	for (int round = 0; round <= ROUNDS; round++) {
		for (size_t i = 0; i < n_names; i++) {
			double start = now_ms();

			frame(p, s, lines[i]);
			if (round > 0) /* the first fills the tables of texts and pieces */
				took[n++] = now_ms() - start;
		}
	}
	qsort(took, n, sizeof(took[0]), number_compare);
	printf("screen %dx%d: line to pixels median %.2f ms, 99 %% %.2f ms, most %.2f ms (%zu "
	       "frames)\n",
	       size.w, size.h, took[n / 2], took[n * 99 / 100], took[n - 1], n);
	SDL_FreeSurface(s);
}

/* What Linux counts as resident, in MiB. */
static double
resident_mib(void)
{
	unsigned long size = 0, resident = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (f == NULL || fscanf(f, "%lu %lu", &size, &resident) != 2)
		resident = 0;
	if (f != NULL)
		fclose(f);
	return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1048576;
}

int
main(void)
{
	struct painter *p;
	struct ui_error err;

	n_names = stages_list(names);
	for (size_t i = 0; i < n_names; i++)
		lines[i] = stage_line(names[i]);
	if (painter_create(&p, &err) < 0) {
		fprintf(stderr, "bench-screen: %s\n", err.why);
		return EXIT_FAILURE;
	}
	for (size_t i = 0; i < STAGE_SIZES; i++)
		bench(p, stage_sizes[i]);
	printf("screen: %.1f MiB resident, without a window system's share\n", resident_mib());
	painter_destroy(p);
	for (size_t i = 0; i < n_names; i++)
		free(lines[i]);
	return EXIT_SUCCESS;
}
