/*
 * A game from elsewhere is replayed on the virtual board: imported as PGN, listed, set up and
 * followed by hand move by move, while the game on the board stays as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/system/rig.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static struct rig_programs programs;

/* A capture, a capture en passant and a castling. */
static const char pgn[] =
	"[Event \\\"Casual\\\"]\\n[White \\\"Clara\\\"]\\n[Black \\\"Dora\\\"]\\n[Result \\\"1-0\\\"]\\n\\n"
	"1. e4 d5 2. exd5 c5 3. dxc6 Nf6 4. Nf3 e6 5. Be2 Be7 6. O-O 1-0\\n";
static const char *const moves[] = { "e2e4", "d7d5", "e4d5", "c7c5", "d5c6", "g8f6",
				     "g1f3", "e7e6", "f1e2", "f8e7", "e1g1" };

enum {
	MOVES = sizeof(moves) / sizeof(moves[0]),
	LOOK_US = 5000,     /* real time between two queries */
	LOOK_PAUSE_MS = 20, /* virtual time between two queries */
};

static const json_t *
showing(struct rig_client *c)
{
	return json_object_get(rig_state(c), "showing");
}

static bool
is_at(const json_t *now, unsigned move, const char *stage)
{
	return json_integer_value(json_object_get(now, "move")) == move &&
	       strcmp(rig_text(now, "stage"), stage) == 0;
}

/* Waits until the replay is at that move and stage. */
static void
want(struct rig *r, struct rig_client *c, unsigned move, const char *stage)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	const json_t *now;

	while (now = showing(c), !is_at(now, move, stage) && rig_now_us() < end) {
		rig_sleep_us(LOOK_US);
		rig_pause(r, LOOK_PAUSE_MS);
	}
	if (!is_at(now, move, stage))
		fail_msg("%s at move %lld, not %s at move %u: %s", rig_text(now, "stage"),
			 (long long)json_integer_value(json_object_get(now, "move")), stage, move,
			 rig_text(now, "text"));
}

/* Returns the position after n moves of the shown game; valid until the next request. */
static const char *
position_after(struct rig_client *c, json_int_t game, unsigned n)
{
	json_t *answer = rig_ok(c, "{\"kind\":\"show\",\"game_id\":%lld,\"move\":%u}",
				(long long)game, n);

	return rig_text(json_object_get(answer, "shown"), "position");
}

static void
press(struct rig *r, const char *button)
{
	rig_board(r, "press %s", button);
	rig_pause(r, 100);
	rig_board(r, "release %s", button);
	rig_pause(r, 500);
}

static void
test_replay(void **state)
{
	struct rig rig;
	struct rig_client c;
	json_int_t game;
	json_t *list;

	(void)state;
	rig_init(&rig, programs, "reed-8x8", true);
	rig_board_start(&rig);
	rig_board(&rig, "setup " START);
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &c);
	rig_ok(&c, "{\"kind\":\"screen\"}");
	rig_ok(&c, "{\"kind\":\"import\",\"text\":\"%s\"}", pgn);
	list = json_object_get(rig_ok(&c, "{\"kind\":\"list\",\"find\":\"casual\"}"), "games");
	assert_int_equal(json_array_size(list), 1);
	assert_string_equal(rig_text(json_array_get(list, 0), "event"), "Casual");
	game = json_integer_value(json_object_get(json_array_get(list, 0), "id"));
	rig_ok(&c, "{\"kind\":\"show\",\"game_id\":%lld,\"move\":0,\"lamps\":true}",
	       (long long)game);
	for (unsigned i = 0; i < MOVES; i++) {
		char position[128];

		want(&rig, &c, i, "next");
		snprintf(position, sizeof(position), "%s", position_after(&c, game, i));
		rig_play(&rig, position, moves[i], 300);
		rig_pause(&rig, 1000);
	}
	want(&rig, &c, MOVES, "end");
	press(&rig, "back");
	want(&rig, &c, MOVES - 1, "setup");
	press(&rig, "ok");
	want(&rig, &c, MOVES, "end");
	rig_ok(&c, "{\"kind\":\"show\",\"leave\":true}");
	assert_true(json_is_null(showing(&c)));
	assert_int_equal(json_integer_value(json_object_get(rig_state(&c), "n_actions")), 0);
	rig_board(&rig, "setup " START);
	rig_pause(&rig, 2000);
	press(&rig, "ok"); /* the pieces stand */
	rig_play(&rig, START " w KQkq - 0 1", "d2d4", 300);
	press(&rig, "clock");
	assert_true(rig_wait_int(&c, "n_actions", 1));
	rig_disconnect(&c);
	assert_int_equal(rig_halod_stop(&rig), 0);
	rig_finish(&rig);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_replay) };

	if (argc != 3)
		return 2;
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
