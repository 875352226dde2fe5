/*
 * End to end through unmodified programs, in virtual time: hands on the virtual
 * board, the daemon's state and lamps, and failures of chips, disks, clients
 * and the daemon itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/trace/replay.h"
#include "tests/system/rig.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static struct rig_programs programs;

struct bench {
	struct rig rig;
	struct rig_client client;
};

static void
open_with(struct bench *b, const char *board, const char *setup, bool virtual_time)
{
	rig_init(&b->rig, programs, board, virtual_time);
	rig_board_start(&b->rig);
	rig_board(&b->rig, "setup %s", setup);
	rig_halod_start(&b->rig, NULL);
	rig_connect(&b->rig, &b->client);
}

static void
open_bench(struct bench *b)
{
	open_with(b, "reed-8x8", START, true);
}

static void
close_bench(struct bench *b)
{
	rig_disconnect(&b->client);
	assert_int_equal(rig_halod_stop(&b->rig), 0);
	/* All lamps are off at the end, and the chips' data sheets were obeyed. */
	assert_string_equal(rig_board(&b->rig, "lamps"), "");
	assert_non_null(strstr(rig_board(&b->rig, "stats"), "violations=0"));
	rig_finish(&b->rig);
}

/* Plays actions by hand, each ended by the clock. */
static void
play(struct bench *b, const char *actions)
{
	char copy[1024], *save = NULL;

	snprintf(copy, sizeof(copy), "%s", actions);
	for (char *a = strtok_r(copy, " ", &save); a; a = strtok_r(NULL, " ", &save)) {
		json_int_t n =
			json_integer_value(json_object_get(rig_state(&b->client), "n_actions"));

		rig_play(&b->rig, rig_text(rig_state(&b->client), "settled"), a, 300);
		rig_board(&b->rig, "press clock");
		rig_pause(&b->rig, 100);
		rig_board(&b->rig, "release clock");
		rig_pause(&b->rig, 100);
		if (!rig_wait_int(&b->client, "n_actions", n + 1)) {
			char *text = json_dumps(rig_state(&b->client), 0);

			fail_msg("%s was not taken: %s", a, text);
		}
	}
}

static void
wait_recorded(struct bench *b)
{
	json_int_t n = json_integer_value(json_object_get(rig_state(&b->client), "n_actions"));

	assert_true(rig_wait_int(&b->client, "recorded", n));
}

#define ITALIAN "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 c4f7 f8f7"

static void
test_game(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	play(&b, ITALIAN);
	wait_recorded(&b);
	assert_non_null(strstr(rig_text(rig_ok(&b.client, "{\"kind\":\"pgn\"}"), "pgn"),
			       "5. d3 O-O 6. Bxf7+ Rxf7 *"));
	close_bench(&b);
}

static void
test_lift_lights(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	rig_board(&b.rig, "lift g1");
	rig_pause(&b.rig, 20);
	rig_board(&b.rig, "lamps");
	assert_non_null(strstr(b.rig.answer, "f3 "));
	assert_non_null(strstr(b.rig.answer, "g1 "));
	assert_non_null(strstr(b.rig.answer, "h3 "));
	assert_null(strstr(b.rig.answer, "e2 "));
	rig_board(&b.rig, "put f3 N");
	rig_pause(&b.rig, 100);
	rig_board(&b.rig, "lamps");
	assert_null(strstr(b.rig.answer, "h3 "));
	assert_string_equal(rig_text(rig_state(&b.client), "provisional"), "g1f3");
	rig_pause(&b.rig, 1200);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 1);
	close_bench(&b);
}

/* Returns everything that could differ between two runs, as one text. */
static char *
one_run(void)
{
	struct bench b;
	char *text, *stats, *record, *out;

	open_bench(&b);
	play(&b, "e2e4 d7d5 e4d5");
	/* The number comes from the disk, which has its own timing. */
	wait_recorded(&b);
	rig_board(&b.rig, "lift d8");
	rig_pause(&b.rig, 400);
	rig_board(&b.rig, "lamps");
	text = strdup(b.rig.answer);
	stats = strdup(rig_board(&b.rig, "stats"));
	record = strdup(rig_text(rig_ok(&b.client, "{\"kind\":\"record\"}"), "record"));
	assert_true(asprintf(&out, "%s%s%s%s", text, stats, record,
			     rig_text(rig_ok(&b.client, "{\"kind\":\"trace\"}"), "trace")) > 0);
	free(text);
	free(stats);
	free(record);
	close_bench(&b);
	return out;
}

