/* The review of a kept game: who may have one, how the partner makes it, and that it is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "kept.h"

enum { PARTNER = 3 };

#define REVIEW "{\"kind\":\"review\",\"game_id\":2}"

/* Waits for a reply of the store that no client gets. */
static void
wait_reply(void)
{
	struct store_answer *a;
	uint32_t whose;

	wait_store();
	while ((a = store_answer_take(store))) {
		json_decref(request_later(&table, a, &whose));
		assert_int_equal(whose, 0);
		store_answer_free(a);
	}
}

/* Ends the review as a partner without an engine does. */
static void
end_review(void)
{
	char text[80];

	snprintf(text, sizeof(text), "{\"kind\":\"reviewed\",\"task\":%u,\"why\":\"no engine\"}",
		 table_review_wanted(&table));
	want(PARTNER, text, "\"ok\"");
}

/* Sends the score of the wanted action, which must be that one. */
static void
score(const char *action, int played, int best, const char *line)
{
	char text[256];
	json_t *task = view_review(&table);

	assert_string_equal(json_string_value(json_object_get(task, "action")), action);
	snprintf(text, sizeof(text),
		 "{\"kind\":\"reviewed\",\"task\":%lld,\"score\":%d,\"best_score\":%d,\"line\":\"%s\"}",
		 (long long)json_integer_value(json_object_get(task, "task")), played, best, line);
	json_decref(task);
	want(PARTNER, text, "\"ok\"");
}

static void
score_all(void)
{
	score("f2f3", -30, 30, "e2e4 e7e5 e2e4");
	score("e7e5", 90, 90, "e7e5 g2g4 d8h4");
	score("g2g4", -29999, -90, "b1c3");
	score("d8h4", 29999, 29999, "d8h4");
}

static void
score_fools_mate(void)
{
	score_all();
	while (table.review.number)
		wait_reply();
}

/* Plays a game and begins the next one. */
static void
play(void)
{
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
}

static void
test_review(void **state)
{
	(void)state;
	play();
	want(OTHER, REVIEW, "halo-partner, which reviews games, is not running");
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"reviewing\":null");
	want(OTHER, REVIEW, "\"review\":null");
	want(OTHER, REVIEW, "\"review\":null"); /* it goes on */
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"reviewing\":{\"game_id\":2,\"done\":0,\"of\":4,\"failed\":false}");
	want(OTHER, "{\"kind\":\"reviewed\",\"task\":1,\"line\":\"e2e4\"}", "only the partner");
	score_fools_mate();
	want(OTHER, "{\"kind\":\"state\"}", "\"reviewing\":null");
	want(OTHER, REVIEW, "\"n\":4,\"scores\":[30,-30,-90,-29999,-29999],\"turning\":[{\"move\":3,"
			    "\"class\":\"blunder\",\"score\":-29999,\"best_score\":-90,\"played\":{"
			    "\"action\":\"g2g4\",\"san\":\"g4\",");
	want(OTHER, REVIEW, "\"at\":null");
	want(OTHER, "{\"kind\":\"review\",\"game_id\":2,\"move\":2}",
	     "\"class\":\"best\",\"score\":-90,\"best_score\":-90,");
	want(OTHER, "{\"kind\":\"review\",\"game_id\":2,\"move\":1}", "\"line\":[{\"action\":\"e2e4\",");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"line\":1,\"move\":1}",
	     "\"over\":false,\"n\":2,\"move\":1,\"position\":\"rnbqkbnr/pppppppp/8/8/4P3/");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"line\":3}",
	     "\"n\":3,\"move\":3,\"position\":\"rnbqkbnr/pppp1ppp/8/4p3/8/2N2P2/");
	/* On the board the best line is replayed like a game. */
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"show\",\"game_id\":2,\"line\":1,\"move\":0,\"lamps\":true}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"state\"}",
	     "\"showing\":{\"game_id\":2,\"move\":0,\"game\":\"chess\",\"stage\":\"next\"");
	want(SCREEN, "{\"kind\":\"lamps\"}", "\"e2\":");
	edge("e2", false);
	edge("e4", true);
	table_advance(&table, table.now_us + 1000000);
	want(SCREEN, "{\"kind\":\"state\"}", "\"showing\":{\"game_id\":2,\"move\":1,");
	edge("e4", false);
	edge("e2", true);
	want(SCREEN, "{\"kind\":\"show\",\"leave\":true}", "\"ok\"");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"line\":5}", "line: that move has no review");
	want(OTHER, "{\"kind\":\"show\",\"game_id\":2,\"line\":-1}", "line: a number");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":2}", "2. g4 $4");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":2,\"review\":true}", "2. g4 $4");
	want_not(OTHER, "{\"kind\":\"pgn\",\"game_id\":2,\"review\":false}", "$4");
	/* A restart keeps it, without a partner. */
	end();
	begin();
	want(OTHER, REVIEW, "\"class\":\"blunder\"");
	end();
}

