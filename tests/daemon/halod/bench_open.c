/*
 * bench-open: measures what a long game costs the event loop, by game. It prints the loop
 * thread's processor time in its longest turn while a record is opened in parts, shown,
 * written as PGN and taken back. It also measures the journal's clerk, which reads the
 * record and plays it in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "../record/help.h"
#include "alone.h"
#include "daemon/record/native.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"

static struct board board = { .name = "test", .files = 11, .ranks = 9 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static struct store *store;
static char folder[64];
static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

static double
used_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static void
fail_with(const char *what)
{
	printf("%s\n", what);
	exit(1);
}

/* ---- long games ---- */

static size_t
men(const struct game *g, const struct position *p)
{
	return sqset_count(rules_occupied(g, p));
}

/* Prefers repeatable actions, then pawn moves, then captures. */
static unsigned
cost(const struct game *g, const struct position *before, const struct position *after,
     struct action a)
{
	if (men(g, after) < men(g, before))
		return 2;
	return a.kind == ACT_MOVE && piece_kind(rules_at(g, before, a.from)) == PIECE_PAWN;
}

/* Picks an action that keeps the game going, if there is one. */
static bool
go_on(struct record *r, struct history *h, uint64_t *seed)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct game *g = r->game;
	size_t n = rules_actions(g, &r->last, list), from = help_random(seed);

	for (unsigned most = 0; most < 3; most++)
		for (size_t i = 0; i < n; i++) {
			struct action a = list[(from + i) % n];
			struct position p = r->last;
			struct history after = *h;

			rules_apply(g, &p, a);
			rules_history_push(g, &after, &p);
			if (cost(g, &r->last, &p, a) != most ||
			    rules_outcome(g, &p, &after).result != RESULT_ONGOING)
				continue;
			*h = after;
			return record_add(r, a, r->n * UINT64_C(1000000)) == 0;
		}
	return false;
}

static void
start_at(struct record *r, struct history *h)
{
	struct position p = r->start;

	rules_history_start(r->game, h, &p);
	for (uint32_t i = 0; i < r->n; i++) {
		rules_apply(r->game, &p, r->action[i].action);
		rules_history_push(r->game, h, &p);
	}
}

/* Makes the longest game it finds: backtracks from each unavoidable end and tries another way. */
static void
play_on(struct record *r)
{
	enum { TRIES = 40, BACK = 60 };
	static struct action best[RECORD_ACTIONS_MAX];
	static struct history h;
	uint64_t seed = 7;
	uint32_t n = 0;

	start_at(r, &h);
	for (uint32_t tries = 1; tries <= TRIES; tries++) {
		while (r->n < RECORD_ACTIONS_MAX && go_on(r, &h, &seed))
			continue;
		if (r->n > n) {
			for (n = 0; n < r->n; n++)
				best[n] = r->action[n].action;
			tries = 1;
		}
		if (n == RECORD_ACTIONS_MAX)
			return;
		record_cut(r, r->n > tries * BACK ? r->n - tries * BACK : 0);
		start_at(r, &h);
	}
	record_cut(r, 0);
	for (uint32_t i = 0; i < n; i++)
		if (record_add(r, best[i], i * UINT64_C(1000000)) < 0)
			fail_with("out of memory");
}

static void
play_long(struct record *r, const char *game, const char *fen)
{
	const struct game *g = rules_game(game);
	struct rules_error why;
	struct position p;

	if ((fen ? rules_parse(g, fen, &p, &why)
		 : rules_start(g, strcmp(game, "chess960") == 0 ? "index=518" : "", &p, &why)) < 0)
		fail_with(why.why);
	record_init(r, g, &p);
	play_on(r);
}

/* ---- the loop ---- */

/* Receives a reply; a refusal ends the benchmark. */
static void
send_off(json_t *answer)
{
	char *text = json_dumps(answer, JSON_COMPACT);

	if (!text || !strstr(text, "\"kind\":\"ok\""))
		fail_with(text ? text : "out of memory");
	free(text);
	json_decref(answer);
	json_decref(view_state(&table, SEAT_TABLE));
}

