/*
 * What the files of busio share; nobody else includes this. All of it belongs
 * to the bus's thread, but for the rings, the eventfds and the atomics.
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
	/* Interrupt lines of all sensors, and all buttons. */
	BUSIO_WIRES_MAX = BOARD_SENSORS_MAX + BOARD_BUTTONS_MAX,
	/* Readings in a row after which a line that stays low counts as stuck. */
	BUSIO_STUCK_PASSES = 8,
	/* At once, before a chip counts as silent: one spark is no fault. */
	BUSIO_TRIES = 3,
	/*
	 * Time-outs in a row, of whichever chips, after which it is no chip that
	 * is at fault: a wire is held, and the bus is closed and opened anew.
	 */
	BUSIO_HELD = 3,
	/*
	 * A lamp chip that was reset is dark and says nothing; it is asked so often,
	 * behind a frame where frames come, else in between.
	 */
	BUSIO_LAMP_CHECK_US = 10000000,
	/* Steps in a row that a lamp chip has to take before its failures are forgiven. */
	BUSIO_LAMP_GOOD = 8,
	/*
	 * A square that changes so often between two safety scans, three times
	 * in a row, flickers: no hand and no bouncing contact keeps that up. Nor
	 * does one keep up a fifth of that for half a minute. As many calm scans
	 * as the quick way takes end either.
	 */
	BUSIO_FLICKER_FLIPS = 40,
	BUSIO_FLICKER_SLOW = 8,
	BUSIO_FLICKER_FULL = 15,	/* what unrest grows to … */
	BUSIO_FLICKER_STEP = 5,		/* … by this, or by one; and what a calm scan takes off */
	BUSIO_PORTS = 8,	/* of a mux */
};

struct busio_wire {
	int16_t line;
	int8_t button;		/* index of the button, or -1: an interrupt line */
	uint8_t level;		/* 1 high */
	bool fell;		/* low since fell_us, and not served yet */
	bool stuck;
	uint8_t passes;		/* served in a row without its going high */
	uint64_t fell_us;
	struct line gpio;	/* fd -1: the line comes over the bus */
};

struct busio_sensor {
	struct sensor_dev dev;
	uint8_t index;		/* of the description */
	int8_t wire;		/* or -1: polled */
	bool dead;
	uint64_t next_us;	/* dead: when to try again; polled: when to read */
	struct sensor_bits closed;	/* read last */
	struct sensor_bits told;	/* what the loop knows, where `known` */
	struct sensor_bits known;
	struct sensor_field field[SENSOR_FIELDS_MAX];		/* read last, of a chip that measures */
	struct sensor_field told_field[SENSOR_FIELDS_MAX];	/* as `told` */
	struct sensor_bits broken, flickers;			/* as the loop knows it */
	uint8_t flips[SENSOR_CHANNELS_MAX];	/* changes since the last safety scan */
	uint8_t unrest[SENSOR_CHANNELS_MAX];	/* grows with each scan that finds too many */
	uint64_t read_us;	/* the time of what `closed` says */
	int err_told;		/* its health as the loop knows it */
	bool backlog;		/* closed differs from told: the ring was full */
};

struct busio_lamp {
	struct lamp_dev dev;
	uint8_t index;
	bool dead;
	bool lost;		/* its memory is unknown: to be set up anew */
	bool pending;		/* steps remain */
	uint8_t tries;		/* failures in a row */
	unsigned good;		/* steps since it was set up */
	int err_told;		/* its health as the loop knows it */
	uint64_t next_us;	/* dead: when to try again */
	uint64_t check_us;	/* when lamp_check may come next */
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
	uint8_t index;		/* BUSIO_CMD_TUNE: the chip, of the description … */
	uint8_t zero[BOARD_MEASURES_MAX];	/* … and its numbers */
	int8_t span[BOARD_MEASURES_MAX];
};

