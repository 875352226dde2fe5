/* Puzzles on the board: setting up, wrong tries, hints, progress, the next one; and all games by hands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "lesson_hands.h"

#define STATE  "{\"kind\":\"state\"}"
#define NEXT   "{\"kind\":\"lesson\",\"game\":\"chess\",\"puzzle\":0,\"player\":\"Anna\"}"
#define FIRST  "{\"kind\":\"lesson\",\"game\":\"chess\",\"puzzle\":1,\"player\":\"Anna\"}"
#define LISTED "{\"kind\":\"lesson\",\"game\":\"chess\",\"player\":\"Anna\"}"

/* Sets the puzzle up. */
static void
set_up(void)
{
	while (table.lesson.stage == TABLE_LESSON_SETUP)
		follow_guidance("set-up");
	assert_int_equal(table.lesson.stage, TABLE_LESSON_TASK);
}

/* Returns a move to an empty square that does not solve the puzzle. */
static struct action
wrong_action(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct table_lesson *s = &table.lesson;
	const struct position *p = table_lesson_position(&table);
	size_t n = rules_actions(s->lesson->game, p, list);

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_MOVE && !rules_at(s->lesson->game, p, list[i].to) &&
		    !lesson_reaches(s->lesson, &s->lesson->step[0], p, list[i]))
			return list[i];
	fail_msg("no wrong action");
	return (struct action){ 0 };
}

static void
want_remark(const char *beginning)
{
	if (strncmp(table.lesson.remark, beginning, strlen(beginning)) != 0)
		fail_msg("%s\n  want %s", table.lesson.remark, beginning);
}

static void
test_course(void **state)
{
	struct action a;

	(void)state;
	begin();
	want(OTHER, LISTED, "\"solved\":0,\"streak\":0,\"best\":0");
	want(OTHER, FIRST, "\"ok\"");
	want(OTHER, STATE, "\"name\":\"Puzzle 1\"");
	set_up();
	want(OTHER, STATE, "White moves and gains an advantage. Only one move does it.");
	/* A wrong try is answered and led back. */
	a = wrong_action();
	touch(a.from, false);
	touch(a.to, true);
	table_advance(&table, table.now_us + 5000000);
	want_remark("That is possible, but another move is better.");
	assert_int_equal(table.lesson.stage, TABLE_LESSON_SETUP);
	set_up();
	make_goal();
	assert_int_equal(table.lesson.stage, TABLE_LESSON_END);
	want_remark("Right. White captures a piece that nothing defends.");
	want(OTHER, STATE, "Solved. Next or OK: the next puzzle. Back: leave");
	want(OTHER, LISTED, "\"solved\":1,\"streak\":0,\"best\":0");
	/* OK begins another one; solved at once, it counts. */
	press(OK, 100000);
	assert_true(table.lesson.kind == TABLE_LESSON_PUZZLE && table.lesson.number != 1);
	play_to_end("second");
	want(OTHER, LISTED, "\"solved\":2,\"streak\":1,\"best\":1");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\"}", "\"solved\":0");
	press(BACK, 100000);
	want(OTHER, STATE, "\"lesson\":null");
	want(OTHER, "{\"kind\":\"list\"}", "\"games\":[]");
	/* After a restart too. */
	wait_written();
	end();
	begin();
	want(OTHER, LISTED, "\"solved\":2,\"streak\":1,\"best\":1");
	want(OTHER, NEXT, "\"ok\"");
	assert_true(table.lesson.number != 1);
	end();
}

/* Checks that a puzzle of the game has this task and this answer: sentences that name the side. */
static void
want_words(const char *game, const char *task, const char *done)
{
	bool found = false;

	for (unsigned number = 1; !found; number++) {
		const struct lesson_step *step;

		if (table_lesson_puzzle(&table, rules_game(game), number, "") < 0)
			break;
		step = &table.lesson.lesson->step[0];
		found = strcmp(step->say.in[LESSON_ENGLISH], task) == 0 &&
			strcmp(step->done.in[LESSON_ENGLISH], done) == 0;
	}
	if (!found)
		print_error("%s: no puzzle says \"%s\" and \"%s\"\n", game, task, done);
	assert_true(found);
}

