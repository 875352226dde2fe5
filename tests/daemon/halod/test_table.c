/*
 * The table by itself: bus messages in, moves, frames and troubles out, in
 * made-up time. From the first edge to the lamps nothing is allocated: malloc
 * and its like are wrapped by the linker and counted.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/view/view.h"
#include "daemon/words/words.h"
#include "../record/help.h"
#include "alone.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

static unsigned allocations;

void *
__wrap_malloc(size_t n)
{
	allocations++;
	return __real_malloc(n);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	allocations++;
	return __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t n)
{
	allocations++;
	return __real_realloc(p, n);
}

static struct board board;
static struct config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static struct table table;
static unsigned frames, lit, light; /* light: of all colours together */
static char logged[4096];

static void
count_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3], uint64_t t_us)
{
	(void)arg;
	(void)t_us;
	frames++;
	lit = light = 0;
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++) {
		lit += rgb[sq][0] || rgb[sq][1] || rgb[sq][2];
		light += (unsigned)rgb[sq][0] + rgb[sq][1] + rgb[sq][2];
	}
}

static const struct table_ops ops = { .frame = count_frame, .today = no_day };

static void
keep_log(void *arg, const char *line)
{
	(void)arg;
	strncat(logged, line, sizeof(logged) - strlen(logged) - 2);
	strcat(logged, "\n");
}

static void
tell(enum busio_kind kind, unsigned index, unsigned sq, bool on, int err, uint64_t t_us)
{
	struct busio_msg m = { .kind = (uint8_t)kind,
			       .index = (uint8_t)index,
			       .sq = (uint8_t)sq,
			       .level = on,
			       .reading.occupied = on,
			       .err = err,
			       .t_us = t_us };

	table_message(&table, &m);
}

static void
edge(const char *sq, bool on, uint64_t ms)
{
	tell(BUSIO_EDGE, 0, (unsigned)((sq[1] - '1') * 8 + sq[0] - 'a'), on, 0, ms * 1000);
}

static void
begin_limited(uint16_t max_ma, uint32_t channel_ua)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { channel_ua };

	board = (struct board){ .name = "test",
				.files = 8,
				.ranks = 8,
				.n_sensors = 1,
				.n_leds = 1,
				.n_buses = 1,
				.n_buttons = 4 };
	strcpy(board.sensor[0].part, "MCP23017");
	strcpy(board.led[0].part, "IS31FL3741");
	strcpy(board.button[0].name, "clock");
	strcpy(board.button[1].name, "ok");
	strcpy(board.button[2].name, "back");
	strcpy(board.button[3].name, "hint");
	memset(board.sensor[0].sq, BOARD_NO_SQ, sizeof(board.sensor[0].sq));
	for (unsigned i = 0; i < 64; i++)
		board.sensor[0].sq[i] = (uint8_t)i;
	board.led[0].rgb = true;
	board.led[0].max_ma = max_ma;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++)
		tell(BUSIO_EDGE, 0, sq, sq < 16 || sq >= 48, 0, 0);
	table_begin(&table, NULL, 0);
	frames = 0;
	logged[0] = '\0';
}

static void
begin(void)
{
	begin_limited(0, 0);
}

/* The description's limit holds for what is lit: the same picture, dimmed as a whole. */
static void
test_current_limit(void **state)
{
	unsigned free_lit;

	(void)state;
	begin_limited(10000, 20000);
	edge("b1", false, 1000);
	table_advance(&table, 1500000);
	free_lit = lit;
	assert_true(light * 20000 / 255 > 30000);
	begin_limited(30, 20000);
	edge("b1", false, 1000);
	table_advance(&table, 1500000);
	assert_int_equal(lit, free_lit);
	assert_in_range(light * 20000 / 255, 20000, 30000);
}

