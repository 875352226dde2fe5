/*
 * A year of play in the store: how long what waits for it takes. Prints a line
 * each; nothing is judged.
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <cmocka.h>

#include "help.h"
#include "table.h"

enum {
	GAMES = 3650, /* ten a day */
	PLIES = 80,
	MOVES = 200,
};

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
fill(struct table *t)
{
	double begin = now_ms();

	for (unsigned i = 0; i < GAMES; i++) {
		struct record r;

		help_play(&r, i % 2 ? "chess960" : "chess", "", NULL, PLIES, i);
		table_begin(t, rules_name(r.game));
		for (uint32_t k = 0; k < r.n; k++) {
			assert_int_equal(record_add(&t->r, r.action[k].action, k), 0);
			store_mark_action(t->store);
		}
		table_end(t, r.result.end ? r.result : record_result_drawn("agreed"));
		table_settle(t);
		record_finish(&r);
	}
	printf("%d games of up to %d actions written in %.0f ms\n", GAMES, PLIES, now_ms() - begin);
}

static void
ask(struct table *t, const char *what, enum store_question kind, uint32_t number, const char *text)
{
	double begin = now_ms();
	struct store_answer *a = table_ask(t, kind, number, text);

	printf("%s: %.2f ms%s%s\n", what, now_ms() - begin, a->err ? ": " : "", a->why);
	store_answer_free(a);
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* From the mark to the word that the action is on disk. */
static void
commits(struct table *t)
{
	double took[MOVES], pump = 0;
	uint64_t seed = 1;

	for (unsigned i = 0; i < MOVES; i++) {
		double begin = now_ms(), pumped;

		if (i % 100 == 0)
			table_begin(t, "chess");
		table_play(t, 1, &seed);
		pumped = now_ms() - begin;
		pump = pumped > pump ? pumped : pump;
		table_settle(t);
		took[i] = now_ms() - begin;
	}
	qsort(took, MOVES, sizeof(took[0]), ascending);
	printf("one action durable: median %.2f ms, 99th percentile %.2f ms; the loop's part at "
	       "most "
	       "%.3f ms\n",
	       took[MOVES / 2], took[MOVES * 99 / 100], pump);
}

int
main(void)
{
	struct table t = { 0 };
	struct stat st;
	char folder[64], path[96];
	double begin;

	help_folder(folder);
	table_open(&t, folder);
	fill(&t);
	table_close(&t);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	printf("the database: %.1f MB\n", stat(path, &st) == 0 ? (double)st.st_size / 1e6 : 0);
	begin = now_ms();
	table_open(&t, folder);
	printf("opened and checked in %.1f ms\n", now_ms() - begin);
	ask(&t, "list, 20 games", STORE_LIST, 0, NULL);
	ask(&t, "one game as PGN", STORE_PGN, GAMES / 2, NULL);
	snprintf(path, sizeof(path), "%s/out", folder);
	assert_int_equal(mkdir(path, 0755), 0);
	commits(&t);
	ask(&t, "export of all games, two files each", STORE_EXPORT, 0, path);
	ask(&t, "the same again, nothing new", STORE_EXPORT, 0, path);
	table_close(&t);
	help_folder_remove(folder);
	return 0;
}