static void
test_same_twice(void **state)
{
	char *a = one_run(), *b = one_run();

	(void)state;
	assert_string_equal(a, b);
	free(a);
	free(b);
}

static void
test_dead_sensor(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	rig_board(&b.rig, "dead 0x24");
	rig_pause(&b.rig, 3000);
	assert_int_equal(json_array_size(json_object_get(rig_state(&b.client), "troubles")), 1);
	assert_true(rig_log_has(&b.rig,
				"sensor chip 4 (MCP23017 at 0x24 on bus 0) does not answer: "
				"squares a8-h8 cannot be read; checking again every second"));
	/* The rest of the board works, and the fault is reported once. */
	play(&b, "e2e4 e7e5");
	rig_pause(&b.rig, 10000);
	assert_null(strstr(strstr(rig_log(&b.rig), "does not answer") + 1, "does not answer"));
	rig_board(&b.rig, "clear");
	rig_pause(&b.rig, 2000);
	assert_true(rig_log_has(&b.rig, "over: sensor chip 4 (MCP23017 at 0x24 on bus 0)"));
	assert_int_equal(json_array_size(json_object_get(rig_state(&b.client), "troubles")), 0);
	play(&b, "g1f3 b8c6");
	close_bench(&b);
}

static void
test_dead_lamps(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	rig_board(&b.rig, "dead 0x30");
	play(&b, "e2e4 e7e5");
	assert_true(
		rig_log_has(&b.rig, "lamp chip 0 (IS31FL3741 at 0x30 on bus 0) does not answer"));
	assert_string_equal(rig_board(&b.rig, "lamps"), "");
	rig_board(&b.rig, "clear");
	rig_pause(&b.rig, 2000);
	assert_true(rig_log_has(&b.rig, "over: lamp chip 0 (IS31FL3741 at 0x30 on bus 0)"));
	rig_board(&b.rig, "lift g1");
	rig_pause(&b.rig, 100);
	assert_non_null(strstr(rig_board(&b.rig, "lamps"), "f3 "));
	close_bench(&b);
}

/* Every exit that the program survives: the lamps are off afterwards. */
static void
test_ways_out(void **state)
{
	static const struct {
		int sig;
		bool orderly;
	} rows[] = {
		{ SIGINT, true },   { SIGHUP, true },   { SIGQUIT, true },
		{ SIGABRT, false }, { SIGSEGV, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bench b;
		int code;

		open_bench(&b);
		rig_board(&b.rig, "lift e2");
		rig_pause(&b.rig, 100);
		assert_string_not_equal(rig_board(&b.rig, "lamps"), "");
		rig_disconnect(&b.client);
		code = rig_halod_signal(&b.rig, rows[i].sig);
		if ((code == 0) != rows[i].orderly || *rig_board(&b.rig, "lamps"))
			fail_msg("signal %d: exit %d, lamps %s", rows[i].sig, code,
				 rig_board(&b.rig, "lamps"));
		rig_finish(&b.rig);
	}
}

static void
test_second_daemon(void **state)
{
	struct bench b;
	char out[RIG_TEXT_MAX], bus[128], sock[128], other[128], store[128];

	(void)state;
	open_bench(&b);
	snprintf(bus, sizeof(bus), "0=unix:%s/bus", b.rig.dir);
	snprintf(sock, sizeof(sock), "%s/halod.sock", b.rig.dir);
	snprintf(other, sizeof(other), "%s/other.sock", b.rig.dir);
	snprintf(store, sizeof(store), "%s/store", b.rig.dir);
	assert_int_equal(rig_halod_run(&b.rig,
				       (const char *[]){ "--bus", bus, "--socket", sock, "--store",
							 store, NULL },
				       out),
			 1);
	assert_non_null(strstr(out, "another halod is listening at"));
	/* Another socket, the same games. */
	assert_int_equal(rig_halod_run(&b.rig,
				       (const char *[]){ "--bus", bus, "--socket", other, "--store",
							 store, NULL },
				       out),
			 1);
	assert_non_null(strstr(out, "system: "));
	assert_non_null(strstr(out, store));
	play(&b, "e2e4");
	close_bench(&b);
}

static void
test_restart_goes_on(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	play(&b, "e2e4 e7e5 g1f3");
	wait_recorded(&b);
	rig_disconnect(&b.client);
	assert_int_equal(rig_halod_stop(&b.rig), 0);
	assert_int_not_equal(access(b.rig.dir, F_OK), -1);
	/* A piece was moved while no daemon ran: guidance shows it, the game stays. */
	rig_board(&b.rig, "lift a2");
	rig_board(&b.rig, "put a5 P");
	rig_halod_start(&b.rig, NULL);
	rig_connect(&b.rig, &b.client);
	rig_pause(&b.rig, 2000);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 3);
	assert_true(json_is_object(json_object_get(rig_state(&b.client), "guidance")));
	rig_board(&b.rig, "lift a5");
	rig_pause(&b.rig, 500);
	rig_board(&b.rig, "put a2 P");
	rig_pause(&b.rig, 2000);
	assert_true(json_is_null(json_object_get(rig_state(&b.client), "guidance")));
	play(&b, "b8c6");
	close_bench(&b);
}

