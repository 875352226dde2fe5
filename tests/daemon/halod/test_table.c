/*
 * The table alone: bus messages in; moves, frames and faults out, in virtual
 * time. Nothing is allocated between the first edge and the lamps: the linker
 * wraps malloc and the like, which are counted.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "wired.h"

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

/* The description's limit applies to the lit picture, which is dimmed as a whole. */
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
	/* The next mover is quick; the capture is made as a swap. */
	edge("e4", false, 5900);
	edge("d5", false, 6200);
	edge("d5", true, 6240);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, 6500000);
	report_message(BUSIO_BUTTON, 0, 0, false, 0, 6600000);
	report_message(BUSIO_SENSOR, 0, 0, false, -6, 6700000);
	report_message(BUSIO_SENSOR, 0, 0, false, 0, 6800000);
	table_advance(&table, 20000000);
	assert_int_equal(allocations, 0);
	assert_int_equal(table.book.n, 3);
	assert_string_equal(table.book.move[2].san, "exd5");
}

/* A board at rest needs no deadline and no frame. */
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

/*
 * A game of 8 x 8 on a board of 11 x 9: a piece resting outside the game for a
 * second is reported.
 */
static void
test_beside(void **state)
{
	(void)state;
	begin_wide(0);
	table_advance(&table, 3000000);
	report_message(BUSIO_EDGE, 0, 10, true, 0, 4000000);
	table_advance(&table, 4999999);
	assert_false(table.troubles.place[TROUBLE_BESIDE].on);
	table_advance(&table, 5000000);
	assert_true(table.troubles.place[TROUBLE_BESIDE].on);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	/* A game on all squares has nothing outside it. */
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("american"),
								  .options = "" }),
			 0);
	table_advance(&table, 6000000);
	assert_false(table.troubles.place[TROUBLE_BESIDE].on);
}

static void
test_troubles_told_once(void **state)
{
	(void)state;
	begin();
	for (unsigned i = 0; i < 5; i++)
		report_message(BUSIO_SENSOR, 0, 0, false, -6, 1000000u * (i + 1));
	report_message(BUSIO_LED, 0, 0, false, -110, 7000000);
	assert_string_equal(
		logged,
		"board: sensor chip 0 (MCP23017 at 0x00 on bus 0) does not answer: squares a1-h1, "
		"a2-h2, a3-h3, a4-h4, a5-h5, a6-h6, a7-h7, a8-h8 cannot be read; checking again "
		"every "
		"second\n"
		"board: the whole board cannot be read: choose each move on the screen\n"
		"board: lamp chip 0 (IS31FL3741 at 0x00 on bus 0) holds the bus: its lamps stay as "
		"they are; the game goes on, trying again every second\n");
	assert_true(table.troubles.place[TROUBLE_SENSOR].on);
	assert_int_equal(table.troubles.place[TROUBLE_SENSOR].since_us, 1000000);
	report_message(BUSIO_SENSOR, 0, 0, false, 0, 8000000);
	assert_false(table.troubles.place[TROUBLE_SENSOR].on);
}

/* While the bus is away edges are ignored; when it returns the board is compared. */
/* Unreliable squares are named, a chip's together; the fault ends when all work. */
static void
test_squares_told(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_SQUARE];

	(void)state;
	begin();
	logged[0] = '\0';
	report_message(BUSIO_SQUARE, 0, 28, false, -EIO, 1000000);
	assert_non_null(strstr(tr->what, "comes from e4, is a wire off?"));
	report_message(BUSIO_SQUARE, 0, 29, false, -EIO, 1100000);
	report_message(BUSIO_SQUARE, 0, 0, false, -EAGAIN, 1200000);
	assert_non_null(
		strstr(tr->what, "comes from e4-f4, is a wire off? flickering without end: a1"));
	report_message(BUSIO_SQUARE, 0, 28, false, 0, 2000000);
	report_message(BUSIO_SQUARE, 0, 29, false, 0, 2000000);
	assert_true(tr->on);
	assert_null(strstr(tr->what, "wire"));
	report_message(BUSIO_SQUARE, 0, 0, false, 0, 3000000);
	assert_false(tr->on);
	assert_non_null(strstr(logged, "board: over: sensor chip "));
}

