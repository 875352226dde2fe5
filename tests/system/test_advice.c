/*
 * Graded light through unmodified programs: positions of each game are set up on a virtual board, and
 * a second after the turn began a piece is lifted. Prints how many lifts are graded then, and tests
 * that all are graded at last. Then a blunder is made: asked about, taken back by hand, and confirmed. With a number as last argument: so many positions of each game. A
 * program that slows halo-engine down may take its place.
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

#include "rules/rules.h"
#include "tests/system/rig.h"

enum { TURN_US = 1000000, ACTIONS_MAX = 30 };

static struct rig_programs programs;
static const char *partner_path, *engine_path;
static unsigned samples = 2;

static pid_t
partner_start(const struct rig *r)
{
	char path[128];
	const char *argv[] = { partner_path, "--socket", path,  "--engine",
			       engine_path,  "--idle",   "200", NULL };
	pid_t pid;

	snprintf(path, sizeof(path), "%s/halod.sock", r->dir);
	pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Writes a random position in which a hand may move, and returns such an action. */
static struct action
random_position(const struct game *g, char text[RULES_POSITION_TEXT])
{
	static struct action list[RULES_ACTIONS_MAX];
	struct position p;
	struct rules_error err;
	size_t n;

	for (;;) {
		assert_int_equal(rules_start(g, "", &p, &err), 0);
		for (int i = rand() % ACTIONS_MAX; i > 0; i--)
			if ((n = rules_actions(g, &p, list)) > 0)
				rules_apply(g, &p, list[(size_t)rand() % n]);
		n = rules_actions(g, &p, list);
		for (size_t i = 0; i < n && rules_outcome(g, &p, NULL).result == RESULT_ONGOING;
		     i++)
			if (list[i].kind == ACT_MOVE) {
				rules_print(g, &p, text);
				return list[i];
			}
	}
}

/* Reports whether a target of the lifted piece has a class. */
static bool
is_graded(const json_t *state)
{
	static const char *const classes[] = { "best", "good", "playable", "mistake", "blunder" };
	const json_t *lights = json_object_get(state, "lights");

	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (json_object_get(lights, classes[i]))
			return true;
	return false;
}

/* Sets the hint level of all seats. */
static void
hint(struct rig_client *c, const struct game *g, const char *level)
{
	for (unsigned s = 0; s < rules_seats(g); s++)
		rig_ok(c, "{\"kind\":\"hints\",\"seat\":\"%s\",\"level\":\"%s\"}",
		       rules_seat_name(g, s), level);
}

/* Reports whether a process has children. */
static bool
has_children(pid_t pid)
{
	char path[64], text[16];
	FILE *f;
	bool any;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)pid, (int)pid);
	f = fopen(path, "r");
	any = f && fgets(text, sizeof(text), f);
	if (f)
		fclose(f);
	return any;
}

/* Lifts the piece of a random position. Returns 1 if it was graded at once, 0 if later. */
static unsigned
lift(struct rig *r, struct rig_client *c, const struct game *g)
{
	char text[RULES_POSITION_TEXT], board[RULES_POSITION_TEXT], sq[4];
	struct action a = random_position(g, text);
	uint64_t end;
	bool at_once;

	snprintf(board, sizeof(board), "%.*s", (int)strcspn(text, " "), text);
	rig_board(r, "setup %s", board);
	rig_ok(c, "{\"kind\":\"new\",\"game\":\"%s\",\"force\":true,\"position\":\"%s\"}",
	       rules_name(g), text);
	hint(c, g, "graded");
	end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	rig_pause(r, 2000); /* the board is compared with the position */
	(void)rig_ask(c, "{\"kind\":\"press\",\"button\":\"ok\"}"); /* the pieces match */
	rig_sleep_us(TURN_US);
	rules_square_print(g, a.from, sq);
	rig_board(r, "lift %s", sq);
	rig_pause(r, 100);
	at_once = is_graded(rig_state(c));
	while (!is_graded(c->state)) {
		if (rig_now_us() > end)
			fail_msg("%s is not graded: %s", sq, text);
		rig_sleep_us(50000);
		(void)rig_state(c);
	}
	return at_once;
}

