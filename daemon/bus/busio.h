/*
 * One thread per bus: waits for interrupt lines, reads sensor chips, writes lamp chips.
 * All blocking on hardware happens here. The loop receives messages through a ring and an
 * eventfd, and sends commands through another pair.
 *
 * Sensors have priority over lamps. After each lamp operation (a write of a frame, a
 * setup, a check; LAMP_STEP_US each) the lines are checked, and signalled chips are read
 * before the next lamp operation.
 *
 * Interrupt lines trigger the reads. A slow safety scan runs as well (BUSIO_SAFETY_US):
 * one lost edge would otherwise leave a chip unread until the next touch. A chip without a
 * line, or with its line stuck low, is polled at its driver's rate: 100 times a second,
 * measuring chips 50 times.
 *
 * A failing chip is reported once, then retried every second from the start (reset, setup,
 * full read), because its state is unknown. The same holds for the bus device and the GPIO
 * chip: its lines are closed and requested again. The [reset] line is requested with them,
 * so its errors show before a bus is held.
 *
 * With the bus's own clock (struct busio_config.bus_clock) the thread reads no clock. Time
 * is the last time reported by the bus, and deadlines are served when the bus has passed
 * them. Frames are written one by one and none is skipped, so that two runs are identical.
 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "daemon/ring/ring.h"
#include "drivers/bus.h"
#include "hw/board/board.h"

enum {
	BUSIO_SAFETY_US = 2000000,
	BUSIO_RETRY_US = 1000000,
	/* Maximum leap of the bus's clock. Every deadline in between is served. */
	BUSIO_LEAP_MAX_S = 24 * 60 * 60,
	/*
	 * Messages that may wait for the loop: each square of the largest board twice, and some
	 * others. If the ring is full, messages are sent later.
	 */
	BUSIO_MSGS = 256,
	/* Frames come at most 20 a second; with the bus clock many at once. */
	BUSIO_CMDS = 64,
	/* Time to finish a read of hanging chips and turn the lamps off. */
	BUSIO_CRASH_MS = 1000,
	/* A chip operation takes a tenth of this on a slow bus; a service has ten seconds. */
	BUSIO_LEAVE_MS = 3000,
};

enum busio_kind {
	BUSIO_EDGE,	/* sq has a new reading; t_us: its line's edge, or the start of the scan */
	BUSIO_BUTTON,	/* button `index` of the description; level: 1 down */
	/*
	 * Sensor chip `index`: err 0 works (again), else the error; -EHOSTUNREACH: its mux
	 * is silent.
	 */
	BUSIO_SENSOR,
	BUSIO_LED,	/* lamp chip `index`: likewise */
	BUSIO_LINE,	/* interrupt line of sensor chip `index`: err 0 works, else stuck low */
	/*
	 * The reading of sq is unreliable: err -EIO invalid voltage, -EAGAIN flickers; 0
	 * it works again.
	 */
	BUSIO_SQUARE,
	BUSIO_BUS,	/* bus `index`: err 0 back, else gone */
	BUSIO_GPIO,	/* the lines of bus `index`: err 0 back, else unavailable or gone */
	BUSIO_RESET,	/* the [reset] line: err 0 works (again), else the error */
	BUSIO_SCANNED,	/* the first scan of bus `index` is over, with or without success */
	BUSIO_TIME,	/* bus clock: process everything due until t_us, then call busio_served */
};

struct busio_msg {
	uint64_t t_us;
	int32_t err;		/* 0 or -errno */
	uint8_t kind;		/* enum busio_kind */
	uint8_t index;		/* in the whole description, not in the bus */
	uint8_t sq;		/* a square of the board */
	uint8_t level;
	struct reading reading;
};

struct busio_config {
	const struct board *board;	/* outlives the thread */
	unsigned bus;			/* which of its buses */
	bool bus_clock;
	int wake_fd;			/* eventfd of the loop: signals messages */
};

struct busio;

/*
 * Starts the thread; signals should be blocked before. The thread sets up the chips and
 * reads the board, then sends BUSIO_SCANNED. Returns NULL with *err (-errno) set if no
 * thread was started.
 */
struct busio *busio_create(const struct busio_config *c, int *err);
/*
 * Turns the lamps off, ends the thread and frees memory. Accepts NULL. A thread that hangs
 * in one call for BUSIO_LEAVE_MS is abandoned. It ends by itself when the call returns;
 * the board must exist until then.
 */
void busio_destroy(struct busio *b);
/* Abandons the thread at once, as busio_destroy does with a hanging one. */
void busio_leave(struct busio *b);

/*
 * Turns the lamps off, for a handler of a fatal signal, on any thread, in at most
 * BUSIO_CRASH_MS. Nothing else may be called for b afterwards.
 */
void busio_crash(struct busio *b);

/*
 * Takes the next message; returns false if there is none. Only for the loop's thread, as
 * all functions below.
 */
bool busio_next(struct busio *b, struct busio_msg *msg);
/*
 * Shows a frame: the level of each board square's lamp. A frame not yet written is
 * replaced (never with the bus clock). Never blocks; returns false if the ring is full:
 * show it again later.
 */
bool busio_show(struct busio *b, const uint8_t rgb[BOARD_SQUARES_MAX][3]);
/*
 * Replaces zero and span of sensor chip `index` of the description, which measures. Never
 * blocks; returns false if the ring is full: call it again later.
 */
bool busio_tune(struct busio *b, unsigned index, const uint8_t zero[BOARD_MEASURES_MAX],
		const int8_t span[BOARD_MEASURES_MAX]);
/* Reports (bus clock) that everything due until t_us is served. */
void busio_served(struct busio *b, uint64_t t_us);
/*
 * Reads the last measurement of a board square's sensor, in the chip's own scale. Returns
 * false if no sensor of this bus measures there, or none has been read.
 */
bool busio_raw(const struct busio *b, unsigned board_sq, uint8_t *code);
/*
 * Returns a time before which no message will come: the start of the current reading, or
 * UINT64_MAX. The loop serves no deadline after that time, because messages of a slow bus may still
 * precede it.
 */
uint64_t busio_horizon(const struct busio *b);
/*
 * Returns since when the thread has been busy with one chip or with the device. UINT64_MAX: it
 * waits for work, or uses the bus's clock. Unlike the horizon, this includes the first reading,
 * and starts anew with each chip.
 */
uint64_t busio_away(const struct busio *b);
