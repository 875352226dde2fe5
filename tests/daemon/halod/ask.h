/* A table on its own, with three clients: its screen, another client and a telephone. */
#pragma once
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "alone.h"

enum { SCREEN = 1, OTHER = 2, PHONE = 3 };

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static uint8_t draws;

static void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	(void)arg;
	memset(out, 0x5a, CHANCE_BYTES);
	out[0] = ++draws;
}

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day, .random = count_up };

static inline void
begin_with(const struct table_ops *o)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	draws = 0;
	table_init(&table, &board, &config, NULL, o, NULL, ua);
	table_begin(&table, NULL, 1000000);
}

static inline void
begin(void)
{
	begin_with(&ops);
}

/* Returns the reply to a client's line as text, valid until the next call. */
static inline const char *
send_request(uint32_t client, const char *line)
{
	static char text[65536];
	json_t *o = request_serve(&table, REQUEST_LOCAL(client), line, strlen(line));
	char *dump = json_dumps(o, JSON_COMPACT);

	assert_non_null(dump);
	snprintf(text, sizeof(text), "%s", dump);
	free(dump);
	json_decref(o);
	return text;
}

static inline void
want(uint32_t client, const char *line, const char *part)
{
	const char *answer = send_request(client, line);

	if (!strstr(answer, part))
		fail_msg("%s\n  gave %.700s … %.300s\n  want %s", line, answer,
			 strlen(answer) > 700 ? answer + strlen(answer) - 300 : "", part);
}

static inline void
act(uint32_t client, const char *action, const char *more, const char *part)
{
	char line[160];

	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"%s}", action, more);
	want(client, line, part);
}

static const char ok[] = "{\"kind\":\"ok\"}";

/* Begins Zombie Chess where White has captured a pawn and must bury it. */
static inline void
begin_burial(void)
{
	begin();
	want(OTHER, "{\"kind\":\"new\",\"game\":\"zombie\"}", ok);
	act(OTHER, "e2e4", "", ok);
	act(OTHER, "d7d5", "", ok);
	act(OTHER, "e4d5", "", ok);
}
