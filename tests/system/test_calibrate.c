/*
 * Calibration over the socket, through unmodified halo-board and halod. The
 * board's sensors differ from its description; some are upside down, one jumps,
 * and one piece has its magnet reversed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/system/rig.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

enum {
	ROUNDS_MS = 800, /* longer than the rounds of an empty board take */
	STANDS_MS = 500, /* longer than a piece has to rest */
	TURNED_FILE = 5, /* file f: its sensors are reversed */
};

static struct rig_programs programs;
static const char *board_dir;

struct bench {
	struct rig rig;
	struct rig_client client;
	char real[128];
};

/* Returns the true reading of a square's sensor, as written by real_write. */
static int
real_zero(unsigned file, unsigned rank)
{
	return 120 + (int)((file * 5 + rank * 3) % 17);
}

static int
real_span(unsigned file, unsigned rank)
{
	int span = 38 + (int)((file * 7 + rank * 11) % 23);

	return file == TURNED_FILE ? -span : span;
}

/* Writes the description with other numbers: one rank a chip, in order. */
static void
real_write(const char *path)
{
	char from[1100], line[512];
	FILE *f, *to;
	unsigned rank = 0;

	snprintf(from, sizeof(from), "%s/linear-8x8.ini", board_dir);
	f = fopen(from, "r");
	to = fopen(path, "w");
	assert_true(f && to);
	while (fgets(line, sizeof(line), f)) {
		bool zero = strncmp(line, "zero", 4) == 0, span = strncmp(line, "span", 4) == 0;

		if (!zero && !span) {
			fputs(line, to);
			continue;
		}
		fprintf(to, "%.4s =", line);
		for (unsigned file = 0; file < 8; file++)
			fprintf(to, " %d", zero ? real_zero(file, rank) : real_span(file, rank));
		fputc('\n', to);
		rank += span;
	}
	assert_int_equal(rank, 8);
	fclose(f);
	fclose(to);
}

static void
bench_open(struct bench *b, const char *board)
{
	rig_init(&b->rig, programs, "", true);
	snprintf(b->real, sizeof(b->real), "%s/real.ini", b->rig.dir);
	real_write(b->real);
	if (strcmp(board, "linear-8x8") == 0)
		snprintf(b->rig.board_name, sizeof(b->rig.board_name), "%s", b->real);
	else
		snprintf(b->rig.board_name, sizeof(b->rig.board_name), "%s/%s.ini", board_dir,
			 board);
	rig_board_start(&b->rig);
	snprintf(b->rig.board_name, sizeof(b->rig.board_name), "%s/%s.ini", board_dir, board);
	rig_board(&b->rig, "setup " START);
	rig_halod_start(&b->rig, NULL);
	rig_connect(&b->rig, &b->client);
}

static void
bench_close(struct bench *b)
{
	rig_disconnect(&b->client);
	assert_int_equal(rig_halod_stop(&b->rig), 0);
	rig_finish(&b->rig);
}

static void
bench_restart(struct bench *b)
{
	rig_disconnect(&b->client);
	assert_int_equal(rig_halod_stop(&b->rig), 0);
	rig_halod_start(&b->rig, NULL);
	rig_connect(&b->rig, &b->client);
	rig_pause(&b->rig, 100);
}

static const char *
calibrate(struct bench *b, const char *step)
{
	return rig_text(rig_ask(&b->client, "{\"kind\":\"calibrate\",\"step\":\"%s\"}", step),
			"why");
}

static void
calibrate_ok(struct bench *b, const char *step)
{
	const char *why = calibrate(b, step);

	if (*why)
		fail_msg("%s: %s", step, why);
}

static json_t *
calibration(struct bench *b)
{
	return json_object_get(rig_state(&b->client), "calibration");
}

static void
step_is(struct bench *b, const char *step)
{
	assert_string_equal(rig_text(calibration(b), "step"), step);
}

static size_t
n_of(struct bench *b, const char *list)
{
	return json_array_size(json_object_get(calibration(b), list));
}

static bool
lists(struct bench *b, const char *list, const char *sq)
{
	const json_t *a = json_object_get(calibration(b), list);
	json_t *item;
	size_t i;

	json_array_foreach(a, i, item) if (strcmp(json_string_value(item), sq) == 0) return true;
	return false;
}

