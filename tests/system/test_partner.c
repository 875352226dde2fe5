/*
 * Computers play through unmodified programs: halo-partner, its engines and halod on a virtual
 * board. Hands make their moves in one game of chess; elsewhere a client chooses the same actions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/system/rig.h"

enum {
	PLIES = 12,      /* of each game */
	KILLS = 20,
	KILL_US = 40000, /* at most, from a start to its end */
	SEED = 5,
};

static struct rig_programs programs;
static const char *partner_path, *engine_path;

struct bench {
	struct rig rig;
	struct rig_client client;
	pid_t partner;
	bool hands;      /* make the computers' moves on the board */
	json_int_t made; /* number of the last one */
};

/* Starts the partner, whose other engines are in the rig's folder, with another engine, NULL: halo-engine, and a patience in ms. */
static void
partner_start(struct bench *b, const char *engine, const char *patience)
{
	char path[128], log[128];
	const char *argv[] = { partner_path, "--socket",  path,     "--engine", engine ? engine : engine_path,
			       "--seed",     "5",         "--idle", "200",      "--patience",
			       patience,     "--engines", b->rig.dir, NULL };

	snprintf(path, sizeof(path), "%s/halod.sock", b->rig.dir);
	snprintf(log, sizeof(log), "%s/partner.log", b->rig.dir);
	b->partner = fork();
	if (b->partner != 0)
		return;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!freopen(log, "a", stderr))
		_exit(126);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Ends the partner by a signal; returns its exit code, or -1 if the signal ended it. */
static int
partner_end(struct bench *b, int sig)
{
	int status;

	assert_int_equal(kill(b->partner, sig), 0);
	assert_int_equal(waitpid(b->partner, &status, 0), b->partner);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char *
partner_log(struct bench *b)
{
	static char text[16384];
	char path[128];
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "%s/partner.log", b->rig.dir);
	f = fopen(path, "r");
	n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
	text[n] = '\0';
	if (f)
		fclose(f);
	return text;
}

static void
open_bench(struct bench *b, const char *board)
{
	*b = (struct bench){ .hands = false };
	rig_init(&b->rig, programs, board, true);
	rig_board_start(&b->rig);
	rig_halod_start(&b->rig, NULL);
	rig_connect(&b->rig, &b->client);
}

static void
close_bench(struct bench *b)
{
	assert_int_equal(partner_end(b, SIGTERM), 0);
	rig_disconnect(&b->client);
	assert_int_equal(rig_halod_stop(&b->rig), 0);
	rig_finish(&b->rig);
}

static json_int_t
actions(struct bench *b)
{
	return json_integer_value(json_object_get(b->client.state, "n_actions"));
}

/* Makes a computer's move by hand, once. */
static void
make(struct bench *b, const char *plan)
{
	char position[128];

	if (b->made == actions(b) + 1)
		return;
	b->made = actions(b) + 1;
	snprintf(position, sizeof(position), "%s", rig_text(b->client.state, "settled"));
	rig_play(&b->rig, position, plan, 100);
	rig_pause(&b->rig, 2000);
}


/* Does what the state asks a person to do. Requests that come too late are refused. */
static void
serve(struct bench *b)
{
	const json_t *s = b->client.state, *guidance = json_object_get(s, "guidance");
	char plan[32];

	snprintf(plan, sizeof(plan), "%s", rig_text(s, "plan"));
	if (strcmp(rig_text(s, "to_act"), "chance") == 0)
		(void)rig_ask(&b->client, "{\"kind\":\"roll\"}");
	else if (*plan && b->hands)
		make(b, plan);
	else if (*plan)
		(void)rig_ask(&b->client, "{\"kind\":\"act\",\"action\":\"%s\"}", plan);
	else if (json_is_true(json_object_get(guidance, "due")))
		(void)rig_follow(&b->rig, &b->client);
}

