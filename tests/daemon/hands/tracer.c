#include "tests/daemon/hands/tracer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "daemon/core/reading.h"

__attribute__((format(printf, 2, 3))) static void
add(struct tracer *t, const char *format, ...)
{
	size_t room = t->size - t->len;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->text + t->len, room, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= room)
		t->full = true;
	else if (!t->full)
		t->len += (size_t)n;
	t->text[t->len] = '\0';
}

static void
add_seconds(struct tracer *t, uint64_t us)
{
	add(t, "%" PRIu64 ".%06" PRIu64, us / 1000000, us % 1000000);
}

static void
add_blind(struct tracer *t, struct sqset blind)
{
	bool any = !sqset_empty(blind);
	char sq[4];

	for (const char *join = "blind "; !sqset_empty(blind); join = ",") {
		rules_square_print(t->game, sqset_pop(&blind), sq);
		add(t, "%s%s", join, sq);
	}
	if (any)
		add(t, "\n");
}

static void
add_computers(struct tracer *t, unsigned seats)
{
	const char *join = "computer ";

	for (unsigned seat = 0; seat < rules_seats(t->game); seat++) {
		if (!(seats >> seat & 1u))
			continue;
		add(t, "%s%s", join, rules_seat_name(t->game, seat));
		join = ",";
	}
	if (seats)
		add(t, "\n");
}

static void
add_edge(struct tracer *t, unsigned sq, struct reading r)
{
	static const char *const poles[] = { "", "w", "b" };
	char name[4];

	rules_square_print(t->game, sq, name);
	if (r.occupied == 0)
		add(t, "-%s\n", name);
	else if (r.level_min == 0)
		add(t, "+%s%s\n", name, poles[r.pole]);
	else if (r.level_min == r.level_max)
		add(t, "+%s%s%u\n", name, poles[r.pole], r.level_min);
	else
		add(t, "+%s%s%u-%u\n", name, poles[r.pole], r.level_min, r.level_max);
}

/* A position has the piece on each square; a replay assumes the exact level of each. */
static void
add_levels(struct tracer *t, const struct position *p, const struct reading *reported)
{
	for (unsigned sq = 0; sq < rules_squares(t->game); sq++) {
		struct reading r =
			reading_of_piece(t->game, SENSES_LEVEL, rules_at(t->game, p, sq));

		if (!reported[sq].occupied || reading_equal(r, reported[sq]))
			continue;
		add(t, "0.000000 ");
		add_edge(t, sq, reported[sq]);
	}
}

void
tracer_begin(struct tracer *t, const struct game *g, const struct position *first,
	     const struct action *played, unsigned n_played, const struct session_config *c,
	     const struct reading *reported, uint64_t now_us)
{
	static const char *const senses[] = { "occupancy", "polarity", "level" };
	char text[RULES_POSITION_TEXT];
	struct position p = *first;

	t->len = 0;
	t->full = false;
	t->game = g;
	t->start_us = now_us;
	rules_print(g, &p, text);
	add(t, "# haloboard trace 1\ngame %s\nposition %s\nsensors %s\nsettle ", rules_name(g),
	    text, senses[c->senses]);
	add_seconds(t, c->settle_us);
	add(t, "\ndebounce ");
	add_seconds(t, c->debounce_empty_us);
	add(t, " ");
	add_seconds(t, c->debounce_occupied_us);
	add(t, "\n");
	if (c->objects)
		add(t, "props objects\n");
	add_blind(t, c->blind);
	add_computers(t, c->computers);
	for (unsigned i = 0; i < n_played; i++) {
		rules_action_print(g, &p, played[i], text);
		add(t, "played %s\n", text);
		rules_apply(g, &p, played[i]);
	}
	if (c->senses == SENSES_LEVEL)
		add_levels(t, &p, reported);
}

void
tracer_event(struct tracer *t, const struct event *e)
{
	static const char *const buttons[] = { "clock", "ok", "back", "hint" };

	add_seconds(t, e->t_us - t->start_us);
	add(t, " ");
	if (e->kind == EVENT_TIME)
		add(t, "\n");
	if (e->kind == EVENT_EDGE)
		add_edge(t, e->sq, e->reading);
	else if (e->kind == EVENT_PRESS)
		add(t, "press %s\n", buttons[e->button]);
	else if (e->kind == EVENT_ACT)
		add(t, "act %s\n", e->text);
	else if (e->kind == EVENT_PLAN)
		add(t, "plan %s %s\n", rules_seat_name(t->game, e->seat), e->text);
	else if (e->kind == EVENT_ANSWER)
		add(t, "answer %s\n", e->yes ? "yes" : "no");
	else if (e->kind == EVENT_UNDO)
		add(t, "undo %u\n", e->n);
	else if (e->kind == EVENT_SELECT)
		add(t, "select %s\n", e->text);
}

void
tracer_comment(struct tracer *t, const char *text)
{
	add(t, "# %s\n", text);
}