static bool
says(struct bench *b, const char *text)
{
	return strstr(rig_text(calibration(b), "text"), text) != NULL;
}

/* A measuring round waits for the sensors, and those for the machine: waits for the list. */
static void
list_lacks(struct bench *b, const char *list, const char *sq)
{
	for (unsigned i = 0; lists(b, list, sq); i++) {
		if (i == 100)
			fail_msg("%s: %s for ten seconds", list, sq);
		rig_pause(&b->rig, 100);
	}
}

/* Fills a rank at a time, except one square; "": none. */
static void
stand_pieces(struct bench *b, const char *but)
{
	for (unsigned rank = 1; rank <= 8; rank++) {
		for (char file = 'a'; file <= 'h'; file++)
			if (but[0] != file || but[1] != (char)('0' + rank))
				rig_board(&b->rig, "put %c%u %c", file, rank,
					  file == 'c' && rank == 6 ? 'p' : 'P');
		rig_pause(&b->rig, STANDS_MS);
		for (char file = 'a'; file <= 'h'; file++)
			if (but[0] != file || but[1] != (char)('0' + rank))
				rig_board(&b->rig, "lift %c%u", file, rank);
		rig_pause(&b->rig, STANDS_MS);
	}
}

static void
board_empties(struct bench *b)
{
	rig_board(&b->rig, "setup 8/8/8/8/8/8/8/8");
	rig_pause(&b->rig, 200);
}

/* Returns zero and span from the file beside the games. */
static void
file_is_real(struct bench *b)
{
	char path[160], line[512];
	unsigned rank = 0, n = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/store/linear-8x8.ini", b->rig.dir);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		bool zero = strncmp(line, "zero =", 6) == 0, span = strncmp(line, "span =", 6) == 0;
		char *at = line + 6;

		for (unsigned file = 0; (zero || span) && file < 8; file++, n++) {
			long value = strtol(at, &at, 10);
			int real = zero ? real_zero(file, rank) : real_span(file, rank);

			if (labs(value - real) > 1)
				fail_msg("%s of %c%u: %ld, not %d", zero ? "zero" : "span",
					 'a' + (int)file, rank + 1, value, real);
		}
		rank += span;
	}
	fclose(f);
	assert_int_equal(n, 128);
}

static const char *
pole(struct bench *b, const char *sq)
{
	json_t *d =
		json_object_get(rig_ok(&b->client, "{\"kind\":\"diagnostics\"}"), "diagnostics");

	return rig_text(json_object_get(json_object_get(d, "squares"), sq), "pole");
}

static void
pole_is(struct bench *b, const char *sq, const char *want)
{
	for (unsigned i = 0; strcmp(pole(b, sq), want) != 0; i++) {
		if (i == 100)
			fail_msg("%s: %s for ten seconds, not %s", sq, pole(b, sq), want);
		rig_pause(&b->rig, 100);
	}
}

/* Reversed sensors report the right colours; a game is played by hand. */
static void
board_plays(struct bench *b)
{
	rig_board(&b->rig, "setup " START);
	rig_pause(&b->rig, 2000);
	assert_string_equal(pole(b, "f1"), "white");
	assert_string_equal(pole(b, "f8"), "black");
	assert_string_equal(pole(b, "c7"), "black");
	rig_play(&b->rig, START, "e2e4", 300);
	rig_pause(&b->rig, 1500);
	assert_true(rig_wait_int(&b->client, "n_actions", 1));
}