/* Waits until the game has n actions or has ended. */
static void
await(struct bench *b, json_int_t n)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (actions(b) < n && strcmp(rig_text(b->client.state, "phase"), "playing") == 0) {
		serve(b);
		(void)rig_pump(&b->client, 100);
		if (rig_now_us() > end)
			fail_msg("%lld actions, not %lld: %s\n%s", (long long)actions(b), (long long)n,
				 rig_text(b->client.state, "message"), partner_log(b));
	}
}

/* Begins a game of computers at level 1. */
static void
new_game(struct bench *b, const char *game)
{
	static const char *const four[] = { "wk", "bk", "wq", "bq" }, *const two[] = { "w", "b" };
	bool crowd = strcmp(game, "crowded-house") == 0;
	char players[128] = "";

	for (unsigned s = 0; s < (crowd ? 4u : 2u); s++)
		snprintf(players + strlen(players), sizeof(players) - strlen(players),
			 "%s\"%s\":\"computer:1\"", s ? "," : "", crowd ? four[s] : two[s]);
	rig_ok(&b->client, "{\"kind\":\"new\",\"game\":\"%s\",\"force\":true,\"players\":{%s}}", game,
	       players);
	(void)rig_state(&b->client);
	while (strcmp(rig_text(b->client.state, "game"), game) != 0 || actions(b) > 1)
		assert_true(rig_pump(&b->client, RIG_PATIENCE_MS));
}

/* ---- games ---- */

/* A whole game, computer against computer, by hands, with a result by the rules. */
static void
test_whole_game(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b, "reed-8x8");
	b.hands = true;
	rig_board(&b.rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	rig_pause(&b.rig, 2000);
	partner_start(&b, NULL, "60000");
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":\"computer:1\","
			  "\"b\":\"computer:1\"}}");
	for (json_int_t n = 10; strcmp(rig_text(b.client.state, "phase"), "over") != 0; n += 10)
		await(&b, n);
	assert_false(json_is_true(json_object_get(json_object_get(rig_state(&b.client), "guidance"), "due")));
	print_message("%lld actions: %s\n", (long long)actions(&b),
		      rig_text(json_object_get(b.client.state, "result"), "text"));
	close_bench(&b);
}

static void
play_some(const char *board, const char *const *game)
{
	struct bench b;

	open_bench(&b, board);
	partner_start(&b, NULL, "60000");
	for (; *game; game++) {
		print_message("%s\n", *game);
		new_game(&b, *game);
		await(&b, PLIES);
	}
	close_bench(&b);
}

static void
test_each_game(void **state)
{
	static const char *const games[] = { "chess",       "chess960",      "accounting", "dice-money",
					     "abstract",    "zombie",        "masquerade", "crowded-house",
					     "cooperative", "half-alice",    NULL };
	static const char *const wide[] = { "american", NULL };

	(void)state;
	play_some("reed-8x8", games);
	play_some("hall-11x9", wide);
}

/* A game against a person: the computer answers, agrees to a takeback and refuses a draw. */
static void
test_person(void **state)
{
	struct bench b;
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	(void)state;
	open_bench(&b, "reed-8x8");
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"b\":\"computer:1\"}}");
	rig_ok(&b.client, "{\"kind\":\"act\",\"action\":\"e2e4\"}");
	partner_start(&b, NULL, "60000");
	await(&b, 2);
	rig_ok(&b.client, "{\"kind\":\"undo\",\"n\":2}");
	rig_ok(&b.client, "{\"kind\":\"act\",\"action\":\"d2d4\"}");
	await(&b, 2);
	rig_ok(&b.client, "{\"kind\":\"draw\",\"seat\":\"w\"}"); /* the person's yes at once */
	while (json_is_object(json_object_get(rig_state(&b.client), "prompt")))
		assert_true(rig_now_us() < end);
	assert_string_equal(rig_text(rig_state(&b.client), "phase"), "playing");
	close_bench(&b);
}

/* ---- the watchdog ---- */

