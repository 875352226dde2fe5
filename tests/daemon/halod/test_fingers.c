/*
 * The board's buttons: bounce, which client receives a press, and OK held for
 * the menu or for a game by lights.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "wired.h"

static void
screen_is_told(enum button button, enum table_press_kind kind)
{
	struct table_press p;

	assert_true(table_press_take(&table, &p));
	assert_int_equal(p.button, button);
	assert_int_equal(p.kind, kind);
}

static void
screen_is_told_nothing(void)
{
	struct table_press p;

	assert_false(table_press_take(&table, &p));
}

/* The receiver of a press is decided when the button goes down. */
static void
test_screen_buttons(void **state)
{
	enum { CLOCK, OK, BACK, HINT }; /* of the buttons above */

	(void)state;
	begin();
	edge("e2", false, 1000);
	edge("e4", true, 1500);
	table_focus(&table, 7, true);
	table_focus(&table, 8, false); /* another client's message has no effect */
	assert_int_equal(table.pages.screen, 7);
	report_message(BUSIO_BUTTON, OK, 0, true, 0, 2000000);
	screen_is_told(BUTTON_OK, TABLE_DOWN);
	table_advance(&table, 4000000); /* held, and no menu */
	assert_int_equal(table.menu.id, 0);
	table_focus(&table, 7, false);
	report_message(BUSIO_BUTTON, OK, 0, false, 0, 4100000);
	screen_is_told(BUTTON_OK, TABLE_UP);
	screen_is_told_nothing();
	/* The game receives presses from here on; hint, held, asks for the screen. */
	report_message(BUSIO_BUTTON, OK, 0, true, 0, 4200000);
	table_focus(&table, 7, true);
	table_advance(&table, 5300000);
	assert_int_not_equal(table.menu.id, 0);
	report_message(BUSIO_BUTTON, OK, 0, false, 0, 5400000);
	screen_is_told_nothing();
	table_menu_close(&table);
	table_focus(&table, 7, false);
	report_message(BUSIO_BUTTON, HINT, 0, true, 0, 5500000);
	table_advance(&table, 6499999);
	screen_is_told_nothing();
	table_advance(&table, 6500000);
	screen_is_told(BUTTON_HINT, TABLE_HELD);
	report_message(BUSIO_BUTTON, HINT, 0, false, 0, 6600000);
	screen_is_told_nothing();
	/*
	 * The screen never receives the clock button; a screen that disconnects
	 * releases all of them.
	 */
	table_focus(&table, 7, true);
	report_message(BUSIO_BUTTON, CLOCK, 0, true, 0, 7000000);
	report_message(BUSIO_BUTTON, BACK, 0, true, 0, 7000000);
	screen_is_told(BUTTON_BACK, TABLE_DOWN);
	screen_is_told_nothing();
	report_message(BUSIO_BUTTON, BACK, 0, false, 0, 7100000);
	table_client_disconnected(&table, 7);
	screen_is_told_nothing();
	report_message(BUSIO_BUTTON, BACK, 0, true, 0, 7200000);
	screen_is_told_nothing();
	assert_int_equal(table.pages.screen, 0);
}

/* Presses have the finger's time; bounce within 30 ms is ignored, its end is read. */
static void
test_button_bounce(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 1000);
	edge("e4", true, 1500);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, 1600000);
	assert_int_equal(table.book.n, 1);
	report_message(BUSIO_BUTTON, 0, 0, false, 0, 1605000);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, 1610000);
	report_message(BUSIO_BUTTON, 0, 0, false, 0, 1629999);
	assert_true(table.buttons.at[0].down);
	table_advance(&table, 1629999);
	assert_true(table.buttons.at[0].down);
	table_advance(&table, 1630000);
	assert_false(table.buttons.at[0].down);
}

/* Back, held, asks the voice for the last move, then for the position. */
static void
test_back_hold(void **state)
{
	(void)state;
	begin();
	report_message(BUSIO_BUTTON, 2, 0, true, 0, 1000000);
	table_advance(&table, 1999999);
	assert_int_equal(table.speech.asked, 0);
	table_advance(&table, 2000000);
	assert_int_equal(table.speech.asked, 1);
	assert_int_equal(table.speech.what, TABLE_SAY_LAST);
	table_advance(&table, 3999999);
	assert_int_equal(table.speech.asked, 1);
	table_advance(&table, 4000000);
	assert_int_equal(table.speech.asked, 2);
	assert_int_equal(table.speech.what, TABLE_SAY_POSITION);
	table_advance(&table, 9000000);
	report_message(BUSIO_BUTTON, 2, 0, false, 0, 9100000);
	report_message(BUSIO_BUTTON, 2, 0, true, 0, 9200000);
	report_message(BUSIO_BUTTON, 2, 0, false, 0, 9300000);
	table_advance(&table, 12000000);
	assert_int_equal(table.speech.asked, 2);
}

