/* Lessons on the board: right and wrong tries by hands, lights, progress, what ends a lesson. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "daemon/table/home.h"
#include "lesson_hands.h"

#define STATE "{\"kind\":\"state\"}"

/* Makes edges half a second apart, then waits until the hands are still. */
static void
hands(const char *edges)
{
	for (; *edges; edges += strcspn(edges, " "), edges += *edges == ' ') {
		edge(edges + 1, *edges == '+');
		table_advance(&table, table.now_us + 500000);
	}
	table_advance(&table, table.now_us + 3000000);
}

/* Checks "STEP STAGE: TEXT | REMARK" of the lesson on the board. */
static void
want_lesson(const char *expected)
{
	json_t *state = ask(OTHER, STATE), *l = json_object_get(state, "lesson");
	const char *remark = json_string_value(json_object_get(l, "remark"));
	char got[1024];

	snprintf(got, sizeof(got), "%lld %s: %s | %s", (long long)json_integer_value(json_object_get(l, "step")),
		 json_string_value(json_object_get(l, "stage")), json_string_value(json_object_get(l, "text")),
		 remark ? remark : "");
	if (strncmp(got, expected, strlen(expected)) != 0)
		fail_msg("%s\n  want %s", got, expected);
	json_decref(state);
}

/* Begins with an empty board. */
static void
begin_empty(void)
{
	standing = 0;
	begin();
}

static const char rook[] = "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":1,\"player\":\"Anna\"}";
static const char rooks[] = "{\"kind\":\"lesson\",\"game\":\"chess\",\"player\":\"Anna\"}";
#define TASK_1 "1 task: The rook goes straight"

static void
test_course(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, rook, "\"ok\"");
	want_lesson("1 setup: ");
	hands("+h1 +d4 +h8");
	want_lesson(TASK_1);
	assert_string_equal(lit, "d1 d2 d3 a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8");
	/* A wrong try is answered and led back, and so is an illegal one. */
	hands("-d4 +d8");
	want_lesson("1 setup: Put the white rook from d8 on d4 | A good rook move, but it goes to d7 now.");
	hands("-d8 +d4");
	want_lesson(TASK_1);
	hands("-d4 +e5");
	want_lesson("1 setup: Put the white rook from e5 back on d4 | That is diagonal. A rook goes straight only.");
	hands("-e5 +d4");
	/* One without an answer of its own. */
	hands("-d4 +d5");
	want_lesson("1 setup: Put the white rook from d5 on d4 | That is possible, but not the task.");
	hands("-d5 +d4");
	hands("-d4 +d7");
	want_lesson("2 setup: ");
	want(OTHER, rooks, "\"steps\":3,\"step\":2,\"done\":false");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\"}", "\"steps\":3,\"step\":0");
	hands("-d7 +a1 +a6");
	want_lesson("2 task: To capture");
	hands("-a1 -a6 +a6");
	want_lesson("3 setup: ");
	end();
	assert_int_equal(table.book.n, 0);
}

/* A voice reads the remark, the text and the lesson's board. */
static void
test_spoken(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"speech\":true}}", "\"ok\"");
	want(OTHER, rook, "\"ok\"");
	hands("+h1 +d4 +h8 -d4 +d8");
	want(OTHER, STATE, "\"message\":\"A good rook move, but it goes to d 7 now. Put the white rook from d 8 on d 4\"");
	hands("-d8 +d4");
	want(OTHER, "{\"kind\":\"say\",\"what\":\"d4\"}", "\"d 4: White, rook\"");
	want(OTHER, "{\"kind\":\"say\",\"what\":\"position\"}",
	     "\"White: king h 1; rook d 4. Black: king h 8\"");
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	end();
}

/* A lesson goes on where it was left, after a restart too, and its end is kept. */
static void
test_resumed(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, rook, "\"ok\"");
	hands("+h1 +d4 +h8");
	hands("-d4 +d7");
	want(OTHER, "{\"kind\":\"lesson\",\"leave\":true}", "\"ok\"");
	want(OTHER, STATE, "\"lesson\":null");
	wait_written();
	end();
	begin();
	want(OTHER, rook, "\"ok\"");
	want_lesson("2 setup: ");
	hands("-d7 +a1 +a6");
	want_lesson("2 task: ");
	hands("-a1 -a6 +a6");
	want_lesson("3 setup: ");
	hands("-a6 +a1 +a3 +e1");
	want_lesson("3 task: ");
	hands("-a1 -e1 +e1");
	want_lesson("3 end: ");
	want(OTHER, rooks, "\"steps\":3,\"step\":0,\"done\":true");
	/* OK begins the next lesson, Back leaves it. */
	press(OK, 100000);
	want(OTHER, STATE, "\"name\":\"The bishop\"");
	press(BACK, 100000);
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, "{\"kind\":\"list\"}", "\"games\":[]");
	end();
}

