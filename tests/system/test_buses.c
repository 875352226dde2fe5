/*
 * One daemon on two buses, each a virtual board with all chips. The daemon sees
 * ranks 1 to 6 on the first, and the rest and the lamps on the second. Hands do
 * the same to both.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "tests/system/rig.h"

static struct rig_programs programs;
static const char *description;

struct bench {
	struct rig first, second;
	struct rig_client client;
};

static void both(struct bench *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void
both(struct bench *b, const char *fmt, ...)
{
	char line[128];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	rig_board(&b->first, "%s", line);
	rig_board(&b->second, "%s", line);
}

static void
open_bench(struct bench *b)
{
	char bus[160];

	rig_init(&b->first, programs, "reed-8x8", false);
	rig_init(&b->second, programs, "reed-8x8", false);
	rig_board_start(&b->first);
	rig_board_start(&b->second);
	both(b, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	snprintf(bus, sizeof(bus), "1=unix:%s/bus", b->second.dir);
	rig_halod_start(&b->first,
			(const char *const[]){ "--board", description, "--bus", bus, NULL });
	rig_connect(&b->first, &b->client);
}

static void
close_bench(struct bench *b)
{
	rig_disconnect(&b->client);
	assert_int_equal(rig_halod_stop(&b->first), 0);
	assert_string_equal(rig_board(&b->second, "lamps"), "");
	rig_finish(&b->first);
	rig_finish(&b->second);
}

static bool
is_present(const struct bench *b, const char *sq)
{
	const json_t *present = json_object_get(b->client.state, "present");

	for (size_t i = 0; i < json_array_size(present); i++)
		if (strcmp(json_string_value(json_array_get(present, i)), sq) == 0)
			return true;
	return false;
}

/* Waits until the daemon has seen it: a slow machine must not miss a short state. */
static void
lift(struct bench *b, const char *sq)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	both(b, "lift %s", sq);
	while (is_present(b, sq)) {
		if (rig_now_us() > end)
			fail_msg("%s is not seen empty: %s", sq, rig_log(&b->first));
		rig_pump(&b->client, 50);
	}
}

/* The captor may be on one bus and its victim on the other. */
static void
move(struct bench *b, const char *from, const char *to, char piece, bool captures, unsigned n)
{
	lift(b, from);
	if (captures)
		lift(b, to);
	both(b, "put %s %c", to, piece);
	if (!rig_wait_int(&b->client, "n_actions", n))
		fail_msg("%s%s was not taken: %s", from, to, rig_log(&b->first));
}

static void
test_game(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	move(&b, "e2", "e4", 'P', false, 1);
	move(&b, "d7", "d5", 'p', false, 2);
	move(&b, "e4", "d5", 'P', true, 3);
	move(&b, "d8", "d5", 'q', true, 4);
	move(&b, "b1", "c3", 'N', false, 5);
	move(&b, "d5", "d2", 'q', true, 6);
	move(&b, "c1", "d2", 'B', true, 7);
	move(&b, "b8", "c6", 'n', false, 8);
	assert_int_equal(json_array_size(json_object_get(rig_state(&b.client), "troubles")), 0);
	assert_non_null(strstr(rig_text(rig_ok(&b.client, "{\"kind\":\"pgn\"}"), "pgn"),
			       "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 Nc6"));
	close_bench(&b);
}

/* One bus fails and returns; the other keeps working, and the game continues. */
static void
test_one_away(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	move(&b, "e2", "e4", 'P', false, 1);
	rig_board_stop(&b.second);
	assert_true(rig_log_has(&b.first, "board: bus 1 ("));
	assert_int_equal(json_array_size(json_object_get(rig_state(&b.client), "troubles")), 1);
	rig_board_start(&b.second);
	rig_board(&b.second, "setup rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	assert_true(rig_log_has(&b.first, "over: bus 1 ("));
	/* Readings in between are not taken for moves. */
	while (json_is_true(json_object_get(json_object_get(b.client.state, "guidance"), "on")))
		assert_true(rig_pump(&b.client, RIG_PATIENCE_MS));
	move(&b, "d7", "d5", 'p', false, 2);
	move(&b, "e4", "d5", 'P', true, 3);
	assert_null(strstr(rig_log(&b.first), "board: bus 0"));
	close_bench(&b);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_game),
		cmocka_unit_test(test_one_away),
	};

	if (argc < 4)
		rig_die("usage: %s HALOD HALO-BOARD DESCRIPTION", argv[0]);
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	description = argv[3];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
