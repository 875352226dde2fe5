/*
 * Data that must never be lost. A daemon killed at any moment restarts with
 * every action that it reported as recorded. A full disk is reported, the game
 * continues, and its actions are written when there is room again. A slow disk
 * delays nothing.
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
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/system/rig.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

enum {
	ROUNDS = 25,
	MOVES_A_ROUND = 6,
};

static struct rig_programs programs;
static const char *stall; /* the library that delays syncs */
static uint64_t seed = 2463534242u;

static uint64_t
chance(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

struct bench {
	struct rig rig;
	struct rig_client client;
	/* The game as reported; recorded: how many actions were reported on disk. */
	json_t *moves;
	json_int_t recorded;
};

static void
start(struct bench *b)
{
	rig_halod_start(&b->rig, NULL);
	rig_connect(&b->rig, &b->client);
}

static void
note(struct bench *b)
{
	json_int_t recorded;

	while (rig_pump(&b->client, 0))
		;
	recorded = json_integer_value(json_object_get(b->client.state, "recorded"));
	if (recorded > b->recorded)
		b->recorded = recorded;
}

static const char *
random_action(struct bench *b)
{
	json_t *actions = json_object_get(b->client.state, "actions");
	size_t n = json_array_size(actions);

	return n ? json_string_value(json_array_get(actions, (size_t)chance(n))) : NULL;
}

static void
add_move(struct bench *b, const char *action)
{
	json_array_append_new(b->moves, json_string(action));
}

/* Plays one move by hand, ended by the clock. Returns false if the game is over. */
static bool
one_move(struct bench *b)
{
	json_int_t n;
	char action[8];

	rig_state(&b->client);
	note(b);
	n = json_integer_value(json_object_get(b->client.state, "n_actions"));
	if (!random_action(b))
		return false;
	snprintf(action, sizeof(action), "%s", random_action(b));
	/* By hand a promotion is to a queen: the sensors show no other piece. */
	if (strlen(action) == strlen("e7e8q"))
		action[4] = 'q';
	rig_play(&b->rig, rig_text(b->client.state, "settled"), action, 200);
	rig_board(&b->rig, "press clock");
	rig_pause(&b->rig, 50);
	rig_board(&b->rig, "release clock");
	rig_pause(&b->rig, 50);
	assert_true(rig_wait_int(&b->client, "n_actions", n + 1));
	add_move(b, action);
	note(b);
	return true;
}

/* The restored game must match the reports, with at least the actions reported as recorded. */
static void
check_resumed(struct bench *b)
{
	json_t *state = rig_state(&b->client), *moves = json_object_get(state, "moves");
	json_int_t n = json_integer_value(json_object_get(state, "n_actions"));
	size_t from = (size_t)json_integer_value(json_object_get(state, "moves_from"));

	if (n < b->recorded)
		fail_msg("%lld actions came back, %lld were told as recorded", (long long)n,
			 (long long)b->recorded);
	assert_true((size_t)n <= json_array_size(b->moves));
	for (size_t i = 0; i < json_array_size(moves); i++)
		assert_string_equal(rig_text(json_array_get(moves, i), "action"),
				    json_string_value(json_array_get(b->moves, from + i)));
	while (json_array_size(b->moves) > (size_t)n)
		json_array_remove(b->moves, json_array_size(b->moves) - 1);
	b->recorded = n;
}

/* Puts the pieces where the game has them. */
static void
set_up(struct bench *b)
{
	const char *settled = rig_text(rig_state(&b->client), "settled");
	char field[128];

	snprintf(field, sizeof(field), "%.*s", (int)strcspn(settled, " "), settled);
	rig_board(&b->rig, "setup %s", field);
	rig_pause(&b->rig, 2000);
	assert_true(json_is_null(json_object_get(rig_state(&b->client), "guidance")));
}

static void
new_game(struct bench *b)
{
	rig_board(&b->rig, "setup " START);
	rig_pause(&b->rig, 500);
	rig_ok(&b->client, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	json_array_clear(b->moves);
	b->recorded = 0;
	rig_state(&b->client);
}

static void
test_killed(void **state)
{
	struct bench b = { .moves = json_array() };

	(void)state;
	rig_init(&b.rig, programs, "reed-8x8", true);
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup " START);
	start(&b);
	for (unsigned round = 0; round < ROUNDS; round++) {
		for (uint64_t i = chance(MOVES_A_ROUND); i > 0; i--)
			if (!one_move(&b))
				new_game(&b);
		/* Varies from within a commit to well after it. */
		if (one_move(&b))
			rig_sleep_us(chance(2) ? chance(1500) : chance(20000));
		note(&b);
		rig_halod_kill(&b.rig);
		rig_disconnect(&b.client);
		start(&b);
		check_resumed(&b);
		set_up(&b);
	}
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

static bool
await_prompt(struct bench *b, const char *kind)
{
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u; rig_now_us() < end;) {
		if (strcmp(rig_text(json_object_get(rig_state(&b->client), "prompt"), "kind"), kind) == 0)
			return true;
		rig_sleep_us(20000);
	}
	return false;
}

/* Switches, the daemon, and a move that is on the disk. */
static void
start_recorded(struct bench *b)
{
	rig_init(&b->rig, programs, "reed-8x8", true);
	rig_board_start(&b->rig);
	rig_board(&b->rig, "setup " START);
	start(b);
	assert_true(one_move(b));
	assert_true(rig_wait_int(&b->client, "recorded", 1));
}

/* Set down but not final: the restarted daemon asks, and OK confirms it. */
static void
test_killed_shown(void **state)
{
	struct bench b = { .moves = json_array() };

	(void)state;
	start_recorded(&b);
	rig_board(&b.rig, "lift g8");
	rig_pause(&b.rig, 300);
	rig_board(&b.rig, "put f6 n");
	rig_pause(&b.rig, 300);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 1);
	rig_halod_kill(&b.rig);
	rig_disconnect(&b.client);
	start(&b);
	assert_true(await_prompt(&b, "confirm"));
	assert_true(json_is_null(json_object_get(b.client.state, "guidance")));
	rig_pause(&b.rig, 5000);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 1);
	rig_board(&b.rig, "press ok");
	rig_pause(&b.rig, 50);
	rig_board(&b.rig, "release ok");
	rig_pause(&b.rig, 50);
	assert_true(rig_wait_int(&b.client, "recorded", 2));
	assert_string_equal(rig_text(json_object_get(b.client.state, "last"), "action"), "g8f6");
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

static void
limit_files(pid_t pid, rlim_t bytes)
{
	struct rlimit lim = { .rlim_cur = bytes, .rlim_max = RLIM_INFINITY };

	assert_int_equal(prlimit(pid, RLIMIT_FSIZE, &lim, NULL), 0);
}

static bool
has_trouble(struct bench *b, const char *who)
{
	json_t *list = json_object_get(rig_state(&b->client), "troubles"), *t;
	size_t i;

	json_array_foreach(list, i, t) if (strcmp(rig_text(t, "who"), who) == 0) return true;
	return false;
}

static bool
await_trouble(struct bench *b, bool want)
{
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u; rig_now_us() < end;) {
		if (has_trouble(b, "system") == want)
			return true;
		rig_sleep_us(20000);
	}
	return false;
}

