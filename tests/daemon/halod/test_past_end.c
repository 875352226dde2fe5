/*
 * A record that continues after the rules have ended its game. After most ends
 * there is no legal action, so the record cannot be read. After the fifth
 * repetition there is one: then the record is refused, and the game on the
 * board stays.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "../record/help.h"
#include "alone.h"

enum {
	TEXT_MAX = 32768,
	FAR = 5000, /* actions: every game is over by then */
	TRIED = 4,  /* tested actions that were legal before the end */
};

static struct board board = { .name = "test", .files = 11, .ranks = 9 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

/* Prints the record as a file has it, marked as unfinished. */
static void
print_as_file(const struct record *r, const char *more, char text[TEXT_MAX])
{
	struct position p = r->start;
	char start[RULES_POSITION_TEXT], action[RULES_ACTION_TEXT];
	size_t len;

	rules_print(r->game, &p, start);
	len = (size_t)snprintf(text, TEXT_MAX,
			       "{\"haloboard\":\"record\",\"version\":1,\"game\":\"%s\","
			       "\"players\":{},\"start\":\"%s\",\"actions\":[",
			       rules_name(r->game), start);
	for (uint32_t i = 0; i < r->n; i++) {
		rules_action_print(r->game, &p, r->action[i].action, action);
		rules_apply(r->game, &p, r->action[i].action);
		len += (size_t)snprintf(text + len, TEXT_MAX - len, "%s[\"%s\"]", i ? "," : "",
					action);
	}
	if (more)
		len += (size_t)snprintf(text + len, TEXT_MAX - len, ",[\"%s\"]", more);
	len += (size_t)snprintf(text + len, TEXT_MAX - len,
				"],\"result\":{\"end\":\"unfinished\"}}");
	assert_true(len < TEXT_MAX);
}

static int
parse(const char *text, struct record *r, char why[NATIVE_WHY_MAX])
{
	*r = (struct record){ 0 };
	return native_parse(text, strlen(text), r, why);
}

/* ---- the fifth repetition ---- */

/* The actions to a position from which a round of four moves can be repeated. */
static const struct {
	const char *game, *first, *round;
} rounds[] = {
	{ "chess", "", "g1f3 g8f6 f3g1 f6g8" },
	{ "chess960", "", "g1f3 g8f6 f3g1 f6g8" },
	{ "accounting", "", "g1f3 g8f6 f3g1 f6g8" },
	{ "abstract", "", "g1f3 g8f6 f3g1 f6g8" },
	{ "zombie", "", "g1f3 g8f6 f3g1 f6g8" },
	{ "masquerade", "assign:KQRBN assign:KQRBN", "g1f3 g8f6 f3g1 f6g8" },
	{ "half-alice", "", "g1f3 g8f6 f3g1 f6g8" },
};

static void
add_all(struct record *r, const char *words)
{
	while (*words) {
		size_t len = strcspn(words, " ");
		char word[RULES_ACTION_TEXT];

		snprintf(word, sizeof(word), "%.*s", (int)len, words);
		if (record_add_text(r, word, RECORD_NO_TIME) < 0)
			fail_msg("%s: %s", rules_name(r->game), word);
		words += len + (words[len] == ' ');
	}
}

static void
start(struct record *r, const char *game)
{
	const struct game *g = rules_game(game);
	struct rules_error why;
	struct position p;

	assert_int_equal(rules_start(g, strcmp(game, "chess960") == 0 ? "index=518" : "", &p, &why),
			 0);
	record_init(r, g, &p);
}

/* Returns how many of its actions had been played when the rules ended the game. */
static uint32_t
end_at(const struct record *r)
{
	struct position p = r->start;
	struct history h;
	uint32_t n = 0;

	rules_history_start(r->game, &h, &p);
	while (n < r->n && rules_outcome(r->game, &p, &h).result == RESULT_ONGOING) {
		rules_apply(r->game, &p, r->action[n++].action);
		rules_history_push(r->game, &h, &p);
	}
	return n;
}

/* The game on the board continues unchanged. */
static void
assert_refused(const char *game, const struct record *r)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	char words[64];

	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	assert_int_equal(session_play(&table.session, "e2e4", table.now_us), 0);
	snprintf(words, sizeof(words), "action %u of the record", end_at(r) + 1);
	if (open_record(&table, r) == 0)
		fail_msg("%s: opened", game);
	if (!strstr(table.why, words))
		fail_msg("%s: %s", game, table.why);
	session_state(&table.session, &table.state);
	assert_ptr_equal(table.state.game, rules_game("chess"));
	assert_int_equal(table.session.n, 1);
}