static void
test_no_allocation(void **state)
{
	(void)state;
	begin();
	allocations = 0;
	edge("e2", false, 1000);
	table_advance(&table, 1010000);
	assert_true(lit >= 3);
	edge("e4", true, 1500);
	table_advance(&table, 4000000);
	edge("d7", false, 5000);
	edge("d5", true, 5500);
	/* The next mover is quick; the capture is a swap. */
	edge("e4", false, 5900);
	edge("d5", false, 6200);
	edge("d5", true, 6240);
	tell(BUSIO_BUTTON, 0, 0, true, 0, 6500000);
	tell(BUSIO_BUTTON, 0, 0, false, 0, 6600000);
	tell(BUSIO_SENSOR, 0, 0, false, -6, 6700000);
	tell(BUSIO_SENSOR, 0, 0, false, 0, 6800000);
	table_advance(&table, 20000000);
	assert_int_equal(allocations, 0);
	assert_int_equal(table.n_moves, 3);
	assert_string_equal(table.move[2].san, "exd5");
}

/* A still board asks for nothing: no deadline, no frame. */
static void
test_idle(void **state)
{
	unsigned before;

	(void)state;
	begin();
	edge("e2", false, 1000);
	edge("e4", true, 1500);
	table_advance(&table, 10000000);
	before = frames;
	table_advance(&table, 100000000);
	assert_int_equal(frames, before);
	assert_true(table_deadline(&table) == UINT64_MAX);
}

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

/* Whose a press is, is decided when it goes down. */
static void
test_screen_buttons(void **state)
{
	enum { CLOCK, OK, BACK, HINT }; /* of the buttons above */

	(void)state;
	begin();
	edge("e2", false, 1000);
	edge("e4", true, 1500);
	table_focus(&table, 7, true);
	table_focus(&table, 8, false); /* another client's word is none */
	assert_int_equal(table.screen, 7);
	tell(BUSIO_BUTTON, OK, 0, true, 0, 2000000);
	screen_is_told(BUTTON_OK, TABLE_DOWN);
	table_advance(&table, 4000000); /* held, and no menu */
	assert_int_equal(table.menu, 0);
	table_focus(&table, 7, false);
	tell(BUSIO_BUTTON, OK, 0, false, 0, 4100000);
	screen_is_told(BUTTON_OK, TABLE_UP);
	screen_is_told_nothing();
	/* The game's from here on; hint, held, asks for the screen. */
	tell(BUSIO_BUTTON, OK, 0, true, 0, 4200000);
	table_focus(&table, 7, true);
	table_advance(&table, 5300000);
	assert_int_not_equal(table.menu, 0);
	tell(BUSIO_BUTTON, OK, 0, false, 0, 5400000);
	screen_is_told_nothing();
	table_menu_close(&table);
	table_focus(&table, 7, false);
	tell(BUSIO_BUTTON, HINT, 0, true, 0, 5500000);
	table_advance(&table, 6499999);
	screen_is_told_nothing();
	table_advance(&table, 6500000);
	screen_is_told(BUTTON_HINT, TABLE_HELD);
	tell(BUSIO_BUTTON, HINT, 0, false, 0, 6600000);
	screen_is_told_nothing();
	/* The clock's is never the screen's; and a screen that goes leaves all of them. */
	table_focus(&table, 7, true);
	tell(BUSIO_BUTTON, CLOCK, 0, true, 0, 7000000);
	tell(BUSIO_BUTTON, BACK, 0, true, 0, 7000000);
	screen_is_told(BUTTON_BACK, TABLE_DOWN);
	screen_is_told_nothing();
	tell(BUSIO_BUTTON, BACK, 0, false, 0, 7100000);
	table_client_gone(&table, 7);
	screen_is_told_nothing();
	tell(BUSIO_BUTTON, BACK, 0, true, 0, 7200000);
	screen_is_told_nothing();
	assert_int_equal(table.screen, 0);
}

/* Presses have the finger's time; bounce inside 30 ms is not heard, its end is. */
static void
test_button_bounce(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 1000);
	edge("e4", true, 1500);
	tell(BUSIO_BUTTON, 0, 0, true, 0, 1600000);
	assert_int_equal(table.n_moves, 1);
	tell(BUSIO_BUTTON, 0, 0, false, 0, 1605000);
	tell(BUSIO_BUTTON, 0, 0, true, 0, 1610000);
	tell(BUSIO_BUTTON, 0, 0, false, 0, 1629999);
	assert_true(table.button[0].down);
	table_advance(&table, 1629999);
	assert_true(table.button[0].down);
	table_advance(&table, 1630000);
	assert_false(table.button[0].down);
}

