/*
 * Power fails while the lamps lead pieces home that are on each other's squares. On a board
 * of switches only earlier observation distinguishes them, and the next daemon continues
 * with the same step.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>

#include "restart.h"

static const char state_line[] = "{\"kind\":\"state\"}";
static const char known_key[] = "board.known";

static void
pass(uint64_t ms)
{
	table_advance(&table, table.now_us + ms * 1000);
}

/* Plays "-e2 +e4" and a pause: the piece set down is the one lifted last. */
static void
hands(const char *edges)
{
	static bool dark;

	for (; *edges; edges += 3 + (edges[3] == ' ')) {
		const uint64_t bit = UINT64_C(1) << ((edges[2] - '1') * 8 + edges[1] - 'a');

		if (*edges == '-')
			dark = black & bit;
		black = dark ? black | bit : black & ~bit;
		edge(edges + 1, *edges == '+');
		pass(500);
	}
	pass(3000);
}

/*
 * Returns the guidance as clients get it, without `rank`: after a restart the pieces are set up. The
 * caller frees it.
 */
static char *
guidance(void)
{
	json_t *o = send_request(OTHER, state_line), *g = json_object_get(o, "guidance");
	char *text;

	if (!g)
		g = json_object_get(json_object_get(o, "state"), "guidance");
	assert_non_null(g);
	if (json_is_object(g))
		json_object_del(g, "rank");
	text = json_dumps(g, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
	json_decref(o);
	return text;
}

static const char *
setting(void)
{
	const char *kept = store_setting(store, known_key);

	return kept ? kept : "";
}

/* Guidance has these steps, now and after a restart. */
static void
led_again(const char *part)
{
	char *was = guidance(), *now;

	if (!strstr(was, part))
		fail_msg("led is %s, not %s", was, part);
	restart();
	now = guidance();
	assert_string_equal(now, was);
	free(was);
	free(now);
}

/* Asserts that the board matches the game and no piece identities are kept. */
static void
all_home(void)
{
	want(OTHER, state_line, "\"guidance\":null");
	wait_written();
	assert_string_equal(setting(), "");
	restart();
	want(OTHER, state_line, "\"guidance\":null");
}

/* A pawn on e4, a queen on h5. */
static void
play(void)
{
	new_game("\"game\":\"chess\"");
	hands("-e2 +e4");
	hands("-e7 +e5");
	hands("-d1 +h5");
	hands("-b8 +c6");
	assert_int_equal(table.state.n_actions, 4);
	assert_string_equal(setting(), "");
}

static void
force_new(void)
{
	want(OTHER, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}", "\"ok\"");
}

static void
play_and_begin(void)
{
	begin();
	play();
	wait_written();
	force_new();
	pass(100);
}

static void
test_new_game(void **state)
{
	(void)state;
	play_and_begin();
	led_again("pawn from e4 on e2");
	led_again("pawn from e4 on e2");
	hands("-e4 +e2");
	led_again("pawn from e5 on e7");
	hands("-e5 +e7");
	led_again("queen from h5 on d1");
	hands("-h5 +d1 -c6 +b8");
	all_home();
	hands("-e2 +e4");
	assert_int_equal(table.state.n_actions, 1);
	end();
}

/* No guidance yet, and the disk has not reported the game's number. */
static void
test_at_once(void **state)
{
	sqlite3 *other;

	(void)state;
	begin();
	play();
	other = hold_disk();
	force_new();
	assert_memory_equal(setting(), "0 ", 2);
	release_disk(other);
	end();
	begin();
	led_again("pawn from e4 on e2");
	assert_memory_not_equal(setting(), "0 ", 2);
	hands("-e4 +e2 -e5 +e7 -h5 +d1 -c6 +b8");
	all_home();
	end();
}

static void
bus(int err)
{
	const struct busio_msg m = { .kind = BUSIO_BUS, .err = err, .t_us = table.now_us };

	table_message(&table, &m);
}

/* Each piece is on the other's square: switches cannot show it, and the traces record it too. */
static void
test_swapped(void **state)
{
	char *trace, *got;

	(void)state;
	play_and_begin();
	restart();
	hands("-e5 +e7 -c6 +b8 -e4 +d1 -h5 +e2");
	led_again("\"wrong\":[\"d1\",\"e2\"]");
	led_again("\"wrong\":[\"d1\",\"e2\"]");
	/* A short loss of the bus loses nothing of it. */
	bus(-EIO);
	bus(0);
	led_again("\"wrong\":[\"d1\",\"e2\"]");
	hands("-g2 +g4");
	assert_int_equal(table.state.n_actions, 0);
	trace = table_trace_text(&table);
	got = replay(trace);
	assert_string_equal(got, "");
	free(trace);
	free(got);
	trace = trace_of(store_status(store)->number);
	got = replay(trace);
	assert_string_equal(got, "");
	free(trace);
	free(got);
	hands("-g4 +g2 -e2 -d1 +e2 +d1");
	end();
}

