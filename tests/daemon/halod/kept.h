/* A table with a journal. The test sees its lamps and sets its buttons and calendar day. */
#pragma once
#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/server/request.h"
#include "daemon/store/store_impl.h"
#include "daemon/view/view.h"
#include "../record/help.h"
#include "alone.h"

enum { SCREEN = 1, OTHER = 2 };
enum { CLOCK, OK, BACK, HINT }; /* the board's buttons */

static struct board board;
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static struct store *store;
static char folder[64];
static const char *machine_day = RECORD_DATE_UNSET;
static uint8_t draws;
static char lit[512]; /* the lit squares of the last frame */
/* Squares with pieces, one bit each, also while no daemon runs. */
#define ARRAY UINT64_C(0xffff00000000ffff)
static uint64_t standing;
/* The sensors' kind and, with poles, the black pieces. */
static uint8_t senses;
static uint64_t black;

static inline void
note_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	size_t len = 0;

	(void)arg;
	lit[0] = '\0';
	for (unsigned sq = 0; sq < 64; sq++)
		if (rgb[sq][0] || rgb[sq][1] || rgb[sq][2])
			len += (size_t)snprintf(lit + len, sizeof(lit) - len, "%s%c%u",
						len ? " " : "", 'a' + (int)(sq % 8), sq / 8 + 1);
}

static inline void
today(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	memcpy(out, machine_day, RECORD_DATE_SIZE);
}

static inline void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	(void)arg;
	memset(out, 0x33, CHANCE_BYTES);
	out[0] = ++draws;
}

static const struct table_ops ops = { .frame = note_frame, .today = today, .random = count_up };

static inline void
edge(const char *sq, bool on)
{
	struct busio_msg m = { .kind = BUSIO_EDGE,
			       .sq = (uint8_t)((sq[1] - '1') * 8 + sq[0] - 'a'),
			       .reading.occupied = on,
			       .t_us = table.now_us };
	const uint64_t bit = UINT64_C(1) << m.sq;

	if (on && senses != SENSES_OCCUPANCY)
		m.reading.pole = black & bit ? POLE_BLACK : POLE_WHITE;
	standing = on ? standing | bit : standing & ~bit;
	table_message(&table, &m);
}

/* Holds a button down for a time, then advances the clock. */
static inline void
press(unsigned button, uint64_t us)
{
	struct busio_msg m = { .kind = BUSIO_BUTTON,
			       .index = (uint8_t)button,
			       .level = true,
			       .t_us = table.now_us + 500000 };

	table_message(&table, &m);
	table_advance(&table, m.t_us + us);
	m.level = false;
	m.t_us = table.now_us;
	table_message(&table, &m);
	table_advance(&table, table.now_us + 500000);
}

static inline void
begin(void)
{
	const struct store_config c = { .action = table_store_action,
					.clock_us = table_store_clock,
					.user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record resume = { 0 };
	char why[STORE_WHY_MAX];

	board = (struct board){ .name = "test", .files = 8, .ranks = 8, .n_buttons = 4, .senses = senses };
	strcpy(board.button[CLOCK].name, "clock");
	strcpy(board.button[OK].name, "ok");
	strcpy(board.button[BACK].name, "back");
	strcpy(board.button[HINT].name, "hint");
	if (store_open(folder, &c, &store, why) < 0)
		fail_msg("%s", why);
	assert_true(store_resume(store, &resume, why) >= 0);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	for (unsigned sq = 0; sq < 64; sq++) {
		char name[3] = { (char)('a' + sq % 8), (char)('1' + sq / 8), '\0' };

		edge(name, standing >> sq & 1);
	}
	begin_from(&table, &resume, 1000000);
	record_finish(&resume);
}

static inline void
end(void)
{
	table_show_close(&table); /* holds a copy of the record */
	table_lesson_close(&table);
	assert_int_equal(store_close(store, 120000), 0);
}

/* Waits for the journal's replies; ctest sets the only limit. */
static inline void
wait_store(void)
{
	struct pollfd p = { .fd = store_fd(store), .events = POLLIN };

	(void)poll(&p, 1, -1);
	table_poll_store(&table);
}

static inline void
wait_written(void)
{
	while (!store_status(store)->caught_up)
		wait_store();
}

/* Another program has the disk: the journal gets nothing until release_disk, of the result. */
static inline sqlite3 *
hold_disk(void)
{
	char path[96];
	sqlite3 *other;

	wait_written();
	(void)snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
	(void)sqlite3_busy_timeout(other, 10000);
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	return other;
}

static inline void
release_disk(sqlite3 *other)
{
	assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(other), SQLITE_OK);
}

/* Returns the trace of any game, finished or not; the caller frees it. */
static inline char *
trace_of(uint32_t number)
{
	const struct store_ask q = { .kind = STORE_TRACE, .number = number };
	struct store_answer *a;
	char *text;

	wait_written();
	assert_int_equal(store_ask(store, &q), 0);
	while (!(a = store_answer_take(store)))
		wait_store();
	assert_int_equal(a->err, 0);
	text = a->text;
	a->text = NULL;
	store_answer_free(a);
	return text;
}

/* Returns the immediate or delayed reply to a line; the caller frees it. */
static inline json_t *
send_request(uint32_t client, const char *line)
{
	json_t *o = request_serve(&table, REQUEST_LOCAL(client), line, strlen(line));

	while (!o) {
		struct store_answer *a;
		uint32_t whose;

		wait_store();
		a = store_answer_take(store);
		if (!a)
			continue;
		o = request_later(&table, a, &whose);
		assert_int_equal(whose, client);
		store_answer_free(a);
	}
	table_light(&table);
	return o;
}

static inline void
want(uint32_t client, const char *line, const char *part)
{
	json_t *o = send_request(client, line);
	char *text = json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY);

	if (!strstr(text, part))
		fail_msg("%s\n  gave %s\n  want %s", line, text, part);
	free(text);
	json_decref(o);
}

static inline void
want_not(uint32_t client, const char *line, const char *part)
{
	json_t *o = send_request(client, line);
	char *text = json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY);

	if (strstr(text, part))
		fail_msg("%s\n  gave %s\n  and not %s", line, text, part);
	free(text);
	json_decref(o);
}

static inline void
act(uint32_t client, const char *actions)
{
	char line[96];

	while (*actions) {
		size_t len = strcspn(actions, " ");

		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%.*s\"}", (int)len,
			 actions);
		want(client, line, "\"ok\"");
		actions += len + (actions[len] == ' ');
	}
}

static inline void
new_game(const char *words)
{
	char line[256];

	wait_written();
	snprintf(line, sizeof(line), "{\"kind\":\"new\",\"force\":true,%s}", words);
	want(OTHER, line, "\"ok\"");
	wait_written();
}

/* Closes the end of the game with the board's OK button. */
static inline void
close_end(void)
{
	want(OTHER, "{\"kind\":\"reveal\"}", "\"ok\"");
	press(OK, 50000);
	wait_written();
	table_poll_store(&table);
}

#define PEOPLE     "\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"}"
#define FOOLS_MATE "f2f3 e7e5 g2g4 d8h4"

static inline int
setup(void **state)
{
	(void)state;
	draws = 0;
	standing = ARRAY;
	senses = SENSES_OCCUPANCY;
	black = ARRAY & ~UINT64_C(0xffff);
	help_folder(folder);
	return 0;
}

static inline int
teardown(void **state)
{
	(void)state;
	help_folder_remove(folder);
	return 0;
}

#define KEPT_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