/* The reply of the other side is made by hands, and the next step goes on from there. */
static void
test_reply(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":3}", "\"ok\"");
	hands("+h1 +d1 +h8 -d1 +d7");
	want_lesson("1 reply: Kg8: now the black king from h8 to g8 | Right. Now make Black's move.");
	assert_string_equal(lit, "g8 h8");
	hands("-h8 +g8");
	want_lesson("2 task: Now diagonally: move the queen to a4. | ");
	end();
}

/* Actions without hands are chosen on the screen. */
static void
test_options(void **state)
{
	(void)state;
	begin_empty();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"dice-money\",\"number\":3}", "\"ok\"");
	hands("+e1 +a1 +e2 +e8 +e7");
	want(OTHER, STATE, "\"options\":[\"buy:extra1\",\"buy:extra2\"]");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"buy:extra2\"}", "\"ok\"");
	want_lesson("1 task: You have $5.");
	want(OTHER, STATE, "\"remark\":\"Two further moves cost $15: you have $5.\"");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"buy:flight\"}", "no legal action has that name");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"buy:extra1\"}", "\"ok\"");
	want_lesson("2 task: First the main move.");
	hands("-e2 +e4");
	want_lesson("3 task: Use the further move");
	hands("-a1 +a8");
	want_lesson("3 end: The end of this lesson.");
	/* After the last lesson OK leaves. */
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"dice-money\",\"number\":6}", "\"ok\"");
	hands("-a8 -e4 -e8 -e7 +b7 +g6");
	hands("-b7 +b8");
	hands("-b8 -g6 -e1 +g1 +e1 +g8 +f7 +g7 +h7");
	hands("-e1 +e8");
	want_lesson("2 end: The end of the last lesson. OK or Back: leave");
	press(OK, 100000);
	want(OTHER, STATE, "\"lesson\":null");
	end();
}

static void
test_refused(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"lesson\"}", "game, action, next or leave");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"go\"}", "game: there is no game \\\"go\\\"");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":99}", "Chess has 12 lessons");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"american\",\"number\":1}", "this board is too small");
	want(OTHER, "{\"kind\":\"lesson\",\"next\":true}", "no lesson is open");
	want(OTHER, "{\"kind\":\"lesson\",\"action\":\"end\"}", "no lesson waits for an action");
	/* A played action and a new game end a lesson; a running game refuses one. */
	want(OTHER, rook, "\"ok\"");
	new_game("\"game\":\"chess\"");
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, rook, "\"ok\"");
	act(OTHER, "e2e4");
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, rook, "a game is running");
	end();
}

/* ---- every lesson by hands that follow the lamps ---- */

static void
play_lesson(const struct game *g, unsigned number)
{
	char what[64];

	snprintf(what, sizeof(what), "%s %u", rules_name(g), number);
	if (table_lesson_open(&table, g, number, "") < 0)
		fail_msg("%s: %s", what, table.why);
	play_to_end(what);
	table_lesson_close(&table);
}

/* Plays every lesson of the games that fit on the board. */
static void
play_all(void)
{
	static char path[LESSONS_MAX][LESSON_PATH];
	size_t n;
	const struct game *const *games = rules_games(&n);

	for (size_t i = 0; i < n; i++)
		for (unsigned k = home_fits(table.board, games[i]) ? lesson_list(rules_name(games[i]), path) : 0;
		     k > 0; k--)
			play_lesson(games[i], k);
}

static void
test_every_lesson(void **state)
{
	(void)state;
	begin_empty();
	play_all();
	end();
}

/* The same on a board of 11 x 9, without a journal. */
static void
test_wide(void **state)
{
	static struct board wide = { .name = "wide", .files = 11, .ranks = 9 };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	(void)state;
	table_init(&table, &wide, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	play_all();
	/* The game on the board has not waited for its pieces meanwhile. */
	assert_false(table.troubles.place[TROUBLE_STUCK].on);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_course),  KEPT_TEST(test_resumed), KEPT_TEST(test_reply),
		KEPT_TEST(test_options), KEPT_TEST(test_spoken), KEPT_TEST(test_refused), KEPT_TEST(test_every_lesson),
		cmocka_unit_test(test_wide),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
