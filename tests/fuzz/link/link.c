/*
 * Socket lines through parser and dispatcher, with a real table and session and without
 * sockets; with FUZZ_JOURNAL also a journal. Lines of the input are messages. A line that
 * begins with `.` advances time, `-` or `+` is an edge of that square, and `!` restarts the
 * daemon on its journal. Every line must get a reply of valid JSON of limited size, the
 * state can always be sent, and an error changes nothing.
 */
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "tests/daemon/halod/alone.h"
#include "tests/fuzz/scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct board board;
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static struct table table;

/* Returns the same bytes each time, so that findings can be reproduced. */
static void
no_chance(void *arg, uint8_t out[CHANCE_BYTES])
{
	(void)arg;
	memset(out, 0, CHANCE_BYTES);
}

static const struct table_ops ops = {
	.frame = ignore_frame,
	.today = no_day,
	.random = no_chance,
};

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	log_sink(ignore_log, NULL);
	/* Squares without chips: edges are sent in below. */
	board = (struct board){ .name = "fuzz", .files = 8, .ranks = 8 };
	return 0;
}

#ifdef FUZZ_JOURNAL
enum { WITH_JOURNAL = 1 };
#else
enum { WITH_JOURNAL = 0 };
#endif
static struct store *store; /* NULL: no journal */
static char folder[SCRATCH_PATH];

static void
begin(void)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000);
}

static void
begin_journal(void)
{
	const struct store_config c = { .action = table_store_action,
					.clock_us = table_store_clock,
					.user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct record resume = { 0 };
	char why[STORE_WHY_MAX];

	if (store_open(folder, &c, &store, why) < 0 || store_resume(store, &resume, why) < 0) {
		fprintf(stderr, "%s\n", why);
		abort();
	}
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	begin_from(&table, &resume, 1000);
	record_finish(&resume);
}

/* The client goes; what it left open is freed. */
static void
leave(void)
{
	table_client_disconnected(&table, 1);
	table_lesson_close(&table);
	if (table.review.record)
		table_review_failed(&table, "the input ended");
}

static void
end_journal(void)
{
	enum { PATIENCE_MS = 60000 };

	leave();
	assert(store_close(store, PATIENCE_MS) == 0);
	store = NULL;
}

/* Returns the journal's delayed reply. */
static json_t *
await_answer(void)
{
	struct store_answer *a;
	json_t *answer;
	uint32_t client;

	while (!(a = store_answer_take(store))) {
		struct pollfd p = { .fd = store_fd(store), .events = POLLIN };

		(void)poll(&p, 1, -1);
		table_poll_store(&table);
	}
	answer = request_later(&table, a, &client);
	assert(client == 1);
	store_answer_free(a);
	return answer;
}

static void
edge(const char *line, size_t len)
{
	struct busio_msg m = { .kind = BUSIO_EDGE, .t_us = table.now_us };

	if (len < 3 || line[1] < 'a' || line[1] > 'h' || line[2] < '1' || line[2] > '8')
		return;
	m.sq = (uint8_t)((line[2] - '1') * 8 + line[1] - 'a');
	m.reading.occupied = line[0] == '+';
	table_message(&table, &m);
}

static void
message(const char *line, size_t len)
{
	uint32_t version = table.version;
	const bool review_failed = table.review.failed;
	json_t *answer = request_serve(&table, REQUEST_LOCAL(1), line, len);
	const bool later = store && !answer;
	const char *kind;
	char *text;

	/* Without a journal no reply is delayed. */
	if (later)
		answer = await_answer();
	text = json_dumps(answer, JSON_COMPACT);
	kind = json_string_value(json_object_get(answer, "kind"));
	assert(answer && text && kind);
	if (strcmp(kind, "error") == 0 && !later) {
		assert(json_string_value(json_object_get(answer, "why")));
		/* A refused action may show the reason on the board, and a partner's useless score ends
		 * the review; any other error changes nothing. */
		assert(version == table.version || table.refused ||
		       (table.review.failed && !review_failed));
	}
	free(text);
	json_decref(answer);
}


static void
one_line(const char *line, size_t len)
{
	json_t *state;

	if (len > 0 && line[0] == '.')
		table_advance(&table, table.now_us + 1000u * (uint64_t)len * (uint64_t)len);
	else if (len > 0 && (line[0] == '-' || line[0] == '+'))
		edge(line, len);
	else if (store && len == 1 && *line == '!') {
		end_journal();
		begin_journal();
	} else {
		message(line, len);
	}
	if (store)
		table_poll_store(&table);
	state = view_state(&table, SEAT_TABLE);
	assert(json_is_object(state));
	json_decref(state);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *at = (const char *)data, *end = at + size;

	if (size > 8192)
		return 0;
	if (WITH_JOURNAL) {
		scratch_make(folder);
		begin_journal();
	} else {
		begin();
	}
	while (at < end) {
		const char *eol = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((eol ? eol : end) - at);

		one_line(at, len);
		at += len + 1;
	}
	/* Parts that it had sent are discarded with it. */
	if (!store) {
		leave();
		return 0;
	}
	end_journal();
	scratch_remove(folder);
	return 0;
}
