/*
 * Shared by the files of busio only. All of it belongs to the bus's thread, except the
 * rings, the eventfds and the atomics.
 */
#pragma once
#include <pthread.h>

#include "daemon/bus/busio.h"
#include "daemon/bus/chipset.h"
#include "drivers/bus_i2cdev.h"
#include "drivers/bus_mux.h"
#include "drivers/bus_unix.h"
#include "drivers/lamp.h"
#include "drivers/line.h"
#include "drivers/sensor.h"

#define BUSIO_NEVER UINT64_MAX

enum {
	/*
	 * Polling period once no square has changed for longer than players usually hold a
	 * piece. The first lift is then noticed within 50 ms, scan included.
	 */
	BUSIO_IDLE_SCAN_US = 40000,
	BUSIO_REST_US = 15000000,
	BUSIO_TOGETHER = BUS_BATCH_MAX / SENSOR_FIELDS_MAX, /* chips of one batch */
	/* Interrupt lines of all sensors, and all buttons. */
	BUSIO_WIRES_MAX = BOARD_SENSORS_MAX + BOARD_BUTTONS_MAX,
	/* Consecutive reads after which a line that stays low counts as stuck. */
	BUSIO_STUCK_PASSES = 8,
	/* Attempts before a chip counts as silent, because a single disturbance is no fault. */
	BUSIO_TRIES = 3,
	/*
	 * Consecutive time-outs, of any chips, after which the bus counts as held: it is then
	 * closed and opened again.
	 */
	BUSIO_HELD = 3,
	/*
	 * How often a lamp chip is checked for a reset, after which it is dark without an
	 * error: after a frame, or without frames by itself.
	 */
	BUSIO_LAMP_CHECK_US = 10000000,
	/* Successful operations in a row that clear a lamp chip's failures. */
	BUSIO_LAMP_GOOD = 8,
	/*
	 * A square flickers if it changes this often between two safety scans, three times in a
	 * row: neither a player nor a bouncing contact does that. A fifth of the changes counts
	 * too, if it lasts for half a minute. As many calm scans end the flicker.
	 */
	BUSIO_FLICKER_FLIPS = 40,
	BUSIO_FLICKER_SLOW = 8,
	BUSIO_FLICKER_FULL = 15,	/* maximum of unrest … */
	/*
	 * The count rises by this step for the fast rule and by one for the slow rule; a calm
	 * scan subtracts the step.
	 */
	BUSIO_FLICKER_STEP = 5,
	BUSIO_PORTS = 8,	/* of a mux */
	BUSIO_RESET_US = 1000,	/* an MCP23017 needs a microsecond; a long wire takes more */
};

struct busio_wire {
	int16_t line;
	int8_t button;		/* index of the button, or -1: an interrupt line */
	uint8_t level;		/* 1 high */
	bool fell;		/* low since fell_us, not served yet */
	bool stuck;
	uint8_t passes;		/* consecutive serves without going high */
	uint64_t fell_us;
	struct line gpio;	/* fd -1: the line is reported over the bus */
};

struct busio_sensor {
	struct sensor_dev dev;
	uint8_t index;		/* of the description */
	int8_t wire;		/* or -1: polled */
	bool dead;
	uint64_t next_us;	/* dead: next retry; polled: next read */
	struct sensor_bits closed;	/* last reading */
	struct sensor_bits reported;	/* reported to the loop, if `known` */
	struct sensor_bits known;
	/* last reading of a measuring chip */
	struct sensor_field field[SENSOR_FIELDS_MAX];
	struct sensor_field reported_field[SENSOR_FIELDS_MAX];	/* like `reported` */
	struct sensor_bits broken, flickers;			/* as reported to the loop */
	uint8_t flips[SENSOR_CHANNELS_MAX];	/* changes since the last safety scan */
	uint8_t unrest[SENSOR_CHANNELS_MAX];	/* count of scans with too many changes */
	uint64_t read_us;	/* time of `closed` */
	int err_reported;	/* health as reported to the loop */
	bool backlog;		/* an edge was not reported because the ring was full */
};

struct busio_lamp {
	struct lamp_dev dev;
	uint8_t index;
	bool dead;
	bool lost;		/* its memory is unknown: to be set up again */
	bool pending;		/* steps remain */
	uint8_t tries;		/* consecutive failures */
	unsigned good;		/* operations since it was set up */
	int err_reported;	/* health as reported to the loop */
	uint64_t next_us;	/* dead: next retry */
	uint64_t check_us;	/* earliest next lamp_check */
};

enum busio_cmd_kind {
	BUSIO_CMD_FRAME,
	BUSIO_CMD_SERVED,
	BUSIO_CMD_TUNE,
	BUSIO_CMD_QUIT,
};

struct busio_cmd {
	uint8_t kind;
	uint8_t rgb[BOARD_SQUARES_MAX][3];
	uint64_t t_us;
	uint8_t index;		/* BUSIO_CMD_TUNE: the chip in the description */
	uint8_t zero[BOARD_MEASURES_MAX];	/* its numbers */
	int8_t span[BOARD_MEASURES_MAX];
};

/* The thread's end or busio_destroy frees the memory, whichever comes second. */
enum busio_end {
	BUSIO_RUNS,
	BUSIO_ENDED,
	BUSIO_LEFT,	/* destroyed while it hung */
};