/* Returns how many notes with that text come within a time. */
static unsigned
notes(int fd, const char *text, int ms)
{
	uint64_t end = rig_now_us() + (uint64_t)ms * 1000;
	unsigned n = 0;

	while (rig_now_us() < end) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		char note[256];
		ssize_t len = poll(&p, 1, 50) > 0 ? recv(fd, note, sizeof(note) - 1, 0) : 0;

		note[len > 0 ? len : 0] = '\0';
		n += strstr(note, text) != NULL;
	}
	return n;
}

/* The partner reports its start and, while it runs, that it is alive; not while it is stopped. */
static void
test_watchdog(void **state)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	struct bench b;
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	(void)state;
	open_bench(&b, "reed-8x8");
	snprintf(to.sun_path, sizeof(to.sun_path), "%s/notify", b.rig.dir);
	assert_int_equal(bind(fd, (struct sockaddr *)&to, sizeof(to)), 0);
	setenv("NOTIFY_SOCKET", to.sun_path, 1);
	setenv("WATCHDOG_USEC", "300000", 1);
	partner_start(&b, NULL, "60000");
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	assert_int_equal(notes(fd, "READY=1", 5000), 1);
	assert_true(notes(fd, "WATCHDOG=1", 1000) > 3);
	assert_int_equal(kill(b.partner, SIGSTOP), 0);
	(void)notes(fd, "WATCHDOG=1", 300);
	assert_int_equal(notes(fd, "WATCHDOG=1", 600), 0);
	assert_int_equal(kill(b.partner, SIGCONT), 0);
	close(fd);
	close_bench(&b);
}

/* ---- other engines ---- */

/* Waits until the partner is connected. */
static void
await_partner(struct bench *b)
{
	while (!json_is_true(json_object_get(rig_state(&b->client), "partner")))
		rig_sleep_us(10000);
}

/* An engine with a file of its own plays, and is asked to move at once. */
static void
test_file(void **state)
{
	struct bench b;
	char path[128];
	FILE *f;

	(void)state;
	open_bench(&b, "reed-8x8");
	snprintf(path, sizeof(path), "%s/mine.ini", b.rig.dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "[engine]\nprogram = %s\ngames = chess chess960\nmemory = 30\nstrength = Level\n"
		   "weakest = 1\nstrongest = 10\n[options]\nHash = 4\n", engine_path);
	assert_int_equal(fclose(f), 0);
	partner_start(&b, NULL, "60000");
	await_partner(&b);
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":\"mine:10\",\"b\":\"mine:1\"}}");
	(void)rig_ask(&b.client, "{\"kind\":\"move-now\"}");
	await(&b, 4);
	assert_string_equal(rig_text(json_object_get(json_object_get(b.client.state, "seats"), "w"), "engine"), "mine");
	close_bench(&b);
}

/* Stockfish plays chess and Chess960, castling included, if it is installed. */
static void
test_stockfish(void **state)
{
	static const char *const games[] = { "\"chess\"", "\"chess960\",\"position\":\"bnrqkbnr/pppp2pp/5p2/4p3/"
					     "4P3/8/PPPPQPPP/BNR1KBNR w HChc - 0 3\"" };
	struct bench b;

	(void)state;
	if (access("/usr/games/stockfish", X_OK) < 0)
		skip();
	open_bench(&b, "reed-8x8");
	partner_start(&b, NULL, "60000");
	await_partner(&b);
	for (size_t i = 0; i < 2; i++) {
		rig_ok(&b.client, "{\"kind\":\"new\",\"force\":true,\"game\":%s,\"players\":{\"w\":\"stockfish:10\",\"b\":"
				  "\"computer:1\"}}", games[i]);
		while (actions(&b) > 1 || !strstr(games[i], rig_text(b.client.state, "game")))
			assert_true(rig_pump(&b.client, RIG_PATIENCE_MS));
		await(&b, 5);
	}
	if (strstr(partner_log(&b), "stockfish:") || strstr(partner_log(&b), "the engine"))
		fail_msg("%s", partner_log(&b));
	close_bench(&b);
}

