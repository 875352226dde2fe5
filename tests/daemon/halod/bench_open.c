/*
 * bench-open: what processor time the opening of a long record takes, by game: reading
 * its text, which the journal's clerk does; looking for an end in its middle and playing
 * it in, while the loop answers nobody. Buses are read by threads of their own meanwhile.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../record/help.h"
#include "alone.h"
#include "daemon/record/native.h"

enum { TRIED = 60 }; /* actions of a position that end the game or take something */

static struct board board = { .name = "test", .files = 11, .ranks = 9 };
static struct config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

static double
used_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static void
fail(const char *what)
{
	printf("%s\n", what);
	exit(1);
}

/* One that keeps the game going, on a full board rather than an empty one. */
static bool
go_on(struct record *r, struct history *h, uint64_t *seed)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct game *g = r->game;
	size_t n = rules_actions(g, &r->last, list), men = 0;
	struct sqset occupied = rules_occupied(g, &r->last);

	while (!sqset_empty(occupied)) {
		(void)sqset_pop(&occupied);
		men++;
	}
	for (unsigned i = 0; n > 0 && i < TRIED; i++) {
		struct action a = list[help_random(seed) % n];
		struct position p = r->last;
		struct history after = *h;
		size_t left = 0;

		rules_apply(g, &p, a);
		for (occupied = rules_occupied(g, &p); !sqset_empty(occupied); left++)
			(void)sqset_pop(&occupied);
		rules_history_push(g, &after, &p);
		if (rules_outcome(g, &p, &after).result != RESULT_ONGOING ||
		    (i < TRIED / 2 && left < men))
			continue;
		*h = after;
		return record_add(r, a, r->n * UINT64_C(1000000)) == 0;
	}
	return false;
}

static void
play_long(struct record *r, const char *game, const char *fen)
{
	const struct game *g = rules_game(game);
	struct rules_error why;
	struct position p;
	static struct history h;
	uint64_t seed = 7;

	if ((fen ? rules_parse(g, fen, &p, &why)
		 : rules_start(g, strcmp(game, "chess960") == 0 ? "index=518" : "", &p, &why)) < 0)
		fail(why.why);
	record_init(r, g, &p);
	rules_history_start(g, &h, &p);
	while (r->n < RECORD_ACTIONS_MAX && go_on(r, &h, &seed))
		continue;
}

static void
measure(const char *game, const char *fen)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record r = { 0 }, read = { 0 };
	char why[NATIVE_WHY_MAX], *text;
	double t[4];

	play_long(&r, game, fen);
	text = native_print(&r);
	if (!text)
		fail("out of memory");
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	t[0] = used_ms();
	if (native_parse(text, strlen(text), &read, why) < 0)
		fail(why);
	t[1] = used_ms();
	if (record_end_at(&read) != read.n)
		fail("it has ended");
	t[2] = used_ms();
	if (table_open(&table, &read) < 0)
		fail(table.why);
	t[3] = used_ms();
	printf("%-14s %5u actions, %7zu bytes: read %7.1f, end looked for %7.1f, opened %7.1f ms\n",
	       game, r.n, strlen(text), t[1] - t[0], t[2] - t[1], t[3] - t[2]);
	free(text);
	record_finish(&r);
	record_finish(&read);
}

int
main(void)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	for (size_t i = 0; i < n; i++)
		measure(rules_name(games[i]), NULL);
	/* Set up by hand: the most actions that a position can have, and no rule that ends it. */
	measure("american", "qqqqqqqqqqq/mmmmmmmmmmm/mmmmmmmmmmm/mmmmmmmmm2/11/2MMMMMMMMM/"
			    "MMMMMMMMMMM/MMMMMMMMMMM/QQQQQQQQQQQ w - - 0 1");
	return 0;
}
