/*
 * Settings: accepted and refused values, the reason, and the effect at once and
 * after a restart. The table of settings is tested row by row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "../record/help.h"
#include "alone.h"

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static struct table table;
static unsigned light; /* of the last frame, all colours together */
static const char *machine_day = RECORD_DATE_UNSET;

static void
sum_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg;
	light = 0;
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++)
		light += (unsigned)rgb[sq][0] + rgb[sq][1] + rgb[sq][2];
}

static void
today(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	memcpy(out, machine_day, RECORD_DATE_SIZE);
}

static const struct table_ops ops = { .frame = sum_frame, .today = today };

static struct store *
begin(const char *folder)
{
	const struct store_config c = { .action = table_store_action, .user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct store *store = NULL;
	char why[STORE_WHY_MAX];

	if (folder && store_open(folder, &c, &store, why) < 0)
		fail_msg("%s", why);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	return store;
}

static void
expect(const char *line, const char *want)
{
	json_t *o = request_serve(&table, REQUEST_LOCAL(1), line, strlen(line));
	char *text = json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY);

	if (!strstr(text, want))
		fail_msg("%s\n  gave %s\n  want %s", line, text, want);
	free(text);
	json_decref(o);
}

/* Every row has its own key, and its default may be set. */
static void
test_table_itself(void **state)
{
	char why[SETTINGS_WHY];

	(void)state;
	for (unsigned s = 0; s < SETTINGS; s++) {
		const struct setting_row *row = &settings_table[s];

		assert_non_null(row->key);
		assert_int_equal(settings_find(row->key), s);
		assert_true(strlen(row->key) + strlen("set.") < STORE_KEY_MAX);
		assert_int_equal(settings_check(s, row->standard, why), 0);
		assert_true(row->form != FORM_NUMBER || row->min < row->max);
		assert_true(row->form != FORM_CHOICE || row->choice[0]);
	}
	assert_true(SETTINGS_TEXT <= (int)STORE_VALUE_MAX);
}

static const struct {
	const char *values, *want;
} rows[] = {
	{ "{}", "\"ok\"" },
	{ "5", "values: an object" },
	{ "{\"brightnes\":5}", "brightnes: there is no such setting" },
	{ "{\"brightness\":5}", "\"ok\"" },
	{ "{\"brightness\":100}", "\"ok\"" },
	{ "{\"brightness\":4}", "brightness: a whole number from 5 to 100 is expected" },
	{ "{\"brightness\":101}", "brightness: a whole number from 5 to 100" },
	{ "{\"brightness\":\"60\"}", "brightness: a whole number is expected" },
	{ "{\"brightness\":60.5}", "brightness: a whole number is expected" },
	{ "{\"brightness\":99999999999999999}", "brightness: a whole number from 5" },
	{ "{\"palette\":\"calm\"}", "\"ok\"" },
	{ "{\"palette\":\"pink\"}", "palette: \\\"pink\\\" is none of standard, bright, calm" },
	{ "{\"palette\":true}", "palette: a text is expected" },
	{ "{\"speech\":true,\"volume\":0}", "\"ok\"" },
	{ "{\"speech\":1}", "speech: true or false is expected" },
	{ "{\"language\":\"pt_BR\"}", "\"ok\"" },
	{ "{\"language\":\"\"}", "\"ok\"" },
	{ "{\"language\":\"../de\"}", "language: a word" },
	{ "{\"clock\":\"fischer:300+3\"}", "\"ok\"" },
	{ "{\"clock\":\"fischer:300\"}", "clock: fischer needs" },
	{ "{\"clock\":\"none\"}", "\"ok\"" },
	{ "{\"hints\":\"safe\"}", "\"ok\"" },
};

static void
test_rows(void **state)
{
	char line[256];

	(void)state;
	(void)begin(NULL);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"set\",\"values\":%s}", rows[i].values);
		expect(line, rows[i].want);
	}
}

/* One invalid setting refuses the whole request. */
static void
test_all_or_none(void **state)
{
	(void)state;
	(void)begin(NULL);
	expect("{\"kind\":\"set\",\"values\":{\"volume\":10,\"brightness\":1}}", "brightness: ");
	expect("{\"kind\":\"state\"}", "\"volume\":60");
	expect("{\"kind\":\"set\",\"values\":{\"volume\":10,\"brightness\":10}}", "\"ok\"");
	expect("{\"kind\":\"state\"}", "\"volume\":10");
	expect("{\"kind\":\"settings\"}", "\"volume\":10");
}

/* Changes settings and waits for a later picture, at the same moment of every rhythm. */
static void
apply(const char *values)
{
	char line[128];

	(void)snprintf(line, sizeof(line), "{\"kind\":\"set\",\"values\":%s}", values);
	expect(line, "\"ok\"");
	table_advance(&table, table.now_us + 2000000);
}