static void
test_ok_hold(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 100);
	edge("e4", true, 500);
	tell(BUSIO_BUTTON, 1, 0, true, 0, 1000000);
	table_advance(&table, 1999999);
	assert_int_equal(table.menu, 0);
	table_advance(&table, 2000000);
	assert_int_not_equal(table.menu, 0);
	tell(BUSIO_BUTTON, 1, 0, false, 0, 3000000);
	assert_int_equal(table.menu_kind, PROMPT_MENU);
	tell(BUSIO_BUTTON, 0, 0, true, 0, 4000000);
	assert_int_equal(table.menu_kind, PROMPT_DRAW);
}

/* Both kings at e1 and e8, one of them, or neither swell. */
static void
assert_asked(bool white, bool black)
{
	const struct lamps_frame *f = &table.lamps.shown.frame;

	assert_int_equal((f->means[4] >> MEANING_ASKED) & 1, white);
	assert_int_equal((f->means[60] >> MEANING_ASKED) & 1, black);
}

/* Every page of the menu is lit, a piece up or not; and nothing is once it is left. */
static void
test_menu_lit(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 100);
	edge("e4", true, 500);
	edge("d7", false, 3000); /* in the opponent's hand all the while */
	tell(BUSIO_BUTTON, 1, 0, true, 0, 4000000);
	table_advance(&table, 5000000);
	assert_int_equal(table.menu_kind, PROMPT_MENU);
	assert_asked(true, true);
	table_menu_press(&table, BUTTON_CLOCK);
	table_advance(&table, 5100000);
	assert_int_equal(table.menu_kind, PROMPT_DRAW);
	assert_asked(true, true);
	tell(BUSIO_BUTTON, 2, 0, true, 0, 5500000);
	table_advance(&table, 5600000);
	assert_int_equal(table.menu_kind, PROMPT_NONE);
	assert_asked(false, false);
	tell(BUSIO_BUTTON, 1, 0, false, 0, 6000000);
	tell(BUSIO_BUTTON, 1, 0, true, 0, 6500000);
	table_advance(&table, 7600000);
	assert_asked(true, true);
	table_menu_press(&table, BUTTON_HINT);
	table_advance(&table, 7700000);
	assert_int_equal(table.menu_kind, PROMPT_RESIGN);
	assert_asked(false, true);
}

/* Let go a moment before, it was a press and no more. */
static void
test_ok_let_go(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 100);
	edge("e4", true, 500);
	tell(BUSIO_BUTTON, 1, 0, true, 0, 1000000);
	tell(BUSIO_BUTTON, 1, 0, false, 0, 1999999);
	table_advance(&table, 5000000);
	assert_int_equal(table.menu, 0);
	assert_int_equal(table.n_moves, 1);
}

/* Of the buttons above: 0 is the clock, 1 OK, 2 back, 3 hint. */
static void
hold_ok(uint64_t ms)
{
	tell(BUSIO_BUTTON, 1, 0, true, 0, ms * 1000);
	tell(BUSIO_BUTTON, 1, 0, false, 0, (ms + 1100) * 1000);
}

/* The name of the square of the light of that game, or fails. */
static const char *
light_of(const char *game)
{
	static char name[4];

	for (unsigned i = 0; i < table.choice.n; i++)
		if (strcmp(rules_name(table.choice.choice[i].game), game) == 0) {
			unsigned sq = table.choice.choice[i].board_sq;

			snprintf(name, sizeof(name), "%c%u", 'a' + (int)(sq % 8), sq / 8 + 1);
			return name;
		}
	fail_msg("there is no light for %s", game);
	return name;
}

