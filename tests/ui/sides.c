#include "tests/ui/sides.h"

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
#include "tests/daemon/halod/alone.h"
#include "ui/secret.h"

enum { SCREEN = 1 };

struct side side[SIDES];
uint64_t sides_now_us;

static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = SIDES_SECOND_US,
				.hints = HINTS_SAFE,
				.game = "chess" };

static void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	memset(out, 3, CHANCE_BYTES);
	out[0] = ++((struct side *)arg)->draws;
}

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day, .random = count_up };

const struct session_state *
side_state(unsigned i)
{
	return &side[i].t.state;
}

void
side_tell(unsigned i, struct ui_model *m, unsigned seat)
{
	static struct ui_message message;
	json_t *o = view_state(&side[i].t, seat);
	struct ui_error err;
	char *line;

	json_object_set_new(o, "kind", json_string("state"));
	line = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	if (ui_message_parse(line, strlen(line), &message, &err) < 0)
		fail_msg("%s: %s", rules_name(side_state(i)->game), err.why);
	free(line);
	m->now_ms = sides_now_us / 1000;
	ui_model_message(m, &message);
}

void
side_ask(unsigned i, const char *line)
{
	json_t *o = request_serve(&side[i].t, REQUEST_LOCAL(SCREEN), line, strlen(line));

	if (strcmp(json_string_value(json_object_get(o, "kind")), "ok") != 0)
		fail_msg("%s: %s: %s", rules_name(side_state(i)->game), line,
			 json_string_value(json_object_get(o, "why")));
	json_decref(o);
}

/* Sends readings of the squares that differ from the wanted ones. */
static void
board_shows(unsigned i, struct sqset want)
{
	for (unsigned sq = 0; sq < 64; sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = sqset_has(want, sq),
				       .t_us = sides_now_us };

		if (sqset_has(want, sq) != sqset_has(side_state(i)->present, sq))
			table_message(&side[i].t, &m);
	}
	table_advance(&side[i].t, sides_now_us + 2 * SIDES_SECOND_US);
}

void
sides_follow(const struct position before[SIDES])
{
	struct sqset want[SIDES], off[SIDES];

	for (unsigned i = 0; i < SIDES; i++) {
		const struct session_state *s = side_state(i);

		off[i] = want[i] = rules_occupied(s->game, s->settled);
		for (unsigned sq = 0; sq < 64; sq++)
			if (rules_at(s->game, &before[i], sq) != rules_at(s->game, s->settled, sq))
				sqset_remove(&off[i], sq);
		board_shows(i, off[i]);
	}
	sides_now_us += 2 * SIDES_SECOND_US;
	for (unsigned i = 0; i < SIDES; i++)
		board_shows(i, want[i]);
	sides_now_us += 2 * SIDES_SECOND_US;
}

void
side_begin(unsigned i, const char *game, const char *position, unsigned eyes)
{
	struct table_setup setup = { .game = rules_game(game),
				     .position = position,
				     .options = "" };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct side *s = &side[i];
	struct ui_out out = { .n = 0 };

	memset(s, 0, sizeof(*s));
	table_init(&s->t, &board, &config, NULL, &ops, s, ua);
	for (unsigned sq = 0; sq < 64; sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = sq < 16 || sq >= 48 };

		table_message(&s->t, &m);
	}
	table_begin(&s->t, NULL, sides_now_us);
	assert_int_equal(table_new(&s->t, &setup), 0);
	side_ask(i, "{\"kind\":\"screen\"}");
	ui_model_init(&s->shared, "", 7);
	ui_model_init(&s->own, "", 7);
	side_tell(i, &s->shared, SEAT_TABLE);
	side_tell(i, &s->own, SEAT_TABLE);
	if (eyes == SEAT_TABLE)
		return;
	snprintf(s->own.view.seat, sizeof(s->own.view.seat), "%s", eyes == SEAT_W ? "w" : "b");
	ui_model_go(&s->own, UI_PAGE_HANDOVER);
	secret_reveal(&s->own, true, &out);
}
