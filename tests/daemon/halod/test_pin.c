/* A seat's PIN: set, requested, guessed, and kept over a restart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
	{ "123", "4 to 8 digits" },    { "123456789", "4 to 8 digits" },
	{ "12a4", "4 to 8 digits" },   { " 1234", "4 to 8" },
	{ "0000", "\"kind\":\"ok\"" }, { "12345678", "\"kind\":\"ok\"" },
	{ "", "\"kind\":\"ok\"" },     { "4711", "\"kind\":\"ok\"" },
};

/* The PIN is set on the seat's page only, requested for the page only, and ends with the game. */
static void
test_pin(void **state)
{
	char line[96];

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}",
	     "only on that seat's private page");
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"b\",\"pin\":\"4711\"}",
	     "only on that seat's private page");
	want(OTHER, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}",
	     "only on that seat's private page");
	for (size_t i = 0; i < sizeof(pins) / sizeof(pins[0]); i++) {
		snprintf(line, sizeof(line), "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"%s\"}",
			 pins[i].pin);
		want(SCREEN, line, pins[i].part);
		table_advance(&table, table.now_us + 2000000);
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

/* Three tries are free; then a guesser must wait, and even the right PIN fails before the time. */
static void
test_pin_guessed(void **state)
{
	static const unsigned waits_s[] = { 0, 0, 2, 4, 8, 16, 32, 64, 64 };

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}", "\"kind\":\"ok\"");
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

/* A new PIN makes a new token, which the setter receives; the old token fails. */
static void
test_pin_renews_token(void **state)
{
	char line[160], old[TABLE_TOKEN];

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	open_page(NULL, table.pages.token[0]);
	memcpy(old, table.pages.token[0], sizeof(old));
	snprintf(line, sizeof(line), "{\"kind\":\"state\",\"seat\":\"w\",\"token\":\"%s\"}", old);
	want(PHONE, line, "\"viewer\":\"w\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}", "\"token\":\"");
	assert_string_not_equal(old, table.pages.token[0]);
	want(PHONE, line, "this is not the token of w");
	snprintf(line, sizeof(line), "{\"kind\":\"state\",\"seat\":\"w\",\"token\":\"%s\"}",
		 table.pages.token[0]);
	want(PHONE, line, "\"viewer\":\"w\"");
}

/* A seat changes its PIN every two seconds at most; a refused change has no effect. */
static void
test_pin_changes(void **state)
{
	char kept[TABLE_PIN];

	(void)state;
	begin_burial();
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	open_page(NULL, "\"token\":\"");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}", "\"ok\"");
	memcpy(kept, table.pins.of[0].kept, sizeof(kept));
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"0815\"}", "pin: wait 2 s");
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"\"}", "pin: wait 2 s");
	assert_string_equal(kept, table.pins.of[0].kept);
	table_advance(&table, table.now_us + 2000000);
	want(SCREEN, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"\"}", "\"ok\"");
	assert_string_equal("", table.pins.of[0].kept);
}

/* Nothing that is kept or sent contains the digits, and the same PIN is kept differently twice. */
static void
test_pin_hidden(void **state)
{
	char first[TABLE_PIN];

	(void)state;
	begin_burial();
	assert_int_equal(set_pin(&table, 0, "47114711"), 0);
	memcpy(first, table.pins.of[0].kept, sizeof(first));
	assert_null(strstr(first, "4711"));
	assert_int_equal(set_pin(&table, 0, "47114711"), 0);
	assert_string_not_equal(first, table.pins.of[0].kept);
	assert_null(strstr(send_request(OTHER, "{\"kind\":\"state\"}"), "4711"));
}

/* The PIN survives a restart: otherwise pulling the plug would open the page. */
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
			assert_int_equal(set_pin(&table, 0, "4711"), 0);
		if (round == 0)
			act(OTHER, "e2e4", "", ok);
		open_page(NULL, round == 2 ? "\"token\":\"" : "pin: needed");
		if (round == 1)
			want(SCREEN, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
		assert_int_equal(store_close(store, 120000), 0);
	}
	help_folder_remove(folder);
}

/* ---- with a journal ---- */