static void
test_words(void **state)
{
	(void)state;
	begin();
	want_words("chess", "White moves and wins at once. Only one move does it.",
		   "Right. White wins at once: checkmate.");
	want_words("chess", "White moves and wins in 4 turns. Only one move does it.",
		   "Right. White wins in 4 turns: checkmate.");
	want_words("accounting", "Black moves and gains an advantage. Only one move does it.",
		   "Right. Black gains an advantage by an indictment.");
	want_words("cooperative",
		   "White moves. Capture as much as possible in this turn: only one move begins that.",
		   "Right. Captures in this turn: 3, and no more are possible.");
	end();
}

/* The hint shows which piece, then where to, then why; such a puzzle does not count for the streak. */
static void
test_hints(void **state)
{
	struct action a;
	char from[4], to[4], both[16];

	(void)state;
	begin();
	want(OTHER, FIRST, "\"ok\"");
	press(HINT, 100000);
	want_remark(""); /* not before the pieces are set up */
	set_up();
	a = goal_action();
	rules_square_print(table.lesson.lesson->game, a.from, from);
	rules_square_print(table.lesson.lesson->game, a.to, to);
	press(HINT, 100000);
	want_remark("Hint: ");
	table_light(&table);
	assert_string_equal(lit, from);
	press(HINT, 100000);
	table_light(&table);
	(void)snprintf(both, sizeof(both), "%s %s", a.from < a.to ? from : to,
		       a.from < a.to ? to : from);
	assert_string_equal(lit, both);
	press(HINT, 100000);
	assert_non_null(strstr(table.lesson.remark, ". White captures a piece that nothing defends"));
	make_goal();
	want(OTHER, LISTED, "\"solved\":1,\"streak\":0,\"best\":0");
	end();
}

static void
test_refused(void **state)
{
	(void)state;
	begin();
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"puzzle\":999}", "Chess has 1");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"puzzle\":70000}",
	     "puzzle: 0 or more");
	want(OTHER, "{\"kind\":\"lesson\",\"game\":\"american\",\"puzzle\":0}",
	     "this board is too small");
	act(OTHER, "e2e4");
	want(OTHER, NEXT, "a game is running");
	end();
}

/* ---- an hour of each game ---- */

enum { IN_A_ROW = 30, TOUCHED = 4 };

static int
by_size(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Solves puzzles one after the other; few pieces were touched to set up most of them. */
static void
play_row(const struct game *g)
{
	int touched[IN_A_ROW];

	for (unsigned i = 0; i < IN_A_ROW; i++) {
		char what[64];
		int r = i ? table_lesson_next(&table) : table_lesson_puzzle(&table, g, 0, "");

		snprintf(what, sizeof(what), "%s %u", rules_name(g), table.lesson.number);
		if (r < 0)
			fail_msg("%s: %s", what, table.why);
		touched[i] = table.lesson.guidance.steps;
		play_to_end(what);
	}
	table_lesson_close(&table);
	qsort(touched, IN_A_ROW, sizeof(touched[0]), by_size);
	printf("%s: %d puzzles in a row, pieces touched to set one up: median %d, most %d\n",
	       rules_name(g), IN_A_ROW, touched[IN_A_ROW / 2], touched[IN_A_ROW - 1]);
	if (touched[IN_A_ROW / 2] > TOUCHED)
		fail_msg("%s: more than %d pieces touched", rules_name(g), TOUCHED);
}

/* Plays on a board that all games fit, which is empty at first. */
static void
test_every_game(void **state)
{
	static struct board wide = { .name = "wide", .files = 11, .ranks = 9 };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	const struct game *const *games;
	size_t n;

	(void)state;
	games = rules_games(&n);
	begin();
	for (size_t i = 0; i < n; i++) {
		table_init(&table, &wide, &config, store, &ops, NULL, ua);
		for (uint8_t sq = 0; sq < 99; sq++)
			table_message(&table, &(struct busio_msg){ .kind = BUSIO_EDGE, .sq = sq });
		table_begin(&table, NULL, 1000000);
		play_row(games[i]);
	}
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_course),
		KEPT_TEST(test_hints),
		KEPT_TEST(test_words),
		KEPT_TEST(test_refused),
		KEPT_TEST(test_every_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