/* Before a game OK, held, offers games by lights; a piece that rests on one chooses it. */
static void
test_choice(void **state)
{
	char sq[4];

	(void)state;
	begin();
	hold_ok(1000);
	assert_true(table.choosing);
	assert_int_equal(table.menu, 0);
	assert_int_equal(lit, 6); /* American Chess has no room here */
	strcpy(sq, light_of("half-alice"));
	edge("e2", false, 3000);
	edge(sq, true, 3500);
	assert_int_equal(lit, 1);
	table_advance(&table, 4499999);
	assert_true(table.choosing);
	table_advance(&table, 4500000);
	assert_false(table.choosing);
	assert_string_equal(rules_name(table.state.game), "half-alice");
	/* Nothing of it was a move: the piece is led home. */
	assert_int_equal(table.n_moves, 0);
	table_advance(&table, 7000000);
	edge(sq, false, 8000);
	edge("e2", true, 8500);
	table_advance(&table, 12000000);
	assert_int_equal(table.n_moves, 0);
	assert_false(table.state.guidance.on);
	edge("d2", false, 13000);
	edge("d4", true, 13500);
	table_advance(&table, 16000000);
	assert_int_equal(table.n_moves, 1);
	/* In a game it is the menu. */
	hold_ok(20000);
	assert_false(table.choosing);
	assert_int_equal(table.menu_kind, PROMPT_MENU);
}

/* Taken off a light a moment before its second is over: nothing is chosen. */
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
		tell(BUSIO_EDGE, 0, (unsigned)((sq[1] - '1') * 8 + sq[0] - 'a'), false, 0,
		     4499999 + late);
		table_advance(&table, 9000000);
		assert_int_equal(table.choosing, late == 0);
		assert_string_equal(rules_name(table.state.game), late ? "abstract" : "chess");
	}
	(void)state;
}

/* A game of 8 x 8 on a board of 11 x 9: what rests beside it for a second is told. */
static void
test_beside(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	(void)state;
	begin();
	board.files = 11;
	board.ranks = 9;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 99; sq++)
		tell(BUSIO_EDGE, 0, sq, sq % 11 < 8 && (sq < 22 || (sq >= 66 && sq < 88)), 0, 0);
	table_begin(&table, NULL, 0);
	table_advance(&table, 3000000);
	tell(BUSIO_EDGE, 0, 10, true, 0, 4000000);
	table_advance(&table, 4999999);
	assert_false(table.troubles.place[TROUBLE_BESIDE].on);
	table_advance(&table, 5000000);
	assert_true(table.troubles.place[TROUBLE_BESIDE].on);
	assert_false(table.state.guidance.on);
	/* A game on all squares has nothing beside it. */
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("american"),
								  .options = "" }),
			 0);
	table_advance(&table, 6000000);
	assert_false(table.troubles.place[TROUBLE_BESIDE].on);
}

/* Lifted in time, or back: the game on the board is as it was, and so are its lamps. */
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
	assert_true(table.choosing);
	assert_int_equal(lit, 6);
	tell(BUSIO_BUTTON, 0, 0, true, 0, 9100000); /* the clock has nothing to say */
	assert_true(table.choosing);
	edge("e2", true, 9500);
	tell(BUSIO_BUTTON, 2, 0, true, 0, 10000000);
	assert_false(table.choosing);
	table_advance(&table, 12000000);
	assert_int_equal(lit, 0);
	assert_string_equal(rules_name(table.state.game), "chess");
	assert_false(table.state.guidance.on);
	edge("e2", false, 13000);
	edge("e4", true, 13500);
	table_advance(&table, 16000000);
	assert_int_equal(table.n_moves, 1);
}

static void
test_troubles_told_once(void **state)
{
	(void)state;
	begin();
	for (unsigned i = 0; i < 5; i++)
		tell(BUSIO_SENSOR, 0, 0, false, -6, 1000000u * (i + 1));
	tell(BUSIO_LED, 0, 0, false, -110, 7000000);
	assert_string_equal(
		logged,
		"board: sensor chip 0 (MCP23017 at 0x00 on bus 0) does not answer: squares a1-h1, "
		"a2-h2, a3-h3, a4-h4, a5-h5, a6-h6, a7-h7, a8-h8 are dark to me; checking again "
		"every "
		"second\n"
		"board: the whole board is dark to me: choose each move on the screen\n"
		"board: lamp chip 0 (IS31FL3741 at 0x00 on bus 0) holds the bus: its lamps stay as "
		"they are; the game goes on, trying again every second\n");
	assert_true(table.troubles.place[TROUBLE_SENSOR].on);
	assert_int_equal(table.troubles.place[TROUBLE_SENSOR].since_us, 1000000);
	tell(BUSIO_SENSOR, 0, 0, false, 0, 8000000);
	assert_false(table.troubles.place[TROUBLE_SENSOR].on);
}

