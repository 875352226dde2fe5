/*
 * `halo board`: a description, and its chips without a daemon between. One
 * program at a time has the chips; cli_stand_open refuses while halod runs.
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
	/* From here on for cli_stand_open. */
	struct bus_unix ux[BOARD_BUSES_MAX];
	struct bus_i2cdev i2c[BOARD_BUSES_MAX];
	struct bus *bus[BOARD_BUSES_MAX]; /* one of the two; NULL: closed */
	struct bus_mux mux[BOARD_BUSES_MAX];
	struct bus_port port[BOARD_BUSES_MAX][CLI_PORTS];
	struct sensor_dev sensor[BOARD_SENSORS_MAX];
	struct lamp_dev lamp[BOARD_LEDS_MAX];
};

/* Reads and validates it. CLI_OK, or CLI_USAGE with the mistake told. */
MUST_USE int cli_stand_load(struct cli_stand *s, const char *name);
/* Opens its buses; nothing is written yet. CLI_OK, or CLI_REFUSED, told. */
MUST_USE int cli_stand_open(struct cli_stand *s, const char *halod_socket);
/* Lamps dark, buses closed. Also for one that never opened. */
void cli_stand_close(struct cli_stand *s);

/* "sensor chip 3 (ADS7830 at 0x48 behind port 1 of the mux at 0x70, bus 0)" */
void cli_stand_sensor_name(const struct board *b, unsigned i, char out[CLI_TEXT]);
void cli_stand_lamp_name(const struct board *b, unsigned i, char out[CLI_TEXT]);
/* "answers", or what is wrong, as a builder would look for it; err: of the bus. */
const char *cli_stand_health(int err);
/* "e4" */
void cli_square(const struct board *b, unsigned sq, char out[4]);

/* ---- what can be asked of it ---- */

/* Explains the description: chips, lines, current, the bus's load. CLI_REFUSED: a bus is too slow. */
int cli_stand_explain(const struct cli_stand *s);
/* Which pins every square's sensor and lamp are on, as two Markdown tables. */
void cli_stand_wiring(const struct cli_stand *s);

/*
 * On open chips; each CLI_OK, or CLI_REFUSED, told. Those that go on and on end
 * when a line, or its end, comes on standard input.
 */
/* Sets each up: who answers, the muxes too, and who else is on the wires? */
MUST_USE int cli_stand_chips(struct cli_stand *s);
MUST_USE int cli_stand_lamps(struct cli_stand *s);   /* every lamp in turn, every colour */
MUST_USE int cli_stand_sensors(struct cli_stand *s); /* says what changes */
/* Measures zero and span of every square that has them, and writes them to `out`. */
MUST_USE int cli_stand_calibrate(struct cli_stand *s, const char *out);

/* Standard input has something, or its end: 1; waits up to ms; -1: not within that. */
int cli_stdin_waits(int ms);
/* Eats a line of standard input. */
void cli_stdin_line(void);