static void
test_measured(void **state)
{
	struct bench b;

	(void)state;
	bench_open(&b, "linear-8x8");
	assert_string_equal(pole(&b, "f1"), "black"); /* it is a white bishop */
	calibrate_ok(&b, "begin");
	step_is(&b, "empty");
	/* The pieces are still there, and this is detected. */
	calibrate_ok(&b, "empty");
	step_is(&b, "measuring");
	rig_pause(&b.rig, ROUNDS_MS);
	step_is(&b, "empty");
	assert_true(lists(&b, "odd", "a1") && says(&b, "Something seems to stand on"));
	board_empties(&b);
	rig_board(&b.rig, "noise h3 10");
	calibrate_ok(&b, "empty");
	rig_pause(&b.rig, ROUNDS_MS);
	step_is(&b, "pieces");
	assert_int_equal(n_of(&b, "left"), 64);
	stand_pieces(&b, "b2");
	/* The piece on c6 was a black one; f's sensors stay reversed. */
	assert_true(lists(&b, "turned", "c6") && lists(&b, "turned", "f4"));
	assert_int_equal(n_of(&b, "turned"), 9);
	rig_board(&b.rig, "put c6 P");
	rig_pause(&b.rig, STANDS_MS);
	assert_int_equal(n_of(&b, "turned"), 8);
	step_is(&b, "pieces");
	assert_int_equal(n_of(&b, "left"), 1);
	rig_board(&b.rig, "put b2 P");
	rig_pause(&b.rig, STANDS_MS);
	step_is(&b, "review");
	calibrate_ok(&b, "keep");
	assert_true(json_is_null(calibration(&b)));
	rig_board(&b.rig, "clear");
	file_is_real(&b);
	board_plays(&b);
	assert_string_not_equal(calibrate(&b, "begin"), ""); /* a game is running */
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	bench_restart(&b);
	assert_true(rig_log_has(&b.rig, "what was measured on this board holds"));
	board_plays(&b);
	bench_close(&b);
}

/* Leaving at any step changes nothing; starting a game leaves too. */
static void
test_left(void **state)
{
	static const char *const leave[] = { "{\"kind\":\"calibrate\",\"step\":\"cancel\"}",
					     "{\"kind\":\"press\",\"button\":\"back\"}",
					     "{\"kind\":\"new\",\"game\":\"chess\"}" };
	char path[160];
	struct bench b;

	(void)state;
	bench_open(&b, "linear-8x8");
	snprintf(path, sizeof(path), "%s/store/linear-8x8.ini", b.rig.dir);
	for (unsigned i = 0; i < 9; i++) {
		assert_string_not_equal(calibrate(&b, "empty"), ""); /* not begun */
		assert_string_equal(calibrate(&b, "cancel"), "");
		calibrate_ok(&b, "begin");
		assert_string_not_equal(calibrate(&b, "keep"), "");
		board_empties(&b);
		if (i >= 3) {
			rig_ok(&b.client, "{\"kind\":\"press\",\"button\":\"ok\"}");
			rig_pause(&b.rig, ROUNDS_MS);
			step_is(&b, "pieces");
			rig_board(&b.rig, "put a1 P");
			rig_pause(&b.rig, STANDS_MS);
			assert_int_equal(n_of(&b, "left"), 63);
		}
		if (i >= 6) {
			rig_ok(&b.client, "{\"kind\":\"press\",\"button\":\"ok\"}");
			step_is(&b, "review");
			assert_true(says(&b, "Not measured"));
		}
		rig_ok(&b.client, "%s", leave[i % 3]);
		assert_true(json_is_null(calibration(&b)));
		rig_board(&b.rig, "setup " START);
		rig_pause(&b.rig, 1500);
	}
	assert_int_equal(access(path, F_OK), -1);
	bench_close(&b);
}