/* Whoever comes second, the thread's end or busio_destroy, frees. */
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
	struct bus_mux mux;	/* in front of some sensor chips, perhaps */
	struct bus_port port[BUSIO_PORTS];
	bool open;
	uint64_t open_us;	/* when to try again to open it */
	int told_err;		/* of the bus, as the loop knows it */
	unsigned timeouts;	/* in a row */
	uint32_t lost;		/* of ux, as last seen */

	uint64_t bus_now_us;	/* bus clock */
	bool time_waits;	/* a T is not answered yet … */
	bool time_told;		/* … and the loop knows of it */
	uint64_t safety_us;	/* when the next safety scan is due */
	unsigned check_next;	/* which sensor's settings are looked at then */

	bool lines;		/* they are had, or come over the bus */
	uint64_t lines_us;	/* when to look at their levels, or to try again; BUSIO_NEVER: none are wanted */
	int lines_err;		/* of them, as the loop knows it */
	unsigned n_wires, n_sensors, n_lamps;
	struct busio_wire wire[BUSIO_WIRES_MAX];
	struct busio_sensor sensor[BOARD_SENSORS_MAX];
	struct busio_lamp lamp[BOARD_LEDS_MAX];
	/* Messages about chips that found the ring full: told as soon as there is room. */
	unsigned n_owed;
	struct busio_msg owed[64];

	bool quit;
	int cmd_fd;
	struct ring msgs, cmds;
	struct busio_msg msg_mem[BUSIO_MSGS];
	struct busio_cmd cmd_mem[BUSIO_CMDS];
	struct busio_cmd cmd;		/* the one just taken */
	_Atomic uint16_t raw[BOARD_SQUARES_MAX];	/* busio_raw: the code and 1, 0 none */
	_Atomic uint64_t busy_us;	/* busio_horizon */
	_Atomic uint64_t away_us;	/* busio_away */
	_Atomic bool crashed, dark;	/* busio_crash: the wish, and that it is done */
	_Atomic int end;		/* enum busio_end */
};

/* busio.c */
uint64_t busio_now(const struct busio *b);
/* One more call into the bus's driver begins, or may: busio_away. */
void busio_alive(struct busio *b);
/* Tells the loop, or owes it. */
void busio_tell(struct busio *b, const struct busio_msg *msg);
/* True if the ring took it. */
bool busio_try(struct busio *b, const struct busio_msg *msg);
void busio_failed(struct busio *b, int err);	/* -ENODEV: gone, -ETIMEDOUT: held */
/* What a chip's turn came to; true: that was the bus's fault, which has been dealt with. */
bool busio_heard(struct busio *b, int err);

/* One round of the thread: sensors, then one turn of a lamp chip, or a wait for work. */
void busio_turn(struct busio *b);

/* busio_lines.c: interrupt and button lines */
void busio_lines_setup(struct busio *b);
void busio_lines_due(struct busio *b);	/* has them, or tries to; without them everything is polled */
void busio_lines_close(struct busio *b);
void busio_lines_take(struct busio *b);	/* what lines and the bus's clock told since */
void busio_lines_forget(struct busio *b);	/* the bus is gone: nothing is known of them */

/* busio_sense.c: sensors; true: something was done */
void busio_sense_setup(struct busio *b);
void busio_sense_all(struct busio *b, uint64_t t_us);	/* set up and read every chip */
bool busio_sense_lines(struct busio *b);
void busio_sense_due(struct busio *b, uint64_t now_us);	/* lamps may have turns in a long scan */
void busio_sense_tune(struct busio *b, const struct busio_cmd *cmd);
uint64_t busio_sense_deadline(const struct busio *b);

/* busio_lamps.c */
void busio_lamps_setup(struct busio *b);
void busio_lamps_init(struct busio *b);
void busio_lamps_want(struct busio *b, uint8_t rgb[BOARD_SQUARES_MAX][3]);
/*
 * What one chip has waiting: a step, its setting up, a look at it. Keeps the bus as
 * long as one lamp write may, so that sensors have turns in between. True: more waits.
 */
bool busio_lamps_step(struct busio *b);
uint64_t busio_lamps_deadline(const struct busio *b);
void busio_lamps_off(struct busio *b);
