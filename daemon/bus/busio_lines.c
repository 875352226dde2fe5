#include "daemon/bus/busio_impl.h"

#include <errno.h>
#include <string.h>

static bool
add_wire(struct busio *b, int16_t line, int8_t button, int8_t *index)
{
	for (unsigned i = 0; i < b->n_wires; i++) {
		if (b->wire[i].line != line || b->wire[i].button != button)
			continue;
		*index = (int8_t)i;
		return true;
	}
	if (b->n_wires == BUSIO_WIRES_MAX)
		return false;
	*index = (int8_t)b->n_wires;
	b->wire[b->n_wires++] =
		(struct busio_wire){ .line = line, .button = button, .level = 1, .gpio.fd = -1 };
	return true;
}

/* The lines of this bus's sensors; bus 0 looks after the buttons as well. */
static void
list_wires(struct busio *b)
{
	const struct board *bd = b->c.board;
	int8_t i;

	for (unsigned s = 0; s < b->n_sensors; s++) {
		int16_t line = bd->sensor[b->sensor[s].index].interrupt;

		b->sensor[s].wire = -1;
		if (line != BOARD_NO_LINE && add_wire(b, line, -1, &i))
			b->sensor[s].wire = i;
	}
	if (b->c.bus != 0)
		return;
	for (unsigned k = 0; k < bd->n_buttons; k++)
		(void)add_wire(b, bd->button[k].line, (int8_t)k, &i);
}

static void
tell_button(struct busio *b, const struct busio_wire *w, uint64_t t_us)
{
	bool down = (w->level == 0) == b->c.board->button[w->button].active_low;

	busio_tell(b, &(struct busio_msg){ .kind = BUSIO_BUTTON,
					   .index = (uint8_t)w->button,
					   .level = down,
					   .t_us = t_us });
}

/* The line is, or counts as, high. */
static void
unstick(struct busio *b, struct busio_wire *w, uint64_t t_us)
{
	w->passes = 0;
	for (unsigned s = 0; w->stuck && s < b->n_sensors; s++)
		if (b->sensor[s].wire == w - b->wire)
			busio_tell(b, &(struct busio_msg){ .kind = BUSIO_LINE,
							   .index = b->sensor[s].index,
							   .t_us = t_us });
	w->stuck = false;
}

static void
wire_edge(struct busio *b, struct busio_wire *w, unsigned level, uint64_t t_us)
{
	bool changed = w->level != level;

	w->level = level != 0;
	if (w->button >= 0) {
		if (changed)
			tell_button(b, w, t_us);
		return;
	}
	if (level == 0 && !w->fell) {
		w->fell = true;
		w->fell_us = t_us;
		w->passes = 0;
	}
	if (level)
		unstick(b, w, t_us);
}

static int
open_wire(const struct board *bd, struct busio_wire *w)
{
	const char *name = board_line_name(bd, w->line);
	int offset = name ? line_find(bd->gpio, name) : w->line;

	return offset < 0 ? offset : line_open(&w->gpio, bd->gpio, (unsigned)offset, "halod");
}

static void
tell_lines(struct busio *b, int err)
{
	if (b->lines_err == err)
		return;
	b->lines_err = err;
	busio_tell(b, &(struct busio_msg){ .kind = BUSIO_GPIO,
					   .index = (uint8_t)b->c.bus,
					   .err = err,
					   .t_us = busio_now(b) });
}

/* A button that nobody can hear any more counts as let go: a hold would never end. */
static void
let_go(struct busio *b, struct busio_wire *w)
{
	bool low = b->c.board->button[w->button].active_low;

	if ((w->level == 0) == low)
		wire_edge(b, w, low, busio_now(b));
}

/* The lines are gone, or cannot be had. */
static void
lines_failed(struct busio *b, int err)
{
	busio_lines_close(b);
	b->lines = false;
	b->lines_us = busio_now(b) + BUSIO_RETRY_US;
	busio_lines_forget(b);
	for (unsigned i = 0; i < b->n_wires; i++)
		if (b->wire[i].button >= 0)
			let_go(b, &b->wire[i]);
		else
			b->wire[i].level = 1;
	/* An edge may have been among what was lost. */
	for (unsigned s = 0; s < b->n_sensors; s++)
		if (b->sensor[s].wire >= 0 && !b->sensor[s].dead)
			b->sensor[s].next_us = busio_now(b);
	tell_lines(b, err);
}