static void
test_refused(void **state)
{
	(void)state;
	play();
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"review\",\"game_id\":99}", "there is no game 99");
	want(OTHER, "{\"kind\":\"review\",\"game_id\":-1}", "there is no game -1");
	want(OTHER, "{\"kind\":\"review\",\"move\":-1}", "move: a number");
	act(OTHER, "e2e4");
	wait_written();
	want(OTHER, "{\"kind\":\"review\"}", "only a finished game");
	new_game("\"game\":\"masquerade\"");
	want(SCREEN, "{\"kind\":\"screen\"}", "\"ok\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"w\"}", "\"ok\"");
	act(SCREEN, "assign:NKQRB");
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"b\"}", "\"ok\"");
	wait_written();
	want(OTHER, "{\"kind\":\"review\"}", "still hides something");
	new_game("\"game\":\"cooperative\"");
	want(SCREEN, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	new_game("\"game\":\"chess\"");
	want(OTHER, "{\"kind\":\"review\",\"game_id\":5}", "all play together");
	want(OTHER, "{\"kind\":\"pgn\",\"game_id\":2,\"review\":true}", "\"pgn\":\"\"");
	end();
}

/* The end of a reviewed game is taken back: the review is none of the game that goes on. */
static void
test_taken_back(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	act(OTHER, FOOLS_MATE);
	wait_written();
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	want(OTHER, "{\"kind\":\"review\"}", "\"review\":null");
	score_fools_mate();
	want(OTHER, "{\"kind\":\"review\"}", "\"blunder\"");
	want(OTHER, "{\"kind\":\"pgn\"}", "$4");
	want(OTHER, "{\"kind\":\"undo\",\"n\":1}", "\"ok\"");
	act(OTHER, "d8g5");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	wait_written();
	want_not(OTHER, "{\"kind\":\"pgn\"}", "$4");
	want(OTHER, "{\"kind\":\"review\"}", "\"review\":null");
	want(PARTNER, "{\"kind\":\"reviewed\",\"task\":999,\"line\":\"e2e4\"}", "task: 999 is over");
	end_review();
	end();
}

/* A partner that fails or sends nonsense ends the review; it may be asked for again. */
static void
test_failed(void **state)
{
	char text[128];

	(void)state;
	play();
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	want(OTHER, REVIEW, "\"review\":null");
	end_review();
	want(OTHER, "{\"kind\":\"state\"}", "\"failed\":true");
	want(OTHER, REVIEW, "\"review\":null");
	snprintf(text, sizeof(text), "{\"kind\":\"reviewed\",\"task\":%u,\"line\":\"e2e5\"}",
		 table_review_wanted(&table));
	want(PARTNER, text, "line: not one of legal actions");
	want(OTHER, "{\"kind\":\"state\"}", "\"failed\":true");
	want(OTHER, REVIEW, "\"review\":null");
	/* It waits while the partner is away. */
	table_client_disconnected(&table, PARTNER);
	assert_int_equal(table_review_wanted(&table), 0);
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	score_fools_mate();
	want(OTHER, REVIEW, "\"blunder\"");
	end();
}

/* Sends as many requests as the store takes before the first reply. */
static unsigned
fill_store(void)
{
	const struct store_ask q = { .kind = STORE_LIST };
	unsigned n = 0;

	while (store_ask(store, &q) == 0)
		n++;
	return n;
}

/* A finished review whose store is busy is kept later. */
static void
test_busy(void **state)
{
	unsigned left;

	(void)state;
	play();
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	want(OTHER, REVIEW, "\"review\":null");
	left = fill_store();
	assert_true(left > 0);
	score_all();
	table_advance(&table, table.now_us + 10000000); /* still busy */
	assert_int_equal(table_review_wanted(&table), 0);
	while (left > 0) {
		struct store_answer *a = store_answer_take(store);

		if (!a)
			wait_store();
		left -= a != NULL;
		store_answer_free(a);
	}
	want(OTHER, REVIEW, "\"review\":null"); /* it is not asked for anew */
	want(OTHER, "{\"kind\":\"state\"}",
	     "\"reviewing\":{\"game_id\":2,\"done\":4,\"of\":4,\"failed\":false}");
	table_advance(&table, table.now_us + 10000000);
	while (table.review.number)
		wait_reply();
	want(OTHER, REVIEW, "\"blunder\"");
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_review),
		KEPT_TEST(test_refused),
		KEPT_TEST(test_taken_back),
		KEPT_TEST(test_failed),
		KEPT_TEST(test_busy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
