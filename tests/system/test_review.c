/*
 * Reviews through unmodified programs: games of each kind are played on a virtual board and reviewed
 * by the real engine with few nodes. The review survives a restart, is the same a second time, and is
 * in the PGN.
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
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/system/rig.h"

enum { ACTIONS = 10 };

static struct rig_programs programs;
static const char *partner_path, *engine_path;

static pid_t
partner_start(const struct rig *r)
{
	char path[128];
	const char *argv[] = { partner_path, "--socket",       path,   "--engine", engine_path,
			       "--idle",     "200", "--review-nodes", "2000", NULL };
	pid_t pid;

	snprintf(path, sizeof(path), "%s/halod.sock", r->dir);
	pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static void
partner_end(pid_t partner)
{
	assert_int_equal(kill(partner, SIGTERM), 0);
	(void)waitpid(partner, NULL, 0);
}

static void
wait_partner(struct rig_client *c)
{
	while (!json_is_true(json_object_get(rig_state(c), "partner")))
		rig_sleep_us(50000);
}

static void
new_game(struct rig_client *c, const char *game)
{
	rig_ok(c, "{\"kind\":\"new\",\"game\":\"%s\",\"force\":true}", game);
}

/* Returns the number of the game on the board once it is on disk. */
static int
game_number(struct rig_client *c)
{
	const json_t *s = rig_state(c);

	while (json_integer_value(json_object_get(s, "n_actions")) !=
	       json_integer_value(json_object_get(s, "recorded"))) {
		rig_sleep_us(20000);
		s = rig_state(c);
	}
	return (int)json_integer_value(json_object_get(s, "game_id"));
}

/* Reviews the game and returns the review as text, for the caller. */
static char *
review(struct rig_client *c, int game)
{
	const json_t *o = rig_ok(c, "{\"kind\":\"review\",\"game_id\":%d}", game);

	while (json_is_null(json_object_get(o, "review"))) {
		const json_t *running = json_object_get(rig_state(c), "reviewing");

		assert_false(json_is_true(json_object_get(running, "failed")));
		rig_sleep_us(20000);
		o = rig_ok(c, "{\"kind\":\"review\",\"game_id\":%d}", game);
	}
	return json_dumps(json_object_get(o, "review"), JSON_COMPACT);
}

static void
test_chess(void **state)
{
	static const char *const actions[] = { "f2f3", "e7e5", "g2g4", "d8h4" };
	struct rig_client client;
	struct rig rig;
	char *first, *again;
	const char *pgn;
	pid_t partner;
	int game;

	(void)state;
	rig_init(&rig, programs, "reed-8x8", true);
	rig_board_start(&rig);
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	new_game(&client, "chess");
	for (size_t i = 0; i < 4; i++)
		rig_ok(&client, "{\"kind\":\"act\",\"action\":\"%s\"}", actions[i]);
	game = game_number(&client);
	partner = partner_start(&rig);
	wait_partner(&client);
	first = review(&client, game);
	if (!strstr(first, "\"class\":\"blunder\",\"score\":-29999") || !strstr(first, "\"san\":\"g4\""))
		fail_msg("%s", first);
	pgn = rig_text(rig_ok(&client, "{\"kind\":\"pgn\",\"game_id\":%d}", game), "pgn");
	if (!strstr(pgn, "2. g4 $4 {[%eval #-1]} 2... Qh4#"))
		fail_msg("%s", pgn);
	partner_end(partner);
	rig_disconnect(&client);
	assert_int_equal(rig_halod_stop(&rig), 0);
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	again = review(&client, game); /* without a partner: it was kept */
	assert_string_equal(first, again);
	free(again);
	new_game(&client, "chess");
	/* The loser's mistake is a puzzle now. */
	rig_ok(&client, "{\"kind\":\"lesson\",\"game\":\"chess\",\"mistake\":true,\"player\":\"\"}");
	assert_true(json_is_object(json_object_get(rig_state(&client), "lesson")));
	rig_ok(&client, "{\"kind\":\"lesson\",\"leave\":true}");
	/* The same moves again. */
	for (size_t i = 0; i < 4; i++)
		rig_ok(&client, "{\"kind\":\"act\",\"action\":\"%s\"}", actions[i]);
	partner = partner_start(&rig);
	wait_partner(&client);
	again = review(&client, game_number(&client));
	assert_string_equal(strstr(first, "\"game\":"), strstr(again, "\"game\":"));
	free(first);
	free(again);
	partner_end(partner);
	rig_disconnect(&client);
	assert_int_equal(rig_halod_stop(&rig), 0);
	rig_finish(&rig);
}

