/* Reviews as text, their classes, and PGN with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/advice/advice.h"
#include "daemon/record/pgn.h"
#include "daemon/record/review.h"

/* Makes a finished record of the actions, separated by spaces. */
static void
make(struct record *r, const char *game, const char *actions)
{
	const struct game *g = rules_game(game);
	struct position start;
	struct rules_error err;
	char action[RULES_ACTION_TEXT];
	int n;

	assert_int_equal(rules_start(g, "", &start, &err), 0);
	record_init(r, g, &start);
	for (; sscanf(actions, " %23s%n", action, &n) == 1; actions += n)
		assert_int_equal(record_add_text(r, action, RECORD_NO_TIME), 0);
	r->result = record_result_resigned(0);
}

#define FOOLS "f2f3 e7e5 g2g4 d8h4"
#define FOOLS_ROWS                                                                      \
	"f2f3 -30 30 e2e4 e7e5\ne7e5 90 90 e7e5\ng2g4 -29999 -90 b1c3\n" \
	"d8h4 29999 29999 d8h4\n"

static const struct {
	const char *game, *actions, *review;
	bool is_for;
	uint8_t class[4]; /* of the first actions */
	const char *pgn; /* with single spaces, behind the tags */
} rows[] = {
	{ "chess", FOOLS, FOOLS_ROWS, true,
	  { ADVICE_PLAYABLE, ADVICE_BEST, ADVICE_BLUNDER, ADVICE_BEST },
	  "1. f3 $6 {[%eval -0.30]} 1... e5 {[%eval -0.90]} 2. g4 $4 {[%eval #-1]} 2... Qh4# 0-1" },
	/* Wins of White and Black that are not mate yet; a loss that cannot be helped. */
	{ "chess", "e2e4 f7f5 d2d4", "e2e4 29997 29997 e2e4\nf7f5 -29998 -10 e7e5\nd2d4 0 29998 d1h5\n",
	  true, { ADVICE_BEST, ADVICE_BLUNDER, ADVICE_BLUNDER },
	  "1. e4 {[%eval #2]} 1... f5 $4 {[%eval #2]} 2. d4 $4 {[%eval 0.00]} 0-1" },
	/* An action without a score has no comment. */
	{ "chess", "e2e4 e7e5", "e2e4 -104 20 d2d4\ne7e5\n", true, { ADVICE_MISTAKE, ADVICE_CLASSES },
	  "1. e4 $2 {[%eval -1.04]} 1... e5 0-1" },
	/* Other games have NAGs only. */
	{ "accounting", "e2e4 e7e5", "e2e4 -300 20 d2d4\ne7e5 10 12 e7e5\n", true,
	  { ADVICE_BLUNDER, ADVICE_BEST }, "1. e2e4 $4 1... e7e5 0-1" },
	/* A best line ends where it is not legal any more. */
	{ "chess", "e2e4", "e2e4 5 5 e2e4 e2e4 e7e5\n", true, { ADVICE_BEST }, "1. e4 {[%eval 0.05]} 0-1" },
	/* No review of this game. */
	{ "chess", FOOLS, "e2e4 5 5 e2e4\n", false, { 0 }, "1. f3 e5 2. g4 Qh4# 0-1" },
	{ "chess", "e2e4", "e2e4 5 5 e2e4", false, { 0 }, NULL },
	{ "chess", "e2e4", "e2e4 5 5 e2e5\n", false, { 0 }, NULL },
	{ "chess", "e2e4", "e2e4 5\n", false, { 0 }, NULL },
	{ "chess", "e2e4", "e2e4 5 99999 e2e4\n", false, { 0 }, NULL },
	{ "chess", "e2e4", "e2e4 5 5 e2e4\ne7e5\n", false, { 0 }, NULL },
	{ "chess", "e2e4", "", false, { 0 }, NULL },
};

/* Compares the moves of a PGN, whose line ends count as spaces. */
static void
compare_moves(size_t row, char *text, const char *want)
{
	char *moves = strstr(text, "\n\n");

	assert_non_null(moves);
	moves += 2;
	for (char *c = moves; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	if (strncmp(moves, want, strlen(want)) != 0)
		fail_msg("row %zu: %s", row, moves);
}

/* A program's reader, ours too, takes the game from a reviewed PGN. */
static void
read_back(const char *text, const struct record *r)
{
	struct record back = { 0 };
	struct pgn_reader p;
	struct pgn_error why = { 0 };

	pgn_reader_init(&p, text, strlen(text));
	if (pgn_read(&p, &back, &why) != 1)
		fail_msg("%s: %s", text, why.why);
	assert_int_equal(back.n, r->n);
	record_finish(&back);
}

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct record r = { 0 };
		struct review_row row;
		const char *text = rows[i].review;
		struct position p;
		char *pgn, *copy;

		make(&r, rows[i].game, rows[i].actions);
		r.review = strdup(text);
		if (review_is_for(&r) != rows[i].is_for)
			fail_msg("row %zu", i);
		p = r.start;
		for (uint32_t k = 0; rows[i].is_for && k < r.n && k < 4; k++) {
			text = review_read(text, r.game, &p, r.action[k].action, &row);
			rules_apply(r.game, &p, r.action[k].action);
			if (review_class(&row) != rows[i].class[k])
				fail_msg("row %zu, action %u: class %u", i, k, review_class(&row));
		}
		pgn = pgn_print_reviewed(&r);
		copy = strdup(pgn);
		read_back(pgn, &r);
		if (rows[i].pgn)
			compare_moves(i, copy, rows[i].pgn);
		free(copy);
		free(pgn);
		record_finish(&r);
	}
}

/* What is printed is read again, also the longest line. */
static void
test_print(void **state)
{
	static const char *const line[] = { "d2d4", "d7d5", "c2c4", "e7e6", "b1c3", "g8f6", "c1g5", "f8e7" };
	const struct game *g = rules_game("chess");
	struct review_row row = { .scored = true, .played = -30000, .best = 30000 }, back;
	struct position start, p;
	struct action e4;
	struct rules_error err;
	char text[REVIEW_ROW];

	(void)state;
	assert_int_equal(rules_start(g, "", &start, &err), 0);
	assert_int_equal(rules_action_parse(g, &start, "e2e4", &e4), 0);
	p = start;
	for (; row.n < REVIEW_LINE; row.n++) {
		assert_int_equal(rules_action_parse(g, &p, line[row.n], &row.line[row.n]), 0);
		rules_apply(g, &p, row.line[row.n]);
	}
	review_print(g, &start, e4, &row, text);
	assert_non_null(review_read(text, g, &start, e4, &back));
	assert_int_equal(back.n, REVIEW_LINE);
	assert_int_equal(back.played, -30000);
	assert_true(rules_action_equal(back.line[7], row.line[7]));
}

/* A record that is not public has no review in its PGN. */
static void
test_secret(void **state)
{
	struct record r = { 0 };
	char *pgn;

	(void)state;
	make(&r, "zombie", "e2e4 d7d5");
	r.review = strdup("e2e4 -300 20 d2d4\nd7d5 -300 20 e7e5\n");
	r.revisable = true;
	pgn = pgn_print_reviewed(&r);
	assert_null(strstr(pgn, "$4"));
	free(pgn);
	r.revisable = false;
	pgn = pgn_print_reviewed(&r);
	assert_non_null(strstr(pgn, "e2e4 $4"));
	free(pgn);
	record_finish(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_print),
		cmocka_unit_test(test_secret),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
