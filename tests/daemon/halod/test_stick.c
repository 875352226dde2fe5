/* USB sticks as clients report them: the state, the lamps, and the duration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"

enum { ONE = 1, TWO = 2, A1 = 0, H8 = 63, E4 = 28 };

static struct board board;
static const struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static uint8_t frame[BOARD_SQUARES_MAX][3];

static void
keep_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg;
	memcpy(frame, rgb, sizeof(frame));
}

static const struct table_ops ops = { .frame = keep_frame, .today = no_day };

static void
reads(unsigned sq, bool occupied)
{
	const struct busio_msg m = { .kind = BUSIO_EDGE,
				     .sq = (uint8_t)sq,
				     .level = occupied,
				     .reading = { .occupied = occupied },
				     .t_us = table.now_us };

	table_message(&table, &m);
}

static int
setup(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 20000 };

	(void)state;
	memset(&table, 0, sizeof(table));
	memset(frame, 0, sizeof(frame));
	board = (struct board){
		.name = "test", .files = 8, .ranks = 8, .n_sensors = 1, .n_buses = 1
	};
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++)
		reads(sq, sq < 16 || sq >= 48);
	table_begin(&table, NULL, 1000000);
	return 0;
}

static void
expect(json_t *o, const char *line, const char *part)
{
	char *text = json_dumps(o, JSON_COMPACT);

	if (!strstr(text, part))
		fail_msg("%s\n  gave %s\n  want %s", line, text, part);
	free(text);
	json_decref(o);
}

/* Sends the client's message; the reply contains `part`. */
static void
expect_reply(uint32_t client, const char *line, const char *part)
{
	expect(request_serve(&table, REQUEST_LOCAL(client), line, strlen(line)), line, part);
}

/* The same during a repair of the record of games, before the board was read. */
static void
expect_starting(uint32_t client, const char *line, const char *part)
{
	expect(request_starting(&table, REQUEST_LOCAL(client), line, strlen(line)), line, part);
}

/* Reports whether the state has that text in its sticks or its faults. */
static bool
says(const char *key, const char *part)
{
	json_t *o = view_state(&table, SEAT_TABLE);
	char *text = json_dumps(json_object_get(o, key), JSON_COMPACT);
	bool has = strstr(text, part) != NULL;

	free(text);
	json_decref(o);
	return has;
}

static bool
lit(unsigned sq)
{
	table_light(&table);
	return (frame[sq][0] | frame[sq][1] | frame[sq][2]) != 0;
}

#define READING "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"reading\"}"
#define WAITING "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"waiting\"}"
#define WRITING "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"writing\",\"done\":3,\"of\":40}"
#define MENDING "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"mending\"}"
#define MENDED                                                                                     \
	"{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"done\",\"games\":1,\"mended\":true}"
#define UNCLEAN                                                                                    \
	"{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"failed\",\"why\":\"unclean\","                  \
	"\"about\":\"it takes too long\"}"
#define DONE    "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"done\",\"games\":1,\"imported\":2}"
#define FULL    "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"failed\",\"why\":\"full\"}"

#define NOTED   "{\"kind\":\"stick\",\"name\":\"x\",\"stage\":\"done\",\"mistake\":"

static void
test_done(void **state)
{
	(void)state;
	assert_true(says("sticks", "[]"));
	expect_reply(ONE, READING, "\"ok\"");
	assert_true(says("sticks", "Reading the USB stick CHESS. Do not pull it out"));
	assert_true(lit(A1) && lit(H8) && !lit(E4));
	expect_reply(ONE, WRITING, "\"ok\"");
	assert_true(says("sticks", "CHESS: 3 of 40. Do not pull it out yet."));
	expect_reply(ONE, DONE, "\"ok\"");
	assert_true(says("sticks", "You may pull the USB stick CHESS out now: 1 new game written. "
				   "2 games were read from it."));
	table_advance(&table, table.now_us + 100000);
	assert_false(lit(A1) || lit(H8));
	table_client_disconnected(&table, ONE);
	assert_true(says("sticks", "[]"));
	assert_true(says("troubles", "[]"));
}

