/* Shared by the files of busio: time, messages to the loop, and the end of a bus at fault. */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/bus/busio_impl.h"

uint64_t
busio_clock(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

uint64_t
busio_now(const struct busio *b)
{
	return b->c.bus_clock ? b->bus_now_us : busio_clock();
}

void
busio_alive(struct busio *b)
{
	if (!b->c.bus_clock)
		atomic_store(&b->away_us, busio_clock());
}

void
busio_wake(int fd)
{
	uint64_t one = 1;

	/* If the counter is full, the reader is awake already. */
	if (write(fd, &one, sizeof(one)) < 0)
		return;
}

bool
busio_try(struct busio *b, const struct busio_msg *msg)
{
	if (atomic_load(&b->end) == BUSIO_LEFT || !ring_put(&b->msgs, msg))
		return false;
	busio_wake(b->c.wake_fd);
	return true;
}

void
busio_send_owed(struct busio *b)
{
	unsigned paid = 0;

	while (paid < b->n_owed && busio_try(b, &b->owed[paid]))
		paid++;
	memmove(b->owed, b->owed + paid, (b->n_owed - paid) * sizeof(b->owed[0]));
	b->n_owed -= paid;
}

void
busio_report(struct busio *b, const struct busio_msg *msg)
{
	if (b->n_owed == 0 && busio_try(b, msg))
		return;
	/* Only the last of several states of a chip, line or square counts. */
	for (unsigned i = 0; i < b->n_owed; i++) {
		if (b->owed[i].kind == msg->kind && b->owed[i].index == msg->index &&
		    b->owed[i].sq == msg->sq) {
			b->owed[i] = *msg;
			return;
		}
	}
	if (b->n_owed < sizeof(b->owed) / sizeof(b->owed[0]))
		b->owed[b->n_owed++] = *msg;
}

void
busio_report_health(struct busio *b, enum busio_kind kind, unsigned index, int err, int *reported)
{
	if (*reported == err)
		return;
	*reported = err;
	busio_report(b, &(struct busio_msg){ .kind = (uint8_t)kind,
					     .index = (uint8_t)index,
					     .err = err,
					     .t_us = busio_now(b) });
}

void
busio_report_bus(struct busio *b, int err)
{
	busio_report_health(b, BUSIO_BUS, b->c.bus, err, &b->reported_err);
}

/* ---- faults ---- */

/* Handles a line that is high, or that is treated as high. */
void
busio_lines_unstick(struct busio *b, struct busio_wire *w, uint64_t t_us)
{
	w->passes = 0;
	for (unsigned s = 0; w->stuck && s < b->n_sensors; s++)
		if (b->sensor[s].wire == w - b->wire)
			busio_report(b, &(struct busio_msg){ .kind = BUSIO_LINE,
							     .index = b->sensor[s].index,
							     .t_us = t_us });
	w->stuck = false;
}

void
busio_lines_invalidate(struct busio *b)
{
	for (unsigned i = 0; i < b->n_wires; i++) {
		struct busio_wire *w = &b->wire[i];

		w->fell = false;
		busio_lines_unstick(b, w, busio_now(b));
		if (b->is_unix)
			w->level = 1;
	}
}

void
busio_failed(struct busio *b, int err)
{
	if (!b->open)
		return;
	b->open = false;
	b->open_us = busio_now(b) + BUSIO_RETRY_US;
	b->time_waits = false;
	if (b->is_unix)
		bus_unix_close(&b->ux);
	else
		bus_i2cdev_close(&b->i2c);
	busio_lines_invalidate(b);
	bus_mux_invalidate(&b->mux);
	/*
	 * The state of all chips is unknown from now on. They are not reported: the bus's error
	 * covers them.
	 */
	for (unsigned i = 0; i < b->n_sensors; i++)
		b->sensor[i].dev.ready = false;
	for (unsigned i = 0; i < b->n_lamps; i++)
		b->lamp[i].dev.ready = false;
	busio_report_bus(b, err);
}

bool
busio_check_fault(struct busio *b, int err)
{
	b->timeouts = err == -ETIMEDOUT ? b->timeouts + 1 : 0;
	/* With the bus's clock, do not reconnect: a new connection would start at another time. */
	if (err != -ENODEV && (b->timeouts < BUSIO_HELD || b->c.bus_clock))
		return false;
	b->timeouts = 0;
	busio_failed(b, err);
	return true;
}