static void
test_board_away(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	play(&b, "e2e4");
	rig_board_stop(&b.rig);
	assert_true(rig_log_has(&b.rig, "is gone"));
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	assert_true(rig_log_has(&b.rig, "over: bus 0 ("));
	rig_pause(&b.rig, 2000);
	play(&b, "e7e5");
	close_bench(&b);
}

static void
push(struct bench *b, const char *button, unsigned ms)
{
	rig_board(&b->rig, "press %s", button);
	rig_pause(&b->rig, ms);
	rig_board(&b->rig, "release %s", button);
	rig_pause(&b->rig, 50);
}

static void
test_buttons(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b);
	play(&b, "e2e4");
	rig_board(&b.rig, "press ok");
	rig_pause(&b.rig, 999);
	assert_true(json_is_null(json_object_get(rig_state(&b.client), "prompt")));
	rig_pause(&b.rig, 1);
	assert_string_equal(rig_text(json_object_get(rig_state(&b.client), "prompt"), "kind"),
			    "menu");
	rig_board(&b.rig, "release ok");
	rig_pause(&b.rig, 100);
	assert_string_equal(rig_text(json_object_get(rig_state(&b.client), "prompt"), "kind"),
			    "menu");
	rig_board(&b.rig, "press back");
	rig_pause(&b.rig, 100);
	assert_true(json_is_null(json_object_get(rig_state(&b.client), "prompt")));
	rig_board(&b.rig, "release back");
	rig_board(&b.rig, "press hint");
	rig_pause(&b.rig, 100);
	assert_non_null(strstr(rig_board(&b.rig, "lamps"), "b8 "));
	rig_board(&b.rig, "release hint");
	rig_pause(&b.rig, 100);
	close_bench(&b);
}

/*
 * Before a game holding OK offers games by lights; a piece put on one begins
 * it, without a screen.
 */
static void
test_choice(void **state)
{
	char sq[4] = "";
	struct bench b;
	json_t *row;
	size_t i;

	(void)state;
	open_bench(&b);
	push(&b, "ok", 1100);
	json_array_foreach(json_object_get(rig_state(&b.client), "choosing"), i, row)
	{
		if (strcmp(rig_text(row, "game"), "crowded-house") == 0)
			snprintf(sq, sizeof(sq), "%s", rig_text(row, "square"));
	}
	assert_int_equal(strlen(sq), 2);
	assert_non_null(strstr(rig_board(&b.rig, "lamps"), sq));
	rig_board(&b.rig, "put %s K", sq);
	rig_pause(&b.rig, 1500);
	assert_string_equal(rig_text(rig_state(&b.client), "game"), "crowded-house");
	assert_true(json_is_null(json_object_get(rig_state(&b.client), "choosing")));
	rig_board(&b.rig, "setup " START);
	rig_pause(&b.rig, 3000);
	play(&b, "e2e4 e7e5 d2d4");
	assert_string_equal(rig_text(rig_state(&b.client), "to_act"), "bq");
	close_bench(&b);
}

/* Resigning with buttons only: held OK, hint, OK; back leaves at any point. */
static void
test_menu(void **state)
{
	struct bench b;
	json_t *s;

	(void)state;
	open_bench(&b);
	play(&b, "e2e4");
	push(&b, "ok", 1100);
	push(&b, "hint", 50);
	s = json_object_get(rig_state(&b.client), "prompt");
	assert_string_equal(rig_text(s, "kind"), "resign");
	assert_string_equal(rig_text(s, "seat"), "b");
	push(&b, "back", 50);
	assert_string_equal(rig_text(rig_state(&b.client), "phase"), "playing");
	push(&b, "ok", 1100);
	push(&b, "clock", 50);
	s = json_object_get(rig_state(&b.client), "prompt");
	assert_string_equal(rig_text(s, "kind"), "draw");
	push(&b, "back", 50);
	push(&b, "ok", 1100);
	push(&b, "hint", 50);
	push(&b, "ok", 50);
	assert_string_equal(rig_text(json_object_get(rig_state(&b.client), "result"), "reason"),
			    "resignation");
	assert_string_equal(rig_text(json_object_get(rig_state(&b.client), "result"), "result"),
			    "1-0");
	close_bench(&b);
}

