/*
 * A reed sensor sticks in the middle of a game. Guidance waits for a change that no player can
 * make, the board reports the suspected sensors, and the player answers on the screen. The game
 * continues without that square, and with it once it is repaired. The programs are unmodified and
 * run in virtual time, so the board's minute of waiting takes no time.
 *
 * usage: test-ui-stuck HALO-SCREEN HALOD HALO-BOARD BOARDS touch|keys
 *
 * Exits with 77, ctest's code for skipped, if Xvfb or xdotool is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/sitting.h"

enum {
	TOUCH_MS = 300,      /* between two touches */
	JUDGED_MS = 3000,    /* longer than the delay that makes a move final */
	WAITED_MS = 60000,   /* delay until a sensor is suspected */
	SQ_G8 = 7 * RULES_FILES_MAX + 6,
};

static const char *const *programs;

/* Waits until a state shows the result of the last request. */
static void
told_wait(const char *key, const char *list)
{
	json_t *want = json_loads(list, 0, NULL);

	while (!json_equal(json_object_get(sitting_client.state, key), want))
		sitting_news();
	json_decref(want);
	sitting_follow();
}

static void
play(const char *action)
{
	json_int_t n = sitting_actions();

	rig_play(&sitting_rig, rig_text(sitting_client.state, "settled"), action, TOUCH_MS);
	rig_pause(&sitting_rig, JUDGED_MS);
	sitting_more(n);
	assert_true(json_is_null(json_object_get(sitting_client.state, "guidance")));
}

static const char *
last_action(void)
{
	return rig_text(json_object_get(sitting_client.state, "last"), "action");
}

/* Moves the knight to f6 while g8 still reads as occupied. */
static void
knight_sticks(void)
{
	rig_board(&sitting_rig, "stuck g8 1");
	rig_board(&sitting_rig, "lift g8");
	rig_pause(&sitting_rig, TOUCH_MS);
	rig_board(&sitting_rig, "put f6 n");
	rig_pause(&sitting_rig, JUDGED_MS);
	while (!sitting_model.state.guidance.on)
		sitting_news();
	assert_null(sitting_target(TARGET_NOTICE, 0)); /* no suspected sensor yet */
	rig_pause(&sitting_rig, WAITED_MS);
	told_wait("suspects", "[\"f6\",\"f7\",\"g8\"]");
}

static void
test_stuck(void **unused)
{
	(void)unused;
	sitting_begin_in(programs, "reed-8x8", "1", true);
	sitting_game("chess", NULL);
	sitting_stands();
	rig_pause(&sitting_rig, JUDGED_MS);
	sitting_follow();
	play("e2e4");
	knight_sticks();

	sitting_touch(TARGET_NOTICE, 0);
	sitting_touch(TARGET_DOUBT, SQ_G8);
	sitting_touch(TARGET_NO, 0);
	sitting_touch(TARGET_DOUBT, SQ_G8);
	sitting_touch(TARGET_YES, 0);
	told_wait("blind", "[\"g8\"]");
	assert_int_equal(sitting_model.state.n_troubles, 1); /* that g8 is ignored */
	sitting_touch(TARGET_BACK, 0);
	assert_string_equal(rig_text(sitting_client.state, "provisional"), "g8f6");
	sitting_touch(TARGET_DONE, 0);
	sitting_more(1);
	assert_string_equal(last_action(), "g8f6");
	play("b1c3");
	play("b8c6");

	/* The sensor is repaired. */
	rig_board(&sitting_rig, "stuck g8 off");
	sitting_touch(TARGET_TROUBLES, 0);
	sitting_touch(TARGET_SENSORS, 0);
	sitting_touch(TARGET_BELIEVE, SQ_G8);
	sitting_touch(TARGET_YES, 0);
	told_wait("blind", "[]");
	assert_int_equal(sitting_model.state.n_troubles, 0);
	sitting_touch(TARGET_BACK, 0);
	sitting_touch(TARGET_BACK, 0);
	play("g1f3");
	play("f6g8");
	assert_string_equal(last_action(), "f6g8");
	sitting_seen();
	sitting_end();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_stuck) };

	if (argc != 6)
		return 2;
	if (!sitting_can())
		return SITTING_SKIPPED;
	programs = (const char *const *)(argv + 1);
	sitting_by = sitting_by_name(argv[5]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