struct busio {
	struct busio_config c;
	pthread_t thread;
	bool is_unix;
	struct bus_unix ux;
	struct bus_i2cdev i2c;
	struct bus *bus;	/* one of the two */
	struct bus_mux mux;	/* in front of some sensor chips, if present */
	struct bus_port port[BUSIO_PORTS];
	bool open;
	uint64_t open_us;	/* next attempt to open it */
	int reported_err;	/* bus error as reported to the loop */
	unsigned timeouts;	/* consecutive */
	uint32_t lost;		/* of ux, last value */

	uint64_t bus_now_us;	/* bus clock */
	bool time_waits;	/* a T command awaits its reply */
	bool time_reported;	/* the loop has received it */
	uint64_t safety_us;	/* when the next safety scan is due */
	uint64_t moved_us;	/* last change of a square */
	unsigned check_next;	/* sensor whose settings are checked next */

	bool lines;		/* available, or reported over the bus */
	uint64_t lines_us;	/* next check of levels, or retry; BUSIO_NEVER: none needed */
	int lines_err;		/* error as reported to the loop */
	struct line reset;	/* the [reset] line if it belongs to this bus */
	bool has_reset;		/* it is requested */
	int reset_err;		/* error as reported to the loop */
	unsigned n_wires, n_sensors, n_lamps;
	struct busio_wire wire[BUSIO_WIRES_MAX];
	struct busio_sensor sensor[BOARD_SENSORS_MAX];
	struct busio_lamp lamp[BOARD_LEDS_MAX];
	/* Messages that did not fit the ring: sent as soon as there is room. */
	unsigned n_owed;
	struct busio_msg owed[64];

	bool quit;
	int cmd_fd;
	struct ring msgs, cmds;
	struct busio_msg msg_mem[BUSIO_MSGS];
	struct busio_cmd cmd_mem[BUSIO_CMDS];
	struct busio_cmd cmd;		/* the last one taken */
	_Atomic uint16_t raw[BOARD_SQUARES_MAX];	/* busio_raw: code + 1; 0: none */
	_Atomic uint64_t busy_us;	/* busio_horizon */
	_Atomic uint64_t away_us;	/* busio_away */
	_Atomic bool crashed, dark;	/* busio_crash: the request, and its completion */
	_Atomic int end;		/* enum busio_end */
};

/* busio_report.c */
uint64_t busio_clock(void); /* CLOCK_MONOTONIC in microseconds */
uint64_t busio_now(const struct busio *b);
/* Call before each call into the bus's driver: busio_away measures from the last one. */
void busio_alive(struct busio *b);
/* Sends a message to the loop, or keeps it for later. */
void busio_report(struct busio *b, const struct busio_msg *msg);
/*
 * Reports the health of a chip, the bus or its lines: 0 or the error. *reported: as the loop knows
 * it; an equal error is not sent again.
 */
void busio_report_health(struct busio *b, enum busio_kind kind, unsigned index, int err,
			 int *reported);
void busio_report_bus(struct busio *b, int err);
/* Sends the messages that were kept for later. */
void busio_send_owed(struct busio *b);
/* Wakes the thread that reads the eventfd. */
void busio_wake(int fd);
/* Tries to send; returns whether the ring had room. */
bool busio_try(struct busio *b, const struct busio_msg *msg);
void busio_failed(struct busio *b, int err);	/* -ENODEV: gone, -ETIMEDOUT: held */
/*
 * Handles the result of a chip operation. Returns true if the bus was at fault; the fault is
 * then handled.
 */
bool busio_check_fault(struct busio *b, int err);

/* Handles an interrupt line that is high, or that is treated as high. */
void busio_lines_unstick(struct busio *b, struct busio_wire *w, uint64_t t_us);
void busio_lines_invalidate(struct busio *b);	/* the bus is gone: levels are unknown */

/* busio.c */
/* Runs one round of the thread: sensors, then one lamp operation or a wait for work. */
void busio_turn(struct busio *b);

/* busio_lines.c: interrupt and button lines */
void busio_lines_setup(struct busio *b);
/* opens the lines, or retries; without lines every chip is polled */
void busio_lines_due(struct busio *b);
void busio_lines_close(struct busio *b);
void busio_lines_take(struct busio *b);	/* takes events of lines and the bus's clock */
/* Resets the chips of a held bus if the description has a line for it; reports its errors. */
void busio_lines_reset(struct busio *b);

/* busio_sense.c: sensors; true: work was done */
void busio_sense_setup(struct busio *b);
void busio_sense_all(struct busio *b, uint64_t t_us);	/* set up and read every chip */
bool busio_sense_lines(struct busio *b);
void busio_sense_due(struct busio *b, uint64_t now_us);	/* may run lamp operations in a long scan */
void busio_sense_tune(struct busio *b, const struct busio_cmd *cmd);
uint64_t busio_sense_deadline(const struct busio *b);

/* busio_lamps.c */
void busio_lamps_setup(struct busio *b);
void busio_lamps_init(struct busio *b);
void busio_lamps_set(struct busio *b, uint8_t rgb[BOARD_SQUARES_MAX][3]);
/*
 * Performs one lamp operation: a step, a setup or a check. Occupies the bus for one lamp
 * write at most, so that sensors come in between. Returns true if more is pending.
 */
bool busio_lamps_step(struct busio *b);
uint64_t busio_lamps_deadline(const struct busio *b);
void busio_lamps_off(struct busio *b);