/* The daemon's saved record replays to the same actions. */
static void
test_trace(void **state)
{
	struct trace_error err;
	struct bench b;
	char *text, *out = NULL;
	size_t len;
	FILE *f;

	(void)state;
	open_bench(&b);
	play(&b, ITALIAN);
	text = strdup(rig_text(rig_ok(&b.client, "{\"kind\":\"trace\"}"), "trace"));
	f = open_memstream(&out, &len);
	if (replay_text(text, strlen(text), &(struct replay_options){ 0 }, f, &err) != 0)
		fail_msg("line %u: %s", err.line, err.why);
	fclose(f);
	rig_state(&b.client);
	for (const char *line = out, *want = ITALIAN; *want; want += strcspn(want, " ")) {
		want += *want == ' ';
		line = strchr(line, ' ');
		assert_non_null(line);
		assert_int_equal(strncmp(++line, want, strcspn(want, " ")), 0);
	}
	free(text);
	free(out);
	close_bench(&b);
}

/* A small game on a large board has its a1 on the board's b1. */
static void
test_large_board(void **state)
{
	struct bench b;

	(void)state;
	open_with(&b, "hall-11x9", "11/1rnbqkbnr2/1pppppppp2/11/11/11/11/1PPPPPPPP2/1RNBQKBNR2",
		  true);
	assert_true(json_is_null(json_object_get(rig_state(&b.client), "guidance")));
	rig_board(&b.rig, "lift f2");
	rig_pause(&b.rig, 100);
	rig_board(&b.rig, "lamps");
	assert_non_null(strstr(b.rig.answer, "f3 "));
	assert_non_null(strstr(b.rig.answer, "f4 "));
	assert_null(strstr(b.rig.answer, "e4 "));
	rig_board(&b.rig, "put f4 P");
	rig_pause(&b.rig, 100);
	assert_string_equal(rig_text(rig_state(&b.client), "provisional"), "e2e4");
	/* Outside the game any touch is allowed. */
	rig_board(&b.rig, "put k9 Q");
	rig_pause(&b.rig, 2000);
	assert_true(rig_log_has(&b.rig, "something stands beside the squares of Chess, on k9"));
	assert_int_equal(json_array_size(json_object_get(rig_state(&b.client), "troubles")), 1);
	rig_board(&b.rig, "lift k9");
	rig_pause(&b.rig, 2000);
	assert_int_equal(json_array_size(json_object_get(rig_state(&b.client), "troubles")), 0);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 1);
	assert_true(json_is_null(json_object_get(rig_state(&b.client), "guidance")));
	close_bench(&b);
}

/* A finished game stays finished; setting up the start array asks about a new one. */
static void
test_next_game(void **state)
{
	struct bench b;
	json_t *prompt;

	(void)state;
	open_bench(&b);
	play(&b, "f2f3 e7e5 g2g4");
	rig_play(&b.rig, rig_text(rig_state(&b.client), "settled"), "d8h4", 300);
	rig_pause(&b.rig, 2000);
	wait_recorded(&b);
	rig_disconnect(&b.client);
	rig_halod_kill(&b.rig);
	rig_halod_start(&b.rig, NULL);
	rig_connect(&b.rig, &b.client);
	assert_string_equal(rig_text(b.client.state, "phase"), "over");
	assert_string_equal(rig_text(b.client.state, "message"), "Black wins: checkmate");
	rig_board(&b.rig, "setup " START);
	rig_pause(&b.rig, 5000);
	prompt = json_object_get(rig_state(&b.client), "prompt");
	assert_string_equal(rig_text(prompt, "kind"), "new-game");
	push(&b, "ok", 50);
	assert_string_equal(rig_text(rig_state(&b.client), "phase"), "playing");
	play(&b, "e2e4");
	wait_recorded(&b);
	assert_int_equal(
		json_array_size(json_object_get(rig_ok(&b.client, "{\"kind\":\"list\"}"), "games")),
		2);
	close_bench(&b);
}