static struct store *
open_with(const char *folder)
{
	const struct store_config c = { .action = table_store_action, .user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record resume = { 0 };
	char why[STORE_WHY_MAX];
	struct store *store;

	assert_int_equal(store_open(folder, &c, &store, why), 0);
	assert_true(store_resume(store, &resume, why) >= 0);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	begin_from(&table, resume.game ? &resume : NULL, 1000000);
	record_finish(&resume);
	want(SCREEN, "{\"kind\":\"screen\"}", ok);
	return store;
}

/* Counts the digests computed by the loop's thread. */
static unsigned hashed_on_loop;

void __real_table_pin_digest(const struct table_pin_job *job, char out[TABLE_PIN]);
void __wrap_table_pin_digest(const struct table_pin_job *job, char out[TABLE_PIN]);

void
__wrap_table_pin_digest(const struct table_pin_job *job, char out[TABLE_PIN])
{
	hashed_on_loop += gettid() == getpid();
	__real_table_pin_digest(job, out);
}

static void
send_screen_request(const char *line)
{
	json_decref(request_serve(&table, REQUEST_LOCAL(SCREEN), line, strlen(line)));
}

/* Waits for the reply that the clerk's work brings. */
static void
want_later(const char *part)
{
	struct store_answer *a;
	uint32_t client;
	json_t *o;
	char *text;

	while (!(a = store_answer_take(table.store)))
		table_poll_store(&table);
	o = request_later(&table, a, &client);
	text = json_dumps(o, JSON_COMPACT);
	assert_int_equal(client, SCREEN);
	if (!strstr(text, part))
		fail_msg("%s, not %s", text, part);
	free(text);
	json_decref(o);
	store_answer_free(a);
}

static const char set_4711[] = "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}";
static const char try_4711[] = "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4711\"}";
static const char try_1234[] = "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"1234\"}";

/*
 * The loop hashes nothing: the clerk does, with one job a seat, and changes
 * during the job count.
 */
static void
test_pin_later(void **state)
{
	struct store *store;
	char folder[64];

	(void)state;
	help_folder(folder);
	store = open_with(folder);
	hashed_on_loop = 0;
	open_page(NULL, "\"token\":\"");
	send_screen_request(set_4711);
	assert_string_equal(table.pins.of[0].kept, "");
	want_later("\"token\":\"");
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	send_screen_request(try_1234);
	want(SCREEN, try_4711, "busy");
	want_later("pin: wrong");
	send_screen_request(try_4711);
	want_later("\"token\":\"");
	/* A game that begins during the job is not affected. */
	want(SCREEN, "{\"kind\":\"handover\"}", ok);
	send_screen_request(try_4711);
	want(SCREEN, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}", ok);
	want_later("busy");
	want(SCREEN, "{\"kind\":\"state\"}", "\"viewer\":\"table\"");
	/* The screen has disconnected when the digest comes. */
	open_page(NULL, "\"token\":\"");
	send_screen_request(set_4711);
	want_later("\"ok\"");
	send_screen_request(try_4711);
	table_client_disconnected(&table, SCREEN);
	want_later("error");
	assert_int_equal(table.pages.open, SEAT_NONE);
	assert_int_equal(hashed_on_loop, 0);
	assert_int_equal(store_close(store, 120000), 0);
	help_folder_remove(folder);
}

/* Pulling the plug after three wrong tries does not end the wait. */
static void
test_pin_wait_kept(void **state)
{
	struct store *store;
	char folder[64];

	(void)state;
	help_folder(folder);
	store = open_with(folder);
	act(OTHER, "e2e4", "", ok);
	assert_int_equal(set_pin(&table, 0, "4711"), 0);
	for (unsigned i = 0; i < 4; i++) {
		send_screen_request(try_1234);
		want_later("pin: wrong");
		table_advance(&table, table.now_us + 2000000);
	}
	assert_int_equal(store_close(store, 120000), 0);
	store = open_with(folder);
	want(SCREEN, try_4711, "pin: wait 4 s");
	table_advance(&table, table.now_us + 4000000);
	send_screen_request(try_1234);
	want_later("pin: wrong");
	want(SCREEN, try_4711, "pin: wait 8 s");
	table_advance(&table, table.now_us + 8000000);
	send_screen_request(try_4711);
	want_later("\"token\":\"");
	assert_int_equal(store_close(store, 120000), 0);
	store = open_with(folder);
	send_screen_request(try_4711);
	want_later("\"token\":\"");
	assert_int_equal(store_close(store, 120000), 0);
	help_folder_remove(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pin),
		cmocka_unit_test(test_pin_guessed),
		cmocka_unit_test(test_pin_renews_token),
		cmocka_unit_test(test_pin_changes),
		cmocka_unit_test(test_pin_later),
		cmocka_unit_test(test_pin_wait_kept),
		cmocka_unit_test(test_pin_hidden),
		cmocka_unit_test(test_pin_kept),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
