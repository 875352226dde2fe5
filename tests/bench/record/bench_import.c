/*
 * The CPU time of an import of PGN: each half separately, and the whole as in a daemon,
 * repeatedly into an empty journal. Prints one line for each; judges nothing.
 *
 *   bench-import-bin FILE.pgn
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "help.h"
#include "table.h"

enum {
	FILE_MAX = 64 * 1024 * 1024,
	PARCEL = 60 * 1024, /* bytes of text in one message */
	LEAST_MS = 1500,
};

static double
cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* The games of the file in parts of PGN, as `halo import` sends them. */
struct parcels {
	char **text;
	size_t n;
	unsigned games, moves;
};

static void
parcels_add(struct parcels *p, const char *text)
{
	size_t len = strlen(text);

	if (p->n == 0 || strlen(p->text[p->n - 1]) + len >= PARCEL) {
		p->text = realloc(p->text, (p->n + 1) * sizeof(*p->text));
		p->text[p->n++] = calloc(1, PARCEL + len);
	}
	strcat(p->text[p->n - 1], text);
}

/* Reads every game, and writes it to `out` if given. */
static unsigned
walk(const char *text, size_t len, bool print, struct parcels *out)
{
	struct record r = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	unsigned games = 0;
	int got;

	pgn_reader_init(&p, text, len);
	while ((got = pgn_read(&p, &r, &why)) > 0) {
		char *again = print ? pgn_print(&r) : NULL;

		games++;
		if (out) {
			parcels_add(out, again);
			out->moves += r.n;
		}
		free(again);
	}
	if (got < 0)
		fail_msg("%u:%u: %s %s", why.line, why.column, why.move, why.why);
	record_finish(&r);
	return games;
}

/* Returns the CPU time with an open journal. */
static double
import(const struct parcels *p, unsigned games)
{
	struct table t = { 0 };
	char folder[64];
	unsigned n = 0;
	double ms;

	help_folder(folder);
	table_open(&t, folder);
	ms = cpu_ms();
	for (size_t i = 0; i < p->n; i++) {
		struct store_answer *a = table_ask(&t, STORE_IMPORT, 0, p->text[i]);

		if (a->err)
			fail_msg("%s", a->why);
		n += a->n + a->kept;
		store_answer_free(a);
	}
	ms = cpu_ms() - ms;
	table_close(&t);
	help_folder_remove(folder);
	if (n != games)
		fail_msg("%u of %u games", n, games);
	return ms;
}

static double
show(const char *what, unsigned games, double ms)
{
	printf("%-34s %8.1f us a game %9.0f games/s\n", what, ms * 1e3 / games, games * 1e3 / ms);
	return ms / games;
}

int
main(int argc, char *argv[])
{
	struct parcels p = { 0 };
	double began, each[2], all = 0;
	unsigned games, runs;
	char *text;
	size_t len;

	if (argc != 2 || record_file_read(argv[1], FILE_MAX, &text, &len) < 0) {
		fprintf(stderr, "usage: bench-import-bin FILE.pgn\n");
		return 2;
	}
	games = walk(text, len, true, &p);
	printf("%s: %u games, %u moves, %zu parcels\n", strrchr(argv[1], '/') + 1, games, p.moves,
	       p.n);
	for (unsigned i = 0; i < 2; i++) {
		began = cpu_ms();
		for (runs = 0; cpu_ms() - began < LEAST_MS; runs++)
			(void)walk(text, len, i == 1, NULL);
		each[i] = cpu_ms() - began;
		all = show(i ? "read and written (halo import)" : "read", runs * games, each[i]);
	}
	began = 0;
	for (runs = 0; began < LEAST_MS; runs++)
		began += import(&p, games);
	all += show("taken into a journal (halod)", runs * games, began);
	(void)show("both", 1, all);
	for (size_t i = 0; i < p.n; i++)
		free(p.text[i]);
	free(p.text);
	free(text);
	return 0;
}
