/* The present readings of sensors, chips and buttons: for builders. */
#include <stdio.h>
#include <string.h>

#include "daemon/view/view_impl.h"

json_t *
view_board_squares(const struct board *b, const uint8_t *sq, size_t n)
{
	json_t *a = json_array();
	char name[4];

	for (size_t i = 0; i < n; i++) {
		board_square_name(b, sq[i], name);
		json_array_append_new(a, json_string(name));
	}
	return a;
}

void
view_add_believed(json_t *o, const struct table *t)
{
	uint8_t suspect[BOARD_SQUARES_MAX], blind[BOARD_SQUARES_MAX];
	size_t n_suspects = 0, n_blind = 0;

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		if (t->board->blind[sq])
			blind[n_blind++] = (uint8_t)sq;
		else if (sqset_has(t->stuck.suspects, sq))
			suspect[n_suspects++] = (uint8_t)sq;
	}
	json_object_set_new(o, "suspects", view_board_squares(t->board, suspect, n_suspects));
	json_object_set_new(o, "blind", view_board_squares(t->board, blind, n_blind));
}

static const char *
odd(const struct table *t, unsigned sq)
{
	if (table_square_silent(t, sq))
		return "silent";
	return t->blind.square_err[sq] ? "flickers" : NULL;
}

static json_t *
one_square(const struct table *t, unsigned sq)
{
	static const char *const pole[] = { NULL, "white", "black" };
	const struct reading *r = &t->reading[sq];
	uint8_t code;
	bool raw = t->ops->raw && t->ops->raw(t->ops_arg, sq, &code);

	return json_pack("{s:b, s:s?, s:o, s:o, s:I, s:s?}", "occupied", r->occupied, "pole",
			 pole[r->pole % 3], "level",
			 r->level_max ? json_pack("[i, i]", r->level_min, r->level_max)
				      : json_null(),
			 "raw", raw ? json_integer(code) : json_null(), "edges",
			 (json_int_t)t->health.edges[sq], "odd", odd(t, sq));
}

static json_t *
squares(const struct table *t)
{
	json_t *o = json_object();
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		board_square_name(t->board, sq, name);
		if (t->known[sq])
			json_object_set_new(o, name, one_square(t, sq));
	}
	return o;
}

/* Returns the squares with that fault. */
static json_t *
odd_squares(const struct table *t, const char *what)
{
	json_t *a = json_array();
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		const char *is = odd(t, sq);

		board_square_name(t->board, sq, name);
		if (is && strcmp(is, what) == 0)
			json_array_append_new(a, json_string(name));
	}
	return a;
}

static json_t *
buses(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < t->board->n_buses; i++)
		json_array_append_new(a, json_pack("{s:i, s:s, s:b, s:I}", "index", (int)i,
						   "device", t->board->bus[i].device, "works",
						   !t->troubles.place[TROUBLE_BUS + i].on, "errors",
						   (json_int_t)t->health.bus_errors[i]));
	return a;
}

static json_t *
one_chip(const struct table *t, bool sensor, unsigned i)
{
	const struct board *b = t->board;
	unsigned bus = sensor ? b->sensor[i].bus : b->led[i].bus;
	unsigned place = (unsigned)(sensor ? TROUBLE_SENSOR : TROUBLE_LED) + i;
	bool works = !t->troubles.place[place].on && !t->troubles.place[TROUBLE_BUS + bus].on;
	char addr[8];

	(void)snprintf(addr, sizeof(addr), "0x%02x", sensor ? b->sensor[i].addr : b->led[i].addr);
	return json_pack("{s:s, s:i, s:s, s:i, s:s, s:b, s:I}", "kind", sensor ? "sensor" : "lamp",
			 "index", (int)i, "part", sensor ? b->sensor[i].part : b->led[i].part,
			 "bus", (int)bus, "addr", addr, "works", works, "errors",
			 (json_int_t)t->health.chip_errors[place]);
}

static json_t *
chips(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < t->board->n_sensors; i++)
		json_array_append_new(a, one_chip(t, true, i));
	for (unsigned i = 0; i < t->board->n_leds; i++)
		json_array_append_new(a, one_chip(t, false, i));
	return a;
}

static json_t *
buttons(const struct table *t)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < t->board->n_buttons; i++)
		json_array_append_new(a,
				      json_pack("{s:s, s:b, s:s}", "name", t->board->button[i].name,
						"down", t->buttons.at[i].down, "to",
						table_button_is_screens(t, i) ? "screen" : "game"));
	return a;
}

json_t *
view_diagnostics(const struct table *t)
{
	bool quiet = session_deadline(&t->session) == SESSION_NO_DEADLINE;

	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "squares", squares(t), "buses",
			 buses(t), "chips", chips(t), "buttons", buttons(t), "weak",
			 odd_squares(t, "flickers"), "stuck", odd_squares(t, "silent"), "quiet",
			 quiet);
}
