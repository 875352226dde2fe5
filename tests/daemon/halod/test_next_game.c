/*
 * The pieces on the board are known from game to game. The scholar's mate on a board of
 * switches leaves a white queen on f7, which no switch tells apart from Black's pawn, and a
 * bishop on c4. Guidance leads them away for any next game, however it begins. If the hands
 * were not seen, or no game was played, nothing is known and no guidance is given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/record/record_session.h"
#include "daemon/server/request.h"
#include "wired.h"

enum { D1 = 3, F7 = 53 };

static uint64_t ms;

static void
hands(const char *edges)
{
	for (; *edges; edges += 3 + (edges[3] == ' ')) {
		ms += 300;
		edge(edges + 1, *edges == '+', ms);
	}
	ms += 2000;
	table_advance(&table, ms * 1000);
}

static void
mate(void)
{
	begin();
	ms = 1000;
	hands("-e2 +e4");
	hands("-e7 +e5");
	hands("-f1 +c4");
	hands("-b8 +c6");
	hands("-d1 +h5");
	hands("-g8 +f6");
	hands("-h5 -f7 +f7");
	assert_true(table.state.over);
}

static void
new_game(const char *game)
{
	const struct table_setup s = { .game = rules_game(game), .options = "" };

	assert_int_equal(table_new(&table, &s), 0);
	table_advance(&table, ms * 1000);
}

static void
queen_is_led(bool led)
{
	const struct guidance *g = &table.state.guidance;

	assert_int_not_equal(g->kind, GUIDANCE_NONE);
	assert_int_equal(sqset_has(g->wrong, F7), led);
	if (!led)
		return;
	/* Hands take the queen: d1 asks for that queen, not for one from the box. */
	hands("-f7");
	assert_int_equal(table.state.guidance.put_sq, D1);
	assert_false(table.state.guidance.put_from_box);
	hands("+d1 +f7 -c4 +f1 -e4 +e2 -e5 +e7 -c6 +b8 -f6 +g8");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
}

static void
test_again(void **state)
{
	(void)state;
	mate();
	assert_int_equal(table_again(&table, false), 0);
	table_advance(&table, ms * 1000);
	queen_is_led(true);
	hands("-e2 +e4");
	assert_int_equal(table.state.n_actions, 1);
}

static void
test_other_kind(void **state)
{
	(void)state;
	mate();
	new_game("masquerade");
	queen_is_led(true);
}

/* Two new games at once: the second keeps the knowledge that the first had. */
static void
test_twice(void **state)
{
	(void)state;
	mate();
	new_game("zombie");
	new_game("chess");
	queen_is_led(true);
}

static void
test_resigned(void **state)
{
	(void)state;
	begin();
	ms = 1000;
	hands("-e2 +e4");
	hands("-d7 +d5");
	hands("-d1 +h5");
	assert_int_equal(table_event(&table, (struct event){ .kind = EVENT_RESIGN, .seat = SEAT_B }), 0);
	hands("-h5 -f7 +f7"); /* the queen, or the pawn again: unknown */
	new_game("chess");
	queen_is_led(false);
}

/* A record is opened whose pieces are on their starting squares. */
static void
test_open(void **state)
{
	struct record r = { 0 };

	(void)state;
	begin();
	assert_int_equal(record_session_take(&r, &table.session, 0), 0);
	mate();
	assert_int_equal(open_record(&table, &r), 0);
	table_advance(&table, ms * 1000);
	queen_is_led(true);
	record_finish(&r);
}

/* Ends the program after the mate and restarts it; meanwhile the pieces are set up and then moved. */
static void
restart_after_mate(const char *edges)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record r = { 0 };

	mate();
	assert_int_equal(record_session_take(&r, &table.session, 0), 0);
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++)
		report_message(BUSIO_EDGE, 0, sq, rules_at(r.game, &r.start, sq) != 0, 0, 0);
	for (const char *e = edges; *e; e += 3 + (e[3] == ' '))
		edge(e + 1, *e == '+', 0);
	begin_from(&table, &r, 0);
	record_finish(&r);
	ms = 1000;
	hands("");
	assert_true(table.state.over);
}

/* The pieces are where the game left them. */
static void
test_restart(void **state)
{
	(void)state;
	restart_after_mate("-e2 +e4 -e7 +e5 -f1 +c4 -b8 +c6 -d1 -g8 +f6");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	new_game("chess");
	queen_is_led(true);
}

/*
 * The pieces are set up for the next game while no daemon runs: those on squares that are occupied
 * again are not those of the end.
 */
static void
test_set_up_meanwhile(void **state)
{
	(void)state;
	restart_after_mate("");
	new_game("chess");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
}

/* While a bus is away, a piece keeps its square unless the square has read otherwise. */
static void
test_bus_away(void **state)
{
	(void)state;
	for (unsigned touched = 0; touched < 2; touched++) {
		mate();
		new_game("chess");
		report_message(BUSIO_BUS, 0, 0, false, -5, ms * 1000);
		if (touched) {
			edge("f7", false, ms + 1000);
			edge("f7", true, ms + 2000);
		}
		ms += 3000;
		report_message(BUSIO_BUS, 0, 0, false, 0, ms * 1000);
		queen_is_led(!touched);
	}
}

/* No game has been played: the pieces may be set up for the chosen game. */
static void
test_laid_out(void **state)
{
	(void)state;
	begin();
	ms = 1000;
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("chess960"),
								  .options = "index=0" }),
			 0);
	hands("");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
}

static void
new_array(void)
{
	const struct table_setup s = { .game = rules_game("chess960"), .options = "index=0" };

	assert_int_equal(table_new(&table, &s), 0);
	table_advance(&table, ms * 1000);
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
}