/*
 * The guided game ends by a command, the flag or a mate on the screen, and power fails. The
 * next game still knows that queen and pawn have exchanged squares.
 */
static void
test_ended(void **state)
{
	static const char *const ends[] = {
		"{\"kind\":\"resign\",\"seat\":\"w\"}",
		"{\"kind\":\"draw\"}",
		NULL,
		FOOLS_MATE,
	};

	(void)state;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		play_and_begin();
		/*
		 * Half of the hands follow a restart, after which only the kept
		 * setting is known.
		 */
		hands("-e5 +e7 -c6 +b8");
		restart();
		hands("-e4 +d1 -h5 +e2");
		want(OTHER, state_line, "\"wrong\":[\"d1\",\"e2\"]");
		if (!ends[i])
			table_step(&table, (struct event){ .kind = EVENT_RESIGN,
							   .yes = true,
							   .seat = SEAT_W,
							   .t_us = table.now_us });
		else if (*ends[i] == '{')
			want(OTHER, ends[i], "\"ok\"");
		else
			act(OTHER, ends[i]);
		assert_true(table.state.over);
		restart();
		restart();
		assert_true(table.state.over);
		force_new();
		pass(100);
		led_again("\"wrong\":[\"d1\",\"e2\"]");
		hands("-e2 -d1 +e2 +d1");
		all_home();
		end();
		assert_int_equal(teardown(NULL), 0);
		(void)setup(NULL);
	}
}

/* Pieces set down after the end may be any; the others are still known. */
static void
test_ended_touched(void **state)
{
	(void)state;
	begin();
	play();
	want(OTHER, "{\"kind\":\"undo\",\"n\":4}", "\"ok\"");
	hands("-e5 +e7 -c6 +b8 -e4 +d1 -h5 +e2");
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	hands("-d1 +d1");
	restart();
	force_new();
	pass(100);
	led_again("\"wrong\":[\"e2\"]");
	end();
}

static void
test_open(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	hands("-d2 +d4");
	want(OTHER, "{\"kind\":\"save\",\"name\":\"friday\"}", "\"ok\"");
	hands("-d4 +d2");
	press(OK, 100000);
	play();
	want(OTHER, "{\"kind\":\"open\",\"name\":\"friday\"}", "\"ok\"");
	pass(100);
	led_again("Rank 1: rook, knight, bishop, queen,");
	hands("-d2 +e2");
	led_again("pawn from e4 on d4");
	hands("-e4 +d4 -h5 +d1 -e5 +e7 -c6 +b8");
	all_home();
	assert_int_equal(table.state.n_actions, 1);
	end();
}

static void
test_undone(void **state)
{
	(void)state;
	begin();
	play();
	want(OTHER, "{\"kind\":\"undo\",\"n\":4}", "\"ok\"");
	pass(100);
	led_again("pawn from e4 on e2");
	hands("-e4 +e2 -e5 +e7 -h5");
	restart();
	hands("+d1 -c6 +b8");
	all_home();
	end();
}

/* Moves during guidance are known after another takeback, and so in the next game. */
static void
test_undone_again(void **state)
{
	(void)state;
	begin();
	play();
	want(OTHER, "{\"kind\":\"undo\",\"n\":2}", "\"ok\"");
	pass(100);
	restart();
	hands("-h5 +e2");
	want(OTHER, "{\"kind\":\"undo\",\"n\":2}", "\"ok\"");
	pass(100);
	force_new();
	pass(100);
	led_again("\"wrong\":[\"e2\"]");
	end();
}

/* Hands took the queen away while no daemon ran: nothing is known of her square. */
static void
test_touched(void **state)
{
	(void)state;
	play_and_begin();
	wait_written();
	standing &= ~(UINT64_C(1) << 39);
	restart();
	led_again("queen from the box on d1");
	hands("+d1");
	led_again("pawn from e4 on e2");
	end();
}

