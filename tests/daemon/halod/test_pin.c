/* A seat's number: set, asked for, guessed at, kept over a restart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "../record/help.h"
#include "ask.h"

static void
open_page(const char *pin, const char *part)
{
	char line[96];

	if (pin)
		snprintf(line, sizeof(line),
			 "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"%s\"}", pin);
	want(SCREEN, pin ? line : "{\"kind\":\"handover\",\"seat\":\"w\"}", part);
}

static const struct {
	const char *pin, *part;
} pins[] = {
	{ "123", "4 to 8 digits" },
	{ "123456789", "4 to 8 digits" },
	{ "12a4", "4 to 8 digits" },
	{ " 1234", "4 to 8" },
	{ "0000", ok },
	{ "12345678", ok },
	{ "", ok },
	{ "4711", ok },
};

/* Set on the seat's page alone, asked for by the page and by nothing else, gone with the game. */
static void
test_pin(void **state)
{
	char line[96];

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}",
	     "on that seat's page alone");
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"b\",\"pin\":\"4711\"}",
	     "on that seat's page alone");
	want(OTHER, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}",
	     "on that seat's page alone");
	for (size_t i = 0; i < sizeof(pins) / sizeof(pins[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"%s\"}",
			 pins[i].pin);
		want(SCREEN, line, pins[i].part);
	}
	want(OTHER, "{\"kind\":\"state\"}", "\"pins\":[\"w\"]");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	open_page(NULL, "pin: needed");
	open_page("4712", "pin: wrong");
	open_page("0000", "pin: wrong");
	open_page("47110", "pin: wrong");
	want(SCREEN, "{\"kind\":\"state\"}", "\"viewer\":\"table\"");
	want(SCREEN, "{\"kind\":\"handover\",\"seat\":\"b\"}", "\"token\":\"");
	want(SCREEN, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
	want(OTHER, "{\"kind\":\"state\"}", "\"pins\":[]");
	open_page(NULL, "\"token\":\"");
}

/* Three are free; then who guesses waits, and the right one does not help before the time. */
static void
test_pin_guessed(void **state)
{
	static const unsigned waits_s[] = { 0, 0, 2, 4, 8, 16, 32, 64, 64 };

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}", ok);
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	for (size_t i = 0; i < sizeof(waits_s) / sizeof(waits_s[0]); i++) {
		uint64_t free_us = table.now_us + waits_s[i] * UINT64_C(1000000);
		char wait[32];

		open_page("1234", "pin: wrong");
		snprintf(wait, sizeof(wait), "pin: wait %u s", waits_s[i]);
		if (waits_s[i])
			open_page("4711", wait);
		table_advance(&table, waits_s[i] ? free_us - 1 : free_us);
		if (waits_s[i])
			open_page("4711", "pin: wait 1 s");
		table_advance(&table, free_us);
	}
	open_page("4711", "\"token\":\"");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	open_page("1234", "pin: wrong");
	open_page("4711", "\"token\":\"");
}

/* Nothing that is kept or told has the digits in it, and the same PIN is kept differently twice. */
static void
test_pin_hidden(void **state)
{
	char first[TABLE_PIN];

	(void)state;
	begin_burial();
	assert_int_equal(table_pin_set(&table, 0, "47114711"), 0);
	memcpy(first, table.pin[0].kept, sizeof(first));
	assert_null(strstr(first, "4711"));
	assert_int_equal(table_pin_set(&table, 0, "47114711"), 0);
	assert_string_not_equal(first, table.pin[0].kept);
	assert_null(strstr(ask(OTHER, "{\"kind\":\"state\"}"), "4711"));
}

/* Over a restart it stays: otherwise pulling the plug would open the page. */
static void
test_pin_kept(void **state)
{
	const struct store_config c = { .action = table_store_action, .user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record resume;
	char folder[64], why[STORE_WHY_MAX];

	(void)state;
	help_folder(folder);
	for (unsigned round = 0; round < 3; round++) {
		struct store *store;

		assert_int_equal(store_open(folder, &c, &store, why), 0);
		memset(&resume, 0, sizeof(resume));
		assert_true(store_resume(store, &resume, why) >= 0);
		table_init(&table, &board, &config, store, &ops, NULL, ua);
		begin_from(&table, &resume, 1000000);
		record_finish(&resume);
		want(SCREEN, "{\"kind\":\"screen\"}", ok);
		if (round == 0)
			assert_int_equal(table_pin_set(&table, 0, "4711"), 0);
		if (round == 0)
			act(OTHER, "e2e4", "", ok);
		open_page(NULL, round == 2 ? "\"token\":\"" : "pin: needed");
		if (round == 1)
			want(SCREEN, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
		assert_int_equal(store_close(store, 120000), 0);
	}
	help_folder_remove(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pin),
		cmocka_unit_test(test_pin_guessed),
		cmocka_unit_test(test_pin_hidden),
		cmocka_unit_test(test_pin_kept),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