/* Returns the kind of the open question, or "". */
static const char *
prompt_of(struct rig_client *c)
{
	const json_t *p = json_object_get(rig_state(c), "prompt");
	const char *kind = json_string_value(json_object_get(p, "kind"));

	return kind ? kind : "";
}

static void
await_prompt(struct rig *r, struct rig_client *c, const char *kind)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (strcmp(prompt_of(c), kind) != 0) {
		if (rig_now_us() > end)
			fail_msg("\"%s\" is not asked, but \"%s\"", kind, prompt_of(c));
		rig_pause(r, 50);
	}
}

/* The queen is left to the rook: asked, taken back by hand, made again, and confirmed by OK. */
static void
blunder(struct rig *r, struct rig_client *c)
{
	static const char position[] = "r3k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
	const char *text;

	rig_board(r, "setup r3k3/8/8/8/8/8/8/Q3K3");
	rig_ok(c, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true,\"position\":\"%s\"}",
	       position);
	rig_ok(c, "{\"kind\":\"hints\",\"seat\":\"w\",\"ask_blunders\":true}");
	rig_pause(r, 2000);
	(void)rig_ask(c, "{\"kind\":\"press\",\"button\":\"ok\"}");
	rig_sleep_us(2 * TURN_US);
	rig_board(r, "lift a1");
	rig_pause(r, 300);
	rig_board(r, "put a7 Q");
	await_prompt(r, c, "blunder");
	text = json_string_value(json_object_get(json_object_get(c->state, "prompt"), "text"));
	print_message("asked: %s\n", text);
	assert_non_null(strstr(text, "Qa7 loses a piece (white queen on a7)"));
	assert_int_equal(json_integer_value(json_object_get(c->state, "n_actions")), 0);
	rig_board(r, "lift a7");
	rig_pause(r, 300);
	rig_board(r, "put a1 Q");
	await_prompt(r, c, "");
	rig_board(r, "lift a1");
	rig_pause(r, 300);
	rig_board(r, "put a7 Q");
	await_prompt(r, c, "blunder");
	rig_ok(c, "{\"kind\":\"press\",\"button\":\"ok\"}");
	assert_int_equal(json_integer_value(json_object_get(rig_state(c), "n_actions")), 1);
	rig_ok(c, "{\"kind\":\"hints\",\"seat\":\"w\",\"ask_blunders\":false}");
}

static void
lift_all(const char *board, const char *const *game)
{
	struct rig_client client;
	struct rig rig;
	pid_t partner;

	rig_init(&rig, programs, board, true);
	rig_board_start(&rig);
	rig_halod_start(&rig, NULL);
	rig_connect(&rig, &client);
	partner = partner_start(&rig);
	while (!json_is_true(json_object_get(rig_state(&client), "partner")))
		rig_sleep_us(50000);
	for (; *game; game++) {
		unsigned n = 0;

		for (unsigned i = 0; i < samples; i++)
			n += lift(&rig, &client, rules_game(*game));
		print_message("%s: %u of %u lifts graded after 1 s\n", *game, n, samples);
	}
	if (strcmp(game[-1], "american") != 0)
		blunder(&rig, &client);
	hint(&client, rules_game(game[-1]), "moves");
	for (unsigned i = 0; has_children(partner); i++) {
		assert_true(i < RIG_PATIENCE_MS / 100); /* no seat needs the engine any more */
		rig_sleep_us(100000);
	}
	assert_int_equal(kill(partner, SIGTERM), 0);
	(void)waitpid(partner, NULL, 0);
	rig_disconnect(&client);
	assert_int_equal(rig_halod_stop(&rig), 0);
	rig_finish(&rig);
}

static void
test_lifts(void **state)
{
	static const char *const games[] = { "chess",    "chess960",      "accounting",
					     "abstract", "masquerade",    "half-alice",
					     "zombie",   "crowded-house", "cooperative",
					     NULL };
	static const char *const wide[] = { "american", NULL };

	(void)state;
	srand(5);
	lift_all("reed-8x8", games);
	lift_all("hall-11x9", wide);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lifts) };

	if (argc < 5)
		return 2;
	programs = (struct rig_programs){ argv[1], argv[2] };
	partner_path = argv[3];
	engine_path = argv[4];
	if (argc > 5)
		samples = (unsigned)strtoul(argv[5], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