/* While the bus is away edges say nothing; when it is back the board is compared. */
/* Squares that cannot be relied on are named, a chip's together; when all are well it is over. */
static void
test_squares_told(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_SQUARE];

	(void)state;
	begin();
	logged[0] = '\0';
	tell(BUSIO_SQUARE, 0, 28, false, -EIO, 1000000);
	assert_non_null(strstr(tr->what, "comes from e4, is a wire off?"));
	tell(BUSIO_SQUARE, 0, 29, false, -EIO, 1100000);
	tell(BUSIO_SQUARE, 0, 0, false, -EAGAIN, 1200000);
	assert_non_null(
		strstr(tr->what, "comes from e4-f4, is a wire off? flickering without end: a1"));
	tell(BUSIO_SQUARE, 0, 28, false, 0, 2000000);
	tell(BUSIO_SQUARE, 0, 29, false, 0, 2000000);
	assert_true(tr->on);
	assert_null(strstr(tr->what, "wire"));
	tell(BUSIO_SQUARE, 0, 0, false, 0, 3000000);
	assert_false(tr->on);
	assert_non_null(strstr(logged, "all its squares read well"));
}

/* What is known of a square's sensor outlasts what the sensor says of itself. */
static void
test_described_squares(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_SQUARE];

	(void)state;
	begin();
	board.blind[28] = true;
	table_blind_described(&table);
	assert_non_null(strstr(tr->what, "whose sensor is not believed: e4; calibrate"));
	assert_true(sqset_has(table.session_config.blind, 28));
	tell(BUSIO_SQUARE, 0, 0, false, -EAGAIN, 1000000);
	assert_non_null(strstr(tr->what, "flickering without end: a1; sensor chip 0"));
	assert_non_null(strstr(tr->what, "not believed: e4"));
	tell(BUSIO_SQUARE, 0, 28, false, -EIO, 1100000);
	tell(BUSIO_SQUARE, 0, 28, false, 0, 1200000);
	tell(BUSIO_SQUARE, 0, 0, false, 0, 1300000);
	assert_true(tr->on);
	assert_true(sqset_has(table.session_config.blind, 28));
	board.blind[28] = false;
	table_blind_described(&table);
	assert_false(tr->on);
	assert_true(sqset_empty(table.session_config.blind));
}

/* The state that clients get says so of these keys. */
static void
assert_told(const char *keys)
{
	json_t *want = json_loads(keys, 0, NULL), *state = view_state(&table, SEAT_TABLE), *value;
	const char *key;

	json_object_foreach(want, key, value)
	{
		json_t *is = json_object_get(state, key);
		char *text = json_dumps(is, JSON_COMPACT);

		if (!json_equal(is, value))
			fail_msg("%s is %s, not as in %s", key, text, keys);
		free(text);
	}
	json_decref(want);
	json_decref(state);
}

/* Guidance waits for one square and no hand comes: whose sensor may be stuck follows from the moves. */
static void
test_stuck(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_STUCK];
	uint64_t told;

	(void)state;
	begin();
	edge("f3", true, 1000); /* the knight; g1 goes on saying that it is there */
	table_advance(&table, 3000000);
	assert_true(table.state.guidance.on);
	told = 62000000; /* a second to settle, a minute to wait */
	table_advance(&table, told - 1);
	assert_false(tr->on);
	table_advance(&table, told);
	assert_true(tr->on);
	assert_non_null(strstr(tr->what, "a minute for f3"));
	assert_non_null(strstr(tr->what, "one of g1, f2, f3;"));
	assert_told("{\"suspects\":[\"g1\",\"f2\",\"f3\"],\"blind\":[]}");
	assert_int_equal(table_blind_name(&table, 13, true), -1); /* nobody keeps it */
	board.blind[6] = true;
	table_blind_described(&table);
	assert_told("{\"suspects\":[],\"blind\":[\"g1\"]}"); /* explained: nobody waits */
	table_advance(&table, told + 5000000);
	tell(BUSIO_BUTTON, 0, 0, true, 0, told + 5000000); /* OK: a move was meant */
	assert_false(tr->on);
	assert_false(table.state.guidance.on);
	assert_string_equal(table.n_moves ? table.move[0].action : "", "g1f3");

	/* A hand that comes begins the minute anew; two squares are two steps, and nobody's sensor. */
	begin();
	edge("f3", true, 1000);
	edge("f3", false, 50000);
	edge("f3", true, 51000);
	table_advance(&table, 110000000);
	assert_false(tr->on);
	edge("h3", true, 110500);
	table_advance(&table, 400000000);
	assert_false(tr->on);
}

