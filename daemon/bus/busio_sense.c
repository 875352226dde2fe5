#include "daemon/bus/busio_impl.h"

#include <errno.h>
#include <string.h>

/* Returns the chip's bus: the board's, or a port of the mux. */
static struct bus *
bus_of(struct busio *b, const struct board_sensor *s)
{
	if (s->mux == BOARD_NO_MUX)
		return b->bus;
	bus_mux_init(&b->mux, b->bus, s->mux); /* a bus has at most one */
	bus_port_init(&b->port[s->port], &b->mux, s->port);
	return &b->port[s->port].bus;
}

void
busio_sense_setup(struct busio *b)
{
	const struct board *bd = b->c.board;

	for (unsigned i = 0; i < bd->n_sensors; i++) {
		struct busio_sensor *bs = &b->sensor[b->n_sensors];

		if (bd->sensor[i].bus != b->c.bus)
			continue;
		*bs = (struct busio_sensor){ .index = (uint8_t)i, .wire = -1 };
		chipset_sensor(&bs->dev, bd, i, bus_of(b, &bd->sensor[i]));
		b->n_sensors++;
	}
}

static struct reading
reading_of(bool closed, struct sensor_field f)
{
	return (struct reading){
		.occupied = closed,
		.pole = f.pole > 0   ? POLE_WHITE
			: f.pole < 0 ? POLE_BLACK
				     : POLE_UNKNOWN,
		.level_min = f.level_min,
		.level_max = f.level_max,
	};
}

/* Returns the field; all zero for a chip that only switches. */
static struct sensor_field
field_of(const struct busio_sensor *s, unsigned c)
{
	return c < SENSOR_FIELDS_MAX ? s->field[c] : (struct sensor_field){ 0 };
}

static bool
is_polled(const struct busio *b, const struct busio_sensor *s)
{
	return s->wire < 0 || !b->lines || b->wire[s->wire].stuck;
}

static uint64_t
sensor_deadline(const struct busio *b, const struct busio_sensor *s)
{
	return s->dead || is_polled(b, s) ? s->next_us : BUSIO_NEVER;
}

static bool
is_idle(const struct busio *b, uint64_t now_us)
{
	return now_us >= b->moved_us + BUSIO_REST_US;
}

/* Returns the longest time between two reads of a polled chip. */
static uint64_t
scan_period(const struct busio *b, const struct busio_sensor *s, uint64_t now_us)
{
	uint64_t fast = s->dev.chip->scan_us;

	return is_idle(b, now_us) && fast < BUSIO_IDLE_SCAN_US ? BUSIO_IDLE_SCAN_US : fast;
}

/* Ends the slow scan of an idle board, because a square changed. */
static void
scan_fast(struct busio *b, uint64_t now_us)
{
	bool idle = is_idle(b, now_us);

	b->moved_us = now_us;
	for (unsigned i = 0; idle && i < b->n_sensors; i++) {
		struct busio_sensor *s = &b->sensor[i];
		uint64_t next_us = now_us + s->dev.chip->scan_us;

		if (!s->dead && s->next_us > next_us)
			s->next_us = next_us;
	}
}

static bool
report_edge(struct busio *b, struct busio_sensor *s, unsigned c, bool closed)
{
	struct busio_msg msg = {
		.kind = BUSIO_EDGE,
		.index = s->index,
		.sq = b->c.board->sensor[s->index].sq[c],
		.t_us = s->read_us,
		.reading = reading_of(closed, field_of(s, c)),
	};

	if (!busio_try(b, &msg))
		return false;
	scan_fast(b, s->read_us);
	sensor_bits_add(&s->known, c);
	s->reported.w[c >> 6] &= ~(UINT64_C(1) << (c & 63));
	if (closed)
		sensor_bits_add(&s->reported, c);
	if (c < SENSOR_FIELDS_MAX)
		s->reported_field[c] = s->field[c];
	return true;
}

/* Returns the channels whose field differs from the one reported to the loop. */
static uint64_t
new_fields(const struct busio_sensor *s)
{
	uint64_t bits = 0;

	for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++)
		if (memcmp(&s->field[c], &s->reported_field[c], sizeof(s->field[c])) != 0)
			bits |= UINT64_C(1) << c;
	return bits;
}