/* An error in an import is reported in the selected language: its frame and its reason. */
static void
test_mistake(void **state)
{
	static const char line[] = "{\"kind\":\"stick\",\"name\":\"CHESS\",\"stage\":\"done\","
				   "\"games\":1,\"about\":\"in English\","
				   "\"mistake\":{\"file\":\"import/b.PGN\",\"line\":5,\"column\":13,\"game\":2,"
				   "\"move\":\"Ke3\",\"why\":\"no legal move is 'Ke3'\"}}";
	static const struct mo_text texts[] = {
		{ "{1}:{2}:{3}: game {4}: {5}: {6}", "{1}, Zeile {2}/{3}, Partie {4}, {5}: {6}" },
		{ "no legal move is '{1}'", "{1} geht nicht" },
	};

	(void)state;
	expect_reply(ONE, line, "\"ok\"");
	assert_true(says("sticks", "1 new game written. import/b.PGN:5:13: game 2: Ke3: no legal "
				   "move is 'Ke3'\""));
	mo_speak(texts, 2);
	assert_true(says("sticks", " import/b.PGN, Zeile 5/13, Partie 2, Ke3: Ke3 geht nicht\""));
	lang_reset();
	/* The next stick has no error. */
	expect_reply(ONE, DONE, "\"ok\"");
	assert_false(says("sticks", "import/"));
}

/* A fault outlasts its stick: for its time, or until the next stick. */
static void
test_failed(void **state)
{
	uint64_t begun;

	(void)state;
	expect_reply(ONE, WRITING, "\"ok\"");
	expect_reply(ONE, FULL, "\"ok\"");
	begun = table.now_us;
	assert_true(says("sticks", "\"stage\":\"failed\""));
	assert_true(says("troubles", "the USB stick CHESS is full"));
	table_client_disconnected(&table, ONE);
	table_advance(&table, begun + 9900000);
	assert_true(lit(A1));
	table_advance(&table, begun + 10200000);
	assert_false(lit(A1));
	table_advance(&table, begun + 299000000);
	assert_true(says("troubles", "is full"));
	table_advance(&table, begun + 301000000);
	assert_true(says("troubles", "[]"));
	assert_int_equal(table_stick_duty.deadline(&table), UINT64_MAX);
	expect_reply(ONE, FULL, "\"ok\"");
	table_client_disconnected(&table, ONE);
	expect_reply(TWO, READING, "\"ok\"");
	assert_true(says("troubles", "[]"));
}

/* A stick that was pulled too early must not be pulled during its repair. */
static void
test_mended(void **state)
{
	(void)state;
	expect_reply(ONE, MENDING, "\"ok\"");
	assert_true(says("sticks", "too early the last time, and is mended first. Do not pull"));
	assert_true(says("sticks", "\"stage\":\"mending\""));
	assert_true(lit(A1) && lit(H8));
	expect_reply(ONE, MENDED, "\"ok\"");
	assert_true(says("sticks", "1 new game written. It had been pulled out too early, and was repaired."));
	expect_reply(TWO, MENDING, "\"ok\"");
	table_client_disconnected(&table, TWO);
	assert_true(says("troubles", "was broken off"));
	expect_reply(TWO, UNCLEAN, "\"ok\"");
	assert_true(says("troubles", "could not be mended here (it takes too long)"));
}

/* Guidance has the lamps alone; the fault stays among the troubles. */
static void
test_behind_guidance(void **state)
{
	(void)state;
	reads(12, false);
	reads(E4, true);
	reads(13, false);
	reads(E4 + 1, true);
	table_advance(&table, table.now_us + 30000000);
	assert_int_not_equal(table.state.guidance.kind, GUIDANCE_NONE);
	expect_reply(ONE, WRITING, "\"ok\"");
	expect_reply(ONE, FULL, "\"ok\"");
	table_client_disconnected(&table, ONE);
	table_advance(&table, table.now_us + 60000000);
	assert_false(lit(A1));
	reads(E4, false);
	reads(12, true);
	reads(E4 + 1, false);
	reads(13, true);
	table_advance(&table, table.now_us + 5000000);
	assert_int_equal(table.state.guidance.kind, GUIDANCE_NONE);
	assert_true(says("troubles", "is full"));
}

/* A program that dies while it writes cannot report the end. */
static void
test_broken_off(void **state)
{
	(void)state;
	expect_reply(ONE, WRITING, "\"ok\"");
	table_client_disconnected(&table, ONE);
	assert_true(says("sticks", "[]"));
	assert_true(says("troubles", "writing to the USB stick CHESS was broken off"));
}

