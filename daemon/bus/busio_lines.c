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

/* Lists the lines of this bus's sensors; bus 0 also handles the buttons. */
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
report_button(struct busio *b, const struct busio_wire *w, uint64_t t_us)
{
	bool down = (w->level == 0) == b->c.board->button[w->button].active_low;

	busio_report(b, &(struct busio_msg){ .kind = BUSIO_BUTTON,
					     .index = (uint8_t)w->button,
					     .level = down,
					     .t_us = t_us });
}

static void
wire_edge(struct busio *b, struct busio_wire *w, unsigned level, uint64_t t_us)
{
	const uint64_t now_us = busio_now(b);
	bool changed = w->level != level;

	/*
	 * Some kernels time edges by another clock. A time in the future would delay messages
	 * of other buses, or make the loop serve every deadline up to it.
	 */
	if (t_us > now_us)
		t_us = now_us;
	w->level = level != 0;
	if (w->button >= 0) {
		if (changed)
			report_button(b, w, t_us);
		return;
	}
	if (level == 0 && !w->fell) {
		w->fell = true;
		w->fell_us = t_us;
		w->passes = 0;
	}
	if (level)
		busio_lines_unstick(b, w, t_us);
}

static int
open_wire(const struct board *bd, struct busio_wire *w)
{
	int offset = chipset_line(bd, w->line);

	return offset < 0 ? offset : line_open(&w->gpio, bd->gpio, (unsigned)offset, "halod");
}

static void
report_lines(struct busio *b, int err)
{
	busio_report_health(b, BUSIO_GPIO, b->c.bus, err, &b->lines_err);
}

/* Releases a button whose line failed, because its hold would never end. */
static void
release_button(struct busio *b, struct busio_wire *w)
{
	bool low = b->c.board->button[w->button].active_low;

	if ((w->level == 0) == low)
		wire_edge(b, w, low, busio_now(b));
}

/* Handles lines that are gone or unavailable. */
static void
lines_failed(struct busio *b, int err)
{
	busio_lines_close(b);
	b->lines = false;
	b->lines_us = busio_now(b) + BUSIO_RETRY_US;
	busio_lines_invalidate(b);
	for (unsigned i = 0; i < b->n_wires; i++)
		if (b->wire[i].button >= 0)
			release_button(b, &b->wire[i]);
		else
			b->wire[i].level = 1;
	/* Edges may have been lost meanwhile. */
	for (unsigned s = 0; s < b->n_sensors; s++)
		if (b->sensor[s].wire >= 0 && !b->sensor[s].dead)
			b->sensor[s].next_us = busio_now(b);
	report_lines(b, err);
}

/*
 * Opens all lines of the GPIO chip, or none: with some lines missing, the board would behave
 * inconsistently.
 */
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

/* ---- the line that resets the chips ---- */

static bool
owns_reset(const struct busio *b)
{
	return b->c.board->reset.bus == b->c.bus && chipset_has_reset(b->c.board);
}

static void
report_reset(struct busio *b, int err)
{
	busio_report_health(b, BUSIO_RESET, b->c.bus, err, &b->reset_err);
}

static void
close_reset(struct busio *b)
{
	if (b->has_reset)
		line_close(&b->reset);
	b->has_reset = false;
}

/* Requests the line if it is not requested yet. */
static void
request_reset(struct busio *b)
{
	int r;

	if (b->has_reset || !owns_reset(b))
		return;
	r = chipset_reset(&b->reset, b->c.board, "halod");
	b->has_reset = r == 0;
	report_reset(b, r);
}

void
busio_lines_reset(struct busio *b)
{
	int r;

	request_reset(b);
	if (!b->has_reset)
		return;
	r = line_pulse(&b->reset, BUSIO_RESET_US);
	if (r == -ENODEV)
		close_reset(b);
	report_reset(b, r);
}

/* ---- deadlines ---- */

void
busio_lines_setup(struct busio *b)
{
	list_wires(b);
	b->lines = b->is_unix || b->n_wires == 0;
	b->lines_us = b->lines && !owns_reset(b) ? BUSIO_NEVER : 0;
}

/*
 * Reads the level of each line, regardless of edges. The kernel queues only 16 edges; a
 * bouncing contact makes more while the bus is held, and the button would then stay down.
 */
static int
read_levels(struct busio *b)
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
	request_reset(b);
	r = b->lines ? read_levels(b) : open_gpio(b);
	if (r < 0) {
		lines_failed(b, r);
		return;
	}
	b->lines_us = busio_now(b) + BUSIO_SAFETY_US;
	if (b->lines)
		return;
	b->lines = true;
	b->safety_us = 0; /* scan for edges lost meanwhile */
	report_lines(b, 0);
}

void
busio_lines_close(struct busio *b)
{
	close_reset(b);
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
take_bus_events(struct busio *b, const struct bus_unix_message *message)
{
	const uint64_t leap_us = UINT64_C(1000000) * BUSIO_LEAP_MAX_S;

	if (b->c.bus_clock && message->t_us > b->bus_now_us)
		b->bus_now_us = message->t_us - b->bus_now_us < leap_us ? message->t_us
									: b->bus_now_us + leap_us;
	if (message->kind == BUS_UNIX_TIME) {
		b->time_waits = b->c.bus_clock;
		b->time_reported = false;
		return;
	}
	for (unsigned i = 0; i < b->n_wires; i++)
		if (b->wire[i].line == message->line)
			wire_edge(b, &b->wire[i], message->level, message->t_us);
}

void
busio_lines_take(struct busio *b)
{
	struct bus_unix_message message;
	int r = 0;

	if (!b->is_unix) {
		take_gpio(b);
		return;
	}
	while (b->open && (r = bus_unix_next(&b->ux, &message)) == 1)
		take_bus_events(b, &message);
	if (r == -ENODEV)
		busio_failed(b, r);
	if (b->open && b->ux.lost != b->lost) {
		b->lost = b->ux.lost;
		b->safety_us = 0;
	}
}