/* Plays an action of those that a client may play. Returns false if there is none. */
static bool
play_any(struct rig_client *c, unsigned seed)
{
	json_t *actions = json_incref(json_object_get(rig_state(c), "actions"));
	const size_t n = json_array_size(actions);
	bool played = false;

	if (json_is_string(json_object_get(c->state, "to_act")) &&
	    strcmp(rig_text(c->state, "to_act"), "chance") == 0)
		played = strcmp(rig_text(rig_ask(c, "{\"kind\":\"roll\"}"), "kind"), "ok") == 0;
	for (size_t i = 0; i < n && !played; i++) {
		const char *a = json_string_value(json_array_get(actions, (i + seed * 7) % n));

		played = strcmp(rig_text(rig_ask(c, "{\"kind\":\"act\",\"action\":\"%s\"}", a),
					 "kind"),
				"ok") == 0;
	}
	json_decref(actions);
	return played;
}

/* Assigns the masks, if the game has some. */
static void
assign(struct rig_client *c, const char *game)
{
	if (strcmp(game, "masquerade") != 0)
		return;
	for (const char *const *seat = (const char *const[]){ "w", "b", NULL }; *seat; seat++) {
		rig_ok(c, "{\"kind\":\"handover\",\"seat\":\"%s\"}", *seat);
		rig_ok(c, "{\"kind\":\"act\",\"action\":\"assign:random\"}");
	}
	rig_ok(c, "{\"kind\":\"handover\"}");
}

static void
test_games(void **state)
{
	static const char *const games[] = { "chess960", "abstract",   "accounting", "dice-money",
					     "zombie",   "masquerade", "crowded-house", "half-alice" };
	struct rig_client client;
	struct rig rig;
	pid_t partner;

	(void)state;
	rig_init(&rig, programs, "reed-8x8", true);
	rig_board_start(&rig);
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	rig_ok(&client, "{\"kind\":\"screen\"}");
	partner = partner_start(&rig);
	wait_partner(&client);
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		char *text;
		int game;

		new_game(&client, games[i]);
		assign(&client, games[i]);
		for (unsigned k = 0; k < ACTIONS && play_any(&client, k + 1); k++)
			continue;
		rig_ok(&client, "{\"kind\":\"resign\",\"seat\":\"%s\"}",
		       rig_text(rig_state(&client), "turn_seat"));
		game = game_number(&client);
		assert_true(json_integer_value(json_object_get(client.state, "n_actions")) > 2);
		new_game(&client, "chess");
		while (game_number(&client) <= game) /* the next game is in the journal */
			rig_sleep_us(20000);
		text = review(&client, game);
		print_message("%s: %.300s\n", games[i], text);
		assert_non_null(strstr(text, "\"scores\":["));
		free(text);
	}
	partner_end(partner);
	rig_disconnect(&client);
	assert_int_equal(rig_halod_stop(&rig), 0);
	rig_finish(&rig);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chess),
		cmocka_unit_test(test_games),
	};

	if (argc < 5)
		return 2;
	programs = (struct rig_programs){ argv[1], argv[2] };
	partner_path = argv[3];
	engine_path = argv[4];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