/* Reports edges of squares for which the loop has another state, or none. */
static void
report_edges(struct busio *b, struct busio_sensor *s)
{
	s->backlog = false;
	for (unsigned w = 0; w < 2; w++) {
		uint64_t todo = s->dev.used.w[w] & ((s->closed.w[w] ^ s->reported.w[w]) |
						    ~s->known.w[w] | (w == 0 ? new_fields(s) : 0));

		for (; todo; todo &= todo - 1) {
			unsigned c = w * 64 + (unsigned)__builtin_ctzll(todo);

			if (!report_edge(b, s, c, sensor_bits_has(s->closed, c))) {
				s->backlog = true;
				return;
			}
		}
	}
}

/* ---- unreliable squares ---- */

static void
report_square(struct busio *b, const struct busio_sensor *s, unsigned c)
{
	int err = sensor_bits_has(s->broken, c)     ? -EIO
		  : sensor_bits_has(s->flickers, c) ? -EAGAIN
						    : 0;

	busio_report(b, &(struct busio_msg){ .kind = BUSIO_SQUARE,
					     .index = s->index,
					     .sq = b->c.board->sensor[s->index].sq[c],
					     .err = err,
					     .t_us = busio_now(b) });
}

/* Changes *what to `now` and reports the differences. */
static void
report_changes(struct busio *b, struct busio_sensor *s, struct sensor_bits *what,
	       struct sensor_bits now)
{
	struct sensor_bits before = *what;

	*what = now;
	for (unsigned c = 0; c < SENSOR_CHANNELS_MAX; c++)
		if (sensor_bits_has(before, c) != sensor_bits_has(now, c))
			report_square(b, s, c);
}

static void
count_flips(struct busio_sensor *s, struct sensor_bits closed, struct sensor_bits pulsed)
{
	for (unsigned w = 0; w < 2; w++) {
		uint64_t todo = ((closed.w[w] ^ s->closed.w[w]) | pulsed.w[w]) & s->dev.used.w[w];

		for (; todo; todo &= todo - 1) {
			unsigned c = w * 64 + (unsigned)__builtin_ctzll(todo);

			if (s->flips[c] < UINT8_MAX)
				s->flips[c]++;
		}
	}
}

/* Returns a square's new count of unrest, after `flips` changes between two safety scans. */
static uint8_t
unrest_after(uint8_t unrest, unsigned flips)
{
	unsigned more = flips >= BUSIO_FLICKER_FLIPS ? BUSIO_FLICKER_STEP : 1u;

	if (flips < BUSIO_FLICKER_SLOW)
		return unrest > BUSIO_FLICKER_STEP ? (uint8_t)(unrest - BUSIO_FLICKER_STEP) : 0;
	return unrest + more < BUSIO_FLICKER_FULL ? (uint8_t)(unrest + more) : BUSIO_FLICKER_FULL;
}

/* Updates the flickering squares, once per safety scan. */
static void
judge_flips(struct busio *b, struct busio_sensor *s)
{
	struct sensor_bits now = s->flickers;

	for (unsigned c = 0; c < SENSOR_CHANNELS_MAX; c++) {
		s->unrest[c] = unrest_after(s->unrest[c], s->flips[c]);
		s->flips[c] = 0;
		if (s->unrest[c] == BUSIO_FLICKER_FULL)
			sensor_bits_add(&now, c);
		else if (s->unrest[c] == 0)
			now.w[c >> 6] &= ~(UINT64_C(1) << (c & 63));
	}
	report_changes(b, s, &s->flickers, now);
}

/*
 * Reports both edges of a pulse between two scans, with the same time, because a swap may look
 * like that.
 */
static void
report_pulses(struct busio *b, struct busio_sensor *s, struct sensor_bits pulsed)
{
	for (unsigned w = 0; w < 2; w++) {
		uint64_t todo = pulsed.w[w] & s->dev.used.w[w] & s->known.w[w];

		for (; todo; todo &= todo - 1) {
			unsigned c = w * 64 + (unsigned)__builtin_ctzll(todo);

			/*
			 * The second edge may be sent later as a backlog, the first edge must
			 * be sent now.
			 */
			if (report_edge(b, s, c, !sensor_bits_has(s->closed, c)))
				(void)report_edge(b, s, c, sensor_bits_has(s->closed, c));
		}
	}
}

static void
report_sensor(struct busio *b, struct busio_sensor *s, int err)
{
	busio_report_health(b, BUSIO_SENSOR, s->index, err, &s->err_reported);
}