static int
say(struct event e)
{
	e.seat = SEAT_NONE;
	return table_event(&table, e);
}

/* To switches this array looks like that of chess: until OK, hands may only set up. */
static void
test_array(void **state)
{
	(void)state;
	begin();
	ms = 1000;
	new_array();
	hands("-e2 +e4");
	assert_int_equal(table.state.n_actions, 0);
	assert_true(sqset_equal(table.state.guidance.missing, sqset_of(12)));
	assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), -1);
	assert_int_equal(say((struct event){ .kind = EVENT_ANSWER, .yes = true }), -1);
	assert_string_equal(table.why, "some pieces are not in place yet: the lamps show where");
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
	/*
	 * Three pieces exchange squares one by one, over a fourth square: no
	 * edge identifies that.
	 */
	hands("-e4 +e2 -b1 +b4 -c1 +b1 -b4 +c1");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table_press(&table, BUTTON_BACK, SEAT_NONE), 0);
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
	/* A move played on the screen must be set up as well. */
	assert_int_equal(say((struct event){ .kind = EVENT_ACT, .text = "e2e4" }), 0);
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
	assert_true(sqset_equal(table.state.guidance.missing, sqset_of(28)));
	assert_int_equal(say((struct event){ .kind = EVENT_UNDO, .n = 1 }), -1);
	assert_string_equal(table.why,
			    "the pieces are being set up: press OK when all are in place");
	assert_int_equal(table.state.n_actions, 1);
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
	hands("-e2 +e4");
	assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), 0);
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
	hands("-e7 +e5");
	assert_int_equal(table.state.n_actions, 2);
}

/* Another game is chosen before the array is set up: it is not assumed set up. Then it is known. */
static void
test_array_left(void **state)
{
	(void)state;
	begin();
	ms = 1000;
	new_array();
	new_game("zombie");
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
	new_array();
	assert_int_equal(table_press(&table, BUTTON_CLOCK, SEAT_NONE), 0);
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
	new_game("chess");
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_true(sqset_has(table.state.guidance.wrong, 1)); /* b1: a bishop, as index 0 has it */
}

/* Pieces set down by hand may be from the box: a game begun by menu asks about them. */
static void
test_tidied(void **state)
{
	(void)state;
	mate();
	hands("-f7 -c4 +f1 -e4 +e2 -e5 +e7 -c6 +b8 -f6 +g8 +d1 +f7 -a7 +a7");
	assert_int_equal(table.state.prompt.kind, PROMPT_NEW_GAME);
	new_game("masquerade");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table.state.prompt.kind, PROMPT_ARRAY);
	/* A player whom the board asks about a new game has looked at the pieces. */
	mate();
	hands("-f7 -c4 +f1 -e4 +e2 -e5 +e7 -c6 +b8 -f6 +g8 +d1 +f7 -a7 +a7");
	assert_int_equal(say((struct event){ .kind = EVENT_ANSWER, .yes = true }), 0);
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
	hands("-e2 +e4");
	assert_int_equal(table.state.n_actions, 1);
}

/* The start array laid in the middle of a game: the third answer keeps the game. */
static void
test_play_on(void **state)
{
	char line[96];
	json_t *reply;

	(void)state;
	begin();
	ms = 1000;
	hands("-e2 +e4");
	hands("-e7 +e5");
	hands("-e5 +e7 -e4 +e2");
	assert_int_equal(table.state.prompt.kind, PROMPT_NEW_GAME);
	snprintf(line, sizeof(line),
		 "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":false,\"play_on\":true}",
		 table.state.prompt.id);
	reply = request_serve(&table, REQUEST_LOCAL(7), line, strlen(line));
	assert_string_equal(json_string_value(json_object_get(reply, "kind")), "ok");
	json_decref(reply);
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
	assert_int_equal(table.state.n_actions, 2);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_LEADS);
}

/* The usual array is expected, so no question is open. */
static void
test_usual(void **state)
{
	(void)state;
	begin();
	ms = 1000;
	new_game("zombie");
	assert_int_equal(table.state.prompt.kind, PROMPT_NONE);
}

/* From a small game to one that fills the board, and back: knowledge is kept by board square. */
static void
test_other_size(void **state)
{
	(void)state;
	begin_wide(0);
	ms = 1000;
	/* e2 to e4, on squares of the board. */
	report_message(BUSIO_EDGE, 0, 15, false, 0, 2000000);
	report_message(BUSIO_EDGE, 0, 37, true, 0, 2400000);
	table_advance(&table, 5000000);
	assert_int_equal(table.state.n_actions, 1);
	ms = 6000;
	new_game("american");
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	/* Pieces of chess are on squares where American Chess has others. */
	assert_false(sqset_empty(table.state.guidance.wrong));
	new_game("chess");
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_true(sqset_equal(table.state.guidance.extra, sqset_of(28)));
	assert_true(sqset_equal(table.state.guidance.missing, sqset_of(12)));
	assert_true(sqset_empty(table.state.guidance.wrong));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_again),	   cmocka_unit_test(test_other_kind),
		cmocka_unit_test(test_twice),	   cmocka_unit_test(test_resigned),
		cmocka_unit_test(test_open),	   cmocka_unit_test(test_restart),
		cmocka_unit_test(test_set_up_meanwhile),
		cmocka_unit_test(test_bus_away),   cmocka_unit_test(test_laid_out),
		cmocka_unit_test(test_other_size), cmocka_unit_test(test_array),
		cmocka_unit_test(test_array_left), cmocka_unit_test(test_tidied),
		cmocka_unit_test(test_usual),	   cmocka_unit_test(test_play_on),
	};

	log_sink(keep_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