/* A wire is off e4: the pawn that goes there is a move all the same, and the square comes back. */
static void
test_dead_square(void **state)
{
	(void)state;
	begin();
	tell(BUSIO_SQUARE, 0, 28, false, -EIO, 500000);
	edge("e4", true, 600); /* whatever it says */
	table_advance(&table, 900000);
	assert_false(table.state.guidance.on);
	edge("e2", false, 1000);
	table_advance(&table, 3000000);
	assert_int_equal(table.state.prompt.kind, PROMPT_CONFIRM);
	tell(BUSIO_BUTTON, 0, 0, true, 0, 3000000);
	assert_int_equal(table.n_moves, 1);
	assert_string_equal(table.move[0].action, "e2e4");

	/* Sound again and empty: the pawn lacks. Not so in a game that begins while it is dead. */
	edge("e4", false, 4000);
	table_advance(&table, 6000000);
	assert_false(table.state.guidance.on);
	tell(BUSIO_SQUARE, 0, 28, false, 0, 6000000);
	table_advance(&table, 8000000);
	assert_true(table.state.guidance.on);
	assert_int_equal(table.state.guidance.put_sq, 28);
	tell(BUSIO_SQUARE, 0, 12, false, -EAGAIN, 8000000);
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("chess"),
								  .options = "" }),
			 0);
	table_advance(&table, 9000000);
	assert_false(table.state.guidance.on);
}

/* --props objects: the session tells of checkers, the lamps are silent about marks. */
static void
test_objects(void **state)
{
	const struct table_setup alice = { .game = rules_game("half-alice"), .options = "" };

	(void)state;
	begin();
	assert_int_equal(table_new(&table, &alice), 0);
	table_advance(&table, 1000000);
	assert_int_equal(lit, 32);
	config.objects = true;
	begin();
	assert_int_equal(table_new(&table, &alice), 0);
	table_advance(&table, 1000000);
	assert_int_equal(lit, 0);
	assert_true(table.state.objects);
	config.objects = false;
}

/* A game that begins with a piece up says at once that it lacks, touched or not. */
static void
test_new_incomplete(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 1000);
	table_advance(&table, 1500000);
	assert_false(table.state.guidance.on);
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("half-alice"),
								  .options = "" }),
			 0);
	table_advance(&table, 1500000);
	assert_true(table.state.guidance.on);
	assert_int_equal(table.state.guidance.put_sq, 12);
	assert_false(table.state.guidance.due);
}

/* Each bus has lines of its own; the trouble is over when all have theirs. */
static void
test_lines_away(void **state)
{
	(void)state;
	begin();
	strcpy(board.gpio, "/dev/gpiochip0");
	tell(BUSIO_GPIO, 0, 0, false, -ENODEV, 1000000);
	tell(BUSIO_GPIO, 1, 0, false, -ENODEV, 1000000);
	assert_true(table.troubles.place[TROUBLE_GPIO].on);
	tell(BUSIO_GPIO, 1, 0, false, 0, 2000000);
	assert_true(table.troubles.place[TROUBLE_GPIO].on);
	assert_null(strstr(logged, "work again"));
	tell(BUSIO_GPIO, 0, 0, false, 0, 2100000);
	assert_false(table.troubles.place[TROUBLE_GPIO].on);
	assert_non_null(strstr(logged, "lines of /dev/gpiochip0 work again"));
}

static void
test_bus_away(void **state)
{
	(void)state;
	begin();
	tell(BUSIO_BUS, 0, 0, false, -19, 1000000);
	edge("e2", false, 2000);
	edge("e5", true, 2000);
	table_advance(&table, 3000000);
	assert_false(table.state.guidance.on);
	tell(BUSIO_BUS, 0, 0, false, 0, 4000000);
	table_advance(&table, 6000000);
	assert_true(table.state.guidance.on);
	assert_int_equal(table.n_moves, 0);
}