/* A sensor's known fault outlasts what the sensor reports itself. */
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
	report_message(BUSIO_SQUARE, 0, 0, false, -EAGAIN, 1000000);
	assert_non_null(strstr(tr->what, "flickering without end: a1; sensor chip 0"));
	assert_non_null(strstr(tr->what, "not believed: e4"));
	report_message(BUSIO_SQUARE, 0, 28, false, -EIO, 1100000);
	report_message(BUSIO_SQUARE, 0, 28, false, 0, 1200000);
	report_message(BUSIO_SQUARE, 0, 0, false, 0, 1300000);
	assert_true(tr->on);
	assert_true(sqset_has(table.session_config.blind, 28));
	board.blind[28] = false;
	table_blind_described(&table);
	assert_false(tr->on);
	assert_true(sqset_empty(table.session_config.blind));
}

/* Asserts that clients get these keys in the state. */
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

/* Guidance waits for one square and no hand acts: the moves show which sensor may be stuck. */
static void
test_stuck(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_STUCK];
	uint64_t told;

	(void)state;
	begin();
	edge("f3", true, 1000); /* the knight; g1 still reads as occupied */
	table_advance(&table, 3000000);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	told = 62000000; /* a second to settle, a minute to wait */
	table_advance(&table, told - 1);
	assert_false(tr->on);
	table_advance(&table, told);
	assert_true(tr->on);
	assert_non_null(strstr(tr->what, "a minute for f3"));
	assert_non_null(strstr(tr->what, "one of g1, f2, f3;"));
	assert_told("{\"suspects\":[\"g1\",\"f2\",\"f3\"],\"blind\":[]}");
	assert_int_equal(table_blind_name(&table, 13, true, &(struct table_asker){ 0 }),
			 -1); /* on no disk */
	board.blind[6] = true;
	table_blind_described(&table);
	assert_told("{\"suspects\":[],\"blind\":[\"g1\"]}"); /* explained: no longer waiting */
	table_advance(&table, told + 5000000);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, told + 5000000); /* OK: the move was intended */
	assert_false(tr->on);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_string_equal(table.book.n ? table.book.move[0].action : "", "g1f3");
}

/* Several sensors at once, as with a broken wire of a row. */
static void
test_stuck_row(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_STUCK];
	char square[3] = "a2";

	(void)state;
	begin();
	for (square[0] = 'a'; square[0] <= 'h'; square[0]++)
		edge(square, false, 1000);
	table_advance(&table, 30000000);
	assert_int_equal(table.state.guidance.steps, 8);
	assert_false(tr->on);
	table_advance(&table, 70000000);
	assert_true(tr->on);
	assert_non_null(strstr(tr->what, "a minute for a2-h2,"));
	assert_non_null(strstr(tr->what, "is a wire off these sensors?"));
	assert_told("{\"suspects\":[\"a2\",\"b2\",\"c2\",\"d2\",\"e2\",\"f2\",\"g2\",\"h2\"]}");
	for (unsigned i = 0; i < 8; i++) { /* the most that a game can do without: a row */
		board.blind[8 + i] = true;
		table_blind_described(&table);
		assert_int_equal(tr->on, i < 7);
		table_advance(&table, 72000000 + 2000000 * i);
		assert_int_equal(tr->on, i < 7);
	}
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_false(tr->on);
	for (square[0] = 'a'; square[0] <= 'h'; square[0]++)
		board.blind[8 + square[0] - 'a'] = false;
	table_blind_described(&table);
}

/* A small game on a large board: the square has two names, and both are reported. */
static void
test_stuck_names(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_STUCK];

	(void)state;
	begin_wide(1);
	report_message(BUSIO_EDGE, 0, 28, true, 0, 1000000);
	table_advance(&table, 90000000);
	assert_true(tr->on);
	assert_non_null(strstr(tr->what, "a minute for g3 of the board, f3 of the game, and"));
	assert_non_null(strstr(tr->what, "one of h1, g2, g3;"));
	for (unsigned file = 0; file < 8; file++)
		report_message(BUSIO_EDGE, 0, 12 + file, false, 0, 100000000);
	report_message(BUSIO_EDGE, 0, 28, false, 0, 100000000);
	table_advance(&table, 190000000);
	assert_non_null(strstr(tr->what, "b2-i2 of the board, a2-h2 of the game, and"));
}