static void
text_write(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/*
 * The result applies at once; the client gets its reply, and calibration ends,
 * when the result is on disk.
 */
static void
waits_for_disk(struct bench *b, const char *aside)
{
	int fd;

	/* A pipe accepts nothing before a reader opens it, and cannot be synced then. */
	assert_int_equal(mkfifo(aside, 0600), 0);
	rig_send(&b->client, "{\"id\":1000,\"kind\":\"calibrate\",\"step\":\"keep\"}\n");
	pole_is(b, "f1", "white");
	step_is(b, "review");
	fd = open(aside, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_non_null(strstr(rig_text(rig_answer(&b->client, 1000), "why"),
			       "store/linear-8x8.ini: Invalid argument; it holds until the daemon "
			       "ends"));
	assert_int_equal(close(fd), 0);
	assert_true(rig_log_has(&b->rig, "linear-8x8.ini: Invalid argument"));
	step_is(b, "review");
}

/* A failing disk, and an invalid calibration file: both are reported, and nothing is lost. */
static void
test_disk(void **state)
{
	char path[160], aside[192];
	struct bench b;

	(void)state;
	bench_open(&b, "linear-8x8");
	snprintf(path, sizeof(path), "%s/store/linear-8x8.ini", b.rig.dir);
	snprintf(aside, sizeof(aside), "%s.new", path);
	assert_int_equal(mkdir(aside, 0700), 0);
	calibrate_ok(&b, "begin");
	board_empties(&b);
	calibrate_ok(&b, "empty");
	rig_pause(&b.rig, ROUNDS_MS);
	rig_board(&b.rig, "put f1 P");
	list_lacks(&b, "left", "f1");
	calibrate_ok(&b, "end");
	assert_non_null(strstr(calibrate(&b, "keep"), "store/linear-8x8.ini: Is a directory"));
	step_is(&b, "review");
	assert_int_equal(rmdir(aside), 0);
	waits_for_disk(&b, aside);
	calibrate_ok(&b, "keep");
	assert_true(json_is_null(calibration(&b)));
	rig_pause(&b.rig, 200);
	pole_is(&b, "f1", "white");
	/* The description has changed. */
	snprintf(b.rig.board_name, sizeof(b.rig.board_name), "%s/linear-8x8.ini", b.rig.dir);
	real_write(b.rig.board_name);
	bench_restart(&b);
	assert_true(rig_log_has(&b.rig, "store/linear-8x8.ini: measured for a different "
					"description of the sensors"));
	pole_is(&b, "f1", "white");
	text_write(path, "[board]\ntitle = x\nfiles = 99\n");
	bench_restart(&b);
	assert_true(rig_log_has(&b.rig, "store/linear-8x8.ini:3: [board] files:"));
	pole_is(&b, "f1", "white");
	bench_close(&b);
}

static bool
file_has(const char *path, const char *text)
{
	char line[512];
	FILE *f = fopen(path, "r");
	bool found = false;

	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		found |= strncmp(line, text, strlen(text)) == 0;
	fclose(f);
	return found;
}

static unsigned
n_troubles(struct bench *b, const char *what)
{
	const json_t *a = json_object_get(rig_state(&b->client), "troubles");
	json_t *item;
	unsigned n = 0;
	size_t i;

	json_array_foreach(a, i, item) n += strstr(rig_text(item, "what"), what) != NULL;
	return n;
}

/* One reed is stuck closed and one never closes: moves to them count by the clock. */
static void
plays_around(struct bench *b)
{
	rig_board(&b->rig, "setup " START);
	for (unsigned again = 0; again < 2; again++) {
		/* On two chips. */
		assert_int_equal(n_troubles(b, "is not believed"), 2);
		rig_pause(&b->rig, 1500);
		if (again == 0)
			bench_restart(b);
	}
	assert_true(rig_log_has(&b->rig, "what was measured on this board holds"));
	rig_board(&b->rig, "lift d2");
	rig_pause(&b->rig, 300);
	rig_board(&b->rig, "put d4 P");
	rig_pause(&b->rig, 1500);
	rig_ok(&b->client, "{\"kind\":\"press\",\"button\":\"ok\"}");
	assert_true(rig_wait_int(&b->client, "n_actions", 1));
	rig_board(&b->rig, "lift e7");
	rig_pause(&b->rig, 300);
	rig_board(&b->rig, "put e5 p");
	rig_pause(&b->rig, 1500);
	rig_ok(&b->client, "{\"kind\":\"press\",\"button\":\"ok\"}");
	assert_true(rig_wait_int(&b->client, "n_actions", 2));
	/* A third one sticks during the game. */
	rig_board(&b->rig, "stuck g1 1");
	rig_board(&b->rig, "lift g1");
	rig_pause(&b->rig, 300);
	rig_board(&b->rig, "put f3 N");
	rig_pause(&b->rig, 3000);
	assert_int_equal(json_integer_value(json_object_get(rig_state(&b->client), "n_actions")),
			 2);
	assert_string_equal(rig_text(rig_ask(&b->client, "{\"kind\":\"blind\",\"square\":\"i1\","
							 "\"on\":true}"),
				     "why"),
			    "square: one of a1 to h8 is expected");
	rig_ok(&b->client, "{\"kind\":\"blind\",\"square\":\"g1\",\"on\":true}");
	rig_pause(&b->rig, 1500);
	rig_ok(&b->client, "{\"kind\":\"press\",\"button\":\"ok\"}");
	assert_true(rig_wait_int(&b->client, "n_actions", 3));
	rig_ok(&b->client, "{\"kind\":\"undo\",\"n\":1}");
	rig_board(&b->rig, "stuck g1 off");
	rig_board(&b->rig, "lift f3");
	rig_board(&b->rig, "put g1 N");
	rig_ok(&b->client, "{\"kind\":\"blind\",\"square\":\"g1\",\"on\":false}");
	rig_pause(&b->rig, 3000);
	assert_true(rig_wait_int(&b->client, "n_actions", 2));
	/* A working one needs no confirmation. */
	rig_board(&b->rig, "lift g1");
	rig_pause(&b->rig, 300);
	rig_board(&b->rig, "put f3 N");
	rig_pause(&b->rig, 1500);
	assert_true(rig_wait_int(&b->client, "n_actions", 3));
}

/* Calibration kept by a button sends no reply: it ends when it is on disk. */
static void
is_over(struct bench *b)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (!json_is_null(calibration(b))) {
		if (rig_now_us() > end)
			fail_msg("calibrating is not over");
		rig_sleep_us(10000);
	}
}

/* Switches have no numbers: calibration finds squares that never react. */
static void
test_switches(void **state)
{
	char path[160];
	struct bench b;

	(void)state;
	bench_open(&b, "reed-8x8");
	rig_board(&b.rig, "cut d4");
	rig_board(&b.rig, "stuck e5 1");
	calibrate_ok(&b, "begin");
	board_empties(&b);
	calibrate_ok(&b, "empty");
	rig_pause(&b.rig, ROUNDS_MS);
	assert_true(lists(&b, "odd", "e5"));
	assert_int_equal(n_of(&b, "odd"), 1);
	calibrate_ok(&b, "empty"); /* there is nothing to remove */
	rig_pause(&b.rig, ROUNDS_MS);
	step_is(&b, "pieces");
	stand_pieces(&b, "");
	assert_true(lists(&b, "left", "d4") && lists(&b, "left", "e5"));
	assert_int_equal(n_of(&b, "left"), 2);
	calibrate_ok(&b, "end");
	assert_true(says(&b, "never answered: d4, e5") &&
		    says(&b, "goes on without these: d4, e5"));
	assert_int_equal(n_of(&b, "blind"), 2);
	calibrate_ok(&b, "keep");
	snprintf(path, sizeof(path), "%s/store/reed-8x8.ini", b.rig.dir);
	assert_true(file_has(path, "blind = d4 e5\n"));
	plays_around(&b);
	/* They are repaired, and react when tested again. */
	rig_board(&b.rig, "clear");
	rig_ok(&b.client, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	calibrate_ok(&b, "begin");
	board_empties(&b);
	calibrate_ok(&b, "empty");
	rig_pause(&b.rig, ROUNDS_MS);
	stand_pieces(&b, "");
	step_is(&b, "review");
	rig_ok(&b.client, "{\"kind\":\"press\",\"button\":\"ok\"}");
	is_over(&b);
	assert_false(file_has(path, "blind"));
	assert_int_equal(n_troubles(&b, "is not believed"), 0);
	/* An abandoned calibration ends after a quarter of an hour. */
	calibrate_ok(&b, "begin");
	rig_pause(&b.rig, 899000);
	step_is(&b, "empty");
	rig_pause(&b.rig, 2000);
	assert_true(json_is_null(calibration(&b)));
	bench_close(&b);
}

/* A result that could not be written still applies, and the next request writes it. */
static void
test_said_again(void **state)
{
	static const char say[] = "{\"kind\":\"blind\",\"square\":\"g1\",\"on\":true}";
	char path[160], aside[192];
	struct bench b;

	(void)state;
	bench_open(&b, "reed-8x8");
	snprintf(path, sizeof(path), "%s/store/reed-8x8.ini", b.rig.dir);
	snprintf(aside, sizeof(aside), "%s.new", path);
	assert_int_equal(mkdir(aside, 0700), 0);
	for (unsigned again = 0; again < 2; again++) {
		assert_non_null(strstr(rig_text(rig_ask(&b.client, "%s", say), "why"),
				       "store/reed-8x8.ini: Is a directory; it holds"));
		assert_int_equal(n_troubles(&b, "is not believed"), 1);
	}
	assert_int_equal(rmdir(aside), 0);
	rig_ok(&b.client, "%s", say);
	assert_true(file_has(path, "blind = g1\n"));
	bench_close(&b);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_measured),   cmocka_unit_test(test_left),
		cmocka_unit_test(test_disk),       cmocka_unit_test(test_switches),
		cmocka_unit_test(test_said_again),
	};

	if (argc < 4)
		return 2;
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	board_dir = argv[3];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