/* A limit on the size of files simulates the full disk. */
static void
test_full_disk(void **state)
{
	struct bench b = { .moves = json_array() };

	(void)state;
	start_recorded(&b);
	limit_files(b.rig.halod, 1);
	for (unsigned i = 0; i < 5; i++)
		assert_true(one_move(&b));
	assert_true(await_trouble(&b, true));
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 6);
	assert_true(json_integer_value(json_object_get(rig_state(&b.client), "recorded")) < 6);
	limit_files(b.rig.halod, RLIM_INFINITY);
	assert_true(await_trouble(&b, false));
	assert_true(rig_wait_int(&b.client, "recorded", 6));
	note(&b);
	rig_halod_kill(&b.rig);
	rig_disconnect(&b.client);
	start(&b);
	check_resumed(&b);
	assert_int_equal(json_array_size(b.moves), 6);
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

/* Returns the transactions on the bus in two seconds without touches. */
static long
rhythm(struct bench *b)
{
	long n = 0;

	rig_board(&b->rig, "stats");
	rig_pause(&b->rig, 2000);
	if (sscanf(rig_board(&b->rig, "stats"), "transactions=%ld", &n) != 1)
		rig_die("no stats: %s", b->rig.answer);
	return n;
}

static void
stall_begin(const char *file)
{
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	assert_int_equal(fclose(f), 0);
}