/* Activity restarts the minute; pieces that are packed away are no fault. */
static void
test_stuck_hands(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_STUCK];
	char square[3];

	(void)state;
	begin();
	edge("f3", true, 1000);
	edge("f3", false, 50000);
	edge("f3", true, 51000);
	table_advance(&table, 110000000);
	assert_false(tr->on);
	edge("h3", true, 110500);
	table_advance(&table, 170000000);
	assert_false(tr->on);
	table_advance(&table, 400000000);
	assert_non_null(strstr(tr->what, "a minute for f3, h3,"));
	edge("f3", false, 401000);
	edge("h3", false, 402000);
	table_advance(&table, 410000000);
	assert_false(tr->on);

	begin();
	for (unsigned sq = 0; sq < 64; sq++) {
		snprintf(square, sizeof(square), "%c%c", (char)('a' + sq % 8),
			 (char)('1' + sq / 8));
		if (sq / 8 < 2 || sq == 63)
			edge(square, false, 1000 + 300 * sq);
	}
	table_advance(&table, 400000000);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table.state.guidance.steps, 17);
	assert_false(tr->on);
}

/* A wire of e4 is loose: the pawn's move there counts all the same, and the square recovers. */
static void
test_dead_square(void **state)
{
	(void)state;
	begin();
	report_message(BUSIO_SQUARE, 0, 28, false, -EIO, 500000);
	edge("e4", true, 600); /* whatever it reads */
	table_advance(&table, 900000);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	edge("e2", false, 1000);
	table_advance(&table, 3000000);
	assert_int_equal(table.state.prompt.kind, PROMPT_CONFIRM);
	report_message(BUSIO_BUTTON, 0, 0, true, 0, 3000000);
	assert_int_equal(table.book.n, 1);
	assert_string_equal(table.book.move[0].action, "e2e4");

	/*
	 * Working again and empty: the pawn is missing. Not so in a game that
	 * begins while the square is dead.
	 */
	edge("e4", false, 4000);
	table_advance(&table, 6000000);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	report_message(BUSIO_SQUARE, 0, 28, false, 0, 6000000);
	table_advance(&table, 8000000);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table.state.guidance.put_sq, 28);
	report_message(BUSIO_SQUARE, 0, 12, false, -EAGAIN, 8000000);
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("chess"),
								  .options = "" }),
			 0);
	table_advance(&table, 9000000);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
}

/* With --props objects the session reports checkers, and the lamps leave marks out. */
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

/* A game that begins with a lifted piece reports at once that it is missing, touched or not. */
static void
test_new_incomplete(void **state)
{
	(void)state;
	begin();
	edge("e2", false, 1000);
	table_advance(&table, 1500000);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table_new(&table, &(struct table_setup){ .game = rules_game("half-alice"),
								  .options = "" }),
			 0);
	table_advance(&table, 1500000);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table.state.guidance.put_sq, 12);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_DUE);
}

/* Each bus has its own lines; the fault ends when all have theirs. */
static void
test_lines_away(void **state)
{
	(void)state;
	begin();
	strcpy(board.gpio, "/dev/gpiochip0");
	report_message(BUSIO_GPIO, 0, 0, false, -ENODEV, 1000000);
	report_message(BUSIO_GPIO, 1, 0, false, -ENODEV, 1000000);
	assert_true(table.troubles.place[TROUBLE_GPIO].on);
	report_message(BUSIO_GPIO, 1, 0, false, 0, 2000000);
	assert_true(table.troubles.place[TROUBLE_GPIO].on);
	assert_null(strstr(logged, "work again"));
	report_message(BUSIO_GPIO, 0, 0, false, 0, 2100000);
	assert_false(table.troubles.place[TROUBLE_GPIO].on);
	assert_non_null(strstr(logged, "board: over: interrupt and button lines of /dev/gpiochip0 "));
}

/* A fault is reported once, by name and number, until the line works. */
static void
test_reset_line(void **state)
{
	(void)state;
	begin();
	strcpy(board.gpio, "/dev/gpiochip0");
	board.reset = (struct board_reset){ .wired = true, .line = 22 };
	report_message(BUSIO_RESET, 0, 0, false, -EBUSY, 1000000);
	report_message(BUSIO_RESET, 0, 0, false, -EBUSY, 2000000);
	assert_true(table.troubles.place[TROUBLE_RESET].on);
	assert_string_equal(logged, "board: reset line 22 of /dev/gpiochip0 cannot be used (Device "
				    "or resource busy): if a chip holds bus 0, it stays held\n");
	logged[0] = '\0';
	report_message(BUSIO_RESET, 0, 0, false, 0, 3000000);
	assert_false(table.troubles.place[TROUBLE_RESET].on);
	assert_string_equal(logged, "board: over: reset line 22 of /dev/gpiochip0 cannot be used "
				    "(Device or resource busy): if a chip holds bus 0, it stays "
				    "held\n");
}