static int
try_once(struct busio_sensor *s, struct sensor_scan *scan)
{
	int r = 0;

	if (!s->dev.ready)
		r = sensor_init(&s->dev);
	if (r == 0)
		r = sensor_read(&s->dev, scan);
	return r;
}

/* Publishes the measurements for diagnostics, not for the game. */
static void
show_raw(struct busio *b, const struct busio_sensor *s, const struct sensor_scan *scan)
{
	const struct board_sensor *d = &b->c.board->sensor[s->index];

	for (unsigned c = 0; s->dev.chip->measures && c < SENSOR_FIELDS_MAX; c++)
		if (d->sq[c] != BOARD_NO_SQ)
			atomic_store_explicit(&b->raw[d->sq[c]], scan->code[c] + 1,
					      memory_order_relaxed);
}

static void
take_scan(struct busio *b, struct busio_sensor *s, const struct sensor_scan *scan, uint64_t t_us)
{
	s->dead = false;
	count_flips(s, scan->closed, scan->pulsed);
	s->closed = scan->closed;
	memcpy(s->field, scan->field, sizeof(s->field));
	show_raw(b, s, scan);
	s->read_us = t_us;
	report_pulses(b, s, scan->pulsed);
	report_edges(b, s);
	report_changes(b, s, &s->broken, scan->broken);
	report_sensor(b, s, 0);
}

/* Reads a chip, with the setup it needs, and updates its health. */
static void
read_sensor(struct busio *b, struct busio_sensor *s, uint64_t t_us)
{
	struct sensor_scan scan;
	int r = 0;

	busio_alive(b);
	if (!b->open)
		return;
	for (unsigned i = 0; i < BUSIO_TRIES && b->open; i++) {
		r = try_once(s, &scan);
		if (r == -ESTALE && !s->dead)
			report_sensor(b, s, r);
		/* A hanging bus has already taken 30 ms: do not retry. */
		if (r == 0 || r == -ENODEV || r == -ETIMEDOUT || (s->dead && r != -ESTALE))
			break;
	}
	if (busio_check_fault(b, r))
		return;
	if (r < 0) {
		/* The fault may be of the chip now and of its mux later, or the other way round. */
		if (!s->dead || (r == -EHOSTUNREACH) != (s->err_reported == -EHOSTUNREACH))
			report_sensor(b, s, r);
		s->dead = true;
		s->dev.ready = false; /* its settings are unknown */
		s->next_us = busio_now(b) + BUSIO_RETRY_US;
		return;
	}
	take_scan(b, s, &scan, t_us);
}

static bool
may_join(const struct busio *b, const struct busio_sensor *s, uint64_t now_us)
{
	return !s->dead && s->dev.ready && s->dev.chip->transfers &&
	       sensor_deadline(b, s) <= now_us;
}

/*
 * Reads the chip and its successors on the same bus or port in one batch. Returns the
 * number of chips read; 0 if that is impossible or failed, and the caller then reads chip
 * by chip.
 */
static unsigned
read_together(struct busio *b, unsigned first, uint64_t t_us)
{
	struct sensor_dev *dev[BUSIO_TOGETHER];
	struct sensor_scan scan[BUSIO_TOGETHER];
	unsigned n = 0;

	while (n < BUSIO_TOGETHER && first + n < b->n_sensors &&
	       may_join(b, &b->sensor[first + n], t_us) &&
	       b->sensor[first + n].dev.bus == b->sensor[first].dev.bus) {
		dev[n] = &b->sensor[first + n].dev;
		n++;
	}
	busio_alive(b);
	if (n == 0 || sensor_read_together(dev, n, scan) < 0)
		return 0;
	(void)busio_check_fault(b, 0);
	/* An edge makes the next read of all chips earlier, so take_scan comes after this loop. */
	for (unsigned i = 0; i < n; i++)
		b->sensor[first + i].next_us = t_us + BUSIO_IDLE_SCAN_US;
	for (unsigned i = 0; i < n; i++)
		take_scan(b, &b->sensor[first + i], &scan[i], t_us);
	return n;
}

void
busio_sense_all(struct busio *b, uint64_t t_us)
{
	for (unsigned i = 0; i < b->n_sensors && b->open; i++)
		read_sensor(b, &b->sensor[i], t_us);
	b->safety_us = busio_now(b) + BUSIO_SAFETY_US;
}