/* Starts the daemon with a disk that hangs while that file exists. */
static void
spawn_on_stalling_disk(struct bench *b, const char *file)
{
	setenv("HALO_STALL", file, 1);
	setenv("LD_PRELOAD", stall, 1);
	setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
	rig_halod_spawn(&b->rig, NULL);
	unsetenv("LD_PRELOAD");
}

/*
 * A disk that takes seconds for a sync. The board is read as often as ever, moves are shown
 * and made, and lists are sent. Nothing is reported recorded before it is.
 */
static void
test_stalled_disk(void **state)
{
	struct bench b = { .moves = json_array() };
	char file[96];
	long before;

	(void)state;
	/* Polled, so that there is a rhythm to keep. */
	rig_init(&b.rig, programs, "matrix-8x8", true);
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup " START);
	snprintf(file, sizeof(file), "%s/stall", b.rig.dir);
	spawn_on_stalling_disk(&b, file);
	rig_connect(&b.rig, &b.client);
	assert_true(rig_wait_text(&b.client, "phase", "playing"));
	assert_true(one_move(&b));
	assert_true(rig_wait_int(&b.client, "recorded", 1));
	before = rhythm(&b);
	assert_true(before > 100);
	stall_begin(file);
	for (unsigned i = 0; i < 4; i++)
		assert_true(one_move(&b));
	assert_int_equal(rhythm(&b), before);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "n_actions")), 5);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "recorded")), 1);
	rig_ok(&b.client, "{\"kind\":\"list\"}");
	assert_int_equal(unlink(file), 0);
	assert_true(rig_wait_int(&b.client, "recorded", 5));
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

static bool
is_blind(struct bench *b, const char *sq)
{
	json_t *list = json_object_get(rig_state(&b->client), "blind"), *v;
	size_t i;

	json_array_foreach(list, i, v) if (strcmp(json_string_value(v), sq) == 0) return true;
	return false;
}

/* Reports whether the daemon's board file has that line. */
static bool
file_says(struct bench *b, const char *text)
{
	char path[128], line[512];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s/store/reed-8x8.ini", b->rig.dir);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		found |= strcmp(line, text) == 0;
	if (f)
		fclose(f);
	return found;
}

/* Sends a request without waiting. */
static void
send_blind(struct rig_client *c, int id, const char *sq, bool on)
{
	char line[128];

	snprintf(line, sizeof(line), "{\"id\":%d,\"kind\":\"blind\",\"square\":\"%s\",\"on\":%s}\n",
		 id, sq, on ? "true" : "false");
	rig_send(c, line);
}

/*
 * Sensors are marked blind while the disk hangs. This applies at once, the game continues,
 * and only the requesting client waits. On a stop the daemon completes the request.
 */