static void
test_ok_hold(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 100);
	edge("e4", true, 500);
	report_message(BUSIO_BUTTON, 1, 0, true, 0, 1000000);
	table_advance(&table, 1999999);
	assert_int_equal(table.menu.id, 0);
	table_advance(&table, 2000000);
	assert_int_not_equal(table.menu.id, 0);
	report_message(BUSIO_BUTTON, 1, 0, false, 0, 3000000);
	assert_int_equal(table.menu.kind, PROMPT_MENU);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, 4000000);
	assert_int_equal(table.menu.kind, PROMPT_DRAW);
}

/* Asserts which kings light up as asked: e1, e8, both or neither. */
static void
assert_asked(bool white, bool black)
{
	const struct lamps_frame *f = &table.lamps.shown.frame;

	assert_int_equal((f->means[4] >> MEANING_ASKED) & 1, white);
	assert_int_equal((f->means[60] >> MEANING_ASKED) & 1, black);
}

/*
 * Every menu page lights its lamps, with a lifted piece or without; leaving the
 * menu clears them.
 */
static void
test_menu_lit(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 100);
	edge("e4", true, 500);
	edge("d7", false, 3000); /* in the opponent's hand all the while */
	report_message(BUSIO_BUTTON, 1, 0, true, 0, 4000000);
	table_advance(&table, 5000000);
	assert_int_equal(table.menu.kind, PROMPT_MENU);
	assert_asked(true, true);
	assert_int_equal(table_press(&table, BUTTON_CLOCK, SEAT_NONE), 0);
	table_advance(&table, 5100000);
	assert_int_equal(table.menu.kind, PROMPT_DRAW);
	assert_asked(true, true);
	report_message(BUSIO_BUTTON, 2, 0, true, 0, 5500000);
	table_advance(&table, 5600000);
	assert_int_equal(table.menu.kind, PROMPT_NONE);
	assert_asked(false, false);
	report_message(BUSIO_BUTTON, 1, 0, false, 0, 6000000);
	report_message(BUSIO_BUTTON, 1, 0, true, 0, 6500000);
	table_advance(&table, 7600000);
	assert_asked(true, true);
	assert_int_equal(table_press(&table, BUTTON_HINT, SEAT_NONE), 0);
	table_advance(&table, 7700000);
	assert_int_equal(table.menu.kind, PROMPT_RESIGN);
	assert_asked(false, true);
}

/* Released a moment before, it was an ordinary press. */
static void
test_ok_let_go(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 100);
	edge("e4", true, 500);
	report_message(BUSIO_BUTTON, 1, 0, true, 0, 1000000);
	report_message(BUSIO_BUTTON, 1, 0, false, 0, 1999999);
	table_advance(&table, 5000000);
	assert_int_equal(table.menu.id, 0);
	assert_int_equal(table.book.n, 1);
}

/* Button numbers: 0 is the clock, 1 OK, 2 back, 3 hint. */
static void
hold_ok(uint64_t ms)
{
	report_message(BUSIO_BUTTON, 1, 0, true, 0, ms * 1000);
	report_message(BUSIO_BUTTON, 1, 0, false, 0, (ms + 1100) * 1000);
}

/* Returns the square of the light of that game, or fails. */
static const char *
light_of(const char *game)
{
	static char name[4];

	for (unsigned i = 0; i < table.choice.lamps.n; i++)
		if (strcmp(rules_name(table.choice.lamps.choice[i].game), game) == 0) {
			unsigned sq = table.choice.lamps.choice[i].board_sq;

			snprintf(name, sizeof(name), "%c%u", 'a' + (int)(sq % 8), sq / 8 + 1);
			return name;
		}
	fail_msg("there is no light for %s", game);
	return name;
}

/* Before a game, holding OK offers games by lights; a piece resting on one chooses it. */
static void
test_choice(void **state)
{
	char sq[4];

	(void)state;
	begin();
	hold_ok(1000);
	assert_true(table.choice.on);
	assert_int_equal(table.menu.id, 0);
	assert_int_equal(lit, 6); /* American Chess does not fit here */
	strcpy(sq, light_of("half-alice"));
	edge("e2", false, 3000);
	edge(sq, true, 3500);
	assert_int_equal(lit, 1);
	table_advance(&table, 4499999);
	assert_true(table.choice.on);
	table_advance(&table, 4500000);
	assert_false(table.choice.on);
	assert_string_equal(rules_name(table.state.game), "half-alice");
	/* None of this was a move: guidance leads the piece home. */
	assert_int_equal(table.book.n, 0);
	table_advance(&table, 7000000);
	edge(sq, false, 8000);
	edge("e2", true, 8500);
	table_advance(&table, 12000000);
	assert_int_equal(table.book.n, 0);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	edge("d2", false, 13000);
	edge("d4", true, 13500);
	table_advance(&table, 16000000);
	assert_int_equal(table.book.n, 1);
	/* During a game OK opens the menu. */
	hold_ok(20000);
	assert_false(table.choice.on);
	assert_int_equal(table.menu.kind, PROMPT_MENU);
}