/* All lines of the chip: a half wired board misleads. */
static int
open_gpio(struct busio *b)
{
	if (!*b->c.board->gpio)
		return -ENOENT;
	for (unsigned i = 0; i < b->n_wires; i++) {
		struct busio_wire *w = &b->wire[i];
		int r = open_wire(b->c.board, w);

		if (r == 0)
			r = line_level(&w->gpio);
		if (r < 0)
			return r;
		w->level = r != 0;
		if (w->button < 0 && r == 0) {
			w->fell = true;
			w->fell_us = busio_now(b);
		}
	}
	return 0;
}

void
busio_lines_setup(struct busio *b)
{
	list_wires(b);
	b->lines = b->is_unix || b->n_wires == 0;
	b->lines_us = b->lines ? BUSIO_NEVER : 0;
}

/*
 * How each line stands, whatever its edges said: the kernel keeps 16 that nobody has
 * taken, and a contact that bounces while the bus is held makes more. A button would
 * stay down for ever.
 */
static int
look_at_levels(struct busio *b)
{
	int r = 0;

	for (unsigned i = 0; i < b->n_wires && r >= 0; i++) {
		struct busio_wire *w = &b->wire[i];

		r = line_level(&w->gpio);
		if (r >= 0 && (unsigned)r != w->level)
			wire_edge(b, w, (unsigned)r, busio_now(b));
	}
	return r;
}

void
busio_lines_due(struct busio *b)
{
	int r;

	if (busio_now(b) < b->lines_us)
		return;
	r = b->lines ? look_at_levels(b) : open_gpio(b);
	if (r < 0) {
		lines_failed(b, r);
		return;
	}
	b->lines_us = busio_now(b) + BUSIO_SAFETY_US;
	if (b->lines)
		return;
	b->lines = true;
	b->safety_us = 0; /* what an edge would have told meanwhile */
	tell_lines(b, 0);
}

void
busio_lines_close(struct busio *b)
{
	for (unsigned i = 0; i < b->n_wires; i++) {
		if (b->wire[i].gpio.fd >= 0)
			line_close(&b->wire[i].gpio);
		b->wire[i].gpio.fd = -1;
	}
}

static void
take_gpio(struct busio *b)
{
	struct line_event e;
	int r = 0;

	for (unsigned i = 0; i < b->n_wires && b->lines && r >= 0; i++)
		while ((r = line_next(&b->wire[i].gpio, &e)) == 1)
			wire_edge(b, &b->wire[i], (unsigned)e.level, e.t_us);
	if (r < 0)
		lines_failed(b, r);
}

static void
take_told(struct busio *b, const struct bus_unix_told *told)
{
	if (b->c.bus_clock && told->t_us > b->bus_now_us)
		b->bus_now_us = told->t_us;
	if (told->kind == BUS_UNIX_TIME) {
		b->time_waits = b->c.bus_clock;
		b->time_told = false;
		return;
	}
	for (unsigned i = 0; i < b->n_wires; i++)
		if (b->wire[i].line == told->line)
			wire_edge(b, &b->wire[i], told->level, told->t_us);
}

void
busio_lines_take(struct busio *b)
{
	struct bus_unix_told told;
	int r = 0;

	if (!b->is_unix) {
		take_gpio(b);
		return;
	}
	while (b->open && (r = bus_unix_next(&b->ux, &told)) == 1)
		take_told(b, &told);
	if (r == -ENODEV)
		busio_failed(b, r);
	if (b->open && b->ux.lost != b->lost) {
		b->lost = b->ux.lost;
		b->safety_us = 0;
	}
}

void
busio_lines_forget(struct busio *b)
{
	for (unsigned i = 0; i < b->n_wires; i++) {
		struct busio_wire *w = &b->wire[i];

		w->fell = false;
		unstick(b, w, busio_now(b));
		if (b->is_unix)
			w->level = 1;
	}
}
