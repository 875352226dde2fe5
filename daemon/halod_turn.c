/* From what the buses told to what clients are told: one pass of halod's loop. */
#include <errno.h>
#include <systemd/sd-daemon.h>

#include "daemon/halod_impl.h"
#include "daemon/language.h"
#include "daemon/table/log.h"

enum {
	/*
	 * While a bus thread reads, deadlines after the start of its reading wait;
	 * the loop looks again this soon.
	 */
	HORIZON_POLL_US = 500,
	/* A reading takes 30 ms when its chip hangs; more than this is no reading. */
	HORIZON_MAX_US = 200000,
	/*
	 * With several buses: an edge this old has woken its thread, so that what
	 * it tells can be put in order with what another has told.
	 */
	WAKE_US = 1000,
	/*
	 * A call into the adapter that has not come back after this is told: its
	 * own time-out of 30 ms is the kernel driver's to keep, and some do not.
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

/* Every bus is there, and a sensor chip has answered: others may be silent and are told. */
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
 * Once. Without an answer the daemon serves all the same, so that the screen
 * can say what is missing; whoever started it learns that there is no board.
 */
static void
tell_ready(struct halod *h)
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

/* The earliest time before which some bus may still tell something. */
static uint64_t
horizon(const struct halod *h)
{
	uint64_t t = UINT64_MAX;

	for (unsigned i = 0; i < h->board.n_buses; i++) {
		uint64_t b = busio_horizon(h->bus[i]);

		t = b < t ? b : t;
	}
	/* A thread that has been away for longer hangs, and time goes on without it. */
	if (t < h->loop.now_us && h->loop.now_us - t > HORIZON_MAX_US)
		t = UINT64_MAX;
	return t;
}

static bool
next_of_bus(void *arg, unsigned i, struct busio_msg *m)
{
	struct halod *h = arg;

	return busio_next(h->bus[i], m);
}

/* Everything told up to `until`, whichever bus told it, in the order in which it happened. */
static void
take_messages(struct halod *h, uint64_t until)
{
	uint64_t woken = h->loop.now_us > WAKE_US ? h->loop.now_us - WAKE_US : 0;
	struct busio_msg m;
	int i;

	while ((i = merge_next(&h->merge, next_of_bus, h, until < woken ? until : woken, &m)) >= 0)
		take_message(h, h->bus[i], &m);
}

/* A thread that hangs cannot say so itself. It has nothing else to say before it is back. */
static void
look_for_held(struct halod *h)
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
	/* Read before the rings: what is told after that lies behind it. */
	uint64_t until = horizon(h), d;

	look_for_held(h);
	halod_tune(h);
	take_messages(h, until);
	tell_ready(h);
	if (h->loop.clock == LOOP_CLOCK_REAL)
		table_advance(&h->table, until < h->loop.now_us ? until : h->loop.now_us);
	language_follow(&h->table);
	link_turn(&h->link);
	d = table_deadline(&h->table);
	if ((d != UINT64_MAX && d <= h->loop.now_us) || merge_holds(&h->merge))
		d = h->loop.now_us + HORIZON_POLL_US;
	if (d > h->loop.now_us + HELD_LOOK_US)
		d = h->loop.now_us + HELD_LOOK_US;
	loop_wake_at(&h->loop, d);
}