/* Brightness applies at once, hints to seats that chose none, a clock to the next game. */
static void
test_applied(void **state)
{
	unsigned bright;

	(void)state;
	(void)begin(NULL);
	expect("{\"kind\":\"act\",\"action\":\"e2e4\"}", "\"ok\"");
	table_advance(&table, 3000000);
	bright = light;
	assert_true(bright > 0);
	apply("{\"brightness\":50}");
	assert_in_range(light, bright * 4 / 10, bright * 6 / 10);

	apply("{\"brightness\":100,\"palette\":\"calm\"}");
	assert_in_range(light, 1, bright - 1);
	apply("{\"palette\":\"bright\"}");
	assert_int_not_equal(light, bright);
	apply("{\"palette\":\"standard\"}");
	assert_int_equal(light, bright);

	assert_int_equal(table.lamps_config.hints[0], HINTS_SAFE); /* the option's value */
	table_hints(&table, 1, HINTS_OFF);
	expect("{\"kind\":\"set\",\"values\":{\"hints\":\"moves\"}}", "\"ok\"");
	assert_int_equal(table.lamps_config.hints[0], HINTS_MOVES);

	expect("{\"kind\":\"set\",\"values\":{\"clock\":\"sudden:60\"}}", "\"ok\"");
	expect("{\"kind\":\"state\"}", "\"clock\":null");
	expect("{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}", "\"ok\"");
	expect("{\"kind\":\"state\"}", "\"spec\":\"sudden:60\"");
	expect("{\"kind\":\"new\",\"game\":\"chess\",\"clock\":\"none\",\"force\":true}", "\"ok\"");
	expect("{\"kind\":\"state\"}", "\"clock\":null");

	expect("{\"kind\":\"set\",\"values\":{\"props\":\"objects\"}}", "\"ok\"");
	assert_false(table.lamps_config.objects);
	expect("{\"kind\":\"new\",\"game\":\"half-alice\",\"force\":true}", "\"ok\"");
	assert_true(table.lamps_config.objects);
}

static void
test_kept(void **state)
{
	char folder[64];
	struct store *store;

	(void)state;
	help_folder(folder);
	store = begin(folder);
	expect("{\"kind\":\"state\"}", "\"introduced\":false");
	expect("{\"kind\":\"set\",\"values\":{\"brightness\":40,\"language\":\"de\"}}", "\"ok\"");
	expect("{\"kind\":\"set\",\"values\":{\"introduced\":true}}", "\"ok\"");
	table_hints(&table, 1, HINTS_OFF);
	assert_int_equal(store_setting_set(store, "set.volume", "loud"), 0);
	assert_int_equal(store_close(store, 120000), 0);
	store = begin(folder);
	assert_int_equal(table.lamps_config.brightness, 102);
	assert_int_equal(table.lamps_config.hints[0], HINTS_SAFE);
	assert_int_equal(table.lamps_config.hints[1], HINTS_OFF);
	expect("{\"kind\":\"state\"}", "\"language\":\"de\"");
	expect("{\"kind\":\"state\"}", "\"introduced\":true");
	expect("{\"kind\":\"state\"}", "\"volume\":60"); /* an invalid value is ignored */
	assert_int_equal(store_close(store, 120000), 0);
	help_folder_remove(folder);
}

/* Without a journal nothing is kept: the introduction would return at each start. */
static void
test_not_kept(void **state)
{
	(void)state;
	(void)begin(NULL);
	expect("{\"kind\":\"state\"}", "\"introduced\":true");
}

static const struct {
	const char *date, *want;
} days[] = {
	{ "2026-02-30", "a day like 2026-01-31" },
	{ "2026-13-01", "a day like" },
	{ "26-01-01", "a day like" },
	{ "2026.01.01", "a day like" },
	{ "2026-01-01x", "a day like" },
	{ "", "a day like" },
	{ "1999-12-31", "a day like" },
	{ "2028-02-29", "\"ok\"" },
	{ "2026-12-31", "\"ok\"" },
};

/* A date set by hand advances by itself, and the running game gets it. */
static void
test_day(void **state)
{
	char line[96];

	(void)state;
	(void)begin(NULL);
	expect("{\"kind\":\"state\"}", "\"date\":\"????.??.??\",\"date_known\":null");
	for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"date\",\"date\":\"%s\"}", days[i].date);
		expect(line, days[i].want);
	}
	expect("{\"kind\":\"state\"}", "\"date\":\"2026.12.31\",\"date_known\":\"hand\"");
	assert_string_equal(table.game.date, "2028.02.29"); /* the first date stays */
	table_advance(&table, table.now_us + UINT64_C(13) * 3600 * 1000000);
	expect("{\"kind\":\"state\"}", "\"date\":\"2027.01.01\"");
	expect("{\"kind\":\"new\",\"game\":\"chess\"}", "\"ok\"");
	assert_string_equal(table.game.date, "2027.01.01");
	machine_day = "2026.03.04";
	expect("{\"kind\":\"date\",\"date\":\"2026-03-05\"}",
	       "the machine knows that it is 2026.03.04");
	expect("{\"kind\":\"state\"}", "\"date_known\":\"machine\"");
	machine_day = RECORD_DATE_UNSET;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table_itself), cmocka_unit_test(test_rows),
		cmocka_unit_test(test_all_or_none),  cmocka_unit_test(test_applied),
		cmocka_unit_test(test_kept),         cmocka_unit_test(test_not_kept),
		cmocka_unit_test(test_day),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