static void
test_stalled_blind(void **state)
{
	struct bench b = { .moves = json_array() };
	struct rig_client asker;
	char file[96];
	uint32_t answers;

	(void)state;
	rig_init(&b.rig, programs, "reed-8x8", true);
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup " START);
	snprintf(file, sizeof(file), "%s/stall", b.rig.dir);
	spawn_on_stalling_disk(&b, file);
	rig_connect(&b.rig, &b.client);
	rig_connect(&b.rig, &asker);
	assert_true(rig_wait_text(&b.client, "phase", "playing"));
	assert_true(one_move(&b));
	assert_true(rig_wait_int(&b.client, "recorded", 1));
	stall_begin(file);
	answers = asker.answers;
	send_blind(&asker, 1000, "h4", true);
	send_blind(&asker, 1001, "h5", true);
	send_blind(&asker, 1002, "h4", false);
	send_blind(&asker, 1003, "h4", false); /* applied, but not on disk */
	while (rig_pump(&asker, 200))
		continue;
	assert_true(is_blind(&b, "h5"));
	assert_false(is_blind(&b, "h4"));
	rig_ok(&b.client, "{\"kind\":\"act\",\"action\":\"%s\"}", random_action(&b));
	assert_true(rig_wait_int(&b.client, "n_actions", 2));
	while (rig_pump(&asker, 0))
		continue;
	assert_int_equal(asker.answers, answers);
	assert_false(file_says(&b, "blind = h5\n"));
	assert_int_equal(unlink(file), 0);
	for (int id = 1000; id < 1004; id++)
		assert_string_equal(rig_text(rig_answer(&asker, id), "kind"), "ok");
	assert_true(file_says(&b, "blind = h5\n"));
	stall_begin(file);
	send_blind(&asker, 1004, "h4", true);
	send_blind(&asker, 1005, "g4", true);
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u; !is_blind(&b, "g4");)
		assert_true(rig_now_us() < end);
	assert_int_equal(kill(b.rig.halod, SIGTERM), 0);
	rig_sleep_us(100000);
	assert_true(file_says(&b, "blind = h5\n"));
	assert_int_equal(unlink(file), 0);
	assert_int_equal(rig_halod_signal(&b.rig, 0), 0);
	assert_true(file_says(&b, "blind = g4 h4 h5\n"));
	rig_disconnect(&asker);
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

/*
 * The folder's disk is missing at the start: this is reported, play continues,
 * and the disk catches up later.
 */
static void
test_no_folder(void **state)
{
	struct bench b = { .moves = json_array() };
	char folder[128];

	(void)state;
	rig_init(&b.rig, programs, "reed-8x8", true);
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup " START);
	snprintf(folder, sizeof(folder), "%s/disk/games", b.rig.dir);
	rig_halod_start(&b.rig, (const char *[]){ "--store", folder, NULL });
	rig_connect(&b.rig, &b.client);
	assert_true(await_trouble(&b, true));
	assert_non_null(strstr(rig_log(&b.rig), "system: the folder for games "));
	assert_non_null(strstr(rig_log(&b.rig), folder));
	assert_true(one_move(&b));
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b.client), "recorded")), 0);
	*strrchr(folder, '/') = '\0';
	assert_int_equal(mkdir(folder, 0755), 0);
	assert_true(await_trouble(&b, false));
	assert_true(rig_wait_int(&b.client, "recorded", 1));
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

