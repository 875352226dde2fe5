/*
 * Two tables with the same people and the same hands, but with different
 * secrets of some seat. Everybody else gets the same from both: every state,
 * every reply, every record and every frame of the lamps.
 */
#pragma once
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"

enum {
	SCREEN = 1,
	OTHER = 2,
	HAND_US = 200000,   /* between two changes of a contact */
	QUIET_US = 1500000, /* longer than the time that makes a move final */
};

struct twin {
	struct table t;
	unsigned frames;
	uint64_t digest; /* hash of all frames */
	uint8_t draws;
};

static struct twin twin[2];
static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_SAFE, .game = "chess" };
static uint64_t now_us;
static const char *game;
static unsigned eyes; /* a seat that sees no difference, or SEAT_TABLE */
static unsigned compared;

static const char *const pins[2] = { "0815", "47114711" };

/* ---- the tables ---- */

static inline void
take_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	struct twin *w = arg;

	w->frames++;
	w->digest = w->digest * 31 + w->t.now_us;
	for (unsigned i = 0; i < BOARD_SQUARES_MAX; i++)
		w->digest = (w->digest * 31 + rgb[i][0]) * 31 * 31 + rgb[i][1] * 31u + rgb[i][2];
}

static inline void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	memset(out, 3, CHANCE_BYTES);
	out[0] = ++((struct twin *)arg)->draws;
}

static const struct table_ops ops = { .frame = take_frame, .today = no_day, .random = count_up };

/* ---- asking ---- */

/* Returns the reply of table i as text; the caller frees it. */
static inline char *
send_request(unsigned i, uint32_t client, const char *line)
{
	json_t *o = request_serve(&twin[i].t, REQUEST_LOCAL(client), line, strlen(line));
	char *text = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	assert_non_null(text);
	return text;
}

static inline void
fail_apart(const char *what, const char *one, const char *other)
{
	size_t at = 0;

	while (one[at] && one[at] == other[at])
		at++;
	at = at > 120 ? at - 120 : 0;
	fail_msg("%s: %s\n  one:   %.400s\n  other: %.400s", game, what, one + at, other + at);
}

static inline void
same_answer(const char *line)
{
	char *one = send_request(0, OTHER, line), *other = send_request(1, OTHER, line);

	if (strcmp(one, other) != 0)
		fail_apart(line, one, other);
	free(one);
	free(other);
	compared++;
}

static inline void
same_view(unsigned seat)
{
	char *text[2];

	for (unsigned i = 0; i < 2; i++) {
		json_t *o = view_state(&twin[i].t, seat);

		text[i] = json_dumps(o, JSON_COMPACT);
		json_decref(o);
	}
	if (strcmp(text[0], text[1]) != 0)
		fail_apart("a seat's view", text[0], text[1]);
	free(text[0]);
	free(text[1]);
	compared++;
}

/* Returns everything that any client is sent now. */
static inline void
compare(void)
{
	same_answer("{\"kind\":\"state\"}");
	same_answer("{\"kind\":\"lamps\"}");
	if (eyes != SEAT_TABLE)
		same_view(eyes);
	assert_int_equal(twin[0].frames, twin[1].frames);
	assert_true(twin[0].digest == twin[1].digest);
	assert_true(table_deadline(&twin[0].t) == table_deadline(&twin[1].t));
}

static inline const struct session_state *
state(void)
{
	return &twin[0].t.state;
}

/* ---- hands ---- */

static inline void
wait_us(uint64_t us)
{
	now_us += us;
	for (unsigned i = 0; i < 2; i++)
		table_advance(&twin[i].t, now_us);
	compare();
}

static inline void
edge(unsigned sq, bool on)
{
	struct busio_msg m = {
		.kind = BUSIO_EDGE, .sq = (uint8_t)sq, .reading.occupied = on, .t_us = now_us
	};

	for (unsigned i = 0; i < 2; i++)
		table_message(&twin[i].t, &m);
	wait_us(HAND_US);
}

static inline void
press(const char *button)
{
	char line[64];

	snprintf(line, sizeof(line), "{\"kind\":\"press\",\"button\":\"%s\"}", button);
	same_answer(line);
	compare();
}

static inline void
answer_no(void)
{
	char line[64];

	if (state()->prompt.kind == PROMPT_NONE)
		return;
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":false}",
		 state()->prompt.id);
	same_answer(line);
}

/* Sets the board to the settled position, whatever is due or was done on the screen. */
static inline void
follow_board(void)
{
	struct sqset want = rules_occupied(state()->game, state()->settled);
	struct sqset extra = sqset_minus(state()->present, want);
	struct sqset missing = sqset_minus(want, state()->present);

	while (!sqset_empty(extra))
		edge(sqset_pop(&extra), false);
	while (!sqset_empty(missing))
		edge(sqset_pop(&missing), true);
	wait_us(QUIET_US);
	answer_no();
	compare();
}

/* ---- beginning ---- */

static inline void
begin_twin(unsigned i, const char *position)
{
	struct table_setup s = { .game = rules_game(game), .position = position, .options = "" };
	struct clock_spec clock;
	char why[CLOCK_WHY];
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	memset(&twin[i], 0, sizeof(twin[i]));
	table_init(&twin[i].t, &board, &config, NULL, &ops, &twin[i], ua);
	for (unsigned sq = 0; sq < 64; sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = sq < 16 || sq >= 48 };

		table_message(&twin[i].t, &m);
	}
	table_begin(&twin[i].t, NULL, now_us);
	/* Short enough for flags to fall. */
	assert_int_equal(clock_spec_parse("fischer:20+1", &clock, why), 0);
	s.clock = &clock;
	assert_int_equal(table_new(&twin[i].t, &s), 0);
	/* Different PINs must change nothing that clients see. */
	for (unsigned seat = 0; seat < rules_seats(s.game); seat++)
		assert_int_equal(set_pin(&twin[i].t, seat, pins[i]), 0);
	free(send_request(i, SCREEN, "{\"kind\":\"screen\"}"));
	/* States then have what a voice says. */
	free(send_request(i, SCREEN, "{\"kind\":\"set\",\"values\":{\"speech\":true}}"));
}