/* During a repair of the record only sticks are reported; the stick waits and has no fault. */
static void
test_waiting(void **state)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 20000 };

	(void)state;
	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	expect_starting(ONE, "{\"kind\":\"settings\",\"id\":7}", "is being repaired");
	expect_starting(ONE, "{\"kind\":\"settings\",\"id\":7}", "\"id\":7");
	expect_starting(ONE, "{\"kind\":\"new\"", "not JSON");
	expect_starting(ONE, "{\"kind\":\"stick\"}", "name");
	expect_starting(ONE, WAITING, "\"ok\"");
	assert_true(says("sticks", "\"stage\":\"waiting\""));
	assert_true(says("sticks", "CHESS waits until the record of games is repaired. Do not pull"));
	table_client_disconnected(&table, ONE);
	assert_true(says("sticks", "[]"));
	assert_true(says("troubles", "[]"));
	table_begin(&table, NULL, 2000000);
	expect_reply(ONE, WAITING, "\"ok\"");
	assert_true(lit(A1) && lit(H8));
}

/* A lifted piece has the lamps alone. */
static void
test_under_a_lift(void **state)
{
	(void)state;
	expect_reply(ONE, WRITING, "\"ok\"");
	reads(12, false);
	table_advance(&table, table.now_us + 500000);
	assert_true(lit(E4));
	assert_false(lit(A1));
	reads(12, true);
	table_advance(&table, table.now_us + 2000000);
	assert_true(lit(A1));
}

static void
test_refused(void **state)
{
	static const struct {
		const char *line, *why;
	} rows[] = {
		{ "{\"kind\":\"stick\",\"name\":\"x\"}", "stage" },
		{ "{\"kind\":\"stick\",\"stage\":\"done\"}", "name" },
		{ "{\"kind\":\"stick\",\"name\":\"x\",\"stage\":\"gone\"}",
		  "stage: \\\"gone\\\" is none of" },
		{ "{\"kind\":\"stick\",\"name\":\"x\",\"stage\":\"failed\",\"why\":\"moon\"}",
		  "why: \\\"moon\\\" is no reason" },
		{ "{\"kind\":\"stick\",\"name\":\"x\",\"stage\":\"done\",\"games\":-1}", "from 0" },
		{ "{\"kind\":\"stick\",\"name\":\"x\",\"stage\":\"done\",\"label\":1}", "label" },
		{ NOTED "1}", "mistake: file, line, column, game, move and why are" },
		{ NOTED "{\"file\":\"a\",\"line\":1,\"column\":1,\"game\":1,\"move\":\"\"}}",
		  "mistake: file" },
		{ NOTED "{\"file\":\"a\",\"line\":1,\"column\":1,\"game\":-1,\"move\":\"\",\"why\":"
			"\"\"}}",
		  "mistake: numbers from 0" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		expect_reply(ONE, rows[i].line, rows[i].why);
	for (uint32_t client = 1; client <= TABLE_STICKS_MAX; client++)
		expect_reply(client, READING, "\"ok\"");
	expect_reply(TABLE_STICKS_MAX + 1, READING, "4 sticks are plugged in already");
	expect_reply(TABLE_STICKS_MAX, DONE, "\"ok\"");
}

/* The names on a stick are shown on a screen and in a log. */
static void
test_names(void **state)
{
	(void)state;
	expect_reply(ONE,
		     "{\"kind\":\"stick\",\"name\":\"a\\u001b[31m\\nb\",\"stage\":\"reading\"}",
		     "\"ok\"");
	assert_true(says("sticks", "\"name\":\"a [31m b\""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_done, setup),
		cmocka_unit_test_setup(test_mistake, setup),
		cmocka_unit_test_setup(test_failed, setup),
		cmocka_unit_test_setup(test_mended, setup),
		cmocka_unit_test_setup(test_behind_guidance, setup),
		cmocka_unit_test_setup(test_broken_off, setup),
		cmocka_unit_test_setup(test_waiting, setup),
		cmocka_unit_test_setup(test_under_a_lift, setup),
		cmocka_unit_test_setup(test_refused, setup),
		cmocka_unit_test_setup(test_names, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