/* A journal that was set aside and repaired at the start is reported, in log and state. */
static void
test_damaged(void **state)
{
	struct bench b = { .moves = json_array() };
	char path[128];
	FILE *f;

	(void)state;
	rig_init(&b.rig, programs, "reed-8x8", true);
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup " START);
	start(&b);
	rig_disconnect(&b.client);
	assert_int_equal(rig_halod_stop(&b.rig), 0);
	snprintf(path, sizeof(path), "%s/store/games.db", b.rig.dir);
	f = fopen(path, "r+");
	assert_non_null(f);
	assert_int_equal(fwrite("nothing that SQLite knows", 1, 25, f), 25);
	assert_int_equal(fclose(f), 0);
	start(&b);
	assert_true(await_trouble(&b, true));
	assert_true(rig_log_has(&b.rig, "it is kept as games.db.damaged-1"));
	assert_true(one_move(&b));
	assert_true(rig_wait_int(&b.client, "recorded", 1));
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

/* Makes enough games for a repair to take a while. */
static void
games_import(struct bench *b)
{
	enum { TIMES = 30, GAMES = 40, GAME_MAX = 256 };
	char text[GAMES * GAME_MAX];

	for (int i = 0; i < TIMES; i++) {
		size_t at = 0;

		for (int k = 0; k < GAMES; k++)
			at += (size_t)snprintf(
				text + at, sizeof(text) - at,
				"[White \\\"%d\\\"]\\n\\n1. a3 a6 2. b3 b6 3. c3 c6 4. d3 d6 "
				"5. e3 e6 6. f3 f6 7. g3 g6 8. h3 h6 9. a4 a5 10. b4 b5 11. c4 c5 12. d4 d5 "
				"13. e4 e5 14. f4 f5 1/2-1/2\\n\\n",
				i * GAMES + k);
		rig_ok(&b->client, "{\"kind\":\"import\",\"text\":\"%s\"}", text);
	}
}

static void
page_spoil(const char *path)
{
	char rubbish[4096];
	struct stat st;
	FILE *f = fopen(path, "r+");

	memset(rubbish, 0xa5, sizeof(rubbish));
	assert_non_null(f);
	assert_int_equal(fstat(fileno(f), &st), 0);
	assert_int_equal(fseek(f, st.st_size / 2 / 4096 * 4096, SEEK_SET), 0);
	assert_int_equal(fwrite(rubbish, sizeof(rubbish), 1, f), 1);
	assert_int_equal(fclose(f), 0);
}

/* A client that connects during a repair gets its progress, and must wait for the rest. */
static void
test_repair_told(void **state)
{
	struct bench b = { .moves = json_array() };
	json_int_t most = 0;
	unsigned told = 0, waits = 0;
	char path[128], file[96];

	(void)state;
	rig_init(&b.rig, programs, "reed-8x8", false);
	rig_board_start(&b.rig);
	rig_board(&b.rig, "setup " START);
	start(&b);
	games_import(&b);
	rig_disconnect(&b.client);
	assert_int_equal(rig_halod_stop(&b.rig), 0);
	snprintf(path, sizeof(path), "%s/store/games.db", b.rig.dir);
	page_spoil(path);
	/*
	 * The disk hangs until a client has connected and asked: a repair would
	 * be too quick here.
	 */
	snprintf(file, sizeof(file), "%s/stall", b.rig.dir);
	stall_begin(file);
	spawn_on_stalling_disk(&b, file);
	rig_dial(&b.rig, &b.client);
	rig_send(&b.client,
		 "{\"id\":1000,\"kind\":\"new\",\"game\":\"chess\"}\n"
		 "{\"id\":1001,\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"waiting\"}\n");
	assert_int_equal(unlink(file), 0);
	assert_non_null(strstr(rig_text(rig_answer(&b.client, 1000), "why"), "is being repaired"));
	assert_string_equal(rig_text(rig_answer(&b.client, 1001), "kind"), "ok");
	assert_string_equal(rig_text(b.client.state, "phase"), "none");
	while (strcmp(rig_text(b.client.state, "phase"), "none") == 0) {
		const json_t *work = json_array_get(json_object_get(b.client.state, "work"), 0);
		json_int_t done = json_integer_value(json_object_get(work, "done"));

		waits += strcmp(rig_text(json_array_get(json_object_get(b.client.state, "sticks"),
							0),
					 "stage"),
				"waiting") == 0;
		if (strcmp(rig_text(work, "kind"), "repair") == 0 && done > most) {
			assert_non_null(strstr(rig_text(b.client.state, "message"), "Repairing"));
			most = done;
			told++;
		}
		assert_true(rig_pump(&b.client, RIG_PATIENCE_MS));
	}
	assert_true(told > 3);
	assert_true(waits > 0);
	assert_true(await_trouble(&b, true));
	assert_int_equal(json_array_size(json_object_get(b.client.state, "work")), 0);
	assert_int_equal(json_array_size(json_object_get(
				 rig_ok(&b.client, "{\"kind\":\"list\",\"limit\":100}"), "games")),
			 100);
	rig_disconnect(&b.client);
	rig_finish(&b.rig);
	json_decref(b.moves);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_killed),        cmocka_unit_test(test_killed_shown),
		cmocka_unit_test(test_full_disk),     cmocka_unit_test(test_stalled_disk),
		cmocka_unit_test(test_stalled_blind), cmocka_unit_test(test_no_folder),
		cmocka_unit_test(test_damaged),       cmocka_unit_test(test_repair_told),
	};

	if (argc < 4)
		rig_die("usage: %s HALOD HALO-BOARD STALL [TEST]", argv[0]);
	stall = argv[3];
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	if (argc > 4)
		cmocka_set_test_filter(argv[4]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
