/*
 * `halo board`: a description, and its chips without a daemon. Only one program at a time
 * may use the chips; cli_stand_open refuses while halod runs.
 */
#pragma once
#include "daemon/bus/chipset.h"
#include "daemon/cli/cli.h"
#include "drivers/bus_i2cdev.h"
#include "drivers/bus_mux.h"
#include "drivers/bus_unix.h"

enum {
	CLI_PORTS = 8,
	CLI_TEXT = 512,
};

struct cli_stand {
	struct board board;
	char path[CLI_PATH_MAX]; /* of the description */
	/* Set by cli_stand_open. */
	struct bus_unix ux[BOARD_BUSES_MAX];
	struct bus_i2cdev i2c[BOARD_BUSES_MAX];
	struct bus *bus[BOARD_BUSES_MAX]; /* one of the two; NULL: closed */
	struct bus_mux mux[BOARD_BUSES_MAX];
	struct bus_port port[BOARD_BUSES_MAX][CLI_PORTS];
	struct sensor_dev sensor[BOARD_SENSORS_MAX];
	struct lamp_dev lamp[BOARD_LEDS_MAX];
	int reset_err; /* 0 or -errno: why the reset line cannot be requested */
};

/* Reads and validates it. Returns CLI_OK, or CLI_USAGE with a message. */
MUST_USE int cli_stand_load(struct cli_stand *s, const char *name);
/*
 * Opens its buses without writing. Returns CLI_OK, or CLI_REFUSED with a message. Prints
 * why the reset line cannot be requested, an error only for --chips.
 */
MUST_USE int cli_stand_open(struct cli_stand *s, const char *halod_socket);
/* Turns the lamps off and closes the buses; harmless if never opened. */
void cli_stand_close(struct cli_stand *s);

/* Prints "sensor chip 3 (ADS7830 at 0x48 behind port 1 of the mux at 0x70, bus 0)". */
void cli_stand_sensor_name(const struct board *b, unsigned i, char out[CLI_TEXT]);
void cli_stand_lamp_name(const struct board *b, unsigned i, char out[CLI_TEXT]);
/* Prints "reset line GPIO22 of /dev/gpiochip0". */
void cli_stand_reset_name(const struct board *b, char out[CLI_TEXT]);
/* Returns "answers", or the fault in a builder's terms; err: of the bus. */
const char *cli_stand_health(int err);

/* ---- operations ---- */

/*
 * Explains the description: chips, lines, current, the bus's load. Returns CLI_REFUSED if
 * a bus is too slow.
 */
int cli_stand_explain(const struct cli_stand *s);
/* Prints the pins of every square's sensor and lamp as two Markdown tables. */
void cli_stand_wiring(const struct cli_stand *s);

/*
 * Operations on open chips; each returns CLI_OK, or CLI_REFUSED with a message. Continuous
 * ones end with a line, or the end, of standard input.
 */
/* Sets each chip up: lists those that answer, also muxes, and unknown addresses. */
MUST_USE int cli_stand_chips(struct cli_stand *s);
MUST_USE int cli_stand_lamps(struct cli_stand *s);   /* every lamp in turn, every colour */
MUST_USE int cli_stand_sensors(struct cli_stand *s); /* prints changes */
/* Measures zero and span of every square that has them, and writes them to `out`. */
MUST_USE int cli_stand_calibrate(struct cli_stand *s, const char *out);

/* Waits up to ms for input, or its end, on standard input: 1; -1: timeout. */
int cli_stdin_waits(int ms);
/* Discards a line of standard input. */
void cli_stdin_line(void);
