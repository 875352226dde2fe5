/*
 * One thread a bus: waits for interrupt lines, reads sensor chips, writes lamp
 * chips. All waiting for wires is here; the loop hears of it through a ring and
 * an eventfd, and asks through another.
 *
 * Sensors come before lamps: behind whatever a lamp chip has waiting (one write of
 * a frame, its setting up, a look at it; LAMP_STEP_US each) the lines are looked at,
 * and chips that call are read before any lamp chip's next turn.
 *
 * Interrupt lines decide when a chip is read. A slow safety scan goes on beside
 * them (BUSIO_SAFETY_US), because an edge on a wire can be lost where a level
 * cannot: without it one missed edge would leave a chip unread until the next
 * touch. A chip without a line, or whose line has stuck low, is read as often as
 * its driver asks for: 100 times a second, chips that measure 50 times.
 *
 * A chip that fails is told once, then tried again every second, from the start
 * (reset, set up, read whole): what it was before nobody knows. The bus device
 * itself likewise, and the GPIO chip: its lines are closed and requested anew.
 *
 * With the bus's own clock (struct busio_config.bus_clock) the thread reads no
 * clock: time is what the bus said last, its deadlines are served when the bus
 * says that they are past, frames are written one by one and none is left out,
 * so that two runs are the same run.
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
	/*
	 * Messages that may wait for the loop: every square of the largest board
	 * twice, and room for the rest. What finds no room is told later.
	 */
	BUSIO_MSGS = 256,
	/* Frames come at most 20 a second; with the bus's clock many at once. */
	BUSIO_CMDS = 64,
	/* A reading of chips that hang, and the lamps' last words. */
	BUSIO_CRASH_MS = 1000,
	/* A chip's turn takes a tenth of it on a slow bus; and a service has ten seconds. */
	BUSIO_LEAVE_MS = 3000,
};

enum busio_kind {
	BUSIO_EDGE,	/* sq reads differently; t_us: its line's edge, or the start of the scan */
	BUSIO_BUTTON,	/* button `index` of the description; level: 1 down */
	/* Sensor chip `index`: err 0 works (again), else why not; -EHOSTUNREACH: its mux is silent. */
	BUSIO_SENSOR,
	BUSIO_LED,	/* lamp chip `index`: likewise */
	BUSIO_LINE,	/* interrupt line of sensor chip `index`: err 0 works, else stuck low */
	/*
	 * What square sq reads cannot be relied on: err -EIO its sensor gives no
	 * voltage that a sensor gives, -EAGAIN it flickers; 0 it is well again.
	 */
	BUSIO_SQUARE,
	BUSIO_BUS,	/* bus `index`: err 0 back, else gone */
	BUSIO_GPIO,	/* the lines of bus `index`: err 0 back, else they cannot be had, or are gone */
	BUSIO_SCANNED,	/* the first scan of bus `index` is over, whatever came of it */
	BUSIO_TIME,	/* bus clock: serve what is due until t_us, then busio_served */
};

struct busio_msg {
	uint64_t t_us;
	int32_t err;		/* 0 or -errno */
	uint8_t kind;		/* enum busio_kind */
	uint8_t index;		/* of the whole description, not of the bus */
	uint8_t sq;		/* a square of the board */
	uint8_t level;
	struct reading reading;
};

struct busio_config {
	const struct board *board;	/* outlives the thread */
	unsigned bus;			/* which of its buses */
	bool bus_clock;
	int wake_fd;			/* eventfd of the loop: messages wait */
};

struct busio;

/*
 * Starts the thread; signals should be blocked before. Chips are set up and the
 * board is read by the thread: BUSIO_SCANNED tells when. NULL with *err
 * (-errno) told: no thread.
 */
struct busio *busio_create(const struct busio_config *c, int *err);
/*
 * Lamps dark, thread ended, memory freed. NULL is accepted. A thread that has
 * hung for BUSIO_LEAVE_MS in one call is left behind: should the call come back,
 * the thread ends by itself, and the board is to be there until then.
 */
void busio_destroy(struct busio *b);
/* Leaves the thread behind at once, as busio_destroy does with one that hangs. */
void busio_leave(struct busio *b);

/*
 * For a signal handler of a program that dies of the signal, on any thread:
 * lamps dark, in at most BUSIO_CRASH_MS. Nothing else is called for b after it.
 */
void busio_crash(struct busio *b);

/* The next message, or false. From the loop's thread alone, as all below. */
bool busio_next(struct busio *b, struct busio_msg *msg);
/*
 * Shows a frame: what each board square's lamp gives. A frame that is not
 * written yet is replaced (never with the bus clock). Never blocks; false: the
 * ring is full, show it again later.
 */
bool busio_show(struct busio *b, const uint8_t rgb[BOARD_SQUARES_MAX][3]);
/*
 * Sensor chip `index` of the description, one that measures, has other numbers now. As
 * busio_show: never blocks; false: tell it again later.
 */
bool busio_tune(struct busio *b, unsigned index, const uint8_t zero[BOARD_MEASURES_MAX],
		const int8_t span[BOARD_MEASURES_MAX]);
/* Bus clock: all that is due until t_us is served. */
void busio_served(struct busio *b, uint64_t t_us);
/*
 * What a board square's sensor measured last, on the chip's own scale; false:
 * no sensor of this bus measures there, or none has been read yet.
 */
bool busio_raw(const struct busio *b, unsigned board_sq, uint8_t *code);
/*
 * A time before which nothing more will come: the start of the reading that is
 * under way, or UINT64_MAX. The loop serves no deadline beyond it: what a slow bus
 * has still to say would come too late for what was judged meanwhile.
 */
uint64_t busio_horizon(const struct busio *b);
/*
 * Since when the thread has been with one chip, or with the device; UINT64_MAX: it
 * waits for work, or goes by the bus's clock. Unlike the horizon this tells of the
 * first reading as well, and begins anew with every chip.
 */
uint64_t busio_away(const struct busio *b);
