/*
 * Every board description that ships, and an odd one for the tests, through
 * unmodified halo-board and halod in virtual time. A game is played by hand,
 * each chip fails and returns, and the lamps are off at the end. Each board is
 * a file in a folder.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/system/rig.h"

enum {
	BOARDS_MAX = 16,
	CHIPS_MAX = 32,
};

static struct rig_programs programs;
static char board[BOARDS_MAX][1024];
static unsigned n_boards;

struct bench {
	struct rig rig;
	struct rig_client client;
	const char *board;
};

static int
is_ini(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 4 && strcmp(d->d_name + n - 4, ".ini") == 0;
}

static void
add_folder(const char *folder)
{
	struct dirent **found;
	int n = scandir(folder, &found, is_ini, alphasort);

	if (n <= 0)
		exit(2);
	for (int i = 0; i < n; i++) {
		if (n_boards == BOARDS_MAX)
			exit(2);
		if (snprintf(board[n_boards++], sizeof(board[0]), "%s/%s", folder,
			     found[i]->d_name) >= (int)sizeof(board[0]))
			exit(2);
		free(found[i]);
	}
	free(found);
}

static void
open_bench(struct bench *b, const char *name, const char *field)
{
	b->board = name;
	rig_init(&b->rig, programs, name, true);
	rig_board_start(&b->rig);
	rig_board(&b->rig, "setup %s", field);
	rig_halod_start(&b->rig, NULL);
	rig_connect(&b->rig, &b->client);
}

/*
 * All lamps are off at the end, and the chips' data sheets were obeyed, except
 * for chips lost unnoticed.
 */
static void
close_bench(struct bench *b, bool lost)
{
	rig_disconnect(&b->client);
	assert_int_equal(rig_halod_stop(&b->rig), 0);
	assert_string_equal(rig_board(&b->rig, "lamps"), "");
	if (!strstr(rig_board(&b->rig, "stats"), "violations=0") && !lost)
		fail_msg("%s: %s", b->board, b->rig.answer);
	rig_finish(&b->rig);
}

static json_int_t
n_actions(struct bench *b)
{
	return json_integer_value(json_object_get(rig_state(&b->client), "n_actions"));
}

static unsigned
n_troubles(struct bench *b)
{
	return (unsigned)json_array_size(json_object_get(rig_state(&b->client), "troubles"));
}

/* Plays one move by hand, ended by the clock. */
static void
move(struct bench *b, const char *from, const char *to, char piece, bool captures)
{
	json_int_t n = n_actions(b);

	rig_board(&b->rig, "lift @%s", from);
	rig_pause(&b->rig, 300);
	if (captures)
		rig_board(&b->rig, "swap @%s %c", to, piece);
	else
		rig_board(&b->rig, "put @%s %c", to, piece);
	rig_pause(&b->rig, 300);
	rig_board(&b->rig, "press clock");
	rig_pause(&b->rig, 100);
	rig_board(&b->rig, "release clock");
	rig_pause(&b->rig, 100);
	if (n_actions(b) != n + 1) {
		char *text = json_dumps(rig_state(&b->client), 0);

		fail_msg("%s: %s%s was not taken: %s", b->board, from, to, text);
	}
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static void
play_game(struct bench *b)
{
	move(b, "e2", "e4", 'P', false);
	move(b, "d7", "d5", 'p', false);
	move(b, "e4", "d5", 'P', true);
	move(b, "b8", "c6", 'n', false);
	move(b, "g1", "f3", 'N', false);
}

static void
test_game(void **state)
{
	(void)state;
	for (unsigned i = 0; i < n_boards; i++) {
		struct bench b;

		open_bench(&b, board[i], START);
		rig_board(&b.rig, "lift @g1");
		rig_pause(&b.rig, 100);
		rig_board(&b.rig, "lamps @");
		assert_non_null(strstr(b.rig.answer, "f3 "));
		assert_non_null(strstr(b.rig.answer, "h3 "));
		assert_null(strstr(b.rig.answer, "e3 "));
		rig_board(&b.rig, "put @g1 N");
		rig_pause(&b.rig, 1500);
		play_game(&b);
		assert_string_equal(rig_text(rig_ok(&b.client, "{\"kind\":\"pgn\"}"), "error"), "");
		assert_int_equal(n_troubles(&b), 0);
		close_bench(&b, false);
	}
}

/* Lists every address of a description once: "0x20", behind a mux "0x48@1", and the mux. */
static unsigned
chips_of(const char *path, char chip[CHIPS_MAX][16])
{
	FILE *f = fopen(path, "r");
	char line[512], mux[16] = "";
	unsigned n = 0, address, port;

	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		if (line[0] == '[')
			mux[0] = '\0';
		if (sscanf(line, "mux = %x/%u", &address, &port) == 2) {
			char of_mux[16];

			snprintf(of_mux, sizeof(of_mux), "0x%02x", address);
			snprintf(mux, sizeof(mux), "@%u", port);
			if (n == 0 || strcmp(chip[0], of_mux) != 0)
				memcpy(chip[n++], of_mux, sizeof(of_mux));
		}
		if (sscanf(line, "address = %x", &address) == 1)
			snprintf(chip[n++], sizeof(chip[0]), "0x%02x%.8s", address & 0x7f, mux);
		assert_true(n < CHIPS_MAX);
	}
	fclose(f);
	return n;
}