/* A castled king: while no daemon ran, hands set up the array, with a bishop on f1. */
static void
test_laid(void **state)
{
	(void)state;
	begin();
	new_game("\"game\":\"chess\"");
	hands("-g1 +f3");
	hands("-g8 +f6");
	hands("-g2 +g3");
	hands("-g7 +g6");
	hands("-f1 +g2");
	hands("-f8 +g7");
	hands("-h1 -e1 +g1 +f1");
	assert_int_equal(table.state.n_actions, 7);
	force_new();
	pass(100);
	assert_non_null(strstr(setting(), "/RNBQ1RK1"));
	wait_written();
	standing = ARRAY;
	restart();
	want(OTHER, state_line, "\"guidance\":null");
	hands("-e2 +e4");
	assert_int_equal(table.state.n_actions, 1);
	end();
}

/* Hands put a piece of the other side there, which poles show. */
static void
test_other_pole(void **state)
{
	(void)state;
	senses = SENSES_POLARITY;
	play_and_begin();
	led_again("pawn from e4 on e2");
	assert_non_null(strstr(setting(), "/4p2Q/4P3/"));
	wait_written();
	black |= UINT64_C(1) << 39;
	restart();
	assert_non_null(strstr(setting(), "/4p3/4P3/"));
	end();
}

/* The same while a game is being chosen: another piece may have been put there. */
static void
test_unseen(void **state)
{
	(void)state;
	play_and_begin();
	assert_non_null(strchr(setting(), 'Q'));
	assert_true(duties_report(&table, DUTY_HELD));
	edge("h5", false);
	assert_null(strchr(strchr(setting(), ' '), 'Q'));
	edge("h5", true);
	assert_null(strchr(strchr(setting(), ' '), 'Q'));
	end();
}

#define FIELD "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR"
#define KNOWN "pawn from e4 on e2"

/* The setting on the disk, N for the game's number, and its effect; led: is anything known? */
static const struct {
	const char *text;
	bool led, damaged;
} kept[] = {
	{ "N " FIELD, true, false },
	{ "0 " FIELD, true, false },
	{ "N " FIELD " =", true, false },
	{ "", false, false },
	/* Another game, whatever its pieces. */
	{ "1 " FIELD, false, false },
	{ "1 ?", false, false },
	/* The board does not match; nothing was known. */
	{ "N rnbqkbnr/pppppppp/8/P7/8/8/PPPPPPPP/RNBQKBNR", false, false },
	{ "N 8/8/8/8/8/8/8/8", false, false },
	/* Damaged. */
	{ "N", false, true },
	{ "N ", false, true },
	{ "N r1bqkbnr", false, true },
	{ "N " FIELD " ", false, true },
	{ "N  " FIELD, false, true },
	{ "N =", false, true },
	{ "N  =", false, true },
	{ "N " FIELD " = =", false, true },
	{ " N " FIELD, false, true },
	{ "-1 " FIELD, false, true },
	{ "4294967296 " FIELD, false, true },
	{ "N " FIELD "/8", false, true },
	{ "N r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNX", false, true },
	{ "N r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/44/PPPP1PPP/RNB1KBNR", false, true },
	{ "N \xff\n", false, true },
	{ "?", false, true },
};

static void
write_kept(const char *text)
{
	char out[STORE_VALUE_MAX] = "";
	const char *n = strchr(text, 'N');
	size_t head = n ? (size_t)(n - text) : 0;

	if (n && head < 2)
		snprintf(out, sizeof(out), "%.*s%u%s", (int)head, text, store_status(store)->number,
			 n + 1);
	else
		snprintf(out, sizeof(out), "%s", text);
	/* Stops the table from writing the setting again. */
	table.offers.held = true;
	assert_int_equal(store_setting_set(store, known_key, out), 0);
}

static void
test_texts(void **state)
{
	char *led;

	(void)state;
	log_sink(note_log, NULL);
	play_and_begin();
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		wait_written();
		write_kept(kept[i].text);
		restart();
		led = guidance();
		if (!strstr(led, KNOWN) == kept[i].led)
			fail_msg("%s: led is %s", kept[i].text, led);
		free(led);
		if (!strstr(said, "(setting board.known)") == kept[i].damaged)
			fail_msg("%s: said is %s", kept[i].text, said);
		/* The setting is deleted: the next start logs nothing about it. */
		restart();
		assert_null(strstr(said, known_key));
	}
	log_sink(ignore_log, NULL);
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_new_game),     KEPT_TEST(test_at_once),
		KEPT_TEST(test_swapped),      KEPT_TEST(test_open),
		KEPT_TEST(test_undone),       KEPT_TEST(test_touched),
		KEPT_TEST(test_unseen),       KEPT_TEST(test_texts),
		KEPT_TEST(test_other_pole),   KEPT_TEST(test_laid),
		KEPT_TEST(test_ended),        KEPT_TEST(test_ended_touched),
		KEPT_TEST(test_undone_again),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