/* Puts a piece on a light for its second, and lifts it. */
static void
choose_light(unsigned i, uint64_t ms)
{
	unsigned sq = table.choice.lamps.choice[i].board_sq;
	char name[4];

	snprintf(name, sizeof(name), "%c%u", 'a' + (int)(sq % 8), sq / 8 + 1);
	edge(name, true, ms);
	table_advance(&table, (ms + 1000) * 1000);
	edge(name, false, ms + 1100);
}

/* With a partner, lights also choose who plays each seat; OK: persons for the rest. */
static void
test_choice_seats(void **state)
{
	static const struct table_engines engines = { .n = 0 };
	const struct table_player *player = table.seats.player;

	(void)state;
	begin();
	assert_int_equal(table_partner(&table, 7, &engines), 0);
	hold_ok(1000);
	edge("e2", false, 3000);
	choose_light(0, 3500);
	assert_true(table.choice.on);
	assert_string_equal(rules_name(table.choice.game), "chess");
	choose_light(0, 5000); /* White: a person */
	assert_true(table.choice.on);
	choose_light(7, 7000); /* Black: the highest level */
	assert_false(table.choice.on);
	assert_int_equal(player[SEAT_W].level, 0);
	assert_int_equal(player[SEAT_B].level, 10);
	assert_string_equal(table.game.name[SEAT_B], "Computer");
	/* Back: another game. OK: persons. The computer's name does not stay. */
	edge("e2", true, 9000);
	table_advance(&table, 11000000);
	hold_ok(12000);
	choose_light(5, 14000);
	assert_string_equal(rules_name(table.choice.game), "crowded-house");
	report_message(BUSIO_BUTTON, 2, 0, true, 0, 16000000);
	report_message(BUSIO_BUTTON, 2, 0, false, 0, 16100000);
	assert_true(table.choice.on && !table.choice.game);
	choose_light(5, 17000);
	choose_light(2, 19000);
	report_message(BUSIO_BUTTON, 1, 0, true, 0, 21000000);
	report_message(BUSIO_BUTTON, 1, 0, false, 0, 21100000);
	assert_false(table.choice.on);
	assert_string_equal(rules_name(table.state.game), "crowded-house");
	assert_int_equal(table_computers(&table), 1);
	assert_int_equal(player[0].level, 3);
	assert_string_equal(table.game.name[1], "");
}

/* Lifted from a light just before its second is over: nothing is chosen. */
static void
test_choice_rest(void **state)
{
	for (unsigned late = 0; late < 2; late++) {
		char sq[4];

		begin();
		hold_ok(1000);
		strcpy(sq, light_of("abstract"));
		edge("e2", false, 3000);
		edge(sq, true, 3500);
		report_message(BUSIO_EDGE, 0, (unsigned)((sq[1] - '1') * 8 + sq[0] - 'a'), false, 0,
			       4499999 + late);
		table_advance(&table, 9000000);
		assert_int_equal(table.choice.on, late == 0);
		assert_string_equal(rules_name(table.state.game), late ? "abstract" : "chess");
	}
	(void)state;
}

/* Lifted in time, or returned: the game on the board and its lamps are unchanged. */
static void
test_choice_left(void **state)
{
	char sq[4];

	(void)state;
	begin();
	hold_ok(1000);
	strcpy(sq, light_of("abstract"));
	edge("e2", false, 3000);
	edge(sq, true, 3500);
	edge(sq, false, 4000);
	table_advance(&table, 9000000);
	assert_true(table.choice.on);
	assert_int_equal(lit, 6);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, 9100000); /* the clock button has no effect */
	assert_true(table.choice.on);
	edge("e2", true, 9500);
	report_message(BUSIO_BUTTON, 2, 0, true, 0, 10000000);
	assert_false(table.choice.on);
	table_advance(&table, 12000000);
	assert_int_equal(lit, 0);
	assert_string_equal(rules_name(table.state.game), "chess");
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	edge("e2", false, 13000);
	edge("e4", true, 13500);
	table_advance(&table, 16000000);
	assert_int_equal(table.book.n, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_screen_buttons),
		cmocka_unit_test(test_button_bounce),
		cmocka_unit_test(test_ok_hold),
		cmocka_unit_test(test_back_hold),
		cmocka_unit_test(test_menu_lit),
		cmocka_unit_test(test_ok_let_go),
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_choice_rest),
		cmocka_unit_test(test_choice_seats),
		cmocka_unit_test(test_choice_left),
	};

	log_sink(keep_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
