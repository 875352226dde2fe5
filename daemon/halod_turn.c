/* One turn of halod's loop: from messages of the buses to messages for clients. */
#include <errno.h>
#include <systemd/sd-daemon.h>

#include "daemon/halod_impl.h"
#include "daemon/table/log.h"

enum {
	/*
	 * Deadlines wait while a bus thread reads, if they are later than the start of its
	 * reading. The loop checks again after this time.
	 */
	HORIZON_POLL_US = 500,
	/*
	 * A reading takes 30 ms if its chip hangs. A call that takes longer than this is no
	 * reading.
	 */
	HORIZON_MAX_US = 200000,
	/*
	 * With several buses, the thread of an edge this old is awake, so that its messages can
	 * be ordered with those of other buses.
	 */
	WAKE_US = 1000,
	/*
	 * A call into the adapter that takes longer is reported. The time-out of 30 ms depends
	 * on the kernel's driver, and some drivers have none.
	 */
	HELD_US = 3000000,
	HELD_LOOK_US = 1000000,
};

static void
take_scanned(struct halod *h, uint64_t t_us)
{
	if (++h->scanned != h->board.n_buses)
		return;
	table_begin(&h->table, h->past, t_us);
	table_past_free(h->past);
	h->past = NULL;
	record_finish(&h->resume);
}

/*
 * Reports whether every bus is present and a sensor chip has answered; silent chips are
 * reported elsewhere.
 */
static bool
board_answers(const struct halod *h)
{
	const struct trouble *place = h->table.troubles.place;
	unsigned silent = 0;

	for (unsigned i = 0; i < h->board.n_buses; i++)
		if (place[TROUBLE_BUS + i].on)
			return false;
	for (unsigned i = 0; i < h->board.n_sensors; i++)
		silent += place[TROUBLE_SENSOR + i].on ||
			  (h->board.sensor[i].mux != BOARD_NO_MUX &&
			   place[TROUBLE_MUX + h->board.sensor[i].bus].on);
	return silent < h->board.n_sensors;
}

/*
 * Reports readiness, once. Without an answer the daemon runs anyway, so that the screen
 * can show the fault; systemd learns that there is no board.
 */
static void
report_ready(struct halod *h)
{
	if (h->ready || h->scanned < h->board.n_buses)
		return;
	if (board_answers(h)) {
		h->ready = true;
		log_line(LOG_GAME, "ready: board %s, socket %s, games in %s", h->board.name,
			 h->config.socket, h->config.store);
		(void)sd_notify(0, "READY=1\nSTATUS=the board answers");
	} else if (!h->waiting) {
		h->waiting = true;
		log_line(LOG_BOARD, "nothing of board %s answers yet: trying again every second",
			 h->board.name);
		(void)sd_notify(0, "STATUS=waiting for the board to answer");
	}
}

static void
take_message(struct halod *h, struct busio *bus, const struct busio_msg *m)
{
	if (m->kind == BUSIO_TIME) {
		table_advance(&h->table, m->t_us);
		loop_set_time(&h->loop, m->t_us);
		busio_served(bus, m->t_us);
	} else if (m->kind == BUSIO_SCANNED) {
		take_scanned(h, m->t_us);
	} else {
		loop_set_time(&h->loop, m->t_us);
		table_message(&h->table, m);
	}
}

/* Returns the earliest time before which a bus may still send something. */
static uint64_t
horizon(const struct halod *h)
{
	uint64_t t = UINT64_MAX;

	for (unsigned i = 0; i < h->board.n_buses; i++) {
		uint64_t b = busio_horizon(h->bus[i]);

		t = b < t ? b : t;
	}
	/* A thread that is busy for longer hangs: time continues without it. */
	if (t < h->loop.now_us && h->loop.now_us - t > HORIZON_MAX_US)
		t = UINT64_MAX;
	return t;
}

/* Takes the next message not later than `until`; returns its bus, or -1. */
static int
next_message(struct halod *h, uint64_t until, struct busio_msg *out)
{
	struct merge *m = &h->merge;

	for (unsigned i = 0; i < m->n; i++)
		if (!m->has[i])
			m->has[i] = busio_next(h->bus[i], &m->held[i]);
	return merge_next(m, until, out);
}

/* Passes on all messages up to `until`, in the order of their times. */
static void
take_messages(struct halod *h, uint64_t until)
{
	uint64_t woken = h->loop.now_us > WAKE_US ? h->loop.now_us - WAKE_US : 0;
	struct busio_msg m;
	int i;

	while ((i = next_message(h, until < woken ? until : woken, &m)) >= 0)
		take_message(h, h->bus[i], &m);
}

/*
 * Reports a hanging thread, because the thread cannot. Nothing else comes from the thread until
 * its call returns.
 */
static void
report_held(struct halod *h)
{
	for (unsigned i = 0; i < h->board.n_buses; i++) {
		uint64_t since = busio_away(h->bus[i]);
		bool hangs = since < h->loop.now_us && h->loop.now_us - since > HELD_US;

		if (hangs == h->held[i] || (hangs && h->table.troubles.place[TROUBLE_BUS + i].on))
			continue;
		h->held[i] = hangs;
		table_message(&h->table, &(struct busio_msg){ .kind = BUSIO_BUS,
							      .index = (uint8_t)i,
							      .err = hangs ? -ETIMEDOUT : 0,
							      .t_us = h->loop.now_us });
	}
}

void
halod_tune(struct halod *h)
{
	for (unsigned i = 0; i < h->board.n_sensors; i++) {
		const struct board_sensor *s = &h->board.sensor[i];

		if (h->untuned[i] && busio_tune(h->bus[s->bus], i, s->zero, s->span))
			h->untuned[i] = false;
	}
}

void
halod_turn(struct halod *h)
{
	/* Read the time before the rings: all messages that come later are after it. */
	uint64_t until = horizon(h), d;

	report_held(h);
	halod_tune(h);
	take_messages(h, until);
	report_ready(h);
	if (h->loop.clock == LOOP_CLOCK_REAL)
		table_advance(&h->table, until < h->loop.now_us ? until : h->loop.now_us);
	link_turn(&h->link);
	table_light(&h->table);
	d = table_deadline(&h->table);
	if ((d != UINT64_MAX && d <= h->loop.now_us) || merge_holds(&h->merge))
		d = h->loop.now_us + HORIZON_POLL_US;
	if (d > h->loop.now_us + HELD_LOOK_US)
		d = h->loop.now_us + HELD_LOOK_US;
	loop_wake_at(&h->loop, d);
}
