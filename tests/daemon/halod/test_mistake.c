/* My mistakes: what a review finds bad becomes a puzzle of the person who played it, by hands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "lesson_hands.h"

enum { PARTNER = 3 };

#define STATE    "{\"kind\":\"state\"}"
#define LISTED(who) "{\"kind\":\"lesson\",\"game\":\"chess\",\"player\":\"" who "\"}"
#define BEGIN(who)  "{\"kind\":\"lesson\",\"game\":\"chess\",\"mistake\":true,\"player\":\"" who "\"}"

/* Waits for replies of the store that no client gets, and handles them. */
static void
take_replies(void)
{
	struct store_answer *a;
	uint32_t whose;

	while (!(a = store_answer_take(store)))
		wait_store();
	for (; a; a = store_answer_take(store)) {
		json_decref(request_later(&table, a, &whose));
		assert_int_equal(whose, 0);
		store_answer_free(a);
	}
}

/* A partner's scores of an action, and the best line instead of it. */
struct score {
	int played, best;
	const char *line;
};

/* Reviews the game of that number as a partner does. */
static void
review(uint32_t game, const struct score *scores)
{
	char text[256];

	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	snprintf(text, sizeof(text), "{\"kind\":\"review\",\"game_id\":%u}", game);
	want(OTHER, text, "\"review\":null");
	for (; table_review_wanted(&table); scores++) {
		snprintf(text, sizeof(text),
			 "{\"kind\":\"reviewed\",\"task\":%u,\"score\":%d,\"best_score\":%d,\"line\":\"%s\"}",
			 table_review_wanted(&table), scores->played, scores->best, scores->line);
		want(PARTNER, text, "\"ok\"");
	}
	while (table.review.number)
		take_replies();
}

/* Fool's mate: White's second and third move are mistakes, and so is Black's first one. */
static const struct score fools[] = {
	{ -300, 30, "e2e4 e7e5" },
	{ 90, 400, "d7d5" },
	{ -29999, -90, "b1c3" },
	{ 29999, 29999, "d8h4" },
};

static void
play_fools_mate(const char *more)
{
	char words[200];

	snprintf(words, sizeof(words), "\"game\":\"chess\",%s", more);
	new_game(words);
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
}

static void
set_up(void)
{
	while (table.lesson.stage == TABLE_LESSON_SETUP)
		follow_guidance("set-up");
	assert_int_equal(table.lesson.stage, TABLE_LESSON_TASK);
}

static void
test_course(void **state)
{
	(void)state;
	begin();
	want(OTHER, LISTED("Anna"), "\"mistakes\":0");
	want(OTHER, BEGIN("Anna"), "no mistake of Anna waits");
	play_fools_mate(PEOPLE);
	review(2, fools);
	want(OTHER, LISTED("Anna"), "\"mistakes\":2");
	want(OTHER, LISTED("Ben"), "\"mistakes\":1");
	want(OTHER, LISTED("Cleo"), "\"mistakes\":0");
	want(OTHER, BEGIN("Anna"), "\"ok\"");
	want(OTHER, STATE, "\"kind\":\"mistake\",\"number\":0,\"name\":\"Game 2, turn 1\"");
	set_up();
	want(OTHER, STATE, "White to move. In the game you played f3. What is better?");
	/* The move of the game is known; another one is led back too. */
	touch(13, false);
	touch(21, true);
	table_advance(&table, table.now_us + 5000000);
	assert_string_equal(table.lesson.remark, "That is what you played. Another move is better.");
	set_up();
	touch(8, false);
	touch(16, true);
	table_advance(&table, table.now_us + 5000000);
	assert_string_equal(table.lesson.remark, "That is possible, but the review found another action.");
	set_up();
	press(HINT, 100000);
	assert_non_null(strstr(table.lesson.remark, "Hint: white pawn on e2"));
	make_goal();
	assert_int_equal(table.lesson.stage, TABLE_LESSON_END);
	assert_non_null(strstr(table.lesson.remark, "Right: e4"));
	want(OTHER, STATE, "\"mistakes\":1");
	/* OK begins the next one, and the last one ends. */
	press(OK, 100000);
	while (table.lesson.mistake.move != 3)
		take_replies();
	set_up();
	want(OTHER, STATE, "In the game you played g4. What is better?");
	make_goal();
	want(OTHER, LISTED("Anna"), "\"mistakes\":0");
	press(OK, 100000);
	want(OTHER, STATE, "\"lesson\":null");
	/* The puzzles of the game do not count them; the other player's stay, also after a restart. */
	want(OTHER, LISTED("Anna"), "\"solved\":0");
	wait_written();
	end();
	begin();
	want(OTHER, LISTED("Ben"), "\"mistakes\":1");
	want(OTHER, BEGIN("Ben"), "\"ok\"");
	set_up();
	want(OTHER, STATE, "Black to move. In the game you played e5. What is better?");
	end();
}

/* Plays the computer's move. */
static void
computer_plays(const char *action)
{
	char text[96];

	table_advance(&table, table.now_us + 1000);
	snprintf(text, sizeof(text), "{\"kind\":\"play\",\"task\":%u,\"action\":\"%s\"}", table_task(&table), action);
	want(PARTNER, text, "\"ok\"");
	act(OTHER, action);
}

