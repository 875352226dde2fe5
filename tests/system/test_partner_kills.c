/*
 * halo-partner or its engine is killed at random moments, and started again as systemd does. Short
 * games of two computers go on: none is lost, none is stuck. Prints the longest time from a kill to the
 * next action of a computer's seat.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/system/rig.h"

enum {
	ACTIONS = 20,         /* of a game */
	WAIT_US = 60000,      /* at most, before a kill */
	RESTART_US = 200000,  /* RestartSec of halo-partner.service */
	MOVE_US = 5000000,    /* the figure of docs/alone.md */
	SEED = 19,
};

static struct rig_programs programs;
static const char *partner_path, *engine_path;
static unsigned kills;

static struct rig rig;
static struct rig_client client;
static pid_t partner;
static unsigned lost, stuck;
static uint64_t longest_us;

static void
partner_start(void)
{
	char path[128], log[128];
	const char *argv[] = { partner_path, "--socket", path, "--engine", engine_path, "--idle",
			       "2000",       "--seed",   "5",  NULL };

	snprintf(path, sizeof(path), "%s/halod.sock", rig.dir);
	snprintf(log, sizeof(log), "%s/partner.log", rig.dir);
	partner = fork();
	if (partner != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!freopen(log, "a", stderr))
		_exit(126);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Returns the partner's first child, or 0. */
static pid_t
engine_of(void)
{
	char path[64];
	int pid = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)partner, (int)partner);
	f = fopen(path, "r");
	if (f && fscanf(f, "%d", &pid) != 1)
		pid = 0;
	if (f)
		fclose(f);
	return pid;
}

static void
partner_kill(void)
{
	assert_int_equal(kill(partner, SIGKILL), 0);
	assert_int_equal(waitpid(partner, NULL, 0), partner);
	rig_sleep_us(RESTART_US);
	partner_start();
}

static json_int_t
actions(void)
{
	return json_integer_value(json_object_get(client.state, "n_actions"));
}

static json_int_t
game_number(void)
{
	return json_integer_value(json_object_get(client.state, "game_id"));
}

static bool
is_over(void)
{
	return strcmp(rig_text(client.state, "phase"), "playing") != 0;
}

/* Makes the move that a computer has chosen, and rolls its dice. */
static void
serve(void)
{
	const char *plan = rig_text(client.state, "plan");

	if (strcmp(rig_text(client.state, "to_act"), "chance") == 0)
		(void)rig_ask(&client, "{\"kind\":\"roll\"}");
	else if (*plan)
		(void)rig_ask(&client, "{\"kind\":\"act\",\"action\":\"%s\"}", plan);
}

/* Plays until that many actions; returns false if that takes more than the figure and then some. */
static bool
play_to(json_int_t n, uint64_t patience_us)
{
	uint64_t end = rig_now_us() + patience_us;

	while (actions() < n && !is_over()) {
		serve();
		(void)rig_pump(&client, 20);
		if (rig_now_us() > end)
			return false;
	}
	return true;
}

static void
new_game(const char *game)
{
	rig_ok(&client,
	       "{\"kind\":\"new\",\"game\":\"%s\",\"force\":true,\"players\":{\"w\":\"computer:1\","
	       "\"b\":\"computer:2\"}}",
	       game);
	do
		assert_true(rig_pump(&client, RIG_PATIENCE_MS));
	while (strcmp(rig_text(client.state, "game"), game) != 0 || actions() > 1);
}

/* Kills the partner or its engine, and waits for the next action. */
static void
kill_once(unsigned i)
{
	json_int_t id, n;
	uint64_t since;
	pid_t engine;

	rig_sleep_us((uint64_t)(rand() % WAIT_US));
	(void)rig_state(&client);
	id = game_number();
	n = actions();
	engine = engine_of();
	since = rig_now_us();
	if (i % 2 && engine)
		(void)kill(engine, SIGKILL);
	else
		partner_kill();
	/* The next action may have been chosen before the kill. */
	if (!play_to(n + 2, 4 * MOVE_US)) {
		stuck++;
		print_message("stuck after kill %u: %s\n", i, rig_text(client.state, "message"));
	}
	if (rig_now_us() - since > longest_us)
		longest_us = rig_now_us() - since;
	(void)rig_state(&client);
	/* The number is 0 until the journal has the game. */
	if (actions() < n || (id && id != game_number())) {
		lost++;
		print_message("lost after kill %u: game %lld, %lld actions; now game %lld, %lld actions\n",
			      i, (long long)id, (long long)n, (long long)game_number(),
			      (long long)actions());
	}
}

static void
test_kills(void **state)
{
	static const char *const games[] = { "chess", "zombie", "dice-money", "abstract", "masquerade",
					     "half-alice" };
	unsigned played = 0;

	(void)state;
	srand(SEED);
	rig_init(&rig, programs, "reed-8x8", true);
	rig_board_start(&rig);
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	partner_start();
	new_game(games[0]);
	for (unsigned i = 0; i < kills; i++) {
		if (is_over() || actions() >= ACTIONS)
			new_game(games[++played % (sizeof(games) / sizeof(games[0]))]);
		kill_once(i);
	}
	print_message("%u kills in %u games: %u lost, %u stuck, the longest time to the next actions "
		      "%.1f s\n",
		      kills, played + 1, lost, stuck, (double)longest_us / 1e6);
	assert_int_equal(kill(partner, SIGTERM), 0);
	assert_int_equal(waitpid(partner, NULL, 0), partner);
	rig_disconnect(&client);
	assert_int_equal(rig_halod_stop(&rig), 0);
	rig_finish(&rig);
	assert_int_equal(lost, 0);
	assert_int_equal(stuck, 0);
	assert_true(longest_us <= MOVE_US);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_kills) };

	if (argc != 6)
		return 2;
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	partner_path = argv[3];
	engine_path = argv[4];
	kills = (unsigned)atoi(argv[5]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