/* Each chip loses its power for a while during a game, which continues. */
static void
test_each_chip_away(void **state)
{
	(void)state;
	for (unsigned i = 0; i < n_boards; i++) {
		char chip[CHIPS_MAX][16];
		unsigned n = chips_of(board[i], chip);
		struct bench b;

		open_bench(&b, board[i], START);
		play_game(&b);
		for (unsigned k = 0; k < n; k++) {
			rig_board(&b.rig, "dead %s", chip[k]);
			/* A lost lamp chip is noticed only when there is something to show. */
			rig_board(&b.rig, "lift @a2");
			rig_pause(&b.rig, 4000);
			rig_board(&b.rig, "put @a2 P");
			rig_pause(&b.rig, 1000);
			if (n_troubles(&b) == 0)
				fail_msg("%s: nobody missed the chip at %s", board[i], chip[k]);
			rig_board(&b.rig, "clear");
			rig_pause(&b.rig, 4000);
			if (n_troubles(&b) != 0)
				fail_msg("%s: the chip at %s is missed still: %s", board[i],
					 chip[k], json_dumps(rig_state(&b.client), 0));
		}
		move(&b, "d8", "d5", 'q', true);
		close_bench(&b, false);
	}
}

/* Returns the board's squares that the daemon cannot read. */
static json_t *
dark(struct bench *b)
{
	json_t *d =
		json_object_get(rig_ok(&b->client, "{\"kind\":\"diagnostics\"}"), "diagnostics");

	return json_object_get(d, "stuck");
}

static unsigned
n_dark(struct bench *b)
{
	return (unsigned)json_array_size(dark(b));
}

static bool
guided(struct bench *b)
{
	return json_is_object(json_object_get(rig_state(&b->client), "guidance"));
}

/*
 * Plays a move with some or all squares unreadable. With few of them it counts by itself,
 * otherwise by the clock. If several moves are possible or nothing was seen, it is chosen
 * on the screen.
 */
static void
move_in_the_dark(struct bench *b, const char *action, char piece, bool captures, bool many)
{
	json_int_t n = n_actions(b);
	bool confirmed = false;

	if (captures)
		rig_board(&b->rig, "lift @%.2s", action + 2);
	rig_board(&b->rig, "lift @%.2s", action);
	rig_pause(&b->rig, 300);
	rig_board(&b->rig, "put @%.2s %c", action + 2, piece);
	rig_pause(&b->rig, 1500);
	if (n_actions(b) == n) {
		rig_board(&b->rig, "press clock");
		rig_pause(&b->rig, 100);
		rig_board(&b->rig, "release clock");
		rig_pause(&b->rig, 100);
		confirmed = true;
	}
	if (many && !confirmed)
		fail_msg("%s: %s was believed in the dark", b->board, action);
	if (guided(b))
		fail_msg("%s: %s was thought a mistake", b->board, action);
	if (n_actions(b) == n)
		rig_ok(&b->client, "{\"kind\":\"act\",\"action\":\"%s\"}", action);
	if (n_actions(b) != n + 1)
		fail_msg("%s: %s was not taken", b->board, action);
	rig_pause(&b->rig, 1500);
	if (guided(b))
		fail_msg("%s: %s leaves something to mend", b->board, action);
}

static void
assert_moves(struct bench *b, const char *want)
{
	json_t *moves = json_object_get(rig_state(&b->client), "moves");
	char got[64] = "";

	for (size_t i = 0; i < json_array_size(moves); i++) {
		strcat(got, i ? " " : "");
		strcat(got, rig_text(json_array_get(moves, i), "action"));
	}
	assert_string_equal(got, want);
}