static void
test_repetition(void **state)
{
	static char text[TEXT_MAX];
	char why[NATIVE_WHY_MAX];
	struct record r, back;

	(void)state;
	for (size_t i = 0; i < sizeof(rounds) / sizeof(rounds[0]); i++) {
		uint32_t end;

		start(&r, rounds[i].game);
		add_all(&r, rounds[i].first);
		for (unsigned n = 0; n < 5; n++)
			add_all(&r, rounds[i].round);
		end = end_at(&r);
		/* Abstract: the first position has no last move, so it is another position. */
		assert_true(end >= 16 && end < r.n);
		print_as_file(&r, NULL, text);
		if (parse(text, &back, why) < 0)
			fail_msg("%s: %s", rounds[i].game, why);
		assert_refused(rounds[i].game, &back);
		record_finish(&back);
		/* Up to its end the record is a finished game and accepted. */
		record_cut(&r, end);
		assert_int_equal(end_at(&r), end);
		assert_int_equal(open_record(&table, &r), 0);
		assert_true(table.state.over);
		record_finish(&r);
	}
}

/* ---- all other ends ---- */

/* An action that was legal `before` actions before the end cannot follow the end. */
static void
assert_no_more(const struct record *r, uint32_t before)
{
	static struct action list[RULES_ACTIONS_MAX];
	static char text[TEXT_MAX];
	char word[RULES_ACTION_TEXT], want[32], why[NATIVE_WHY_MAX];
	struct record back;
	struct position p = r->start;
	size_t n;

	for (uint32_t i = 0; i + before < r->n; i++)
		rules_apply(r->game, &p, r->action[i].action);
	n = rules_actions(r->game, &p, list);
	assert_true(n > 0);
	snprintf(want, sizeof(want), "actions[%u]:", r->n);
	for (size_t i = 0; i < n && i < TRIED; i++) {
		rules_action_print(r->game, &p, list[i], word);
		print_as_file(r, word, text);
		if (parse(text, &back, why) == 0 || !strstr(why, want))
			fail_msg("%s: %s behind the end", rules_name(r->game), word);
	}
}

static void
test_ends(void **state)
{
	static char text[TEXT_MAX];
	char why[NATIVE_WHY_MAX], start_text[RULES_POSITION_TEXT];
	struct record r, back;
	size_t n_games;
	const struct game *const *games = rules_games(&n_games);

	(void)state;
	for (size_t i = 0; i < n_games; i++) {
		const struct game *g = games[i];

		start(&r, rules_name(g));
		rules_print(g, &r.start, start_text);
		help_play(&r, rules_name(g), NULL, start_text, FAR, i);
		print_message("%s: %u actions, %s\n", rules_name(g), r.n, r.result.reason);
		assert_int_not_equal(r.result.end, RECORD_UNFINISHED);
		assert_int_equal(end_at(&r), r.n);
		print_as_file(&r, NULL, text);
		assert_int_equal(parse(text, &back, why), 0);
		assert_string_equal(back.result.reason, r.result.reason);
		record_finish(&back);
		assert_no_more(&r, 1);
		assert_no_more(&r, 2);
		record_finish(&r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_repetition),
		cmocka_unit_test(test_ends),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
