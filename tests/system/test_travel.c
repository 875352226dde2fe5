/*
 * A game moves between boards. It begins on a board of reeds and leaves as a
 * record. Guidance sets it up on a board of another kind, where it continues by
 * hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/system/rig.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

enum { STEPS_MAX = 40 };

static struct rig_programs programs;

struct place {
	struct rig rig;
	struct rig_client client;
};

static void
place_open(struct place *p, const char *board)
{
	rig_init(&p->rig, programs, board, true);
	rig_board_start(&p->rig);
	rig_board(&p->rig, "setup " START);
	rig_halod_start(&p->rig, NULL);
	rig_connect(&p->rig, &p->client);
}

static void
place_close(struct place *p)
{
	rig_disconnect(&p->client);
	assert_int_equal(rig_halod_stop(&p->rig), 0);
	rig_finish(&p->rig);
}

static json_int_t
played(struct place *p)
{
	return json_integer_value(json_object_get(rig_state(&p->client), "n_actions"));
}

static void
play(struct place *p, const char *action)
{
	json_int_t n = played(p);

	rig_play(&p->rig, rig_text(rig_state(&p->client), "settled"), action, 300);
	rig_board(&p->rig, "press clock");
	rig_pause(&p->rig, 100);
	rig_board(&p->rig, "release clock");
	rig_pause(&p->rig, 100);
	assert_int_equal(played(p), n + 1);
}

/* Returns the record of the game on the board, as a value for a message; the caller frees it. */
static char *
record_take(struct place *p)
{
	json_t *record =
		json_string(rig_text(rig_ok(&p->client, "{\"kind\":\"record\"}"), "record"));
	char *text = json_dumps(record, JSON_ENCODE_ANY);

	json_decref(record);
	return text;
}

static void
travel(const char *from, const char *to)
{
	struct place p;
	char *record;

	place_open(&p, from);
	play(&p, "e2e4");
	play(&p, "d7d5");
	play(&p, "e4d5");
	record = record_take(&p);
	place_close(&p);

	place_open(&p, to);
	rig_ok(&p.client, "{\"kind\":\"open\",\"record\":%s}", record);
	free(record);
	rig_pause(&p.rig, 3000);
	assert_int_equal(played(&p), 3);
	assert_true(json_is_object(json_object_get(rig_state(&p.client), "guidance")));
	for (unsigned i = 0; rig_follow(&p.rig, &p.client); i++)
		assert_true(i < STEPS_MAX);
	play(&p, "d8d5");
	assert_non_null(strstr(rig_text(rig_ok(&p.client, "{\"kind\":\"pgn\"}"), "pgn"),
			       "1. e4 d5 2. exd5 Qxd5 *"));
	/* It stays a game of this board, also over a restart. */
	assert_true(rig_wait_int(&p.client, "recorded", 4));
	place_close(&p);
}

static void
test_to_measuring(void **state)
{
	(void)state;
	travel("reed-8x8", "linear-8x8");
}

static void
test_to_reeds(void **state)
{
	(void)state;
	travel("linear-8x8", "matrix-8x8");
}

/* A game with a grave stays on its board until it is over, and then reveals everything. */
static void
test_secrets_stay(void **state)
{
	struct place p;
	json_t *answer;
	char *record;

	(void)state;
	place_open(&p, "reed-8x8");
	rig_ok(&p.client, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}");
	rig_ok(&p.client, "{\"kind\":\"screen\"}");
	rig_ok(&p.client, "{\"kind\":\"act\",\"action\":\"e2e4\"}");
	rig_ok(&p.client, "{\"kind\":\"act\",\"action\":\"d7d5\"}");
	rig_ok(&p.client, "{\"kind\":\"act\",\"action\":\"e4d5\"}");
	rig_ok(&p.client, "{\"kind\":\"handover\",\"seat\":\"w\"}");
	rig_ok(&p.client, "{\"kind\":\"act\",\"action\":\"bury:g1\"}");
	record = record_take(&p);
	assert_non_null(strstr(record, "bury:?"));
	answer = rig_ask(&p.client, "{\"kind\":\"open\",\"record\":%s}", record);
	assert_non_null(strstr(rig_text(answer, "why"), "a game is running that hides something"));
	answer = rig_ask(&p.client, "{\"kind\":\"open\",\"record\":%s,\"force\":true}", record);
	assert_non_null(strstr(rig_text(answer, "why"), "bury:? is not a legal action"));
	free(record);
	rig_ok(&p.client, "{\"kind\":\"resign\",\"seat\":\"b\"}");
	rig_pause(&p.rig, 1000);
	record = record_take(&p);
	assert_non_null(strstr(record, "bury:?"));
	free(record);
	rig_reveal(&p.client);
	rig_pause(&p.rig, 1000);
	record = record_take(&p);
	assert_non_null(strstr(record, "bury:g1"));
	rig_ok(&p.client, "{\"kind\":\"open\",\"record\":%s,\"force\":true}", record);
	free(record);
	place_close(&p);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_to_measuring),
		cmocka_unit_test(test_to_reeds),
		cmocka_unit_test(test_secrets_stay),
	};

	if (argc != 3)
		rig_die("usage: test-system-travel HALOD HALO-BOARD");
	programs = (struct rig_programs){ argv[1], argv[2] };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
