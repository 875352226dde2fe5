/*
 * Socket lines through parser and dispatcher, with a real table and session
 * behind, without sockets and without a journal. Lines of the input are
 * messages; a line that begins with `.` moves time on, one with `-` or `+` is
 * an edge of that square. What must hold: every line is answered by valid JSON
 * of bounded size, the state can always be shown, and an error changes nothing.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "drivers/drivers.h"
#include "tests/daemon/halod/alone.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct board board;
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static struct table table;

/* The same each time, or an input would not be a finding. */
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
	/* Squares without chips: edges are handed in below. */
	board = (struct board){ .name = "fuzz", .files = 8, .ranks = 8 };
	return 0;
}

static void
begin(void)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000);
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
	json_t *answer = request_serve(&table, 1, line, len);
	char *text = json_dumps(answer, JSON_COMPACT);
	const char *kind = json_string_value(json_object_get(answer, "kind"));

	/* Without a journal nothing is answered later. */
	assert(answer && text && kind);
	if (strcmp(kind, "error") == 0) {
		assert(json_string_value(json_object_get(answer, "why")));
		/* A refused action may show why on the board; a malformed line may not. */
		assert(version == table.version || table.refused);
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
	else
		message(line, len);
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
	begin();
	while (at < end) {
		const char *eol = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((eol ? eol : end) - at);

		one_line(at, len);
		at += len + 1;
	}
	/* What it had sent in parts goes with it. */
	table_client_gone(&table, 1);
	return 0;
}