static void
set_stuck(struct busio *b, unsigned wire)
{
	struct busio_wire *w = &b->wire[wire];

	w->stuck = true;
	for (unsigned i = 0; i < b->n_sensors; i++) {
		if (b->sensor[i].wire != (int)wire)
			continue;
		if (!b->sensor[i].dead)
			b->sensor[i].next_us = busio_now(b) + b->sensor[i].dev.chip->scan_us;
		busio_report(b, &(struct busio_msg){ .kind = BUSIO_LINE,
						     .index = b->sensor[i].index,
						     .err = -EIO,
						     .t_us = busio_now(b) });
	}
}

/*
 * Reads the chips behind a low line until the line is high. In the first pass an edge has the
 * line's time. In later passes an edge has the time at which its pass began, because the line
 * did not change.
 */
static void
serve_wire(struct busio *b, unsigned wire)
{
	struct busio_wire *w = &b->wire[wire];
	uint64_t t_us = w->fell ? w->fell_us : busio_now(b);

	w->fell = false;
	for (unsigned i = 0; i < b->n_sensors && b->open; i++) {
		struct busio_sensor *s = &b->sensor[i];

		if (s->wire != (int)wire || s->dead)
			continue;
		read_sensor(b, s, t_us);
		busio_lines_take(b);
		if (w->level && !w->fell)
			return;
	}
	if (!w->level && !w->fell && ++w->passes >= BUSIO_STUCK_PASSES)
		set_stuck(b, wire);
}

bool
busio_sense_lines(struct busio *b)
{
	bool any = false;

	for (unsigned i = 0; i < b->n_wires && b->open; i++) {
		struct busio_wire *w = &b->wire[i];

		if (w->button >= 0 || w->stuck || (w->level && !w->fell))
			continue;
		serve_wire(b, i);
		any = true;
	}
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].backlog)
			report_edges(b, &b->sensor[i]);
	return any;
}

/* Runs the slow scan: reads every chip, and checks one chip's settings. */
static void
safety_scan(struct busio *b, uint64_t now_us)
{
	struct busio_sensor *s;

	b->safety_us = now_us + BUSIO_SAFETY_US;
	if (b->n_sensors == 0)
		return;
	for (unsigned i = 0; i < b->n_sensors; i++)
		judge_flips(b, &b->sensor[i]);
	bus_mux_invalidate(&b->mux);
	s = &b->sensor[b->check_next++ % b->n_sensors];
	if (!s->dead && sensor_check(&s->dev) == -ESTALE)
		report_sensor(b, s, -ESTALE);
	for (unsigned i = 0; i < b->n_sensors && b->open; i++)
		if (!b->sensor[i].dead && !is_polled(b, &b->sensor[i]))
			read_sensor(b, &b->sensor[i], now_us);
}

/*
 * Lets lamps use the bus between two chips once a scan has taken half of its period, because
 * the next scan may be due before this one ends. Unnecessary after the last chip, which a lamp
 * operation follows.
 */
static void
give_way(struct busio *b, const struct busio_sensor *s, uint64_t since_us)
{
	if (busio_now(b) - since_us >= s->dev.chip->scan_us / 2)
		(void)busio_lamps_step(b);
}

void
busio_sense_due(struct busio *b, uint64_t now_us)
{
	for (unsigned i = 0; i < b->n_sensors && b->open; i++) {
		struct busio_sensor *s = &b->sensor[i];
		unsigned read = is_idle(b, now_us) ? read_together(b, i, now_us) : 0;

		if (read > 0) {
			i += read - 1;
			continue;
		}
		if (sensor_deadline(b, s) > now_us)
			continue;
		if (!s->dead)
			s->next_us = now_us + scan_period(b, s, now_us);
		give_way(b, s, now_us);
		read_sensor(b, s, now_us);
	}
	if (b->open && b->safety_us <= now_us)
		safety_scan(b, now_us);
}

void
busio_sense_tune(struct busio *b, const struct busio_cmd *cmd)
{
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].index == cmd->index)
			chipset_tune(&b->sensor[i].dev, b->c.board, cmd->zero, cmd->span);
}

uint64_t
busio_sense_deadline(const struct busio *b)
{
	uint64_t d = b->safety_us;

	for (unsigned i = 0; i < b->n_sensors; i++) {
		uint64_t t = sensor_deadline(b, &b->sensor[i]);

		d = t < d ? t : d;
	}
	return d;
}