/* The moves on a board with a dead chip are as intended, and match when the chip returns. */
static void
play_without(struct bench *b, const char *chip)
{
	bool many;

	rig_board(&b->rig, "setup %s", START);
	rig_ok(&b->client, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	rig_board(&b->rig, "dead %s", chip);
	rig_pause(&b->rig, 4000);
	if (n_dark(b) > 0) { /* otherwise it is a lamp chip */
		many = n_troubles(b) == 2;
		if (!many)
			assert_int_equal(n_troubles(b), 1);
		if (strstr(b->board, "8x8") && many != (n_dark(b) > 8))
			fail_msg("%s: %u squares are dark", b->board, n_dark(b));
		move_in_the_dark(b, "e2e4", 'P', false, many);
		move_in_the_dark(b, "d7d5", 'p', false, many);
		move_in_the_dark(b, "e4d5", 'P', true, many);
		move_in_the_dark(b, "d8d5", 'q', true, many);
		move_in_the_dark(b, "g1f3", 'N', false, many);
		assert_moves(b, "e2e4 d7d5 e4d5 d8d5 g1f3");
	}
	rig_board(&b->rig, "clear");
	rig_pause(&b->rig, 4000);
	assert_int_equal(n_troubles(b), 0);
	assert_int_equal(n_dark(b), 0);
	assert_false(guided(b));
}

/* Returns an unreadable square with a piece in the array, or NULL. */
static const char *
dark_piece(struct bench *b, char *piece)
{
	json_t *a = dark(b);

	for (size_t i = 0; i < json_array_size(a); i++) {
		const char *sq = json_string_value(json_array_get(a, i));

		*piece = rig_piece_at(START, sq);
		if (*piece != '.')
			return sq;
	}
	return NULL;
}

/* Changes on its squares during the failure are seen afterwards, and guided back. */
static void
mend_after(struct bench *b, const char *chip)
{
	const char *found;
	char piece, sq[4] = "";

	rig_board(&b->rig, "setup %s", START);
	rig_ok(&b->client, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	rig_board(&b->rig, "dead %s", chip);
	rig_pause(&b->rig, 4000);
	found = dark_piece(b, &piece);
	if (found) {
		strncat(sq, found, 2);
		rig_board(&b->rig, "lift %s", sq);
		rig_pause(&b->rig, 3000);
		assert_false(guided(b));
	}
	rig_board(&b->rig, "clear");
	rig_pause(&b->rig, 5000);
	if (!found)
		return;
	if (!guided(b))
		fail_msg("%s: nobody missed the piece of %s", b->board, sq);
	rig_board(&b->rig, "put %s %c", sq, piece);
	rig_pause(&b->rig, 3000);
	assert_false(guided(b));
	assert_int_equal(n_actions(b), 0);
}

/* A sensor chip, or the mux of several, dies for good: only its squares are blind. */
static void
test_dead_chip(void **state)
{
	(void)state;
	for (unsigned i = 0; i < n_boards; i++) {
		char chip[CHIPS_MAX][16];
		unsigned n = chips_of(board[i], chip);
		struct bench b;

		open_bench(&b, board[i], START);
		for (unsigned k = 0; k < n; k++)
			play_without(&b, chip[k]);
		/* Boards whose squares are also the game's. */
		for (unsigned k = 0; k < n && !strstr(board[i], "11x9"); k++)
			mend_after(&b, chip[k]);
		close_bench(&b, false);
	}
}

/*
 * A silent reset of every chip at once is detected and repaired without a
 * message to the players.
 */
static void
test_silent_resets(void **state)
{
	(void)state;
	for (unsigned i = 0; i < n_boards; i++) {
		struct bench b;

		open_bench(&b, board[i], START);
		play_game(&b);
		rig_board(&b.rig, "reset");
		rig_pause(&b.rig, 15000);
		move(&b, "d8", "d5", 'q', true);
		rig_pause(&b.rig, 15000);
		rig_board(&b.rig, "lift @b1");
		rig_pause(&b.rig, 1000);
		rig_board(&b.rig, "lamps @");
		if (!strstr(b.rig.answer, "c3 "))
			fail_msg("%s: %s", board[i], b.rig.answer);
		rig_board(&b.rig, "put @b1 N");
		rig_pause(&b.rig, 1500);
		assert_int_equal(n_troubles(&b), 0);
		close_bench(&b, true);
	}
}

static const char *
find_board(const char *name)
{
	for (unsigned i = 0; i < n_boards; i++)
		if (strstr(board[i], name))
			return board[i];
	fail_msg("no board %s", name);
	return NULL;
}

/*
 * A victim is replaced so quickly that its square never reads empty. A board
 * with poles sees the capture without the clock.
 */
static void
test_poles_are_seen(void **state)
{
	struct bench b;

	(void)state;
	open_bench(&b, find_board("linear-8x8"), START);
	move(&b, "e2", "e4", 'P', false);
	move(&b, "d7", "d5", 'p', false);
	rig_board(&b.rig, "lift e4");
	rig_pause(&b.rig, 300);
	rig_board(&b.rig, "swap d5 P 0");
	rig_pause(&b.rig, 1500);
	assert_int_equal(n_actions(&b), 3);
	close_bench(&b, false);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_game),           cmocka_unit_test(test_each_chip_away),
		cmocka_unit_test(test_dead_chip),      cmocka_unit_test(test_silent_resets),
		cmocka_unit_test(test_poles_are_seen),
	};

	if (argc < 4)
		return 2;
	programs = (struct rig_programs){ argv[1], argv[2] };
	for (int i = 3; i < argc; i++)
		add_folder(argv[i]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
