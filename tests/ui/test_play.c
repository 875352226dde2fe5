/*
 * Plays random games of every kind on unmodified programs. The screen's functions (choosing a game,
 * dice, purchases, cards, burials, masks, ends of turns, resigning) are used only on the screen: by
 * touch, with three keys (Tab, Return, Escape), or with the board's buttons (hint, ok, back). Moves
 * are sent to the daemon as requests, and the virtual board is then set up. test_ends.c moves the
 * pieces by hand, to the end by the rules.
 *
 * usage: test-ui-play HALO-SCREEN HALOD HALO-BOARD BOARDS touch|keys|buttons GAME…
 *
 * Exits with 77, ctest's code for skipped, if Xvfb or xdotool is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/chance.h"
#include "tests/ui/sitting.h"

enum {
	ACTIONS = 60,      /* then the first seat resigns on the screen */
	ACTIONS_SLOW = 16, /* by buttons, each of which takes time */
};

static uint64_t seed = 4711;

/* ---- playing ---- */

static bool
is_board_move(const char *a)
{
	return a[0] >= 'a' && a[0] <= 'k' && a[1] >= '1' && a[1] <= '9' && strcmp(a, "end") != 0;
}

/* Plays a random move on the board. Some are refused for reasons that only their player knows. */
static bool
board_move(void)
{
	const json_t *actions = json_object_get(sitting_client.state, "actions");
	json_int_t was = sitting_actions();
	size_t n = json_array_size(actions);

	for (unsigned i = 0; n > 0 && i < 300; i++) {
		char action[32];
		json_t *o;

		snprintf(action, sizeof(action), "%s",
			 json_string_value(json_array_get(actions, random_below(&seed, (unsigned)n))));
		if (!is_board_move(action) && strncmp(action, "transfer:", 9) != 0)
			continue;
		o = rig_ask(&sitting_client, "{\"kind\":\"act\",\"action\":\"%s\"}", action);
		if (strcmp(rig_text(o, "kind"), "ok") != 0)
			continue;
		sitting_more(was);
		sitting_board();
		return true;
	}
	return false;
}

/* Reports whether something can be bought without setting down a piece. */
static bool
has_ware(void)
{
	return sitting_model.state.n_words > 0 && strlen(sitting_model.state.word[0]) > 6 &&
	       strncmp(sitting_model.state.word[0], "buy:", 4) == 0;
}

static void
prompt_answer(void)
{
	uint32_t id = sitting_model.state.prompt.id;

	if (sitting_target(TARGET_OPTION, 0) != NULL)
		sitting_touch(TARGET_OPTION, 0);
	else
		sitting_touch(TARGET_NO, 0);
	while (sitting_model.state.prompt.id == id)
		sitting_news();
}

static void
play_one(void)
{
	sitting_follow();
	if (prompt_covers(&sitting_model.state.prompt))
		prompt_answer();
	else if (sitting_has_group(CHOICE_ROLL))
		sitting_word(CHOICE_ROLL, NULL);
	else if (sitting_has_word("assign:") || sitting_has_word("bury:"))
		sitting_secret();
	else if (sitting_has_group(CHOICE_PROMOTE))
		sitting_word(CHOICE_PROMOTE, NULL);
	else if (sitting_has_group(CHOICE_SECRET) && random_below(&seed, 2) == 0)
		sitting_secret();
	else if (sitting_has_group(CHOICE_BUY) && has_ware() && random_below(&seed, 2) == 0)
		sitting_word(CHOICE_BUY, NULL);
	else if (sitting_has_group(CHOICE_END) && random_below(&seed, 2) == 0)
		sitting_word(CHOICE_END, NULL);
	else if (board_move())
		return;
	else if (sitting_has_group(CHOICE_SECRET))
		sitting_secret();
	else if (sitting_has_group(CHOICE_END))
		sitting_word(CHOICE_END, NULL);
	else
		sitting_news();
	sitting_board();
}

/* Resigns for the first seat on the screen and waits for the end of the game. */
static void
game_resign(void)
{
	/* The last action's board may have raised a question, which covers the menu's button. */
	for (sitting_follow(); prompt_covers(&sitting_model.state.prompt); sitting_board())
		prompt_answer();
	sitting_touch(TARGET_MENU, 0);
	sitting_touch(TARGET_PAGE, UI_PAGE_SEATS);
	sitting_touch(TARGET_RESIGN, 0);
	sitting_touch(TARGET_YES, 0);
	while (sitting_model.state.phase == UI_PHASE_PLAYING)
		sitting_news();
}

static void
game_play(const char *game)
{
	unsigned before = sitting_touches, least = 3; /* home, the game, start */
	json_int_t most = sitting_by == SITTING_BUTTONS ? ACTIONS_SLOW : ACTIONS;
	json_int_t n;

	sitting_game(game, NULL);
	sitting_board();
	while (sitting_model.state.phase == UI_PHASE_PLAYING && sitting_actions() < most)
		play_one();
	n = sitting_actions();
	if (sitting_model.state.phase == UI_PHASE_PLAYING) {
		game_resign();
		least += 3;
	}
	assert_int_equal(sitting_model.state.phase, UI_PHASE_OVER);
	assert_int_equal(ui_model_page(&sitting_model), UI_PAGE_OVER);
	print_message("%s: %d actions, %s; %u %s\n", game, (int)n, sitting_model.state.result_text,
		      sitting_touches - before, sitting_by == SITTING_TOUCH ? "touches" : "keys");
	assert_true(n > 3 && sitting_touches - before >= least);
}

static const char *const *programs, *const *wanted;

static void
test_games(void **unused)
{
	(void)unused;
	sitting_begin(programs, strcmp(wanted[0], "american") == 0 ? "hall-11x9" : "reed-8x8",
		      "0.1");
	for (; *wanted != NULL; wanted++)
		game_play(*wanted);
	sitting_end();
}

/*
 * Sets a pawn down on the last rank and promotes it to a piece other than a queen before the move
 * becomes final.
 */
static void
test_promotion(void **unused)
{
	(void)unused;
	sitting_begin(programs, "reed-8x8", "60");
	/* Set up the pieces first: the board takes a minute to become quiet. */
	rig_board(&sitting_rig, "setup 8/P6k/8/8/8/8/8/K7");
	while (json_array_size(json_object_get(sitting_client.state, "present")) != 3)
		sitting_news();
	rig_ok(&sitting_client, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true,"
				"\"position\":\"8/P6k/8/8/8/8/8/K7 w - - 0 1\"}");
	sitting_quiet();
	sitting_stands();
	rig_board(&sitting_rig, "lift a7");
	while (sitting_present("a7"))
		sitting_news();
	rig_board(&sitting_rig, "put a8 P");
	while (sitting_model.state.prompt.kind != UI_PROMPT_PROMOTION)
		sitting_news();
	assert_string_equal(sitting_model.state.prompt.option[2].action, "a7a8b");
	sitting_touch(TARGET_OPTION, 2);
	sitting_more(0);
	assert_int_equal(strncmp(rig_text(sitting_client.state, "settled"), "B7/", 3), 0);
	sitting_end();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_games),
					    cmocka_unit_test(test_promotion) };

	if (argc < 7)
		return 2;
	if (!sitting_can())
		return SITTING_SKIPPED;
	programs = (const char *const *)(argv + 1);
	sitting_by = sitting_by_name(argv[5]);
	wanted = (const char *const *)(argv + 6);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