/* A computer has no mistakes to learn from. */
static void
test_computer(void **state)
{
	(void)state;
	begin();
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	new_game("\"game\":\"chess\",\"names\":{\"w\":\"Anna\"},\"players\":{\"b\":\"computer:1\"}");
	act(OTHER, "f2f3");
	computer_plays("e7e5");
	act(OTHER, "g2g4");
	computer_plays("d8h4");
	new_game("\"game\":\"chess\"");
	review(2, fools);
	want(OTHER, LISTED("Anna"), "\"mistakes\":2");
	want(OTHER, LISTED("Computer"), "\"mistakes\":0");
	want(OTHER, LISTED(""), "\"mistakes\":0");
	end();
}

/* Imported games were not played here: their players get no puzzles. */
static void
test_imported(void **state)
{
	(void)state;
	begin();
	wait_written(); /* the game on the board is number 1 */
	want(OTHER, "{\"kind\":\"import\",\"text\":\"[White \\\"Anna\\\"]\\n[Black \\\"Eve\\\"]\\n[Result \\\"0-1\\\"]\\n\\n"
		    "1. f3 e5 2. g4 Qh4# 0-1\\n\"}",
	     "\"n\":1");
	want(OTHER, "{\"kind\":\"list\"}", "\"white\":\"Anna\"");
	review(2, fools);
	want(OTHER, "{\"kind\":\"review\",\"game_id\":2}", "\"class\":\"blunder\"");
	want(OTHER, LISTED("Anna"), "\"mistakes\":0");
	end();
}

/* A mistake that is still read when the learner leaves, or begins something else, does not begin. */
static void
test_late(void **state)
{
	(void)state;
	begin();
	play_fools_mate(PEOPLE);
	review(2, fools);
	for (unsigned other = 0; other < 2; other++) {
		want(OTHER, BEGIN("Anna"), "\"ok\"");
		assert_int_equal(table.lesson.kind, TABLE_LESSON_MISTAKE);
		table.lesson.stage = TABLE_LESSON_END;
		press(OK, 100000);
		if (other)
			want(OTHER, "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":1}",
			     "\"ok\"");
		else
			press(BACK, 100000);
		take_replies();
		want(OTHER, STATE, other ? "\"number\":1" : "\"lesson\":null");
	}
	end();
}

/* A mistake stays in the list if the journal cannot be read now. */
static void
test_unreadable(void **state)
{
	sqlite3 *disk;

	(void)state;
	begin();
	play_fools_mate(PEOPLE);
	review(2, fools);
	disk = hold_disk();
	assert_int_equal(sqlite3_exec(disk, "UPDATE action SET text = '?'", NULL, NULL, NULL),
			 SQLITE_OK);
	release_disk(disk);
	want(OTHER, BEGIN("Ben"), "\"error\"");
	want(OTHER, LISTED("Ben"), "\"mistakes\":1");
	end();
}

/* A game that has lost its review is no puzzle any more. */
static void
test_lost(void **state)
{
	sqlite3 *disk;

	(void)state;
	begin();
	play_fools_mate(PEOPLE);
	review(2, fools);
	disk = hold_disk();
	assert_int_equal(sqlite3_exec(disk, "DELETE FROM review", NULL, NULL, NULL), SQLITE_OK);
	release_disk(disk);
	/* A game that was interrupted for it is offered at once. */
	new_game("\"game\":\"chess\"");
	act(OTHER, "e2e4");
	wait_written();
	want(OTHER,
	     "{\"kind\":\"lesson\",\"game\":\"chess\",\"mistake\":true,\"player\":\"Ben\","
	     "\"force\":true}",
	     "game 2 has no review any more");
	want(OTHER, "{\"kind\":\"state\"}", "\"kind\":\"play-on\"");
	want(OTHER, LISTED("Ben"), "\"mistakes\":0");
	want(OTHER, LISTED("Anna"), "\"mistakes\":2");
	end();
}

/* The newest mistakes are kept when there is no room for all. */
static void
test_many(void **state)
{
	static const char moves[] = "g1f3 g8f6 f3g1 f6g8";
	static struct score all[17];

	(void)state;
	begin();
	new_game("\"game\":\"chess\"," PEOPLE);
	for (unsigned i = 0; i < 3; i++)
		act(OTHER, moves);
	act(OTHER, FOOLS_MATE);
	new_game("\"game\":\"chess\"");
	for (unsigned i = 0; i < 16; i++)
		all[i] = (struct score){ -900, 30, i % 2 ? "a7a6" : "a2a3" };
	review(2, all);
	want(OTHER, LISTED("Anna"), "\"mistakes\":8");
	want(OTHER, BEGIN("Anna"), "\"ok\"");
	assert_int_equal(table.lesson.mistake.move, 1);
	for (unsigned game = 4; game < 8; game += 2) {
		table_lesson_close(&table);
		new_game("\"game\":\"chess\"," PEOPLE);
		for (unsigned i = 0; i < 3; i++)
			act(OTHER, moves);
		act(OTHER, FOOLS_MATE);
		new_game("\"game\":\"chess\"");
		review(game, all);
	}
	want(OTHER, LISTED("Anna"), "\"mistakes\":20");
	want(OTHER, BEGIN("Anna"), "\"ok\"");
	assert_int_equal(table.lesson.mistake.game, 2);
	assert_int_equal(table.lesson.mistake.move, 9);
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_course), KEPT_TEST(test_computer),   KEPT_TEST(test_imported),
		KEPT_TEST(test_late),   KEPT_TEST(test_unreadable), KEPT_TEST(test_lost),
		KEPT_TEST(test_many),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