static void
test_bus_away(void **state)
{
	(void)state;
	begin();
	report_message(BUSIO_BUS, 0, 0, false, -19, 1000000);
	edge("e2", false, 2000);
	edge("e5", true, 2000);
	table_advance(&table, 3000000);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	report_message(BUSIO_BUS, 0, 0, false, 0, 4000000);
	table_advance(&table, 6000000);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_int_equal(table.book.n, 0);
}

/* A game larger than the board: chess begins instead, and the log names the setting. */
static void
test_too_large(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record kept = { .game = rules_game("american") };

	(void)state;
	begin();
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	config.game = "american";
	table_begin(&table, NULL, 0);
	assert_non_null(strstr(logged,
			       "config: --game american: American Chess needs 11 x 9 squares, "
			       "this board has 8 x 8; chess begins\n"));
	assert_null(strstr(logged, "no game can begin"));
	assert_string_equal(rules_name(table.state.game), "chess");
	config.game = "chess";
	logged[0] = '\0';
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	begin_from(&table, &kept, 0);
	assert_non_null(
		strstr(logged, "config: the running game cannot go on: American Chess needs"));
	assert_null(strstr(logged, "bug:"));
	assert_string_equal(rules_name(table.state.game), "chess");
}

/* Makes a table on the games of that folder, as a daemon that has just started. */
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

/* A seat's choice survives a restart; the others have the option's value. */
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
	char text[WORDS_TROUBLE], longest[STORE_WHY_MAX];

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
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	words_store(longest, 12, text);
	assert_int_equal(strncmp(text, longest, sizeof(longest) - 1), 0);
	assert_string_equal(text + sizeof(longest) - 1,
			    "; 12 actions of an earlier game could not be kept");
}

/* A silent mux is one fault, whatever depends on it. */
static void
test_mux(void **state)
{
	(void)state;
	begin();
	board.sensor[0].mux = board.sensor[1].mux = 0x70;
	logged[0] = '\0';
	report_message(BUSIO_SENSOR, 0, 0, false, -EHOSTUNREACH, 1000000);
	report_message(BUSIO_SENSOR, 1, 0, false, -EHOSTUNREACH, 1000000);
	assert_true(table.troubles.place[TROUBLE_MUX].on);
	assert_false(table.troubles.place[TROUBLE_SENSOR].on);
	assert_ptr_equal(strstr(logged, "board: the mux at 0x70 on bus 0 does not answer: "),
			 logged);
	assert_null(strstr(logged + 1, "board: the mux"));
	assert_non_null(strstr(logged, "\nboard: the whole board cannot be read: "));
	logged[0] = '\0';
	report_message(BUSIO_SENSOR, 0, 0, false, 0, 2000000);
	report_message(BUSIO_SENSOR, 1, 0, false, -ENXIO, 2000000);
	assert_false(table.troubles.place[TROUBLE_MUX].on);
	assert_true(table.troubles.place[TROUBLE_SENSOR + 1].on);
	assert_non_null(strstr(logged, "board: over: the mux at 0x70 on bus 0 does not answer: "));
	assert_non_null(strstr(logged, "sensor chip 1"));
	board.sensor[0].mux = board.sensor[1].mux = BOARD_NO_MUX;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_allocation),
		cmocka_unit_test(test_idle),
		cmocka_unit_test(test_beside),
		cmocka_unit_test(test_too_large),
		cmocka_unit_test(test_troubles_told_once),
		cmocka_unit_test(test_squares_told),
		cmocka_unit_test(test_described_squares),
		cmocka_unit_test(test_stuck),
		cmocka_unit_test(test_stuck_row),
		cmocka_unit_test(test_stuck_hands),
		cmocka_unit_test(test_stuck_names),
		cmocka_unit_test(test_dead_square),
		cmocka_unit_test(test_mux),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_new_incomplete),
		cmocka_unit_test(test_lines_away), cmocka_unit_test(test_reset_line),
		cmocka_unit_test(test_bus_away),
		cmocka_unit_test(test_current_limit),
		cmocka_unit_test(test_settings),
		cmocka_unit_test(test_store_words),
	};

	log_sink(keep_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