/* ---- failures ---- */

/* Returns whether a process has children, or false if it has ended. */
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

/* The partner is killed at random moments: the game continues each time. */
static void
test_killed(void **state)
{
	struct bench b;

	(void)state;
	srand(SEED);
	open_bench(&b, "reed-8x8");
	partner_start(&b, NULL, "60000");
	new_game(&b, "chess");
	for (unsigned i = 0; i < KILLS; i++) {
		json_int_t n;

		rig_sleep_us((uint64_t)(rand() % KILL_US));
		assert_int_equal(partner_end(&b, SIGKILL), -1);
		while (json_is_true(json_object_get(b.client.state, "partner")))
			assert_true(rig_pump(&b.client, RIG_PATIENCE_MS));
		n = json_integer_value(json_object_get(rig_state(&b.client), "n_actions"));
		partner_start(&b, NULL, "60000");
		if (strcmp(rig_text(b.client.state, "phase"), "over") == 0)
			new_game(&b, "chess");
		else
			await(&b, n + 2); /* the next action may have been chosen before */
	}
	close_bench(&b);
}

/* The daemon ends and starts again: the partner connects again, and the game continues. */
static void
test_daemon_gone(void **state)
{
	struct bench b;
	json_int_t n;

	(void)state;
	open_bench(&b, "reed-8x8");
	partner_start(&b, NULL, "60000");
	new_game(&b, "chess");
	await(&b, 4);
	rig_disconnect(&b.client);
	rig_halod_kill(&b.rig);
	rig_halod_start(&b.rig, NULL);
	rig_connect(&b.rig, &b.client);
	n = actions(&b);
	await(&b, n + 2);
	close_bench(&b);
}

/* Writes an engine that reads and never answers when it is started first, and plays after that. */
static void
write_engine(struct bench *b, char path[128], const char *first)
{
	FILE *f;

	snprintf(path, 128, "%s/engine", b->rig.dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "#!/bin/sh\n[ -e %s/once ] && exec %s\ntouch %s/once\n%s\n", b->rig.dir, engine_path,
		b->rig.dir, first);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(chmod(path, 0700), 0);
}

static void
test_engine(const char *first, const char *said)
{
	struct bench b;
	char path[128];

	open_bench(&b, "reed-8x8");
	write_engine(&b, path, first);
	partner_start(&b, path, "100");
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":\"computer:1\"}}");
	await(&b, 1);
	if (!strstr(partner_log(&b), said))
		fail_msg("no \"%s\" in %s", said, partner_log(&b));
	/* While a person thinks, the engine ends. */
	while (has_children(b.partner))
		rig_sleep_us(5000);
	close_bench(&b);
}

static void
test_bad_engines(void **state)
{
	(void)state;
	test_engine("while read line; do :; done", "w: the engine does not answer");
	test_engine("exit 1", "w: the engine ended");
	test_engine("read line; echo bestmove e2e5; while read line; do :; done", "e2e5: ");
	test_engine("read line; echo 'bestmove (none)'; while read line; do :; done", "found no action");
}

/* No engine ever plays: the screen says so. */
static void
test_broken_engine(void **state)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	struct bench b;

	(void)state;
	open_bench(&b, "reed-8x8");
	partner_start(&b, "/bin/false", "100");
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":\"computer:1\"}}");
	while (!strstr(rig_text(rig_state(&b.client), "message"), "engine fails"))
		assert_true(rig_now_us() < end);
	close_bench(&b);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole_game), cmocka_unit_test(test_each_game),
		cmocka_unit_test(test_person),     cmocka_unit_test(test_killed),
		cmocka_unit_test(test_daemon_gone), cmocka_unit_test(test_bad_engines),
		cmocka_unit_test(test_broken_engine), cmocka_unit_test(test_watchdog), cmocka_unit_test(test_file),
		cmocka_unit_test(test_stockfish),
	};

	if (argc != 5)
		return 2;
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	partner_path = argv[3];
	engine_path = argv[4];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