/* Returns the longest turn until a message is answered. */
static double
longest_ms(const char *line)
{
	double longest = 0, t = used_ms();
	json_t *o = request_serve(&table, REQUEST_LOCAL(1), line, strlen(line));
	bool answered = o != NULL;

	if (o)
		send_off(o);
	for (;;) {
		struct pollfd p = { .fd = store_fd(store), .events = POLLIN };
		struct store_answer *a;
		uint32_t client;

		longest = used_ms() - t > longest ? used_ms() - t : longest;
		if (answered && store_status(store)->caught_up)
			return longest;
		(void)poll(&p, 1, -1);
		t = used_ms();
		table_poll_store(&table);
		if ((a = store_answer_take(store)) != NULL) {
			send_off(request_later(&table, a, &client));
			store_answer_free(a);
			answered = true;
		}
	}
}

/* Returns the longest turn while every seat agrees, where all must. */
static double
undo_ms(void)
{
	double longest = longest_ms("{\"kind\":\"undo\"}");

	for (unsigned s = 0; s < RULES_SEATS_MAX && table.state.prompt.kind == PROMPT_TAKEBACK; s++) {
		char line[96];
		double ms;

		if (!(table.state.prompt.needs & 1u << s))
			continue;
		(void)snprintf(line, sizeof(line),
			       "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":true,\"seat\":\"%s\"}",
			       table.state.prompt.id, rules_seat_name(table.state.game, s));
		ms = longest_ms(line);
		longest = ms > longest ? ms : longest;
	}
	return longest;
}

/* Returns the longest turn until a saved record is on the board. */
static double
open_ms(const struct record *r)
{
	char path[128], *text = native_print(r);
	double longest;

	snprintf(path, sizeof(path), "%s/saved", folder);
	(void)mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/saved/long.json", folder);
	if (!text || record_file_write(path, text, strlen(text)) < 0)
		fail_with("the record cannot be saved");
	free(text);
	longest = longest_ms("{\"kind\":\"open\",\"name\":\"long\"}");
	if (table.book.n != r->n)
		fail_with("the record is not on the board");
	return longest;
}

/* Does the clerk's work on this thread: reads the record and plays it in. */
static void
clerk_ms(const struct record *r, double out[2])
{
	struct record read = { 0 };
	char why[NATIVE_WHY_MAX], *text = native_print(r);
	double t = used_ms();

	if (!text || native_parse(text, strlen(text), &read, why) < 0)
		fail_with(why);
	out[0] = used_ms() - t;
	t = used_ms();
	table_past_free(table_past_make(&read));
	out[1] = used_ms() - t;
	record_finish(&read);
	free(text);
}

static void
measure(const char *game, const char *fen)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	const struct store_config c = { .action = table_store_action,
					.clock_us = table_store_clock,
					.user = &table };
	struct record r = { 0 };
	char why[STORE_WHY_MAX];
	double clerk[2], open, shown, pgn, undo;

	play_long(&r, game, fen);
	clerk_ms(&r, clerk);
	help_folder(folder);
	if (store_open(folder, &c, &store, why) < 0)
		fail_with(why);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	/* The screen answers for every seat that agrees to the takeback. */
	(void)longest_ms("{\"kind\":\"screen\"}");
	open = open_ms(&r);
	shown = longest_ms("{\"kind\":\"show\"}");
	pgn = longest_ms("{\"kind\":\"pgn\"}");
	undo = undo_ms();
	printf("%-14s %5u actions: clerk reads %5.1f, plays in %5.1f ms; longest turn of the loop: "
	       "open %4.1f, show %4.1f, PGN %4.1f, takeback %4.1f ms\n",
	       game, r.n, clerk[0], clerk[1], open, shown, pgn, undo);
	(void)!store_close(store, 10000);
	help_folder_remove(folder);
	record_finish(&r);
}

int
main(void)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	log_sink(ignore_log, NULL);
	for (size_t i = 0; i < n; i++)
		measure(rules_name(games[i]), NULL);
	/* Set up by hand: a position with the most actions possible, and no rule ends the game. */
	measure("american", "qqqqqqqqqqq/mmmmmmmmmmm/mmmmmmmmmmm/mmmmmmmmm2/11/2MMMMMMMMM/"
			    "MMMMMMMMMMM/MMMMMMMMMMM/QQQQQQQQQQQ w - - 0 1");
	return 0;
}