/* In real time: threads race, wires take their time, and a chip blocks the bus. */
static void
test_real_time(void **state)
{
	struct bench b;

	(void)state;
	open_with(&b, "reed-8x8", START, false);
	play(&b, "e2e4 e7e5");
	rig_board(&b.rig, "hang 4000");
	assert_true(rig_log_has(&b.rig, "is held by a chip or a short: the board cannot be read"));
	rig_board(&b.rig, "clear");
	assert_true(rig_log_has(&b.rig, "over: bus 0 ("));
	while (json_array_size(json_object_get(rig_state(&b.client), "troubles")) > 0)
		assert_true(rig_pump(&b.client, RIG_PATIENCE_MS));
	play(&b, "g1f3");
	close_bench(&b);
}

static void
test_socket_garbage(void **state)
{
	struct bench b;
	struct rig_client evil;
	char *line = malloc(200001);

	(void)state;
	assert_non_null(line);
	open_bench(&b);
	rig_connect(&b.rig, &evil);
	memset(line, 'x', 200000);
	line[200000] = '\0';
	rig_send(&evil, line);
	rig_send(&evil,
		 "\n{\"kind\":\n\x01\x02\xff\n{\"kind\":\"act\",\"action\":\"e2e5\"}\n\n[[[[\n");
	assert_string_equal(rig_text(rig_state(&evil), "kind"), "state");
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 0);
	play(&b, "e2e4");
	rig_disconnect(&evil);
	play(&b, "e7e5");
	free(line);
	close_bench(&b);
}

/* Waits until the square's lamp is on, or off. */
static void
lamp_wait(struct bench *b, const char *sq, bool on)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while ((strstr(rig_board(&b->rig, "lamps"), sq) != NULL) != on) {
		if (rig_now_us() > end)
			fail_msg("%s should be %s: %s", sq, on ? "lit" : "dark", b->rig.answer);
		rig_pump(&b->client, 5);
		rig_pause(&b->rig, 20);
	}
}

/* The legend lights the middle, until a hand touches a piece or its client is gone. */
static void
test_legend(void **state)
{
	static const char line[] = "{\"kind\":\"legend\",\"meaning\":\"legal\"}";
	struct rig_client other;
	struct bench b;

	(void)state;
	open_bench(&b);
	rig_ok(&b.client, line);
	lamp_wait(&b, "d4 ", true);
	lamp_wait(&b, "e5 ", true);
	lamp_wait(&b, "f3 ", false);
	rig_board(&b.rig, "lift g1");
	lamp_wait(&b, "f3 ", true);
	lamp_wait(&b, "d4 ", false);
	rig_board(&b.rig, "put g1 N");
	lamp_wait(&b, "f3 ", false);
	rig_pause(&b.rig, 2000);
	rig_connect(&b.rig, &other);
	rig_ok(&other, line);
	lamp_wait(&b, "d4 ", true);
	rig_disconnect(&other);
	lamp_wait(&b, "d4 ", false);
	close_bench(&b);
}

/* A client that sends and never reads is disconnected; the game does not wait for it. */
static void
test_deaf_client(void **state)
{
	struct bench b;
	struct rig_client deaf;

	(void)state;
	open_bench(&b);
	rig_connect(&b.rig, &deaf);
	for (unsigned i = 0; i < 3000; i++)
		if (!rig_send_try(&deaf, "{\"kind\":\"state\"}\n"))
			break;
	play(&b, "e2e4 e7e5");
	assert_true(rig_log_has(&b.rig, "dropped"));
	rig_disconnect(&deaf);
	play(&b, "g1f3");
	close_bench(&b);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lift_lights),     cmocka_unit_test(test_game),
		cmocka_unit_test(test_same_twice),      cmocka_unit_test(test_dead_sensor),
		cmocka_unit_test(test_dead_lamps),      cmocka_unit_test(test_second_daemon),
		cmocka_unit_test(test_restart_goes_on), cmocka_unit_test(test_board_away),
		cmocka_unit_test(test_buttons),         cmocka_unit_test(test_menu),
		cmocka_unit_test(test_choice),          cmocka_unit_test(test_trace),
		cmocka_unit_test(test_large_board),     cmocka_unit_test(test_next_game),
		cmocka_unit_test(test_real_time),       cmocka_unit_test(test_socket_garbage),
		cmocka_unit_test(test_deaf_client),     cmocka_unit_test(test_ways_out),
		cmocka_unit_test(test_legend),
	};

	if (argc < 3)
		rig_die("usage: %s HALOD HALO-BOARD [TEST]", argv[0]);
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	if (argc > 3)
		cmocka_set_test_filter(argv[3]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