/* A table on the games of that folder, as a daemon that has just started. */
static struct store *
begin_kept(const char *folder)
{
	const struct store_config c = { .action = table_store_action, .user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct store *store;
	char why[STORE_WHY_MAX];

	if (store_open(folder, &c, &store, why) < 0)
		fail_msg("%s", why);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	return store;
}

/* What a seat chose is there after a restart, and the option's word for the others. */
static void
test_settings(void **state)
{
	char folder[64];

	(void)state;
	help_folder(folder);
	for (unsigned round = 0; round < 2; round++) {
		struct store *store = begin_kept(folder);

		assert_int_equal(table.lamps_config.hints[0], HINTS_SAFE);
		assert_int_equal(table.lamps_config.hints[1], round ? HINTS_OFF : HINTS_SAFE);
		assert_int_equal(table.session_config.hints[1], round ? HINTS_OFF : HINTS_SAFE);
		table_hints(&table, 1, HINTS_OFF);
		assert_int_equal(store_close(store, 120000), 0);
	}
	help_folder_remove(folder);
}

static void
test_store_words(void **state)
{
	char text[WORDS_LINE];

	(void)state;
	words_store("", 0, text);
	assert_string_equal(text, "");
	words_store("the disk is full", 0, text);
	assert_string_equal(text, "the disk is full");
	words_store("", 1, text);
	assert_string_equal(text, "1 action of an earlier game could not be kept");
	words_store("the disk is full", 12, text);
	assert_string_equal(text,
			    "the disk is full; 12 actions of an earlier game could not be kept");
}

/* A silent mux is one trouble, whatever it takes along. */
static void
test_mux(void **state)
{
	(void)state;
	begin();
	board.sensor[0].mux = board.sensor[1].mux = 0x70;
	logged[0] = '\0';
	tell(BUSIO_SENSOR, 0, 0, false, -EHOSTUNREACH, 1000000);
	tell(BUSIO_SENSOR, 1, 0, false, -EHOSTUNREACH, 1000000);
	assert_true(table.troubles.place[TROUBLE_MUX].on);
	assert_false(table.troubles.place[TROUBLE_SENSOR].on);
	assert_ptr_equal(strstr(logged, "board: the mux at 0x70 on bus 0 does not answer: "),
			 logged);
	assert_null(strstr(logged + 1, "board: the mux"));
	assert_non_null(strstr(logged, "\nboard: the whole board is dark to me: "));
	logged[0] = '\0';
	tell(BUSIO_SENSOR, 0, 0, false, 0, 2000000);
	tell(BUSIO_SENSOR, 1, 0, false, -ENXIO, 2000000);
	assert_false(table.troubles.place[TROUBLE_MUX].on);
	assert_true(table.troubles.place[TROUBLE_SENSOR + 1].on);
	assert_non_null(strstr(logged, "board: the mux at 0x70 on bus 0 answers again\n"));
	assert_non_null(strstr(logged, "sensor chip 1"));
	board.sensor[0].mux = board.sensor[1].mux = BOARD_NO_MUX;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_allocation),
		cmocka_unit_test(test_idle),
		cmocka_unit_test(test_button_bounce),
		cmocka_unit_test(test_screen_buttons),
		cmocka_unit_test(test_ok_hold),
		cmocka_unit_test(test_menu_lit),
		cmocka_unit_test(test_ok_let_go),
		cmocka_unit_test(test_choice_rest),
		cmocka_unit_test(test_beside),
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_choice_left),
		cmocka_unit_test(test_troubles_told_once),
		cmocka_unit_test(test_squares_told),
		cmocka_unit_test(test_described_squares),
		cmocka_unit_test(test_stuck),
		cmocka_unit_test(test_dead_square),
		cmocka_unit_test(test_mux),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_new_incomplete),
		cmocka_unit_test(test_lines_away),
		cmocka_unit_test(test_bus_away),
		cmocka_unit_test(test_current_limit),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_store_words),
	};

	log_sink(keep_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
